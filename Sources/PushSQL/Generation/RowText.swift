import PushText

/// The text of an expression that names columns of one relation and nothing else.
///
/// Unless it may fail, it can be computed for rows that the query itself would leave out before.
struct RowText {
    let text: String
    /// The relation's alias in quotes, as the text has it.
    let alias: String
    /// Whether all of it is one call, or in brackets, and so is found again wherever a text
    /// contains it.
    let isCall: Bool
    /// Whether computing it may be an error.
    let mayFail: Bool
    /// Whether it is known to be NULL for a row of NULLs.
    let isStrict: Bool

    /// The functions that have an answer for every value.
    private static let total: Set<String> = [
        "CAST", "coalesce", "max", "min", "nullif", "trino_column_bigint", "trino_column_double",
        "trino_column_floating", "trino_column_varchar", "trino_lower", "trino_ltrim",
        "trino_rtrim", "trino_substr", "trino_trim", "trino_try_cast", "trino_upper",
    ]

    /// Functions that have an error for some values, and NULL for NULL.
    private static let fallible = Set(
        FlatCall.chained.map { "trino_\($0)" } + [
            "abs", "trino_abs_bigint", "trino_abs_double", "trino_abs_integer",
            "trino_at_timezone", "trino_bitwise_and", "trino_bitwise_or", "trino_cast",
            "trino_ceiling_double", "trino_codepoint", "trino_date_add", "trino_date_format",
            "trino_date_parse", "trino_date_trunc", "trino_element_at", "trino_extract",
            "trino_floor_double", "trino_format_datetime", "trino_from_hex",
            "trino_from_iso8601_date", "trino_from_iso8601_timestamp", "trino_from_unixtime",
            "trino_from_utf8", "trino_json_array_get", "trino_json_extract_scalar",
            "trino_last_day_of_month", "trino_length", "trino_lpad", "trino_md5",
            "trino_normalize", "trino_plus_day", "trino_plus_month", "trino_power",
            "trino_regexp_extract", "trino_reverse", "trino_round_bigint", "trino_round_double",
            "trino_rpad", "trino_sha1", "trino_sha256", "trino_split", "trino_split_part",
            "trino_starts_with", "trino_strpos", "trino_subscript", "trino_td_date_trunc",
            "trino_td_md5", "trino_td_time_add", "trino_td_time_format", "trino_td_time_parse",
            "trino_td_time_string", "trino_td_url_decode", "trino_to_hex", "trino_to_iso8601",
            "trino_to_unixtime", "trino_to_utf8", "trino_url_decode", "trino_url_encode",
            "trino_url_extract_host", "trino_url_extract_parameter", "trino_url_extract_path",
            "trino_url_extract_query", "trino_with_timezone", "trino_xxhash64",
        ]
    ).subtracting(total)

    /// The functions that may answer NULL with a value.
    private static let lenient: Set<String> = ["coalesce", "nullif"]

    /// The words that are neither functions nor names.
    private static let words: Set<String> = [
        "AND", "BETWEEN", "CASE", "ELSE", "END", "GLOB", "IN", "IS", "LIKE", "NOT", "NULL", "OR",
        "THEN", "WHEN",
    ]
    /// The words of a cast, which keeps NULL.
    private static let castWords: Set<String> = ["AS", "INTEGER", "REAL", "TEXT"]

    /// The longest text: patterns that SQLite refuses are longer.
    private static let limit = 500

    /// Reads a text; nil if it names no relation or several, or something in it may fail and that
    /// is not `allowed`.
    init?(_ text: String, mayFail allowed: Bool = false) {
        guard text.utf8.count <= Self.limit else { return nil }
        var reader = Reader(Array(text.utf8))
        guard reader.read(), let alias = reader.alias, allowed || !reader.mayFail else {
            return nil
        }
        self.text = text
        self.alias = alias
        isCall = reader.isCall
        isStrict = reader.isStrict
        mayFail = reader.mayFail
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
        /// Whether the text has been one call, or one bracket, up to its last bracket.
        var isCall = false
        /// Whether the text so far is NULL if a column is.
        var isStrict = true
        /// Whether a function in the text so far may fail.
        var mayFail = false
        private var place = 0
        private var depth = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// Reads all of the text; false if something in it is unknown.
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
            case UInt8(ascii: "("):
                if place == 0 { isCall = true }
                depth += 1
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
                if RowText.castWords.contains(word) { return true }
                isStrict = false
                return RowText.words.contains(word)
            }
            if start == 0 { isCall = true }
            if RowText.lenient.contains(word) { isStrict = false }
            if RowText.fallible.contains(word) {
                mayFail = true
                return true
            }
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
