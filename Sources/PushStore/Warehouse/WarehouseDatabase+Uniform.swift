/// The columns whose cells are all of one type, so that queries read them directly.
///
/// Uniformity is known from the first record on, except in tables that an older version or `repair`
/// filled.
extension WarehouseDatabase {
    /// Returns the columns of a table whose cells are all NULL or of their label's type.
    func uniformColumns(of table: Int64) throws(StoreError) -> [String: ColumnType] {
        let list = try connection.prepare(
            "SELECT name, type FROM \(place).\"pushsh-columns\" WHERE table_id = ? AND uniform = 1"
        ).bind(table).rows { ($0.text(0), ColumnType(rawValue: $0.text(1))) }
        var uniform: [String: ColumnType] = [:]
        for (name, type) in list { uniform[name] = type }
        return uniform
    }

    /// Records that a column has a cell of another type, in the transaction that stores it.
    ///
    /// It never becomes uniform again.
    func noteMixed(_ column: String, table: Int64) throws(StoreError) {
        try connection.prepare(
            "UPDATE \(place).\"pushsh-columns\" SET uniform = 0 WHERE table_id = ? AND name = ?"
        ).bind(table).bind(column).run()
    }

    /// Scans a table that an older version filled for cells of other types than their columns', and
    /// records the result.
    ///
    /// One pass over the table for all its columns; an empty table counts as uniform. Later calls
    /// find nothing unknown.
    func learnUniformity(of table: String) throws(StoreError) {
        guard let id = try self.table(table)?.id else { return }
        let unknown = try connection.prepare(
            """
            SELECT name, type FROM \(place)."pushsh-columns"
            WHERE table_id = ? AND uniform IS NULL
            """
        ).bind(id).rows { ($0.text(0), ColumnType(rawValue: $0.text(1)) ?? .text) }
        guard !unknown.isEmpty else { return }
        let terms = unknown.map {
            "max(typeof(\(WarehouseName.quoted($0.0))) NOT IN ('null', '\($0.1.storage)'))"
        }
        let isMixed = try connection.prepare(
            "SELECT \(terms.joined(separator: ", ")) FROM \(place).\(WarehouseName.quoted(table))"
        ).rows { row in unknown.indices.map { row.integerOrNil(Int32($0)) == 1 } }.first
        let note = try connection.prepare(
            "UPDATE \(place).\"pushsh-columns\" SET uniform = ? WHERE table_id = ? AND name = ?")
        for (index, column) in unknown.enumerated() {
            try note.bind(isMixed?[index] == true ? Int64(0) : 1).bind(id).bind(column.0).run()
        }
        forget(table)
    }
}

extension Warehouse {
    /// Determines which columns of a table hold cells of one type, if that is unknown.
    ///
    /// - Throws: `.missing` if the database does not exist; a missing table is none to scan.
    func learnUniformity(of table: String, database: String) throws(StoreError) {
        try change(database) { (found) throws(StoreError) in
            try found.learnUniformity(of: table)
        }
    }
}
