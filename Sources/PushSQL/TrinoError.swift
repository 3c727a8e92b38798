import PushText

/// An error as Trino would report it, in its words, with the place in the statement.
///
/// It serves errors of analysis; those of a running query have no place in Trino either.
public struct TrinoError: Error, Equatable, Sendable {
    /// Which of Trino's errors it is.
    public let code: TrinoErrorCode
    /// Trino's wording, without the place before it.
    public let message: String
    /// The text to write instead, if that is certain; ours, not Trino's.
    public let hint: String?
    /// The bytes of the statement that the error is about.
    public let span: Span
    /// The line, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int

    /// The message as Trino's clients show it, such as `line 1:8: Column 'x' cannot be resolved`.
    ///
    /// A few of Trino's messages have no place before them.
    public var text: String {
        isPlaceless ? message : "line \(line):\(column): \(message)"
    }

    /// Whether Trino reports it without a place, although the place is known.
    public let isPlaceless: Bool

    /// Finds the line and column of a fault in a text, which itself begins at a place of a longer
    /// one.
    init(_ fault: Fault, in text: String.UTF8View, from origin: TextPlace = TextPlace()) {
        code = fault.code
        message = fault.message
        hint = fault.hint
        isPlaceless = fault.isPlaceless
        span = Span(fault.start..<max(fault.start, fault.end))
        var place = origin
        for byte in text.prefix(fault.start) { place.pass(byte) }
        line = place.line
        column = place.column
    }
}

/// A line and column of a text, both from 1.
///
/// A column counts code points, of which each has one byte that does not continue another.
public struct TextPlace: Equatable, Sendable {
    /// The line.
    public private(set) var line = 1
    /// The column.
    public private(set) var column = 1

    /// The beginning of a text.
    public init() {}

    /// Moves behind a byte.
    public mutating func pass(_ byte: UInt8) {
        if byte == Ascii.lineFeed {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }
}

/// An error in reading or analysing the statement, at byte offsets.
///
/// It becomes a `TrinoError` once the text is at hand.
struct Fault: Error {
    let code: TrinoErrorCode
    let message: String
    var hint: String?
    /// Whether it must not be replaced by a fault of an enclosing expression.
    var isFinal = false
    /// Whether the message goes without a line and a column, as some of Trino's do.
    var isPlaceless = false
    let start: Int
    let end: Int

    /// Makes a fault at a byte, or at the bytes up to `end`.
    init(_ code: TrinoErrorCode, _ message: String, at start: Int, to end: Int? = nil) {
        self.code = code
        self.message = message
        self.start = start
        self.end = end ?? start + 1
    }

    /// The same fault, to be reported unchanged whatever surrounds it.
    var final: Fault {
        var fault = self
        fault.isFinal = true
        return fault
    }

    /// The fault as Trino reports it without a place.
    var placeless: Fault {
        var fault = self
        fault.isPlaceless = true
        return fault
    }

    /// The fault with a hint in place of its own; nil removes it.
    func hinting(_ hint: String?) -> Fault {
        var fault = self
        fault.hint = hint
        return fault
    }
}
