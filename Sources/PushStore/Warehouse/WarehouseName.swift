import PushText

/// The rules for names in Treasure Data, and their form in SQL.
enum WarehouseName {
    /// Whether a database or table can have the name: `[0-9a-z_]{3,128}`.
    ///
    /// Names that SQLite reserves are refused too.
    static func isTable(_ name: String) -> Bool {
        (3...128).contains(name.utf8.count) && name.utf8.allSatisfy(isPlain)
            && !name.hasPrefix("sqlite_")
    }

    /// Whether a database can have the name.
    static func isDatabase(_ name: String) -> Bool {
        isTable(name) && name != "main" && name != "temp"
    }

    /// Whether a column can have the name: `[0-9a-z_]{1,128}`.
    ///
    /// Treasure Data's documents give no rule for the keys that its Ingest API accepts. `_rowid_`
    /// is the one name that SQLite reserves for a row's number.
    static func isColumn(_ name: String) -> Bool {
        (1...128).contains(name.utf8.count) && name.utf8.allSatisfy(isPlain) && name != "_rowid_"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Returns the name as a SQL identifier.
    static func quoted(_ name: String) -> String {
        name.quoted(with: Ascii.quote)
    }
}
