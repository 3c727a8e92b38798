import PushModel
import PushSimulation

/// The permission as it was when the push was sent, if it has changed since.
extension ChainWalk {
    /// The user's decision at that time.
    enum Decision {
        case answered(Occurrence.PermissionAnswer)
        /// Nobody had been asked, by an app that had run.
        case notAsked
        /// The app had never run.
        case notOpened
    }

    /// The decision when the push was sent; nil if nothing has changed since, or nothing is known
    /// of that time.
    var permissionThen: Decision? {
        guard hasMoment, !isLocal else { return nil }
        let decisions = evidence.appFacts.filter { Self.answer($0) != nil }
        let isChanged = evidence.appFacts.contains {
            !isEarlier($0) && (Self.answer($0) != nil || Self.isRemoval($0))
        }
        guard isChanged else { return nil }
        guard let last = decisions.last(where: isEarlier).flatMap(Self.answer) else {
            // For a deleted app, every decision has to be known.
            let isWhole = evidence.appFacts.count < Evidence.limit
            guard isWhole || decisions.contains(where: { !isEarlier($0) }) else { return nil }
            return hadRun ? .notAsked : .notOpened
        }
        return .answered(last)
    }

    /// The user's decision that a fact reports; nil for another fact.
    private static func answer(_ entry: TimedFact) -> Occurrence.PermissionAnswer? {
        guard case .chosen(.permission(let answer))? = entry.fact.occurrence else { return nil }
        return answer
    }

    /// Whether a fact reports that the app was deleted, and the user's decision with it.
    private static func isRemoval(_ entry: TimedFact) -> Bool {
        entry.fact.verb == .app && entry.fact.rule == .appUninstall
    }

    /// Whether the app had run when the push was sent.
    private var hadRun: Bool {
        if refusedPush == nil, fact(ofRules: [.noDeviceToken], [.not]) == nil {
            return row != nil || isKept
        }
        return evidence.appFacts.contains { entry in
            guard isEarlier(entry) else { return false }
            switch entry.fact.occurrence {
            case .registrationFailed?, .registrationWaits?: return true
            default:
                return entry.fact.verb == .token
                    || entry.fact.verb == .app && entry.fact.rule == .appLifecycle
                        && entry.fact.subject == app?.address.bundleID
            }
        }
    }

    /// Adds the permission as it was, together with what it is now.
    mutating func walkPermissionThen(_ decision: Decision, _ app: App) {
        let now = app.state == .uninstalled ? "deleted" : app.permission.status.rawValue
        switch decision {
        case .answered(.denied):
            refusedPermission(
                .permissionDenied, "the permission was denied when the push was sent")
        case .answered(.alertsOff):
            refusedPermission(
                .alertsOff, "alerts were off for the app in Settings when the push was sent")
        case .answered(.granted), .answered(.provisional):
            ok(.permission, "granted then; \(now) now", .permissionPrompt)
        case .notAsked:
            refusedPermission(
                .permissionNotAsked, "it had not been asked for when the push was sent")
        case .notOpened:
            pending(.permission, .permissionPrompt, "never asked for: the app was never opened")
        }
    }
}
