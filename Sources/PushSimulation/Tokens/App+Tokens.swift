extension App {
    /// Calls `registerForRemoteNotifications()`; APNs answers with the device token or refuses.
    mutating func registerForRemoteNotifications(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        guard settings.hasAPNsEntitlement else {
            step.report(
                Fact(
                    .called, "didFailToRegisterForRemoteNotificationsWithError",
                    "(no aps-environment entitlement)", rule: .apnsRegistration))
            return
        }
        guard device.isOnline, world.network.mode != .off else {
            step.report(
                Fact(
                    .called, "didFailToRegisterForRemoteNotificationsWithError",
                    "(no network)", rule: .apnsRegistration))
            return
        }
        let token: String
        if let known = tokens.deviceToken {
            token = known
        } else {
            token = TokenText.deviceToken(&world.random)
            tokens.deviceToken = token
            keep(
                "device", token, settings.apnsEnvironment, "issued",
                "first registration of this installation", world.now, &step)
        }
        step.report(
            Fact(.token, "device", TokenText.short(token), rule: .apnsRegistration))
        step.report(
            Fact(
                .called, "didRegisterForRemoteNotificationsWithDeviceToken",
                rule: .apnsRegistration))
        guard let project = settings.firebase else { return }
        if settings.setsAPNsToken || (settings.swizzles && !settings.isSwiftUI) {
            setAPNsToken(token, project, on: device, in: &world, &step)
        } else {
            step.report(
                Fact(
                    .not, "token",
                    "Messaging.apnsToken is not set: swizzling is off or does not reach the app",
                    rule: .fcmSwizzling))
        }
    }

    /// Starts the SDK (`configure()`): a cached token of the current sender is published.
    mutating func configureFirebase(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        guard let project = settings.firebase else { return }
        if tokens.installationID == nil {
            tokens.installationID = TokenText.installationID(&world.random)
        }
        if let cached = tokens.cached(project.senderID) {
            publish(cached.token, in: &world, &step)
        } else if settings.autoInitializesFCM, tokens.sdkDeviceToken != nil {
            fetch(project, because: "no token was cached", on: device, in: &world, &step)
        }
    }

    /// Gives the device token to the SDK (`setAPNSToken`).
    ///
    /// The same bytes again do nothing; records with another device token are fetched anew; an
    /// empty keychain makes the SDK fetch. Another sender's record counts too: the trap of MG-03.
    mutating func setAPNsToken(
        _ token: String, _ project: FirebaseProject, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) {
        if tokens.sdkDeviceToken == token { return }
        tokens.sdkDeviceToken = token
        if tokens.cache.isEmpty {
            fetch(
                project, because: "the keychain holds no token", on: device, in: &world, &step)
            return
        }
        let outdated = tokens.cache.filter { $0.deviceToken != token }
        for record in outdated {
            tokens.cache.removeAll { $0.senderID == record.senderID }
            keep(
                "registration", record.token, record.senderID, "invalidated",
                "the device token changed", world.now, &step)
            if record.senderID == project.senderID {
                fetch(
                    project, because: "the device token changed", on: device, in: &world, &step)
            }
        }
        if tokens.cached(project.senderID) == nil, outdated.isEmpty {
            step.report(
                Fact(
                    .not, "token",
                    "no token for sender \(project.senderID): the keychain holds one of another "
                        + "sender, so the SDK does not ask", rule: .fcmCacheBySender))
        }
    }

    /// Asks FCM for a registration token of the current sender and publishes it.
    mutating func fetch(
        _ project: FirebaseProject, because reason: String, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) {
        guard device.isOnline, world.network.mode != .off else {
            step.report(
                Fact(.failed, "token", "FCM cannot be reached: no network", rule: .fcmFetch))
            return
        }
        let installationID =
            tokens.installationID ?? TokenText.installationID(&world.random)
        tokens.installationID = installationID
        let token = TokenText.registrationToken(installationID, &world.random)
        tokens.store(
            TokenService.Cached(
                senderID: project.senderID, token: token, appVersion: settings.version,
                googleAppID: project.googleAppID, locale: device.language,
                issuedAt: world.now, deviceToken: tokens.sdkDeviceToken))
        keep("registration", token, project.senderID, "issued", reason, world.now, &step)
        publish(token, in: &world, &step)
    }

    /// Publishes a token: the delegate is called when it differs from the one published before.
    mutating func publish(
        _ token: String?, in world: inout Surroundings, _ step: inout Step
    ) {
        guard tokens.published != token else { return }
        tokens.published = token
        step.touch(.appState(address))
        step.report(
            Fact(
                .token, "registration", token.map(TokenText.short) ?? "none",
                rule: .fcmDelegate))
        step.report(
            Fact(
                .called, "messaging(_:didReceiveRegistrationToken:)",
                token == nil ? "nil" : "", rule: .fcmDelegate))
        if token != nil { trackTokenRegister(in: &world, &step) }
    }

    /// Registers the published token with Treasure Data, as the guide's token service does (TD-02).
    mutating func trackTokenRegister(in world: inout Surroundings, _ step: inout Step) {
        track(.tokenRegister, in: &world, &step)
    }

    /// Does what a person asks of the registration token.
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
        step.touch(.appState(address))
        switch action {
        case .delete:
            guard let cached = tokens.cached(project.senderID) else {
                throw Refusal(.noToken, "there is no registration token to delete")
            }
            tokens.cache.removeAll { $0.senderID == project.senderID }
            keep(
                "registration", cached.token, project.senderID, "deleted", "deleteToken",
                world.now, &step)
            publish(nil, in: &world, &step)
        case .refresh:
            guard tokens.sdkDeviceToken != nil else { throw noAPNsToken }
            fetch(project, because: "a refresh was asked for", on: device, in: &world, &step)
        case .fetch:
            guard tokens.sdkDeviceToken != nil else { throw noAPNsToken }
            fetchExplicitly(project, on: device, in: &world, &step)
        case .expire: break
        }
    }

    /// `token(completion:)`: a fresh cached token is returned, otherwise FCM is asked.
    private mutating func fetchExplicitly(
        _ project: FirebaseProject, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        if let cached = tokens.cached(project.senderID), cached.isRegistered,
            cached.deviceToken == tokens.sdkDeviceToken
        {
            let staleness = tokens.staleness(
                of: cached, settings: settings, project: project, locale: device.language,
                now: world.now)
            guard let staleness else {
                step.report(
                    Fact(
                        .answer, "registration",
                        TokenText.short(cached.token) + " (cached, fresh)", rule: .fcmFetch))
                publish(cached.token, in: &world, &step)
                return
            }
            fetch(project, because: staleness, on: device, in: &world, &step)
            return
        }
        fetch(project, because: "token(completion:) asked", on: device, in: &world, &step)
    }

    private mutating func expire(
        _ project: FirebaseProject, _ now: Tick, _ step: inout Step
    ) throws(Refusal) {
        guard let index = tokens.cache.firstIndex(where: { $0.senderID == project.senderID })
        else {
            throw Refusal(.noToken, "there is no registration token to expire")
        }
        tokens.cache[index].isRegistered = false
        tokens.cache[index].issuedAt = now.advanced(by: -TokenService.freshMilliseconds)
        step.touch(.appState(address))
        keep(
            "registration", tokens.cache[index].token, project.senderID, "expired",
            "FCM forgot it", now, &step)
        step.report(
            Fact(
                .token, "registration",
                TokenText.short(tokens.cache[index].token)
                    + " expired: FCM answers UNREGISTERED from now on", rule: .fcmExpiry))
    }

    private var noAPNsToken: Refusal {
        Refusal(
            .tokenFetchFailed,
            "No APNS token specified before fetching FCM Token (com.google.fcm 505)",
            hint: "the app must be registered with APNs, and Messaging.apnsToken set, first")
    }

    private func keep(
        _ kind: String, _ token: String, _ scope: String, _ change: String, _ reason: String,
        _ now: Tick, _ step: inout Step
    ) {
        step.changes.append(
            .token(
                TokenRow(
                    app: address, kind: kind, token: token, scope: scope, change: change,
                    reason: reason, at: now)))
    }
}
