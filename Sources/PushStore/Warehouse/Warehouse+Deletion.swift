/// The deletion of records by their times.
extension Warehouse {
    /// Deletes the records of a table whose times are in a range, and returns their number.
    ///
    /// Unlike retention it also deletes the record that was stored last. The number of that one
    /// goes to the last that is left, since a later record must have a higher number; a table of
    /// which nothing is left begins to number again.
    ///
    /// - Throws: `.missing` if the database or the table does not exist.
    public func deleteRecords(
        of table: String, database: String, in times: Range<Int64>
    ) throws(StoreError) -> Int {
        try change(database) { (found) throws(StoreError) in
            try found.require(table)
            let number = try found.rowNumber(of: table)
            let name = "\(found.place).\(WarehouseName.quoted(table))"
            let last = try found.lastRow(of: table)
            try found.connection.prepare("DELETE FROM \(name) WHERE time >= ? AND time < ?")
                .bind(times.lowerBound).bind(times.upperBound).run()
            let count = Int(found.connection.changes)
            let left = try found.lastRow(of: table)
            if left > 0, left < last {
                try found.connection.prepare(
                    "UPDATE \(name) SET \(number) = ? WHERE \(number) = ?"
                ).bind(last).bind(left).run()
            }
            return count
        }
    }
}
