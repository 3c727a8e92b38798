import PushModel
import PushSQL

/// A receiver of a query's rows, one by one, so that a large result needs no memory.
///
/// `query` calls it on its own thread, while the statement is open: it must not query in turn.
public protocol RowSink: AnyObject {
    /// Receives the names of the columns, once for each statement that has a result.
    func columns(_ names: [String])

    /// Receives the columns with their types, if the query gives them.
    func columns(_ columns: [QueryColumn])

    /// Receives a row; false ends the query without an error.
    ///
    /// The number of cells equals that of the columns.
    func row(_ cells: [Cell]) -> Bool

    /// Receives the end of a statement's rows; a statement that fails has none.
    func end()

    /// Receives the change that a statement made, before the row that counts it.
    func changed(_ change: TableChange)

    /// Receives, after the rows, the columns with values that their types do not have, and that
    /// were read as NULL.
    func misread(_ columns: [QueryColumn])
}

extension RowSink {
    /// Receives the names alone.
    public func columns(_ columns: [QueryColumn]) { self.columns(columns.map(\.name)) }

    /// Ignores the end.
    public func end() {}

    /// Ignores the change.
    public func changed(_ change: TableChange) {}

    /// Ignores the columns.
    public func misread(_ columns: [QueryColumn]) {}
}

/// The effect of a statement on a table.
public struct TableChange: Equatable, Sendable {
    /// The statement's kind, as in `updateType` of Trino's protocol.
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
    /// SQLite's own, in which the device's tables are queried.
    case sqlite
    /// Trino's, as Treasure Data has it.
    case trino
}

/// The form of a column's values in a query of Trino's dialect.
public enum ValueForm: Sendable {
    /// As Trino's protocol has them: numbers as Java prints them, dates and decimals as texts,
    /// arrays and rows as JSON arrays.
    case shown
    /// The same, but what is inside arrays, maps and rows is JSON as other programs read it: rows
    /// are objects, decimals numbers, values of the type json themselves.
    case json
    /// As a typed file has them: numbers, days since 1970-01-01, microseconds on a clock,
    /// milliseconds in UTC of a time with a zone, decimals as digits. Arrays, rows and maps are
    /// JSON arrays of these, maps of pairs; binary values are Base64 there.
    case stored
}

/// The permissions, limits and environment of a query.
public struct QueryOptions {
    /// The answer of `now()`, in Unix seconds.
    public var now: Int64
    /// The thousandths of that second, which only Trino's clocks tell.
    public var milliseconds: Int64 = 0
    /// The answer of `td_scheduled_time()`, in Unix seconds.
    public var scheduledTime: Int64
    /// The longest time that a query runs, in seconds of the real clock.
    public var secondsLimit: Int
    /// Called from time to time; true ends the query.
    public var isInterrupted: () -> Bool
    /// The database that is searched first for unqualified names; nil for the device's side.
    public var database: String?
    /// The catalog of Trino's names without one; nil for the warehouse.
    public var catalog: String?
    /// The MD5 function behind `td_md5`; nil if the edge provides none.
    public var md5: MD5Digest?
    /// The SQL dialect of the text.
    public var dialect = QueryDialect.sqlite
    /// Whether a query in Trino's dialect is a script's or the prompt's: it sees the device's
    /// tables, and may consist of several statements.
    public var isLocal = false
    /// Whether a semicolon may end a statement, as at the prompt; Trino's own server refuses it.
    public var mayEndWithSemicolon = true
    /// The zone of Trino's session.
    public var zone = "UTC"
    /// Whether a result's times are rounded to milliseconds, as for clients that know no other
    /// precision.
    public var wantsMilliseconds = false
    /// The question of DESCRIBE about a Trino statement; nil if it is to be run.
    public var description: TrinoDescription?
    /// Whether a Trino statement may create, fill and drop tables of the warehouse.
    public var mayWrite = false
    /// The queries of `system.runtime.queries`.
    public var runtimeQueries: [RuntimeQuery] = []
    /// Whether an unqualified table is an error if no database is given.
    public var wantsSchema = false
    /// A table that also receives the result of a query in Trino's dialect.
    public var export: ResultTarget?
    /// The digests of Trino's functions, by name; those that the edge does not provide are missing.
    public var digests: [String: MD5Digest] = [:]
    /// The place where the values of `uuid()` begin: equal places give equal ones; nil for the
    /// query's time.
    public var seed: UInt64?
    /// The largest answer, in bytes; one that is never held whole needs no limit.
    public var answerLimit = QueryLimits.answerLimit
    /// The form of the values of a column, by its name, in Trino's dialect.
    public var form: (String) -> ValueForm = { _ in .shown }
    /// The place at which the statement begins in the text of which it is a part.
    var origin = TextPlace()

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

    /// Makes options for an instant of the world's clock; the scheduled time is that second unless
    /// it is given.
    public init(
        at now: Tick, scheduledTime: Int64? = nil, secondsLimit: Int = 60,
        isInterrupted: @escaping () -> Bool = { false }, md5: MD5Digest? = nil
    ) {
        self.init(
            now: now.unixSeconds, scheduledTime: scheduledTime, secondsLimit: secondsLimit,
            isInterrupted: isInterrupted, md5: md5)
        milliseconds = now.milliseconds - now.unixSeconds * 1000
    }
}
