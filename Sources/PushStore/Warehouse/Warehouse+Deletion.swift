/// The deletion of records by their times.
extension Warehouse {
    /// Deletes the records of a table whose times are in a range, and returns their number.
    ///
    /// Unlike retention it also deletes the record that was stored last. No later record gets the
    /// number of one that is gone: `upload` knows by number what it sent.
    ///
    /// - Throws: `.missing` if the database or the table does not exist.
    public func deleteRecords(
        of table: String, database: String, in times: Range<Int64>
    ) throws(StoreError) -> Int {
        try change(database) { (found) throws(StoreError) in
            try found.require(table)
            let name = "\(found.place).\(WarehouseName.quoted(table))"
            let last = try found.lastNumber(of: table)
            try found.connection.prepare("DELETE FROM \(name) WHERE time >= ? AND time < ?")
                .bind(times.lowerBound).bind(times.upperBound).run()
            let count = Int(found.connection.changes)
            if count > 0 { try found.continueNumbers(of: table, after: last) }
            return count
        }
    }
}

extension WarehouseDatabase {
    /// Returns the highest number that a row of a table has or had.
    func lastNumber(of table: String) throws(StoreError) -> Int64 {
        max(try lastRow(of: table), try numberTriggers(of: table).map(\.last).max() ?? 0)
    }

    /// Makes the next row of a table follow a number, although rows up to it are gone.
    ///
    /// SQLite gives the highest number that is left plus one. A trigger moves the first row after
    /// it, and its name keeps the number. What lists count with follows.
    fileprivate func continueNumbers(of table: String, after last: Int64) throws(StoreError) {
        guard let id = try self.table(table)?.id else { return }
        let number = try rowNumber(of: table)
        let quoted = WarehouseName.quoted(table)
        try connection.prepare(
            """
            UPDATE \(place)."pushsh-tables" SET removed =
              (SELECT coalesce(max(\(number)), 0) - count(*) FROM \(place).\(quoted)) WHERE id = ?
            """
        ).bind(id).run()
        guard try lastRow(of: table) < last else { return }
        for trigger in try numberTriggers(of: table) {
            try connection.execute("DROP TRIGGER \(place).\"\(trigger.name)\"")
        }
        try connection.execute(
            """
            CREATE TRIGGER \(place)."pushsh-number-\(id)-\(last)" AFTER INSERT ON \(quoted)
            WHEN new.\(number) <= \(last) BEGIN
              UPDATE "pushsh-tables" SET removed = removed + \(last + 1) - new.\(number)
              WHERE id = \(id);
              UPDATE \(quoted) SET \(number) = \(last + 1) WHERE \(number) = new.\(number);
            END
            """)
    }

    private func numberTriggers(
        of table: String
    ) throws(StoreError) -> [(name: String, last: Int64)] {
        let names = try connection.prepare(
            """
            SELECT name FROM \(place).sqlite_schema
            WHERE type = 'trigger' AND tbl_name = ? AND name GLOB 'pushsh-number-*'
            """
        ).bind(table).rows { $0.text(0) }
        return names.map { ($0, $0.split(separator: "-").last.flatMap { Int64($0) } ?? 0) }
    }
}
