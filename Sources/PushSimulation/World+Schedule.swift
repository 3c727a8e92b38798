import PushModel
import PushText

extension World {
    /// The ways in which time passes until an instant.
    enum Passage {
        /// The clock stands there.
        case over
        /// The clock stands earlier, and `passRest` lets the rest of the time pass.
        case paused
        /// The clock stands earlier because too much was due, which is the step's failure.
        case stopped
    }

    /// The changes after which time pauses, so that the session can store them, and ask the waiting
    /// person whether to go on: a few milliseconds' work.
    private static let changesBeforePause = 4096
    /// The instants after which it pauses even if nothing changes.
    private static let instantsBeforePause = 1024

    /// The most that may happen by itself in one command; with many devices, a few times on each.
    private func dueLimit(_ step: Step) -> Int { max(step.dueLimit, 4 * devices.count) }

    /// Lets time pass until an instant; everything that is due on the way happens in order, except
    /// that during an upload no other one begins.
    mutating func pass(
        to target: Tick, duringUpload: Bool = false, _ step: inout Step
    ) -> Passage {
        let changes = step.changes.count + Self.changesBeforePause
        let count = step.dueCount + Self.instantsBeforePause
        var last: Tick?
        while let due = nextDue(), due <= target {
            guard step.dueCount < dueLimit(step) else {
                step.failure = stopped(before: target, dueLimit(step))
                return .stopped
            }
            // An upload that has to wait for this one would be due for ever.
            surroundings.now = duringUpload && due == last ? due.advanced(by: 1) : due
            guard surroundings.now <= target else { break }
            last = due
            step.timePassed(to: surroundings.now)
            let isSettled = settle(&step, until: changes)
            // Requests to the outside are made now instead of at the end: the rest of the time
            // passes once they are answered.
            guard isSettled, duringUpload || step.effects.isEmpty, step.changes.count < changes,
                step.dueCount < count
            else { return .paused }
        }
        surroundings.now = max(surroundings.now, target)
        step.timePassed(to: surroundings.now)
        return .over
    }

    private func stopped(before target: Tick, _ limit: Int) -> Refusal {
        let end = InstantText.format(target.milliseconds)
        return Refusal(
            .clockStopped,
            "more than \(limit) things are due until \(end); the clock stands at "
                + InstantText.format(surroundings.now.milliseconds),
            hint: "`clock set \(end)` goes on from there; `local list` shows what repeats")
    }

    /// Carries out everything that is due now; false if there were too many changes before the
    /// last device's turn, which the next call continues with.
    private mutating func settle(_ step: inout Step, until changes: Int) -> Bool {
        let start = step.dueCount
        let due = devices.due(at: surroundings.now)
        expireStoredPushes(on: due, &step)
        for device in due {
            let before = (step.changes.count, surroundings.counters.notification)
            devices[device].deliverDue(in: &surroundings, &step)
            if step.changes.count > before.0 {
                step.dueCount += max(1, Int(surroundings.counters.notification - before.1))
            }
            if step.changes.count >= changes, device != due.last { return false }
        }
        step.dueCount = max(step.dueCount, start + 1)
        startDueUpload(&step)
        return true
    }

    /// The next instant at which something happens by itself, not before now.
    public mutating func nextDue() -> Tick? { devices.nextDue(after: surroundings.now) }
}

extension World {
    /// Lets the rest of a command's time pass after a pause, as far as the next one; the step's
    /// effects must be answered.
    public mutating func passRest(into step: inout Step) throws(Refusal) {
        guard step.retriesAt == nil else { return try retryUpload(&step) }
        guard let target = step.resumesAt else { return }
        step.resumesAt = nil
        // A retry of an upload may have moved the clock past the target.
        try advance(to: max(target, surroundings.now), &step)
    }

    /// Ends a command's time during a pause: the clock stays where it stands, and an upload that
    /// waits for its next attempt leaves its events in the queue.
    public mutating func stopTime(into step: inout Step) throws(Refusal) {
        guard let target = step.resumesAt ?? step.retriesAt else { return }
        step.resumesAt = nil
        if step.retriesAt != nil {
            step.retriesAt = nil
            try reduceUpload(.waited(isInterrupted: true), &step)
        }
        guard step.failure == nil else { return }
        step.failure = Refusal(
            .clockStopped,
            "interrupted: the clock stands at "
                + InstantText.format(surroundings.now.milliseconds) + ", before "
                + InstantText.format(target.milliseconds))
    }
}
