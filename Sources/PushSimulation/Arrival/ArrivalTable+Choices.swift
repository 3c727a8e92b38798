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
            "30b", "in front, willPresent is asked about a badge without text", [.foreground],
            [.richWithoutText],
            then: .init(callbacks: [.willPresent], setsBadge: true, events: [.delivery]),
            [.foregroundWithoutText, .extensionNeedsAlert, .badgeForeground], .low),
        row(
            "30c", "in front, willPresent is asked about badge and sound without text",
            [.foreground], [.soundAndBadge],
            then: .init(
                callbacks: [.willPresent], setsBadge: true, sounds: true, events: [.delivery]),
            [.foregroundWithoutText, .badgeForeground, .sound], .low),
        row(
            "30d", "in front, willPresent may refuse badge and sound", [.foreground],
            [.soundAndBadge], given: [.setting("will-present", "banner,list")],
            then: .init(callbacks: [.willPresent], events: [.delivery]),
            [.foregroundWithoutText], .low),
        row(
            "31", "an empty aps does nothing", ArrivalRow.Condition.any, [.empty, .unknownKeys],
            anyPermission, then: .init(), [.alertNeedsText], .medium),
        row(
            "32", "with alerts off, sound and badge remain and no extension runs", [.background],
            [.rich], given: [.alertsOff], then: .init(setsBadge: true, sounds: true),
            [.alertsOff, .extensionNeedsAlert, .badge, .sound], .high),
        row(
            "32b", "with banners off, a notification joins the list and sounds", [.background],
            [.alert], given: [.switchedOff(.banners)],
            then: .init(presented: .list, setsBadge: true, sounds: true),
            [.settingsSwitch, .badge, .sound], .medium),
        row(
            "32c", "what was never asked for is not shown; sound and badge remain", [.background],
            [.alert], given: [.setting("permission.options", "badge,sound")],
            then: .init(setsBadge: true, sounds: true),
            [.authorizationOption, .badge, .sound], .medium),
        row(
            "32d", "in front with alerts off, willPresent decides on sound and badge",
            [.foreground], [.rich], given: [.alertsOff],
            then: .init(
                callbacks: [.willPresent], setsBadge: true, sounds: true, events: [.delivery]),
            [.foregroundWillPresent, .alertsOff, .extensionNeedsAlert, .badgeForeground, .sound],
            .medium),
        row(
            "32e", "in front with banners off, `.list` puts it into Notification Center",
            [.foreground], [.alert], given: [.switchedOff(.banners)],
            then: .init(
                presented: .list, callbacks: [.willPresent], setsBadge: true, sounds: true,
                events: [.delivery]),
            [.foregroundWillPresent, .settingsSwitch, .badgeForeground, .sound], .medium),
        row(
            "32f", "in front with banners off, nothing is shown without `.list`",
            [.foreground], [.alert],
            given: [.setting("will-present", "banner,sound,badge"), .switchedOff(.banners)],
            then: .init(
                callbacks: [.willPresent], setsBadge: true, sounds: true, events: [.delivery]),
            [.foregroundWillPresent, .settingsSwitch, .badgeForeground, .sound], .medium),
        row(
            "33", "a device that was away gets the newest push", [.background], [.alert],
            given: [.wasOffline], then: .init(presented: .banner, setsBadge: true, sounds: true),
            [.storeAndForward, .presented], .high),
        row(
            "33b", "one attempt is lost on a device that is away", [.background], [.alert],
            given: [.offlineOneAttempt], then: .init(), [.storeAndForward], .high),
        row(
            "33c", "a push of priority 1 does not wake a locked device", [.background], [.alert],
            given: [.locked, .lowestPriority], then: .init(), [.powerPriority], .medium),
        row(
            "33d", "a push of priority 1 is shown on a device that is awake", [.background],
            [.alert], given: [.lowestPriority],
            then: .init(presented: .banner, setsBadge: true, sounds: true), [.presented], .medium),
        row(
            "33e", "a background push of priority 10 is refused", [.background], [.silent],
            given: [.backgroundAtTen], then: .init(), [.backgroundPriority], .medium),
    ]

    static let system: [ArrivalRow] = [
        row(
            "34", "a Focus keeps an active notification quiet", [.background], [.alert],
            given: [.device(.focus, on: true)], then: .init(presented: .list, setsBadge: true),
            [.focus],
            .medium),
        row(
            "34c", "a Focus that allows the app lets its notifications through", [.background],
            [.alert, .filtered],
            given: [.setting("focus.allowed", "on"), .device(.focus, on: true)],
            then: .init(presented: .banner, setsBadge: true, sounds: true), [.presented], .medium),
        row(
            "34d", "the app's Focus filter lets its own criteria and none through",
            [.background], [.alert, .filtered],
            given: [
                .setting("focus.allowed", "on"), .setting("focus.filter", "work"),
                .device(.focus, on: true),
            ],
            then: .init(presented: .banner, setsBadge: true, sounds: true), [.presented], .medium),
        row(
            "34e", "the app's Focus filter silences other criteria", [.background], [.filtered],
            given: [
                .setting("focus.allowed", "on"), .setting("focus.filter", "home"),
                .device(.focus, on: true),
            ],
            then: .init(presented: .list, setsBadge: true), [.focusFilter], .medium),
        row(
            "34f", "a Focus filter does nothing while no Focus is on", [.background], [.filtered],
            given: [.setting("focus.allowed", "on"), .setting("focus.filter", "home")],
            then: .init(presented: .banner, setsBadge: true, sounds: true), [.presented], .medium),
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
                .setting("entitlement.critical", "on"),
                .setting("permission.options", "alert,badge,sound,critical-alert"),
                .device(.focus, on: true), .device(.mute, on: true),
            ],
            then: .init(presented: .banner, setsBadge: true, sounds: true),
            [.presented, .soundCritical], .high),
        row(
            "36b", "without the entitlement critical is active, and muted", [.background],
            [.critical], given: [.device(.mute, on: true)],
            then: .init(presented: .banner, setsBadge: true), [.levelEntitlement, .muteSwitch], .low
        ),
        row(
            "36c", "without the option criticalAlert critical is active, and muted", [.background],
            [.critical],
            given: [.setting("entitlement.critical", "on"), .device(.mute, on: true)],
            then: .init(presented: .banner, setsBadge: true), [.criticalConsent, .muteSwitch],
            .medium),
        row(
            "36d", "the user may refuse critical alerts", [.background], [.critical],
            given: [
                .setting("entitlement.critical", "on"),
                .setting("permission.options", "alert,badge,sound,critical-alert"),
                .switchedOff(.criticalAlerts), .device(.mute, on: true),
            ],
            then: .init(presented: .banner, setsBadge: true), [.criticalConsent, .muteSwitch],
            .medium),
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
            "I1b", "a delegate without didReceive learns of no tap", [.background], [.alert],
            given: [.setting("delegate.did-receive", "off")], when: .tap,
            then: .init(
                callbacks: [.willEnterForeground, .wake, .didBecomeActive]),
            [.tapWithoutDidReceive], .medium),
        row(
            "I1c", "without didReceive, content-available calls a second time for the tap",
            [.background], [.alertAndWake], given: [.setting("delegate.did-receive", "off")],
            when: .tap,
            then: .init(
                callbacks: [.willEnterForeground, .wake, .didBecomeActive]),
            [.tapSecondCall, .tapWithoutDidReceive], .medium),
        row(
            "I1d", "where didReceive takes the tap, there is no second call", [.background],
            [.alertAndWake], when: .tap,
            then: .init(
                callbacks: [.willEnterForeground, .didReceive, .didBecomeActive],
                events: [.open, .linkOpen]), [.tap], .medium),
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
            "I5", "iOS does not report a dismissal without a category", ArrivalRow.Condition.any,
            [.alert], when: .dismiss, then: .init(), [.dismiss], .high),
        row(
            "I5b", "iOS does not report a dismissal with an unregistered category", [.background],
            [.otherCategory], when: .dismiss, then: .init(), [.unknownCategory], .high),
        row(
            "I6", "no code of the app runs when a notification is ignored",
            ArrivalRow.Condition.any, [.category],
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
            "I7d", "a button with foreground brings the app to the front", [.background],
            [.category], given: [.setting("categories", "engage!+reply:foreground")],
            when: .button("reply"),
            then: .init(callbacks: [.willEnterForeground, .didReceive, .didBecomeActive]),
            [.buttonForeground], .high),
        row(
            "I7e", "a button with foreground starts the app", [.notRunning, .forceQuit],
            [.category], given: [.setting("categories", "engage!+reply:foreground")],
            when: .button("reply"),
            then: .init(callbacks: [.didFinishLaunching, .didReceive, .didBecomeActive]),
            [.buttonForeground], .high),
        row(
            "I7f", "a button with authenticationRequired asks for the code, and stays behind",
            [.notRunning], [.category],
            given: [.setting("categories", "engage!+reply:auth"), .locked],
            when: .button("reply"), then: .init(callbacks: [.didFinishLaunching, .didReceive]),
            [.buttonUnlock, .tapButton], .high),
        row(
            "I7g", "a button with a text field runs behind the lock", [.notRunning], [.category],
            given: [.setting("categories", "engage!+reply:text"), .locked],
            when: .button("reply"), then: .init(callbacks: [.didFinishLaunching, .didReceive]),
            [.buttonText], .medium),
        row(
            "I4c", "a dismissal reaches no delegate without didReceive", [.background], [.category],
            given: [.setting("delegate.did-receive", "off")], when: .dismiss, then: .init(),
            [.tapWithoutDidReceive], .medium),
        row(
            "I7c", "a button reaches no delegate without didReceive", [.background], [.category],
            given: [
                .setting("categories", "engage!+reply"), .setting("delegate.did-receive", "off"),
            ], when: .button("reply"), then: .init(), [.tapWithoutDidReceive], .medium),
        row(
            "I8", "opening the app delivers the held silent push", [.background], [.silent],
            given: [.device(.backgroundRefresh, on: false)], when: .opensApp,
            then: .init(callbacks: [.willEnterForeground, .didBecomeActive, .wake]),
            [.backgroundHeld], .high),
    ]
}
