import PushModel
import PushPayload
import PushSimulation

/// Critical alerts that arrived as ordinary ones, and the options that the app asks for.
extension ChainWalk {
    /// The reason why a critical notification counted as active; nil if it was not meant as one.
    var lostCritical: Quietness? {
        let lowered = loweredLevel
        let isAsked = lowered != nil && payload?.aps.interruptionLevel == .critical
        // A critical sound needs no level, and no fact reports that it was not treated as critical.
        guard isAsked || lowered == nil && payload?.aps.sound?.critical == true else { return nil }
        switch lowered?.obstacle ?? app?.criticalObstacle ?? .notAuthorised {
        case .notEntitled:
            return Quietness(
                cause: .entitlementMissing,
                reason: "the app is not entitled to critical notifications",
                rule: .levelEntitlement,
                cure: "add the capability and ask for `.criticalAlert`: "
                    + "`app set entitlement.critical on`, \(askCommand(for: .criticalAlert)), then "
                    + "`permission grant`")
        case .notAsked:
            return Quietness(
                cause: .authorizationOption,
                reason: "the app never asked for the option `critical-alert`",
                rule: .criticalConsent,
                cure: "ask for `.criticalAlert` in requestAuthorization, and let the user allow "
                    + "it: \(askCommand(for: .criticalAlert)), then `permission grant`")
        case .notAuthorised:
            return Quietness(
                cause: .authorizationOption, reason: "the user never allowed critical alerts",
                rule: .criticalConsent,
                cure: "the user allows them, in a prompt of their own: `permission grant`")
        case .turnedOff:
            return Quietness(
                cause: .settingsSwitch, reason: "the user turned critical alerts off",
                rule: .criticalConsent,
                cure: "the user turns them on in Settings: `permission switch critical-alerts on`")
        }
    }

    /// The command that adds an option to those the app asks for.
    func askCommand(for option: AppSettings.AuthorizationOption) -> String {
        let asked = currentApp?.settings.authorizationOptions ?? []
        let options = AppSettings.AuthorizationOption.allCases.filter {
            $0 != .criticalAlert || $0 == option || asked.contains($0)
        }
        return "`app set permission.options "
            + options.map(\.rawValue).joined(separator: ",") + "`"
    }
}
