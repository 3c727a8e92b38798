import PushModel

extension World {
    /// Carries out an action on a device.
    mutating func reduce(
        _ action: DeviceAction, on name: String?, _ step: inout Step
    ) throws(Refusal) {
        switch action {
        case .add(let name, let model, let os): try add(name, model, os, &step)
        case .use(let name):
            guard let index = deviceIndex(name) else { throw noDevice(name) }
            currentDevice = index
            step.report(Fact(.device, name, "is the current device", rule: .command))
        case .restore(let new): try restore(as: new, from: try index(of: name), &step)
        default:
            let index = try index(of: name)
            change(action, index, &step)
        }
    }

    private mutating func change(_ action: DeviceAction, _ index: Int, _ step: inout Step) {
        let name = devices[index].name
        step.touch(.device(name))
        switch action {
        case .lock: lock(index, &step)
        case .unlock: unlock(index, &step)
        case .offline:
            devices[index].status.isOnline = false
            step.report(Fact(.device, name, "is offline", rule: .command))
        case .online:
            devices[index].status.isOnline = true
            step.report(Fact(.device, name, "is online", rule: .command))
            deliverStored(on: index, &step)
            networkReturned(on: index, &step)
        case .restart: restart(index, &step)
        case .reinstallOS: reinstallOS(index, &step)
        case .set(let control, let isOn):
            switch control {
            case .focus: devices[index].status.focus = isOn
            case .mute: devices[index].status.mute = isOn
            case .lowPower: devices[index].status.lowPower = isOn
            case .backgroundRefresh: devices[index].status.backgroundRefresh = isOn
            case .intelligence: devices[index].status.intelligence = isOn
            }
            defer { devices[index].deliverDue(in: &surroundings, &step) }
            step.report(
                Fact(
                    .device, name, "\(control.rawValue) is \(isOn ? "on" : "off")",
                    rule: .command))
            if control == .intelligence, isOn, !devices[index].status.summarises {
                step.report(
                    Fact(
                        .note, "",
                        "iOS \(devices[index].os) has no summaries; they came with iOS 18.1",
                        rule: .intelligenceSummary))
            }
        case .summary(let times):
            devices[index].status.summary = times
            devices[index].status.summarySince = surroundings.now
            let text =
                times.isEmpty
                ? "is off" : "is at " + times.map(Summary.text).joined(separator: ", ")
            step.report(Fact(.device, name, "scheduled summary \(text)", rule: .command))
            devices[index].deliverDue(in: &surroundings, &step)
        case .previews(let setting):
            devices[index].status.previews = setting
            step.report(
                Fact(
                    .device, name, "shows previews \(setting.rawValue)", rule: .previewHidden))
        case .language(let tag):
            devices[index].status.language = tag
            step.report(Fact(.device, name, "language is \(tag)", rule: .command))
        case .add, .use, .restore: break
        }
    }

    /// Lets a device's apps do what waited for the network: their topic calls, and the tokens of
    /// Live Activities.
    mutating func networkReturned(on index: Int, _ step: inout Step) {
        makePendingTopicCalls(on: index, &step)
        let status = devices[index].status
        for app in devices[index].apps.indices {
            devices[index].apps[app].observeTokens(on: status, in: &surroundings, &step)
        }
    }

    /// Locks the screen, which takes the app out of the foreground as the home gesture does.
    private mutating func lock(_ index: Int, _ step: inout Step) {
        devices[index].status.isLocked = true
        step.report(Fact(.device, devices[index].name, "is locked", rule: .command))
        for app in devices[index].apps.indices {
            let wasInFront = devices[index].apps[app].state == .foreground
            devices[index].apps[app].screenLocked(&step)
            // The answers to an upload come back to the current app.
            guard wasInFront, app == devices[index].currentApp else { continue }
            devices[index].apps[app].uploadInBackground(in: surroundings, &step)
        }
    }

    private mutating func unlock(_ index: Int, _ step: inout Step) {
        devices[index].status.isLocked = false
        step.report(Fact(.device, devices[index].name, "is unlocked", rule: .command))
        let status = devices[index].status
        for app in devices[index].apps.indices {
            devices[index].apps[app].screenUnlocked(on: status, in: &surroundings, &step)
        }
        deliverStored(on: index, &step)
        devices[index].deliverDue(in: &surroundings, &step)
    }

    private mutating func add(
        _ name: String, _ model: String?, _ os: String?, _ step: inout Step
    ) throws(Refusal) {
        guard deviceIndex(name) == nil else {
            throw Refusal(.deviceExists, "there is already a device `\(name)`")
        }
        devices.append(Device(name: name, model: model ?? "iPhone 15", os: os ?? "17.5"))
        currentDevice = devices.count - 1
        step.touch(.device(name))
        step.report(
            Fact(
                .device, name, "\(devices[currentDevice].model), iOS \(devices[currentDevice].os)",
                rule: .command))
        guard Version(devices[currentDevice].os) < Version(Device.oldestVersion) else { return }
        step.report(
            Fact(
                .note, "",
                "it behaves as with iOS \(Device.oldestVersion), which brought interruption levels "
                    + "and the scheduled summary",
                rule: .command))
    }

    /// A restart ends every process and lifts the ban after a force-quit (A-DIDRECV); the device
    /// stays locked until somebody enters its code.
    ///
    /// The budgets for background pushes stay used: that a restart renews them is not documented by
    /// Apple, who only says that they renew with time.
    private mutating func restart(_ index: Int, _ step: inout Step) {
        devices[index].status.isLocked = true
        devices[index].status.isBeforeFirstUnlock = true
        step.report(
            Fact(
                .device, devices[index].name, "restarts, and waits for its first unlock",
                rule: .restart))
        for app in devices[index].apps.indices
        where devices[index].apps[app].state != .uninstalled {
            devices[index].apps[app].endProcess(&step)
        }
    }

    /// Reinstalls iOS with the device's own backup: data and keychain stay, addresses do not.
    private mutating func reinstallOS(_ index: Int, _ step: inout Step) {
        step.report(
            Fact(
                .device, devices[index].name,
                "iOS is reinstalled and the backup restored: apps get new device tokens",
                rule: .osReinstall))
        restart(index, &step)
        for app in devices[index].apps.indices {
            devices[index].apps[app].retireDeviceToken(
                "iOS was reinstalled", surroundings.now, &step)
            devices[index].apps[app].forgetActivities(
                "iOS was reinstalled", at: surroundings.now, &step)
        }
    }

    /// Restores a backup onto a new device: new addresses, the same users, queues and settings
    /// (MG-01).
    private mutating func restore(
        as name: String, from index: Int, _ step: inout Step
    ) throws(Refusal) {
        guard deviceIndex(name) == nil else {
            throw Refusal(.deviceExists, "there is already a device `\(name)`")
        }
        var device = Device(name: name, model: devices[index].model, os: devices[index].os)
        device.status.restoreSettings(of: devices[index].status)
        let current =
            devices[index].apps.indices.contains(devices[index].currentApp)
            ? devices[index].apps[devices[index].currentApp].address.bundleID : nil
        for old in devices[index].apps where old.state != .uninstalled {
            var app = App(
                address: AppAddress(device: name, bundleID: old.address.bundleID),
                settings: old.settings)
            app.userID = old.userID
            app.permission = old.permission
            app.keepChoices(&step)
            device.apps.append(app)
            step.touch(.app(app.address))
            step.touch(.appState(app.address))
            guard old.queue.count > 0 else { continue }
            // The events are rows of the store; `restoreQueue` gets them.
            step.restoredQueues.append((old.address, app.address))
            step.effects.append(
                .loadBatch(app: old.address, after: 0, limit: old.queue.count))
        }
        device.currentApp =
            device.apps.firstIndex { $0.address.bundleID == current } ?? 0
        devices.append(device)
        currentDevice = devices.count - 1
        step.touch(.device(name))
        step.report(
            Fact(
                .device, name,
                "restored from a backup of \(devices[index].name): apps get new tokens",
                rule: .restoreBackup))
    }

    /// Fills the queue of a restored app: the SDK's queue is a file of the app, so it is in the
    /// backup, and both devices then have the same events.
    mutating func restoreQueue(_ events: [QueuedEvent], _ step: inout Step) {
        let copy = step.restoredQueues.removeFirst()
        guard let (device, app) = place(of: copy.to) else { return }
        let old = place(of: copy.from).map { devices[$0.device].apps[$0.app].queue }
        for queued in events {
            surroundings.counters.event += 1
            let sequence = surroundings.counters.event
            _ = devices[device].apps[app].queue.note(
                old?.target(of: queued.sequence), from: sequence)
            devices[device].apps[app].queue.count += 1
            step.changes.append(
                .event(QueuedEvent(sequence: sequence, event: queued.event), app: copy.to))
        }
        step.touch(.appState(copy.to))
        step.touch(.appNow(copy.to))
    }
}
