import PushModel

extension Device {
    /// Passes a push that reached the device to the app it is for.
    mutating func arrive(
        _ push: Push, id: String, refusal: Reason? = nil, app: Int, in world: inout Surroundings,
        _ step: inout Step
    ) {
        let wakes = status.wakes
        apps[app].arrive(push, id: id, refusal: refusal, on: &status, in: &world, &step)
        if wakes != status.wakes { step.touch(.device(name)) }
    }

    /// Passes a decrypted body to the app whose extension waits for it.
    mutating func resume(
        _ answer: DecryptionAnswer, app: Int, in world: inout Surroundings, _ step: inout Step
    ) {
        let wakes = status.wakes
        apps[app].resume(answer, on: &status, in: &world, &step)
        if wakes != status.wakes { step.touch(.device(name)) }
    }

    /// Passes a loaded file to the app whose extension waits for it.
    mutating func resume(
        _ answer: DownloadAnswer, app: Int, in world: inout Surroundings, _ step: inout Step
    ) {
        let wakes = status.wakes
        apps[app].resume(answer, on: &status, in: &world, &step)
        if wakes != status.wakes { step.touch(.device(name)) }
    }

    /// Delivers everything that is due now: summaries, and background pushes that have waited.
    mutating func deliverDue(in world: inout Surroundings, _ step: inout Step) {
        let wakes = status.wakes
        for app in apps.indices {
            apps[app].endBanners(at: world.now, &step)
            apps[app].deliverSummary(on: status, at: world.now, &step)
            apps[app].fireLocal(on: status, in: &world, &step)
            apps[app].passActivities(at: world.now, &step)
            apps[app].wakeForHeld(on: &status, in: &world, &step)
        }
        if wakes != status.wakes { step.touch(.device(name)) }
    }

    /// Returns the time at which something other than a timed upload next happens by itself on the
    /// device, or to a push on its way there, not before now; nil if nothing is waiting.
    func nextDue(after now: Tick) -> Tick? {
        var next: Tick?
        func offer(_ due: Tick?) {
            guard let due else { return }
            let time = max(due, now)
            next = min(next ?? time, time)
        }
        for app in apps {
            offer(app.summaryDue(on: status))
            offer(app.heldDue(on: status))
            offer(app.stored?.expiresAt)
            offer(app.localDue)
            offer(app.bannerDue)
            offer(app.activities.due)
        }
        return next
    }

    /// Returns the time of the first timed upload of its apps, not before now; nil if none is
    /// waiting.
    func uploadDue(after now: Tick) -> Tick? {
        apps.lazy.compactMap { $0.uploadDue(after: now) }.min()
    }

    /// Whether one of its apps is sending events now.
    var isUploading: Bool { apps.contains { $0.queue.upload != nil } }
}
