import PushModel
import PushSimulation

/// The order of a run of `send`: the next target, the number at once, retries, and when to stop.
///
/// A state machine without a clock, whose owner passes the time. A target is `pending` until it is
/// asked, then in flight; its answer ends it, or makes it wait for another attempt. The first one
/// goes alone, since a connection to APNs has one stream until its sender is known. Three equal
/// failures that are the sender's own, with nothing accepted between them, end the run: the rest is
/// not sent.
public struct SendQueue: Sendable {
    /// The owner's next step.
    public enum Next: Equatable, Sendable {
        /// Send the request for a target.
        case send(Int)
        /// Wait for an answer, or at most this many milliseconds; nil for an answer alone.
        case wait(Int64?)
        /// Everything has its answer.
        case over
    }

    /// The pace of a run.
    public struct Pace: Equatable, Sendable {
        /// The number of requests at once.
        public var jobs: Int
        /// Requests per second; nil for as fast as answers come.
        public var rate: Int?
        /// The number of further attempts for a target.
        public var retries: Int

        /// Makes a pace.
        public init(jobs: Int = 100, rate: Int? = nil, retries: Int = 3) {
            self.jobs = jobs
            self.rate = rate
            self.retries = retries
        }
    }

    /// The answers by target; nil for those without one yet.
    public private(set) var answers: [SendAnswer?]
    /// The reason why the run was stopped before its end; nil if it was not.
    public private(set) var halt: SendAnswer?
    /// Whether somebody pressed ^C.
    public private(set) var isInterrupted = false

    private let gateway: GatewayAnswer.Gateway
    private let pace: Pace
    /// The first target that was never asked.
    private var fresh = 0
    /// Targets that wait for another attempt.
    private var again = WaitingTargets()
    private var attempts: [Int: Int] = [:]
    private var inFlight = 0
    /// The time before which nothing is sent.
    private var pausedUntil = Int64.min
    /// The earliest time for the next request at the given rate, in microseconds.
    private var nextSlot = Int64.min
    private var streak: FailureStreak

    /// The number of times that a target may meet a closing connection, which is nobody's fault.
    static let goneAwayLimit = 20
    /// The milliseconds until such a target is sent on the next connection.
    static let goneAwayPause: Int64 = 20

    /// Makes the queue for a number of targets.
    public init(_ gateway: GatewayAnswer.Gateway, count: Int, _ pace: Pace) {
        self.gateway = gateway
        self.pace = pace
        streak = FailureStreak(jobs: pace.jobs)
        answers = Array(repeating: nil, count: count)
    }

    /// Whether a target before the current one was asked, so that a person must learn the answer.
    public var hasBegun: Bool { fresh > 1 || !attempts.isEmpty }

    /// Returns the owner's next step at a time, in milliseconds.
    public mutating func next(at now: Int64) -> Next {
        let isHalted = halt != nil || isInterrupted
        guard !isHalted, fresh < answers.count || !again.isEmpty else {
            return inFlight > 0 ? .wait(nil) : .over
        }
        guard inFlight < (streak.isProven ? pace.jobs : 1) else { return .wait(nil) }
        guard pausedUntil <= now else { return .wait(pausedUntil - now) }
        if let rate = pace.rate {
            guard nextSlot <= now * 1000 else { return .wait((nextSlot - now * 1000) / 1000 + 1) }
            // Unused slots are not made up for.
            nextSlot = max(nextSlot, now * 1000) + Int64(1_000_000 / rate)
        }
        if let due = again.firstDue, due <= now {
            inFlight += 1
            return .send(again.removeFirst())
        }
        guard fresh < answers.count else { return .wait((again.firstDue ?? now) - now) }
        inFlight += 1
        fresh += 1
        return .send(fresh - 1)
    }

    /// Takes the answer for a target.
    public mutating func take(_ answer: SendAnswer, for target: Int, at now: Int64) {
        inFlight -= 1
        var answer = answer
        answer.attempts = attempts[target, default: 0] + 1
        attempts[target] = answer.attempts
        if streak.ends(with: answer) { halt = answer }
        let limit = answer.isGoneAway ? Self.goneAwayLimit : pace.retries
        if halt == nil, answer.attempts <= limit, let pause = answer.pause(gateway) {
            let due = now + (answer.isGoneAway ? Self.goneAwayPause : Int64(pause) * 1000)
            again.add(target, due: due)
            // Nobody should press a service that is overloaded; APNs' 429 is about one device.
            if answer.status == 503 || gateway == .fcm && answer.status == 429 {
                pausedUntil = max(pausedUntil, due)
            }
            return
        }
        answers[target] = answer
    }

    /// Ends the run before a target, whose request could not be made; nil if ^C is the reason.
    ///
    /// Requests in flight still get their answers.
    public mutating func stop(before target: Int, because answer: SendAnswer?) {
        inFlight -= 1
        again.add(target, due: .max)
        halt = halt ?? answer
        if answer == nil { interrupt() }
    }

    /// Starts nothing more.
    public mutating func interrupt() { isInterrupted = true }

    /// Returns the answers once the run is over; what was never sent can be sent again unchanged.
    public func finished() -> [SendAnswer] {
        var settled = answers.map { answer in
            answer ?? SendAnswer(reason: isInterrupted ? "Interrupted" : "NotSent", verdict: .retry)
        }
        let waiting = again.targets
        for index in settled.indices where answers[index] == nil {
            // One that is in flight may still arrive.
            let isInFlight = index < fresh && !waiting.contains(index)
            settled[index].attempts = isInFlight ? attempts[index, default: 0] + 1 : 0
        }
        return SendAnswer.settled(settled)
    }
}

/// Targets that wait, each with its time: a binary heap, since there may be as many as targets.
private struct WaitingTargets: Sendable {
    private var heap: [(due: Int64, target: Int)] = []

    var isEmpty: Bool { heap.isEmpty }

    /// The earliest time; nil if none waits.
    var firstDue: Int64? { heap.first?.due }

    var targets: Set<Int> { Set(heap.map(\.target)) }

    mutating func add(_ target: Int, due: Int64) {
        heap.append((due, target))
        var place = heap.count - 1
        while place > 0, heap[place] < heap[(place - 1) / 2] {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Removes the target with the earliest time, the first of equals; there has to be one.
    mutating func removeFirst() -> Int {
        heap.swapAt(0, heap.count - 1)
        let target = heap.removeLast().target
        var place = 0
        while 2 * place + 1 < heap.count {
            let right = min(2 * place + 2, heap.count - 1)
            let child = heap[right] < heap[2 * place + 1] ? right : 2 * place + 1
            guard heap[child] < heap[place] else { break }
            heap.swapAt(place, child)
            place = child
        }
        return target
    }
}
