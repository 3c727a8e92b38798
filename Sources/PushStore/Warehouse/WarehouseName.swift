import PushModel
import PushText

/// The rules for names in Treasure Data, and their form in SQL.
enum WarehouseName {
    /// Whether a database or table can have the name: `[0-9a-z_]{3,128}`.
    ///
    /// Names that SQLite reserves are refused too.
    static func isTable(_ name: String) -> Bool {
        (3...128).contains(name.utf8.count) && name.utf8.allSatisfy(ColumnName.isPlain)
            && !name.hasPrefix("sqlite_")
    }

    /// Whether a database can have the name.
    static func isDatabase(_ name: String) -> Bool {
        isTable(name) && name != "main" && name != "temp"
    }

    /// Returns the statement that makes a table of records, as SQLite keeps it, in three parts:
    /// one for each column after `time` stands in the middle.
    ///
    /// SQLite keeps no `place`, which is a database's name and a point.
    static func tableStatement(
        _ table: String, _ columns: [String], in place: String = ""
    ) -> (head: String, columns: [String], end: String) {
        (
            "CREATE TABLE \(place)\(quoted(table))(time INTEGER NOT NULL",
            columns.map { ", \(quoted($0)) ANY" }, ") STRICT"
        )
    }

    /// Returns the name as a SQL identifier.
    static func quoted(_ name: String) -> String {
        name.quoted(with: Ascii.quote)
    }
}
