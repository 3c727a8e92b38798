import PushText

/// The rule for the keys of records, which become the names of columns.
public enum ColumnName {
    /// The maximum number of columns of a table that Treasure Data's streaming accepts.
    public static let limit = 512

    /// Whether a column can have the name: `[0-9a-z_]{1,128}`.
    ///
    /// Treasure Data's documents give no rule for the keys that its Ingest API accepts. `_rowid_`
    /// is the one name that SQLite reserves for a row's number.
    public static func isValid(_ name: String) -> Bool {
        (1...128).contains(name.utf8.count) && name.utf8.allSatisfy(isPlain) && name != "_rowid_"
    }

    /// Returns a sentence about the first key of a record that cannot be a column; nil if all can.
    public static func fault(in record: [JSON.Member]) -> String? {
        record.first { !isValid($0.key) }.map {
            "`\($0.key)` is not a column name, wanted `[0-9a-z_]{1,128}`"
        }
    }

    /// Whether a byte is one of `[0-9a-z_]`, the letters of every name in Treasure Data.
    public static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
