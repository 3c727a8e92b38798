import PushModel
import PushSimulation

/// The commands of the app's user: login, and the permission with its switches.
extension CommandTable {
    private static let user = Parameter<String>.word(
        "user", "USER", "A customer ID, or the digest of an address.", isRequired: true)
    /// The option of commands whose words are personal, and repeated by no message.
    package static let hashOption = "hash"
    private static let hash = Parameter<String>.option(
        hashOption, "sha256", "Sends the digest of the ID instead.", wants: "`sha256`",
        completion: .choice(["sha256"]), read: { $0 == "sha256" ? $0 : nil })
    private static let timeSensitive = onOff(
        "time-sensitive", "Whether time-sensitive notifications may break through a Focus.")
    private static let control = Parameter<PermissionSwitch>.choiceWord(
        "row", "ROW", "The row on the app's page in Settings.")
    private static let isOn = Parameter<Bool>.positional(
        "state", "on|off", "The new state.", wants: "`on` or `off`", isRequired: true,
        completion: .choice(["on", "off"]),
        read: { $0 == "on" ? true : $0 == "off" ? false : nil })
    private static let alerts = onOff(
        "alerts", "Whether banners, Lock Screen and Notification Center are on in Settings.")

    /// An option that takes `on` or `off`.
    static func onOff(_ name: String, _ summary: String) -> Parameter<Bool> {
        .option(
            name, "on|off", summary, wants: "`on` or `off`", completion: .choice(["on", "off"]),
            read: { $0 == "on" ? true : $0 == "off" ? false : nil })
    }

    static let userCommands: [Command] = [
        Command(
            "permission ask", .app, "Asks the user for permission, as the app would.",
            discussion: "iOS asks once; the simulated user allows it.",
            parameters: [timeSensitive.spec],
            examples: [.init("The prompt, before any launch.", "permission ask")],
            errors: [.permissionDecided, .notInstalled], serves: ["KD-04"]
        ) { .act(.permission(.ask(timeSensitive: $0[timeSensitive]))) },
        Command(
            "permission grant", .app, "Allows notifications, as the user does in Settings.",
            discussion: """
                Settings calls no code of the app: one that waits for the permission with its \
                registration registers at its next launch. If the user has not decided yet, it is \
                the answer to the prompt, and an app that runs registers at once.
                """,
            parameters: [timeSensitive.spec, alerts.spec],
            examples: [
                .init(
                    "Allowed, but not through a Focus.", "permission grant --time-sensitive off")
            ], errors: [.notInstalled], serves: ["KD-04", "PL-06"]
        ) { .act(.permission(.grant(timeSensitive: $0[timeSensitive], alerts: $0[alerts]))) },
        Command(
            "permission deny", .app, "Forbids notifications, as the user does in Settings.",
            parameters: [timeSensitive.spec],
            examples: [
                .init(
                    "The guide's app then never registers, and has no token.",
                    "permission deny\napp launch")
            ], errors: [.notInstalled], serves: ["KD-04", "TD-14"]
        ) { .act(.permission(.deny(timeSensitive: $0[timeSensitive]))) },
        Command(
            "permission provisional", .app, "Allows quiet notifications (provisional).",
            discussion: """
                An app has this permission if its first request asks with `.provisional` (`app \
                set permission.provisional on`); no switch in Settings gives it. The command \
                brings the state about whatever the user decided before.
                """,
            parameters: [timeSensitive.spec],
            examples: [.init("Quiet deliveries.", "permission provisional")],
            errors: [.notInstalled], serves: ["KD-04"]
        ) { .act(.permission(.provisional(timeSensitive: $0[timeSensitive]))) },
        Command(
            "permission switch", .app, "Turns a row on the app's page in Settings on or off.",
            discussion: """
                These are the rows below Allow Notifications: where notifications appear, sounds, \
                badges and what may break through a Focus. If every place is off, nothing is shown \
                even though notifications are allowed. `live-activities off` also ends those that \
                run.
                """,
            parameters: [control.spec, isOn.spec],
            examples: [
                .init("No number on the icon.", "app launch\npermission switch badges off")
            ], errors: [.notInstalled], serves: ["PL-02", "PL-03", "TD-14"]
        ) { .act(.permission(.turn($0[control] ?? .banners, isOn: $0[isOn] ?? true))) },
        Command(
            "login", .app, "Logs a user in; the token is registered again with the user's ID.",
            discussion: """
                The ID becomes the `user_id` of every later event. Use a customer ID or a digest, \
                never an e-mail address: `--hash sha256` sends the digest and does not store the \
                text itself.
                """,
            parameters: [user.spec, hash.spec],
            examples: [
                .init("token_register carries the user.", "app launch\nlogin cust-001"),
                .init(
                    "A digest of an address.",
                    "app launch\nlogin ann@example.com --hash sha256\nwhoami"),
            ], errors: [.notInstalled, .notRunning], serves: ["TD-02", "TD-03", "TD-15"]
        ) { .login($0.need(user), hash: $0[hash]) },
        Command(
            "logout", .app, "Logs the user out; later events carry null.",
            discussion: """
                Logging out changes no token, so what is sent to the user still reaches the \
                device. At a logout the server has to forget whose token it is, or the app calls \
                deleteToken: `token delete`.
                """,
            examples: [.init("Nobody is logged in.", "app launch\nlogin cust-001\nlogout\nwhoami")],
            errors: [.notInstalled, .notRunning], serves: ["TD-03"]
        ) { _ in .act(.logout) },
        Command(
            "whoami", .app, "Shows which device, app, user and token commands act on.",
            examples: [.init("A fresh workspace.", "whoami")], serves: ["SH-01"]
        ) { _ in .inspect(.whoami) },
    ]
}
