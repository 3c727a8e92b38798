import PushModel

/// The commands about the registration token.
extension App {
    static let noAPNsTokenText =
        "No APNS token specified before fetching FCM Token (com.google.fcm 505)"
    static let noSenderText =
        "the sender ID is missing: GoogleService-Info.plist has no GCM_SENDER_ID"
        + " (com.google.fcm 502)"
    static let installationModeText =
        "token(completion:) is off while FirebaseMessagingInstallationIdEnabled is on"
        + " (com.google.fcm 7)"

    /// Carries out a command about the registration token.
    mutating func token(
        _ action: TokenAction, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        guard let project = settings.firebase else {
            throw Refusal(.noToken, "`\(address.bundleID)` does not use Firebase")
        }
        if action == .expire {
            try expire(project, world.now, &step)
            return
        }
        guard isRunning else {
            throw Refusal(
                .notRunning,
                "`\(address.bundleID)` is \(state.rawValue), and only a running app"
                    + " reaches the SDK", hint: "`app launch` first")
        }
        switch action {
        case .delete: try delete(project, on: device, in: &world, &step)
        case .deleteData: deleteData(project, on: device, in: &world, &step)
        case .refresh, .fetch, .register:
            try checkFetch(action, project)
            step.touch(.appState(address))
            let isFetched =
                action == .refresh
                ? refresh(project, on: device, in: &world, &step)
                : fetchExplicitly(project, on: device, in: &world, &step)
            if !isFetched { step.failure = noTokenArrived(on: device, in: world) }
        case .subscribe(let topic):
            try change(topic, subscribes: true, project, on: device, in: &world, &step)
        case .unsubscribe(let topic):
            try change(topic, subscribes: false, project, on: device, in: &world, &step)
        case .expire: break
        }
    }

    /// The failure of a command for which FCM was asked in vain.
    func noTokenArrived(on device: DeviceStatus, in world: Surroundings) -> Refusal {
        Refusal(
            .tokenFetchFailed, "no registration token arrived",
            hint: fetchHint(on: device, in: world))
    }

    /// The commands that let the next fetch succeed; only actual faults are named.
    private func fetchHint(on device: DeviceStatus, in world: Surroundings) -> String {
        let cures =
            (device.isOnline ? [] : ["`device online`"])
            + (world.network.mode == .off ? ["`network simulated`"] : [])
        return cures.isEmpty
            ? "FCM's answer comes from a stub: `stub list`, `stub clear`"
            : cures.joined(separator: " and ")
    }

    /// The errors of `token(completion:)`, in the order the SDK looks for them.
    func checkFetch(_ action: TokenAction, _ project: FirebaseProject) throws(Refusal) {
        if action == .register, !settings.usesInstallationID {
            throw Refusal(
                .tokenFetchFailed,
                "register(completion:) needs FirebaseMessagingInstallationIdEnabled and SDK 12.16",
                hint: "`app set fid-mode on` and `app set firebase.sdk 12.18.0`")
        }
        if action == .fetch, settings.usesInstallationID {
            throw Refusal(
                .tokenFetchFailed, Self.installationModeText,
                hint: "`token register` calls register(completion:)")
        }
        guard settings.configuresFirebase else {
            throw Refusal(
                .tokenFetchFailed, "Firebase is not configured (I-COR000003)",
                hint: "call FirebaseApp.configure(): `app set firebase.configured on`, then "
                    + "`app kill` and `app launch`")
        }
        guard tokens.sdkDeviceToken != nil else {
            throw Refusal(
                .tokenFetchFailed, Self.noAPNsTokenText,
                hint: apnsTokenHint)
        }
        guard !project.senderID.isEmpty else {
            throw Refusal(.tokenFetchFailed, Self.noSenderText)
        }
    }

    /// The way to an APNs token in the SDK: only a launch that configures Firebase sets the one
    /// that the app has.
    private var apnsTokenHint: String {
        guard lacksAPNsToken, registersAtLaunch else {
            return "the app must be registered with APNs, and Messaging.apnsToken set, first"
        }
        return settings.apnsTokenReachesFirebase
            ? "`app kill` and `app launch`: the next registration sets Messaging.apnsToken"
            : "set Messaging.apnsToken in didRegisterForRemoteNotifications: "
                + "`app set sets-apns-token on`, then `app kill` and `app launch`"
    }

    /// Whether a launch registers with APNs, as far as that depends on the app and its user.
    private var registersAtLaunch: Bool {
        guard settings.hasAPNsEntitlement else { return false }
        return switch settings.registration {
        case .atLaunch: true
        case .whenGranted: permission.status != .denied
        case .never: false
        }
    }

    /// A refresh is `deleteToken` and then `token(completion:)`, so a failed one leaves no token.
    ///
    /// Returns false if no token came.
    private mutating func refresh(
        _ project: FirebaseProject, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) -> Bool {
        guard let cached = tokens.cached(project.senderID) else {
            return fetchExplicitly(project, on: device, in: &world, &step)
        }
        let reason = staleness(of: cached, project, device, world.now) ?? "a refresh was asked for"
        forget(cached, on: device, in: &world, &step)
        return fetch(project, because: reason, on: device, in: &world, &step)
    }

    /// The cached token that `token(completion:)` returns without asking FCM; nil if it asks.
    ///
    /// The SDK cannot know that FCM has forgotten a token, so a fresh one is returned even if it is
    /// dead.
    func freshToken(
        of project: FirebaseProject, on device: DeviceStatus, at now: Tick
    ) -> TokenService.Cached? {
        guard tokens.memoryIsComplete, let cached = tokens.cached(project.senderID),
            cached.deviceToken == tokens.sdkDeviceToken,
            staleness(of: cached, project, device, now) == nil
        else { return nil }
        return cached
    }

    /// `token(completion:)`: a fresh cached token is returned, otherwise FCM is asked.
    ///
    /// Returns false if no token came.
    mutating func fetchExplicitly(
        _ project: FirebaseProject, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) -> Bool {
        if let fresh = freshToken(of: project, on: device, at: world.now) {
            step.report(
                Fact(
                    .answer, "registration",
                    TokenText.short(fresh.token) + " (cached, fresh)", rule: .fcmFetch))
            publish(fresh.token, in: &world, &step)
            return true
        }
        var reason = "token(completion:) asked"
        var rule = RuleID.fcmFetch
        if let cached = tokens.cached(project.senderID),
            cached.deviceToken == tokens.sdkDeviceToken
        {
            if let staleness = staleness(of: cached, project, device, world.now) {
                reason = staleness
            } else {
                reason = "the first token(completion:) of the process asks FCM"
                rule = .fcmFirstAsk
            }
        }
        let published = tokens.published
        guard fetch(project, because: reason, on: device, in: &world, &step) else { return false }
        guard let token = tokens.published, token == published else { return true }
        step.report(
            Fact(
                .answer, "registration",
                "\(TokenText.short(token)) (from FCM, the same; \(reason))",
                rule: rule == .fcmFetch ? .fcmSameToken : rule))
        return true
    }

    /// Fetches the token for an app that calls `token(completion:)` at every launch.
    mutating func fetchAtLaunch(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        guard settings.fetchesTokenAtLaunch, settings.configuresFirebase,
            let project = settings.firebase
        else { return }
        if settings.usesInstallationID || tokens.sdkDeviceToken == nil {
            reportRefusedAsk(&step)
            return
        }
        _ = fetchExplicitly(project, on: device, in: &world, &step)
    }

    /// Reports a `token(completion:)` that the SDK answers with an error.
    func reportRefusedAsk(_ step: inout Step) {
        let text =
            settings.usesInstallationID ? Self.installationModeText : Self.noAPNsTokenText
        step.report(
            Fact(
                .failed, "token", text, rule: .fcmFetch,
                .tokenFailed(settings.usesInstallationID ? .installationMode : .askedTooEarly),
                of: address))
    }

    /// `deleteToken`: the record goes and the delegate gets nil, even if FCM cannot be reached.
    private mutating func delete(
        _ project: FirebaseProject, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) throws(Refusal) {
        guard let cached = tokens.cached(project.senderID) else {
            throw Refusal(.noToken, "there is no registration token to delete")
        }
        step.touch(.appState(address))
        forget(cached, on: device, in: &world, &step)
    }

    /// Drops the record of one token, tells FCM, and gives nil to the delegate.
    private mutating func forget(
        _ cached: TokenService.Cached, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        tokens.cache.removeAll { $0.senderID == cached.senderID }
        tellServer(cached, TokenRow.deleteToken, on: device, in: world, &step)
        tokens.memoryIsComplete = false
        publish(nil, in: &world, &step)
    }

    /// `Messaging.deleteData`: every token goes, and auto-init asks again.
    private mutating func deleteData(
        _ project: FirebaseProject, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        step.touch(.appState(address))
        let records = tokens.cache
        tokens.cache = []
        for cached in records {
            tellServer(cached, TokenRow.deleteData, on: device, in: world, &step)
        }
        tokens.memoryIsComplete = false
        publish(nil, in: &world, &step)
        if settings.autoInitializesFCM, tokens.sdkDeviceToken != nil {
            fetch(
                project, because: "auto-init asks again after deleteData", on: device,
                in: &world, &step)
        } else {
            step.report(
                Fact(
                    .not, "token",
                    settings.autoInitializesFCM
                        ? "the device token is not set, so the SDK does not ask"
                        : "auto-init is off, so the SDK does not ask", rule: .fcmAutoInit,
                    .tokenFailed(settings.autoInitializesFCM ? .askedTooEarly : .autoInitOff),
                    of: address))
        }
    }

    /// Asks FCM to forget a token; without network FCM keeps it, and pushes to it still arrive.
    private mutating func tellServer(
        _ cached: TokenService.Cached, _ reason: String, on device: DeviceStatus,
        in world: Surroundings, _ step: inout Step
    ) {
        let isReached = device.isOnline && world.network.mode != .off
        keep(
            "registration", cached.token, cached.senderID, isReached ? .deleted : .dropped,
            reason, world.now, &step)
        guard !isReached else { return }
        if cached.isRegistered {
            tokens.orphanedSender = cached.senderID
            tokens.orphanedToken = cached.token
        }
        step.report(
            Fact(
                .kept, "registration",
                "\(TokenText.short(cached.token)) at FCM: it could not be reached (no network)",
                rule: .fcmDelete))
    }

    private mutating func expire(
        _ project: FirebaseProject, _ now: Tick, _ step: inout Step
    ) throws(Refusal) {
        guard let index = tokens.cache.firstIndex(where: { $0.senderID == project.senderID })
        else {
            throw Refusal(.noToken, "there is no registration token to expire")
        }
        tokens.cache[index].isRegistered = false
        step.touch(.appState(address))
        keep(
            "registration", tokens.cache[index].token, project.senderID, .expired,
            "FCM forgot it", now, &step)
        step.report(
            Fact(
                .token, "registration",
                TokenText.short(tokens.cache[index].token)
                    + " expired: FCM answers UNREGISTERED from now on", rule: .fcmExpiry,
                of: address))
    }
}
