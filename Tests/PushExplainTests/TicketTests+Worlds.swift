import PushModel
import PushPayload
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

/// Tickets of random worlds, in which a cure did not help or an answer contradicted another.
extension TicketTests {
    static let summary: [Action] = away + [.device(.summary([600]))]
    static let rich = Action.push(
        #"{"message_id": "m1", "link": "https://a.example/", "#
            + #""aps": {"alert": "A", "mutable-content": 1}}"#)
    static let waits =
        "wait for the summary at 2026-01-01T10:00:00Z (`clock advance 36000s`), or "
        + "`device summary off`"

    static func collapsing(_ id: String) -> Action {
        var push = Push(payload: Payload(root: .null), byteCount: 0)
        if case .receive(let made) = Action.push(
            #"{"message_id": "\#(id)", "aps": {"alert": "A"}}"#)
        {
            push = made
        }
        push.collapseID = "c"
        return .receive(push)
    }

    /// What random worlds showed.
    static let random: [Ticket] = [
        // A token needs no permission.
        Ticket(
            [.launch, .permission(.deny), .flush], "token",
            "token: stored in mobile.push_events"),
        Ticket(
            [.launch, .permission(.grant(timeSensitive: nil, alerts: false)), .plain, .flush],
            "m1 token", "token: stored in mobile.push_events"),
        Ticket(
            [.set("register", "granted"), .launch, .permission(.deny), .app(.reinstall)]
                + [.set("permission.at-launch", "off"), .launch], "token",
            "no token: the app only registers once the permission is granted, and it was never "
                + "asked for",
            "`permission ask`; the app must call requestAuthorization; or it registers at every "
                + "launch: `app set register launch`, then `app kill` and `app launch`"),
        // What the summary holds, nobody can answer.
        Ticket(
            summary + [rich], "m1 open", "no open yet: it waits for the scheduled summary", waits),
        Ticket(
            summary + [rich], "m1 dismiss", "no dismiss yet: it waits for the scheduled summary",
            waits),
        Ticket(summary + [rich], "m1 tap", "no tap yet: it waits for the scheduled summary", waits),
        Ticket(
            summary + [rich], "m1 delivery",
            "delivery: tracked, and not stored yet: events are only uploaded by hand, and no "
                + "upload has run since 2026-01-01T00:00:00Z",
            "`flush`; or upload automatically: `app set td.upload-in-background on`"),
        // What is gone, nobody can answer either.
        Ticket(
            [.launch, collapsing("m1"), collapsing("n1")], "m1 dismiss",
            "no dismiss: a newer one replaced it before the user dismissed it",
            "`dismiss` the newer one; `notifications` lists it"),
        Ticket(
            away + [.plain, .app(.reinstall)], "m1 open",
            "no open: the app was deleted before the user tapped it",
            "`app launch`, and send the push again"),
        Ticket(
            away + [.plain, .app(.uninstall)], "m1 dismiss",
            "no dismiss: the app was deleted before the user dismissed it",
            "`app install`, then `app launch`, and send the push again"),
        // An answer comes under the settings of its time.
        Ticket(
            [.set("td", "off"), .launch, .plain, .set("td", "on")], "m1 dismiss",
            "no dismiss: the notification has no category with customDismissAction",
            "it is fixed now: send the push again, and dismiss it"),
        Ticket(
            [.set("td", "off"), .launch, .plain, .set("td", "on"), .dismiss(id: "m1")],
            "m1 dismiss",
            "no dismiss: the notification has no category with customDismissAction",
            "it is fixed now: send the push again, and dismiss it"),
        Ticket(
            [.set("td", "off"), .launch, .plain, .tapIt, .set("td", "on")], "m1 open",
            "no open: the app does not track open: it does not use Treasure Data",
            "it is fixed now: send the push again, and tap it"),
        // What is only listed needs Notification Center.
        Ticket(
            away + [
                .device(.set(.focus, on: true)),
                .permission(.turn(.notificationCenter, isOn: false)),
                .permission(.turn(.banners, isOn: false)), .plain,
            ], "m1",
            "broken  m1: display: `notification-center` is off for the app in Settings, and it "
                + "would only be listed, since a Focus is on",
            "the user allows a place in Settings: `permission switch notification-center on`"),
        Ticket(
            away + [
                .permission(.turn(.notificationCenter, isOn: false)),
                .permission(.turn(.banners, isOn: false)), .plain,
            ], "m1",
            "broken  m1: display: `banners` and `notification-center` are off for the app in "
                + "Settings",
            "the user allows a place in Settings: `permission switch banners on`"),
        // Once its cure is carried out, `why` says so.
        Ticket(
            away + [.device(.lock), .plain, .device(.unlock)], "m1 banner",
            "no banner: `phone` was locked, so m1 is on the lock screen",
            "it is fixed now: send the push again"),
        Ticket(
            [.set("nse", "off")] + away + [.image("https://a.example/i.png"), .set("nse", "on")],
            "m1 image", "no image: the app has no Notification Service Extension",
            "it is fixed now: send the push again"),
        Ticket(
            [.set("nse.delivery", "off")] + away + [rich, .set("nse.delivery", "on")],
            "m1 delivery", "no delivery: the service extension does not track it",
            "it is fixed now: send the push again"),
    ]

    static let pictures: [Ticket] = [
        Ticket(
            away + [
                .push(
                    #"{"message_id": "m1", "aps": {"alert": "A", "mutable-content": 1, "#
                        + #""image_url": "https://a.example/i.png"}}"#)
            ], "m1",
            "broken  m1: service extension: no image: `image_url` is in `aps`, where the extension "
                + "does not look", "move `image_url` out of `aps`, next to it"),
        Ticket(
            away + [
                .push(
                    #"{"message_id": "m1", "aps": {"alert": "A", "mutable-content": 1, "#
                        + #""image_url": "https://a.example/i.png"}}"#)
            ], "m1 extension", "extension: it ran"),
    ]
}
