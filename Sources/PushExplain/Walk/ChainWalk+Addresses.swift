import PushModel
import PushSimulation
import PushText

/// The links that give an app an address: permission, device token, registration token.
extension ChainWalk {
    /// Adds the three links of the app's address.
    ///
    /// They are skipped where no push is needed, and where an address is known to have been there.
    /// If the push was refused, the links of that moment count, which the session kept: what was
    /// decided or lost later has nothing to do with it.
    mutating func walkAddresses() {
        guard needsPush || subject.event == .tokenRegister else {
            for stage in Self.addresses {
                skipped(
                    stage, subject.asksForEvents ? .queueFlush : .linkRouted,
                    subject.asksForEvents
                        ? "events are uploaded without it"
                        : "a link opened by hand needs none")
            }
            return
        }
        guard !isActivity else { return walkActivityAddresses() }
        guard nearSymptom == nil, !wasReachable else {
            let reason =
                wasReachable ? "the app had all that a push needs" : "no such push is known"
            for stage in Self.addresses { skipped(stage, .apnsRegistration, reason) }
            return
        }
        walkPermission()
        if row != nil { excusePermission() }
        walkDeviceToken()
        walkRegistrationToken()
        if isPushMissing, !isLocal, let then = refusedPush?.addresses {
            let (was, now) = (Self.faults(then), Self.faults(links))
            let isSame = was.elementsEqual(now) { $0.stage == $1.stage && $0.cause == $1.cause }
            // Anything decided or lost since then has nothing to do with the refusal.
            if !isSame, !was.isEmpty, !now.isEmpty { links = then }
        }
        excusePermission()
    }

    /// The links of an address that do not hold, or wait.
    private static func faults(_ links: [ChainLink]) -> [ChainLink] {
        links.filter { $0.status == .broken || $0.isWaiting }
    }

    /// The first link of an address that does not hold, or waits.
    static func fault(_ links: [ChainLink]) -> ChainLink? { faults(links).first }

    /// Whether the push was refused while the app had an address.
    private var wasReachable: Bool {
        guard isPushMissing, !isLocal, let then = refusedPush?.addresses else { return false }
        return Self.fault(then) == nil
    }

    /// Whether the app had never registered, so that its deletion came later.
    private var neverRegistered: Bool { fact(ofRules: [.noDeviceToken], [.not]) != nil }

    /// Adds the permission, as it was when the push came if that is known.
    ///
    /// In order: what a fact recorded, what the display proves, push types that need none, an app
    /// that waits with its registration, a decision that has changed since, and the permission now.
    private mutating func walkPermission() {
        guard let app, app.state != .uninstalled || isPastAddresses || neverRegistered else {
            pending(.permission, .permissionPrompt, "there is no app to allow anything")
            return
        }
        let rules: [RuleID] = [.permissionDenied, .permissionNotAsked, .alertsOff]
        if let fact = fact(ofRules: rules, [.not]) {
            refusedPermission(fact.rule, reason(fact))
        } else if isPresented || wasHeldForSummary {
            let isAllowed = [.authorized, .provisional].contains(app.permission.status)
            let now = app.permission.status.rawValue
            let isSame = isAllowed && permissionThen == nil
            ok(.permission, isSame ? now : "granted then; \(now) now", .permissionPrompt)
        } else if isSilent, row?.state != .refused || !waitedToRegister,
            row != nil || storedPush != nil
        {
            skipped(.permission, .backgroundWake, "a background push needs none")
        } else if let done = doneUnseen, done.rule == .otherPushType, row?.state != .refused {
            skipped(.permission, .otherPushType, "push type \(row?.pushType ?? "") needs none")
        } else if app.state != .uninstalled, let isDenied = waitedForPermission {
            brokenThen(
                .permission, isDenied ? .permissionDenied : .permissionNotAsked,
                (isDenied ? "it was denied" : "it had not been asked for")
                    + " when the push was sent, and the app only registers once it is granted",
                Basis(isDenied ? .permissionDenied : .permissionNotAsked),
                mended: isGranted ? "it is granted now" : "the app has registered since")
        } else if storedPush == nil, let permissionThen {
            walkPermissionThen(permissionThen, app)
        } else if app.state == .uninstalled {
            skipped(
                .permission, .permissionPrompt,
                "the app has been deleted, and its permission with it")
        } else {
            walkPermissionNow(app)
        }
    }

    /// Whether the push found no device token, or a dead one, of an app that only registers once
    /// the permission is granted.
    private var waitedToRegister: Bool {
        app?.settings.registration == .whenGranted
            && fact(ofRules: [.noDeviceToken, .osReinstall], [.not]) != nil
    }

    /// Whether the app has a permission now, be it a provisional one.
    private var isGranted: Bool {
        app.map { [.authorized, .provisional].contains($0.permission.status) } ?? false
    }

    /// Whether the user had denied the permission, without which the app had no address when the
    /// push was sent.
    ///
    /// Nil if it had one, or if something other than the permission was missing.
    private var waitedForPermission: Bool? {
        // An alert needs the permission in any case.
        guard row != nil, waitedToRegister, app?.tokens.deviceToken != nil, !hadNoNetwork,
            isGranted || isSilent
        else { return nil }
        for entry in evidence.appFacts.reversed() where isEarlier(entry) {
            switch entry.fact.occurrence {
            case .registrationWaits(let isDenied)?:
                // The user may have answered since that launch.
                if case .answered(.denied)? = permissionThen { return true }
                return isDenied
            case .registrationNeedsLaunch?: return nil
            default:
                // It has registered since, so whatever it waited for earlier had come.
                if entry.fact.verb == .token, entry.fact.rule == .apnsRegistration { return nil }
            }
        }
        return nil
    }

    /// Adds the permission as it is now, if the question depends on it and no answer was recorded.
    mutating func walkPermissionNow(_ app: App) {
        let permission = app.permission
        let text = permission.status.rawValue
        if subject.event == .tokenRegister {
            guard app.settings.registration == .whenGranted else {
                let isAtLaunch = app.settings.registration == .atLaunch
                skipped(
                    .permission, .apnsRegistration,
                    text + (isAtLaunch ? "; the app registers without it" : "; a token needs none"))
                return
            }
            guard !waitsForPermission(app) else { return }
        } else if isSilent, waitedToRegister, waitsForPermission(app) {
            return
        }
        switch permission.status {
        case .authorized, .provisional:
            guard permission.alerts || !subject.needsPush || isSilent else {
                refusedPermission(.alertsOff, "alerts are off for the app in Settings")
                return
            }
            ok(.permission, text, .permissionPrompt)
        case .denied: refusedPermission(.permissionDenied, "the permission is denied")
        case .notDetermined where !app.wasLaunched:
            pending(.permission, .permissionPrompt, "never asked for: the app was never opened")
        case .notDetermined:
            refusedPermission(.permissionNotAsked, "the permission was never asked for")
        }
    }

    /// Reports that the app waits with its registration, which iOS would take without a permission.
    private mutating func waitsForPermission(_ app: App) -> Bool {
        let isDenied = app.permission.status == .denied
        guard isDenied || app.permission.status == .notDetermined, app.wasLaunched else {
            return false
        }
        broken(
            .permission, isDenied ? .permissionDenied : .permissionNotAsked,
            "the app only registers once the permission is granted, and it "
                + (isDenied ? "is denied" : "was never asked for"),
            Basis(.apnsRegistration),
            cure: (isDenied
                ? grantCure : askingForPermission)
                + "; or it registers at every launch: `app set register launch`, then `app kill` "
                + "and `app launch`")
        note("a token needs no permission, which only this app waits for (A-REGFN)")
        return true
    }

    /// Adds a permission that keeps notifications away, with the cure for the rule that says why.
    mutating func refusedPermission(_ rule: RuleID, _ found: String) {
        switch rule {
        case .permissionNotAsked:
            broken(
                .permission, .permissionNotAsked, found, Basis(rule),
                cure: registrationCure ?? askingForPermission)
        case .alertsOff:
            broken(
                .permission, .alertsOff, found, Basis(rule),
                cure: "the user allows alerts in Settings: `permission grant --alerts on`")
        default:
            broken(
                .permission, .permissionDenied, found, Basis(rule),
                cure: grantCure)
        }
    }

    /// Whether the push in question had an address, which may have been lost since.
    private var isPastAddresses: Bool {
        if isKept { return app?.state != .uninstalled || wasDeletedSince }
        guard row != nil else { return unfollowedPush != nil && deviceTokenAtArrival != nil }
        return fact(ofRules: Self.unaddressed, [.not]) == nil
    }

    /// Adds the device token: valid when the push was sent, or the reason why there was none.
    ///
    /// A push that arrived proves a token. After an answer of 410 the app counts as deleted then,
    /// wherever it is now.
    private mutating func walkDeviceToken() {
        if isLocal, row == nil {
            skipped(.deviceToken, .localSchedule, "the app posts it itself")
            return
        }
        if let strandedPush {
            stranded(strandedPush)
            return
        }
        if isKept, isPastAddresses {
            let token = app?.tokens.deviceToken.map(TokenText.short)
            ok(.deviceToken, token ?? "it was valid when the push was sent", .apnsRegistration)
            return
        }
        if let fact = fact(ofRules: [.unregistered], [.not]),
            fact.occurrence == .refused(reason: nil)
        {
            deletedThen(reason(fact))
            return
        }
        guard let app, app.state != .uninstalled || isPastAddresses || neverRegistered else {
            let what = app.map { "`\($0.address.bundleID)` is deleted" } ?? "no app is installed"
            broken(
                .deviceToken, .appNotInstalled, "\(what) on `\(device.name)`",
                Basis(.unregistered), cure: installing + ", then `app launch`")
            return
        }
        if let fact = fact(ofRules: Self.unaddressed, [.not]) {
            unregistered(app, Basis(fact.rule), reason(fact))
        } else if let then = deviceTokenAtArrival {
            ok(.deviceToken, TokenText.short(then), .apnsRegistration)
        } else if row != nil {
            // Of that time nothing is known but that it had one.
            let now = app.tokens.deviceToken.map(TokenText.short) ?? "gone"
            ok(.deviceToken, now + " now", .apnsRegistration)
        } else if let token = app.tokens.deviceToken {
            if lostEntitlement(app) {
                notRegisteredAgain(app, token)
            } else {
                ok(.deviceToken, TokenText.short(token), .apnsRegistration)
            }
        } else if lacksGrant, app.settings.registration == .whenGranted {
            pending(
                .deviceToken, .apnsRegistration,
                "none: the app registers only after the permission is granted")
        } else if app.hadDeviceToken {
            unregistered(
                app, Basis(.osReinstall),
                "iOS was reinstalled, and the device token from before that is dead")
        } else {
            unregistered(app, Basis(.noDeviceToken), "the app has not registered with APNs")
        }
    }

    /// The rules by which a push finds no device token of the app.
    static let unaddressed: [RuleID] = [.noDeviceToken, .unregistered, .osReinstall]

    /// Whether the app's last launch could not register with APNs for want of the entitlement.
    ///
    /// Only a question about the token asks for that: APNs goes on delivering to the token that the
    /// app got from an earlier launch.
    private func lostEntitlement(_ app: App) -> Bool {
        guard subject.event == .tokenRegister, app.tokens.sdkDeviceToken == nil else {
            return false
        }
        for entry in evidence.appFacts.reversed() {
            switch entry.fact.occurrence {
            case .registrationFailed(let isOffline)?:
                return !isOffline && (entry.fact.app != nil || mayHaveFailed(app))
            case .called(.launch)?: return false
            default: if endsRegistration(entry.fact) { return false }
            }
        }
        return false
    }

    /// Whether a failed registration that names no app, as in older facts, can be this one's.
    private func mayHaveFailed(_ app: App) -> Bool {
        if !app.settings.hasAPNsEntitlement { return true }
        return app.isRunning ? app.settings.firebase != nil : device.apps.count == 1
    }

    /// Reports that an app which has a device token could not register with its last launch.
    private mutating func notRegisteredAgain(_ app: App, _ token: String) {
        let start = onlineFirst + (app.isRunning ? "`app kill` and `app launch`" : "`app launch`")
        broken(
            .deviceToken, .notRegistered,
            "the last launch could not register with APNs: the app lacks the aps-environment "
                + "entitlement; \(TokenText.short(token)) is from before", Basis(.apnsRegistration),
            cure: app.settings.hasAPNsEntitlement
                ? start
                : "add the Push Notifications capability: `app set entitlement.aps on`, then "
                    + start)
    }

    /// Reports that the app was deleted when the push was sent, whatever happened to it since.
    private mutating func deletedThen(_ reason: String) {
        let isBack = currentApp.map { $0.state != .uninstalled } ?? false
        let name = app.map { "`\($0.address.bundleID)`" } ?? "the app"
        let current =
            currentApp?.tokens.deviceToken != nil
            ? "send to the app's current token: `tokens export --format apns` lists it" : nil
        let back = onlineFirst + permitted + "`app launch`"
        let cure = current ?? (isBack ? back : installing + ", then `app launch`" + orSuccessor)
        broken(
            .deviceToken, .appNotInstalled,
            "\(name) \(isBack ? "was" : "is") deleted on `\(device.name)`; "
                + (wasStored
                    ? "APNs had accepted the push, and drops what it kept"
                    : (isByFCM ? "FCM answers UNREGISTERED (404), since " : "")
                        + "APNs answers 410 Unregistered"),
            Basis(.unregistered), cure: cure, mended: current)
    }

    /// The reason why an app that is registered now was not registered when the push was sent.
    private var missedRegistration: String? {
        if needsLaunch { return Self.grantedInSettings }
        if hadNoNetwork { return "registration failed without a network" }
        guard row != nil else { return nil }
        for entry in evidence.appFacts.reversed() where isEarlier(entry) {
            if endsRegistration(entry.fact) { return nil }
            if entry.fact.occurrence == .registrationFailed(isOffline: false) {
                return "it lacked the aps-environment entitlement"
            }
            if entry.fact.verb == .not, entry.fact.rule == .apnsRegistration {
                return "it registers only after the permission is granted"
            }
        }
        return nil
    }

    /// The reason why an app that may notify has not registered.
    private static let grantedInSettings =
        "the permission came in Settings, and the app registers at its next launch"

    /// Reports why there is no device token and how the app would get one.
    private mutating func unregistered(_ app: App, _ basis: Basis, _ found: String) {
        if lacksGrant, app.settings.registration == .whenGranted {
            return pending(
                .deviceToken, .apnsRegistration, "\(found); it is waiting for permission")
        }
        guard app.tokens.deviceToken == nil || app.state == .uninstalled else {
            return registeredSince(basis, found)
        }
        var found = found
        let cure: String
        if wasStored, app.state != .uninstalled {
            found = Self.diedAtAPNs(basis)
            cure = "`app launch`, then send the push again"
        } else if app.state == .uninstalled {
            found = "the app had no device token when the push was sent"
            cure = installing + ", then `app launch`" + orSuccessor
        } else if basis == Basis(.unregistered) {
            cure = relaunch(app) + ", then send to the app's new token: `tokens export` lists it"
        } else if let fault = app.launchFault(on: device.status) {
            doesNotLaunch(
                .deviceToken, found + ": the app does not launch", app,
                fault == .noScenes ? .sceneRequired : .firebaseException)
            return
        } else if !app.settings.hasAPNsEntitlement {
            found += ": it lacks the aps-environment entitlement"
            cure =
                currentApp?.settings.hasAPNsEntitlement == true
                ? "`app kill`, then `app launch`"
                : "add the Push Notifications capability: `app set entitlement.aps on`, then "
                    + "`app kill` and `app launch`"
        } else if app.settings.registration == .never {
            found += ": it never calls registerForRemoteNotifications"
            cure =
                currentApp?.settings.registration == .never
                ? "call it at launch: `app set register granted`, then `app kill` and `app launch`"
                : "`app kill`, then `app launch`"
        } else if !app.wasLaunched {
            found += ": it was never opened"
            cure = "`app launch`"
        } else if isOffline || hadNoNetwork && !needsLaunch {
            found += ": registration failed without a network"
            cure = "`app kill` and `app launch`"
        } else {
            if needsLaunch { found += ": " + Self.grantedInSettings }
            cure =
                relaunch(app)
                + (basis == Basis(.noDeviceToken)
                    ? "" : ", then send to the new token" + orSuccessor)
        }
        broken(.deviceToken, .notRegistered, found, basis, cure: onlineFirst + permitted + cure)
    }

    /// Reports that an app which is registered now had no token, or another one, when the push was
    /// sent.
    private mutating func registeredSince(_ basis: Basis, _ found: String) {
        let now = "it is registered now"
        if wasStored {
            brokenThen(
                .deviceToken, .notRegistered, Self.diedAtAPNs(basis), basis, mended: now)
        } else if basis == Basis(.noDeviceToken) {
            brokenThen(
                .deviceToken, .notRegistered,
                "the app had no device token when the push was sent"
                    + (missedRegistration.map { ": " + $0 } ?? ""), basis, mended: now)
        } else {
            let takesRegistration = basis == Basis(.osReinstall) && isByFCM
            let current =
                "send to the app's current token: `tokens export"
                + (takesRegistration ? "" : " --format apns") + "` lists it"
            broken(.deviceToken, .notRegistered, found, basis, cure: current, mended: current)
        }
    }

    /// The finding about a push whose device token died while APNs kept it.
    private static func diedAtAPNs(_ basis: Basis) -> String {
        (basis == Basis(.osReinstall) ? "iOS was reinstalled" : "the app was installed anew")
            + " while APNs kept the push for its old device token"
    }

    /// Whether APNs stored the push before it found that nobody could receive it.
    private var wasStored: Bool {
        if let row { return storedBefore(row) != nil }
        return evidence.appFacts.contains {
            $0.fact.occurrence?.isStored(on: device.name) == true
                && id?.isExactly($0.fact.subject) == true
        }
    }

    /// Whether the device reaches no network now.
    var isOffline: Bool {
        !device.status.isOnline || world.surroundings.network.mode == .off
    }

    /// The commands that bring the network back, joined with "and".
    var online: String { world.online(device) }

    /// The same in front of a step that needs the network; empty where it is there.
    var onlineFirst: String { isOffline ? online + ", then " : "" }

    /// Whether the last registration with APNs before the push failed for lack of network.
    private var hadNoNetwork: Bool {
        for entry in evidence.appFacts.reversed() where isEarlier(entry) {
            if endsRegistration(entry.fact) { return false }
            if case .registrationFailed(let isOffline)? = entry.fact.occurrence { return isOffline }
        }
        return false
    }

    /// Whether a fact makes earlier attempts to register void: one that succeeded, or the end of
    /// the app's data.
    private func endsRegistration(_ fact: Fact) -> Bool {
        isOwn(fact) && fact.verb == .token && fact.rule == .apnsRegistration
            || fact.verb == .app && fact.rule == .appUninstall
                && fact.subject == app?.address.bundleID
    }
}
