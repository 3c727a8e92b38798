import PushModel

extension World {
    /// Passes time until an instant; what is due on the way happens in its order.
    mutating func pass(to target: Tick, _ step: inout Step) {
        // Every turn delivers or drops something that waited, so that the loop ends by itself; the
        // limit holds even if a rule should break that.
        for _ in 0..<100_000 {
            guard let due = nextDue(), due <= target else { break }
            surroundings.now = due
            step.timePassed(to: due)
            settle(&step)
            // What only the outside can do is done now and not at the end: the rest of the time
            // passes when it is answered.
            guard step.effects.isEmpty else {
                step.resumesAt = target
                return
            }
        }
        surroundings.now = max(surroundings.now, target)
        step.timePassed(to: surroundings.now)
    }

    /// Does what is due now.
    mutating func settle(_ step: inout Step) {
        let due = devices.due(at: surroundings.now)
        expireStoredPushes(on: due, &step)
        for device in due { devices[device].deliverDue(in: &surroundings, &step) }
        startDueUpload(on: due, &step)
    }

    /// The next instant at which something happens by itself, not before now.
    public mutating func nextDue() -> Tick? { devices.nextDue(after: surroundings.now) }
}
