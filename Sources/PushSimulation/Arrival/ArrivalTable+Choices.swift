extension ArrivalTable {
    static let unshown: [ArrivalRow] = [
        row(
            "29", "sound and badge come without a banner", [.background, .notRunning, .forceQuit],
            [.soundAndBadge], then: .init(setsBadge: true, sounds: true),
            [.alertNeedsText, .badge, .sound], .medium),
        row(
            "30", "mutable-content without text runs no extension",
            [.background, .notRunning, .forceQuit], [.richWithoutText],
            then: .init(setsBadge: true),
            [.extensionNeedsAlert, .alertNeedsText, .badge], .high),
        row(
            "30b", "in front, a push without text asks nobody", [.foreground],
            [.richWithoutText, .soundAndBadge], then: .init(), [.alertNeedsText], .medium),
        row(
            "31", "an empty aps does nothing", ArrivalRow.Condition.any, [.empty, .unknownKeys],
            anyPermission, then: .init(), [.alertNeedsText], .medium),
        row(
            "32", "with alerts off, sound and badge remain and no extension runs", [.background],
            [.rich], given: [.alertsOff], then: .init(setsBadge: true, sounds: true),
            [.alertsOff, .extensionNeedsAlert, .badge, .sound], .high),
        row(
            "33", "a device that was away gets the newest push", [.background], [.alert],
            given: [.wasOffline], then: .init(presented: .banner, setsBadge: true, sounds: true),
            [.storeAndForward, .presented], .high),
        row(
            "33b", "one attempt is lost on a device that is away", [.background], [.alert],
            given: [.offlineOneAttempt], then: .init(), [.storeAndForward], .high),
    ]

    static let system: [ArrivalRow] = [
        row(
            "34", "a Focus keeps an active notification quiet", [.background], [.alert],
            given: [.device(.focus, on: true)], then: .init(presented: .list, setsBadge: true),
            [.focus],
            .medium),
        row(
            "34b", "a passive notification is quiet, with a Focus or without",
            [.background], [.passive], given: [.device(.focus, on: true)],
            then: .init(presented: .list, setsBadge: true), [.levelPassive], .high),
        row(
            "35", "a time-sensitive notification breaks through a Focus", [.background],
            [.timeSensitive],
            given: [
                .setting("entitlement.time-sensitive", "on"), .device(.focus, on: true),
            ],
            then: .init(presented: .banner, setsBadge: true, sounds: true), [.presented, .sound],
            .high),
        row(
            "35b", "the user may refuse time-sensitive notifications", [.background],
            [.timeSensitive],
            given: [
                .setting("entitlement.time-sensitive", "on"), .timeSensitiveOff,
                .device(.focus, on: true),
            ],
            then: .init(presented: .list, setsBadge: true), [.levelRefused, .focus], .high),
        row(
            "35c", "without the capability time-sensitive is active", [.background],
            [.timeSensitive], given: [.device(.focus, on: true)],
            then: .init(presented: .list, setsBadge: true), [.levelEntitlement, .focus], .medium),
        row(
            "36", "a critical alert sounds through Focus and mute switch", [.background],
            [.critical],
            given: [
                .setting("entitlement.critical", "on"), .device(.focus, on: true),
                .device(.mute, on: true),
            ],
            then: .init(presented: .banner, setsBadge: true, sounds: true),
            [.presented, .soundCritical], .high),
        row(
            "36b", "without the entitlement critical is active, and muted", [.background],
            [.critical], given: [.device(.mute, on: true)],
            then: .init(presented: .banner, setsBadge: true), [.levelEntitlement, .muteSwitch], .low
        ),
        row(
            "37", "the scheduled summary holds a notification", [.background],
            [.alert, .passive], given: [.summary],
            then: .init(presented: .summary, setsBadge: true),
            [.summaryHeld], .medium),
        row(
            "37b", "a time-sensitive notification is not summarised", [.background],
            [.timeSensitive],
            given: [.setting("entitlement.time-sensitive", "on"), .summary],
            then: .init(presented: .banner, setsBadge: true, sounds: true), [.presented], .medium),
    ]

    static let interactions: [ArrivalRow] = [
        row(
            "I1", "a tap brings the app to the front", [.background], [.alert], when: .tap,
            then: .init(
                callbacks: [.willEnterForeground, .didReceive, .didBecomeActive],
                events: [.open, .linkOpen]), [.tap, .linkRouted], .high),
        row(
            "I2", "a tap starts the app", [.notRunning, .forceQuit], [.alert], when: .tap,
            then: .init(
                callbacks: [.didFinishLaunching, .didReceive, .didBecomeActive],
                events: [.open, .linkOpen]), [.tap, .linkRouted], .high),
        row(
            "I3", "a tap on a banner in front", [.foreground], [.alert], when: .tap,
            then: .init(callbacks: [.didReceive], events: [.open, .linkOpen]), [.tap, .linkRouted],
            .high),
        row(
            "I4", "a dismissal reaches an app that asked for it", [.foreground, .background],
            [.category], when: .dismiss, then: .init(callbacks: [.didReceive], events: [.dismiss]),
            [.dismiss], .high),
        row(
            "I4b", "a dismissal starts an app that asked for it", [.notRunning, .forceQuit],
            [.category], when: .dismiss,
            then: .init(callbacks: [.didFinishLaunching, .didReceive], events: [.dismiss]),
            [.dismiss],
            .high),
        row(
            "I5", "a dismissal without a category is not told", ArrivalRow.Condition.any,
            [.alert], when: .dismiss, then: .init(), [.dismiss], .high),
        row(
            "I5b", "a dismissal with an unregistered category is not told", [.background],
            [.otherCategory], when: .dismiss, then: .init(), [.unknownCategory], .high),
        row(
            "I6", "ignoring a notification tells nobody", ArrivalRow.Condition.any, [.category],
            when: .ignore, then: .init(), [], .high),
        row(
            "I7", "a button runs the app in the background", [.background], [.category],
            given: [.setting("categories", "engage!+reply")], when: .button("reply"),
            then: .init(callbacks: [.didReceive]), [.tapButton], .high),
        row(
            "I7b", "a button starts the app in the background", [.notRunning, .forceQuit],
            [.category], given: [.setting("categories", "engage!+reply")],
            when: .button("reply"), then: .init(callbacks: [.didFinishLaunching, .didReceive]),
            [.tapButton], .high),
        row(
            "I8", "opening the app delivers the held silent push", [.background], [.silent],
            given: [.device(.backgroundRefresh, on: false)], when: .opensApp,
            then: .init(callbacks: [.willEnterForeground, .didBecomeActive, .wake]),
            [.backgroundHeld], .high),
    ]
}
