import PushSQL
import PushModel

/// A receiver of a query's rows, one by one, so that a large result needs no memory.
public protocol RowSink: AnyObject {
    /// Takes the names of the columns, once for each statement that has a result.
    func columns(_ names: [String])

    /// Takes the columns with their types, where the query tells them.
    func columns(_ columns: [QueryColumn])

    /// Takes a row; false ends the query without an error.
    func row(_ cells: [Cell]) -> Bool

    /// Takes the change that a statement made, before the row that counts it.
    func changed(_ change: TableChange)
}

extension RowSink {
    /// Takes the names alone.
    public func columns(_ columns: [QueryColumn]) { self.columns(columns.map(\.name)) }

    /// Ignores the change.
    public func changed(_ change: TableChange) {}
}

/// The effect of a statement on a table.
public struct TableChange: Equatable, Sendable {
    /// The statement's kind, as `updateType` of Trino's protocol has it.
    public var kind: String
    /// The number of rows stored; nil if the statement stores none.
    public var count: Int?

    /// Describes a change.
    public init(kind: String, count: Int?) {
        self.kind = kind
        self.count = count
    }
}

/// The SQL dialect of a query's text.
public enum QueryDialect: Sendable {
    /// SQLite's own, which the device's tables are asked in.
    case sqlite
    /// Trino's, as Treasure Data has it.
    case trino
}

/// A sink that keeps the rows of the last statement.
public final class RowCollector: RowSink {
    /// The names of the columns.
    public private(set) var names: [String] = []
    /// The rows, in the order of the result.
    public private(set) var rows: [[Cell]] = []
    /// True when rows were left out because the limit was reached.
    public private(set) var isCut = false
    private let limit: Int

    /// Makes a collector of at most `limit` rows.
    public init(limit: Int = 1_000_000) { self.limit = limit }

    /// Starts anew for the next statement's result.
    public func columns(_ names: [String]) {
        self.names = names
        rows.removeAll()
    }

    /// Keeps a row.
    public func row(_ cells: [Cell]) -> Bool {
        guard rows.count < limit else {
            isCut = true
            return false
        }
        rows.append(cells)
        return true
    }
}

/// The permissions, limits and surroundings of a query.
public struct QueryOptions {
    /// The answer of `now()`, in Unix seconds.
    public var now: Int64
    /// The answer of `td_scheduled_time()`, in Unix seconds.
    public var scheduledTime: Int64
    /// The longest time that a query runs, in seconds of the real clock.
    public var secondsLimit: Int
    /// Asked now and then; true ends the query.
    public var isInterrupted: () -> Bool
    /// The database that names without one are looked up in first; nil = the device's side.
    public var database: String?
    /// The MD5 function behind `td_md5`; nil if the edge brings none.
    public var md5: MD5Digest?
    /// The SQL dialect of the text.
    public var dialect = QueryDialect.sqlite
    /// Whether a query of Trino's dialect is a script's or the prompt's: it sees the device's
    /// tables, and may be several statements.
    public var isLocal = false
    /// The zone of Trino's session.
    public var zone = "UTC"
    /// Whether a statement of Trino's may make, fill and drop tables of the warehouse.
    public var mayWrite = false
    /// Whether a table that is named alone is an error where no database is given.
    public var wantsSchema = false
    /// A table that takes the result of a query in Trino's dialect, too.
    public var export: ResultTarget?
    /// The digests of Trino's functions, by name; without those that the edge does not bring.
    public var digests: [String: MD5Digest] = [:]
    /// The largest answer, in bytes; one that nobody holds whole needs no limit.
    public var answerLimit = QueryLimits.answerLimit

    /// Makes options; the scheduled time is `now` unless it is given.
    public init(
        now: Int64, scheduledTime: Int64? = nil, secondsLimit: Int = 60,
        isInterrupted: @escaping () -> Bool = { false }, md5: MD5Digest? = nil
    ) {
        self.now = now
        self.scheduledTime = scheduledTime ?? now
        self.secondsLimit = secondsLimit
        self.isInterrupted = isInterrupted
        self.md5 = md5
    }
}
