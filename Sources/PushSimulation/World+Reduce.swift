import PushModel
import PushText

extension World {
    /// Applies one action, and collects its facts and the work for the outside.
    ///
    /// Refuses before it changes anything, so a refused action leaves the world as it was. What
    /// falls due while an action takes its time, as an extension that loads an image does, happens
    /// before the action is over.
    /// - Parameters:
    ///   - action: the action to apply.
    ///   - name: the device the action is for; nil = the current one.
    ///   - step: receives facts, changes and effects.
    /// - Throws: the reason why it is impossible in this world.
    public mutating func reduce(
        _ action: Action, on name: String? = nil, into step: inout Step
    ) throws(Refusal) {
        devices.bringUpToDateIfLong(at: surroundings.now)
        let start = surroundings.now
        try apply(action, on: name, &step)
        guard surroundings.now > start, !step.isPaused, !action.letsTimePass else { return }
        let passage = pass(to: surroundings.now, duringUpload: uploader != nil, &step)
        if passage == .paused { step.resumesAt = surroundings.now }
    }

    private mutating func apply(
        _ action: Action, on name: String?, _ step: inout Step
    ) throws(Refusal) {
        switch action {
        case .advance(let target): try advance(to: target, &step)
        case .setClock(let target): try setClock(target, &step)
        case .seed(let seed):
            surroundings.random = SplitMix64(seed: seed)
        case .network(let mode):
            let wasOff = surroundings.network.mode == .off
            surroundings.network.mode = mode
            if wasOff {
                for device in devices.indices { networkReturned(on: device, &step) }
            }
        case .stub(let stub):
            surroundings.network.plant(stub)
            if let first = surroundings.network.stubBeforeNewest {
                step.report(
                    Fact(
                        .note, "", "`stub \(first.text)` comes first and takes all of its requests",
                        rule: .command))
            }
        case .clearStubs: surroundings.network.stubs = []
        case .faultsTaken(let count):
            for _ in 0..<count where surroundings.network.takeIngestFault() == nil { break }
        case .serviceAccount(let account):
            surroundings.serviceAccounts.removeAll { $0.keyID == account.keyID }
            surroundings.serviceAccounts.append(account)
        case .providerKey(let key):
            surroundings.providerKeys.removeAll { $0.id == key.id }
            surroundings.providerKeys.append(key)
        case .credential(let action): try surroundings.reduce(action)
        case .sent(let pushes, let name, let now):
            noteSent(pushes, by: name, at: now, &step)
        case .endpoint(let endpoint):
            surroundings.config.endpoint = endpoint
            if let fault = endpoint.hostFault {
                step.report(
                    Fact(.warning, "endpoint", "\(fault.host) is \(fault.text)", rule: .command))
            }
        case .configure(let key, let value): try surroundings.config.set(key, value)
        case .ncmbFinished(let answer): ncmbFinished(answer, &step)
        case .downloaded(let answer): downloaded(answer, &step)
        case .decrypted(let answer): decrypted(answer, &step)
        case .device(let action): try reduce(action, on: name, &step)
        case .topic(let change): try reduce(change, on: name, &step)
        case .channel(let action): try reduce(action, on: name, &step)
        case .broadcast(let push): try broadcast(push, &step)
        case .deliver(let pushes):
            for addressed in pushes {
                try receive(addressed.push, on: try index(of: addressed.app.device), &step)
            }
        default: try reduceApp(action, on: try index(of: name), &step)
        }
    }

    /// The index of a named device.
    package func index(of name: String?) throws(Refusal) -> Int {
        guard let name else { return currentDevice }
        guard let index = deviceIndex(name) else { throw noDevice(name) }
        return index
    }

    /// The refusal of a name that belongs to no device.
    package func noDevice(_ name: String) -> Refusal {
        let names = devices.map(\.name)
        let list = names.prefix(10).map { "`\($0)`" }.joined(separator: ", ")
        return Refusal(
            .noDevice, "there is no device `\(name)`",
            hint: Suggestion.hint(name, among: names)
                ?? "devices are " + list
                + (names.count > 10 ? " and \(names.count - 10) others" : ""))
    }

    /// Routes an action to the app it is for.
    private mutating func reduceApp(
        _ action: Action, on device: Int, _ step: inout Step
    ) throws(Refusal) {
        if case .receive(let push) = action {
            let number = surroundings.counters.nextMessage
            try receive(push, on: device, &step)
            if push.isSentByFCM { surroundings.counters.message = number + 1 }
            return
        }
        if case .app(.install(let profile, let bundleID)) = action {
            try install(profile, bundleID, on: device, &step)
            return
        }
        if case .app(.open(let bundleID)) = action {
            try makeCurrent(bundleID, on: device, &step)
            try reduceApp(.app(.launch), on: device, &step)
            return
        }
        if case .app(.take(let list)) = action {
            let project = project(on: device)
            try take(list, on: device, &step)
            noteProject(before: project, on: device, &step)
            return
        }
        if case .batchLoaded(let events) = action, !step.restoredQueues.isEmpty {
            restoreQueue(events, &step)
            return
        }
        if action.isAboutUpload {
            try reduceUpload(action, &step)
            return
        }
        let app = devices[device].owner(of: action) ?? devices[device].currentApp
        guard devices[device].apps.indices.contains(app) else {
            throw Refusal(
                .notInstalled, "no app is installed on `\(devices[device].name)`",
                hint: "`app install` first")
        }
        let wasLocked = devices[device].status.isLocked
        if case .app(.update(_, .some, _)) = action {
            let project = project(on: device)
            try devices[device].reduce(action, app: app, in: &surroundings, &step)
            noteProject(before: project, on: device, &step)
            return
        }
        try devices[device].reduce(action, app: app, in: &surroundings, &step)
        if app != devices[device].currentApp, devices[device].apps[app].state == .foreground {
            devices[device].currentApp = app
            step.touch(.device(devices[device].name))
        }
        if case .app(.set) = action {
            dropChannelsWithoutCapability(of: devices[device].apps[app].address.bundleID, &step)
        }
        if case .activity = action, devices[device].status.isOnline {
            deliverStoredToActivities(on: device, &step)
        }
        guard wasLocked, !devices[device].status.isLocked else { return }
        deliverStored(on: device, &step)
        devices[device].deliverDue(in: &surroundings, &step)
    }

    /// Routes an action to the upload that is under way, if there still is one.
    mutating func reduceUpload(_ action: Action, _ step: inout Step) throws(Refusal) {
        // Things that fell due during a wait in real time come before the next attempt.
        if case .waited = action { _ = pass(to: surroundings.now, duringUpload: true, &step) }
        // Another process may have removed the app while its batch was being sent.
        guard let (device, app) = uploader else { return }
        try devices[device].reduce(action, app: app, in: &surroundings, &step)
        try retryUpload(&step)
    }

    /// The Firebase project of a device's current app.
    private func project(on device: Int) -> FirebaseProject? {
        let index = devices[device].currentApp
        guard devices[device].apps.indices.contains(index) else { return nil }
        return devices[device].apps[index].settings.firebase
    }

    /// Remembers the Firebase project that an app has been built with so far.
    private mutating func noteProject(
        before project: FirebaseProject?, on device: Int, _ step: inout Step
    ) {
        guard let project, let now = self.project(on: device),
            now.projectID != project.projectID || now.senderID != project.senderID
        else { return }
        surroundings.remember(project)
        step.touch(.world)
    }

    /// Lets the waits of an upload pass, each followed by its attempt.
    mutating func retryUpload(_ step: inout Step) throws(Refusal) {
        while let time = step.retriesAt {
            let passage = pass(to: time, duringUpload: true, &step)
            guard passage != .paused else { return }
            step.retriesAt = nil
            guard let (device, app) = uploader else { return }
            try devices[device].reduce(
                .waited(isInterrupted: passage == .stopped), app: app, in: &surroundings, &step)
        }
    }

    /// Moves the clock forward; everything that is due on the way happens.
    mutating func advance(to target: Tick, _ step: inout Step) throws(Refusal) {
        guard target >= surroundings.now else {
            throw Refusal(.timeBackwards, "the clock never goes back")
        }
        if pass(to: target, &step) == .paused { step.resumesAt = target }
    }

    /// Sets the clock; it may go back only before anything has happened.
    private mutating func setClock(_ target: Tick, _ step: inout Step) throws(Refusal) {
        if target < surroundings.now, isUntouched {
            surroundings.now = target
        } else {
            try advance(to: target, &step)
        }
        surroundings.isRealClock = false
    }

    /// Whether nothing with a time has happened yet.
    public var isUntouched: Bool {
        surroundings.counters == Surroundings.Counters()
            && devices.allSatisfy { device in device.apps.allSatisfy { !$0.wasLaunched } }
    }
}
