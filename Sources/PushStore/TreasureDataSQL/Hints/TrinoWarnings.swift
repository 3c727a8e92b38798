extension TrinoHints {
    /// Returns a warning about the first Trino construct that SQLite runs without an error, but
    /// with another meaning.
    ///
    /// It is shown next to the rows, which are not those that Trino would give.
    public static func warning(forSQL sql: String) -> String? {
        let words = SQLWords(sql).words
        var castDepths: [Int] = []
        var depth = 0
        for index in words.indices {
            switch words[index] {
            case .mark(UInt8(ascii: "(")):
                depth += 1
                if index > 0, words[index - 1] == .name("CAST") { castDepths.append(depth) }
            case .mark(UInt8(ascii: ")")):
                if castDepths.last == depth { castDepths.removeLast() }
                depth -= 1
            case .name("NOW") where words[index...].starts(with: Self.nowCall):
                return
                    "`now()` is Unix seconds here; in Trino it is a timestamp, and "
                    + "`to_unixtime(now())` the seconds"
            case .mark(UInt8(ascii: "[")) where index > 0 && words[index - 1] == .mark(0x29):
                return
                    "SQLite takes `[…]` after a call for a column's name: write `element_at(x, 1)`"
            case .name("AS") where castDepths.last == depth && index + 1 < words.count:
                if case .name(let type) = words[index + 1], let warning = castWarning(type) {
                    return warning
                }
            default: break
            }
        }
        return nil
    }

    private static let nowCall: [SQLWords.Word] = [
        .name("NOW"), .mark(UInt8(ascii: "(")), .mark(UInt8(ascii: ")")),
    ]

    private static func castWarning(_ type: String) -> String? {
        switch type {
        case "DATE", "TIMESTAMP", "TIME", "BOOLEAN":
            let form = "try_cast(x, '\(type.lowercased())')"
            return type == "TIME"
                ? "SQLite's `CAST` makes a number of a time: write `substr(x, 12, 8)`"
                : "SQLite's `CAST(x AS \(type))` makes a number of a text: write `\(form)`"
        case "ARRAY", "MAP", "ROW":
            return "SQLite's `CAST(x AS \(type)(…))` makes a number of a text: leave it out"
        default: return nil
        }
    }
}
