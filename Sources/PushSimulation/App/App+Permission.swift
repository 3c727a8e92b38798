import PushModel

/// What the app asked for, and what its user turned off since.
extension App {
    /// Whether the app may use a row of Settings: it asked for it, and the user left it on.
    func permits(_ control: PermissionSwitch) -> Bool { refusal(of: control) == nil }

    /// Why the app may not use a row of Settings.
    func refusal(of control: PermissionSwitch) -> Reason? {
        let option: AppSettings.AuthorizationOption? =
            switch control {
            case .banners, .lockScreen, .notificationCenter: .alert
            case .sounds: .sound
            case .badges: .badge
            // Nobody has to ask for them.
            case .liveActivities: nil
            }
        if let option, !settings.authorizationOptions.contains(option) {
            return .init(
                .authorizationOption, "the app never asked for the option `\(option.rawValue)`")
        }
        return permission.turnedOff.contains(control)
            ? .init(.settingsSwitch, "`\(control.rawValue)` is off for the app in Settings") : nil
    }

    /// The place that the user leaves to a notification; nil when every place is turned off.
    func allowedPlace(_ place: PushNotification.Place) -> PushNotification.Place? {
        switch place {
        case .banner where !permits(.banners), .lockScreen where !permits(.lockScreen):
            permits(.notificationCenter) ? .list : nil
        case .list where !permits(.notificationCenter): nil
        default: place
        }
    }

    /// Why a notification is nowhere that iOS would put at a place.
    func absence(from place: PushNotification.Place) -> String {
        let places: [PermissionSwitch] = [.banners, .lockScreen, .notificationCenter]
        if places.allSatisfy(permission.turnedOff.contains) {
            return "every place of the app is off in Settings"
        }
        let list = "`\(PermissionSwitch.notificationCenter.rawValue)`"
        switch place {
        case .banner:
            return "`\(PermissionSwitch.banners.rawValue)` and \(list) are off for the app in "
                + "Settings"
        case .lockScreen:
            return "`\(PermissionSwitch.lockScreen.rawValue)` and \(list) are off for the app in "
                + "Settings"
        default: return "\(list) is off for the app in Settings, and it would only be listed"
        }
    }

    /// Why a notification is at another place than iOS would choose; nil where it is not.
    func displacement(
        from wanted: PushNotification.Place, to place: PushNotification.Place
    ) -> Reason? {
        guard wanted != place else { return nil }
        let isLocked = wanted == .lockScreen
        return refusal(of: isLocked ? .lockScreen : .banners).map {
            .init(
                $0.rule,
                (isLocked ? "and not on the lock screen: " : "and not as a banner: ") + $0.text)
        }
    }

    /// The user turns a row of the app's page in Settings.
    mutating func turn(_ control: PermissionSwitch, isOn: Bool, _ step: inout Step) {
        permission.turnedOff.removeAll { $0 == control }
        if !isOn { permission.turnedOff.append(control) }
        step.report(
            Fact(
                isOn ? .granted : .refused, "permission",
                "\(control.rawValue) \(isOn ? "on" : "off")", rule: .settingsSwitch))
    }
}
