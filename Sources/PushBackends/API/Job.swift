import PushModel
import PushSQL
import Synchronization

/// A query that someone issued: its request and its progress.
struct Job {
    enum Status: String {
        case queued, running, success, error, killed

        var isOver: Bool { self != .queued && self != .running }
    }

    var id: Int
    var type: String
    var database: String
    var query: String
    var priority = 0
    var retryLimit = 0
    /// The table that also receives the result.
    var export: ResultTarget?
    /// The records to delete; nil for a query.
    var deletion: PartialDeletion?
    var domainKey: String?
    /// Whether the key that issued it may change tables.
    var mayWrite = true
    /// The value of `td_scheduled_time()`, in Unix seconds.
    var scheduledTime: Int64
    var createdAt: Int64
    var startAt: Int64?
    var endAt: Int64?
    var status = Status.queued
    var rows: JobRows?
    var complaint = ""
    let kill = KillFlag()

    var seconds: Int64 { max(0, (endAt ?? startAt ?? 0) - (startAt ?? 0)) }
}

/// Asks a running query to stop, from another thread.
public final class KillFlag: Sendable {
    private let value = Atomic(false)

    /// Whether the query should stop.
    public var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }
}

/// The records of a table whose times are in a range.
public struct PartialDeletion: Equatable, Sendable {
    /// The table.
    public var table: String
    /// The times, in Unix seconds.
    public var times: Range<Int64>
}

/// A query to be run, or records to be deleted.
public struct JobOrder: Sendable {
    /// The job's number.
    public var id: Int
    /// The database for unqualified names.
    public var database: String
    /// The text.
    public var query: String
    /// Whether the text is in Trino's SQL, as for jobs of the types `trino` and `presto`.
    public var isTrino: Bool
    /// The table that also receives the result.
    public var export: ResultTarget?
    /// The records to delete; nil for a query.
    public var deletion: PartialDeletion?
    /// Whether the text may create, fill and drop tables.
    public var mayWrite: Bool
    /// The answer of `td_scheduled_time()`, in Unix seconds.
    public var scheduledTime: Int64
    /// The answer of `now()`.
    public var now: Tick
    /// Set when the query should stop.
    public var kill: KillFlag
}

/// The outcome of a job.
public enum JobOutcome: Sendable {
    case found(JobRows)
    /// The number of records that it deleted; such a job has no result.
    case deleted(Int)
    case failed(String)
    case killed
}
