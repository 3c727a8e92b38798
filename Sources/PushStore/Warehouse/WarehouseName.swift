/// The rules for names in Treasure Data, and how SQL writes them.
enum WarehouseName {
    /// Whether a database or table can have the name: `[0-9a-z_]{3,128}`.
    ///
    /// Names that SQLite keeps for itself are refused too.
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
    /// Treasure Data's documents give no rule for the keys that its Ingest API takes. `_rowid_` is
    /// the one name that SQLite keeps for the place of a row.
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

    /// The name as an identifier of SQL.
    static func quoted(_ name: String) -> String {
        var text = "\""
        for scalar in name.unicodeScalars {
            if scalar == "\"" { text += "\"" }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }
}
