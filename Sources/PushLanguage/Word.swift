import PushText

/// One argument of a statement, as written.
public struct Word: Equatable, Sendable {
    /// How the value is derived from the bytes.
    public enum Kind: UInt8, Sendable {
        /// The bytes are the value.
        case plain
        /// The bytes contain quotes, escapes or variables.
        case composed
        /// The bytes are `<<TAG`; the value is on the lines below.
        case hereDocument
        /// The bytes are `@path`; the value is that file's contents.
        case file
        /// The bytes are a JSON object, from brace to brace, blanks included.
        case json
    }

    /// The word's place, quotes included.
    public let span: Span
    /// How the value is derived from the bytes.
    public let kind: Kind

    init(_ kind: Kind, _ range: Range<Int>) {
        self.kind = kind
        span = Span(range)
    }
}

/// A word in eight bytes: 32 bits of start, 28 of length, 4 of kind.
struct PackedWord: Sendable {
    private let bits: UInt64

    init(_ word: Word) {
        let length = UInt64(word.span.end - word.span.start)
        bits = UInt64(word.span.start) | length << 32 | UInt64(word.kind.rawValue) << 60
    }

    var word: Word {
        let start = Int(UInt32(truncatingIfNeeded: bits))
        let length = Int(bits >> 32 & 0x0FFF_FFFF)
        return Word(Word.Kind(rawValue: UInt8(bits >> 60)) ?? .plain, start..<start + length)
    }
}
