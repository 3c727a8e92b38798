import PushSQL
import PushText

/// Splits a text of several statements at the semicolons between them.
struct StatementParts {
    /// A statement, with its place in the whole text: its first byte, line and column.
    struct Part {
        let text: String
        let start: Int
        let place: TextPlace
    }

    private let bytes: [UInt8]
    private var index = 0
    private var start = 0
    /// The place of the last statement's beginning, and its byte.
    private var place = TextPlace()
    private var placed = 0
    /// True once the statement has more than blanks and comments.
    private var hasWord = false
    private(set) var parts: [Part] = []

    init(_ sql: String) {
        bytes = Array(sql.utf8)
        while index < bytes.count { step() }
        // A text without a statement is one statement, whose error says so.
        if hasWord || parts.isEmpty { take() }
    }

    /// Moves on by one byte, text in quotes or comment; a semicolon ends the statement.
    private mutating func step() {
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        switch bytes[index] {
        case UInt8(ascii: ";"):
            if hasWord { take() }
            start = index + 1
            hasWord = false
            index += 1
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            hasWord = true
            let quote = bytes[index]
            index += 1
            while index < bytes.count, bytes[index] != quote { index += 1 }
            index += 1
        case UInt8(ascii: "-") where next == UInt8(ascii: "-"):
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
        case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
            // The star that opens the comment does not close it.
            index += 3
            while index < bytes.count,
                bytes[index] != UInt8(ascii: "/") || bytes[index - 1] != UInt8(ascii: "*")
            {
                index += 1
            }
            index += 1
        default:
            if bytes[index] > Ascii.space { hasWord = true }
            index += 1
        }
    }

    /// Adds the statement up to here.
    private mutating func take() {
        for byte in bytes[placed..<start] { place.pass(byte) }
        placed = start
        let text = String(decoding: bytes[start..<min(index, bytes.count)], as: UTF8.self)
        parts.append(Part(text: text, start: start, place: place))
    }
}
