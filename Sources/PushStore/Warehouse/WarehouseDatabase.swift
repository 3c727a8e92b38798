/// The way in which a repeated uuid is recognised.
public enum Deduplication: String, Sendable {
    /// Among the last hour or the last 4,096 records of the table, as Treasure Data documents.
    case window
    /// Among all records of the table that were stored under this setting.
    case exact
}

/// One database of the warehouse: a file of its own, or a part of the ephemeral connection.
///
/// Confined to its session's thread. What it knows of its tables is dropped when another process
/// has written, and after a rollback.
final class WarehouseDatabase {
    let name: String
    let connection: Connection
    /// The prefix of its tables: `main`, or the database's name if it is attached.
    let place: String
    /// Whether the session's one long transaction covers it.
    let isEphemeral: Bool
    /// Whether a commit waits until the disk has it.
    var awaitsDisk = false
    /// Tables that were used, by name, with their windows of uuids.
    private var tables: [String: WarehouseTable] = [:]
    /// SQLite's `data_version` when the last transaction began.
    private var knownVersion: Int64 = 0

    init(_ name: String, _ connection: Connection, isEphemeral: Bool) throws(StoreError) {
        self.name = name
        self.connection = connection
        self.isEphemeral = isEphemeral
        place = isEphemeral ? WarehouseName.quoted(name) : "main"
        if !isEphemeral { knownVersion = try connection.integer("PRAGMA data_version") }
    }

    /// Whether another process, or this one, deleted the database.
    ///
    /// During a transaction nobody can: it was checked when that began.
    var isGone: Bool {
        !isEphemeral && !connection.isInTransaction && connection.hasMoved("main")
    }

    /// Runs `body` in a transaction, on what the file now holds.
    ///
    /// In a group the transaction stays open for the next one, until `commitGroup`.
    ///
    /// A private database has no journal: what `body` did before an error stays.
    ///
    /// - Throws: `.busy` after the busy time-out, `.missing` if the file was deleted, and `body`'s
    ///   error.
    func transaction<Result>(
        inGroup: Bool = false, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        if isEphemeral { return try body() }
        do {
            if !connection.isInTransaction { try begin() }
            let result = try body()
            if !inGroup { try commit() }
            return result
        } catch {
            takeBack()
            throw error
        }
    }

    /// Takes the write lock, then checks that the file is still the one with this name.
    private func begin() throws(StoreError) {
        try connection.statement("BEGIN IMMEDIATE").run()
        // A process that deletes the file holds the lock that this transaction has now.
        guard !connection.hasMoved("main") else { throw WarehousePlace.deleted(name) }
        let version = try connection.integer("PRAGMA data_version")
        if version != knownVersion { tables.removeAll() }
        knownVersion = version
    }

    private func takeBack() {
        connection.rollback()
        // The tables' cached state may be of the transaction that was rolled back.
        tables.removeAll()
    }

    /// Makes permanent what a group stored.
    ///
    /// An error takes back this database's part, unless it is one of the disk after the commit.
    ///
    /// - Returns: whether there was anything.
    func commitGroup() throws(StoreError) -> Bool {
        guard !isEphemeral, connection.isInTransaction else { return false }
        do { try commit() } catch {
            takeBack()
            throw error
        }
        return true
    }

    /// An error of the disk is marked as committed, since the records are there.
    private func commit() throws(StoreError) {
        try connection.statement("COMMIT").run()
        guard awaitsDisk else { return }
        do throws(StoreError) { try connection.awaitDisk() } catch {
            var told = error
            told.isCommitted = true
            throw told
        }
    }

    /// Rolls back what a group stored and did not commit.
    func abandonGroup() {
        guard !isEphemeral, connection.isInTransaction else { return }
        takeBack()
    }

    /// Returns the table with a name; nil if there is none.
    ///
    /// The first use reads its columns, labels and window.
    func table(_ name: String) throws(StoreError) -> WarehouseTable? {
        if let table = tables[name] { return table }
        let find = try connection.prepare(
            "SELECT id FROM \(place).\"pushsh-tables\" WHERE name = ?")
        guard let id = try find.bind(name).firstInteger() else { return nil }
        let list = try connection.prepare("SELECT name FROM pragma_table_info(?, ?) ORDER BY cid")
        let columns = try list.bind(name).bind(schemaName).rows { $0.text(0) }
        let table = try WarehouseTable(
            name, id: id, columns: columns, uniform: try uniformColumns(of: id), in: self)
        tables[name] = table
        return table
    }

    /// Creates a table with its first columns after `time`; an existing one stays as it is.
    ///
    /// Names are not checked here. `now` is in Unix seconds; nil if unknown.
    func createTable(
        _ name: String, columns: [(name: String, type: ColumnType)], at now: Int64?
    ) throws(StoreError) {
        if try table(name) != nil { return }
        guard try !isTaken(name) else {
            throw StoreError(.constraint, "`\(self.name).\(name)` is a view of another table")
        }
        let sql = WarehouseName.tableStatement(name, columns.map(\.name), in: "\(place).")
        try connection.execute(sql.head + sql.columns.joined() + sql.end)
        try connection.prepare(
            """
            INSERT INTO \(place)."pushsh-tables"(id, name, created_at)
            VALUES(1 + \(lastNumber), ?, ?)
            """
        ).bind(name).bind(now).run()
        guard let table = try table(name) else { return }
        try forgetNumber(table.id - 1)
        for column in [("time", .integer)] + columns { try label(column.0, column.1, table.id) }
        try makeResolvedView(of: table)
    }

    /// Drops a table with everything kept for it; false if there is none.
    ///
    /// The caller provides the transaction.
    func deleteTable(_ name: String) throws(StoreError) -> Bool {
        guard let id = try table(name)?.id else { return false }
        tables[name] = nil
        let quoted = WarehouseName.quoted(name)
        if let view = try ownView(of: name) {
            try connection.execute("DROP VIEW IF EXISTS \(view)")
        }
        try connection.execute("DROP TABLE \(place).\(quoted)")
        for kept in ["columns", "batches", "uuids"] {
            try connection.prepare("DELETE FROM \(place).\"pushsh-\(kept)\" WHERE table_id = ?")
                .bind(id).run()
        }
        try connection.prepare("DELETE FROM \(place).\"pushsh-tables\" WHERE id = ?")
            .bind(id).run()
        // No later table gets its number, by which `upload` knows it: an empty uuid keeps the last.
        try connection.prepare(
            "INSERT INTO \(place).\"pushsh-uuids\" SELECT ?1, '' WHERE ?1 > \(lastNumber)"
        ).bind(id).run()
        return true
    }

    /// The highest number that a table has, or had when it was dropped, as SQL.
    private var lastNumber: String {
        """
        max(coalesce((SELECT max(id) FROM \(place)."pushsh-tables"), 0),
          coalesce((SELECT max(table_id) FROM \(place)."pushsh-uuids"), 0))
        """
    }

    /// Removes the empty uuid that kept a dropped table's number; a table that is there may have a
    /// record with such a uuid.
    private func forgetNumber(_ number: Int64) throws(StoreError) {
        try connection.prepare(
            """
            DELETE FROM \(place)."pushsh-uuids" WHERE table_id = ?1 AND uuid = ''
              AND NOT EXISTS(SELECT 1 FROM \(place)."pushsh-tables" WHERE id = ?1)
            """
        ).bind(number).run()
    }

    /// Returns the name of the view for a table, unless a table has that name.
    func ownView(of name: String) throws(StoreError) -> String? {
        let view = ResolvedView.name(of: name)
        guard try table(view) == nil else { return nil }
        return "\(place).\(WarehouseName.quoted(view))"
    }

    /// Makes a table be read again the next time it is needed.
    func forget(_ table: String) { tables[table] = nil }

    /// Whether it never had a table, and nobody asked for it.
    ///
    /// A deleted table leaves free pages.
    ///
    /// An older version created the file and its first table in two steps.
    func isUnfinished() throws(StoreError) -> Bool {
        try connection.prepare(
            """
            SELECT NOT EXISTS(SELECT 1 FROM \(place)."pushsh-tables")
              AND NOT EXISTS(SELECT 1 FROM \(place)."pushsh-database" WHERE created_at IS NOT NULL)
              AND (SELECT freelist_count FROM pragma_freelist_count) = 0
            """
        ).firstInteger() == 1
    }

    /// Records when the database was created.
    func stamp(createdAt: Int64?) throws(StoreError) {
        try connection.prepare("INSERT INTO \(place).\"pushsh-database\" VALUES(?)")
            .bind(createdAt).run()
    }

    /// Notes the time of the last arrival, in Unix seconds.
    func touch(table: Int64, at now: Int64) throws(StoreError) {
        try statements.touch(table: table, at: now)
    }

    /// The second in which a table was created, if that was after a time; nil if it is older, or
    /// unknown.
    ///
    /// Within one second only a table that nothing has come to since is known to be newer.
    func creation(of table: Int64, after time: Int64) throws(StoreError) -> Int64? {
        try connection.prepare(
            """
            SELECT created_at FROM \(place)."pushsh-tables"
            WHERE id = ?1 AND (created_at > ?2 OR created_at = ?2 AND updated_at IS NULL)
            """
        ).bind(table).bind(time).firstInteger()
    }

    /// Reads what lists show about the database, in one pass over its own tables.
    ///
    /// The number of records is computed, not counted, so that lists of large tables stay cheap.
    func contents() throws(StoreError) -> (createdAt: Int64?, tables: [WarehouseTableInfo]) {
        let made =
            try connection.prepare(
                "SELECT max(created_at) FROM \(place).\"pushsh-database\""
            ).rows { $0.integerOrNil(0) }.first ?? nil
        var tables = try connection.prepare(
            """
            SELECT id, name, created_at, updated_at, expire_days FROM \(place)."pushsh-tables"
            ORDER BY name
            """
        ).rows { row in
            WarehouseTableInfo(
                id: row.integer(0), name: row.text(1), createdAt: row.integerOrNil(2),
                updatedAt: row.integerOrNil(3), expireDays: row.integerOrNil(4))
        }
        for index in tables.indices {
            let quoted = WarehouseName.quoted(tables[index].name)
            // Retention and repair count what they remove: the last row's number gives the rest.
            let count = try connection.prepare(
                """
                SELECT max(_rowid_) - (SELECT removed FROM \(place)."pushsh-tables" WHERE id = ?)
                FROM \(place).\(quoted)
                """)
            tables[index].records = Int(try count.bind(tables[index].id).firstInteger() ?? 0)
            let labels = try connection.prepare(
                "SELECT name, type FROM \(place).\"pushsh-columns\" WHERE table_id = ?"
            ).bind(tables[index].id).rows { ($0.text(0), $0.text(1)) }
            let list = try connection.prepare(
                "SELECT name FROM pragma_table_info(?, ?) ORDER BY cid")
            tables[index].columns = try list.bind(tables[index].name).bind(schemaName).rows { row in
                let name = row.text(0)
                let type = labels.first { $0.0 == name }?.1 ?? ""
                return TableInfo.Column(name: name, type: type)
            }
        }
        return (made, tables)
    }

    /// Adds a column at the end.
    ///
    /// The rows before it read as NULL. The caller updates the table's own list.
    func addColumn(
        _ column: String, _ type: ColumnType, to table: WarehouseTable
    ) throws(StoreError) {
        let quoted = WarehouseName.quoted(table.name)
        let name = WarehouseName.quoted(column)
        try connection.execute("ALTER TABLE \(place).\(quoted) ADD COLUMN \(name) ANY")
        try label(column, type, table.id)
    }

    /// A new column is uniform, since all its cells are NULL.
    private func label(
        _ column: String, _ type: ColumnType, _ table: Int64
    ) throws(StoreError) {
        try connection.prepare("INSERT INTO \(place).\"pushsh-columns\" VALUES(?, ?, ?, 1)")
            .bind(table).bind(column).bind(type.rawValue).run()
    }

    /// Prepares the statement that inserts values into columns.
    func prepareInsert(into table: String, columns: [String]) throws(StoreError) -> Statement {
        let names = columns.map(WarehouseName.quoted).joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let quoted = WarehouseName.quoted(table)
        return try connection.prepare("INSERT INTO \(place).\(quoted)(\(names)) VALUES(\(marks))")
    }

    /// Creates, or recreates after a new column, the view that fills in the users of tokens.
    ///
    /// Nothing happens if the table has no users or tokens, or if a table has the view's name.
    func makeResolvedView(of table: WarehouseTable) throws(StoreError) {
        guard let sql = ResolvedView.sql(of: table.name, columns: table.columns, in: place) else {
            return
        }
        let name = ResolvedView.name(of: table.name)
        guard WarehouseName.isTable(name), try self.table(name) == nil else { return }
        try connection.execute("DROP VIEW IF EXISTS \(place).\(WarehouseName.quoted(name)); \(sql)")
    }

    /// The name by which SQLite's table-valued functions want the database, unquoted.
    var schemaName: String { isEphemeral ? name : "main" }

    private lazy var statements = BatchStatements(connection, place)

    func insertBatch(
        _ uuids: [UInt8], table: Int64, at now: Int64, upload: Int64?
    ) throws(StoreError) -> Int64 {
        try statements.insert(uuids, table: table, at: now, upload: upload)
    }

    func deleteBatch(_ sequence: Int64) throws(StoreError) {
        try statements.delete(sequence)
    }

    func batches(table: Int64) throws(StoreError) -> [BatchStatements.Batch] {
        try statements.batches(table: table)
    }

    func isKnown(_ uuid: String, table: Int64) throws(StoreError) -> Bool {
        try statements.isKnown(uuid, table: table)
    }

    func remember(_ uuid: String, table: Int64) throws(StoreError) {
        try statements.remember(uuid, table: table)
    }
}
