import CSQLite
import PushModel

/// The rule for how long a database keeps its records, and the removal of the rest.
///
/// The record that came last always stays: its number is where the next one goes on, and whoever
/// reads a table by these numbers must not meet one twice.
extension Warehouse {
    /// The rule of a database; nil where everything is kept.
    ///
    /// - Throws: `.missing` when it is not there.
    public func retention(of database: String) throws(StoreError) -> Retention? {
        try existing(database).retention()
    }

    /// Sets the rule of a database; nil keeps everything from now on.
    ///
    /// - Throws: `.missing` when it is not there.
    public func setRetention(_ rule: Retention?, of database: String) throws(StoreError) {
        try change(database) { (found) throws(StoreError) in
            try found.connection.execute("DELETE FROM \(found.place).\"pushsh-retention\"")
            try found.keepIndexes(for: rule)
            guard let rule else { return }
            try found.connection.prepare(
                "INSERT INTO \(found.place).\"pushsh-retention\" VALUES(?)"
            ).bind(rule.text).run()
        }
    }

    /// Removes what the rule of a database does not keep, in one transaction.
    ///
    /// - Returns: what went, by table.
    /// - Throws: `.missing` when the database is not there.
    public func enforceRetention(
        of database: String, now: Int64
    ) throws(StoreError) -> RetentionReport {
        guard let rule = try retention(of: database) else {
            return RetentionReport(database: database, rule: nil)
        }
        let removed = try change(database) { (found) throws(StoreError) in
            // A table that came since the rule was set has no index of its times yet.
            try found.keepIndexes(for: rule)
            return try found.remove(beyond: rule, now: now)
        }
        return RetentionReport(database: database, rule: rule, removed: removed)
    }
}

/// A table of which records may go.
private struct ShrinkingTable {
    var id: Int64
    var name: String
    /// The SQL expression for the number of a row.
    var number: String
    /// The number of the record that stays.
    var last: Int64
    var removal: RetentionReport.Removal
}

extension WarehouseDatabase {
    fileprivate func retention() throws(StoreError) -> Retention? {
        let rules = try connection.prepare("SELECT rule FROM \(place).\"pushsh-retention\"")
            .rows { $0.text(0) }
        guard let text = rules.first else { return nil }
        guard let rule = Retention(text) else {
            throw StoreError(.damaged, "the retention of `\(name)` cannot be read: `\(text)`")
        }
        return rule
    }

    /// Has an index of the times of each table where a rule by age asks for it, and none elsewhere:
    /// what is too old is found without reading what stays.
    fileprivate func keepIndexes(for rule: Retention?) throws(StoreError) {
        let isByAge = if case .age? = rule { true } else { false }
        let names = try connection.prepare("SELECT id, name FROM \(place).\"pushsh-tables\"")
            .rows { ($0.integer(0), $0.text(1)) }
        for (id, name) in names {
            let index = "\(place).\"pushsh-time-\(id)\""
            let table = WarehouseName.quoted(name)
            try connection.execute(
                isByAge
                    ? "CREATE INDEX IF NOT EXISTS \(index) ON \(table)(time)"
                    : "DROP INDEX IF EXISTS \(index)")
        }
    }

    /// Whether a record that is missing was removed because it was too old for the rule.
    func hasRemoved(recordOf time: Int64, from table: Int64) throws(StoreError) -> Bool {
        let through = try connection.prepare(
            "SELECT removed_through FROM \(place).\"pushsh-tables\" WHERE id = ?"
        ).bind(table).rows { $0.integerOrNil(0) }.first ?? nil
        return through.map { time <= $0 } ?? false
    }

    fileprivate func remove(
        beyond rule: Retention, now: Int64
    ) throws(StoreError) -> [RetentionReport.Removal] {
        var tables = try shrinkingTables()
        switch rule {
        case .age(let seconds):
            for index in tables.indices {
                try remove(from: &tables[index], "time < ?", [now - seconds])
            }
        case .size(let bytes): try shrink(to: bytes, &tables)
        }
        tables.removeAll { $0.removal.records == 0 }
        for table in tables {
            try connection.prepare(
                """
                UPDATE \(place)."pushsh-tables" SET removed = removed + ?,
                  removed_through = max(coalesce(removed_through, ?), ?) WHERE id = ?
                """
            ).bind(Int64(table.removal.records)).bind(table.removal.through)
                .bind(table.removal.through).bind(table.id).run()
        }
        return tables.map(\.removal)
    }

    private func shrinkingTables() throws(StoreError) -> [ShrinkingTable] {
        let names = try connection.prepare(
            "SELECT id, name FROM \(place).\"pushsh-tables\" ORDER BY name"
        ).rows { ($0.integer(0), $0.text(1)) }
        var tables: [ShrinkingTable] = []
        for (id, name) in names {
            let number = try rowNumber(of: name)
            let last = try connection.prepare(
                "SELECT max(\(number)) FROM \(place).\(WarehouseName.quoted(name))"
            ).firstInteger() ?? 0
            tables.append(
                ShrinkingTable(
                    id: id, name: name, number: number, last: last,
                    removal: .init(table: name, records: 0, through: .min)))
        }
        return tables
    }

    /// Removes the records that a condition fits.
    ///
    /// - Returns: how many went.
    @discardableResult
    private func remove(
        from table: inout ShrinkingTable, _ condition: String, _ values: [Int64]
    ) throws(StoreError) -> Int {
        // The sign keeps SQLite from going through all rows by their numbers.
        let place = "FROM \(place).\(WarehouseName.quoted(table.name)) "
            + "WHERE +\(table.number) < ? AND \(condition)"
        let find = try connection.prepare("SELECT count(*), max(time) \(place)").bind(table.last)
        for value in values { _ = find.bind(value) }
        guard let (count, newest) = try find.rows({ ($0.integer(0), $0.integer(1)) }).first,
            count > 0
        else { return 0 }
        let delete = try connection.prepare("DELETE \(place)").bind(table.last)
        for value in values { _ = delete.bind(value) }
        try delete.run()
        table.removal.records += Int(count)
        table.removal.through = max(table.removal.through, newest)
        return Int(count)
    }

    /// Removes the oldest records, whatever table they are in, until the rest is small enough.
    private func shrink(
        to bytes: Int64, _ tables: inout [ShrinkingTable]
    ) throws(StoreError) {
        while true {
            let used = try usedBytes()
            guard used > bytes else { return }
            var total: Int64 = 0
            for table in tables { total += try countRemovable(table) }
            guard total > 0 else { return }
            // As many as have the surplus bytes on average; then what is left is measured anew.
            let share = Double(total) * (Double(used - bytes) / Double(used))
            try removeOldest(min(total, max(1, Int64(share))), &tables)
        }
    }

    /// How many tables one `UNION ALL` joins.
    private static let joinedTables = 200

    private func removeOldest(
        _ count: Int64, _ tables: inout [ShrinkingTable]
    ) throws(StoreError) {
        let parts = tables.map {
            "SELECT time FROM \(place).\(WarehouseName.quoted($0.name)) "
                + "WHERE \($0.number) < \($0.last)"
        }
        // SQLite joins 500 parts at most, so many tables are joined group by group.
        let times = stride(from: 0, to: parts.count, by: Self.joinedTables).map { start in
            let group = parts[start..<min(parts.count, start + Self.joinedTables)]
            return "SELECT time FROM (\(group.joined(separator: " UNION ALL ")))"
        }.joined(separator: " UNION ALL ")
        guard
            let newest = try connection.prepare(
                "SELECT time FROM (\(times)) ORDER BY time LIMIT 1 OFFSET ?"
            ).bind(count - 1).firstInteger()
        else { return }
        var left = count
        for index in tables.indices {
            left -= Int64(try remove(from: &tables[index], "time < ?", [newest]))
        }
        for index in tables.indices where left > 0 {
            let table = tables[index]
            let first = """
                \(table.number) IN (SELECT \(table.number)
                FROM \(place).\(WarehouseName.quoted(table.name))
                WHERE time = ? AND \(table.number) < ? ORDER BY \(table.number) LIMIT ?)
                """
            left -= Int64(try remove(from: &tables[index], first, [newest, table.last, left]))
        }
    }

    private func countRemovable(_ table: ShrinkingTable) throws(StoreError) -> Int64 {
        try connection.prepare(
            "SELECT count(*) FROM \(place).\(WarehouseName.quoted(table.name)) "
                + "WHERE \(table.number) < ?"
        ).bind(table.last).firstInteger() ?? 0
    }

    /// The bytes of the pages that hold records. What the warehouse notes beside them, such as the
    /// numbers of events that it has, goes by rules of its own and must not push records out.
    private func usedBytes() throws(StoreError) -> Int64 {
        try connection.prepare(
            """
            SELECT coalesce(sum(pgsize), 0) FROM dbstat
            WHERE schema = ? AND aggregate = 1 AND name NOT LIKE '%pushsh-%'
              AND name <> 'sqlite_schema'
            """
        ).bind(schemaName).firstInteger() ?? 0
    }
}
