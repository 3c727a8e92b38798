import PushModel

/// Access to rows of a table by their numbers, which increase in the order of arrival.
extension Warehouse {
    /// Returns the number of a table's last row; zero if it is empty.
    ///
    /// Throws `.missing` if the database or the table does not exist.
    ///
    /// A later row has a higher number, even after retention: the last record always stays.
    public func lastRow(of table: String, database: String) throws(StoreError) -> Int64 {
        let found = try existing(database)
        try found.require(table)
        return try found.lastRow(of: table)
    }

    /// Returns the highest number that a row of a table has or had; 0 if it never had one.
    ///
    /// Throws `.missing` if the database or the table does not exist.
    public func lastNumber(of table: String, database: String) throws(StoreError) -> Int64 {
        let found = try existing(database)
        try found.require(table)
        return try found.lastNumber(of: table)
    }

    /// Returns how many rows of a table have a number beyond `after`, up to `through`.
    ///
    /// Throws `.missing` if the database or the table does not exist.
    ///
    /// Numbers have gaps where retention removed rows, so the difference is no count.
    public func countRows(
        of table: String, database: String, after: Int64, through: Int64
    ) throws(StoreError) -> Int {
        let found = try existing(database)
        try found.require(table)
        return try found.countRows(of: table, after: after, through: through)
    }

    /// Reads the rows of a table beyond the number `after`, up to `through`, in order.
    ///
    /// `row` receives the row's number, the columns and the values; false ends the reading. Throws
    /// `.missing` if the database or the table does not exist.
    public func eachRow(
        of table: String, database: String, after: Int64, through: Int64,
        _ row: (Int64, [String], [Cell]) -> Bool
    ) throws(StoreError) {
        let found = try existing(database)
        try found.require(table)
        try found.eachRow(of: table, after: after, through: through, row)
    }
}

extension WarehouseDatabase {
    /// Returns the highest number by SQLite's own end of the table, without reading rows.
    func lastRow(of table: String) throws(StoreError) -> Int64 {
        let name = try rowNumber(of: table)
        return try connection.prepare(
            "SELECT max(\(name)) FROM \(place).\(WarehouseName.quoted(table))"
        ).firstInteger() ?? 0
    }

    fileprivate func countRows(
        of table: String, after: Int64, through: Int64
    ) throws(StoreError) -> Int {
        let name = try rowNumber(of: table)
        let count = try connection.prepare(
            """
            SELECT count(*) FROM \(place).\(WarehouseName.quoted(table))
            WHERE \(name) > ? AND \(name) <= ?
            """
        ).bind(after).bind(through).firstInteger()
        return Int(count ?? 0)
    }

    /// Ends the statement in any case, so that the database is free for writing afterwards.
    fileprivate func eachRow(
        of table: String, after: Int64, through: Int64, _ row: (Int64, [String], [Cell]) -> Bool
    ) throws(StoreError) {
        let name = try rowNumber(of: table)
        let select = try connection.prepare(
            """
            SELECT \(name), * FROM \(place).\(WarehouseName.quoted(table))
            WHERE \(name) > ? AND \(name) <= ? ORDER BY \(name)
            """)
        let doubles =
            try self.table(table).map { found throws(StoreError) in
                try self.doubles(of: found)
            } ?? []
        _ = select.bind(after).bind(through)
        defer { select.reset() }
        var columns: [String] = []
        while try select.step() {
            if columns.isEmpty { columns = (1..<select.columnCount).map { select.columnName($0) } }
            guard case .integer(let number) = select.cell(0) else { continue }
            let cells = columns.indices.map { index in
                let cell = select.cell(Int32(index + 1))
                return doubles.contains(columns[index]) ? ColumnType.double(cell) : cell
            }
            guard row(number, columns, cells) else { return }
        }
    }

    /// Returns a name for the row number in SQL that no column of the table has.
    ///
    /// A record may bring a column with one of SQLite's three names, and `_rowid_` is refused to
    /// all.
    func rowNumber(of table: String) throws(StoreError) -> String {
        let columns = try connection.prepare("SELECT name FROM pragma_table_info(?, ?)")
            .bind(table).bind(schemaName).rows { $0.text(0).lowercased() }
        guard let name = ["_rowid_", "rowid", "oid"].first(where: { !columns.contains($0) }) else {
            throw StoreError(.misuse, "the rows of `\(table)` cannot be distinguished")
        }
        return name
    }
}
