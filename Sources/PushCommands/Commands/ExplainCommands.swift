import PushExplain
import PushPayload
import PushSimulation
import PushText

/// The commands that explain: `why`, `doctor`, `try` and `lint`.
extension CommandTable {
    /// The first word of a question, which `WhyQuestion` reads together with the others.
    private static let subject = Parameter<String>.word(
        "subject", "ID|SYMPTOM",
        "A message ID, or what is missing; defaults to the newest notification.",
        completion: .notification)
    private static let symptom = Parameter<String>.word(
        "symptom", "SYMPTOM",
        "What is missing, such as `banner` or `image`, in as many words as you like.",
        isRepeating: true, completion: .choice(Symptom.allCases.map(\.rawValue)))
    /// The most bytes in a question's words: as long as the longest payload, so no ID is longer.
    private static let longestQuestion = 5120
    private static let payload = Parameter<String>.word(
        "payload", "FILE|-|<<JSON",
        "A payload: a file, `-` for standard input, a here-document, or the JSON object itself.",
        isRequired: true, completion: .file
    ).asObject.asDocument
    /// The forms of a payload that `lint` knows.
    private static let dialects = ["apns", "fcm", "td", "ncmb"]
    private static let dialect = Parameter<String>.option(
        "as", "DIALECT", "Whose payload it is; by default inferred from its shape.",
        wants: Suggestion.list(dialects), completion: .choice(dialects),
        read: { dialects.contains($0) ? $0 : nil })
    private static let app = Parameter<Bool>.flag(
        "app", "Also checks the keys against the installed app.")
    private static let fix = Parameter<Bool>.flag(
        "fix", "Applies every unambiguous fix to the file and shows the diff.")
    private static let format = Parameter<String>.option(
        "format", "FORMAT", "Text for people, or JSON for tools.", wants: "`text` or `json`",
        completion: .choice(["text", "json"]), read: { ["text", "json"].contains($0) ? $0 : nil })

    /// Conditions separated by commas; one unknown word refuses them all.
    private static let also = Parameter<[WhatIfCondition]>.option(
        "also", "WORDS", "Further conditions to try, separated by commas.",
        // All of them: no other page lists them.
        wants: "words separated by commas, each once, from "
            + Suggestion.enumeration(WhatIfCondition.allCases.map(\.rawValue)),
        completion: .choice(WhatIfCondition.allCases.map(\.rawValue)),
        read: { text in
            let words = text.split(separator: ",", omittingEmptySubsequences: false)
            let known = words.compactMap { WhatIfCondition(rawValue: String($0)) }
            return known.count == words.count && Set(known).count == words.count ? known : nil
        })
    private static let form = Parameter<WhatIfForm>.choice(
        "format", "FORMAT", "A table for people, JSON, or a page to share.")

    private static let pushType = Parameter<PushType>.choice(
        "type", "TYPE", "The push type to send it with.")
    private static let priority = Parameter<Int>.numbers(
        "priority", "NUM", [10, 5, 1], "The priority to send it with.")

    static let explainCommands: [Command] = [
        Command(
            "why", .explain,
            "Explains where a notification or an event got lost, and how to fix it.",
            discussion: """
                The answer walks the whole chain: permission, device token, registration token, \
                gateway, device state, display, service extension, tap, link, event, queue, \
                upload, warehouse. The first broken link comes first, with its fix; the last line \
                names the rule and its source. A link marked `quiet` let the notification through, \
                but not as people expect: in a Focus, provisionally, with the summary. One marked \
                `pending` is still waiting.

                Ask about a symptom, and the first line answers it: `why banner`, `why msg-1 \
                image`. The symptoms are \
                \(Suggestion.enumeration(Symptom.allCases.map(\.rawValue))). Other common words \
                give the same answers: `why shown`, `why no picture`, `why msg-1 not woken`, \
                `why 通知`, `why didn't it arrive`. An event type asks about that event: \
                `why link_open`. A campaign's ID asks about the newest of its pushes. What is \
                copied from a log, an answer or the app's code is looked up: `why 505`, `why 410`, \
                `why BadDeviceToken`, `why didReceive not called`. `upload` and \
                `warehouse` are about all of the app's events, unless the question names a push.

                The ID of a push may stand anywhere in the question. A word that `why` does not \
                know and that is not a push's ID is left out; a note names it if nothing else \
                says what is missing, and the answer is about the newest push. Only a word with a \
                digit, a dash, `_`, a dot or a colon is taken for the ID of a push that never \
                came; in a sentence that says what is missing, only one that it begins with.

                A push is judged by the conditions when it arrived: permission, switches in \
                Settings, the app's settings and the device's state, whatever has changed since. A \
                cure fixes the problem for the next push. Once you have applied it, `why` says \
                that it is fixed and what is left to do, which is usually to send the push again.
                """,
            parameters: [subject.spec, symptom.spec],
            examples: [
                .init("An event that has not been uploaded.", sample + "\nwhy msg-1"),
                .init(
                    "A banner that did not show.",
                    """
                    app launch
                    app background
                    device focus on
                    receive <<JSON
                      {"td_campaign_id": "cmp-1", "message_id": "msg-1", "title": "Sale",
                       "body": "Today only"}
                      JSON
                    why banner
                    """),
                .init("An app that never got its token.", "permission deny\napp launch\nwhy token"),
                .init(
                    "A deep link that the app does not handle.",
                    """
                    app launch
                    app set schemes none
                    receive <<JSON
                      {"td_campaign_id": "cmp-1", "message_id": "msg-1", "title": "Sale",
                       "body": "Today only", "link": "myapp://coupons/7"}
                      JSON
                    tap
                    why deeplink_open
                    """),
            ], serves: ["TD-14"]
        ) { (arguments) throws(UsageError) in
            let words = [arguments[subject]].compactMap { $0 } + arguments.all(symptom)
            let length = words.reduce(0) { $0 + $1.utf8.count }
            guard length <= longestQuestion else {
                throw UsageError(
                    .invalidValue,
                    "`why` takes a question of at most \(longestQuestion) bytes, found \(length)",
                    at: nil)
            }
            return .why(WhyQuestion(words))
        },
        Command(
            "doctor", .explain, "Checks the app against the implementation checklist.",
            discussion: """
                Each check passes, fails with its fix, or notes something worth knowing: setup, \
                core components, service extension, event tracking, deep links, configuration and \
                security, testing.
                """,
            examples: [
                .init("The guide's app.", "app launch\ndoctor"),
                .init("An app without an extension.", "app launch\napp set nse off\ndoctor"),
            ], serves: ["TD-14", "TD-17"]
        ) { _ in .doctor },
        Command(
            "status", .explain, "Shows the current state on one screen.",
            discussion: """
                Device, lock and Focus, the app and its state, permission, user, tokens, queue, \
                endpoint, network, stubs, the clock, and the newest push with its fate.
                """,
            examples: [
                .init("A fresh workspace.", "status"),
                .init("After a push.", sample + "\ntap\nstatus"),
            ], serves: ["SH-01", "TD-14"]
        ) { _ in .inspect(.status) },
        Command(
            "try", .explain, "Shows what a push would do in every state of the app.",
            discussion: """
                The push arrives in copies of this world, so nothing here changes: with the app in \
                the foreground, in the background, not running, and force-quit. Each state has a \
                column that says where the push is shown, whether the image is attached, which \
                sound plays, what the badge becomes, which app code runs, which events are \
                tracked, and what a tap does. A line `repaired` shows what changes once the \
                sender's profile has added what the app needs. Numbers in brackets refer to the \
                reasons below the table, with the rule and the cure. An app that has never been \
                opened is launched first.
                """,
            parameters: [payload.spec, also.spec, pushType.spec, priority.spec, form.spec],
            examples: [
                .init(
                    "An image without mutable-content.",
                    """
                    try <<JSON
                      {"aps": {"alert": "Sale", "sound": "default"},
                       "image_url": "https://example.com/banner.png"}
                      JSON
                    """),
                .init(
                    "The same with the screen locked, to send to somebody.",
                    """
                    try --also locked --format markdown <<JSON
                      {"aps": {"alert": "Sale", "badge": 1}}
                      JSON
                    """),
            ], errors: [.invalidPayload, .notInstalled], serves: ["TD-16", "TD-14"]
        ) { arguments in
            var options = WhatIfOptions()
            options.conditions = arguments[also] ?? []
            options.pushType = arguments[pushType]?.rawValue
            options.priority = arguments[priority]
            options.form = arguments[form] ?? .text
            return .whatIf(payloadInput(arguments, payload), options)
        },
        Command(
            "lint", .explain, "Checks a payload and lists every rule it breaks, with the fix.",
            discussion: """
                Each finding has its line and column, a caret, the rule's name, what iOS would do, \
                and how to fix it. Nothing is sent. Errors make the command fail; warnings do not.

                The rules depend on the sender's service, the push type and the app. The service \
                is inferred from the payload's shape, or set with `--as`; Treasure Data's rules \
                apply with `--as td` and if a key starts with `td_`. A request to another service \
                (Expo, OneSignal, Braze, Amazon SNS, Umeng, JPush, Airship, Pusher Beams, \
                Declarative Web Push) is recognised, and the payload inside it is checked. \
                `--type` explains who receives pushes such as `voip` or `mdm`, and what the \
                receiver must do. `--app` also checks the app's own keys (such as the type of \
                its image), schemes, categories, sounds and entitlements.

                `--fix` rewrites the file where a finding has only one possible fix, shows the \
                diff, and lists what is left. A payload from standard input or a here-document is \
                printed with the fixes applied.
                """,
            parameters: [
                payload.spec, dialect.spec, pushType.spec, priority.spec, app.spec, fix.spec,
                format.spec,
            ],
            examples: [
                .init(
                    "An image without mutable-content.",
                    """
                    lint <<JSON
                      {"aps": {"alert": "Sale"}, "image_url": "https://example.com/banner.png"}
                      JSON
                    """),
                .init(
                    "Keys that the installed app does not read.",
                    """
                    lint --app <<JSON
                      {"aps": {"alert": "Sale", "mutable-content": 1},
                       "image": "https://example.com/banner.png"}
                      JSON
                    """),
                .init(
                    "Fix what can be fixed.",
                    """
                    lint --fix <<JSON
                      {"aps": {"alert": "Sale", "badge": "3", "mutableContent": true}}
                      JSON
                    """),
                .init(
                    "For tools.",
                    """
                    lint --as td --format json <<JSON
                      {"td_campaign_id": "cmp-1", "title": "Sale", "body": "Today only"}
                      JSON
                    """),
            ], errors: [.notInstalled], serves: ["TD-09", "PL-01", "KD-01"]
        ) { arguments in
            var options = LintOptions()
            options.dialect = arguments[dialect]
            options.pushType = arguments[pushType]?.rawValue
            options.priority = arguments[priority]
            options.isJSON = arguments[format] == "json"
            options.isForApp = arguments.has(app)
            options.fixes = arguments.has(fix)
            return .lint(payloadInput(arguments, payload), options)
        },
    ]
}
