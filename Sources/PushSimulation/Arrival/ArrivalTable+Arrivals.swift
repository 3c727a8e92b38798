extension ArrivalTable {
    static let foreground: [ArrivalRow] = [
        row(
            "1", "a deleted app gets nothing", [.deleted], [.alert, .rich, .silent],
            then: .init(), [.unregistered], .high),
        row(
            "2", "an app that was never launched has no token", [.neverLaunched],
            [.alert, .rich, .silent], [.notDetermined], then: .init(), [.noDeviceToken], .high),
        row(
            "3", "in front, willPresent decides", [.foreground], [.alert],
            then: .init(
                presented: .banner, callbacks: [.willPresent], setsBadge: true, sounds: true,
                events: [.delivery]), [.foregroundWillPresent, .badgeForeground, .sound], .high),
        row(
            "3b", "in front, willPresent may refuse", [.foreground], [.alert],
            given: [.setting("will-present", "none")],
            then: .init(callbacks: [.willPresent], events: [.delivery]), [.foregroundWillPresent],
            .high),
        row(
            "4", "in front, a delegate without willPresent shows nothing", [.foreground],
            [.alert], given: [.setting("delegate.will-present", "off")],
            then: .init(callbacks: [.wake]),
            [.foregroundNoWillPresent, .foregroundSilentDelivery], .high),
        row(
            "5", "in front, no delegate shows nothing", [.foreground], [.alert],
            given: [.setting("delegate", "off")], then: .init(callbacks: [.wake]),
            [.foregroundNoDelegate, .foregroundSilentDelivery], .medium),
        row(
            "6", "in front, the extension runs before willPresent", [.foreground], [.rich],
            then: .init(
                presented: .banner, runsExtension: true, callbacks: [.willPresent],
                setsBadge: true, sounds: true, events: [.delivery]),
            [.extensionRuns, .attachment, .foregroundWillPresent], .medium),
        row(
            "7", "in front, content-available calls both callbacks", [.foreground],
            [.alertAndWake],
            then: .init(
                presented: .banner, callbacks: [.willPresent, .wake], setsBadge: true,
                sounds: true, events: [.delivery]), [.foregroundWillPresent, .foregroundWake],
            .medium),
        row(
            "8", "in front, a silent push reaches the app", [.foreground], [.silent],
            anyPermission, then: .init(callbacks: [.wake]), [.foregroundWake], .medium),
        row(
            "9", "in front, without permission an alert reaches the app silently",
            [.foreground], [.alert], [.denied, .notDetermined], then: .init(callbacks: [.wake]),
            [.foregroundSilentDelivery], .low),
        row(
            "10", "in front, a provisional permission is quiet", [.foreground], [.alert],
            [.provisional],
            then: .init(presented: .list, callbacks: [.willPresent], events: [.delivery]),
            [.foregroundWillPresent, .permissionProvisional], .low),
        row(
            "10b", "in front, a provisional permission shows nothing without `.list`",
            [.foreground], [.alert], [.provisional],
            given: [.setting("will-present", "banner,sound,badge")],
            then: .init(callbacks: [.willPresent], events: [.delivery]),
            [.foregroundWillPresent, .permissionProvisional], .low),
    ]

    static let background: [ArrivalRow] = [
        row(
            "11", "in the background an alert is shown and no code runs", [.background],
            [.alert], then: .init(presented: .banner, setsBadge: true, sounds: true),
            [.presented, .badge, .sound, .deliveryNeedsCode], .high),
        row(
            "11b", "a locked device shows it on the lock screen", [.background], [.alert],
            given: [.locked], then: .init(presented: .lockScreen, setsBadge: true, sounds: true),
            [.presented], .high),
        row(
            "12", "in the background the extension runs", [.background], [.rich],
            then: .init(
                presented: .banner, runsExtension: true, setsBadge: true, sounds: true,
                events: [.delivery]), [.extensionRuns, .attachment, .presented], .high),
        row(
            "12b", "an extension that is too slow is overtaken by the original", [.background],
            [.rich],
            given: [
                .setting("nse.milliseconds", "31000"), .setting("nse.time-will-expire", "off"),
            ],
            then: .init(
                presented: .banner, runsExtension: true, callbacks: [.timeWillExpire],
                setsBadge: true, sounds: true, events: [.delivery]),
            [.extensionRuns, .extensionTimeout, .presented], .high),
        row(
            "13", "a silent push wakes the app in the background", [.background], [.silent],
            then: .init(callbacks: [.wake]), [.backgroundWake], .high),
        row(
            "13a", "a silent push asks for no permission", [.background], [.silent],
            [.provisional, .denied, .notDetermined], then: .init(callbacks: [.wake]),
            [.backgroundWake], .medium),
        row(
            "13b", "a fourth silent push within the hour is held", [.background], [.silent],
            given: [.threeWakes], then: .init(), [.backgroundThrottled], .medium),
        row(
            "14", "without background refresh a silent push is held", [.background], [.silent],
            anyPermission, given: [.device(.backgroundRefresh, on: false)], then: .init(),
            [.backgroundRefreshOff], .medium),
        row(
            "14b", "in Low Power Mode a silent push is held", [.background], [.silent],
            given: [.device(.lowPower, on: true)], then: .init(), [.backgroundRefreshOff], .medium),
        row(
            "15", "an alert with content-available is shown and wakes", [.background],
            [.alertAndWake],
            then: .init(
                presented: .banner, callbacks: [.wake], setsBadge: true, sounds: true,
                events: [.delivery]), [.presented, .backgroundWake], .high),
        row(
            "16", "denied, an alert with content-available only wakes", [.background],
            [.alertAndWake], [.denied], then: .init(callbacks: [.wake]),
            [.permissionDenied, .backgroundWake], .low),
        row(
            "17", "denied, nothing is shown", [.background], [.alert, .rich], [.denied],
            then: .init(),
            [.permissionDenied], .high),
        row(
            "18", "never asked, nothing is shown", [.background], [.alert], [.notDetermined],
            then: .init(), [.permissionNotAsked], .medium),
        row(
            "19", "provisional, an alert joins Notification Center quietly", [.background],
            [.alert], [.provisional], then: .init(presented: .list), [.permissionProvisional], .high
        ),
        row(
            "20", "provisional, the extension runs", [.background], [.rich], [.provisional],
            then: .init(presented: .list, runsExtension: true, events: [.delivery]),
            [.extensionRuns, .permissionProvisional], .medium),
    ]

    static let notRunning: [ArrivalRow] = [
        row(
            "21", "an alert does not start an app that is not running", [.notRunning], [.alert],
            then: .init(presented: .banner, setsBadge: true, sounds: true), [.presented], .high),
        row(
            "22a", "a silent push starts an app that is not running", [.notRunning], [.silent],
            then: .init(callbacks: [.didFinishLaunching, .wake]), [.appLifecycle, .backgroundWake],
            .high),
        row(
            "22b", "an alert with content-available is shown and starts the app", [.notRunning],
            [.alertAndWake],
            then: .init(
                presented: .banner, callbacks: [.didFinishLaunching, .wake], setsBadge: true,
                sounds: true, events: [.delivery]), [.presented, .backgroundWake], .high),
        row(
            "23", "the extension runs without the app", [.notRunning], [.rich],
            then: .init(
                presented: .banner, runsExtension: true, setsBadge: true, sounds: true,
                events: [.delivery]), [.extensionRuns, .presented], .high),
        row(
            "24", "a force-quit app's alert is shown", [.forceQuit], [.alert],
            then: .init(presented: .banner, setsBadge: true, sounds: true), [.presented], .high),
        row(
            "25", "the extension runs after a force-quit", [.forceQuit], [.rich],
            then: .init(
                presented: .banner, runsExtension: true, setsBadge: true, sounds: true,
                events: [.delivery]), [.extensionAfterForceQuit, .presented], .medium),
        row(
            "26", "after a force-quit a silent push is discarded", [.forceQuit], [.silent],
            anyPermission, then: .init(), [.forceQuit], .high),
        row(
            "27", "after a force-quit content-available wakes nothing", [.forceQuit],
            [.alertAndWake], then: .init(presented: .banner, setsBadge: true, sounds: true),
            [.presented, .forceQuit], .high),
        row(
            "28", "a restart lifts the ban of a force-quit", [.restarted], [.silent],
            anyPermission, then: .init(callbacks: [.didFinishLaunching, .wake]), [.backgroundWake],
            .high),
        row(
            "28b", "before the first unlock a silent push starts no app", [.beforeFirstUnlock],
            [.silent], anyPermission, then: .init(), [.beforeFirstUnlock], .low),
        row(
            "28c", "before the first unlock an alert is shown on the lock screen",
            [.beforeFirstUnlock], [.alert],
            then: .init(presented: .lockScreen, setsBadge: true, sounds: true), [.presented],
            .medium),
        row(
            "28d", "before the first unlock the extension runs, and cannot write its queue",
            [.beforeFirstUnlock], [.rich],
            then: .init(
                presented: .lockScreen, runsExtension: true, setsBadge: true, sounds: true),
            [.extensionRuns, .protectedData, .presented], .medium),
    ]
}
