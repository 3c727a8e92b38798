import PushPayload
import PushSimulation
import PushText

/// The commands of Live Activities as the app calls ActivityKit, and of broadcast channels as a
/// provider manages them at APNs.
extension CommandTable {
    private static let attributesType = Parameter<String>.word(
        "type", "TYPE", "The name of the app's ActivityAttributes struct.", isRequired: true)
    private static let content = object("state", "The content state, a JSON object.")
    private static let attributes = object("attributes", "The attributes, a JSON object.")
    private static let stale = Parameter<Int64>.option(
        "stale", "DURATION", "How long until the content is outdated: `30s`, `15m`, `2h`.",
        wants: "a duration like `30s`, `15m` or `2h`", read: { DurationText.parse($0) })
    private static let channel = Parameter<String>.text(
        "channel", "ID", "The broadcast channel that updates it, instead of a push token.")
    /// The time on the Lock Screen after the end, kept as text: `now`, or a duration that the app
    /// cuts to ActivityKit's 4 hours.
    private static let dismissal = Parameter<String>.option(
        "dismiss", "now|DURATION", "When it leaves the Lock Screen; at most 4 hours later.",
        wants: "`now` or a duration like `15m`", completion: .choice(["now"]),
        read: { $0 == "now" || DurationText.parse($0) != nil ? $0 : nil })
    private static let activityID = Parameter<String>.word(
        "id", "ID", "`live-1` and so on; defaults to the newest.")
    private static let channelID = Parameter<String>.word(
        "id", "ID", "The channel's ID.", isRequired: true)
    /// APNs' message storage policy of a channel; the service has no other values.
    private static let policy = Parameter<Int>.numbers(
        "policy", "NUM", [0, 1], "Stores nothing (0), or the newest message for 8 h (1).")
    private static let channelBundle = Parameter<String>.option(
        "bundle", "ID", "The target app; defaults to the current one.",
        wants: BundleID.grammar, read: { BundleID.isValid($0) ? $0 : nil })
    private static let environment = Parameter<CredentialOptions.Environment>.choice(
        "environment", "ENVIRONMENT", "The environment; defaults to both.")

    /// An option whose value is a JSON object; anything else is refused when the script is checked.
    private static func object(_ name: String, _ summary: String) -> Parameter<JSON> {
        .option(
            name, "JSON", summary, wants: "a JSON object",
            read: { text in
                let root = try? JSONParser.parse(Array(text.utf8))
                return root?.objectMembers == nil ? nil : root
            }
        ).asObject
    }

    /// The app's own part in ActivityKit; a push does the rest.
    static let activityCommands: [Command] = [
        Command(
            "activity start", .push, "The app starts a Live Activity.",
            discussion: """
                The app must be in front and have NSSupportsLiveActivities (`app set activities \
                on`), and the user must allow it (`permission switch live-activities`); otherwise \
                the command fails with ActivityKit's error. The activity gets a push token, which \
                `activity tokens` shows in full, or is subscribed to a broadcast channel. A push \
                can also start one, in any state of the app: `receive` with `event` `start`.
                """,
            parameters: [
                attributesType.spec, content.spec, attributes.spec, stale.spec, channel.spec,
            ],
            examples: [
                .init(
                    "Started, and updated by a push.",
                    """
                    app set activities on
                    app launch
                    activity start BusAttributes --state '{"stops": 3}'
                    receive <<JSON
                      {"aps": {"event": "update", "timestamp": 1767225600,
                        "content-state": {"stops": 2}}}
                      JSON
                    activity list
                    """)
            ],
            errors: [.activityRefused, .notRunning, .notInstalled], serves: ["TD-01"]
        ) { arguments in
            var request = ActivityRequest(arguments.need(attributesType))
            request.content = arguments[content] ?? [:]
            request.attributes = arguments[attributes] ?? [:]
            request.staleAfter = arguments[stale]
            request.channel = arguments[channel]
            return .act(.activity(.start(request)))
        },
        Command(
            "activity update", .push, "The app changes what its Live Activity shows.",
            parameters: [activityID.spec, content.needed.spec, stale.spec],
            examples: [
                .init(
                    "Another state.",
                    started + "\nactivity update --state '{\"stops\": 1}'")
            ], errors: [.activityRefused, .noActivity, .notRunning, .notInstalled],
            serves: ["TD-01"]
        ) { arguments throws(UsageError) in
            guard let state = arguments[content] else {
                throw UsageError(
                    .missingArgument, "`activity update` takes `--state JSON`, found none", at: nil)
            }
            return .act(
                .activity(
                    .update(id: arguments[activityID], content: state, staleAfter: arguments[stale])
                ))
        },
        Command(
            "activity end", .push, "The app ends its Live Activity.",
            discussion: """
                It stays on the Lock Screen for 4 hours, or as long as `--dismiss` says. Its push \
                token dies at once: APNs answers Unregistered.
                """,
            parameters: [activityID.spec, content.spec, dismissal.spec],
            examples: [.init("Gone at once.", started + "\nactivity end --dismiss now")],
            errors: [.activityRefused, .noActivity, .notRunning, .notInstalled], serves: ["TD-01"]
        ) { arguments in
            let removal: ActivityRemoval =
                switch arguments[dismissal] {
                case nil: .standard
                case "now": .immediate
                case let text?: DurationText.parse(text).map { .after($0) } ?? .standard
                }
            return .act(
                .activity(.end(id: arguments[activityID], content: arguments[content], removal)))
        },
        Command(
            "activity dismiss", .push, "The user swipes a Live Activity off the Lock Screen.",
            parameters: [activityID.spec],
            examples: [.init("Swiped away.", started + "\nactivity dismiss")],
            errors: [.noActivity, .notInstalled], serves: ["TD-01"]
        ) { .act(.activity(.dismiss(id: $0[activityID]))) },
        Command(
            "activity list", .push, "Lists the app's Live Activities and where they are shown.",
            examples: [.init("One, in the Dynamic Island.", started + "\nactivity list")],
            errors: [.notInstalled], serves: ["TD-01"]
        ) { _ in .inspect(.activities) },
        Command(
            "activity tokens", .push, "Prints the app's ActivityKit tokens in full.",
            discussion: """
                The first starts Live Activities, from iOS 17.2 on; the app gets it at launch. \
                Each of the others updates or ends one activity.
                """,
            examples: [.init("Both kinds.", started + "\nactivity tokens")],
            errors: [.notInstalled], serves: ["TD-01"]
        ) { _ in .inspect(.activityTokens) },
    ]

    /// The provider's side of broadcast channels, without a key: the embedded APNs is asked
    /// directly.
    static let channelCommands: [Command] = [
        Command(
            "channel create", .push, "A provider creates a broadcast channel for an app.",
            discussion: """
                Does what `POST /1/apps/BUNDLE/channels` does; `serve --channels PORT` offers that \
                over HTTP. From iOS 18 on, a Live Activity subscribes with `activity start \
                --channel`, or with `input-push-channel` in the push that starts it. `receive \
                --channel ID` sends to it.
                """,
            parameters: [policy.spec, channelBundle.spec, environment.spec],
            examples: [
                .init("One that keeps the newest message.", "channel create --policy 1")
            ], errors: [.pushRefused], serves: ["TD-01"]
        ) { arguments in
            .act(
                .channel(
                    .create(
                        bundleID: arguments[channelBundle],
                        arguments[policy] == 1 ? .newest : .none,
                        environment: arguments[environment]?.rawValue ?? "")))
        },
        Command(
            "channel list", .push, "Lists the broadcast channels and who is subscribed.",
            examples: [.init("One.", "channel create\nchannel list")], serves: ["TD-01"]
        ) { _ in .inspect(.channels) },
        Command(
            "channel delete", .push, "A provider deletes a broadcast channel.",
            parameters: [channelID.spec],
            examples: [
                .init(
                    "The one that was made.",
                    "channel create\nlet news = $.channel\nchannel delete ${news}")
            ], errors: [.noChannel], serves: ["TD-01"]
        ) { .act(.channel(.delete(id: $0.need(channelID)))) },
    ]

    /// The statements that start the Live Activity of the examples.
    private static let started = """
        app set activities on
        app launch
        activity start BusAttributes --state '{"stops": 3}'
        """
}
