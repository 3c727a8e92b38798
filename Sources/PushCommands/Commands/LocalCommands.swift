import PushSimulation
import PushText

/// The commands of local notifications, which the app schedules itself.
extension CommandTable {
    private static let interval = Parameter<Int64>.option(
        "in", "DURATION", "The time until it fires; at once if not given.",
        wants: "a duration like `90s`, `5m` or `1h30m`, at most 36500 days",
        read: { DurationText.parse($0).flatMap { $0 <= longest ? $0 : nil } })
    /// A hundred years, in milliseconds: each sum of it and a time stays far within 64 bits.
    private static let longest: Int64 = 36_500 * 86_400_000
    private static let id = Parameter<String>.text(
        "id", "ID", "The request's identifier; defaults to `local-1` and so on.")
    private static let title = Parameter<String>.text("title", "TEXT", "The title.")
    private static let body = Parameter<String>.text("body", "TEXT", "The text.")
    private static let sound = Parameter<String>.text(
        "sound", "NAME", "The sound: `default` or a file in the app.")
    private static let badge = Parameter<Int>.number(
        "badge", "NUMBER", "The number on the icon.", in: 0...99_999)
    private static let category = Parameter<String>.text(
        "category", "ID", "The category, which adds buttons.")
    private static let link = Parameter<String>.text("link", "URL", "The link that a tap opens.")
    private static let repeats = Parameter<Bool>.flag(
        "repeat", "Fires repeatedly, at most every 60 s.")
    private static let everything = Parameter<Bool>.flag("all", "Every scheduled notification.")
    private static let scheduledID = Parameter<String>.word("id", "ID", "The identifier.")

    static let localCommands: [Command] = [
        Command(
            "local add", .push, "The app schedules a local notification, or posts one at once.",
            discussion: """
                With `--in` it fires when the clock reaches it, even after the process was killed \
                or the device restarted; without, it is posted at once. Another one with the same \
                identifier replaces it. iOS keeps the 64 soonest of an app and silently drops the \
                others. A repeating interval under 60 s crashes the app with an exception.

                Calendar and location triggers (`UNCalendarNotificationTrigger`, \
                `UNLocationNotificationTrigger`) are not simulated, and neither are a local \
                notification's interruption level, relevance score and thread.
                """,
            parameters: [
                interval.spec, id.spec, title.spec, body.spec, sound.spec, badge.spec,
                category.spec, link.spec, repeats.spec,
            ],
            examples: [
                .init(
                    "A reminder, ten minutes later.",
                    """
                    app launch
                    local add --in 10m --id cart --title 'Your cart' --body 'Still waiting'
                    app kill
                    clock advance 10m
                    """)
            ], errors: [.notRunning, .notInstalled, .appCrashed], serves: ["KD-02"]
        ) { arguments throws(UsageError) in
            let milliseconds = arguments[interval]
            guard milliseconds != nil || !arguments.has(repeats) else {
                throw UsageError(
                    .missingArgument, "`--repeat` needs `--in DURATION`, the time between two",
                    at: nil)
            }
            return .schedule(
                LocalRequest(
                    id: arguments[id] ?? "", content: content(arguments),
                    milliseconds: milliseconds, repeats: arguments.has(repeats)))
        },
        Command(
            "local list", .push, "Lists the scheduled local notifications, the soonest first.",
            examples: [
                .init("One.", "app launch\nlocal add --in 1h --id a --body Soon\nlocal list")
            ], errors: [.notInstalled], serves: ["KD-02"]
        ) { _ in .inspect(.scheduled) },
        Command(
            "local remove", .push, "The app removes scheduled notifications.",
            discussion: "Notifications already shown stay; the user removes those with `dismiss`.",
            parameters: [scheduledID.spec, everything.spec],
            examples: [
                .init("One.", "app launch\nlocal add --in 1h --id a --body Soon\nlocal remove a")
            ], errors: [.noNotification, .notRunning, .notInstalled], serves: ["KD-02"]
        ) { arguments throws(UsageError) in
            let id = arguments[scheduledID]
            guard (id == nil) == arguments.has(everything) else {
                throw UsageError(
                    .missingArgument, "`local remove` takes an identifier or `--all`", at: nil)
            }
            return .act(.local(.remove(id: id)))
        },
    ]

    /// Returns the content in the form of a payload.
    private static func content(_ arguments: Arguments) -> JSON {
        var alert: [JSON.Member] = []
        if let text = arguments[title] { alert.append(.init(key: "title", value: .string(text))) }
        if let text = arguments[body] { alert.append(.init(key: "body", value: .string(text))) }
        var aps: [JSON.Member] = []
        if !alert.isEmpty { aps.append(.init(key: "alert", value: .object(alert))) }
        if let name = arguments[sound] { aps.append(.init(key: "sound", value: .string(name))) }
        if let number = arguments[badge] { aps.append(.init(key: "badge", value: .int(number))) }
        if let name = arguments[category] {
            aps.append(.init(key: "category", value: .string(name)))
        }
        var root: [JSON.Member] = [.init(key: "aps", value: .object(aps))]
        if let text = arguments[link] { root.append(.init(key: "link", value: .string(text))) }
        return .object(root)
    }
}
