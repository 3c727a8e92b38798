/// A database of the warehouse, as lists show it (`GET /v3/database/list`).
public struct WarehouseDatabaseInfo: Equatable, Sendable {
    /// The name, `[0-9a-z_]{3,128}`.
    public var name: String
    /// The creation time, in Unix seconds; nil if unknown, as for the initial database.
    public var createdAt: Int64?
    /// The time of the last record's arrival in any of its tables, in Unix seconds.
    public var updatedAt: Int64?
    /// The number of its tables.
    public var tables: Int
    /// The number of records in all of them: the `count` of the API.
    public var records: Int
}

/// A table of records, as lists show it (`GET /v3/table/list/{db}`).
public struct WarehouseTableInfo: Equatable, Sendable {
    /// Its number in its database.
    public var id: Int64
    /// The name, `[0-9a-z_]{3,128}`.
    public var name: String
    /// The creation time, in Unix seconds; nil if unknown.
    public var createdAt: Int64?
    /// The time of the last record's arrival, in Unix seconds; nil before the first.
    public var updatedAt: Int64?
    /// The number of days it keeps its records; nil without a rule of its own.
    public var expireDays: Int64?
    /// The number of its records.
    public var records = 0
    /// The columns, `time` first; types are `INTEGER`, `REAL` and `TEXT`.
    public var columns: [TableInfo.Column] = []
}
