import PushModel
import PushPayload
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

/// Tickets whose cure was carried out since, so that nothing but another try is left.
extension TicketTests {
    private static let fixed = "it is fixed now: send the push again"
    private static let picture = Action.image("https://a.example/i.png")
    private static let scenes = [Action.set("lifecycle", "scene"), .launch]
    private static let opened = Action.open("myapp://coupons", from: LinkSource())

    private static func planted(_ change: (inout Stub.Download) -> Void) -> Action {
        var answer = Stub.Download()
        change(&answer)
        return .stub(Stub(kind: .url(pattern: "*", answer), timesLeft: nil, text: "* planted"))
    }

    private static func timed(_ id: String, _ key: String?) -> Action {
        guard
            case .receive(var push) = Action.push(
                #"{"message_id": "\#(id)", "aps": {"alert": "A", "#
                    + #""interruption-level": "time-sensitive"}}"#)
        else { return .plain }
        push.collapseID = key
        return .receive(push)
    }

    /// Links that reached no code of the app.
    private static let links: [Ticket] = [
        Ticket(
            scenes + [
                .set("scene.connection-options", "off"), .app(.kill), opened,
                .set("scene.connection-options", "on"),
            ], "link",
            "no link: myapp://coupons: at a cold start the link is in "
                + "connectionOptions.urlContexts, which the scene delegate does not read; "
                + "openURLContexts is not called",
            "it is fixed now: `app kill`, then `open myapp://coupons`"),
        Ticket(
            scenes + [
                .set("scene.open-url-contexts", "off"), opened,
                .set("scene.open-url-contexts", "on"),
            ], "link",
            "no link: myapp://coupons: the scene delegate has no openURLContexts, and "
                + "application(_:open:options:) is not called",
            "it is fixed now: `open myapp://coupons`"),
    ]

    /// Pictures that the server, or the network, did not give.
    private static let served: [Ticket] = [
        Ticket(
            away + [planted { $0.status = 500 }, picture, .clearStubs], "m1 image",
            "no image: https://a.example/i.png: the server answers 500; the text is shown without "
                + "it", fixed),
        Ticket(
            away + [planted { $0.delayMilliseconds = 45_000 }, picture, .clearStubs], "m1 image",
            "no image: https://a.example/i.png: it takes longer than the extension's 30 s; the "
                + "text is shown without it", fixed),
        Ticket(
            away + [.network(.off), picture, .network(.simulated)], "m1 image",
            "no image: https://a.example/i.png: no network; the text is shown without it", fixed),
        Ticket(
            away + [.network(.off), picture, .network(.real)], "m1 image",
            "no image: https://a.example/i.png: no network; the text is shown without it",
            "check the URL and the server: it must answer 200"),
        // It came late, with its picture, and the server is as slow as it was.
        Ticket(
            away + [planted { $0.delayMilliseconds = 20_000 }, picture], "m1 late",
            "late: the service extension held m1 from 2026-01-01T00:00:00Z until "
                + "2026-01-01T00:00:20Z, since it loaded https://a.example/i.png",
            "serve the image faster, or a smaller one: iOS waits up to 30 s for the extension"),
    ]

    /// Other faults that were mended since.
    private static let others: [Ticket] = [
        Ticket(
            away + [
                .push(
                    #"{"message_id": "m1", "aps": {"alert": "A", "sound": "coin.caf"}}"#),
                .set("sounds", "coin.caf:2"),
            ], "m1 sound", "sound: the default one was played, since `coin.caf` is not in the app",
            fixed),
        Ticket(
            [.set("remote-callback.completion", "never")] + away + [
                .push(#"{"message_id": "m1", "aps": {"content-available": 1}}"#),
                .set("remote-callback.completion", "in-time"),
            ], "m1",
            "quiet   m1: the app ran, but did not call fetchCompletionHandler within its 30 s",
            fixed),
        Ticket(
            [.set("nse.megabytes", "40")] + away + [picture, .set("nse.megabytes", "8")],
            "m1 upload",
            "no upload: delivery was not tracked, since the service extension was killed before "
                + "it could track it", fixed),
        Ticket(
            [.set("nse", "off")] + away
                + [.plain, .set("nse", "on"), .set("nse.delivery", "on")], "m1 delivery",
            "no delivery: no app code runs for this push; it needs mutable-content and an "
                + "extension that tracks it",
            "send `\"mutable-content\": 1`, so that the extension runs"),
        Ticket(
            summary + [timed("m1", nil), .set("entitlement.time-sensitive", "on")], "m1 open",
            "no open yet: it waits for the scheduled summary",
            "send the push again, which the summary does not hold; or " + waits),
        Ticket(
            away + [timed("m1", "k"), timed("m2", "k")], "m1",
            "quiet   m1: it was shown, until a newer one with its collapse ID replaced it",
            "send the newer one with another `--collapse-id`, or with none"),
        Ticket(
            away + [
                .stub(
                    Stub(
                        kind: .apns(GatewayFault(.refused("InternalServerError"))), timesLeft: 1,
                        text: "")), .plain,
            ], "m1", "broken  m1: gateway: APNs answers InternalServerError (500)",
            "send it again later, waiting longer each time; here the stub is gone: send the push "
                + "again"),
    ]

    private static let optedOut: [Action] = [
        .launch, .login("anna"), .logout, .set("td.custom-events", "off"), .login("bob"),
    ]

    /// Logins that were not tracked.
    private static let logins: [Ticket] = [
        Ticket(
            optedOut, "token",
            "token: registered with FCM, and not tracked: custom events are off "
                + "(disableCustomEvent)",
            "if the user consents, call enableCustomEvent: `app set td.custom-events on`, then "
                + "`token refresh`"),
        Ticket(
            optedOut, "user",
            "user_id: the login of `bob` tracked no token_register: custom events are off "
                + "(disableCustomEvent)",
            "if the user consents, call enableCustomEvent: `app set td.custom-events on`, then "
                + "`token refresh`"),
        Ticket(
            optedOut + [.set("td.custom-events", "on")], "token",
            "token: registered with FCM, and not tracked: custom events were off then "
                + "(disableCustomEvent)",
            "they are on now: `app kill` and `app launch`, or `token refresh`"),
        Ticket(
            optedOut + [.set("td.custom-events", "on"), .token(.refresh), .flush], "token",
            "token: stored in mobile.push_events"),
    ]

    private static let denied =
        "the permission is denied: the user allows notifications in Settings: `permission grant`"
    private static let grantAgain =
        "the permission was never asked for: `permission ask`; the app must call "
        + "requestAuthorization"
    private static let byFCM = Action.push(
        #"{"message_id": "m1", "gcm.message_id": "1", "aps": {"alert": "A"}}"#, byFCM: true)
    private static let order: [Action] = [
        .set("activities", "on"), .set("activities.types", "Order"),
    ]

    private static func start(_ type: String) -> Action {
        .push(
            #"{"message_id": "m1", "aps": {"event": "start", "timestamp": 1767225600, "#
                + #""attributes-type": "\#(type)", "attributes": {}, "content-state": {}, "#
                + #""alert": {"title": "T", "body": "B"}}}"#, type: "liveactivity")
    }

    /// Faults that are gone, behind which another one waits.
    private static let nexts: [Ticket] = [
        Ticket(
            [.set("firebase.apns-key", "off")] + away
                + [byFCM, .permission(.deny), .set("firebase.apns-key", "on")], "m1 banner",
            "no banner: Firebase has no APNs key for the app: THIRD_PARTY_AUTH_ERROR",
            "the key is there now; next: " + denied),
        Ticket(
            away + [
                .stub("apns reason=TopicDisallowed"), .plain, .clearStubs, .device(.offline),
            ], "m1", "broken  m1: gateway: APNs answers TopicDisallowed (400)",
            "use a key of the app's team that covers the topic; here the stub is gone; next: "
                + "`phone` is offline; m1 waits at APNs: `device online`"),
        Ticket(
            [.set("permission.at-launch", "off"), .set("register", "launch"), .launch] + [
                .app(.uninstall), .plain, .app(.install(.treasureData, bundleID: nil)),
                .set("permission.at-launch", "off"), .set("register", "launch"), .launch,
                .app(.background),
            ], "m1",
            "broken  m1: device token: `com.example.myapp` was deleted on `phone`; APNs answers "
                + "410 Unregistered",
            "send to the app's current token: `tokens export --format apns` lists it; next: "
                + grantAgain),
        Ticket(
            [.set("td.initialised", "off")] + away + [
                picture, .set("td.custom-events", "off"), .set("td.initialised", "on"),
            ], "m1 delivery", "no delivery: the Treasure Data SDK is not initialised",
            "it is initialised now; next: custom events are off (disableCustomEvent): if the user "
                + "consents, call enableCustomEvent: `app set td.custom-events on`; what was not "
                + "tracked meanwhile is lost"),
        Ticket(
            order + away + [
                .permission(.turn(.liveActivities, isOn: false)), start("Taxi"),
                .permission(.turn(.liveActivities, isOn: true)),
            ], "m1",
            "broken  m1: display: the user turned Live Activities off for the app",
            "it is fixed now; next: the app has no attributes of the type `Taxi`: send the name "
                + "of the app's struct, letter by letter: activities.types in `app show`"),
        Ticket(
            order + away + [
                .permission(.turn(.liveActivities, isOn: false)), start("Order"),
                .permission(.turn(.liveActivities, isOn: true)),
                .advance(
                    to: Tick(
                        milliseconds: 1_767_225_600_000 + 3_600_000)),
            ], "m1",
            "broken  m1: display: the user turned Live Activities off for the app", fixed),
    ]

    /// Tickets that were mended since, and logins that tracked nothing.
    static let mended = links + served + others + logins + nexts
}
