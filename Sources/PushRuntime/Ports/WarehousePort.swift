import PushCommands
import PushModel

/// The databases of the warehouse, and the ways out of it: to other engines and Treasure Data.
public protocol WarehousePort: AnyObject {
    /// The databases of the warehouse.
    func databases() throws(Failure) -> [DatabaseListing]
    /// Makes or deletes a database or table of the warehouse, and returns when that is done.
    func change(_ change: WarehouseChange, now: Tick) throws(Failure)
    /// Shows, sets or carries out the retention of a database; nil means all databases.
    func retain(
        _ order: RetentionOrder, database: String?, now: Tick
    ) throws(Failure) -> [RetentionReport]
    /// Writes rows to files that other engines read.
    func export(_ order: ExportOptions, now: Tick) throws(Failure) -> ExportSummary
    /// The uploader from the warehouse to Treasure Data; nil if there is none.
    var uploader: (any WarehouseUploader)? { get }
}

extension WarehousePort {
    /// Refuses: not every edge can do this.
    public func databases() throws(Failure) -> [DatabaseListing] { throw .notSupported }

    /// Refuses: not every edge can do this.
    public func change(_ change: WarehouseChange, now: Tick) throws(Failure) {
        throw .notSupported
    }

    /// Keeps everything: not every edge has a warehouse.
    public func retain(
        _ order: RetentionOrder, database: String?, now: Tick
    ) throws(Failure) -> [RetentionReport] { [] }

    /// Refuses: not every edge has files.
    public func export(_ order: ExportOptions, now: Tick) throws(Failure) -> ExportSummary {
        throw .notSupported
    }

    /// None: not every edge has a real network.
    public var uploader: (any WarehouseUploader)? { nil }
}

/// A database of the warehouse.
public struct DatabaseListing: Equatable, Sendable {
    /// The name.
    public var name: String
    /// The number of its tables.
    public var tables: Int
    /// The number of records in all of them.
    public var records: Int
    /// The creation time, in Unix seconds; nil if unknown.
    public var createdAt: Int64?
    /// The time of its last record's arrival, in Unix seconds; nil before the first.
    public var updatedAt: Int64?

    /// Makes a listing.
    public init(
        name: String, tables: Int, records: Int, createdAt: Int64? = nil, updatedAt: Int64? = nil
    ) {
        self.name = name
        self.tables = tables
        self.records = records
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}
