import PushPayload

/// What iOS does with a push that reached the device: the decision table of `share/doc/arrival.md`.
///
/// A pure function of the app's state, the user's choices and the payload, so that table and behaviour are one.
struct ArrivalDecision: Equatable {
    /// Whether and where the notification is presented.
    enum Presentation: Equatable {
        /// The app's delegate is asked (`willPresent`).
        case delegateDecides
        /// iOS presents it without asking the app.
        case system(PushNotification.Place)
        /// Nothing is presented: the rule and the reason.
        case nothing(RuleID, String)
    }

    /// What happens to the app's process.
    enum Wake: Equatable {
        case no
        /// `didReceiveRemoteNotification` is called; the app is started when it is not running.
        case callback(RuleID)
        /// iOS keeps the push until the app may run.
        case held(RuleID, String)
        case discarded(RuleID, String)
    }

    var presentation: Presentation
    var wake: Wake
    /// Whether the Notification Service Extension runs; else why it does not.
    var runsExtension: Bool
    var extensionNote: (rule: RuleID, reason: String)?
    /// Whether it arrives without light and sound.
    var quiet: String?

    static func == (left: ArrivalDecision, right: ArrivalDecision) -> Bool {
        left.presentation == right.presentation && left.wake == right.wake
            && left.runsExtension == right.runsExtension && left.quiet == right.quiet
    }

    /// Decides for an app that is installed and has a device token.
    init(app: App, device: DeviceStatus, push: Push) {
        let aps = push.payload.aps
        let isInteractive = aps.hasVisibleAlert || aps.badge != nil || aps.sound != nil
        let type = push.pushType ?? (aps.contentAvailable && !isInteractive ? "background" : "alert")
        let priority = push.priority ?? (type == "background" ? 5 : 10)
        presentation = Self.presentation(app, device, aps, type: type)
        wake = Self.wake(app, device, aps, type: type, priority: priority)
        runsExtension = false
        extensionNote = nil
        quiet = nil
        decideExtension(app, aps)
        decideQuiet(app, device, aps)
    }

    private static func presentation(
        _ app: App, _ device: DeviceStatus, _ aps: APS, type: String
    ) -> Presentation {
        guard type != "background" else {
            return .nothing(.backgroundNeverShown, "a background push is never shown")
        }
        guard aps.hasVisibleAlert else {
            return .nothing(.alertNeedsText, "the payload has no alert text")
        }
        switch app.permission.status {
        case .denied: return .nothing(.permissionDenied, "the permission is denied")
        case .notDetermined:
            return .nothing(.permissionNotAsked, "the permission was never asked for")
        case .authorized, .provisional: break
        }
        guard app.permission.alerts else {
            return .nothing(.alertsOff, "alerts are off for the app in Settings")
        }
        guard app.state == .foreground else {
            if app.permission.status == .provisional { return .system(.list) }
            if !device.summary.isEmpty, !(aps.interruptionLevel ?? .active).breaksThrough {
                return .system(.summary)
            }
            return .system(device.isLocked ? .lockScreen : .list)
        }
        guard app.settings.hasDelegate else {
            return .nothing(
                .foregroundNoDelegate,
                "the app is in front and has no notification-centre delegate")
        }
        guard app.settings.implementsWillPresent else {
            return .nothing(
                .foregroundNoWillPresent,
                "the app is in front and its delegate has no willPresent")
        }
        return .delegateDecides
    }

    private static func wake(
        _ app: App, _ device: DeviceStatus, _ aps: APS, type: String, priority: Int
    ) -> Wake {
        if app.state == .foreground { return foregroundWake(app, aps) }
        guard aps.contentAvailable else { return .no }
        guard app.settings.backgroundModeRemote else {
            return .discarded(
                .backgroundMode, "the app lacks the background mode Remote notifications")
        }
        guard app.state != .forceQuit else {
            return .discarded(.forceQuit, "the user swiped the app away")
        }
        if type == "alert" && !aps.hasVisibleAlert {
            return .discarded(
                .pushTypeMismatch, "push type alert with no alert text wakes nothing")
        }
        guard device.wakesApps else {
            let why = device.lowPower ? "Low Power Mode is on" : "Background App Refresh is off"
            return .held(.backgroundRefreshOff, why)
        }
        guard app.settings.hasRemoteNotificationCallback else {
            return .discarded(
                .backgroundCallback, "the app does not implement didReceiveRemoteNotification")
        }
        return .callback(.backgroundWake)
    }

    /// In front, the app receives what is not presented, and everything with content-available.
    private static func foregroundWake(_ app: App, _ aps: APS) -> Wake {
        guard app.settings.hasRemoteNotificationCallback else { return .no }
        if aps.contentAvailable { return .callback(.foregroundWake) }
        let mayShow =
            app.permission.status == .authorized || app.permission.status == .provisional
        if mayShow, app.settings.hasDelegate, app.settings.implementsWillPresent { return .no }
        return .callback(.foregroundSilentDelivery)
    }

    private mutating func decideExtension(_ app: App, _ aps: APS) {
        guard aps.mutableContent else { return }
        if case .nothing(let rule, let reason) = presentation {
            // In front, what the delegate refuses to show is still an alert that iOS would show.
            guard rule == .foregroundNoDelegate || rule == .foregroundNoWillPresent else {
                extensionNote = (.extensionNeedsAlert, reason)
                return
            }
        }
        guard app.settings.hasServiceExtension else {
            extensionNote = (.extensionMissing, "the app has no Notification Service Extension")
            return
        }
        runsExtension = true
    }

    private mutating func decideQuiet(_ app: App, _ device: DeviceStatus, _ aps: APS) {
        if app.permission.status == .provisional {
            quiet = "quietly: the permission is provisional"
            return
        }
        let level = effectiveLevel(app, aps)
        if level == .passive {
            quiet = "without light or sound: its level is passive"
        } else if device.focus, level == .active {
            quiet = "without light or sound: a Focus is on"
        } else if device.focus, level == .timeSensitive, !app.permission.timeSensitive {
            quiet = "without light or sound: the user turned time-sensitive notifications off"
        }
    }

    /// The level that counts: one the app is not entitled to counts as active.
    private func effectiveLevel(_ app: App, _ aps: APS) -> InterruptionLevel {
        switch aps.interruptionLevel ?? .active {
        case .timeSensitive where !app.settings.timeSensitiveEntitlement: .active
        case .critical where !app.settings.criticalEntitlement || !app.permission.critical: .active
        case let level: level
        }
    }
}

extension InterruptionLevel {
    /// Whether the level is delivered at once in spite of the scheduled summary.
    var breaksThrough: Bool { self == .timeSensitive || self == .critical }
}
