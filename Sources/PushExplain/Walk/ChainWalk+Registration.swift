import PushModel
import PushSimulation

/// The link of the registration token, by which FCM addresses the app.
extension ChainWalk {
    /// Adds the registration token, or NCMB's installation in its place.
    ///
    /// The token's history decides for a push that came; a push sent straight to APNs needs none.
    /// Without a token the newest moment of its life says why.
    mutating func walkRegistrationToken() {
        guard let app, let project = app.settings.firebase else {
            walkInstallation()
            return
        }
        if subject.event == .tokenRegister, app.settings.sdkForgetsDelegateAtLaunch {
            note(
                "Firebase SDK \(app.settings.firebaseSDK) does not call the delegate at launch "
                    + "for a cached token, so it is not uploaded again: update the package"
            )
        }
        if subject.event == .tokenRegister, app.isRunning, app.tokens.published == nil,
            let failure = fetchFailure, failure.why == .keychainLocked
        {
            failedFetch(app, "none is published", failure.fact, failure.why)
        } else if subject.event == .tokenRegister, lacksFirebase, presentToken != nil,
            !hasRegisteredPresentToken
        {
            notConfigured("none is published")
        } else if subject.event == .tokenRegister, status(.deviceToken) == .ok,
            let fault = startFault
        {
            doesNotLaunch(
                .registrationToken,
                fault == .sceneRequired
                    ? "none is published, since the app does not launch" : "none is published",
                app, fault)
        } else if isLocal {
            skipped(.registrationToken, .localNotification, "the app posted it itself")
        } else if let fact = fact(ofRules: [.fcmExpiry, .fcmSenderMismatch], [.not]) {
            unaddressed(app, project, reason(fact), fact.rule)
        } else if fact(ofRules: [.osReinstall], [.not]) != nil {
            pending(.registrationToken, .osReinstall, "it died with the device token")
        } else if let token = tokenAtArrival(project) {
            ok(.registrationToken, TokenText.short(token), .fcmDelegate)
        } else if status(.deviceToken) == .ok, fact(ofRules: [.fcmRefused], [.not]) != nil {
            // FCM answered before it looked up the token, which was already gone.
            unaddressed(app, project, nil, .fcmExpiry)
        } else if status(.deviceToken) == .ok, wasAddressed, !isPastFCM {
            // No gateway rejected the token, so it was lost only later.
            ok(.registrationToken, "it was valid when the push was sent", .fcmDelegate)
        } else if isPastFCM {
            skipped(
                .registrationToken, .fcmExpiry,
                "sent straight to APNs; FCM would have refused it: there is no valid token")
        } else if let cached = app.tokens.cached(project.senderID), cached.isRegistered,
            status(.deviceToken) == .ok || subject.event == .tokenRegister
        {
            ok(
                .registrationToken,
                "\(TokenText.short(cached.token)), sender \(project.senderID)", .fcmDelegate)
            if subject.event == .tokenRegister { noteRegistration(app) }
        } else if status(.deviceToken) != .ok {
            pending(.registrationToken, .fcmFetch, "none: FCM needs the device token first")
        } else {
            unaddressed(app, project, nil, .fcmExpiry)
        }
    }

    /// Whether the running process asked in vain, since it never started Firebase.
    private var lacksFirebase: Bool {
        app?.isRunning == true && app?.tokens.published == nil
            && fetchFailure?.why == .notConfigured
    }

    /// Notes what is wrong beside a token that is there.
    private mutating func noteRegistration(_ app: App) {
        if let bundleIDMismatch {
            note("FCM answers a send to it with INVALID_ARGUMENT: \(bundleIDMismatch)")
        }
        if lacksFirebase {
            note(
                "this token is from before: FirebaseApp.configure() is never called "
                    + "(I-COR000003), so no other token comes")
        }
        for ask in refusedAsks(app).dropFirst(subject.quotesRefusedAsk ? 1 : 0) {
            note("\(ask.found): \(ask.cure)")
        }
    }

    /// A request for a registration token that the SDK refuses although the app has one.
    private struct RefusedAsk {
        var found: String
        var cure: String
    }

    private func refusedAsks(_ app: App) -> [RefusedAsk] {
        var asks: [RefusedAsk] = []
        if app.settings.asksTokenTooEarly {
            asks.append(
                RefusedAsk(
                    found: "at launch token(completion:) fails with 505, since it is called "
                        + "before the APNs token is set",
                    cure: "call it in didRegisterForRemoteNotifications "
                        + "(`app set token.early off`)"))
        }
        if status(.deviceToken) == .ok, app.settings.configuresFirebase,
            !app.settings.apnsTokenReachesFirebase, app.tokens.sdkDeviceToken == nil
        {
            asks.append(
                RefusedAsk(
                    found: "this token is from before: Messaging.apnsToken is not set, so "
                        + "token(completion:) fails with 505, and no other token comes",
                    cure: "`app set sets-apns-token on`, then "
                        + (app.isRunning ? "`app kill` and `app launch`" : "`app launch`")))
        }
        return asks
    }

    /// The answer to the error of such a request, which the question quotes; nil if there is none.
    var refusedAskAnswer: Explanation.Answer? {
        guard subject.quotesRefusedAsk, status(.registrationToken) == .ok, let app,
            let ask = refusedAsks(app).first
        else { return nil }
        return Explanation.Answer(
            .no, about: "token",
            ChainLink(
                .registrationToken, .quiet, ask.found, Basis(.fcmFetch), cause: .tokenFetchFailed,
                cure: ask.cure))
    }

    /// Notes such a request beside an answer about the project that the token is of: it fails for
    /// every project.
    mutating func noteRefusedAsk() {
        guard subject.quotesRefusedAsk, link(.registrationToken)?.cause == .projectChanged,
            let ask = app.flatMap({ refusedAsks($0).first })
        else { return }
        note("\(ask.found): \(ask.cure)")
    }

    /// Whether the push reached a gateway that looked up the app.
    private var wasAddressed: Bool { row != nil || storedPush != nil || lostPush != nil }

    /// Whether the push in question reached APNs without FCM, whose messages carry its own ID.
    private var isPastFCM: Bool {
        if let storedPush { return !storedPush.push.isSentByFCM && !hadToken(storedPush.storedAt) }
        guard let row, row.state != .refused, let payload else { return false }
        return payload.root["gcm.message_id"] == nil
    }

    /// Whether the sender had a valid token for the app at a given moment.
    private func hadToken(_ moment: Tick) -> Bool {
        let sender = app?.settings.firebase?.senderID
        let last = evidence.tokens.last {
            $0.kind == "registration" && $0.scope == sender && $0.at <= moment
        }
        return last?.change.isValid == true
    }

    /// The newest moment of the sender's token before the push, or before now.
    private func lastMoment(_ project: FirebaseProject) -> TokenRow? {
        lastMoment { $0.kind == "registration" && $0.scope == project.senderID }
    }

    /// The newest moment of some tokens before the push, or before now.
    private func lastMoment(_ isMeant: (TokenRow) -> Bool) -> TokenRow? {
        evidence.tokens.last {
            isMeant($0) && $0.at <= wasSentAt ?? $0.at && !isLater($0)
        }
    }

    /// The time at which the app had to have an address for the push; nil if that is now, or if it
    /// is known otherwise whether it had one.
    private var wasSentAt: Tick? { row?.arrivedAt ?? unfollowedPush?.at }

    /// Whether a token changed in the instant of the push, and no fact before the push says so.
    ///
    /// The facts of one instant tell of its changes in their order.
    private func isLater(_ token: TokenRow) -> Bool {
        guard token.at == wasSentAt else { return false }
        let told = evidence.appFacts.count {
            $0.at == token.at && isEarlier($0) && Self.tells($0.fact, of: token)
        }
        let alike = evidence.tokens.filter {
            $0.at == token.at && $0.kind == token.kind
                && (token.change.isValid ? $0.change.isValid : $0.change == token.change)
        }
        return told <= alike.firstIndex(of: token) ?? 0
    }

    /// Whether a fact is the report of a token's arrival or loss.
    private static func tells(_ fact: Fact, of token: TokenRow) -> Bool {
        if token.change.isValid {
            return fact.verb == .token && fact.subject == token.kind && fact.rule != .fcmExpiry
                && fact.occurrence != .tokenGone
        }
        if token.change == .expired { return fact.verb == .token && fact.rule == .fcmExpiry }
        if token.isDeletion { return fact.occurrence == .tokenGone }
        return fact.verb == .app && fact.rule == .appUninstall
    }

    /// The token that was valid when the push was sent, from the history.
    private func tokenAtArrival(_ project: FirebaseProject) -> String? {
        guard wasSentAt != nil, let last = lastMoment(project) else { return nil }
        return last.change.isValid ? last.token : nil
    }

    /// The device token that the app had when the push was sent, from the history.
    var deviceTokenAtArrival: String? {
        guard wasSentAt != nil, let last = lastMoment({ $0.kind == "device" }) else { return nil }
        return last.change.isValid ? last.token : nil
    }

    /// Reports that there is no valid token: how it was lost, or why there never was one.
    ///
    /// Whatever took it: an app that was deleted since gets another when it is opened again.
    private mutating func unaddressed(
        _ app: App, _ project: FirebaseProject, _ said: String?, _ rule: RuleID
    ) {
        explainLoss(app, project, said, rule)
        guard app.state == .uninstalled, let last = links.indices.last else { return }
        links[last].cure = onlineFirst + app.installCommand + ", then `app launch`"
    }

    /// Adds the loss of the token that the app had, or what kept it from getting one.
    private mutating func explainLoss(
        _ app: App, _ project: FirebaseProject, _ said: String?, _ rule: RuleID
    ) {
        let last = lastMoment(project)
        let basis = Basis(rule)
        let isKnown = app.tokens.cached(project.senderID)?.isRegistered == true
        if rule == .fcmSenderMismatch {
            return ofOtherSender(app, project, said, isKnown: isKnown)
        }
        // A message to a topic names no token.
        let isOfTopic = fact(saying: .refused(reason: nil))?.rule == .fcmExpiry
        let current =
            isOfTopic
            ? "the app has a token now: \(again)"
            : "send to the app's current token: `tokens export` lists it"
        let isAwaited = !isKnown && hasAskedSinceLoss
        switch last?.change {
        case .expired:
            let token = TokenText.short(last?.token ?? "")
            broken(
                .registrationToken, .tokenExpired,
                said ?? "\(token) is expired: FCM answers UNREGISTERED", basis,
                cure: isKnown ? current : inApp(app, Self.renewal), mended: isKnown ? current : nil)
        case .unregistered where isKnown, .invalidated where isKnown && diedWithApp(last):
            broken(
                .registrationToken, .tokenExpired,
                said ?? "the token is of the app before it was installed anew", basis,
                cure: current, mended: current)
        case .unregistered where app.state != .uninstalled && currentApp?.wasLaunched == false:
            broken(
                .registrationToken, .tokenExpired,
                (said ?? "none") + ": the app was installed anew, and not opened since", basis,
                cure: "\(reachable)\(permitted)`app launch`, then send to its new token: `tokens "
                    + "export` lists it")
        case .deleted where isAwaited, .dropped where isAwaited: neverIssued(app, project, said)
        case .deleted, .dropped:
            let reason = last.map { ": \($0.reason)" } ?? ""
            broken(
                .registrationToken, .tokenMissing,
                (said.map { $0 + "; it" } ?? "none: the token") + " was deleted\(reason)",
                Basis(.fcmDelete),
                cure: isKnown ? current : anew(app), mended: isKnown ? current : nil)
        case .issued, .confirmed:
            // If FCM knows the app's present token, the sender named an old one; otherwise FCM
            // dropped the registration silently.
            broken(
                .registrationToken, .tokenExpired, said ?? "the token is expired", basis,
                cure: isKnown ? current : inApp(app, Self.renewal), mended: isKnown ? current : nil)
        default: neverIssued(app, project, said)
        }
        // Whatever kept the token away then, the app has one now.
        if isKnown, let place = links.indices.last, links[place].mended == nil {
            (links[place].cure, links[place].mended) = (current, current)
        }
    }

    /// Adds a token that another Firebase project issued.
    private mutating func ofOtherSender(
        _ app: App, _ project: FirebaseProject, _ said: String?, isKnown: Bool
    ) {
        broken(
            .registrationToken, .projectChanged, said ?? "the token belongs to another sender",
            Basis(.fcmSenderMismatch),
            cure: isKnown
                ? "send with a service account of `\(project.projectID)`, the app's project, "
                    + "to its current token: `tokens export` lists it"
                : "the app calls token(completion:) after the APNs token is set: "
                    + inApp(app, asking))
    }

    /// Whether FCM learned that a token's app is gone: what the SDK made of it later is no cause.
    private func diedWithApp(_ token: TokenRow?) -> Bool {
        evidence.tokens.contains { $0.token == token?.token && $0.change == .unregistered }
    }

    /// Asking alone would bring the cached token, which the SDK takes for fresh.
    private static let renewal =
        "`token refresh`: the app calls deleteToken and then token(completion:), and uploads a new "
        + "one"

    /// Whether a token should have come since the last one was deleted: a launch asks for it.
    ///
    /// Whatever that launch failed with is what keeps the next one away.
    private var hasAskedSinceLoss: Bool {
        for entry in evidence.appFacts.reversed() where isEarlier(entry) {
            switch entry.fact.occurrence {
            case .called(.launch)?: return true
            case .tokenFailed(.autoInitOff)?, .tokenFailed(.askedTooEarly)?: continue
            case .tokenFailed?: return true
            case .tokenGone?: return false
            default:
                if entry.fact.verb == .app, entry.fact.rule == .appUninstall { return false }
            }
        }
        return false
    }

    /// The commands without which FCM cannot answer, in front of others.
    private var reachable: String {
        let refuses = world.surroundings.network.refusesRegistrations
        return onlineFirst + (refuses ? "`stub clear`, then " : "")
    }

    /// The permission and the settings without which the app's next process gets no token, in front
    /// of its start.
    private func settingUp(_ app: App) -> String {
        var settings = currentApp?.settings ?? app.settings
        var commands = [currentApp?.permissionToRegister].compactMap(\.self)
        if !settings.hasAPNsEntitlement { commands.append("`app set entitlement.aps on`") }
        if settings.registration == .never { commands.append("`app set register granted`") }
        if !settings.configuresFirebase {
            commands.append("`app set firebase.configured on`")
            settings.configuresFirebase = true
        }
        if !settings.apnsTokenReachesFirebase { commands.append("`app set sets-apns-token on`") }
        return commands.map { $0 + ", " }.joined()
    }

    /// The commands for the app's next launch.
    func relaunch(_ app: App) -> String {
        app.isRunning ? "`app kill`, then `app launch`" : "`app launch`"
    }

    /// Whether the running process cannot ask: it has no APNs token, or Firebase is not configured.
    private func needsRestart(_ app: App) -> Bool {
        app.lacksAPNsToken || currentApp?.settings.configuresFirebase == false
    }

    /// Adds to a cure what it needs: a network, a running app, Firebase, and the APNs token.
    ///
    /// In a process without that token, which a restart sets, the SDK answers a request for a token
    /// with 505.
    func inApp(_ app: App, _ cure: String) -> String {
        guard app.isRunning else {
            return reachable + settingUp(app) + "`app launch`, then " + cure
        }
        guard needsRestart(app) else { return reachable + cure }
        return reachable + settingUp(app) + "`app kill` and `app launch`, then " + cure
    }

    /// The command that asks FCM for a token.
    private var asking: String {
        currentApp?.settings.usesInstallationID == true ? "`token register`" : "`token fetch`"
    }

    /// The way to another token after one was deleted: the next launch asks for it by itself.
    private func anew(_ app: App) -> String {
        guard app.isRunning else { return reachable + settingUp(app) + "`app launch`" }
        guard needsRestart(app), app.settings.autoInitializesFCM else { return inApp(app, asking) }
        return reachable + settingUp(app) + "`app kill` and `app launch`"
    }

    /// Reports why the sender never issued a token to the app.
    private mutating func neverIssued(_ app: App, _ project: FirebaseProject, _ said: String?) {
        let settings = app.settings
        let none = said ?? "none for sender \(project.senderID)"
        let failure = fetchFailure
        if let exception = app.firebaseException {
            crashesInFirebase(.registrationToken, none, exception)
        } else if failure?.why == .notConfigured || failure == nil && !settings.configuresFirebase {
            notConfigured(none)
        } else if !settings.apnsTokenReachesFirebase {
            // Asking would fail with 505 if the device token does not reach the SDK.
            broken(
                .registrationToken, .apnsTokenNotSet,
                "\(none): Messaging.apnsToken is not set, and swizzling does not reach the app",
                Basis(.fcmSwizzling),
                cure: (currentApp?.settings.apnsTokenReachesFirebase == true
                    ? "it is set at the next launch: "
                    : "set Messaging.apnsToken in didRegisterForRemoteNotifications: "
                        + "`app set sets-apns-token on`, then ")
                    + reachable + "`app kill` and `app launch`")
        } else if let other = app.tokens.cache.first {
            broken(
                .registrationToken, .projectChanged,
                "\(none): the keychain holds one of sender \(other.senderID), so the SDK does "
                    + "not ask",
                Basis(.fcmCacheBySender),
                cure: "the app calls token(completion:) after the APNs token is set: "
                    + inApp(app, asking))
        } else if let failure {
            failedFetch(app, none, failure.fact, failure.why)
        } else if app.lacksAPNsToken {
            broken(
                .registrationToken, .apnsTokenNotSet,
                "\(none): Messaging.apnsToken is not set in this process", Basis(.fcmSwizzling),
                cure: reachable + settingUp(app)
                    + "`app kill` and `app launch`: the next registration sets it")
        } else {
            broken(
                .registrationToken, .tokenMissing, none, Basis(.fcmFetch), cure: inApp(app, asking))
        }
    }

    /// Reports that the app did not start Firebase, or has changed since and was not launched.
    private mutating func notConfigured(_ none: String) {
        let isMended = currentApp?.settings.configuresFirebase == true
        broken(
            .registrationToken, .firebaseNotConfigured,
            "\(none): FirebaseApp.configure() "
                + (isMended ? "was not called at the last launch" : "is never called")
                + " (I-COR000003)",
            Basis(.fcmConfigured),
            cure: (isMended
                ? "it is called now: "
                : "call it first in didFinishLaunching: `app set firebase.configured on`, then ")
                + reachable + "`app kill` and `app launch`")
    }

    /// The newest report of a fetch that brought no token, before the push.
    ///
    /// A launch makes the reports of earlier processes void: what fails again is reported again. So
    /// does a deletion, before which there was a token.
    private var fetchFailure: (fact: Fact, why: Occurrence.Failure)? {
        for entry in evidence.appFacts.reversed() where isEarlier(entry) {
            switch entry.fact.occurrence {
            case .tokenFailed(let why)?: return (entry.fact, why)
            case .called(.launch)?, .tokenGone?: return nil
            default: continue
            }
        }
        return nil
    }

    /// Adds a fetch that brought no token, with the cure for its reason.
    private mutating func failedFetch(
        _ app: App, _ none: String, _ fact: Fact, _ why: Occurrence.Failure
    ) {
        if why == .otherSender {
            broken(
                .registrationToken, .projectChanged,
                "\(none): the keychain held one of another sender, so the SDK did not ask",
                Basis(.fcmCacheBySender),
                cure: "the app calls token(completion:) after the APNs token is set: "
                    + inApp(app, asking))
            return
        }
        let cure: String
        switch why {
        case .noNetwork:
            cure = (isOffline ? "" : "the network is back: ") + inApp(app, asking)
        case .noSender:
            cure = "import a GoogleService-Info.plist with GCM_SENDER_ID: `app import FILE`"
        case .refused: cure = inApp(app, asking)
        case .installationMode: cure = inApp(app, "`token register`")
        case .keychainLocked: cure = "`device unlock`, then `app kill` and `app launch`"
        case .notConfigured: cure = "`app set firebase.configured on`, then `app launch`"
        case .askedTooEarly, .otherSender, .autoInitOff:
            cure =
                "the app calls token(completion:) after the APNs token is set: "
                + inApp(app, asking)
        }
        broken(
            .registrationToken, .tokenFetchFailed,
            "\(none): the SDK asked and got none: \(fact.text)",
            Basis(fact.rule), cure: cure)
    }
}
