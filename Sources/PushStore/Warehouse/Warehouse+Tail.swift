import PushModel

extension Warehouse {
    /// Returns the newest records of a table, newest first, each without the columns that it lacks.
    ///
    /// Values are as they were stored, but in a column of doubles NaN is that number, and a whole
    /// number is a double unless no double equals it.
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
            guard let table = try found.table(name) else {
                throw StoreError(
                    .missing, "no table `\(name)` in the database `\(database)`")
            }
            return try found.tail(of: table, count: count, bytes: bytes)
        }
    }
}

extension WarehouseDatabase {
    /// Returns the names of a table's columns of doubles.
    func doubles(of table: WarehouseTable) throws(StoreError) -> Set<String> {
        Set(
            try connection.prepare(
                "SELECT name FROM \(place).\"pushsh-columns\" WHERE table_id = ? AND type = 'REAL'"
            ).bind(table.id).rows { $0.text(0) })
    }

    /// Stops after the record with which the values reach `bytes`.
    fileprivate func tail(
        of table: WarehouseTable, count: Int, bytes: Int
    ) throws(StoreError) -> [[(name: String, value: Cell)]] {
        let doubles = try doubles(of: table)
        let name = WarehouseName.quoted(table.name)
        // A column may have one of the names of a row's number, but never all three.
        let select = try connection.prepare(
            "SELECT * FROM \(place).\(name) ORDER BY _rowid_ DESC LIMIT ?")
        let columns = (0..<select.columnCount).map { index in
            let name = select.columnName(index)
            return (name: name, isDouble: doubles.contains(name))
        }
        var records: [[(name: String, value: Cell)]] = []
        var size = 0
        _ = select.bind(Int64(count))
        defer { select.reset() }
        while size < bytes, try select.step() {
            var record: [(name: String, value: Cell)] = []
            for (index, column) in columns.enumerated() {
                var cell = select.cell(Int32(index))
                guard cell != .null else { continue }
                if column.isDouble { cell = ColumnType.double(cell) }
                record.append((column.name, cell))
                size += column.name.utf8.count + cell.byteCount
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
