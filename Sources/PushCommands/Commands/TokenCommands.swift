import PushModel
import PushPayload
import PushSimulation
import PushText

/// The commands of tokens and topics, on the device and in a sender's table.
extension CommandTable {
    private static let format = Parameter<TokenFormat>.choice(
        "format", "FORMAT", "`csv` for everything, or one kind of token.")
    private static let byInstallation = Parameter<Bool>.flag(
        "fid", "Lists who has a registration token, an installation ID, or both.")
    private static let topic = Parameter<String>.positional(
        "topic", "TOPIC", "The topic's name, without `/topics/`.",
        wants: "1 to 900 of a-z, A-Z, 0-9 and `-_.~%`", isRequired: true,
        read: { FCMAddress.isTopic($0) ? $0 : nil })
    private static let byProvider = Parameter<Bool>.flag(
        "by-provider", "A provider's server does it, by the app's token.")
    private static let topicBundle = Parameter<String>.option(
        "bundle", "ID", "With `--by-provider`, the app; defaults to the current one.",
        wants: BundleID.grammar, read: { BundleID.isValid($0) ? $0 : nil })
    private static let topicSender = Parameter<String>.text(
        "sender", "ID", "With `--by-provider`, the project's sender ID; defaults to the app's.")

    static let tokenCommands: [Command] = [
        Command(
            "token", .app, "Shows the registration token and the device token.",
            examples: [.init("After the first launch.", "app launch\ntoken")],
            serves: ["TD-02", "MG-01"]
        ) { _ in .inspect(.token) },
        token(
            "refresh", .refresh, "Makes the SDK issue a new token and call its delegate.",
            discussion: """
                The app calls deleteToken and then token(completion:), so the delegate gets nil \
                before the new token. Without a network it gets only nil: the old token is gone, \
                and the next cold launch with a network asks for another.
                """,
            errors: [.tokenFetchFailed], serves: ["TD-02", "MG-02"]),
        token(
            "fetch", .fetch,
            "Fetches the token with token(completion:), the remedy after a migration.",
            discussion: """
                A fresh cached token is returned. Otherwise FCM is asked, which returns the same \
                token for a registration it knows. Fails with 505 before the device token is set.
                """, errors: [.tokenFetchFailed], serves: ["MG-04"]),
        Command(
            "token register", .app, "Registers by installation ID, with register(completion:).",
            discussion: """
                Needs `fid-mode` and SDK 12.16 or newer; token(completion:) then fails with code 7.
                """,
            examples: [
                .init(
                    "With the switch on.",
                    "app set firebase.sdk 12.18.0\napp set fid-mode on\napp launch\ntoken register")
            ], errors: [.tokenFetchFailed, .notRunning, .notInstalled], serves: ["MG-02"]
        ) { _ in .act(.token(.register)) },
        token(
            "delete", .delete, "Deletes the token: the delegate gets nil.",
            discussion: """
                The running process does not ask for a new one by itself; the next cold launch does.
                """, serves: ["MG-02"]),
        token(
            "delete-data", .deleteData, "Deletes all of Firebase Messaging's data.",
            discussion: "With auto-init the SDK asks for a new token at once.", serves: ["MG-01"]),
        token(
            "expire", .expire, "Makes FCM forget the token, as it does after long inactivity.",
            serves: ["MG-01"]),
        Command(
            "token history", .app,
            "Lists every token the app has had, with when and why it came and went.",
            examples: [.init("Two tokens.", "app launch\ntoken refresh\ntoken history")],
            errors: [.notInstalled], serves: ["MG-01"]
        ) { _ in .inspect(.tokenHistory) },
        Command(
            "tokens audit", .app,
            "Lists the apps that a send from their current project would no longer reach.",
            discussion: """
                The sender is the Firebase project that each app is built with now. A token from \
                another project gets SENDER_ID_MISMATCH; one that FCM has forgotten gets \
                UNREGISTERED.

                `--fid` is for a provider that moves from `token` to `fid` in FCM's Send API: it \
                lists who has only a registration token, only an installation ID, or both, as \
                linked by the events, and what each app registers with now.
                """,
            parameters: [byInstallation.spec],
            examples: [
                .init("All is well.", "app launch\ntokens audit"),
                .init(
                    "One user has both.",
                    """
                    app set firebase.sdk 12.18.0
                    app launch
                    login cust-001
                    app set fid-mode on
                    token register
                    tokens audit --fid
                    """),
            ],
            serves: ["MG-03", "TD-14"]
        ) { .inspect($0.has(byInstallation) ? .installationAudit : .tokenAudit) },
        Command(
            "tokens export", .app, "Prints the apps' tokens, for a provider's table.",
            discussion: """
                `csv` has a line for each app on each device: who is logged in, the device token \
                with its environment, the registration token with its sender and project, and the \
                installation ID. `apns` prints only device tokens, `fcm` only registration tokens. \
                Tokens are printed in full: they belong to simulated devices.
                """,
            parameters: [format.spec],
            examples: [
                .init("For a backend's test.", "app launch\ntokens export"),
                .init("Targets for FCM.", "app launch\ntokens export --format fcm"),
            ], serves: ["KD-06", "MG-03"]
        ) { .inspect(.tokenExport($0[format] ?? .csv)) },
        Command(
            "topic subscribe", .app, "Subscribes the app to a topic, with subscribe(toTopic:).",
            discussion: """
                FCM stores the subscription with the installation, in the app's Firebase project: \
                refreshing the token keeps it, deleting the app loses it. The SDK calls \
                token(completion:) first, so the call fetches a missing token, or fails as that \
                does. Without a network a call with a token is kept, and the SDK makes it when the \
                network is back, or at the next launch. FCM allows an installation 2,000 topics.

                With `--by-provider` a server subscribes the app's registration, as with FCM's \
                `topicSubscriptions` on the port of `serve --fcm`: the app need not run, nor have \
                a network.
                """,
            parameters: [topic.spec, byProvider.spec, topicBundle.spec, topicSender.spec],
            examples: [
                .init(
                    "A message to a topic reaches the app.",
                    """
                    app launch
                    topic subscribe news
                    receive <<JSON
                      {"message": {"topic": "news", "notification": {"title": "Hello"}}}
                      JSON
                    """),
                .init(
                    "A server subscribes an app that does not run.",
                    "app launch\napp force-quit\ntopic subscribe news --by-provider"),
            ],
            errors: [.noToken, .notRunning, .tokenFetchFailed, .notInstalled, .tooManyTopics],
            serves: ["KD-06"]
        ) { (arguments) throws(UsageError) in try topicCall(arguments, subscribes: true) },
        Command(
            "topic unsubscribe", .app,
            "Unsubscribes the app from a topic, with unsubscribe(fromTopic:).",
            parameters: [topic.spec, byProvider.spec, topicBundle.spec, topicSender.spec],
            examples: [
                .init(
                    "No longer.", "app launch\ntopic subscribe news\ntopic unsubscribe news")
            ], errors: [.noToken, .notRunning, .tokenFetchFailed, .notInstalled], serves: ["KD-06"]
        ) { (arguments) throws(UsageError) in try topicCall(arguments, subscribes: false) },
        Command(
            "topics", .app, "Lists which installations are subscribed to which topics.",
            examples: [.init("One.", "app launch\ntopic subscribe news\ntopics")],
            serves: ["KD-06"]
        ) { _ in .inspect(.topics) },
        Command(
            "users", .app, "Lists which user is linked to which token, across all devices.",
            discussion: """
                Treasure Data links anonymous events to users by their tokens; the view \
                push_events_resolved next to each event table does that. An anonymous event gets \
                the user of the next event with the same token, or else of the last one before it.
                """,
            examples: [
                .init("One user.", "app launch\nlogin cust-001\nusers")
            ], serves: ["TD-03"]
        ) { _ in .inspect(.users) },
    ]

    /// The call of the app's SDK about a topic, or with `--by-provider` that of a server.
    private static func topicCall(
        _ arguments: Arguments, subscribes: Bool
    ) throws(UsageError) -> Instruction {
        let name = arguments.need(topic)
        guard arguments.has(byProvider) else {
            for option in [topicBundle, topicSender] {
                guard let word = arguments.argument(of: option) else { continue }
                throw UsageError(
                    .invalidValue, "`--\(option.spec.name)` only goes with `--by-provider`",
                    at: word.span)
            }
            return .act(
                .token(subscribes ? .subscribe(topic: name) : .unsubscribe(topic: name)))
        }
        return .act(
            .topic(
                TopicChange(
                    bundleID: arguments[topicBundle], topic: name,
                    senderID: arguments[topicSender], subscribes: subscribes)))
    }

    /// Makes a command for what the app does with its registration token.
    ///
    /// Each of them fails with `not_running` if the app does not run, and with `no_token`.
    private static func token(
        _ name: String, _ action: TokenAction, _ summary: String, discussion: String = "",
        errors: [Refusal.Code] = [], serves: [String]
    ) -> Command {
        Command(
            "token " + name, .app, summary, discussion: discussion,
            examples: [.init(summary, "app launch\ntoken " + name)],
            errors: [.noToken, .notRunning, .notInstalled] + errors, serves: serves
        ) { _ in .act(.token(action)) }
    }
}
