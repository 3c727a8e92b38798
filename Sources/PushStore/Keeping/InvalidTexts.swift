/// The texts of a file that are not UTF-8.
///
/// SQLite takes any bytes for text, and its check does not look at them; other programs refuse such
/// a value, and no query of ours finds it by what it shows.
final class InvalidTexts {
    /// The values of a column.
    private struct Column {
        let table: String
        let name: String
        /// The numbers of the rows; none where rows have no numbers.
        var rows: Set<Int64> = []
        /// The number of values in rows without a number.
        var unnumbered = 0
    }

    private var columns: [Column] = []
    /// Whether the file is a device's, whose documents are judged as JSON.
    private let isDevice: Bool
    /// The number of rows that a sentence names.
    private static let shown = 5

    /// Makes it for a file of a device, or of a warehouse.
    init(isDevice: Bool) { self.isDevice = isDevice }

    /// Looks at every text of the tables in a file, up to a row that cannot be read.
    func scan(_ connection: Connection) throws(StoreError) {
        let tables = try connection.prepare(
            """
            SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
            ORDER BY rowid
            """
        ).rows { $0.text(0) }
        for table in tables {
            let name = WarehouseName.quoted(table)
            let columns = try connection.prepare("SELECT name FROM pragma_table_info(?)")
                .bind(table).rows { $0.text(0) }
            let hasNumbers = (try? connection.prepare("SELECT _rowid_ FROM \(name) LIMIT 0")) != nil
            let wanted = (hasNumbers ? ["_rowid_"] : []) + columns.map(WarehouseName.quoted)
            let list = try connection.prepare(
                "SELECT \(wanted.joined(separator: ", ")) FROM \(name)")
            defer { list.reset() }
            while try list.step() { look(at: list, columns, of: table, hasNumbers: hasNumbers) }
        }
    }

    /// Looks at the texts of a row, whose number comes first if it has one.
    func look(
        at row: Statement, _ names: [String], of table: String, hasNumbers: Bool
    ) {
        let first: Int32 = hasNumbers ? 1 : 0
        for (offset, name) in names.enumerated() {
            let index = first + Int32(offset)
            guard row.isText(index), Self.isInvalid(row.borrowedBytes(index)),
                !isDevice || (table, name) != ("documents", "body")
            else { continue }
            note(name, of: table, hasNumbers ? row.integer(0) : nil)
        }
    }

    private static func isInvalid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.contains { $0 >= 0x80 } && String(validating: bytes, as: UTF8.self) == nil
    }

    private func note(_ name: String, of table: String, _ row: Int64?) {
        let known = columns.firstIndex { $0.table == table && $0.name == name }
        if known == nil { columns.append(Column(table: table, name: name)) }
        let place = known ?? columns.count - 1
        if let row { columns[place].rows.insert(row) } else { columns[place].unnumbered += 1 }
    }

    /// A sentence about each column with such values.
    var faults: [String] {
        columns.map { column in
            let count = column.rows.count + column.unnumbered
            let first = column.rows.sorted().prefix(Self.shown).map(String.init)
            let rest = count > first.count && !first.isEmpty ? ", …" : ""
            let rows = first.isEmpty ? "" : " (\(first.joined(separator: ", "))\(rest))"
            return "`\(column.name)` of `\(column.table)` has text that is not UTF-8 in "
                + "\(count) \(count == 1 ? "row" : "rows")\(rows): U+FFFD stands for its invalid "
                + "bytes once it is repaired"
        }
    }
}
