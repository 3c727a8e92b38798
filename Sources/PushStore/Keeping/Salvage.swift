import CSQLite
import PushModel

/// Copies the readable rows of a damaged database into a sound one, table by table.
///
/// The target has the tables of this version, empty, and is trusted; of the source nothing is.
struct Salvage {
    private let source: Connection
    private let target: Connection
    /// The pages of the source that its check doubts.
    private let doubts: PageDoubts
    /// The leaves of the source to which nothing leads.
    private let orphans: OrphanPages?
    /// The texts whose invalid bytes were replaced.
    let texts: InvalidTexts
    /// Whether the tables are those of a warehouse, whose records are numbered without gaps.
    private let isWarehouse: Bool
    /// The number of failed reads in a table after which the rest of it is given up.
    ///
    /// Without it a large unreadable part would be bisected down to its single rows.
    private static let patience = 20_000

    init(_ source: SalvageSource, _ target: Connection) {
        self.source = source.connection
        self.target = target
        orphans = source.orphans
        doubts = PageDoubts(source.connection, lost: source.lostPages)
        isWarehouse = (try? target.prepare("SELECT 1 FROM \"pushsh-tables\"")) != nil
        texts = InvalidTexts(isDevice: !isWarehouse)
    }

    /// Copies everything readable.
    ///
    /// Tables of records are created as the source lists them; only names that a warehouse can have
    /// are accepted. After an error the target is of no use.
    ///
    /// - Returns: the outcome for each table, and the kept commands that cannot be applied.
    /// - Throws: the target's errors, such as `.full`. Those of the source only cost rows.
    func run() throws(StoreError) -> ([RepairReport.Table], UnwrittenCommands) {
        try target.execute("BEGIN")
        let made = try names(of: target)
        for table in tables() where !made.contains(table.name) {
            guard WarehouseName.isTable(table.name), table.sql.hasPrefix("CREATE TABLE") else {
                continue
            }
            // A table whose definition is damaged cannot be created again.
            try? target.execute(table.sql)
        }
        var report: [RepairReport.Table] = []
        for name in try names(of: target) { report.append(try copy(name)) }
        report += try findListed()
        try listTables()
        try makeViews()
        let unwritten =
            try made.contains("pending")
            ? DeviceMending(target: target).run() : UnwrittenCommands()
        try countQueues()
        try target.execute("COMMIT")
        return (report, unwritten)
    }

    /// Returns the tables that a damaged file lists, as far as that can be read.
    ///
    /// The rest of the list is lost at the first row that cannot be read.
    private func tables() -> [(name: String, sql: String)] {
        var found: [(name: String, sql: String)] = []
        let list = try? source.prepare(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        guard let list else { return [] }
        defer { list.reset() }
        while (try? list.step()) == true { found.append((list.text(0), list.text(1))) }
        return found
    }

    /// Returns the tables in the order of their creation.
    private func names(of connection: Connection) throws(StoreError) -> [String] {
        try connection.prepare(
            """
            SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
            ORDER BY rowid
            """
        ).rows { $0.text(0) }
    }

    /// Returns the columns in order; none if the table cannot be read.
    private func columns(of table: String, _ connection: Connection) -> [String] {
        let list = try? connection.prepare("SELECT name FROM pragma_table_info(?) ORDER BY cid")
        return (try? list?.bind(table).rows { $0.text(0) }) ?? []
    }

    /// Copies the columns that both sides have.
    ///
    /// `lost` is nil where nothing could be read at all.
    private func copy(_ table: String) throws(StoreError) -> RepairReport.Table {
        let known = columns(of: table, source)
        let columns = columns(of: table, target).filter(known.contains)
        guard !columns.isEmpty else { return .init(name: table, rows: 0, lost: nil) }
        let hasNumbers =
            (try? target.prepare("SELECT _rowid_ FROM \(WarehouseName.quoted(table)) LIMIT 0"))
            != nil
        // Its first row has the number of the round: the file's, not that of a new table.
        if table == "pending", !isWarehouse { try target.execute("DELETE FROM pending") }
        var walk: TableWalk?
        do {
            walk = try TableWalk(
                table, columns: columns, hasNumbers: hasNumbers, from: source, to: target,
                noting: texts)
        } catch {
            guard error.code != .full else { throw error }
        }
        var lost =
            try hasNumbers ? walk?.byNumber(patience: Self.patience) : walk?.fromBothEnds()
        try takeOrphans(of: table, columns)
        if table == "documents", !isWarehouse {
            // A copied text is UTF-8 whatever it was, so the damaged one is judged as well; but not
            // beyond a damaged page.
            for file in [source, target] {
                guard let unreadable = try? UnreadableDocuments(in: file) else { continue }
                try unreadable.mend(in: target)
                lost = lost.map { $0 + unreadable.lost }
            }
        }
        if !isWarehouse {
            if columns.first == "sequence" {
                // A number that only damage gives, after which nothing could be counted.
                try target.execute(
                    "DELETE FROM \(table) WHERE sequence NOT BETWEEN 1 AND \(UsedNumbers.limit)")
                lost = lost.map { $0 + Int64(target.changes) }
            }
            let unknown = try UnknownValues(in: target, table: table)
            try unknown.remove(from: target)
            lost = lost.map { $0 + unknown.count }
        }
        let count = try target.prepare("SELECT count(*) FROM \(WarehouseName.quoted(table))")
        let rows = try count.firstInteger() ?? 0
        let isKnown = try isBound(lost ?? 0, of: table, rows)
        return .init(name: table, rows: Int(rows), lost: isKnown ? lost : nil)
    }

    /// Adds the rows on leaves to which nothing leads, unless others have their numbers or keys.
    private func takeOrphans(of table: String, _ columns: [String]) throws(StoreError) {
        try orphans?.eachRow(of: table) { (number, values) throws(StoreError) in
            let taken = values.filter { columns.contains($0.name) }
            let names = taken.map { WarehouseName.quoted($0.name) }
            let list = ((number == nil ? [] : ["_rowid_"]) + names).joined(separator: ", ")
            let marks = Array(repeating: "?", count: names.count + (number == nil ? 0 : 1))
            let insert = try target.prepare(
                """
                INSERT OR IGNORE INTO \(WarehouseName.quoted(table))(\(list))
                VALUES(\(marks.joined(separator: ", ")))
                """)
            if let number { insert.bind(number) }
            for (_, cell) in taken { insert.bind(cell) }
            do throws(StoreError) { try insert.run() } catch {
                guard error.code == .constraint else { throw error }
            }
        }
    }

    /// Whether a walk counted every lost row: it counts those that it could not read, and does not
    /// see those that nothing leads to any more.
    private func isBound(
        _ lost: Int64, of table: String, _ rows: Int64
    ) throws(StoreError) -> Bool {
        if lost == 0 ? doubts.concern(table, in: source) : doubts.hasStrays { return false }
        guard isWarehouse, WarehouseName.isTable(table) else { return true }
        // The only gaps are those of records that were removed.
        let gaps = try target.prepare(
            """
            SELECT max(_rowid_) - count(*) - coalesce((SELECT removed FROM "pushsh-tables"
              WHERE name = ?), 0) FROM \(WarehouseName.quoted(table))
            """
        ).bind(table).firstInteger()
        return gaps ?? 0 <= lost
    }

    /// Sees to it that each table that a warehouse lists is there.
    ///
    /// - Returns: those of which nothing was left, which are there again without rows.
    private func findListed() throws(StoreError) -> [RepairReport.Table] {
        guard isWarehouse else { return [] }
        var made = Set(try names(of: target))
        let listed = try target.prepare("SELECT id, name FROM \"pushsh-tables\" ORDER BY id")
            .rows { (id: $0.integer(0), name: $0.text(1)) }
        var gone: [RepairReport.Table] = []
        for (id, name) in listed where !made.contains(name) {
            let columns = try target.prepare(
                "SELECT name FROM \"pushsh-columns\" WHERE table_id = ? AND name <> 'time'"
            ).bind(id).rows { $0.text(0) }
            let others = made.subtracting(listed.map(\.name)).filter { other in
                other.utf8.count == name.utf8.count && WarehouseName.isTable(other)
                    && Set(self.columns(of: other, target)) == Set(columns + ["time"])
            }
            if let other = others.first, others.count == 1 {
                // The list has the damaged name.
                try target.prepare("UPDATE \"pushsh-tables\" SET name = ? WHERE id = ?")
                    .bind(other).bind(id).run()
                made.remove(other)
                continue
            }
            gone.append(.init(name: name, rows: 0, lost: nil))
            if WarehouseName.isTable(name), try create(name, columns) { continue }
            try target.prepare("DELETE FROM \"pushsh-tables\" WHERE id = ?").bind(id).run()
        }
        return gone
    }

    /// Creates a table of records without any; false if its columns' names are not possible.
    private func create(_ name: String, _ columns: [String]) throws(StoreError) -> Bool {
        let sql = WarehouseName.tableStatement(name, columns)
        do throws(StoreError) {
            try target.execute(sql.head + sql.columns.joined() + sql.end)
            return true
        } catch {
            guard error.code != .full else { throw error }
            return false
        }
    }

    /// Lists the tables of a warehouse whose entries were lost, with all their columns as texts,
    /// and says of each how many rows it has.
    ///
    /// The values stay as they were stored; Trino's dialect reads such a column as varchar.
    private func listTables() throws(StoreError) {
        let names = try names(of: target)
        guard names.contains("pushsh-tables") else { return }
        try target.prepare(
            "UPDATE \"pushsh-tables\" SET expire_days = NULL WHERE expire_days NOT BETWEEN ? AND ?"
        ).bind(WrittenNumbers.expiries.lowerBound).bind(WrittenNumbers.expiries.upperBound).run()
        // Values from a damaged page may be of any type.
        try target.execute("UPDATE \"pushsh-columns\" SET uniform = NULL")
        // A column whose name the damage changed keeps its values, under the name that is there.
        try target.execute(
            """
            DELETE FROM "pushsh-columns" WHERE name NOT IN (SELECT i.name
              FROM "pushsh-tables" AS t JOIN pragma_table_info(t.name) AS i WHERE t.id = table_id)
            """)
        for name in names where WarehouseName.isTable(name) {
            try target.prepare("INSERT OR IGNORE INTO \"pushsh-tables\"(name) VALUES(?)")
                .bind(name).run()
            for column in columns(of: name, target) {
                try target.prepare(
                    """
                    INSERT OR IGNORE INTO "pushsh-columns"(table_id, name, type)
                    SELECT id, ?, iif(? = 'time', 'INTEGER', 'TEXT')
                    FROM "pushsh-tables" WHERE name = ?
                    """
                ).bind(column).bind(column).bind(name).run()
            }
            // A table is counted by its last row's number, less the rows that are gone before it.
            try target.prepare(
                """
                UPDATE "pushsh-tables" SET removed =
                  (SELECT coalesce(max(_rowid_), 0) - count(*) FROM \(WarehouseName.quoted(name)))
                WHERE name = ?
                """
            ).bind(name).run()
        }
    }

    /// Corrects the count of queued events in each app's document, since events may be gone.
    private func countQueues() throws(StoreError) {
        // A warehouse may well have a table `events`, but no documents.
        guard !isWarehouse else { return }
        try target.execute(
            """
            WITH counts(key, queued) AS (SELECT key, (SELECT count(*) FROM events
                WHERE state = 'queued' AND device || '/' || app = key)
              FROM documents WHERE kind IN ('app-now', 'app-state'))
            UPDATE documents SET body = json_set(body, '$.queued', queued) FROM counts
            WHERE documents.key = counts.key AND kind IN ('app-now', 'app-state')
              AND json_extract(body, '$.queued') <> queued
            """)
    }

    /// Creates the views of a warehouse, which have no content of their own.
    private func makeViews() throws(StoreError) {
        let names = try names(of: target)
        guard names.contains("pushsh-tables") else { return }
        for name in names where WarehouseName.isTable(name) {
            let view = ResolvedView.name(of: name)
            guard WarehouseName.isTable(view), !names.contains(view),
                let sql = ResolvedView.sql(
                    of: name, columns: columns(of: name, target), in: "main")
            else { continue }
            try target.execute(sql)
        }
    }
}
