import PushSimulation

/// The user's choices on the device, the most common reasons for "not shown": nobody's mistake,
/// except for an option that the app never asked for.
extension Checklist {
    /// Reports options that `requestAuthorization` leaves out: the user finds no switch for them in
    /// Settings.
    mutating func checkOptions() {
        let asked = settings.authorizationOptions
        let all = AppSettings.AuthorizationOption.allCases.filter {
            $0 != .criticalAlert || settings.criticalEntitlement
        }
        let command =
            "`app set permission.options "
            + all.map(\.rawValue).joined(separator: ",") + "`"
        for option in all where !asked.contains(option) {
            check(
                .core, false, "",
                or: "requestAuthorization does not ask for `\(option.rawValue)`: "
                    + Self.loss(of: option),
                cure: command + (option == .criticalAlert ? ", then `permission grant`" : ""))
        }
        if asked.contains(.criticalAlert), !settings.criticalEntitlement {
            check(
                .core, false, "",
                or: "requestAuthorization asks for `critical-alert`, which needs Apple's "
                    + "entitlement: it is left out",
                cure: "`app set entitlement.critical on`, then `permission grant`")
        }
    }

    /// The symptom that follows if an option was never asked for.
    private static func loss(of option: AppSettings.AuthorizationOption) -> String {
        switch option {
        case .alert: "no notification of the app is ever shown"
        case .sound: "its notifications are silent"
        case .badge: "its icon gets no badge"
        case .criticalAlert: "its critical alerts are ordinary ones"
        }
    }

    /// Notes the rows of the app's page in Settings that the user turned off.
    mutating func checkSwitches() {
        for control in app.permission.turnedOff {
            note(
                .core, "the user turned `\(control.rawValue)` off in Settings",
                cure: "`permission switch \(control.rawValue) on`")
        }
        if !app.permission.timeSensitive {
            note(
                .core, "the user turned time-sensitive notifications off",
                cure: "`permission grant --time-sensitive on`")
        }
    }

    /// Notes the states of the device that keep a notification from being seen or heard.
    mutating func noteDevice() {
        let (status, name) = (device.status, device.name)
        let on = name == world.device.name ? "" : "@\(name) "
        if status.isBeforeFirstUnlock {
            note(
                .testing,
                "`\(name)` has not been unlocked since it started: protected data is unavailable",
                cure: "`\(on)device unlock`")
        }
        if status.focus {
            note(
                .testing, "a Focus is on: notifications join the list silently",
                cure: "`\(on)device focus off`")
        }
        if !status.summary.isEmpty {
            note(
                .testing, "the scheduled summary is on: notifications wait for it",
                cure: "`\(on)device summary off`")
        }
        if status.mute {
            note(.testing, "the mute switch is on", cure: "`\(on)device mute off`")
        }
        if status.lowPower {
            note(
                .testing, "Low Power Mode is on: silent pushes wait",
                cure: "`\(on)device low-power off`")
        }
        if !status.backgroundRefresh {
            note(
                .testing, "Background App Refresh is off: silent pushes wait",
                cure: "`\(on)device background-refresh on`")
        }
        if app.state == .forceQuit {
            note(
                .testing, "the user swiped the app away: silent pushes are discarded",
                cure: "`\(on)app launch`")
        }
        if status.hidesPreviews {
            note(
                .testing, "previews are hidden: the text is not shown",
                cure: "`\(on)device previews always`")
        }
    }
}
