import PushModel
import PushSimulation

/// The order of a run of `send`: which target is next, how many at once, when again, and when to
/// stop; a state machine without a clock, whose owner tells it the time.
///
/// A target is `pending` until it is asked, then in flight; its answer ends it, or makes it wait
/// for another try. The first one goes alone, since a connection to APNs has one stream until its
/// sender is known. Three equal failures that are the sender's own, with nothing taken between
/// them, end the run: the rest is not sent.
public struct SendQueue: Sendable {
    /// The owner's next step.
    public enum Next: Equatable, Sendable {
        /// Ask for a target.
        case send(Int)
        /// Wait for an answer, or so many milliseconds; nil = for an answer alone.
        case wait(Int64?)
        /// Everything has its answer.
        case over
    }

    /// How a run goes.
    public struct Pace: Equatable, Sendable {
        /// Requests at once.
        public var jobs: Int
        /// Requests a second; nil = as fast as answers come.
        public var rate: Int?
        /// Further tries that a target has.
        public var retries: Int

        /// Makes a pace.
        public init(jobs: Int = 100, rate: Int? = nil, retries: Int = 3) {
            self.jobs = jobs
            self.rate = rate
            self.retries = retries
        }
    }

    /// The answers by target; nil where there is none yet.
    public private(set) var answers: [SendAnswer?]
    /// Why the run was stopped before its end; nil where it was not.
    public private(set) var halt: SendAnswer?
    /// Whether somebody pressed ^C.
    public private(set) var isInterrupted = false

    private let gateway: GatewayAnswer.Gateway
    private let pace: Pace
    /// The first target that was never asked.
    private var fresh = 0
    /// Targets that wait for another try, with the time of it.
    private var again: [(due: Int64, target: Int)] = []
    private var attempts: [Int: Int] = [:]
    private var inFlight = 0
    private var isProven = false
    /// Nothing is sent before this time.
    private var pausedUntil = Int64.min
    /// When the next request may leave at the given rate, in microseconds.
    private var nextSlot = Int64.min
    private var failures: (answer: SendAnswer, count: Int)?

    /// Equal failures of the sender's own that end a run.
    static let failureLimit = 3

    /// How often a target may meet a connection that is being left: no fault of anybody's.
    static let goneAwayLimit = 20
    /// Milliseconds until such a target is asked on the next connection.
    static let goneAwayPause: Int64 = 20

    /// Makes the queue of a number of targets.
    public init(_ gateway: GatewayAnswer.Gateway, count: Int, _ pace: Pace) {
        self.gateway = gateway
        self.pace = pace
        answers = Array(repeating: nil, count: count)
    }

    /// Returns the owner's next step at a time, in milliseconds.
    public mutating func next(at now: Int64) -> Next {
        let isHalted = halt != nil || isInterrupted
        guard !isHalted, fresh < answers.count || !again.isEmpty else {
            return inFlight > 0 ? .wait(nil) : .over
        }
        guard inFlight < (isProven ? pace.jobs : 1) else { return .wait(nil) }
        guard pausedUntil <= now else { return .wait(pausedUntil - now) }
        if let rate = pace.rate {
            guard nextSlot <= now * 1000 else { return .wait((nextSlot - now * 1000) / 1000 + 1) }
            // What was not used up to now is not made up for.
            nextSlot = max(nextSlot, now * 1000) + Int64(1_000_000 / rate)
        }
        if let place = again.firstIndex(where: { $0.due <= now }) {
            inFlight += 1
            return .send(again.remove(at: place).target)
        }
        guard fresh < answers.count else { return .wait((again.map(\.due).min() ?? now) - now) }
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
        note(answer)
        let limit = answer.isGoneAway ? Self.goneAwayLimit : pace.retries
        if halt == nil, answer.attempts <= limit, let pause = answer.pause(gateway) {
            let due = now + (answer.isGoneAway ? Self.goneAwayPause : Int64(pause) * 1000)
            again.append((due, target))
            // A full service is left alone by all; APNs' 429 is about one device.
            if answer.status == 503 || gateway == .fcm && answer.status == 429 {
                pausedUntil = max(pausedUntil, due)
            }
            return
        }
        answers[target] = answer
    }

    /// Lets nothing more begin.
    public mutating func interrupt() { isInterrupted = true }

    private mutating func note(_ answer: SendAnswer) {
        if answer.isGoneAway { return }
        guard answer.isAboutSender || answer.status == nil else {
            isProven = true
            failures = nil
            return
        }
        let isSame = failures?.answer.reason == answer.reason
        failures = (answer, isSame ? (failures?.count ?? 0) + 1 : 1)
        // A connection that breaks takes everything in flight with it, and the next one may hold.
        let room = answer.status == nil && isProven ? 2 * pace.jobs : 0
        if failures?.count == Self.failureLimit + room { halt = answer }
    }

    /// The answers when the run is over; what was never sent can be sent again as it is.
    public func finished() -> [SendAnswer] {
        var settled = answers.map { answer in
            answer ?? SendAnswer(reason: isInterrupted ? "Interrupted" : "NotSent", verdict: .retry)
        }
        for index in settled.indices where answers[index] == nil { settled[index].attempts = 0 }
        return SendAnswer.settled(settled)
    }
}
