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
        guard moment != nil, !isLocal else { return nil }
        let decisions = evidence.appFacts.filter { answer($0) != nil }
        let isChanged = evidence.appFacts.contains {
            !isEarlier($0) && (answer($0) != nil || Self.isRemoval($0))
        }
        guard isChanged else { return nil }
        guard let last = decisions.last(where: isEarlier).flatMap(answer) else {
            // That nobody had decided before is only known if every decision is.
            guard evidence.hasEveryChoice else { return nil }
            return hadRun ? .notAsked : .notOpened
        }
        return .answered(last)
    }

    /// The user's decision on the app that a fact reports; nil for another fact.
    private func answer(_ entry: TimedFact) -> Occurrence.PermissionAnswer? {
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
            case .registrationFailed?, .registrationWaits?, .registrationNeedsLaunch?: return true
            case .called(.launch)? where isOwn(entry.fact): return true
            default:
                return entry.fact.verb == .token
                    || entry.fact.verb == .app && entry.fact.rule == .appLifecycle
                        && world.devices.count == 1
                        && entry.fact.subject == app?.address.bundleID
            }
        }
    }

    /// The user's way to a permission that was denied, and what the app needs to register with it.
    var grantCure: String {
        let grant = "the user allows notifications in Settings: `permission grant`"
        return registrationCure ?? grant + (launchToRegister.map { ", then \($0)" } ?? "")
    }

    /// The cure of an app that got its permission since the push; nil if it needs none, or if the
    /// permission comes first.
    var registrationCure: String? {
        guard let launchToRegister, let status = currentApp?.permission.status,
            [.authorized, .provisional].contains(status)
        else { return nil }
        return "it is granted now, and the app registers at its next launch: \(launchToRegister)"
    }

    /// The launch that its registration needs; a local notification needs none.
    private var launchToRegister: String? {
        isLocal ? nil : currentApp?.launchToRegister.map { onlineFirst + $0 }
    }

    /// The remedy for a permission that nobody was asked for; iOS asks only once.
    var askingForPermission: String {
        if currentApp?.permission.status == .denied { return grantCure }
        let registers = !isLocal && currentApp?.tokens.deviceToken == nil
        return (registers ? onlineFirst : "")
            + "`permission ask`; the app must call requestAuthorization"
    }

    /// The permission without which the next launch brings no device token, in front of that
    /// launch; empty if it brings one, or the app has one.
    var permitted: String {
        guard let app = currentApp, app.state != .uninstalled, app.tokens.deviceToken == nil else {
            return ""
        }
        return app.permissionToRegister.map { $0 + ", then " } ?? ""
    }

    /// Whether the permission itself is missing, for which an app may wait with its registration;
    /// with alerts off in Settings it is granted.
    var lacksGrant: Bool {
        links.contains {
            $0.stage == .permission && $0.cause != .alertsOff
                && ($0.status == .broken || $0.isWaiting)
        }
    }

    /// Whether the permission came in Settings, in a process that waited for it.
    var needsLaunch: Bool {
        for entry in evidence.appFacts.reversed() where isEarlier(entry) {
            switch entry.fact.occurrence {
            case .registrationNeedsLaunch?: return true
            case .called(.launch)?: return false
            default: continue
            }
        }
        return false
    }

    /// Adds the permission as it was, together with what it is now.
    mutating func walkPermissionThen(_ decision: Decision, _ app: App) {
        let now = app.state == .uninstalled ? "deleted" : app.permission.status.rawValue
        switch decision {
        case .answered(.denied):
            refusedPermission(
                .permissionDenied, "the permission was denied when the push was sent")
        case .answered(.alertsOff) where isSilent:
            ok(.permission, "granted then, with alerts off; \(now) now", .permissionPrompt)
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

    /// Whether a gateway refused the push, and not for want of the app's address.
    private var wasRefusedWithAddress: Bool {
        if let row {
            return row.state == .refused
                && (fact(ofRules: Self.unaddressed, [.not]) == nil
                    || fact(ofRules: [.noDeviceToken], [.not]) == nil
                        && status(.deviceToken) == .broken)
        }
        guard isPushMissing, !isLocal, let refusedPush else { return false }
        return !refusedPush.refusal.isAboutToken || status(.deviceToken) == .ok
    }

    /// The permission, if it would keep the push in question away.
    private var denied: ChainLink? {
        guard let first = links.first, first.stage == .permission, first.status == .broken else {
            return nil
        }
        return first
    }

    /// Makes a permission that would have kept the push away a remark, if a gateway refused it for
    /// another reason: nobody asked for the permission then.
    mutating func excusePermission() {
        guard wasRefusedWithAddress, let denied else { return }
        links[0] = unasked
        noteDenial(denied)
    }

    /// Makes the permission a remark if APNs dropped the push, which has not met it, or keeps it:
    /// then it may meet it yet.
    ///
    /// A local notification that was gone before it was due has not met it, either. In each case
    /// it is the permission as it is now that counts.
    mutating func excusePermissionOfKept() {
        guard isLocal ? wasUnscheduledLater : isKept else { return }
        guard isLocal || storedPush == nil || strandedPush != nil else { return awaitPermission() }
        if denied != nil { links[0] = unasked }
        if let deniedNow { noteDenial(deniedNow) }
    }

    /// Says what the push will meet when it arrives.
    private mutating func awaitPermission() {
        guard let denied else { return }
        links[0] = ChainLink(
            .permission, .notReached, "iOS looks at it when the push arrives",
            Basis(.permissionPrompt))
        note(
            "once it arrives it is not shown: \(denied.found)"
                + (denied.cure.map { "; \($0)" } ?? ""))
    }

    /// The permission, if it would keep a push away that is sent now.
    private var deniedNow: ChainLink? {
        guard let app, app.state != .uninstalled else { return nil }
        var trial = self
        trial.links = []
        trial.walkPermissionNow(app)
        return trial.denied
    }

    private var unasked: ChainLink {
        ChainLink(
            .permission, .notNeeded,
            isLocal ? "it was gone before iOS looked at it" : "no gateway asks for it",
            Basis(.permissionPrompt))
    }

    private mutating func noteDenial(_ denied: ChainLink) {
        note("the permission lets no alert through, either: \(denied.found)")
    }
}

extension App {
    /// The commands that launch an app which waits for its permission and has no device token yet;
    /// nil for any other.
    ///
    /// Settings calls no code of the app, so a permission that comes there is not enough.
    var launchToRegister: String? {
        guard state != .uninstalled, settings.registration == .whenGranted,
            tokens.deviceToken == nil
        else { return nil }
        return isRunning ? "`app kill` and `app launch`" : "`app launch`"
    }

    /// The command for the permission that the app's next launch would wait for instead of
    /// registering; nil if it would not wait, or asks for it itself.
    var permissionToRegister: String? {
        guard settings.registration != .atLaunch else { return nil }
        switch permission.status {
        case .denied: return "`permission grant`"
        case .notDetermined:
            // Only code that has run can ask.
            return settings.asksPermissionAtLaunch || !wasLaunched ? nil : "`permission ask`"
        case .authorized, .provisional: return nil
        }
    }
}
