/// How far a column's cells are known to be of one type, by the number in `pushsh-columns`.
///
/// Nil if nothing is known.
enum Uniformity: Int64 {
    /// Some are of another type than the column's label.
    case mixed = 0
    /// All are NULL or of the label's type, and numbers are finite.
    case uniform = 1
    /// Mixed, and some may be infinite, or the text that stands for NaN.
    ///
    /// To versions before this number it is a mixed column as any other.
    case unbounded = 2
}

/// The columns whose cells are all of one type, so that queries read them directly.
///
/// Uniformity is known from the first record on, except in tables that an older version or `repair`
/// filled, and until a column with another type has been looked at.
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

    /// Records that a column has a cell of another type, or a number that is not finite, in the
    /// transaction that stores it.
    ///
    /// It never becomes uniform again, nor finite.
    func note(_ state: Uniformity, _ column: String, table: Int64) throws(StoreError) {
        try connection.prepare(
            """
            UPDATE \(place)."pushsh-columns" SET uniform = max(coalesce(uniform, 0) & 2, ?)
            WHERE table_id = ? AND name = ?
            """
        ).bind(state.rawValue).bind(table).bind(column).run()
    }

    /// Gives columns other types, inside the caller's transaction, and looks at what they hold.
    func setTypes(
        of columns: [(name: String, type: String)], in table: WarehouseTable
    ) throws(StoreError) {
        for column in columns {
            try connection.prepare(
                """
                UPDATE \(place)."pushsh-columns" SET type = ?1, uniform = NULL
                WHERE table_id = ?2 AND name = ?3 AND type <> ?1
                """
            ).bind(ColumnType(schema: column.type).rawValue).bind(table.id).bind(column.name).run()
        }
        try learnUniformity(of: table.name)
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
        let terms = unknown.map { Self.look(at: WarehouseName.quoted($0.0), $0.1) }
        let found = try connection.prepare(
            "SELECT \(terms.joined(separator: ", ")) FROM \(place).\(WarehouseName.quoted(table))"
        ).rows { row in unknown.indices.map { row.integerOrNil(Int32($0)) } }.first
        let note = try connection.prepare(
            "UPDATE \(place).\"pushsh-columns\" SET uniform = ? WHERE table_id = ? AND name = ?")
        for (index, column) in unknown.enumerated() {
            let state = Self.state((found?[index]).flatMap { $0 } ?? 0)
            try note.bind(state.rawValue).bind(id).bind(column.0).run()
        }
        forget(table)
    }

    /// Writes a column's worst cell: 0 if it is of the type, 1 if of another one, 2 if it is not
    /// finite.
    private static func look(at column: String, _ type: ColumnType) -> String {
        let other = "typeof(\(column)) NOT IN ('null', '\(type.storage)')"
        guard type == .real else { return "max(\(other))" }
        return """
            max(CASE WHEN \(column) = '\(ColumnType.notANumber)'
              OR typeof(\(column)) = 'real' AND abs(\(column)) = 9e999 THEN 2 ELSE \(other) END)
            """
    }

    private static func state(_ worst: Int64) -> Uniformity {
        switch worst {
        case 0: .uniform
        case 1: .mixed
        default: .unbounded
        }
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
