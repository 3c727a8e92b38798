import PushModel

/// Registration tokens as FirebaseMessaging 12.7 keeps them (`FIRMessagingTokenManager`).
extension App {
    /// Starts the SDK (`configure()`): a cached token of the current sender is published.
    ///
    /// The token is published even if it is not fresh: asking needs the device token, which a cold
    /// launch does not have yet.
    mutating func configureFirebase(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        guard let project = settings.firebase else { return }
        guard settings.configuresFirebase else {
            step.report(
                Fact(
                    .failed, "token",
                    "the default Firebase app was not configured: FirebaseApp.configure() is never "
                        + "called (I-COR000003)", rule: .fcmConfigured,
                    .tokenFailed(.notConfigured), of: address))
            return
        }
        _ = tokens.installation(of: project.googleAppID, &world.random)
        if settings.fetchesTokenEarly { reportRefusedAsk(&step) }
        if device.isBeforeFirstUnlock, !tokens.cache.isEmpty {
            step.report(
                Fact(
                    .not, "token",
                    "FCM's keychain items cannot be read until the first unlock "
                        + "(errSecInteractionNotAllowed, -25308): the SDK finds none",
                    rule: .fcmKeychain, .tokenFailed(.keychainLocked), of: address))
            return
        }
        guard let cached = tokens.cached(project.senderID) else {
            if settings.autoInitializesFCM, tokens.sdkDeviceToken != nil {
                fetch(project, because: "no token was cached", on: device, in: &world, &step)
            }
            return
        }
        if let reason = staleness(of: cached, project, device, world.now) {
            step.report(
                Fact(
                    .kept, "registration",
                    "\(TokenText.short(cached.token)) is not fresh (\(reason)), but is published "
                        + "anyway",
                    rule: .fcmFreshness))
        }
        if settings.sdkForgetsDelegateAtLaunch {
            tokens.published = cached.token
            step.touch(.appState(address))
            step.report(
                Fact(
                    .not, "called",
                    "\(delegateMethod): SDK \(settings.firebaseSDK) does not call it at launch for"
                        + " a cached token", rule: .fcmLaunchRegression))
        } else {
            publish(cached.token, in: &world, &step)
        }
        tokens.memoryIsComplete = false
    }

    /// Gives the device token to the SDK (`setAPNSToken`).
    ///
    /// Setting the same bytes again does nothing. All records with another device token are dropped
    /// before their senders are asked again, so a keychain that held nothing else counts as empty,
    /// and an empty one makes the SDK fetch for its own sender. A record of another sender that
    /// stays valid counts as a record: the trap of MG-03.
    mutating func setAPNsToken(
        _ token: String, _ project: FirebaseProject, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) {
        if tokens.sdkDeviceToken == token { return }
        tokens.sdkDeviceToken = token
        let outdated = tokens.cache.filter {
            $0.deviceToken != token
                || (!$0.environment.isEmpty && $0.environment != tokens.deviceEnvironment)
        }
        for record in outdated { drop(record, at: world.now, &step) }
        let isEmpty = tokens.cache.isEmpty
        for record in outdated { fetchAgain(record, project, on: device, in: &world, &step) }
        guard !outdated.contains(where: { $0.senderID == project.senderID }),
            tokens.cached(project.senderID) == nil
        else { return }
        if isEmpty {
            let reason =
                outdated.isEmpty
                ? "the keychain holds no token" : "no cached token belonged to this device token"
            fetch(project, because: reason, on: device, in: &world, &step)
        } else {
            step.report(
                Fact(
                    .not, "token",
                    "no token for sender \(project.senderID): the keychain holds one of another "
                        + "sender, so the SDK does not ask", rule: .fcmCacheBySender,
                    .tokenFailed(.otherSender), of: address))
        }
    }

    /// Drops a record of another device token.
    private mutating func drop(
        _ record: TokenService.Cached, at now: Tick, _ step: inout Step
    ) {
        tokens.cache.removeAll { $0.senderID == record.senderID }
        keep(
            "registration", record.token, record.senderID, .invalidated,
            "the device token changed", now, &step)
    }

    /// Asks FCM for a new token of a dropped record's sender.
    private mutating func fetchAgain(
        _ record: TokenService.Cached, _ project: FirebaseProject, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) {
        if record.senderID == project.senderID {
            fetch(project, because: "the device token changed", on: device, in: &world, &step)
            return
        }
        var other = project
        other.senderID = record.senderID
        guard
            let token = register(
                other, because: "the device token changed", on: device, in: &world, &step)
        else { return }
        step.report(
            Fact(
                .token, "registration",
                "\(TokenText.short(token)) for sender \(record.senderID), which the app does not"
                    + " use now", rule: .fcmInvalidation, of: address))
    }

    /// Asks FCM for a registration token of the current sender and publishes it.
    ///
    /// Returns false if no token came.
    @discardableResult mutating func fetch(
        _ project: FirebaseProject, because reason: String, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) -> Bool {
        guard let token = register(project, because: reason, on: device, in: &world, &step)
        else { return false }
        tokens.memoryIsComplete = true
        publish(token, in: &world, &step)
        return true
    }

    /// Registers with FCM and puts the answer into the keychain; nil if FCM cannot be reached or
    /// refuses.
    ///
    /// FCM answers a registration that it still knows with the same token.
    private mutating func register(
        _ project: FirebaseProject, because reason: String, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) -> String? {
        guard !project.senderID.isEmpty else {
            step.report(
                Fact(
                    .failed, "token", Self.noSenderText, rule: .fcmFetch, .tokenFailed(.noSender),
                    of: address))
            return nil
        }
        guard device.isOnline, world.network.mode != .off else {
            step.report(
                Fact(
                    .failed, "token", "FCM cannot be reached: no network", rule: .fcmFetch,
                    .tokenFailed(.noNetwork), of: address))
            return nil
        }
        if let answer = world.network.takeFCMFault(of: nil)?.answer(at: .fcm) {
            step.report(
                Fact(
                    .failed, "token", answer.text, rule: answer.rule, .tokenFailed(.refused),
                    of: address))
            return nil
        }
        let installationID = tokens.installation(of: project.googleAppID, &world.random)
        let known = tokens.cached(project.senderID)
        let isKnown =
            known.map {
                $0.isRegistered && $0.deviceToken == tokens.sdkDeviceToken
                    && $0.isInstallation == settings.usesInstallationID
                    && $0.token.hasPrefix(installationID)
            } ?? false
        let token: String
        if isKnown, let known {
            token = known.token
        } else if settings.usesInstallationID {
            token = installationID
        } else {
            token = TokenText.registrationToken(installationID, &world.random)
        }
        tokens.store(
            TokenService.Cached(
                senderID: project.senderID, token: token, appVersion: settings.version,
                googleAppID: project.googleAppID, locale: device.language,
                issuedAt: world.now, deviceToken: tokens.sdkDeviceToken,
                isInstallation: settings.usesInstallationID,
                environment: tokens.deviceEnvironment))
        step.touch(.appState(address))
        keep(
            "registration", token, project.senderID, isKnown ? .confirmed : .issued, reason,
            world.now, &step)
        return token
    }

    /// Publishes a token: the delegate is called if it differs from the one published before.
    mutating func publish(
        _ token: String?, in world: inout Surroundings, _ step: inout Step
    ) {
        guard tokens.published != token else { return }
        tokens.published = token
        step.touch(.appState(address))
        step.report(
            Fact(
                .token, "registration", token.map(TokenText.short) ?? "none",
                rule: .fcmDelegate, token == nil ? .tokenGone : nil, of: address))
        guard settings.hasMessagingDelegate else {
            step.report(
                Fact(
                    .not, "called",
                    "\(delegateMethod): Messaging.delegate is not set, and the SDK logs nothing "
                        + "about it",
                    rule: .fcmNoDelegate,
                    .untracked(.tokenRegister, .noMessagingDelegate), of: address))
            return
        }
        step.report(
            Fact(.called, delegateMethod, token == nil ? "nil" : "", rule: .fcmDelegate))
        if token != nil { trackTokenRegister(in: &world, &step) }
    }

    private var delegateMethod: String {
        settings.usesInstallationID
            ? "messaging(_:didReceiveRegistration:)"
            : "messaging(_:didReceiveRegistrationToken:)"
    }

    /// Registers the published token with Treasure Data, as the guide's token service does (TD-02).
    mutating func trackTokenRegister(in world: inout Surroundings, _ step: inout Step) {
        track(.tokenRegister, in: &world, &step)
    }

    /// The reason why a cached token is not fresh; nil if it is.
    func staleness(
        of cached: TokenService.Cached, _ project: FirebaseProject, _ device: DeviceStatus,
        _ now: Tick
    ) -> String? {
        tokens.staleness(
            of: cached, settings: settings, project: project, locale: device.language, now: now)
    }
}
