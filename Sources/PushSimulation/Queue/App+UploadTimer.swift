import PushModel

extension App {
    /// When the app's timer next uploads; nil while it stands, or while nothing waits.
    ///
    /// The timer counts from the start of the process, in whole intervals. iOS suspends an app that
    /// is not in front, so that an interval that ends there passes without an upload.
    func uploadDue(after now: Tick) -> Tick? {
        guard settings.uploadMinutes > 0, state == .foreground, queue.count > 0,
            queue.upload == nil, let since = queue.timerSince
        else { return nil }
        let interval = settings.uploadMinutes * 60_000
        let elapsed = max(1, now.milliseconds - since.milliseconds)
        let rounds = (elapsed + interval - 1) / interval
        return since.advanced(by: rounds * interval)
    }

    /// Starts the timer with the process.
    mutating func startUploadTimer(at now: Tick) {
        queue.timerSince = settings.uploadMinutes > 0 && isRunning ? now : nil
    }

    /// Starts the timer anew when its interval changes.
    mutating func restartUploadTimer(at now: Tick, _ step: inout Step) {
        startUploadTimer(at: now)
        step.touch(.appState(address))
    }

    /// Uploads what waits, if the timer says so now.
    mutating func uploadIfDue(in world: Surroundings, _ step: inout Step) {
        guard uploadDue(after: world.now) == world.now else { return }
        queue.timerSince = world.now
        step.touch(.appState(address))
        let minutes = settings.uploadMinutes
        step.report(
            Fact(
                .note, "",
                "the app uploads every \(minutes) \(minutes == 1 ? "minute" : "minutes")",
                rule: .queueFlush))
        startUpload(of: queue.count, byTimer: true, in: world, &step)
    }
}

extension World {
    /// The device and the app whose upload is in progress; there is one at most.
    var uploader: (device: Int, app: Int)? {
        guard let device = devices.firstUploading,
            let app = devices[device].apps.firstIndex(where: { $0.queue.upload != nil })
        else { return nil }
        return (device, app)
    }

    /// The flush in progress; nil between two.
    public var upload: EventQueue.Upload? {
        uploader.flatMap { devices[$0.device].apps[$0.app].queue.upload }
    }

    /// Lets the first app upload whose timer says so; another that is due at the same moment
    /// follows when time passes on.
    mutating func startDueUpload(on places: [Int], _ step: inout Step) {
        for device in places {
            for app in devices[device].apps.indices {
                guard uploader == nil else { return }
                devices[device].apps[app].uploadIfDue(in: surroundings, &step)
            }
        }
    }
}

extension Effect {
    /// Whether it reads the queue of an app.
    func isLoad(for address: AppAddress) -> Bool {
        if case .loadBatch(let app, _, _) = self { app == address } else { false }
    }
}
