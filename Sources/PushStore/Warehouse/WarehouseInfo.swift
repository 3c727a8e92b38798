/// A database of the warehouse, as lists show it (`GET /v3/database/list`).
public struct WarehouseDatabaseInfo: Equatable, Sendable {
    /// The name, `[0-9a-z_]{3,128}`.
    public var name: String
    /// When it was made, in Unix seconds; nil if nobody knows, as of the one that is there from
    /// the start.
    public var createdAt: Int64?
    /// When one of its tables last got a record, in Unix seconds.
    public var updatedAt: Int64?
    /// How many tables it has.
    public var tables: Int
    /// How many records they have together: the `count` of the API.
    public var records: Int
}

/// A table of records, as lists show it (`GET /v3/table/list/{db}`).
public struct WarehouseTableInfo: Equatable, Sendable {
    /// Its number in its database.
    public var id: Int64
    /// The name, `[0-9a-z_]{3,128}`.
    public var name: String
    /// When it was made, in Unix seconds; nil if nobody knows.
    public var createdAt: Int64?
    /// When it last got a record, in Unix seconds; nil before the first.
    public var updatedAt: Int64?
    /// How many records it has.
    public var records = 0
    /// The columns, `time` first; types are `INTEGER`, `REAL` and `TEXT`.
    public var columns: [TableInfo.Column] = []
}
