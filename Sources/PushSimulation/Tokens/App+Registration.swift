import PushModel

extension App {
    /// Calls `registerForRemoteNotifications()`; APNs answers with the device token or refuses.
    mutating func registerForRemoteNotifications(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        guard settings.hasAPNsEntitlement else {
            failToRegister("no aps-environment entitlement", isOffline: false, &step)
            return
        }
        guard device.isOnline, world.network.mode != .off else {
            failToRegister("no network", isOffline: true, &step)
            return
        }
        let token = deviceToken(in: &world, &step)
        step.report(
            Fact(.token, "device", TokenText.short(token), rule: .apnsRegistration, of: address))
        step.report(
            Fact(
                .called, "didRegisterForRemoteNotificationsWithDeviceToken",
                rule: .apnsRegistration))
        saveInstallation(in: &world, &step)
        guard let project = settings.firebase else { return }
        guard settings.configuresFirebase else { return }
        if settings.apnsTokenReachesFirebase {
            setAPNsToken(token, project, on: device, in: &world, &step)
        } else {
            step.report(
                Fact(
                    .not, "token",
                    "Messaging.apnsToken is not set: swizzling is off or does not reach the app",
                    rule: .fcmSwizzling))
        }
    }

    private func failToRegister(_ reason: String, isOffline: Bool, _ step: inout Step) {
        step.report(
            Fact(
                .called, "didFailToRegisterForRemoteNotificationsWithError", "(\(reason))",
                rule: .apnsRegistration, .registrationFailed(isOffline: isOffline), of: address))
    }

    /// The device token for the environment of the app's build; a new one is made if needed.
    private mutating func deviceToken(in world: inout Surroundings, _ step: inout Step) -> String {
        let environment = settings.apnsEnvironment
        var reason = "first registration of this installation"
        if let known = tokens.deviceToken {
            if tokens.deviceEnvironment.isEmpty || tokens.deviceEnvironment == environment {
                tokens.deviceEnvironment = environment
                return known
            }
            reason = "the build's APNs environment is \(environment) now"
            keep("device", known, tokens.deviceEnvironment, .replaced, reason, world.now, &step)
            step.report(
                Fact(.removed, "device", "token: " + reason, rule: .apnsEnvironment))
            replaceActivityTokens(of: tokens.deviceEnvironment, reason, world.now, &step)
        }
        let token = TokenText.deviceToken(&world.random)
        tokens.deviceToken = token
        tokens.deviceEnvironment = environment
        keep("device", token, environment, .issued, reason, world.now, &step)
        return token
    }

    /// Forgets the device token, to which APNs now answers with 410 Unregistered (A-METR).
    mutating func retireDeviceToken(_ reason: String, _ now: Tick, _ step: inout Step) {
        guard let token = tokens.deviceToken else { return }
        tokens.deviceToken = nil
        tokens.orphanedSender = nil
        tokens.orphanedToken = nil
        keep("device", token, tokens.deviceEnvironment, .retired, reason, now, &step)
        for index in tokens.cache.indices
        where tokens.cache[index].deviceToken == token && tokens.cache[index].isRegistered {
            // FCM learns from APNs that the token is dead, and forgets the registration.
            tokens.cache[index].isRegistered = false
            keep(
                "registration", tokens.cache[index].token, tokens.cache[index].senderID,
                .unregistered, reason, now, &step)
        }
    }

    /// Whether the process that runs has a device token and never gave it to the Firebase SDK,
    /// which then answers a request for a registration token with 505.
    package var lacksAPNsToken: Bool {
        isRunning && tokens.deviceToken != nil && tokens.sdkDeviceToken == nil
    }

    /// Whether it had a device token that died when iOS was reinstalled, and has got no other since
    /// (A-REG).
    ///
    /// An app that was deleted has lost its installation ID and NCMB's file as well.
    public var hadDeviceToken: Bool {
        guard tokens.deviceToken == nil, wasLaunched, state != .uninstalled else { return false }
        if installation != nil { return true }
        guard let id = tokens.installationID else { return false }
        return tokens.cache.contains {
            !$0.isRegistered && $0.deviceToken != nil && $0.token.hasPrefix(id)
        }
    }

    /// Records a moment in a token's life in the history.
    func keep(
        _ kind: String, _ token: String, _ scope: String, _ change: TokenRow.Change,
        _ reason: String, _ now: Tick, _ step: inout Step
    ) {
        step.changes.append(
            .token(
                TokenRow(
                    app: address, kind: kind, token: token, scope: scope, change: change,
                    reason: reason, at: now)))
    }
}
