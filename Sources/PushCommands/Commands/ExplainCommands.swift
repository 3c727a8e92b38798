import PushLanguage
import PushPayload
import PushSimulation

extension CommandTable {
    private static let subject = Parameter<String>.word(
        "subject", "ID|EVENT", "A message ID or an event's type; the newest notification without.",
        completion: .notification)
    private static let payload = Parameter<String>.word(
        "payload", "FILE|-|<<JSON",
        "A payload: a file, `-` for standard input, or a here-document.",
        isRequired: true, completion: .file)
    private static let dialects = ["apns", "fcm", "td", "ncmb"]
    private static let dialect = Parameter<String>.option(
        "as", "DIALECT", "Whose payload it is; told from its shape when not given.",
        wants: Suggestion.list(dialects), completion: .choice(dialects),
        read: { dialects.contains($0) ? $0 : nil })
    private static let format = Parameter<String>.option(
        "format", "FORMAT", "Text for people, or JSON for tools.", wants: "`text` or `json`",
        completion: .choice(["text", "json"]), read: { ["text", "json"].contains($0) ? $0 : nil })

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
                upload, warehouse. The first broken link comes first, with what mends it; the last \
                line names the rule and its source. Asked about an event (`delivery`, `open`, \
                `dismiss`, `link_open`, `deeplink_open`, `token_register`, or `token` for short), \
                it says why the newest notification did not lead to it.
                """,
            parameters: [subject.spec],
            examples: [
                .init("An event that nobody has uploaded.", sample + "\nwhy msg-1"),
                .init("An app that never got its token.", "permission deny\napp launch\nwhy token"),
                .init(
                    "A link that the app does not take.",
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
        ) { .why($0[subject]) },
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
            "lint", .explain, "Names every rule that a payload breaks, and the cure.",
            discussion: """
                Each finding has its line and column, a caret, the rule's name, what iOS would do, \
                and what mends it. Nothing is sent. Errors make the command fail; warnings do not.
                """,
            parameters: [
                payload.spec, dialect.spec, pushType.spec, priority.spec, format.spec,
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
                    "For a tool.",
                    """
                    lint --as td --format json <<JSON
                      {"td_campaign_id": "cmp-1", "title": "Sale", "body": "Today only"}
                      JSON
                    """),
            ], serves: ["TD-09", "PL-01", "KD-01"]
        ) { arguments throws(UsageError) in
            var options = LintOptions()
            options.dialect = arguments[dialect]
            options.pushType = arguments[pushType]
            options.priority = arguments[priority]
            options.isJSON = arguments[format] == "json"
            return .lint(try payloadInput(arguments, payload), options)
        },
    ]
}
