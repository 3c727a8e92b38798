import PushModel
import PushText

/// A database of a warehouse: its name, its connection, and its name there.
typealias WarehouseSource = (name: String, connection: Connection, place: String)

/// Treasure Data's side of a workspace: databases with tables of records.
///
/// A fresh warehouse contains the database `mobile` with the table `push_events`, so that SQL about
/// it works before the first event; one whose last database was deleted stays empty. Confined to
/// the thread of its session.
public final class Warehouse: RecordSink {
    /// The way in which repeated records are recognised.
    ///
    /// It holds for records from now on; `exact` knows only uuids that were stored under it.
    public var deduplication = Deduplication.window
    /// Whether a missing database or table is created when records arrive for it.
    ///
    /// They are created before the records are looked at, and stay even if none is stored.
    public var createsMissing = false
    /// The number of the upload whose records are stored, if the sender numbers them.
    ///
    /// A sender that was killed before it noted that an upload was stored sends it again under the
    /// same number. What was stored under it counts as a repetition, however late that is.
    public var upload: Int64?

    /// Whether records are acknowledged only once the disk has them.
    var survivesLossOfPower = false {
        didSet { for database in databases { database.awaitsDisk = survivesLossOfPower } }
    }

    /// The reason why the last batch was not stored, if the storage is at fault rather than the
    /// request.
    ///
    /// Reset by every batch. The sender has been told that the storage is unavailable.
    public private(set) var failure: StoreError?

    /// Receives the databases that lists leave out because their files cannot be used.
    var passesOver: (String, StoreError) -> Void = { _, _ in }

    private let place: WarehousePlace
    /// Remembers that the last database was deleted: copies and backups take it along.
    private let device: DeviceStore
    /// Those in use so far; a file that was deleted or replaced is dropped when it is next asked
    /// for.
    private var databases: [WarehouseDatabase] = []
    /// True inside `group`, whose transactions stay open.
    private var isGrouping = false
    /// The first reason for which a group must not be committed, though its sender was answered.
    private var groupFailure: StoreError?

    /// The database `mobile` and its table appear together, under one rename: a kill leaves none or
    /// both.
    init(_ place: WarehousePlace, of device: DeviceStore) throws(StoreError) {
        self.place = place
        self.device = device
        place.tidy()
        // If someone deleted it, there are others, or the device knows: it should not come back.
        guard try names().isEmpty, try !device.warehouseWasEmptied() else { return }
        _ = try place.create(Self.defaultDatabase) { (made) throws(StoreError) in
            try made.stamp(createdAt: nil)
            try Self.make(Self.defaultTable, in: made, at: nil)
        }
    }

    /// The label of every first column is text, as the guide's schema has it.
    private static func make(
        _ table: String, in database: WarehouseDatabase, at now: Int64?
    ) throws(StoreError) {
        let columns = table == defaultTable ? defaultColumns.map { ($0, ColumnType.text) } : []
        try database.createTable(table, columns: columns, at: now)
    }

    /// Creates the first table of a fresh warehouse if an older version was killed before it did.
    ///
    /// Asked again inside the transaction, since another process may be finishing it too.
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

    /// Returns the databases, ordered by name.
    public func databaseNames() throws(StoreError) -> [String] { try names() }

    /// The same; refuses if the workspace was deleted or moved, since there would seem to be none.
    private func names() throws(StoreError) -> [String] {
        try device.requirePresent()
        return try place.names()
    }

    /// Creates a database; an existing one stays as it is.
    ///
    /// - Parameters:
    ///   - name: `[0-9a-z_]{3,128}`; anything else, and a name of SQL's, is refused with `.name`.
    ///   - now: the creation time, in Unix seconds; nil if no clock is at hand.
    /// - Returns: whether it was created.
    /// - Throws: `.limit` in an ephemeral workspace, which holds ten.
    @discardableResult
    public func createDatabase(_ name: String, at now: Int64? = nil) throws(StoreError) -> Bool {
        // In Trino's dialect a schema of that name would hide it.
        guard WarehouseName.isDatabase(name), name != "information_schema" else {
            throw Self.badName(name, "database")
        }
        if try database(name) != nil { return false }
        if case .attached = place, try names().count >= Workspace.attachLimit {
            throw StoreError(
                .limit, "an ephemeral workspace has at most \(Workspace.attachLimit) databases",
                hint: "`--workspace DIR` can have more")
        }
        return try place.create(name, awaitsDisk: survivesLossOfPower) {
            (made) throws(StoreError) in try made.stamp(createdAt: now)
        }
    }

    /// Creates a table in an existing database; an existing table stays as it is.
    ///
    /// `push_events` starts with the columns of the Push Events Table, any other with `time` alone.
    ///
    /// - Parameters:
    ///   - name: `[0-9a-z_]{3,128}`; anything else is refused with `.name`.
    ///   - database: its database.
    ///   - now: the creation time, in Unix seconds; nil if no clock is at hand.
    /// - Returns: whether it was created.
    /// - Throws: `.missing` if the database does not exist.
    @discardableResult
    public func createTable(
        _ name: String, database: String, at now: Int64? = nil
    ) throws(StoreError) -> Bool {
        guard WarehouseName.isTable(name) else { throw Self.badName(name, "table") }
        let found = try existing(database)
        return try found.transaction(inGroup: isGrouping) { () throws(StoreError) in
            guard try !found.isTaken(name) else { return false }
            try Self.make(name, in: found, at: now)
            return true
        }
    }

    /// Adds the columns that a table lacks, at its end, and optionally gives the others their new
    /// types.
    ///
    /// A change of type changes no record: queries read each value as the new type (decision 990).
    ///
    /// - Throws: `.missing` if the database or the table does not exist, `.name` for a bad name.
    public func addColumns(
        _ columns: [(name: String, type: String)], to table: String, database: String,
        changesTypes: Bool = false
    ) throws(StoreError) {
        for column in columns where !ColumnName.isValid(column.name) {
            throw Self.badName(column.name, "column")
        }
        let found = try existing(database)
        try found.transaction(inGroup: isGrouping) { () throws(StoreError) in
            guard let target = try found.table(table) else {
                throw StoreError(.missing, "no table `\(table)` in the database `\(database)`")
            }
            try target.addColumns(columns)
            if changesTypes { try found.setTypes(of: columns, in: target) }
        }
    }

    /// Deletes a database with all its tables.
    ///
    /// If it is the last one, the warehouse stays empty until a database is created.
    ///
    /// Other processes that have it open meet `.missing` at their next use. A damaged file is
    /// deleted as well, and an empty folder in its place.
    ///
    /// - Throws: `.missing` if it does not exist; `.foreign` and `.newer` for a file of another
    ///   program or of a newer version.
    public func deleteDatabase(_ name: String) throws(StoreError) {
        var found: WarehouseDatabase?
        var obstacle: StoreError?
        do throws(StoreError) { found = try existing(name) } catch {
            guard error.isOfFile else { throw error }
            obstacle = error
        }
        // First: a process that is killed in between must not be followed by a fresh `mobile`.
        if try names() == [name] { try device.noteEmptiedWarehouse() }
        if let found { try remove(found) }
        if let obstacle { try place.deleteUnusable(name, because: obstacle) }
    }

    /// Deletes a database without a note, so that an empty warehouse would begin with `mobile`
    /// again.
    func remove(_ found: WarehouseDatabase) throws(StoreError) {
        try place.delete(found)
        databases.removeAll { $0 === found }
    }

    /// Deletes a table with its records.
    ///
    /// - Throws: `.missing` if the database or the table does not exist.
    public func deleteTable(_ name: String, database: String) throws(StoreError) {
        let found = try existing(database)
        let isDeleted = try found.transaction(inGroup: isGrouping) { () throws(StoreError) in
            try found.deleteTable(name)
        }
        guard isDeleted else {
            throw StoreError(.missing, "no table `\(name)` in the database `\(database)`")
        }
    }

    /// Returns the databases, ordered by name, each with its contents.
    ///
    /// A database that another process deletes meanwhile is left out, and so is one whose file
    /// cannot be used.
    public func databaseList() throws(StoreError) -> [WarehouseDatabaseInfo] {
        var list: [WarehouseDatabaseInfo] = []
        for name in try names() {
            do throws(StoreError) {
                guard let found = try database(name) else { continue }
                let (createdAt, tables) = try found.contents()
                list.append(
                    WarehouseDatabaseInfo(
                        name: name, createdAt: createdAt,
                        updatedAt: tables.compactMap(\.updatedAt).max() ?? createdAt,
                        tables: tables.count, records: tables.reduce(0) { $0 + $1.records }))
            } catch {
                guard error.code != .missing else { continue }
                guard error.isOfFile else { throw error }
                passesOver(name, error)
            }
        }
        return list
    }

    /// Returns the tables of a database, ordered by name.
    ///
    /// - Throws: `.missing` if the database does not exist.
    public func tableList(_ database: String) throws(StoreError) -> [WarehouseTableInfo] {
        try existing(database).contents().tables
    }

    /// Stores records in one transaction; see `RecordSink`.
    ///
    /// A record that cannot be stored is refused by itself, and the others are stored. A failure of
    /// the storage refuses them all, and is then also in `failure`.
    ///
    /// - Throws: `.badName`, `.noDatabase` and `.noTable`, or `.unavailable` for the storage's
    ///   failure.
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

    /// Runs `body` so that everything it stores is committed at its end, in one transaction per
    /// database.
    ///
    /// If anything fails, none of it is stored. An ephemeral warehouse has no transactions: there
    /// every insertion is independent.
    ///
    /// Databases are committed one after the other. If one fails when another is already there, the
    /// error has `isCommitted`.
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

    /// Changes an existing database, in a transaction.
    ///
    /// - Throws: `.missing` if it does not exist.
    func change<Result>(
        _ name: String, _ body: (WarehouseDatabase) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let found = try existing(name)
        return try found.transaction(inGroup: isGrouping) { () throws(StoreError) in
            try body(found)
        }
    }

    /// Returns an open database, or opens it; nil if there is none of that name now.
    func database(_ name: String) throws(StoreError) -> WarehouseDatabase? {
        if let open = databases.first(where: { $0.name == name }) {
            if !open.isGone { return open }
            databases.removeAll { $0 === open }
        }
        guard try names().contains(name) else { return nil }
        let opened = try place.open(name)
        opened.awaitsDisk = survivesLossOfPower
        // No kill leaves a private one half made.
        if case .directory = place { try Self.finish(opened) }
        databases.append(opened)
        return opened
    }

    /// Returns an existing database.
    func existing(_ name: String) throws(StoreError) -> WarehouseDatabase {
        guard let found = try database(name) else {
            throw StoreError(.missing, "no database `\(name)` in the warehouse")
        }
        return found
    }

    /// Lists the databases, each with the connection and schema to copy it from.
    ///
    /// Each is in the schema of this version, since opening migrates it.
    func sources() throws(StoreError) -> [WarehouseSource] {
        var sources: [WarehouseSource] = []
        for name in try names() {
            guard let found = try database(name) else { continue }
            sources.append((name, found.connection, found.isEphemeral ? name : "main"))
        }
        return sources
    }

    /// Takes over the settings of another warehouse.
    func adopt(_ other: Warehouse) {
        deduplication = other.deduplication
        createsMissing = other.createsMissing
    }

    /// The same sentence for databases, tables and columns.
    static func badName(_ name: String, _ kind: String) -> StoreError {
        let least = kind == "column" ? 1 : 3
        let isOthers =
            (least...128).contains(name.utf8.count) && name.utf8.allSatisfy(ColumnName.isPlain)
        let reason =
            isOthers
            ? "SQL has that name for itself" : "a name has \(least) to 128 of `a-z`, `0-9` and `_`"
        return StoreError(.name, "`\(name)` cannot name a \(kind): \(reason)")
    }
}
