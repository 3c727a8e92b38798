import PushModel
import PushPayload
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

/// Tickets whose cure did not help, however often it was followed.
extension TicketTests {
    private static let relaunched: [Action] = [.app(.kill), .launch]
    private static let loud = Action.push(
        #"{"message_id": "m1", "aps": {"alert": "A", "sound": "default"}}"#)
    private static func wake(_ id: String) -> Action {
        .push(
            #"{"message_id": "\#(id)", "aps": {"content-available": 1}}"#, type: "background",
            priority: 5)
    }

    static let cures: [Ticket] = shown + registered + woken + activities + localised

    /// A sound or badge that only the notification itself keeps away.
    private static let shown: [Ticket] = [
        Ticket(
            [
                .set("permission.provisional", "on"), .launch,
                .permission(.turn(.notificationCenter, isOn: false)), .app(.background), loud,
            ], "sound",
            "no sound: `notification-center` is off for the app in Settings, and it would "
                + "only be listed, since the permission is provisional",
            "the user allows a place in Settings: `permission switch notification-center on`"),
        // In front as in the background: sound and badge need no alert.
        Ticket(
            [.set("permission.options", "sound"), .launch, loud], "sound",
            "sound: default was played"),
        Ticket(
            [.set("permission.options", "sound"), .launch, loud], "banner",
            "no banner: the app never asked for the option `alert`",
            "ask for it in requestAuthorization: `app set permission.options "
                + "alert,badge,sound`"),
        Ticket(
            away + [.device(.summary([600])), .plain], "m1 warehouse",
            "no row in the warehouse yet: no event of m1 was tracked, since it waits for the "
                + "scheduled summary",
            "wait for the summary at 2026-01-01T10:00:00Z (`clock advance 36000s`), or "
                + "`device summary off`"),
    ]

    /// A token whose first fault has been mended.
    private static let registered: [Ticket] = [
        Ticket(
            [.set("firebase.configured", "off"), .launch, .set("firebase.configured", "on")],
            "token",
            "no token: none for sender 123456789012: FirebaseApp.configure() was not called "
                + "at the last launch (I-COR000003)",
            "it is called now: `app kill` and `app launch`"),
        Ticket(
            [
                .set("firebase.configured", "off"), .launch, .device(.offline),
                .set("firebase.configured", "on"),
            ] + relaunched, "token",
            "no token: none for sender 123456789012: Messaging.apnsToken is not set in this "
                + "process",
            "`device online`, then `app kill` and `app launch`: the next registration sets it"),
        Ticket(
            [
                .set("swizzling", "off"), .set("firebase.configured", "off"), .launch,
                .set("firebase.configured", "on"),
            ] + relaunched, "token",
            "no token: none for sender 123456789012: Messaging.apnsToken is not set, and "
                + "swizzling does not reach the app",
            "set Messaging.apnsToken in didRegisterForRemoteNotifications: `app set "
                + "sets-apns-token on`, then `app kill` and `app launch`"),
        Ticket(
            [
                .set("firebase.sdk", "12.18.0"), .set("firebase.delegate", "off"), .launch,
                .set("firebase.delegate", "on"),
            ], "token",
            "token: registered with FCM, and not tracked: the token arrived, but "
                + "Messaging.delegate is not set, so it was not reported",
            "it is set now: `app kill`, `app launch` and `token refresh`, since Firebase SDK "
                + "12.18.0 reports no cached token at launch; or update the package"),
        Ticket(
            [.set("td.custom-events", "off"), .launch, .set("td.custom-events", "on")], "token",
            "token: registered with FCM, and not tracked: custom events were off then "
                + "(disableCustomEvent)",
            "they are on now: `app kill` and `app launch`, or `token refresh`"),
        Ticket(
            [
                .app(.install(.minimal, bundleID: nil)), .launch,
                .push(#"{"message_id": "m1", "aps": {"alert": "A"}}"#, byFCM: true),
            ], "m1",
            "broken  m1: gateway: FCM answers UNREGISTERED (404): the app has no "
                + "registration token, since it does not use Firebase",
            "send it to the app's device token through APNs (`tokens export --format apns` "
                + "lists it), or add Firebase to the app: `app import FILE` reads its "
                + "GoogleService-Info.plist"),
        Ticket(
            [.set("delegate.other-class", "on"), .launch, .app(.uninstall)], "upload",
            "no upload yet: the app has tracked no event yet",
            "it is deleted: `app install`, then `app launch`"),
        Ticket(
            [.set("swizzling", "off"), .launch], "upload",
            "no upload yet: the app has tracked no event yet, not even token_register: none for "
                + "sender 123456789012: Messaging.apnsToken is not set, and swizzling does not "
                + "reach the app",
            "set Messaging.apnsToken in didRegisterForRemoteNotifications: "
                + "`app set sets-apns-token on`, then `app kill` and `app launch`"),
    ]

    /// Background pushes that iOS held, and gave up.
    private static let woken: [Ticket] = [
        Ticket(
            away + [.device(.set(.backgroundRefresh, on: false)), wake("m3"), wake("m4")], "m3",
            "broken  m3: device state: the app is not woken: Background App Refresh is off; "
                + "iOS holds only the newest background push for an app, and m4 is newer",
            "`device background-refresh on`, then send the push again"),
        Ticket(
            away + [.device(.set(.backgroundRefresh, on: false)), wake("m3"), wake("m4"), .launch],
            "m3",
            "broken  m3: device state: the app is not woken: Background App Refresh is off; "
                + "iOS holds only the newest background push for an app, and m4 is newer",
            "it is fixed now: send the push again"),
    ]

    private static let bus = Action.activity(.start(ActivityRequest("Bus")))

    private static let activities: [Ticket] = [
        Ticket(
            [
                .set("activities", "on"), .launch, bus,
                .advance(to: World().surroundings.now.advanced(by: 36_000_000)),
                .permission(.turn(.liveActivities, isOn: false)),
            ], "activity",
            "no Live Activity: `live-1` ended at 2026-01-01T10:00:00Z: the system ends one "
                + "after 8 hours; and no other can start: the user turned Live Activities off for "
                + "the app",
            "the user allows them in Settings: `permission switch live-activities on`, then "
                + "start another one: `activity start TYPE`"),
        Ticket(
            [
                .set("activities", "on"), .launch, .permission(.turn(.liveActivities, isOn: false)),
            ], "activity",
            "no Live Activity: the user turned Live Activities off for the app",
            "the user allows them in Settings: `permission switch live-activities on`"),
    ]

    private static let japanese: [Action] = [
        .app(
            .strings(
                LanguageStrings(language: "en", entries: [.init(key: "SALE", text: "Sale")]))),
        .device(.language("ja")),
    ]
    private static let byKey = Action.push(
        #"{"message_id": "m1", "aps": {"alert": {"loc-key": "SALE"}}}"#)

    private static let localised: [Ticket] = [
        Ticket(
            japanese + away + [byKey], "m1 text",
            "text: \"Sale\"; the app has no strings for `ja`, so those for `en` are shown",
            "add strings for the language: `app strings ja FILE`"),
        Ticket(
            away + [
                .push(
                    #"{"message_id": "m1", "gcm.message_id": "1", "aps": {"alert": "A"}, "#
                        + #""fcm_options": {"image": "https://a.example/i.png"}}"#)
            ], "m1 image",
            "no image: the payload has an image but no mutable-content, so the extension "
                + "does not run; and the image is in `fcm_options.image`; the extension reads only "
                + "`image_url`",
            "add `\"mutable-content\": 1` to `apns.payload.aps`, and send it as `image_url`, "
                + "or let the extension read it: `app set nse.image-keys "
                + "image_url,fcm_options.image`"),
        Ticket(
            away + [.stub("https://a.example/* delay=10s"), .image("https://a.example/i.png")],
            "m1 late",
            "late: the service extension held m1 from 2026-01-01T00:00:00Z until "
                + "2026-01-01T00:00:10Z, since it loaded https://a.example/i.png",
            "serve the image faster, or a smaller one: iOS waits up to 30 s for the extension"),
    ]
}
