import PushSQL
import PushText

/// A query that a client sent over Trino's protocol: its request and its progress.
struct TrinoQuery {
    enum State {
        case queued
        case running
        case found(TrinoPages)
        case failed(TrinoProblem)
    }

    /// The use of a query's rows.
    enum Purpose: Equatable {
        /// They are the answer.
        case result
        /// They are dropped: the client only asked whether the query is valid.
        case check(updateType: String)
        /// The answer describes a prepared statement.
        case description(TrinoDescription)
    }

    let id: String
    /// A secret: a client that knows it may fetch the result.
    let slug: String
    /// The statement that the client sent.
    var written = ""
    /// The program that sent it, as it calls itself.
    var source: String?
    /// The text to run.
    var text = ""
    /// The text as written, if it had parameters.
    var bound: BoundStatement?
    var catalog: String?
    var schema: String?
    var zone: String?
    /// Whether the client reads the precision of times.
    var readsPrecision = true
    var mayWrite = false
    /// The transaction that it belongs to; nil if it commits by itself.
    var transaction: TrinoTransaction?
    var purpose = Purpose.result
    /// The headers that change the client's session if the query succeeds.
    var headers: [HeaderField] = []
    /// The headers that do so if it fails.
    var failureHeaders: [HeaderField] = []
    /// The prefix of the protocol's header names.
    var prefix = "X-Trino-"
    var state = State.queued
    let createdAt: Int64
    var startedAt: Int64?
    var endedAt: Int64?
    /// The time when the client last asked for it.
    var askedAt: Int64
    /// The number of the last answer; -1 before the first.
    var token = -1
    /// The page that the last answer had; nil if it had none.
    var page: Int?
    var nextPage = 0
    /// Whether the client has asked to drop it.
    var isDropped = false
    let kill = KillFlag()

    init(id: String, slug: String, at now: Int64) {
        self.id = id
        self.slug = slug
        createdAt = now
        askedAt = now
    }

    /// The question of DESCRIBE about the text; nil if it is to be run.
    var description: TrinoDescription? {
        if case .description(let description) = purpose { description } else { nil }
    }

    var isOver: Bool {
        switch state {
        case .queued, .running: false
        case .found, .failed: true
        }
    }

    /// The state as Trino names it; `isRead` says whether the client has everything.
    private func stateName(isRead: Bool) -> String {
        switch state {
        case .queued: "QUEUED"
        case .running: "RUNNING"
        case .failed: "FAILED"
        case .found: isRead ? "FINISHED" : "RUNNING"
        }
    }

    /// The time in milliseconds for which it waited, until now if it still waits.
    private func queuedTime(at now: Int64) -> Int64 {
        max(0, (startedAt ?? endedAt ?? now) - createdAt)
    }

    /// Returns the row of `system.runtime.queries` at a time.
    func row(at now: Int64) -> RuntimeQuery {
        var row = RuntimeQuery(
            id: id, state: stateName(isRead: isRead),
            text: SecretScanner.withoutSecrets(written), createdAt: createdAt, askedAt: askedAt)
        row.source = source
        row.queuedMilliseconds = queuedTime(at: now)
        row.startedAt = startedAt
        row.endedAt = endedAt
        if case .failed(let problem) = state {
            row.errorType = problem.kind
            row.errorName = problem.name
        }
        return row
    }

    /// Returns the member `stats` of an answer at a time.
    func stats(at now: Int64, isLast: Bool) -> JSON {
        let name = stateName(isRead: isLast)
        var rows = 0
        var bytes = 0
        if case .found(let pages) = state {
            rows = pages.count
            bytes = pages.size
        }
        let end = endedAt ?? now
        let isDone = endedAt != nil
        let run = max(0, end - (startedAt ?? end))
        return [
            "state": .string(name), "queued": .bool(name == "QUEUED"),
            "scheduled": .bool(startedAt != nil), "progressPercentage": .int(isDone ? 100 : 0),
            "runningPercentage": .int(name == "RUNNING" && !isDone ? 100 : 0), "nodes": 1,
            "totalSplits": 1, "queuedSplits": .int(name == "QUEUED" ? 1 : 0),
            "runningSplits": .int(name == "RUNNING" && !isDone ? 1 : 0),
            "completedSplits": .int(isDone ? 1 : 0), "planningTimeMillis": 0,
            "analysisTimeMillis": 0, "cpuTimeMillis": .int64(run), "wallTimeMillis": .int64(run),
            "queuedTimeMillis": .int64(queuedTime(at: now)),
            "elapsedTimeMillis": .int64(max(0, end - createdAt)), "finishingTimeMillis": 0,
            "physicalInputTimeMillis": 0, "physicalInputBytes": 0, "physicalWrittenBytes": 0,
            "internalNetworkInputBytes": 0, "processedRows": .int(rows),
            "processedBytes": .int(bytes), "peakMemoryBytes": 0, "spilledBytes": 0,
        ]
    }
}

/// A query of Trino's protocol, to be run.
public struct TrinoOrder: Sendable {
    /// The query's ID.
    public var id: String
    /// The text, without parameters.
    public var text: String
    /// The catalog for names without one; nil if the client named none.
    public var catalog: String?
    /// The schema for unqualified table names; nil if the client named none.
    public var schema: String?
    /// The time zone of the session; nil for UTC.
    public var zone: String?
    /// Whether times are rounded to milliseconds, for a client that knows no other precision.
    public var wantsMilliseconds: Bool
    /// The reason why it may not change tables; nil if it may.
    public var writeRefusal: TrinoProblem?
    /// The question of DESCRIBE about it, whose parameters have no values then; nil if it is to be
    /// run.
    public var description: TrinoDescription?
    /// The queries of `system.runtime.queries`, this one among them.
    public var queries: [RuntimeQuery]
    /// Set when the query should stop.
    public var kill: KillFlag
}

/// The outcome of a query of Trino's protocol.
public enum TrinoOutcome: Sendable {
    case found(TrinoPages)
    case failed(TrinoProblem)
}
