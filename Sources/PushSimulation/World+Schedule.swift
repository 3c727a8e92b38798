import PushModel

extension World {
    /// Lets time pass until an instant; everything that is due on the way happens in order, except
    /// that during an upload no other one begins.
    mutating func pass(to target: Tick, duringUpload: Bool = false, _ step: inout Step) {
        var last: Tick?
        // Every round delivers or drops something that was waiting, so the loop ends by itself; the
        // limit holds even if a rule should break that.
        for _ in 0..<100_000 {
            guard let due = nextDue(), due <= target else { break }
            // An upload that has to wait for this one would be due for ever.
            surroundings.now = duringUpload && due == last ? due.advanced(by: 1) : due
            guard surroundings.now <= target else { break }
            last = due
            step.timePassed(to: surroundings.now)
            settle(&step)
            // Requests to the outside are made now instead of at the end: the rest of the time
            // passes once they are answered.
            guard duringUpload || step.effects.isEmpty else {
                step.resumesAt = target
                return
            }
        }
        surroundings.now = max(surroundings.now, target)
        step.timePassed(to: surroundings.now)
    }

    /// Carries out everything that is due now.
    mutating func settle(_ step: inout Step) {
        let due = devices.due(at: surroundings.now)
        expireStoredPushes(on: due, &step)
        for device in due { devices[device].deliverDue(in: &surroundings, &step) }
        startDueUpload(on: due, &step)
    }

    /// The next instant at which something happens by itself, not before now.
    public mutating func nextDue() -> Tick? { devices.nextDue(after: surroundings.now) }
}
