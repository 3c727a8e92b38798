import PushPayload
import PushSimulation

/// A database of a warehouse: its name, the connection that has it, and what it is called there.
typealias WarehouseSource = (name: String, connection: Connection, place: String)

/// Treasure Data's side of a workspace: databases with tables of records.
///
/// A fresh warehouse holds the database `mobile` with the table `push_events`, so that SQL about it
/// works before the first event. Confined to the thread of its session.
public final class Warehouse: RecordSink {
    /// How repeated records are recognised.
    public var deduplication = Deduplication.window
    /// Whether a database or table that is missing is made when records arrive for it.
    public var createsMissing = false

    /// Why the last batch was not stored, when the fault is the storage's and not the request's.
    public private(set) var failure: StoreError?

    private let place: WarehousePlace
    private var databases: [WarehouseDatabase] = []
    private var isGrouping = false
    private var groupFailure: StoreError?

    init(_ place: WarehousePlace) throws(StoreError) {
        self.place = place
        let names = try place.names()
        guard !names.contains(Self.defaultDatabase) else { return }
        try createDatabase(Self.defaultDatabase)
        try createTable(Self.defaultTable, database: Self.defaultDatabase)
    }

    static let defaultDatabase = "mobile"
    static let defaultTable = "push_events"
    /// The columns of the Push Events Table that the guide's SQL names.
    private static let defaultColumns = [
        "type", "campaign_id", "message_id", "platform", "fcm_token", "user_id", "value",
    ]

    /// The databases in the order of their names.
    public func databaseNames() throws(StoreError) -> [String] { try place.names() }

    /// Makes a database; one that is there stays as it is.
    public func createDatabase(_ name: String) throws(StoreError) {
        guard WarehouseName.isDatabase(name) else { throw Self.badName(name, "database") }
        if try database(name) != nil { return }
        databases.append(try place.create(name))
    }

    /// Makes a table in a database that is there; a table that is there stays as it is.
    ///
    /// `push_events` starts with the columns of the Push Events Table, any other with `time` alone.
    public func createTable(_ name: String, database: String) throws(StoreError) {
        guard WarehouseName.isTable(name) else { throw Self.badName(name, "table") }
        guard let found = try self.database(database) else {
            throw StoreError(.missing, "no database `\(database)` in the warehouse")
        }
        try found.transaction(inGroup: isGrouping) { () throws(StoreError) in
            let isDefault = name == Self.defaultTable
            let columns = isDefault ? Self.defaultColumns.map { ($0, ColumnType.text) } : []
            try found.createTable(name, columns: columns)
        }
    }

    /// The tables of a database in the order of their names; nil when there is no such database.
    public func tables(of database: String) throws(StoreError) -> [WarehouseListing]? {
        try self.database(database)?.listings()
    }

    /// Deletes a table with its rows and what is remembered of their uuids.
    public func deleteTable(_ name: String, database: String) throws(StoreError) {
        guard let found = try self.database(database), try found.has(name) else {
            throw StoreError(.missing, "no table `\(name)` in `\(database)`")
        }
        try found.transaction(inGroup: isGrouping) { () throws(StoreError) in
            try found.deleteTable(name)
        }
    }

    /// Adds the columns that a table lacks, at its end.
    public func addColumns(
        _ columns: [(name: String, type: String)], to table: String, database: String
    ) throws(StoreError) {
        for column in columns where !WarehouseName.isColumn(column.name) {
            throw Self.badName(column.name, "column")
        }
        guard let found = try self.database(database), try found.has(table) else {
            throw StoreError(.missing, "no table `\(table)` in `\(database)`")
        }
        try found.transaction(inGroup: isGrouping) { () throws(StoreError) in
            try found.table(table)?.addColumns(columns)
        }
    }

    /// Stores records in one transaction; see `RecordSink`.
    public func insert(
        database: String, table: String, records: [JSON], uuids: [String?], receivedAt: Int64
    ) throws(RecordSinkError) -> [RecordOutcome] {
        guard WarehouseName.isDatabase(database) else { throw .badName(database) }
        guard WarehouseName.isTable(table) else { throw .badName(table) }
        failure = nil
        let outcomes: [RecordOutcome]?
        do {
            if createsMissing {
                try createDatabase(database)
                try createTable(table, database: database)
            }
            guard let found = try self.database(database) else {
                throw RecordSinkError.noDatabase(database)
            }
            outcomes = try found.transaction(inGroup: isGrouping) { () throws(StoreError) in
                try found.table(table)?.insert(
                    records, uuids: uuids, at: receivedAt, deduplication)
            }
        } catch let error as StoreError {
            failure = error
            if isGrouping { groupFailure = error }
            throw .unavailable(error.message)
        } catch {
            throw .noDatabase(database)
        }
        guard let outcomes else { throw .noTable(table, database: database) }
        return outcomes
    }

    /// Runs `body` so that all it stores is committed at its end, in one transaction a database.
    ///
    /// When anything fails, nothing of it is stored. An ephemeral warehouse has no transactions:
    /// there every insertion stands for itself.
    public func group<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        isGrouping = true
        groupFailure = nil
        defer {
            isGrouping = false
            for database in databases { database.abandonGroup() }
        }
        let result = try body()
        if let failure = groupFailure { throw failure }
        for database in databases { try database.commitGroup() }
        return result
    }

    private func database(_ name: String) throws(StoreError) -> WarehouseDatabase? {
        if let open = databases.first(where: { $0.name == name }) { return open }
        guard try place.names().contains(name) else { return nil }
        let opened = try place.open(name)
        databases.append(opened)
        return opened
    }

    /// Where each database is to be copied from.
    func sources() throws(StoreError) -> [WarehouseSource] {
        var sources: [WarehouseSource] = []
        for name in try place.names() {
            guard let found = try database(name) else { continue }
            sources.append((name, found.connection, found.isEphemeral ? name : "main"))
        }
        return sources
    }

    /// Takes over the choices of another warehouse.
    func adopt(_ other: Warehouse) {
        deduplication = other.deduplication
        createsMissing = other.createsMissing
    }

    private static func badName(_ name: String, _ kind: String) -> StoreError {
        StoreError(.name, "`\(name)` cannot be a \(kind)'s name, wanted `[0-9a-z_]{3,128}`")
    }
}
