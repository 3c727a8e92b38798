import PushModel
import PushText

extension App {
    /// Returns the time of the app's next timed upload; nil if the timer is stopped, or if no
    /// events are waiting.
    ///
    /// The timer counts from the start of the process, in whole intervals. iOS suspends an app that
    /// is not in the foreground, so an interval that ends there passes without an upload.
    func uploadDue(after now: Tick) -> Tick? {
        guard settings.uploadMinutes > 0, state == .foreground, queue.count > 0,
            queue.upload == nil, let since = queue.timerSince
        else { return nil }
        let interval = settings.uploadMinutes * 60_000
        let elapsed = max(1, now.milliseconds - since.milliseconds)
        let rounds = (elapsed + interval - 1) / interval
        return since.advanced(by: rounds * interval)
    }

    /// Starts the timer together with the process.
    mutating func startUploadTimer(at now: Tick) {
        queue.timerSince = settings.uploadMinutes > 0 && isRunning ? now : nil
    }

    /// Restarts the timer when its interval changes.
    mutating func restartUploadTimer(at now: Tick, _ step: inout Step) {
        startUploadTimer(at: now)
        step.touch(.appState(address))
    }

    /// Lets a tick pass that falls on the end of an upload, which was still in progress then.
    ///
    /// Retries that take exactly one interval would otherwise begin again at once, for ever.
    mutating func passTick(at now: Tick) {
        guard settings.uploadMinutes > 0, let since = queue.timerSince, since < now,
            (now.milliseconds - since.milliseconds).isMultiple(of: settings.uploadMinutes * 60_000)
        else { return }
        queue.timerSince = now
    }

    /// Uploads the waiting events if the timer is due now.
    mutating func uploadIfDue(in world: Surroundings, _ step: inout Step) {
        guard uploadDue(after: world.now) == world.now else { return }
        queue.timerSince = world.now
        step.touch(.appState(address))
        let minutes = settings.uploadMinutes
        step.report(
            Fact(
                .note, "",
                "the app uploads every \(minutes.counted("minute", "minutes"))",
                rule: .queueFlush))
        startUpload(of: queue.count, byTimer: true, in: world, &step)
    }
}

extension World {
    /// The device and the app whose upload is in progress; there is at most one.
    var uploader: (device: Int, app: Int)? {
        guard let device = devices.firstUploading,
            let app = devices[device].apps.firstIndex(where: { $0.queue.upload != nil })
        else { return nil }
        return (device, app)
    }

    /// The flush in progress; nil if there is none.
    public var upload: EventQueue.Upload? {
        uploader.flatMap { devices[$0.device].apps[$0.app].queue.upload }
    }

    /// Starts the upload of the first app whose timer is due; another one that is due at the same
    /// moment follows as more time passes.
    ///
    /// An upload that is refused at once leaves the turn to the next.
    mutating func startDueUpload(_ step: inout Step) {
        while uploader == nil, let device = devices.firstUploadDue(at: surroundings.now) {
            for app in devices[device].apps.indices where uploader == nil {
                devices[device].apps[app].uploadIfDue(in: surroundings, &step)
            }
        }
    }
}

extension Effect {
    /// Whether it reads the queue of an app.
    func isLoad(for address: AppAddress) -> Bool {
        if case .loadBatch(let app, _, _, _) = self { app == address } else { false }
    }
}
