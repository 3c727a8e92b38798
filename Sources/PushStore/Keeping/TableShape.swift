import PushModel

/// The form of a table's rows, by the statement that made the table.
struct TableShape {
    /// A column that is stored.
    struct Column {
        let name: String
        /// The type of its values; empty if it takes all.
        let type: String
        let takesNull: Bool
        /// Whether it is the row's number, in whose place rows have NULL.
        let isNumber: Bool
    }

    let kind: TreeRoots.Kind
    /// In the order of the rows' fields: a key's columns are the first ones of our tables.
    let columns: [Column]

    /// Reads the statement of an entry; nil for what is no table, and if the text is damaged.
    init?(_ entry: SchemaEntry) {
        guard entry.isTable,
            let scratch = try? Connection(path: "", .ephemeral, name: entry.name),
            (try? scratch.execute(String(decoding: entry.sql, as: UTF8.self))) != nil
        else { return nil }
        let name = WarehouseName.quoted(entry.name)
        let hasNumbers = (try? scratch.prepare("SELECT _rowid_ FROM \(name)")) != nil
        // A generated column is not stored.
        let list = try? scratch.prepare(
            """
            SELECT name, type, "notnull", pk FROM pragma_table_xinfo(?) WHERE hidden = 0
            ORDER BY cid
            """)
        let found = try? list?.bind(entry.name).rows { row in
            let type = row.text(1)
            let isNumber = hasNumbers && row.integer(3) == 1 && type == "INTEGER"
            return Column(
                name: row.text(0), type: type, takesNull: row.integer(2) == 0, isNumber: isNumber)
        }
        guard let columns = found, !columns.isEmpty else { return nil }
        kind = hasNumbers ? .table : .index
        self.columns = columns
    }

    /// Whether a row may be one of the table's; older rows lack its last columns.
    func fits(_ row: TreeRow) -> Bool {
        guard (row.number == nil) == (kind == .index), row.cells.count <= columns.count,
            kind == .table || row.cells.count == columns.count
        else { return false }
        return zip(columns, row.cells).allSatisfy { column, cell in
            switch (column.type, cell) {
            case (_, .null): column.takesNull || column.isNumber
            case ("INTEGER", .integer), ("TEXT", .text), ("BLOB", .blob): !column.isNumber
            case ("INTEGER", _), ("TEXT", _), ("BLOB", _): false
            default: true
            }
        }
    }
}
