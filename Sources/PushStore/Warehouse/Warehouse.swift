import PushModel
import PushText

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
    /// The number of the upload whose records are stored, where the sender numbers them.
    ///
    /// A sender that was killed before it noted that an upload was stored sends it again under the
    /// same number. What was stored under it counts as a repetition, however late that is.
    public var upload: Int64?

    /// Whether what is stored is acknowledged only when the disk has it.
    var survivesLossOfPower = false {
        didSet { for database in databases { database.awaitsDisk = survivesLossOfPower } }
    }

    /// Why the last batch was not stored, when the fault is the storage's and not the request's.
    public private(set) var failure: StoreError?

    private let place: WarehousePlace
    private var databases: [WarehouseDatabase] = []
    private var isGrouping = false
    private var groupFailure: StoreError?

    init(_ place: WarehousePlace) throws(StoreError) {
        self.place = place
        place.tidy()
        // Whoever deleted it has another one, and does not want it back.
        guard try place.names().isEmpty else { return }
        _ = try place.create(Self.defaultDatabase) { (made) throws(StoreError) in
            try made.stamp(createdAt: nil)
            try Self.make(Self.defaultTable, in: made, at: nil)
        }
    }

    private static func make(
        _ table: String, in database: WarehouseDatabase, at now: Int64?
    ) throws(StoreError) {
        let columns = table == defaultTable ? defaultColumns.map { ($0, ColumnType.text) } : []
        try database.createTable(table, columns: columns, at: now)
    }

    /// Makes the first table of a fresh warehouse where an older version was killed before it did.
    private static func finish(_ database: WarehouseDatabase) throws(StoreError) {
        guard database.name == defaultDatabase, try database.isUnfinished() else { return }
        try database.transaction { () throws(StoreError) in
            guard try database.isUnfinished() else { return }
            try make(defaultTable, in: database, at: nil)
        }
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
    ///
    /// - Parameters:
    ///   - name: `[0-9a-z_]{3,128}`; anything else is refused with `.name`.
    ///   - now: when it is made, in Unix seconds; nil if no clock is at hand.
    /// - Returns: whether it was made.
    /// - Throws: `.limit` in an ephemeral workspace, which holds ten.
    @discardableResult
    public func createDatabase(_ name: String, at now: Int64? = nil) throws(StoreError) -> Bool {
        guard WarehouseName.isDatabase(name) else { throw Self.badName(name, "database") }
        if try database(name) != nil { return false }
        if case .attached = place, try place.names().count >= Workspace.attachLimit {
            throw StoreError(
                .limit, "a private workspace holds at most \(Workspace.attachLimit) databases",
                hint: "`--workspace DIR` holds more")
        }
        return try place.create(name, awaitsDisk: survivesLossOfPower) {
            (made) throws(StoreError) in try made.stamp(createdAt: now)
        }
    }

    /// Makes a table in a database that is there; a table that is there stays as it is.
    ///
    /// `push_events` starts with the columns of the Push Events Table, any other with `time` alone.
    ///
    /// - Parameters:
    ///   - name: `[0-9a-z_]{3,128}`; anything else is refused with `.name`.
    ///   - database: where it is made.
    ///   - now: when it is made, in Unix seconds; nil if no clock is at hand.
    /// - Returns: whether it was made.
    /// - Throws: `.missing` when the database is not there.
    @discardableResult
    public func createTable(
        _ name: String, database: String, at now: Int64? = nil
    ) throws(StoreError) -> Bool {
        guard WarehouseName.isTable(name) else { throw Self.badName(name, "table") }
        let found = try existing(database)
        return try found.transaction(inGroup: isGrouping) { () throws(StoreError) in
            guard try found.table(name) == nil else { return false }
            try Self.make(name, in: found, at: now)
            return true
        }
    }

    /// Adds the columns that a table lacks, at its end.
    ///
    /// - Throws: `.missing` when the database or the table is not there, `.name` for a bad name.
    public func addColumns(
        _ columns: [(name: String, type: String)], to table: String, database: String
    ) throws(StoreError) {
        for column in columns where !WarehouseName.isColumn(column.name) {
            throw Self.badName(column.name, "column")
        }
        let found = try existing(database)
        try found.transaction(inGroup: isGrouping) { () throws(StoreError) in
            guard let target = try found.table(table) else {
                throw StoreError(.missing, "no table `\(table)` in the database `\(database)`")
            }
            try target.addColumns(columns)
        }
    }

    /// Deletes a database with all its tables.
    ///
    /// - Throws: `.missing` when it is not there.
    public func deleteDatabase(_ name: String) throws(StoreError) {
        let found = try existing(name)
        try place.delete(found)
        databases.removeAll { $0 === found }
    }

    /// Deletes a table with its records.
    ///
    /// - Throws: `.missing` when the database or the table is not there.
    public func deleteTable(_ name: String, database: String) throws(StoreError) {
        let found = try existing(database)
        let isDeleted = try found.transaction(inGroup: isGrouping) { () throws(StoreError) in
            try found.deleteTable(name)
        }
        guard isDeleted else {
            throw StoreError(.missing, "no table `\(name)` in the database `\(database)`")
        }
    }

    /// The databases in the order of their names, each with what it holds.
    public func databaseList() throws(StoreError) -> [WarehouseDatabaseInfo] {
        var list: [WarehouseDatabaseInfo] = []
        for name in try place.names() {
            guard let found = try database(name) else { continue }
            let (createdAt, tables) = try found.contents()
            list.append(
                WarehouseDatabaseInfo(
                    name: name, createdAt: createdAt,
                    updatedAt: tables.compactMap(\.updatedAt).max() ?? createdAt,
                    tables: tables.count, records: tables.reduce(0) { $0 + $1.records }))
        }
        return list
    }

    /// The tables of a database in the order of their names.
    ///
    /// - Throws: `.missing` when the database is not there.
    public func tableList(_ database: String) throws(StoreError) -> [WarehouseTableInfo] {
        try existing(database).contents().tables
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
                try createDatabase(database, at: receivedAt)
                try createTable(table, database: database, at: receivedAt)
            }
            guard let found = try self.database(database) else {
                throw RecordSinkError.noDatabase(database)
            }
            outcomes = try found.transaction(inGroup: isGrouping) { () throws(StoreError) in
                try found.table(table)?.insert(
                    records, uuids: uuids, at: receivedAt, deduplication, upload: upload)
            }
        } catch let error as StoreError where error.code == .missing {
            throw .noDatabase(database)
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
    /// If anything fails, none of it is stored. An ephemeral warehouse has no transactions:
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
        try commitGroups()
        return result
    }

    /// Commits what a group stored, database by database.
    ///
    /// Once one has its part, the others get theirs whatever happens: the error says that the group
    /// must not be stored again.
    private func commitGroups() throws(StoreError) {
        var failure: StoreError?
        var isPartlyThere = false
        for database in databases {
            do throws(StoreError) {
                if try database.commitGroup() { isPartlyThere = true }
            } catch {
                isPartlyThere = isPartlyThere || error.isCommitted
                failure = failure ?? error
                guard isPartlyThere else { throw error }
            }
        }
        guard var failure else { return }
        failure.isCommitted = true
        throw failure
    }

    /// Changes a database that must be there, in a transaction.
    func change<Result>(
        _ name: String, _ body: (WarehouseDatabase) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let found = try existing(name)
        return try found.transaction(inGroup: isGrouping) { () throws(StoreError) in
            try body(found)
        }
    }

    func database(_ name: String) throws(StoreError) -> WarehouseDatabase? {
        if let open = databases.first(where: { $0.name == name }) {
            if !open.isGone { return open }
            databases.removeAll { $0 === open }
        }
        guard try place.names().contains(name) else { return nil }
        let opened = try place.open(name)
        opened.awaitsDisk = survivesLossOfPower
        try Self.finish(opened)
        databases.append(opened)
        return opened
    }

    /// A database that must be there.
    func existing(_ name: String) throws(StoreError) -> WarehouseDatabase {
        guard let found = try database(name) else {
            throw StoreError(.missing, "no database `\(name)` in the warehouse")
        }
        return found
    }

    /// Lists the databases, each with the connection and schema to copy it from.
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

    static func badName(_ name: String, _ kind: String) -> StoreError {
        StoreError(.name, "`\(name)` cannot be a \(kind)'s name, wanted `[0-9a-z_]{3,128}`")
    }
}
