/// An entry of a file's list of tables, as it was found.
struct SchemaEntry {
    /// The number of its row.
    let row: Int64
    let type: String
    let name: String
    let tableName: String
    /// The page on which its tree begins; 0 for what has none, such as a view.
    let root: Int64
    /// The statement that made it.
    let sql: [UInt8]

    var isTable: Bool { type == "table" }

    /// Whether it is the sound entry of a table.
    func isOf(_ table: String) -> Bool { isTable && name == table && tableName == table }

    /// Reads the list, as far as it can be read.
    static func all(of connection: Connection) -> [SchemaEntry] {
        var found: [SchemaEntry] = []
        let list = try? connection.prepare(
            "SELECT rowid, type, name, tbl_name, rootpage, sql FROM sqlite_schema")
        while (try? list?.step()) == true, let list {
            found.append(
                SchemaEntry(
                    row: list.integer(0), type: list.text(1), name: list.text(2),
                    tableName: list.text(3), root: list.integer(4), sql: list.bytes(5)))
        }
        list?.reset()
        return found
    }
}
