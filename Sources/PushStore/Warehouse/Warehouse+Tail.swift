import PushModel

extension Warehouse {
    /// Returns the newest records of a table, newest first, each without the columns that it lacks.
    ///
    /// - Parameters:
    ///   - name: the table.
    ///   - database: its database.
    ///   - count: the maximum number of records.
    ///   - bytes: the size of values after which no further record follows.
    /// - Returns: the records, without null values.
    /// - Throws: `.missing` if the database or the table does not exist.
    public func tail(
        of name: String, database: String, count: Int, bytes: Int
    ) throws(StoreError) -> [[(name: String, value: Cell)]] {
        let found = try existing(database)
        return try found.transaction { () throws(StoreError) in
            guard try found.table(name) != nil else {
                throw StoreError(
                    .missing, "no table `\(name)` in the database `\(database)`")
            }
            return try found.tail(of: name, count: count, bytes: bytes)
        }
    }
}

extension WarehouseDatabase {
    fileprivate func tail(
        of name: String, count: Int, bytes: Int
    ) throws(StoreError) -> [[(name: String, value: Cell)]] {
        // A column may have one of the names of a row's number, but never all three.
        let select = try connection.prepare(
            "SELECT * FROM \(place).\(WarehouseName.quoted(name)) ORDER BY _rowid_ DESC LIMIT ?")
        let columns = (0..<select.columnCount).map { select.columnName($0) }
        var records: [[(name: String, value: Cell)]] = []
        var size = 0
        _ = select.bind(Int64(count))
        defer { select.reset() }
        while size < bytes, try select.step() {
            var record: [(name: String, value: Cell)] = []
            for (index, column) in columns.enumerated() {
                let cell = select.cell(Int32(index))
                guard cell != .null else { continue }
                record.append((column, cell))
                size += column.utf8.count + cell.byteCount
            }
            records.append(record)
        }
        return records
    }
}

extension Cell {
    /// The size of its value in bytes; numbers have eight.
    fileprivate var byteCount: Int {
        switch self {
        case .null: 0
        case .integer, .real, .boolean: 8
        case .text(let text), .json(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        }
    }
}
