import PushModel

/// The switch of Settings that moves a notification from the place where iOS would show it.
struct Displacement: Equatable, Sendable {
    /// The switch, which is off.
    var control: PermissionSwitch
    /// The words for it, as they follow the place.
    var reason: Reason
}

/// The options that the app asked for, less those that its user has turned off.
extension App {
    /// Whether the app may use a switch of Settings: it asked for it, and the user left it on.
    func permits(_ control: PermissionSwitch) -> Bool { refusal(of: control) == nil }

    /// The reason why the app may not use a switch of Settings; nil if it may.
    func refusal(of control: PermissionSwitch) -> Reason? {
        let option: AppSettings.AuthorizationOption? =
            switch control {
            case .banners, .lockScreen, .notificationCenter: .alert
            case .sounds: .sound
            case .badges: .badge
            case .criticalAlerts: .criticalAlert
            // No app has to ask for them.
            case .liveActivities, .timeSensitive: nil
            }
        if let option, !settings.authorizationOptions.contains(option) {
            return .init(
                .authorizationOption, "the app never asked for the option `\(option.rawValue)`")
        }
        return permission.turnedOff.contains(control)
            ? .init(.settingsSwitch, "`\(control.rawValue)` is off for the app in Settings") : nil
    }

    /// Whether the app asks for critical alerts and has Apple's entitlement.
    var mayAskForCritical: Bool {
        settings.criticalEntitlement && settings.authorizationOptions.contains(.criticalAlert)
    }

    /// The reason why the app's critical alerts are not critical; nil if they are.
    public var criticalObstacle: Occurrence.LevelObstacle? {
        if !settings.criticalEntitlement { return .notEntitled }
        guard permission.critical else {
            return settings.authorizationOptions.contains(.criticalAlert)
                ? .notAuthorised : .notAsked
        }
        return permission.turnedOff.contains(.criticalAlerts) ? .turnedOff : nil
    }

    /// A further `requestAuthorization`, which prompts unless the user has decided already.
    ///
    /// A provisional permission never had a prompt, so a request without that option has one.
    mutating func askAgain(_ step: inout Step) throws(Refusal) {
        switch permission.status {
        case .notDetermined: askPermission(&step)
        case .provisional where !settings.asksProvisional: prompt(&step, by: .permissionUpgrade)
        case .authorized where lacksCriticalAnswer: promptForCritical(&step)
        case .provisional, .authorized, .denied:
            let isQuiet = permission.status == .provisional
            throw Refusal(
                .permissionDecided,
                "the permission is \(permission.status.rawValue): "
                    + (isQuiet
                        ? "a request with the option `provisional` never prompts"
                        : "iOS prompts only once"),
                hint: isQuiet
                    ? "ask without it: `app set permission.provisional off`, `permission ask`"
                    : "the user changes it in Settings: `permission grant` or `permission deny`")
        }
    }

    /// `requestAuthorization` prompts: for the ordinary options, then for critical alerts.
    mutating func prompt(_ step: inout Step, by rule: RuleID = .permissionPrompt) {
        permission.status = .authorized
        let shown: [AppSettings.AuthorizationOption] = [.alert, .sound, .badge]
        let options = shown.filter(settings.authorizationOptions.contains)
        let names = options.isEmpty ? "nothing" : options.map(\.rawValue).joined(separator: ", ")
        step.report(
            Fact(
                .asked, "permission", "for \(names): granted", rule: rule,
                .chosen(.permission(.granted)), of: address))
        permission.critical = false
        guard settings.authorizationOptions.contains(.criticalAlert) else { return }
        guard mayAskForCritical else {
            step.report(
                Fact(
                    .not, "asked",
                    "for critical alerts: "
                        + Occurrence.LevelObstacle.notEntitled.reason(.critical),
                    rule: .criticalConsent))
            return
        }
        promptForCritical(&step)
    }

    /// Whether an app that may notify has not asked for critical alerts so far, and does so at its
    /// next request: their prompt is one of its own.
    var lacksCriticalAnswer: Bool {
        permission.status == .authorized && mayAskForCritical && !permission.critical
    }

    /// The prompt for critical alerts, which is one of its own.
    mutating func promptForCritical(_ step: inout Step) {
        permission.critical = true
        let isRefused = permission.turnedOff.contains(.criticalAlerts)
        step.report(
            Fact(
                .asked, "permission",
                "for critical alerts: \(isRefused ? "refused" : "granted")",
                rule: .criticalConsent))
    }

    /// The place that the user's settings leave to a notification; nil if they allow none.
    func allowedPlace(_ place: PushNotification.Place) -> PushNotification.Place? {
        switch place {
        case .banner where !permits(.banners), .lockScreen where !permits(.lockScreen):
            permits(.notificationCenter) ? .list : nil
        case .list where !permits(.notificationCenter): nil
        default: place
        }
    }

    /// The place that `willPresent` wants in front; a provisional permission has no banners.
    var wantedInFront: PushNotification.Place {
        settings.willPresent.contains(.banner) && permission.status != .provisional
            ? .banner : .list
    }

    /// The place in front that `willPresent` and the user's settings leave to a notification; nil
    /// if they leave none.
    ///
    /// Notification Center takes only what `willPresent` returned `.list` for.
    var placeInFront: PushNotification.Place? {
        if wantedInFront == .banner, permits(.banners) { return .banner }
        return settings.willPresent.contains(.list) && permits(.notificationCenter) ? .list : nil
    }

    /// The reason why a notification in front has no place.
    var absenceInFront: Reason {
        let options = settings.willPresent
        guard options.contains(.banner) || options.contains(.list) else {
            return .init(.foregroundWillPresent, "willPresent returns neither banner nor list")
        }
        let unlisted = ", and willPresent returns no `.list`"
        if !options.contains(.list) {
            if wantedInFront == .list {
                return .init(
                    .permissionProvisional,
                    "the permission is provisional, which shows no banner" + unlisted)
            }
            if permits(.notificationCenter), let refused = refusal(of: .banners) {
                return .init(refused.rule, refused.text + unlisted)
            }
        }
        return .init(.settingsSwitch, absence(from: wantedInFront, quietness))
    }

    /// The words for a permission whose notifications are only listed; nil for any other.
    var quietness: String? {
        permission.status == .provisional ? "the permission is provisional" : nil
    }

    /// Whether every place for notifications is off in Settings.
    var isAllowedNowhere: Bool {
        [.banners, .lockScreen, .notificationCenter].allSatisfy(permission.turnedOff.contains)
    }

    /// The reason why a notification is not at the place that iOS would choose; `quiet` is what
    /// leaves it no other place than Notification Center.
    func absence(from place: PushNotification.Place, _ quiet: String? = nil) -> String {
        if isAllowedNowhere { return "every place of the app is off in Settings" }
        let list = "`\(PermissionSwitch.notificationCenter.rawValue)`"
        switch place {
        case .banner:
            return "`\(PermissionSwitch.banners.rawValue)` and \(list) are off for the app in "
                + "Settings"
        case .lockScreen:
            return "`\(PermissionSwitch.lockScreen.rawValue)` and \(list) are off for the app in "
                + "Settings"
        default:
            return "\(list) is off for the app in Settings, and it would only be listed"
                + (quiet.map { ", since \($0)" } ?? "")
        }
    }

    /// The reason why a notification is at another place than iOS would choose; nil if it is not.
    func displacement(
        from wanted: PushNotification.Place, to place: PushNotification.Place
    ) -> Displacement? {
        guard wanted != place else { return nil }
        let isLocked = wanted == .lockScreen
        let control = isLocked ? PermissionSwitch.lockScreen : .banners
        return refusal(of: control).map { refused in
            Displacement(
                control: control,
                reason: Reason(
                    refused.rule,
                    (isLocked ? "and not on the lock screen: " : "and not as a banner: ")
                        + refused.text))
        }
    }

    /// The user turns a switch on the app's page in Settings.
    mutating func turn(
        _ control: PermissionSwitch, isOn: Bool, at now: Tick, _ step: inout Step
    ) {
        if control == .timeSensitive {
            // The same row as `permission grant --time-sensitive`, and one state for both.
            permission.timeSensitive = isOn
        } else {
            permission.turnedOff.removeAll { $0 == control }
            if !isOn { permission.turnedOff.append(control) }
        }
        if control == .criticalAlerts, isOn, permission.status == .authorized {
            permission.critical = mayAskForCritical
        }
        step.report(
            Fact(
                isOn ? .granted : .refused, "permission",
                "\(control.rawValue) \(isOn ? "on" : "off")", rule: .settingsSwitch,
                .chosen(.turned(control, isOn: isOn)), of: address))
        if control == .criticalAlerts, isOn, !mayAskForCritical, let obstacle = criticalObstacle {
            step.report(
                Fact(
                    .note, "",
                    "iOS shows no such row in Settings: \(obstacle.reason(.critical))",
                    rule: obstacle.rule(.critical), of: address))
        }
        if control == .liveActivities, !isOn { removeActivities(at: now, &step) }
    }
}
