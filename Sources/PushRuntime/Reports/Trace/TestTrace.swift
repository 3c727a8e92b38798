/// The steps of one test, or of a stretch of a session, as a report draws them.
///
/// A trace is kept only if a report asks for it. It holds no real time, so equal runs give equal
/// traces, and secrets are removed as a step is noted.
public struct TestTrace: Equatable, Sendable {
    /// The most steps to keep of one test; later ones are only counted.
    public static let stepLimit = 400

    /// The phone before the first step.
    public var start: PhoneScreen
    /// The steps, in the order they ran.
    public var steps: [TraceStep] = []
    /// The number of steps beyond the limit.
    public var omitted = 0
    /// The answers of `why` for the pushes of the test, newest last.
    public var verdicts: [PushVerdict] = []
    /// The number of pushes without one, of which a test may have too many.
    public var unasked = 0

    /// Makes a trace without steps.
    public init(start: PhoneScreen) { self.start = start }

    /// The numbers of the funnel, from the sender to the warehouse.
    public var funnel: PushFunnel {
        steps.reduce(into: PushFunnel()) { $0.count($1) }
    }
}

/// One statement of a test, with its effects.
public struct TraceStep: Equatable, Sendable {
    /// The statement's line in its script, from 1; 0 at the prompt.
    public var line: Int
    /// The statement as it was typed, without secrets.
    public var text: String
    /// Whether it only looks at the world.
    public var isExpectation: Bool
    /// The world's clock when it began, in milliseconds since 1970.
    public var beganAt: Int64
    /// The world's clock when it ended.
    public var endedAt: Int64
    /// The events on the pushes' way, in order.
    public var marks: [TraceMark] = []
    /// The lines it printed.
    public var output: [String] = []
    /// The failure as one line; nil for success.
    public var failure: String?
    /// The code of a failed command, as `not_registered`.
    public var code: String?
    /// Whether the script expects it to fail.
    public var wasExpectedToFail = false
    /// The expected and the actual value of an expectation.
    public var comparison: Comparison?
    /// The phone afterwards; nil if nothing on it changed.
    public var screen: PhoneScreen?
    /// The changed parts of the world's state, each with its values before and after.
    public var differences: [Difference] = []
    /// The payloads of pushes that reached a device in it.
    public var payloads: [Payload] = []
    /// The upload requests that it made.
    public var requests: [Request] = []
    /// The number of analytics events that it put into the queue.
    public var eventsQueued = 0

    /// An expectation's two sides.
    public struct Comparison: Equatable, Sendable {
        /// The value that the script wants.
        public var expected: String
        /// The value that was found.
        public var actual: String

        /// Makes the two sides.
        public init(expected: String, actual: String) {
            self.expected = expected
            self.actual = actual
        }
    }

    /// A value of the state that changed.
    public struct Difference: Equatable, Sendable {
        /// The value's name, as `app` or `queue`.
        public var name: String
        /// The value before.
        public var before: String
        /// The value after.
        public var after: String

        /// Makes a difference.
        public init(name: String, before: String, after: String) {
            self.name = name
            self.before = before
            self.after = after
        }
    }

    /// A payload as it reached a device.
    public struct Payload: Equatable, Sendable {
        /// The message ID that commands use.
        public var id: String
        /// The payload's text, indented.
        public var text: String
        /// The push's number in the history of arrivals.
        public var sequence: Int64

        /// Makes a payload.
        public init(id: String, text: String, sequence: Int64) {
            self.id = id
            self.text = text
            self.sequence = sequence
        }
    }

    /// A request of an upload with its answer.
    public struct Request: Equatable, Sendable {
        /// The endpoint's name.
        public var endpoint: String
        /// The database and table, as `mobile.push_events`.
        public var table: String
        /// The number of this attempt to send the batch, from 1.
        public var attempt: Int
        /// The number of events in the request.
        public var events: Int
        /// The HTTP status; nil if no answer came.
        public var status: Int?
        /// The number of events that the service accepted.
        public var accepted: Int
        /// The service's message, or the reason why no answer came.
        public var note: String
    }

    /// Makes a step that has done nothing yet.
    public init(
        line: Int, text: String, isExpectation: Bool, beganAt: Int64, endedAt: Int64
    ) {
        self.line = line
        self.text = text
        self.isExpectation = isExpectation
        self.beganAt = beganAt
        self.endedAt = endedAt
    }

    /// Whether the step ended differently than its script expects.
    public var isFailure: Bool { failure != nil && !wasExpectedToFail }
}

/// The number of pushes that reached each stage.
public struct PushFunnel: Equatable, Sendable {
    /// Pushes that were sent.
    public var sent = 0
    /// Pushes that their gateway accepted.
    public var accepted = 0
    /// Pushes that reached a device.
    public var delivered = 0
    /// Notifications that a user could see.
    public var shown = 0
    /// Notifications that were tapped.
    public var opened = 0
    /// Links that led somewhere.
    public var linked = 0
    /// Events that were sent to an ingest service, counting each attempt.
    public var uploaded = 0
    /// Events that the service accepted, so that SQL finds them.
    public var stored = 0

    /// Makes an empty funnel.
    public init() {}

    /// Adds the counts of one step.
    mutating func count(_ step: TraceStep) {
        for mark in step.marks {
            switch mark.moment {
            case .sent: sent += 1
            case .accepted: accepted += 1
            case .shown: shown += 1
            case .opened: opened += 1
            case .linked: linked += 1
            default: break
            }
        }
        delivered += step.payloads.count
        uploaded += step.requests.reduce(0) { $0 + $1.events }
        stored += step.requests.reduce(0) { $0 + $1.accepted }
    }

    /// Adds another funnel's counts.
    public mutating func add(_ other: PushFunnel) {
        sent += other.sent
        accepted += other.accepted
        delivered += other.delivered
        shown += other.shown
        opened += other.opened
        linked += other.linked
        uploaded += other.uploaded
        stored += other.stored
    }
}
