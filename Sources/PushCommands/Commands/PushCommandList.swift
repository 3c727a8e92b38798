import PushPayload
import PushSimulation
import PushText

/// The commands of pushes and of what the user does with them.
extension CommandTable {
    private static let payload = Parameter<String>.word(
        "payload", "FILE|-|<<JSON",
        "A payload: a file, `-` for standard input, a here-document, or the JSON object itself.",
        isRequired: true, completion: .file
    ).asObject.asDocument
    private static let id = Parameter<String>.text(
        "id", "ID", "The message ID; defaults to the payload's.")
    private static let timeToLive = PushParameters.timeToLive(
        "How long APNs stores it for an offline device, such as `1h`; 0 = not at all.")
    private static let isVerbatim = Parameter<Bool>.flag(
        "verbatim", "Sends the payload as it is, without the sender profile's additions.")
    private static let isServed = Parameter<Bool>.flag(
        "served", "The payload is a recorded push that `serve` accepted or refused.")
    private static let bundle = Parameter<String>.option(
        "bundle", "ID", "The target app; defaults to the payload's `Simulator Target Bundle`.",
        wants: BundleID.grammar, read: { BundleID.isValid($0) ? $0 : nil })
    private static let to = Parameter<String>.text(
        "to", "DEVICE|TOKEN",
        "Sends to a device, or to a token from a provider's table.",
        completion: .device)
    private static let channel = Parameter<String>.text(
        "channel", "ID", "Sends to a broadcast channel and every Live Activity subscribed to it.")
    private static let notification = Parameter<String>.word(
        "id", "ID", "A message ID; defaults to the newest notification on screen.",
        completion: .notification)
    private static let neededID = Parameter<String>.word(
        "id", "ID", "A message ID.", isRequired: true, completion: .notification)
    private static let button = Parameter<String>.text(
        "action", "NAME", "Presses a button of the notification's category.")
    private static let typed = Parameter<String>.text(
        "text", "TEXT", "The text typed into the button's field.")
    private static let noLink = Parameter<Bool>.flag(
        "no-link", "Stops after `open`; the notification's link is not opened.")
    private static let everything = Parameter<Bool>.flag("all", "Every notification.")
    private static let target = Parameter<String>.word(
        "target", "ID|URL", "A link, or a notification whose link is opened.", isRequired: true,
        completion: .notification)

    static let pushCommands: [Command] = [
        Command(
            "receive", .push, "Delivers a push to the current device.",
            discussion: """
                Recognises Simulator files (`.apns`), Treasure Data's data payloads, FCM `message` \
                objects and bare `aps` objects. Trailing commas, a byte-order mark and UTF-16 are \
                accepted with a warning, as by Apple's parser. The sender's profile adds the \
                category and mutable-content that the app needs, and reports it; `--verbatim` \
                sends the payload as it is. Without `--type` the push type is `background` for \
                content-available alone, `liveactivity` if `aps` has `event` or `content-state`, \
                and `alert` for everything else. A push to a Live Activity goes to the token given \
                with `--to`, to a broadcast channel, or else to the token its sender would use: \
                the push-to-start token, or the newest Live Activity's.

                A normal push has an `alert`. A silent push has `content-available` alone: it \
                shows nothing, and iOS may launch the app for it. A rich push has \
                `mutable-content`, so that the service extension can add an image before it is \
                shown.

                FCM messages and Treasure Data's payloads go through FCM. A message's `token`, \
                `fid`, `topic` or `condition` decides where it goes: to the app with that address, \
                on any device, or nowhere: a dead token gets UNREGISTERED, one from another \
                project SENDER_ID_MISMATCH, and text that is not a token INVALID_ARGUMENT. In a \
                `condition`, FCM reads parentheses first, and then `&&` and `||` from left to \
                right: neither comes before the other. `--to phone` sends to the current address \
                of the app on `phone`.
                """,
            parameters: [
                payload.spec, to.spec, id.spec, PushParameters.priority.spec,
                PushParameters.type.spec, PushParameters.collapseID.spec, timeToLive.spec,
                bundle.spec, channel.spec, isVerbatim.spec, isServed.spec,
            ],
            examples: [
                .init(
                    "A data payload, in front.",
                    """
                    app launch
                    receive <<JSON
                      {"td_campaign_id": "cmp-1", "message_id": "msg-1", "title": "お知らせ",
                       "body": "本日のクーポン", "link": "https://example.com/promo"}
                      JSON
                    """),
                .init(
                    "A payload on the line itself.",
                    #"""
                    app launch
                    receive {"aps": {"alert": "Sale"}, "message_id": "msg-2"}
                    """#),
            ], errors: [.invalidPayload, .payloadTooLarge, .notInstalled, .pushRefused, .noDevice],
            serves: ["TD-01", "TD-09", "TD-10", "PL-01", "KD-01"]
        ) { arguments in
            .receive(payloadInput(arguments, payload), receiveOptions(arguments))
        },
        Command(
            "notifications", .push,
            "Lists what is in Notification Center, newest first, and the badge.",
            discussion: """
                Each is listed with its text and age. They are stacked as iOS stacks them: one \
                stack per thread, and one for those without a thread. Those held for the scheduled \
                summary are marked `held`. `$.shown` has the exact times. If other apps of the \
                device have some, each app's are listed under its bundle ID, and `$.apps` has them.
                """,
            examples: [.init("One notification.", sample + "\nnotifications")],
            errors: [.notInstalled], serves: ["PL-02", "PL-07"]
        ) { _ in .inspect(.notifications) },
        Command(
            "show", .push, "Shows one notification as iOS draws it, and its payload.",
            parameters: [neededID.spec],
            examples: [.init("What the user saw.", sample + "\nshow msg-1")],
            errors: [.noNotification, .notInstalled], serves: ["NC-03", "PL-08"]
        ) { .inspect(.show($0.need(neededID))) },
        Command(
            "tap", .push, "The user taps a notification: `open`, then its link.",
            discussion: """
                Notification Center is the device's: a notification of another app than the \
                current one opens that app, which is the current one from then on. \
                `--action` presses a button of the notification's category instead. The app \
                handles it in the background; a button with the `foreground` option brings the app \
                to the front. On a locked device it asks for the passcode first, as does one with \
                `auth`. A button with `text` takes typed text (`app set categories`).
                """,
            parameters: [notification.spec, button.spec, typed.spec, noLink.spec],
            examples: [
                .init("The newest one.", sample + "\ntap"),
                .init(
                    "An answer from the lock screen.",
                    """
                    app set categories chat+reply:text
                    app launch
                    device lock
                    receive {"aps": {"alert": "Coming?", "category": "chat"}, "message_id": "msg-1"}
                    tap msg-1 --action reply --text 'On my way'
                    """),
            ],
            errors: [.noNotification, .alreadyHandled, .unknownAction, .appCrashed, .notInstalled],
            serves: ["TD-04", "TD-12"]
        ) { (arguments) throws(UsageError) in
            if let found = arguments.argument(of: typed), arguments[button] == nil {
                throw UsageError(
                    .missingArgument, "`--text` is typed into a button's field, wanted `--action`",
                    at: found.span)
            }
            return .act(
                .tap(
                    id: arguments[notification], button: arguments[button],
                    opensLink: !arguments.has(noLink), text: arguments[typed]))
        },
        Command(
            "dismiss", .push, "The user removes a notification.",
            discussion: """
                `dismiss` is only tracked for a category registered with customDismissAction. The \
                notification may be another app's than the current one's.
                """,
            parameters: [notification.spec, everything.spec],
            examples: [.init("The newest one.", sample + "\ndismiss")],
            errors: [.noNotification, .alreadyHandled, .notInstalled], serves: ["TD-04"]
        ) { (arguments) throws(UsageError) in
            let id = arguments[notification]
            guard arguments.has(everything) else { return .act(.dismiss(id: id)) }
            guard id == nil else {
                throw UsageError(
                    .invalidValue, "`dismiss` takes an ID or `--all`, found both",
                    at: arguments.argument(of: notification)?.span)
            }
            return .act(.dismissAll)
        },
        Command(
            "open", .push, "Opens a link: checks it, then routes it to a screen or to Safari.",
            parameters: [target.spec],
            examples: [
                .init("A screen of the app.", "app launch\nopen myapp://coupons/7?from=push"),
                .init("A refused link.", "app launch\n!link_refused open javascript:alert(1)"),
            ], errors: [.linkRefused, .noNotification, .notInstalled], serves: ["TD-07"]
        ) { .open($0.need(target)) },
    ]

    /// The statements that bring a push to the phone of the examples.
    static let sample = """
        app launch
        receive <<JSON
          {"td_campaign_id": "cmp-1", "message_id": "msg-1", "title": "Sale", "body": "Today only",
           "link": "myapp://coupons/7"}
          JSON
        """

    /// The payload that a command takes; a word that starts with a brace is the payload itself.
    static func payloadInput(
        _ arguments: Arguments, _ parameter: Parameter<String>
    ) -> PayloadInput {
        if let argument = arguments.argument(of: parameter), let text = argument.text,
            argument.kind == .word || argument.kind == .quoted, text.hasPrefix("{")
        {
            return .text(text, at: argument.span)
        }
        return input(arguments, parameter)
    }

    /// The source of the text that a command reads.
    static func input(_ arguments: Arguments, _ parameter: Parameter<String>) -> PayloadInput {
        let argument = arguments.argument(of: parameter) ?? Argument("", at: Span(start: 0, end: 0))
        let text = argument.text ?? ""
        switch argument.kind {
        case .hereDocument, .json: return .text(text, at: argument.span)
        case .file: return .file(text, at: argument.span)
        case .word where text == "-": return .standardInput(at: argument.span)
        case .word, .quoted: return .file(text, at: argument.span)
        }
    }

    /// Gathers the options of `receive`; nil is what was not given, and left to the payload.
    private static func receiveOptions(_ arguments: Arguments) -> ReceiveOptions {
        var options = ReceiveOptions()
        options.id = arguments[id]
        options.to = arguments[to]
        options.channel = arguments[channel]
        options.priority = arguments[PushParameters.priority]
        options.pushType = arguments[PushParameters.type]?.rawValue
        options.collapseID = arguments[PushParameters.collapseID]
        options.timeToLive = arguments[timeToLive]
        options.bundleID = arguments[bundle]
        options.isVerbatim = arguments.has(isVerbatim)
        options.isServed = arguments.has(isServed)
        return options
    }
}
