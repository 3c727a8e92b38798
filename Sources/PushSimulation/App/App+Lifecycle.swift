import PushModel

extension App {
    /// The refusal of everything that needs the app to be installed.
    var notInstalled: Refusal {
        Refusal(
            .notInstalled, "`\(address.bundleID)` is not installed on `\(address.device)`",
            hint: "\(installCommand) first")
    }

    /// Opens the app by its icon.
    mutating func launch(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        switch state {
        case .uninstalled: throw notInstalled
        case .foreground:
            step.report(
                Fact(.note, "", "\(address.bundleID) is already in front", rule: .appLifecycle))
        case .background:
            enterForeground(in: world, &step)
            deliverHeld(on: device, in: &world, &step)
        case .notRunning, .forceQuit:
            if crashesAtLaunch(on: device, &step) { return }
            coldStart(foreground: true, on: device, in: &world, &step)
            becomeActive(in: world, &step)
            deliverHeld(on: device, in: &world, &step)
        }
    }

    /// Starts the process: callbacks in iOS's order, the permission, registration, and the SDKs.
    mutating func coldStart(
        foreground: Bool, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step, options: ConnectionOptions = .none
    ) {
        step.touch(.appState(address))
        let place = foreground ? "foreground" : "background"
        step.report(
            Fact(
                .app, address.bundleID, "\(state.rawValue) → \(place)", rule: .appLifecycle))
        state = foreground ? .foreground : .background
        isBehindLock = false
        wasLaunched = true
        startUploadTimer(at: world.now)
        if foreground { screen = "home" }
        call(
            "application(_:didFinishLaunchingWithOptions:)", &step,
            settings.lifeCycle == .scene ? "" : options.launchOptions, .called(.launch))
        if settings.clearing == .atLaunch { clearNotifications(in: world, &step) }
        configureFirebase(on: device, in: &world, &step)
        if foreground, settings.asksPermissionAtLaunch { askPermission(&step) }
        let isGranted = permission.status == .authorized || permission.status == .provisional
        switch settings.registration {
        case .atLaunch:
            registerForRemoteNotifications(on: device, in: &world, &step)
        case .whenGranted where isGranted:
            registerForRemoteNotifications(on: device, in: &world, &step)
        case .whenGranted:
            step.report(
                Fact(
                    .not, "registered",
                    "the app only registers once the permission is granted, and it is "
                        + permission.status.rawValue, rule: .apnsRegistration,
                    .registrationWaits(isDenied: permission.status == .denied), of: address))
        case .never: break
        }
        fetchAtLaunch(on: device, in: &world, &step)
        makePendingTopicCalls(on: device, in: world, &step)
        observeStartToken(on: device, in: &world, &step)
        observeTokens(on: device, in: &world, &step)
        // A push may start an app that is not the current one; only opening an app uploads.
        if foreground {
            connectScene(options, &step)
            uploadAtLaunch(in: world, &step)
        }
    }

    /// `requestAuthorization`: prompts once, then answers with the user's decision; critical alerts
    /// have a prompt of their own, whenever the app first asks for them.
    mutating func askPermission(_ step: inout Step) {
        guard permission.status == .notDetermined else {
            if lacksCriticalAnswer { promptForCritical(&step) }
            return
        }
        step.touch(.appState(address))
        if settings.asksProvisional {
            permission.status = .provisional
            step.report(
                Fact(
                    .granted, "provisional", "without a prompt: deliveries are quiet",
                    rule: .permissionProvisional,
                    .chosen(.permission(.provisional)), of: address))
            return
        }
        prompt(&step)
    }

    /// Brings a background app to the foreground; `callback` is what it is opened for.
    mutating func enterForeground(
        in world: Surroundings, _ step: inout Step, by rule: RuleID = .appLifecycle,
        calling callback: Fact? = nil
    ) {
        step.report(
            Fact(
                .app, address.bundleID, "\(state.rawValue) → foreground", rule: rule))
        state = .foreground
        isBehindLock = false
        if screen == nil { screen = "home" }
        step.touch(.appState(address))
        call("applicationWillEnterForeground", &step)
        if let callback { step.report(callback) }
        becomeActive(in: world, &step)
    }

    /// The app is in front; some then remove their notifications.
    mutating func becomeActive(in world: Surroundings, _ step: inout Step) {
        call("applicationDidBecomeActive", &step)
        if settings.clearing == .whenActive { clearNotifications(in: world, &step) }
    }

    /// Leaves the app by the home gesture.
    mutating func enterBackground(_ step: inout Step) throws(Refusal) {
        switch state {
        case .uninstalled: throw notInstalled
        case .background:
            step.report(
                Fact(
                    .note, "", "\(address.bundleID) is already in the background",
                    rule: .appLifecycle))
        case .notRunning, .forceQuit: throw notRunning
        case .foreground: leaveForeground(&step, by: .appLifecycle)
        }
    }

    /// Leaves the foreground to the home screen, the lock screen or another app.
    mutating func leaveForeground(_ step: inout Step, by rule: RuleID) {
        state = .background
        step.touch(.appState(address))
        step.report(Fact(.app, address.bundleID, "foreground → background", rule: rule))
        call("applicationWillResignActive", &step)
        call("applicationDidEnterBackground", &step)
    }

    /// The lock screen covers the app.
    mutating func screenLocked(_ step: inout Step) {
        guard state == .foreground else { return }
        leaveForeground(&step, by: .deviceLock)
        isBehindLock = true
    }

    /// Brings the app that the lock screen covered back to the foreground.
    mutating func screenUnlocked(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        guard isBehindLock, state == .background else { return }
        enterForeground(in: world, &step, by: .deviceLock)
        deliverHeld(on: device, in: &world, &step)
    }

    /// Ends the process: by the system (`kill`) or by the user's swipe (`force-quit`).
    ///
    /// The app may get no callback then, so it is not called. The system finds no process of an
    /// app that was swiped away, so the ban stays.
    mutating func end(_ newState: RunState, _ step: inout Step) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        guard isRunning || (state == .notRunning && newState == .forceQuit) else {
            step.report(
                Fact(.note, "", "\(address.bundleID) is \(state.rawValue)", rule: .appLifecycle))
            return
        }
        step.report(
            Fact(
                .app, address.bundleID, "\(state.rawValue) → \(newState.rawValue)",
                rule: newState == .forceQuit ? .forceQuit : .appLifecycle))
        endProcess(leaving: newState, &step)
    }

    /// Leaves nothing of the app's process, whoever ended it; the app gets no callback.
    mutating func endProcess(leaving newState: RunState = .notRunning, _ step: inout Step) {
        state = newState
        screen = nil
        tokens.processEnded()
        step.touch(.appState(address))
        discardHeld(&step)
    }

    /// Drops the background push that iOS held, which ends with the process unless there is another
    /// reason.
    mutating func discardHeld(
        because reason: String = "the held background push is discarded with the process",
        _ step: inout Step
    ) {
        guard let (held, sequence) = background.release() else { return }
        step.report(
            Fact(
                .removed, held.id ?? "the held push", reason, rule: .backgroundHeld,
                notification: sequence, .lost(.discarded, held.id ?? "")))
    }

    /// The refusal of everything that only a running app does.
    var notRunning: Refusal {
        Refusal(
            .notRunning, "`\(address.bundleID)` is \(state.rawValue)", hint: "`app launch` first")
    }

    /// Logs a user in: the token is registered again, with the user's ID (TD-02, TD-03).
    mutating func logIn(
        _ user: String, in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        guard isRunning else { throw notRunning }
        userID = user
        step.touch(.appState(address))
        step.report(Fact(.login, user, rule: .userAssociation, of: address))
        if let kind = PersonalData(in: user) {
            step.report(
                Fact(
                    .warning, "user_id",
                    "looks like \(kind.rawValue), and would be in every event: `login USER "
                        + "--hash sha256` sends a digest",
                    rule: .personalUserID))
        }
        guard settings.usesTreasureData else { return }
        if tokens.published != nil {
            trackTokenRegister(in: &world, &step)
        } else {
            step.report(
                Fact(
                    .not, "tracked",
                    "token_register: the app has no registration token yet",
                    rule: .userAssociation))
        }
    }

    /// Logs the user out; later events carry null (TD-03).
    mutating func logOut(_ step: inout Step) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        guard isRunning else { throw notRunning }
        guard let user = userID else {
            step.report(Fact(.note, "", "nobody is logged in", rule: .userAssociation))
            return
        }
        userID = nil
        step.touch(.appState(address))
        step.report(Fact(.logout, user, rule: .userAssociation, of: address))
    }

    /// Reports that iOS or an SDK called a method of the app.
    func call(
        _ callback: String, _ step: inout Step, _ detail: String = "",
        _ occurrence: Occurrence? = nil
    ) {
        let name =
            settings.lifeCycle == .scene ? Self.sceneCallbacks[callback] ?? callback : callback
        step.report(
            Fact(
                .called, name, detail, rule: .appLifecycle, occurrence,
                of: occurrence == nil ? nil : address))
    }
}
