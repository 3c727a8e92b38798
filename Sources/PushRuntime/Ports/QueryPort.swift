import PushCommands
import PushManual
import PushModel

/// Answers SQL.
public protocol QueryPort: AnyObject {
    /// Answers SQL; rows go to the sink as they come. The values of `uuid()` follow from the seed.
    func query(
        _ sql: String, in dialect: QueryDialectName, now: Tick, seed: UInt64?,
        into sink: any RowConsumer
    ) throws(Failure)
    /// Answers SQL on the account of Treasure Data; rows go to the sink as they come.
    func remoteQuery(_ query: RemoteQuery, into sink: any RowConsumer) throws(Failure)
    /// A remark on SQL that runs, but means something else in another engine; nil if there is none.
    func remark(onQuery sql: String) -> String?
    /// The tables that SQL can read; rows and bytes are counted only when `isMeasured`.
    func tables(isMeasured: Bool) throws(Failure) -> [TableListing]
    /// The functions that SQL can call besides SQLite's own.
    var functions: [FunctionEntry] { get }
}

extension QueryPort {
    /// Answers SQL that draws nothing.
    public func query(
        _ sql: String, in dialect: QueryDialectName, now: Tick, into sink: any RowConsumer
    ) throws(Failure) {
        try query(sql, in: dialect, now: now, seed: nil, into: sink)
    }

    /// Refuses: not every edge has a real network.
    public func remoteQuery(
        _ query: RemoteQuery, into sink: any RowConsumer
    ) throws(Failure) { throw .notSupported }

    /// Returns none: not every edge knows the other dialects of SQL.
    public func remark(onQuery sql: String) -> String? { nil }

    /// None: not every edge answers SQL.
    public var functions: [FunctionEntry] { [] }
}

/// Takes the rows of a query.
public protocol RowConsumer: AnyObject {
    /// The columns of a statement, before its rows.
    func columns(_ names: [String])
    /// The same, with the columns' types as Trino writes them.
    func columns(_ names: [String], types: [String])
    /// One row; false stops the query.
    func row(_ cells: [Cell]) -> Bool
    /// The end of a statement's rows.
    func end()
    /// The columns with values that their types do not have, and that were read as NULL.
    func misread(_ names: [String], types: [String])
    /// Whether rows are passed on as they come, so their number is unlimited.
    var isStream: Bool { get }
}

extension RowConsumer {
    /// False: most consumers keep the rows they get.
    public var isStream: Bool { false }

    /// Ignores the columns.
    public func misread(_ names: [String], types: [String]) {}

    /// Drops the types: most consumers format a value by its own type.
    public func columns(_ names: [String], types: [String]) { columns(names) }
}

/// A table that SQL can read.
public struct TableListing: Equatable, Sendable {
    /// `device`, or the name of a Treasure Data database.
    public var database: String
    /// The table's name inside its database.
    public var table: String
    /// The columns in order, each with its declared type.
    public var columns: [(name: String, type: String)]
    /// The number of rows; nil for a view, or if they were not counted.
    public var rows: Int?
    /// The size of its pages in bytes, with indexes; nil for a view, or if it was not measured.
    public var bytes: Int64?

    /// The name that a query takes: the device's tables have plain ones.
    public var name: String { database == "device" ? table : "\(database).\(table)" }

    /// Makes a listing.
    public init(
        database: String, table: String, columns: [(name: String, type: String)],
        rows: Int? = nil, bytes: Int64? = nil
    ) {
        self.database = database
        self.table = table
        self.columns = columns
        self.rows = rows
        self.bytes = bytes
    }

    /// Compares column by column, because tuples are not `Equatable`.
    public static func == (left: TableListing, right: TableListing) -> Bool {
        left.database == right.database && left.table == right.table
            && left.rows == right.rows && left.bytes == right.bytes
            && left.columns.elementsEqual(right.columns) { $0 == $1 }
    }
}
