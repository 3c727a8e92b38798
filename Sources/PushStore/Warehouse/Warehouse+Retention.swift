import CSQLite
import PushModel

/// The rule for how long a database keeps its records, and the removal of the others.
///
/// The record that was stored last always stays, however old it is: numbering continues from its
/// number, and a reader of a table by these numbers must not meet one twice.
extension Warehouse {
    /// Returns the rule of a database; nil if everything is kept.
    ///
    /// Throws `.missing` if it does not exist.
    public func retention(of database: String) throws(StoreError) -> Retention? {
        try existing(database).retention()
    }

    /// Sets the rule of a database; nil keeps everything from now on.
    ///
    /// Throws `.missing` if it does not exist.
    ///
    /// Nothing is removed yet: `enforceRetention` does that.
    public func setRetention(_ rule: Retention?, of database: String) throws(StoreError) {
        try change(database) { (found) throws(StoreError) in
            try found.connection.execute("DELETE FROM \(found.place).\"pushsh-retention\"")
            try found.keepIndexes(for: rule, expiries: try found.expiries())
            guard let rule else { return }
            try found.connection.prepare(
                "INSERT INTO \(found.place).\"pushsh-retention\" VALUES(?)"
            ).bind(rule.text).run()
        }
    }

    /// Sets how many days a table keeps its records; nil applies its database's rule.
    ///
    /// A record goes if either rule says so.
    ///
    /// - Throws: `.missing` if the database or the table does not exist.
    public func setExpiry(
        days: Int64?, of table: String, database: String
    ) throws(StoreError) {
        try change(database) { (found) throws(StoreError) in
            try found.require(table)
            try found.connection.prepare(
                "UPDATE \(found.place).\"pushsh-tables\" SET expire_days = ? WHERE name = ?"
            ).bind(days).bind(table).run()
            try found.keepIndexes(for: try found.retention(), expiries: try found.expiries())
        }
    }

    /// Removes the records that the rules of a database and its tables do not keep, in one
    /// transaction.
    ///
    /// Returns what was removed, by table. Throws `.missing` if the database does not exist.
    ///
    /// Calls with the same time remove nothing the second time. The file keeps its size: freed
    /// pages are used again.
    public func enforceRetention(
        of database: String, now: Int64
    ) throws(StoreError) -> RetentionReport {
        let rule = try retention(of: database)
        let hasExpiries = try !existing(database).expiries().isEmpty
        guard rule != nil || hasExpiries else {
            return RetentionReport(database: database, rule: nil)
        }
        let removed = try change(database) { (found) throws(StoreError) in
            let expiries = try found.expiries()
            // A table created since the rule was set has no index of its times yet.
            try found.keepIndexes(for: rule, expiries: expiries)
            return try found.remove(beyond: rule, expiries: expiries, now: now)
        }
        return RetentionReport(database: database, rule: rule, removed: removed)
    }
}

/// A table from which records may be removed.
struct ShrinkingTable {
    /// Its number in `pushsh-tables`.
    var id: Int64
    var name: String
    /// The SQL expression for the number of a row.
    var number: String
    /// The number of the record that stays.
    var last: Int64
    /// The records removed so far, with the newest of their times.
    var removal: RetentionReport.Removal
}

extension WarehouseDatabase {
    /// Throws `.damaged` for a rule that this version cannot read, so that nothing is removed by
    /// mistake.
    func retention() throws(StoreError) -> Retention? {
        let rules = try connection.prepare("SELECT rule FROM \(place).\"pushsh-retention\"")
            .rows { $0.text(0) }
        guard let text = rules.first else { return nil }
        guard let rule = Retention(text) else {
            throw StoreError(.damaged, "the retention of `\(name)` cannot be read: `\(text)`")
        }
        return rule
    }

    /// The number of days that tables keep their records, by table number.
    func expiries() throws(StoreError) -> [Int64: Int64] {
        let found = try connection.prepare(
            "SELECT id, expire_days FROM \(place).\"pushsh-tables\" WHERE expire_days IS NOT NULL"
        ).rows { row throws(StoreError) in
            // With another number, records would go that nobody wants removed.
            (row.integer(0), try row.number(1, in: WrittenNumbers.expiries))
        }
        return Dictionary(found) { $1 }
    }

    /// Creates an index of the times of each table that has a rule, and drops the others: the
    /// oldest records are then found without reading those that stay.
    ///
    /// It must be called in the transaction that changes a rule.
    fileprivate func keepIndexes(
        for rule: Retention?, expiries: [Int64: Int64]
    ) throws(StoreError) {
        let names = try connection.prepare("SELECT id, name FROM \(place).\"pushsh-tables\"")
            .rows { ($0.integer(0), $0.text(1)) }
        for (id, name) in names {
            let index = "\(place).\"pushsh-time-\(id)\""
            let table = WarehouseName.quoted(name)
            try connection.execute(
                rule != nil || expiries[id] != nil
                    ? "CREATE INDEX IF NOT EXISTS \(index) ON \(table)(time)"
                    : "DROP INDEX IF EXISTS \(index)")
        }
    }

    /// Whether a missing record was removed because it was too old for the rule.
    ///
    /// Only a guess for `why`: retention notes the newest time that it removed, not each record.
    func hasRemoved(recordOf time: Int64, from table: Int64) throws(StoreError) -> Bool {
        let through =
            try connection.prepare(
                "SELECT removed_through FROM \(place).\"pushsh-tables\" WHERE id = ?"
            ).bind(table).rows { $0.integerOrNil(0) }.first ?? nil
        return through.map { time <= $0 } ?? false
    }

    /// Applies the tables' own rules, then the database's, and notes what went in `pushsh-tables`.
    fileprivate func remove(
        beyond rule: Retention?, expiries: [Int64: Int64], now: Int64
    ) throws(StoreError) -> [RetentionReport.Removal] {
        var tables = try shrinkingTables()
        for index in tables.indices {
            guard let days = expiries[tables[index].id] else { continue }
            let seconds = days * 86_400
            let count = try remove(from: &tables[index], "time < ?", [now - seconds])
            if count > 0 { tables[index].removal.rule = .age(seconds: seconds) }
        }
        switch rule {
        case .age(let seconds)?:
            for index in tables.indices {
                try remove(from: &tables[index], "time < ?", [now - seconds])
            }
        case .size(let bytes)?: try shrink(to: bytes, &tables)
        case nil: break
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

    /// Returns the tables by name, each with the record that must stay; an empty one has 0.
    private func shrinkingTables() throws(StoreError) -> [ShrinkingTable] {
        let names = try connection.prepare(
            "SELECT id, name FROM \(place).\"pushsh-tables\" ORDER BY name"
        ).rows { ($0.integer(0), $0.text(1)) }
        var tables: [ShrinkingTable] = []
        for (id, name) in names {
            let number = try rowNumber(of: name)
            let last =
                try connection.prepare(
                    "SELECT max(\(number)) FROM \(place).\(WarehouseName.quoted(name))"
                ).firstInteger() ?? 0
            tables.append(
                ShrinkingTable(
                    id: id, name: name, number: number, last: last,
                    removal: .init(table: name, records: 0, through: .min)))
        }
        return tables
    }

    /// Removes the records that match a condition.
    ///
    /// `values` fill the condition's parameters, after that of the number.
    ///
    /// - Returns: the number of records removed.
    @discardableResult
    private func remove(
        from table: inout ShrinkingTable, _ condition: String, _ values: [Int64]
    ) throws(StoreError) -> Int {
        // The plus sign keeps SQLite from scanning all rows by number.
        let place =
            "FROM \(place).\(WarehouseName.quoted(table.name)) "
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
}
