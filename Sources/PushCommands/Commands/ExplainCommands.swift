import PushExplain
import PushPayload
import PushSimulation
import PushText

extension CommandTable {
    private static let subject = Parameter<String>.word(
        "subject", "ID|SYMPTOM",
        "A message ID, or what is missing; the newest notification without.",
        completion: .notification)
    private static let symptom = Parameter<String>.word(
        "symptom", "SYMPTOM",
        "What is missing, as `banner` or `image`, in as many words as one likes.",
        isRepeating: true, completion: .choice(Symptom.allCases.map(\.rawValue)))
    private static let payload = Parameter<String>.word(
        "payload", "FILE|-|<<JSON",
        "A payload: a file, `-` for standard input, a here-document, or the JSON object itself.",
        isRequired: true, completion: .file)
    private static let dialects = ["apns", "fcm", "td", "ncmb"]
    private static let dialect = Parameter<String>.option(
        "as", "DIALECT", "Whose payload it is; told from its shape when not given.",
        wants: Suggestion.list(dialects), completion: .choice(dialects),
        read: { dialects.contains($0) ? $0 : nil })
    private static let app = Parameter<Bool>.flag(
        "app", "Compares the keys with what the installed app reads, registers and holds.")
    private static let fix = Parameter<Bool>.flag(
        "fix", "Applies every fix that is certain, to the file, and shows them as a diff.")
    private static let format = Parameter<String>.option(
        "format", "FORMAT", "Text for people, or JSON for tools.", wants: "`text` or `json`",
        completion: .choice(["text", "json"]), read: { ["text", "json"].contains($0) ? $0 : nil })

    private static let also = Parameter<[WhatIfCondition]>.option(
        "also", "WORDS", "Circumstances to try as well, with commas between them.",
        wants: "words with commas between them, from "
            + Suggestion.list(WhatIfCondition.allCases.map(\.rawValue)),
        completion: .choice(WhatIfCondition.allCases.map(\.rawValue)),
        read: { text in
            let words = text.split(separator: ",", omittingEmptySubsequences: false)
            let known = words.compactMap { WhatIfCondition(rawValue: String($0)) }
            return known.count == words.count ? known : nil
        })
    private static let form = Parameter<WhatIfForm>.choice(
        "format", "FORMAT", "A table for people, JSON, or a page to send to somebody.")

    private static let pushType = Parameter<String>.option(
        "type", "TYPE", "The push type it would be sent with.",
        wants: Suggestion.list(PushType.allCases.map(\.rawValue)),
        completion: .choice(PushType.allCases.map(\.rawValue)),
        read: { PushType(rawValue: $0)?.rawValue })
    private static let priority = Parameter<Int>.numbers(
        "priority", "NUM", [10, 5, 1], "The priority it would be sent with.")

    static let explainCommands: [Command] = [
        Command(
            "why", .explain, "Explains where a notification or an event stopped, and the cure.",
            discussion: """
                The answer walks the whole chain: permission, device token, registration token, \
                gateway, device state, display, service extension, tap, link, event, queue, \
                upload, warehouse. The first link that does not hold comes first, with what mends \
                it; the last line names the rule and its source. A link that is `quiet` let the \
                notification through, and not as people expect: in a Focus, provisionally, with \
                the summary. One that is `pending` waits.

                Asked about a symptom, the first line answers it: `why banner`, `why msg-1 image`. \
                The symptoms are \(Suggestion.enumeration(Symptom.allCases.map(\.rawValue))). \
                Other words that people use lead to the same answers, as `why shown`, \
                `why no picture`, `why msg-1 not woken` or `why 通知`; an event's type asks for \
                that event: `why link_open`. `upload` and `warehouse` are about all of the app's \
                events, unless a message ID stands before them.

                A push is judged by its own time: by the permission, the switches of Settings, \
                the app's settings and the device's state that it met, whatever has changed \
                since. A cure says what mends it for the next push. Once that was done, the same \
                question says that it is mended by now, and what is left to do: mostly, to send \
                the push again.
                """,
            parameters: [subject.spec, symptom.spec],
            examples: [
                .init("An event that nobody has uploaded.", sample + "\nwhy msg-1"),
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
                    "A deep link that the app does not take.",
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
        ) { arguments throws(UsageError) in
            let words = [arguments[subject]].compactMap { $0 } + arguments.all(symptom)
            guard let subject = WhySubject(words) else {
                throw UsageError(
                    .invalidValue,
                    "`why` takes a symptom behind a message ID, found `\(words.last ?? "")`: "
                        + "expected "
                        + Suggestion.list(Symptom.allCases.map(\.rawValue)),
                    at: arguments.allArguments(symptom).last?.span)
            }
            return .why(subject)
        },
        Command(
            "doctor", .explain, "Checks the app against the implementation checklist.",
            discussion: """
                Ticks what is right, crosses what is not and says what mends it, and notes what is \
                worth knowing: setup, core components, service extension, event tracking, deep \
                links, configuration and security, testing.
                """,
            examples: [
                .init("The guide's app.", "app launch\ndoctor"),
                .init("An app without an extension.", "app launch\napp set nse off\ndoctor"),
            ], serves: ["TD-14", "TD-17"]
        ) { _ in .doctor },
        Command(
            "status", .explain, "Shows how things stand, on one screen.",
            discussion: """
                Device, lock and Focus, the app and its state, permission, user, tokens, queue, \
                endpoint, network, planted answers, the clock, and the newest push with what \
                became of it.
                """,
            examples: [
                .init("A fresh workspace.", "status"),
                .init("After a push.", sample + "\ntap\nstatus"),
            ], serves: ["SH-01", "TD-14"]
        ) { _ in .inspect(.status) },
        Command(
            "try", .explain, "Shows what a push would do in every state of the app.",
            discussion: """
                The push arrives in a copy of this world: with the app in the foreground, in the \
                background, not running, and force-quit. Nothing here changes. One column a state \
                says where it is shown, whether the image is attached, which sound plays, what the \
                badge becomes, which code of the app runs, which events are tracked, and what a \
                tap then does. A line `repaired` says what is different once the sender's profile \
                has added what the app needs. Numbers in brackets lead to the reasons below the \
                table, with the rule and the cure. An app that was never opened is opened first, \
                as `app launch` does.
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
            options.pushType = arguments[pushType]
            options.priority = arguments[priority]
            options.form = arguments[form] ?? .text
            return .whatIf(payloadInput(arguments, payload), options)
        },
        Command(
            "lint", .explain, "Names every rule that a payload breaks, and the cure.",
            discussion: """
                Each finding has its line and column, a caret, the rule's name, what iOS would do, \
                and what mends it. Nothing is sent. Errors make the command fail; warnings do not.

                The rules are those of the sender's service, of the push type and of the app. The \
                service is told from the shape, or said with `--as`; Treasure Data's rules apply \
                with `--as td` and where a key starts with `td_`. A request to another service \
                (Expo, OneSignal, Braze, Amazon SNS, Umeng, JPush, Airship, Pusher Beams, \
                Declarative Web Push) is named, and the payload inside it is checked. `--type` \
                says who receives pushes such as `voip` or `mdm`, and what the receiver must do. \
                `--app` adds the app's own keys, schemes, categories, sounds and entitlements.

                `--fix` rewrites the file where a finding can be mended in one way only, shows \
                the difference, and lists what is left. A payload from standard input or a \
                here-document is printed, mended.
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
                    "What can be mended, mended.",
                    """
                    lint --fix <<JSON
                      {"aps": {"alert": "Sale", "badge": "3", "mutableContent": true}}
                      JSON
                    """),
                .init(
                    "For a tool.",
                    """
                    lint --as td --format json <<JSON
                      {"td_campaign_id": "cmp-1", "title": "Sale", "body": "Today only"}
                      JSON
                    """),
            ], serves: ["TD-09", "PL-01", "KD-01"]
        ) { arguments in
            var options = LintOptions()
            options.dialect = arguments[dialect]
            options.pushType = arguments[pushType]
            options.priority = arguments[priority]
            options.isJSON = arguments[format] == "json"
            options.isForApp = arguments.has(app)
            options.fixes = arguments.has(fix)
            return .lint(payloadInput(arguments, payload), options)
        },
    ]
}
