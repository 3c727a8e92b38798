import PushText

/// The text of an expression that names columns of one relation and nothing else, and cannot fail.
///
/// It can be computed for rows that the query itself would leave out before.
struct RowText {
    let text: String
    /// The relation's alias in quotes, as the text has it.
    let alias: String
    /// Whether all of it is one call, which is found again wherever a text contains it.
    let isCall: Bool

    /// The functions that have an answer for every value.
    private static let total: Set<String> = [
        "coalesce", "nullif", "trino_column_bigint", "trino_column_double",
        "trino_column_floating", "trino_column_varchar", "trino_lower", "trino_ltrim",
        "trino_rtrim", "trino_substr", "trino_trim", "trino_upper",
    ]

    /// The words that are neither functions nor names.
    private static let words: Set<String> = [
        "AND", "BETWEEN", "CASE", "ELSE", "END", "GLOB", "IN", "IS", "LIKE", "NOT", "NULL", "OR",
        "THEN", "WHEN",
    ]

    /// The longest text: patterns that SQLite refuses are longer.
    private static let limit = 500

    /// Reads a text; nil if it names no relation or several, or something in it may fail.
    init?(_ text: String) {
        guard text.utf8.count <= Self.limit else { return nil }
        var reader = Reader(Array(text.utf8))
        guard reader.read(), let alias = reader.alias else { return nil }
        self.text = text
        self.alias = alias
        isCall = reader.isCall
    }

    /// Whether a byte can be part of a function's name.
    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        var alias: String?
        /// Whether the text has been one call up to its last bracket.
        var isCall = false
        private var place = 0
        private var depth = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// Reads all of the text; false if it may fail.
        mutating func read() -> Bool {
            while place < bytes.count {
                switch bytes[place] {
                case Ascii.quote:
                    guard takeColumn() else { return false }
                case Ascii.apostrophe: _ = takeQuoted()
                case let byte where RowText.isWord(byte):
                    guard takeWord() else { return false }
                default:
                    guard takeSymbol() else { return false }
                }
            }
            return depth == 0
        }

        private mutating func takeSymbol() -> Bool {
            switch bytes[place] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0, place + 1 < bytes.count { isCall = false }
            // `->` reads JSON, which may be none.
            case Ascii.minus where bytes[(place + 1)...].first == UInt8(ascii: ">"): return false
            default: break
            }
            place += 1
            return depth >= 0
        }

        /// Takes a column with its alias.
        private mutating func takeColumn() -> Bool {
            let name = takeQuoted()
            guard place + 1 < bytes.count, bytes[place] == Ascii.dot,
                bytes[place + 1] == Ascii.quote, alias == nil || alias == name
            else { return false }
            alias = name
            place += 1
            _ = takeQuoted()
            return true
        }

        private mutating func takeWord() -> Bool {
            let start = place
            while place < bytes.count, RowText.isWord(bytes[place]) { place += 1 }
            // A number is not looked at: SQLite has no function whose name begins with a digit.
            guard !Ascii.isDigit(bytes[start]) else { return true }
            let word = String(decoding: bytes[start..<place], as: UTF8.self)
            guard place < bytes.count, bytes[place] == UInt8(ascii: "(") else {
                return RowText.words.contains(word)
            }
            if start == 0 { isCall = true }
            return RowText.total.contains(word)
        }

        /// Takes a literal or a name; a doubled quote is part of it.
        private mutating func takeQuoted() -> String {
            let (start, quote) = (place, bytes[place])
            repeat {
                place = (bytes[(place + 1)...].firstIndex(of: quote) ?? bytes.count - 1) + 1
            } while place < bytes.count && bytes[place] == quote
            return String(decoding: bytes[start..<min(place, bytes.count)], as: UTF8.self)
        }
    }
}
