import PushModel
import PushPayload
import PushText

/// The reaction of iOS to a push that arrived: the decision table of `share/doc/arrival.md`.
///
/// A pure function of the app's state, the user's choices and the payload, so table and
/// behaviour cannot differ.
struct ArrivalDecision: Equatable, Sendable {
    /// The decision whether and where the notification is presented.
    enum Presentation: Equatable {
        /// The app's delegate is asked (`willPresent`).
        case delegateDecides
        /// iOS presents it without asking the app.
        case system(PushNotification.Place)
        case nothing(Reason)
    }

    /// The effect on the app's process.
    enum Wake: Equatable {
        case no
        /// `didReceiveRemoteNotification` is called; the app is started if it is not running.
        case callback(RuleID, isCharged: Bool)
        /// iOS keeps the push until the app may run.
        case held(Reason)
        case discarded(Reason)
    }

    var presentation: Presentation
    var wake: Wake
    /// Whether the Notification Service Extension runs.
    var runsExtension = false
    /// The reason why it does not run although the payload asks for it.
    var extensionNote: Reason?
    /// The level that applies: one that the app is not entitled to counts as active.
    var level: InterruptionLevel
    /// The reason why a level applies other than the payload's.
    var levelObstacle: Occurrence.LevelObstacle?
    /// The reason why it arrives without light and sound.
    var quiet: Reason?
    /// The reason why it is only in the list: the user turned banners or the lock screen off.
    var moved: Displacement?
    /// Whether the device hides the text.
    var hidesPreview = false
    /// Whether the device may show a summary of its own instead of the text.
    var isSummarised = false
    /// Whether sound and badge take effect outside the app.
    var touchesSystem: Bool

    /// Whether there is text to show.
    var hasText: Bool

    /// Decides for an app that is installed and has a device token.
    ///
    /// This is a function because Swift would copy the arguments of an initializer.
    static func make(
        app: App, device: DeviceStatus, push: Push, now: Tick
    ) -> ArrivalDecision {
        // Its parts are read from the payload, since a copy of them would be large.
        let payload = push.payload
        let hasText = payload.aps.hasVisibleAlert
        let hasInteraction = payload.aps.hasInteraction
        let type = push.effectiveType
        let (level, levelObstacle) = level(
            app, payload.aps.interruptionLevel, isCritical: payload.aps.sound?.critical == true)
        let silence = silence(app, device, payload, level)
        var decision = ArrivalDecision(
            presentation: presentation(
                app, device, hasText: hasText, hasInteraction: hasInteraction, type: type,
                level: level, silence: silence),
            wake: .no, level: level, levelObstacle: levelObstacle,
            touchesSystem: type == "alert" && app.state != .foreground
                && app.permission.status == .authorized, hasText: hasText)
        if payload.aps.contentAvailable || app.state == .foreground {
            let isLow = type == "background" || (push.priority ?? 10) < 10
            decision.wake = decision.wake(
                app, device, isForCode: payload.aps.contentAvailable, type: type,
                hasInteraction: hasInteraction, isLow: isLow, now: now)
        }
        if payload.aps.mutableContent { decision.decideExtension(app, os: device.os) }
        decision.quiet =
            app.permission.status == .provisional
            ? Reason(.permissionProvisional, "quietly: the permission is provisional")
            : silence.map { Reason($0.rule, "without light or sound: " + $0.text) }
        decision.hidesPreview = device.hidesPreviews
        decision.isSummarised = device.summarises && hasText
        if app.state != .foreground, case .system(let place) = decision.presentation {
            let wanted = Self.place(app, device, level: level, isSilent: silence != nil)
            decision.moved = app.displacement(from: wanted, to: place)
        }
        return decision
    }

    private static func presentation(
        _ app: App, _ device: DeviceStatus, hasText: Bool, hasInteraction: Bool, type: String,
        level: InterruptionLevel, silence: Reason?
    ) -> Presentation {
        if let reason = hiding(app, hasText: hasText, type: type) {
            let isAsked =
                reason.rule == .alertNeedsText ? hasInteraction : reason == alertObstacle(app)
            return isAsked && asksDelegateInFront(app) ? .delegateDecides : .nothing(reason)
        }
        guard app.state == .foreground else {
            let place = place(app, device, level: level, isSilent: silence != nil)
            return app.allowedPlace(place).map(Presentation.system)
                ?? .nothing(
                    Reason(
                        .settingsSwitch, app.absence(from: place, app.quietness ?? silence?.text)))
        }
        guard app.settings.hasDelegate else {
            return .nothing(
                Reason(
                    .foregroundNoDelegate,
                    "the app is in front and has no notification-centre delegate"))
        }
        guard app.settings.implementsWillPresent else {
            return .nothing(
                Reason(
                    .foregroundNoWillPresent,
                    "the app is in front and its delegate has no willPresent"))
        }
        return .delegateDecides
    }

    private static func place(
        _ app: App, _ device: DeviceStatus, level: InterruptionLevel, isSilent: Bool
    ) -> PushNotification.Place {
        if app.permission.status == .provisional { return .list }
        if !device.summary.isEmpty, !level.breaksThrough { return .summary }
        if isSilent { return .list }
        return device.isLocked ? .lockScreen : .banner
    }

    /// Whether `willPresent` is asked about a push of which only the badge or the sound can take
    /// effect.
    private static func asksDelegateInFront(_ app: App) -> Bool {
        let isAllowed =
            app.permission.status == .authorized || app.permission.status == .provisional
        return app.state == .foreground && isAllowed && app.settings.hasDelegate
            && app.settings.implementsWillPresent
    }

    /// The reason why nothing is presented in any state of the app; nil if something may be.
    static func hiding(_ app: App, hasText: Bool, type: String) -> Reason? {
        guard type == "alert" else {
            return type == "background"
                ? Reason(.backgroundNeverShown, "a background push is never shown")
                : Reason(.otherPushType, "push type \(type) presents no notification")
        }
        guard hasText else {
            return Reason(.alertNeedsText, "the payload has no alert text")
        }
        switch app.permission.status {
        case .denied: return Reason(.permissionDenied, "the permission is denied")
        case .notDetermined:
            return Reason(.permissionNotAsked, "the permission was never asked for")
        case .authorized, .provisional: return alertObstacle(app)
        }
    }

    /// The reason why an app that may notify shows no alerts, which leaves it sound and badge; nil
    /// if it may show them.
    static func alertObstacle(_ app: App) -> Reason? {
        if !app.settings.authorizationOptions.contains(.alert) {
            return Reason(.authorizationOption, "the app never asked for the option `alert`")
        }
        return app.permission.alerts
            ? nil : Reason(.alertsOff, "alerts are off for the app in Settings")
    }

    /// Decides about the extension for a payload that asks for it.
    private mutating func decideExtension(_ app: App, os: String) {
        if case .nothing(let reason) = presentation {
            // In the foreground, an alert that the delegate hides is still an alert to iOS.
            guard
                reason.rule == .foregroundNoDelegate || reason.rule == .foregroundNoWillPresent
            else {
                extensionNote = Reason(.extensionNeedsAlert, reason.text)
                return
            }
        }
        guard hasText else {
            extensionNote = Reason(.extensionNeedsAlert, "the payload has no alert text")
            return
        }
        if let obstacle = Self.alertObstacle(app) {
            extensionNote = Reason(.extensionNeedsAlert, obstacle.text)
            return
        }
        guard app.settings.hasServiceExtension else {
            extensionNote = Reason(
                .extensionMissing, "the app has no Notification Service Extension")
            return
        }
        guard app.settings.serviceExtensionRuns(on: os) else {
            let oldest = app.settings.serviceExtensionMinimumOS
            extensionNote = Reason(
                .extensionTooNew,
                "its deployment target is iOS \(oldest), and the device has \(os)")
            return
        }
        runsExtension = true
    }

    /// The reason why a notification arrives without light or sound: its level, the Focus, or the
    /// app's filter of that Focus, which iOS compares with `filter-criteria`.
    private static func silence(
        _ app: App, _ device: DeviceStatus, _ payload: Payload, _ level: InterruptionLevel
    ) -> Reason? {
        if level == .passive {
            return Reason(.levelPassive, "its level is passive")
        }
        guard device.focus, level == .active else { return nil }
        guard app.settings.isAllowedInFocus else {
            return Reason(.focus, "a Focus is on")
        }
        guard device.knowsFocusFilters, !app.settings.focusFilter.isEmpty,
            let criteria = payload.aps.filterCriteria, !app.settings.focusFilter.contains(criteria)
        else { return nil }
        return Reason(
            .focusFilter,
            "the Focus filter does not let `\(criteria)` through")
    }

    /// The level that applies in place of the one that the payload asks for, and why.
    static func level(
        _ app: App, _ asked: InterruptionLevel?, isCritical: Bool
    ) -> (InterruptionLevel, Occurrence.LevelObstacle?) {
        if isCritical, app.criticalObstacle == nil { return (.critical, nil) }
        switch asked ?? .active {
        case .critical: return app.criticalObstacle.map { (.active, $0) } ?? (.critical, nil)
        case .timeSensitive where !app.settings.timeSensitiveEntitlement:
            return (.active, .notEntitled)
        case .timeSensitive where !app.permission.timeSensitive: return (.active, .turnedOff)
        case let level: return (level, nil)
        }
    }
}

extension InterruptionLevel {
    /// Whether the level is delivered at once despite the scheduled summary.
    var breaksThrough: Bool { self == .timeSensitive || self == .critical }
}

extension App {
    /// The level that applies in place of the requested one, as app and user are set now; a push
    /// can ask for a critical alert by its sound alone.
    public func effectiveLevel(
        _ asked: InterruptionLevel, isCritical: Bool = false
    ) -> InterruptionLevel {
        ArrivalDecision.level(self, asked, isCritical: isCritical).0
    }

    /// Decides the reaction to a push that arrived.
    func decide(about push: Push, on device: DeviceStatus, at now: Tick) -> ArrivalDecision {
        .make(app: self, device: device, push: push, now: now)
    }
}
