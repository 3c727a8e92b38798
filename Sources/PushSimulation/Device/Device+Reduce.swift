import PushModel

extension Device {
    /// Routes an action to one of the device's apps.
    mutating func reduce(
        _ action: Action, app: Int, in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        let wasInFront = apps[app].state == .foreground
        let start = (facts: step.facts.count, changes: step.changes.count)
        switch action {
        case .app(.launch): try unlockAndOpen(.launch, app, in: &world, &step)
        case .app(.foreground): try unlockAndOpen(.foreground, app, in: &world, &step)
        case .app(let action): try apps[app].reduce(action, on: status, in: &world, &step)
        case .permission(let action): try apps[app].reduce(action, on: status, in: &world, &step)
        case .local(let action): try apps[app].reduce(action, on: status, in: &world, &step)
        case .activity(let action): try apps[app].reduce(action, on: status, in: &world, &step)
        case .login(let user): try apps[app].logIn(user, in: &world, &step)
        case .logout: try apps[app].logOut(&step)
        case .token(let action): try apps[app].token(action, on: status, in: &world, &step)
        case .tap(let id, let button, let opensLink, let text):
            let wasLocked = status.isLocked
            try apps[app].tap(
                id, press: button.map { ButtonPress(button: $0, text: text) },
                opensLink: opensLink, on: &status, in: &world, &step)
            if wasLocked != status.isLocked { unlocked(app, in: &world, &step) }
        case .dismiss(let id): try apps[app].dismiss(id, on: status, in: &world, &step)
        case .dismissAll: try dismissAll(from: app, in: &world, &step)
        case .open(let text, let source):
            try open(text, from: source, app, start, in: &world, &step)
        case .flush(let limit, let isTwice):
            try apps[app].flush(limit: limit, isTwice: isTwice, in: &world, &step)
        case .batchLoaded(let batch): apps[app].send(batch, on: status, in: &world, &step)
        case .uploadFinished(let answer):
            apps[app].uploadFinished(answer, on: status, in: &world, &step)
        case .waited(let isInterrupted):
            apps[app].tryAgain(isInterrupted, on: status, in: &world, &step)
        case .stopUpload: apps[app].stopUpload(in: world, &step)
        default: preconditionFailure("World routes \(action) elsewhere")
        }
        if !wasInFront, apps[app].state == .foreground {
            cover(allBut: app, start, in: world, &step)
        }
        nameSystem(&step)
    }

    /// The app with the newest notification that an action answers; nil if no app has it.
    ///
    /// Notification Center is the device's, so the notifications of all its apps are within reach.
    func owner(of action: Action) -> Int? {
        guard apps.count > 1 else { return nil }
        let id: String?
        switch action {
        case .tap(let wanted, _, _, _): id = wanted
        case .dismiss(let wanted): id = wanted
        default: return nil
        }
        let found = apps.indices.compactMap { index -> (app: Int, sequence: Int64)? in
            apps[index].center.find(id).map { (index, $0.sequence) }
        }
        return found.max { $0.sequence < $1.sequence }?.app
    }

    /// Clears the notifications of all apps, those of the current one first.
    private mutating func dismissAll(
        from app: Int, in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        let others = apps.indices.filter { $0 != app && !apps[$0].center.visible.isEmpty }
        if others.isEmpty || !apps[app].center.visible.isEmpty {
            try apps[app].dismissAll(on: status, in: &world, &step)
        }
        for other in others { try apps[other].dismissAll(on: status, in: &world, &step) }
    }

    /// Opens a link for a person who unlocks a locked device for it.
    private mutating func open(
        _ text: String, from source: LinkSource, _ app: Int,
        _ start: (facts: Int, changes: Int), in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        var unlocked = status
        unlocked.isLocked = false
        try apps[app].open(text, from: source, on: unlocked, in: &world, &step)
        guard status.isLocked, apps[app].state == .foreground else { return }
        status = unlocked
        step.touch(.device(name))
        let fact = Fact(.device, name, "is unlocked", rule: .deviceLock)
        step.facts.insert(fact, at: start.facts)
        step.changes.insert(.fact(fact), at: start.changes)
    }

    /// Brings back the app that the lock screen covered after a button asked for the device's
    /// passcode, unless the button brought another app to the foreground.
    private mutating func unlocked(
        _ app: Int, in world: inout Surroundings, _ step: inout Step
    ) {
        step.touch(.device(name))
        guard apps[app].state != .foreground else { return }
        for other in apps.indices { apps[other].screenUnlocked(on: status, in: &world, &step) }
    }

    /// Lets network clients send the name of their system, as `TD-iOS-SDK/1.2.1 (iOS 17.5)`.
    private func nameSystem(_ step: inout Step) {
        for index in step.effects.indices {
            guard case .upload(var request) = step.effects[index], request.overTheWire else {
                continue
            }
            request.userAgent += " (iOS \(os))"
            step.effects[index] = .upload(request)
        }
    }
}

extension Device {
    /// Opens an app by its icon, which is behind the lock screen, so the user unlocks first.
    private mutating func unlockAndOpen(
        _ action: AppAction, _ app: Int, in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        guard status.isLocked else {
            try apps[app].reduce(action, on: status, in: &world, &step)
            return
        }
        var unlocked = status
        unlocked.isLocked = false
        try apps[app].reduce(action, on: unlocked, in: &world, &step)
        status = unlocked
        step.touch(.device(name))
        let fact = Fact(.device, name, "is unlocked", rule: .deviceLock)
        step.facts.insert(fact, at: 0)
        step.changes.insert(.fact(fact), at: 0)
    }

    /// Keeps one app in the foreground: another one there or behind the lock screen leaves it.
    ///
    /// iOS calls the app that leaves before the one that comes.
    private mutating func cover(
        allBut app: Int, _ start: (facts: Int, changes: Int), in world: Surroundings,
        _ step: inout Step
    ) {
        for other in apps.indices where other != app {
            if apps[other].isBehindLock {
                apps[other].isBehindLock = false
                step.touch(.appState(apps[other].address))
            }
            guard apps[other].state == .foreground else { continue }
            var left = Step()
            apps[other].leaveForeground(&left, by: .appLifecycle)
            step.facts.insert(contentsOf: left.facts, at: start.facts)
            step.changes.insert(contentsOf: left.changes, at: start.changes)
            step.touch(.appState(apps[other].address))
            uploadCovered(other, in: world, &step)
        }
    }

    /// Starts the upload of an app that uploads on leaving the foreground; only one upload runs at
    /// a time, so one that the app in the foreground began at its launch comes first.
    private mutating func uploadCovered(
        _ app: Int, in world: Surroundings, _ step: inout Step
    ) {
        guard apps.contains(where: { $0.queue.upload != nil }) else {
            apps[app].uploadInBackground(in: world, &step)
            return
        }
        guard apps[app].settings.uploadsInBackground, apps[app].queue.count > 0 else { return }
        step.report(
            Fact(
                .not, "uploaded",
                "the events of \(apps[app].address.bundleID) wait: another app uploads",
                rule: .queueFlush))
    }
}

extension App {
    /// Moves the app through its life cycle.
    mutating func reduce(
        _ action: AppAction, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) throws(Refusal) {
        switch action {
        case .launch: try launch(on: device, in: &world, &step)
        case .background:
            try enterBackground(&step)
            uploadInBackground(in: world, &step)
        case .foreground:
            guard isRunning || state == .uninstalled else { throw notRunning }
            try launch(on: device, in: &world, &step)
        case .kill: try end(.notRunning, &step)
        case .forceQuit: try end(.forceQuit, &step)
        case .update(let version, let firebase, let file):
            try update(version: version, firebase: firebase, file: file, &step)
            loadAssociations(on: device, in: &world, &step)
        case .reinstall:
            try reinstall(in: world, &step)
            loadAssociations(on: device, in: &world, &step)
        case .uninstall: try uninstall(in: world, &step)
        case .clearData: try clearData(in: world, &step)
        case .set(let key, let value):
            let minutes = settings.uploadMinutes
            let domains = settings.associatedDomains
            try set(key, value, &step)
            // An entitlement comes with a build, which somebody installs.
            if settings.associatedDomains != domains {
                loadAssociations(on: device, in: &world, &step)
            }
            if settings.uploadMinutes != minutes { restartUploadTimer(at: world.now, &step) }
        case .strings(let strings): try take(strings, &step)
        case .badge(let number): try setBadge(to: number, on: device, &step)
        case .install, .take, .open: preconditionFailure("World installs and chooses apps")
        }
    }

    /// Carries out a decision of the user on the app's permission.
    mutating func reduce(
        _ action: PermissionAction, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        step.touch(.appState(address))
        // Until the user has decided, Settings has no page for the app: an answer is the prompt's.
        var isAnswer = permission.status == .notDetermined
        switch action {
        case .ask(let timeSensitive):
            try askAgain(&step)
            isAnswer = true
            if let timeSensitive { permission.timeSensitive = timeSensitive }
        case .grant(let timeSensitive, let alerts):
            permission.status = .authorized
            permission.critical = mayAskForCritical
            if let timeSensitive { permission.timeSensitive = timeSensitive }
            permission.alerts = alerts ?? true
            step.report(
                Fact(
                    .granted, "permission", describe(permission), rule: .permissionPrompt,
                    .chosen(
                        .permission(permission.alerts ? .granted : .alertsOff)), of: address))
        case .deny(let timeSensitive):
            if let timeSensitive { permission.timeSensitive = timeSensitive }
            permission.status = .denied
            step.report(
                Fact(
                    .refused, "permission", "denied", rule: .permissionPrompt,
                    .chosen(.permission(.denied)), of: address))
            return
        case .turn(let control, let isOn):
            turn(control, isOn: isOn, at: world.now, &step)
            return
        case .provisional(let timeSensitive):
            if let timeSensitive { permission.timeSensitive = timeSensitive }
            if permission.status == .denied {
                step.report(
                    Fact(
                        .note, "",
                        "iOS has no way from denied to provisional: as if the app had been "
                            + "installed anew and had asked with `.provisional`",
                        rule: .permissionProvisional))
            }
            permission.status = .provisional
            // They have a prompt of their own, and a provisional permission had none.
            permission.critical = false
            step.report(
                Fact(
                    .granted, "permission", "provisional: deliveries are quiet",
                    rule: .permissionProvisional,
                    .chosen(.permission(.provisional)), of: address))
        }
        registerOnceGranted(isAnswer: isAnswer, on: device, in: &world, &step)
    }

    /// Registers in the completion handler of `requestAuthorization`, which gets the answer to the
    /// prompt; a change in Settings calls nothing.
    private mutating func registerOnceGranted(
        isAnswer: Bool, on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        guard isRunning, settings.registration == .whenGranted, tokens.sdkDeviceToken == nil
        else { return }
        if isAnswer {
            registerForRemoteNotifications(on: device, in: &world, &step)
        } else if tokens.deviceToken == nil {
            step.report(
                Fact(
                    .not, "registered",
                    "Settings calls no code of the app, which registers at its next launch",
                    rule: .permissionInSettings, .registrationNeedsLaunch, of: address))
        }
    }

    private func describe(_ permission: Permission) -> String {
        var text = permission.status.rawValue
        if !permission.alerts { text += ", alerts off" }
        if !permission.timeSensitive { text += ", time-sensitive off" }
        return text
    }
}
