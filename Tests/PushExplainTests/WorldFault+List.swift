import PushModel
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

/// The faults that the generator injects.
extension WorldFault {
    static let all =
        (permission + gateway + device + display + levels + switches + critical)
        .map(\.inEveryProfile)
        + addresses + pictures + extensions + responses + links + events + uploads + losses
        + activities + unheardTaps

    /// A fault that does not depend on what the app is made of.
    private var inEveryProfile: WorldFault {
        var fault = self
        if profiles == [.treasureData] { fault.profiles = [.treasureData, .migration, .ncmb] }
        return fault
    }

    static let away: [WorldPlan.State] = [.background, .notRunning, .forceQuit]
    private static let image = "https://a.example/i.png"

    private static let permission: [WorldFault] = [
        WorldFault("permission denied", .permission, .permissionDenied) {
            $0.after.append(.permission(.deny))
        },
        WorldFault("permission never asked", .permission, .permissionNotAsked) {
            $0.before += [.set("permission.at-launch", "off"), .set("register", "launch")]
        },
        WorldFault("alerts off", .permission, .alertsOff) {
            $0.after.append(.permission(.grant(timeSensitive: nil, alerts: false)))
        },
    ]

    /// What the app never asked for, and what its user turned off since.
    private static let switches: [WorldFault] = [
        WorldFault("alerts were never asked for", .display, .authorizationOption) {
            $0.before.append(.set("permission.options", "badge,sound"))
        },
        WorldFault("every place is off", .display, .settingsSwitch) {
            $0.after += [PermissionSwitch.banners, .lockScreen, .notificationCenter].map {
                .permission(.turn($0, isOn: false))
            }
        },
        WorldFault("banners are off", .display, .settingsSwitch, asked: "banner") {
            $0.after.append(.permission(.turn(.banners, isOn: false)))
        },
        WorldFault("sounds are off", .display, .settingsSwitch, asked: "sound") {
            $0.after.append(.permission(.turn(.sounds, isOn: false)))
            $0.letter.sound = "\"default\""
        },
        WorldFault("badges were never asked for", .display, .authorizationOption, asked: "badge") {
            $0.before.append(.set("permission.options", "alert"))
            $0.letter.badge = "3"
        },
        WorldFault("hidden previews", .display, .previewHidden, asked: "text") {
            $0.after.append(.device(.previews(.never)))
        },
        WorldFault("no category", .display, .categoryMissing, asked: "button") {
            $0.letter.category = nil
        },
        WorldFault(
            "a category that is not registered", .display, .categoryNotRegistered, asked: "button"
        ) { $0.letter.category = "other" },
    ]

    private static let addresses: [WorldFault] = [
        WorldFault("never launched", .deviceToken, .notRegistered) { $0.launches = false },
        WorldFault("never registers", .deviceToken, .notRegistered) {
            $0.before.append(.set("register", "never"))
        },
        WorldFault("no push capability", .deviceToken, .notRegistered) {
            $0.before.append(.set("entitlement.aps", "off"))
        },
        WorldFault("launched offline", .deviceToken, .notRegistered) {
            $0.before.append(.device(.offline))
            $0.after.append(.device(.online))
        },
        WorldFault("deleted", .deviceToken, .appNotInstalled) { $0.last.append(.app(.uninstall)) },
        WorldFault(
            "token expired", .registrationToken, .tokenExpired, by: [.fcm, .treasureData]
        ) { $0.after.append(.token(.expire)) },
        WorldFault(
            "token deleted", .registrationToken, .tokenMissing, by: [.fcm, .treasureData]
        ) { $0.after.append(.token(.delete)) },
        WorldFault(
            "swizzling off", .registrationToken, .apnsTokenNotSet, by: [.fcm, .treasureData]
        ) { $0.before.append(.set("swizzling", "off")) },
        WorldFault(
            "a SwiftUI app", .registrationToken, .apnsTokenNotSet, by: [.fcm, .treasureData]
        ) { $0.before.append(.set("swiftui", "on")) },
        WorldFault(
            "another delegate class", .registrationToken, .apnsTokenNotSet,
            by: [.fcm, .treasureData]
        ) { $0.before.append(.set("delegate.other-class", "on")) },
        WorldFault(
            "Firebase is not configured", .registrationToken, .firebaseNotConfigured,
            by: [.fcm, .treasureData]
        ) { $0.before.append(.set("firebase.configured", "off")) },
        WorldFault(
            "FCM refuses the token", .registrationToken, .tokenFetchFailed,
            by: [.fcm, .treasureData], of: [.treasureData]
        ) {
            $0.before.append(.stub("fcm error=UNAVAILABLE"))
            $0.after.append(.clearStubs)
        },
        WorldFault(
            "a migrated project", .registrationToken, .projectChanged, by: [.fcm, .treasureData],
            of: [.treasureData, .migration]
        ) { plan in
            plan.after += [
                .app(
                    .update(
                        version: "2.0",
                        firebase: FirebaseProject(
                            projectID: "new", senderID: "999", googleAppID: "1:999:ios:1",
                            bundleID: plan.profile.bundleID))), .launch,
            ]
        },
    ]

    private static let gateway: [WorldFault] = [
        WorldFault("APNs refuses", .gateway, .pushRefused) {
            $0.last.append(.stub("apns reason=TooManyRequests"))
        },
        WorldFault("FCM refuses", .gateway, .pushRefused, by: [.fcm, .treasureData]) {
            $0.last.append(.stub("fcm error=QUOTA_EXCEEDED"))
        },
        WorldFault("a background push of priority 10", .gateway, .pushRefused, by: [.apns]) {
            $0.letter.contentAvailable = true
            $0.pushType = "background"
            $0.priority = 10
        },
        WorldFault("no APNs key", .gateway, .apnsKeyMissing, by: [.fcm, .treasureData]) {
            $0.after.append(.set("firebase.apns-key", "off"))
        },
        WorldFault("another bundle ID", .gateway, .bundleIDMismatch) {
            $0.bundleID = "com.example.MyApp"
        },
        WorldFault("too large", .gateway, .payloadTooLarge) {
            $0.letter.own.append(("x", String(repeating: "x", count: 5000)))
        },
        WorldFault("not kept for a device that is away", .gateway, .pushDropped) {
            $0.last.append(.device(.offline))
            $0.timeToLive = 0
        },
        WorldFault("a newer push replaces it", .gateway, .pushReplaced, asked: "m1") {
            $0.last.append(.device(.offline))
            $0.later = [
                .push(#"{"message_id": "m2", "aps": {"alert": "newer"}}"#), .device(.online),
            ]
        },
        WorldFault("expired at APNs", .gateway, .pushDropped) {
            $0.last.append(.device(.offline))
            $0.timeToLive = 60
            $0.later = [
                .advance(to: .scriptStart.advanced(by: 86_400_000)), .device(.online),
            ]
        },
    ]

    private static let device: [WorldFault] = [
        WorldFault("offline", .device, .deviceOffline) { $0.last.append(.device(.offline)) },
        WorldFault("asleep", .device, .deviceAsleep, in: away) {
            $0.last.append(.device(.lock))
            $0.priority = 1
        },
        WorldFault("no background mode", .device, .notWoken, in: away) {
            $0.after.append(.set("background-mode", "off"))
            $0.letter.contentAvailable = true
        },
        WorldFault("no callback", .device, .notWoken, in: away) {
            $0.after.append(.set("remote-callback", "off"))
            $0.letter.contentAvailable = true
        },
        WorldFault("Low Power Mode", .device, .notWoken, in: [.background, .notRunning]) {
            $0.after.append(.device(.set(.lowPower, on: true)))
            $0.letter.contentAvailable = true
        },
        WorldFault("refresh off", .device, .notWoken, in: [.background, .notRunning]) {
            $0.after.append(.device(.set(.backgroundRefresh, on: false)))
            $0.letter.alert = nil
            $0.letter.category = nil
            $0.letter.contentAvailable = true
            $0.pushType = "background"
            $0.priority = 5
        },
        WorldFault(
            "no completion handler", .device, .completionMissing, in: [.background, .notRunning]
        ) {
            $0.after.append(.set("remote-callback.completion", "never"))
            $0.letter.contentAvailable = true
        },
        WorldFault("woken after a force-quit", .device, .notWoken, in: [.forceQuit]) {
            $0.letter.contentAvailable = true
        },
    ]

    private static let display: [WorldFault] = [
        WorldFault("no delegate", .display, .notPresented, in: [.foreground]) {
            $0.before.append(.set("delegate", "off"))
        },
        WorldFault(
            "no willPresent", .display, .notPresented, in: [.foreground],
            of: [.treasureData, .migration]
        ) {
            $0.before.append(.set("delegate.will-present", "off"))
        },
        WorldFault(
            "willPresent returns nothing", .display, .notPresented, in: [.foreground],
            of: [.treasureData, .migration]
        ) {
            $0.before.append(.set("will-present", "none"))
        },
        WorldFault("no text", .display, .noAlertText) {
            $0.letter.alert = nil
            $0.letter.sound = "\"default\""
        },
        WorldFault("push type background", .display, .notPresented, in: away) {
            $0.pushType = "background"
            $0.priority = 5
        },
        WorldFault("the scheduled summary", .display, .heldForSummary, in: away) {
            $0.after.append(.device(.summary([540])))
        },
    ]

    private static let levels: [WorldFault] = [
        WorldFault("a Focus", .display, .focus, in: away) {
            $0.after.append(.device(.set(.focus, on: true)))
        },
        WorldFault("a Focus, asked for the banner", .display, .focus, asked: "banner", in: away) {
            $0.after.append(.device(.set(.focus, on: true)))
        },
        WorldFault("a Focus, asked for the sound", .display, .focus, asked: "sound", in: away) {
            $0.after.append(.device(.set(.focus, on: true)))
            $0.letter.sound = "\"default\""
        },
        WorldFault("a Focus filter", .display, .focusFilter, in: away) {
            $0.after += [
                .device(.set(.focus, on: true)), .set("focus.allowed", "on"),
                .set("focus.filter", "work"),
            ]
            $0.letter.filter = "home"
        },
        WorldFault("provisional", .display, .provisional, in: away) {
            $0.after.append(.permission(.provisional))
            $0.before.append(.set("permission.provisional", "on"))
        },
        WorldFault("not entitled to time-sensitive", .display, .entitlementMissing, in: away) {
            $0.after.append(.device(.set(.focus, on: true)))
            $0.letter.level = "time-sensitive"
        },
        WorldFault("time-sensitive refused", .display, .timeSensitiveRefused, in: away) {
            $0.after += [
                .set("entitlement.time-sensitive", "on"),
                .permission(.grant(timeSensitive: false, alerts: nil)),
                .device(.set(.focus, on: true)),
            ]
            $0.letter.level = "time-sensitive"
        },
        WorldFault("not entitled to critical", .display, .entitlementMissing, in: away) {
            $0.letter.level = "critical"
        },
        WorldFault("a locked device", .display, .deviceLocked, asked: "banner", in: away) {
            $0.last.append(.device(.lock))
        },
        WorldFault("a passive push", .display, .passiveLevel, asked: "banner", in: away) {
            $0.letter.level = "passive"
        },
        WorldFault("muted", .display, .muteSwitch, asked: "sound") {
            $0.after.append(.device(.set(.mute, on: true)))
            $0.letter.sound = "\"default\""
        },
        WorldFault("no sound", .display, .noSound, asked: "sound") { _ in },
        WorldFault("a sound file is missing", .display, .soundMissing, asked: "sound") {
            $0.letter.sound = "\"coin.caf\""
        },
        WorldFault("no badge", .display, .noBadge, asked: "badge") { _ in },
        WorldFault("a badge that is a text", .display, .badgeNotNumber, asked: "badge") {
            $0.letter.badge = "\"many\""
        },
        WorldFault(
            "willPresent leaves out the badge", .display, .willPresentOptions, asked: "badge",
            in: [.foreground], of: [.treasureData, .migration]
        ) {
            $0.after.append(.set("will-present", "banner,list"))
            $0.letter.badge = "3"
        },
        WorldFault(
            "willPresent leaves out the sound", .display, .willPresentOptions, asked: "sound",
            in: [.foreground], of: [.treasureData, .migration]
        ) {
            $0.after.append(.set("will-present", "banner,list"))
            $0.letter.sound = "\"default\""
        },
    ]

    private static func picture(_ plan: inout WorldPlan, _ url: String = image) {
        plan.letter.isMutable = true
        plan.letter.own.append(("image_url", url))
    }

    private static let pictures: [WorldFault] = [
        WorldFault("no extension", .serviceExtension, .extensionMissing) {
            $0.after.append(.set("nse", "off"))
            picture(&$0)
        },
        WorldFault("no mutable-content", .serviceExtension, .mutableContentMissing) {
            picture(&$0)
            $0.letter.isMutable = false
        },
        WorldFault("plain http", .serviceExtension, .imageNotHTTPS) {
            picture(&$0, "http://a.example/i.png")
        },
        WorldFault("404", .serviceExtension, .imageUnreachable) {
            $0.after.append(.stub("https://a.example/* status=404"))
            picture(&$0)
        },
        WorldFault("12 MB", .serviceExtension, .imageTooLarge) {
            $0.after.append(.stub("https://a.example/* size=12MB"))
            picture(&$0)
        },
        WorldFault("too slow", .serviceExtension, .imageTimeout) {
            $0.after.append(.stub("https://a.example/* delay=31s"))
            picture(&$0)
        },
        WorldFault("a web page", .serviceExtension, .imageType) {
            $0.after.append(.stub("https://a.example/* type=text/html"))
            picture(&$0)
        },
        WorldFault("the extension reads another key", .serviceExtension, .imageKeyUnread) {
            $0.after.append(.set("nse.image-keys", "photo_url"))
            picture(&$0)
        },
        WorldFault("a foreign key", .serviceExtension, .imageKeyUnread) {
            $0.letter.isMutable = true
            $0.letter.own.append(("picture", image))
        },
        WorldFault("a foreign key, asked", .serviceExtension, .imageKeyUnread, asked: "image") {
            $0.letter.own.append(("img_url", image))
        },
        WorldFault("no image", .serviceExtension, .noImage, asked: "image") { _ in },
    ]

    private static let extensions: [WorldFault] = [
        WorldFault("too much memory", .serviceExtension, .extensionFailed) {
            $0.after.append(.set("nse.megabytes", "40"))
            picture(&$0)
        },
        WorldFault("too much work", .serviceExtension, .extensionFailed) {
            $0.after.append(.set("nse.milliseconds", "31000"))
            picture(&$0)
        },
        WorldFault("no text returned", .serviceExtension, .extensionFailed) {
            $0.after.append(.set("nse.clears-text", "on"))
            picture(&$0)
        },
        WorldFault("a key is missing", .serviceExtension, .extensionFailed) {
            $0.after += [
                .set("nse.needs-all-keys", "on"), .set("nse.title-keys", "headline"),
            ]
            picture(&$0)
        },
        WorldFault("another cipher key", .serviceExtension, .decryptionFailed) {
            $0.after.append(.set("nse.key", "embedded"))
            $0.letter.isMutable = true
            $0.letter.own.append(("enc", "x"))
        },
    ]

    private static let responses: [WorldFault] = [
        WorldFault("not tapped", .tap, .notTapped, asked: "open") { _ in },
        WorldFault("not tapped, asked for the tap", .tap, .notTapped, asked: "tap") { _ in },
        WorldFault("not dismissed", .tap, .notDismissed, asked: "dismiss") { _ in },
        WorldFault("a tap without a delegate", .event, .delegateMissing, in: away) {
            $0.before.append(.set("delegate", "off"))
            $0.taps = true
        },
        WorldFault("a tap without didReceive", .event, .responseHandlerMissing) {
            $0.before.append(.set("delegate.did-receive", "off"))
            $0.taps = true
        },
        WorldFault(
            "a dismissal without a category", .event, .dismissNotRegistered, asked: "dismiss"
        ) {
            $0.letter.category = nil
            $0.dismisses = true
        },
        WorldFault("an unknown category", .event, .dismissNotRegistered, asked: "dismiss") {
            $0.letter.category = "other"
            $0.dismisses = true
        },
    ]

    private static func link(_ plan: inout WorldPlan, _ url: String) {
        plan.letter.own.append(("link", url))
        plan.taps = true
    }

    private static let links: [WorldFault] = [
        WorldFault("no scheme", .link, .schemeNotRegistered) {
            $0.after.append(.set("schemes", "none"))
            link(&$0, "myapp://coupons")
        },
        WorldFault("no handler", .link, .linkHandlerMissing) {
            $0.after.append(.set("link-handler", "off"))
            link(&$0, "myapp://coupons")
        },
        WorldFault("a screen that is not allowed", .link, .linkNotAllowed) {
            $0.after.append(.set("screens", "home"))
            link(&$0, "myapp://coupons")
        },
        WorldFault("somebody else's scheme", .link, .unknownScheme) { link(&$0, "other://x") },
        WorldFault("an unsafe link", .link, .linkUnsafe) { link(&$0, "javascript:alert(1)") },
        WorldFault("a link with a blank", .link, .linkMalformed) {
            link(&$0, "https://a.example/a b")
            $0.before.append(.set("built-with", "16.4"))
        },
        WorldFault("a link in a foreign key", .link, .linkKeyUnread) {
            $0.letter.own.append(("click_action", "myapp://coupons"))
            $0.taps = true
        },
        WorldFault("no link", .link, .noLink, asked: "link") { $0.taps = true },
    ]

    static func tracked(_ plan: inout WorldPlan) {
        plan.letter.isMutable = true
        plan.taps = true
    }

    private static let events: [WorldFault] = [
        WorldFault("the SDK is not initialised", .event, .sdkNotInitialised) {
            $0.before.append(.set("td.initialised", "off"))
            tracked(&$0)
        },
        WorldFault("custom events are off", .event, .customEventsOff) {
            $0.before.append(.set("td.custom-events", "off"))
            tracked(&$0)
        },
        WorldFault("no code runs", .event, .noCodeRuns, asked: "delivery", in: away) { _ in },
        WorldFault(
            "the extension does not track", .event, .noCodeRuns, asked: "delivery", in: away
        ) {
            $0.after.append(.set("nse.delivery", "off"))
            $0.letter.isMutable = true
        },
        WorldFault("a full queue", .queue, .eventDropped) {
            tracked(&$0)
            $0.later += [
                .configure(key: "queue.limit", value: "1"), .login("u"),
            ]
        },
        WorldFault("the app's data is cleared", .queue, .queueDeleted) {
            tracked(&$0)
            $0.later.append(.app(.clearData))
        },
        WorldFault("by hand only", .upload, .manualUpload) { tracked(&$0) },
    ]

    static func upload(_ plan: inout WorldPlan, _ answer: UploadAnswer) {
        tracked(&plan)
        plan.flushes = true
        plan.answers = Array(repeating: answer, count: 5)
    }

    static func status(_ status: Int) -> UploadAnswer {
        .status(status, receipts: [], retryAfter: nil, message: "")
    }

    private static let uploads: [WorldFault] = [
        WorldFault("a wrong key", .upload, .wrongWriteKey) { upload(&$0, status(401)) },
        WorldFault("no table", .upload, .storeMissing) { upload(&$0, status(404)) },
        WorldFault("the service is down", .upload, .noAnswer) { upload(&$0, status(503)) },
        WorldFault("the service objects", .upload, .uploadRefused) { upload(&$0, status(422)) },
        WorldFault("no network", .upload, .noAnswer) {
            tracked(&$0)
            $0.later.append(.network(.off))
            $0.flushes = true
        },
        WorldFault("an endpoint out of reach", .upload, .endpointUnreachable) {
            tracked(&$0)
            $0.later.append(
                .endpoint(Endpoint(name: "http://127.0.0.1:9", url: "http://127.0.0.1:9")))
            $0.flushes = true
        },
    ]
}
