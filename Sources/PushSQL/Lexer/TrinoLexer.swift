import PushText

/// Splits a statement into words by Trino's rules.
///
/// It never fails: what begins no token is one of the kind `unrecognized`, at which the parser
/// stops. Blanks and comments, which do not nest, are skipped.
struct TrinoLexer {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the whole text; the last token is always of the kind `end`.
    mutating func tokens() -> [Token] {
        var tokens: [Token] = []
        tokens.reserveCapacity(bytes.count / 4 + 2)
        while true {
            skipBlanks()
            guard position < bytes.count else { break }
            tokens.append(token())
        }
        tokens.append(Token(kind: .end, start: bytes.count, end: bytes.count, text: "<EOF>"))
        return tokens
    }

    /// Returns a byte ahead; 0 behind the end, which is no byte of a token.
    private func peek(_ distance: Int = 0) -> UInt8 {
        let index = position + distance
        return index < bytes.count ? bytes[index] : 0
    }

    /// Skips blanks and comments; a block comment without an end is not one.
    private mutating func skipBlanks() {
        while position < bytes.count {
            switch peek() {
            case Ascii.space, Ascii.tab, Ascii.lineFeed, Ascii.carriageReturn: position += 1
            case Ascii.minus where peek(1) == Ascii.minus:
                while position < bytes.count, peek() != Ascii.lineFeed { position += 1 }
            case Ascii.slash where peek(1) == UInt8(ascii: "*"):
                guard let end = commentEnd() else { return }
                position = end
            default: return
            }
        }
    }

    /// Finds the end of a block comment; nil if it is not closed, and the slash is a symbol.
    private func commentEnd() -> Int? {
        var index = position + 2
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == Ascii.slash {
                return index + 2
            }
            index += 1
        }
        return nil
    }

    /// Reads one token; the place is at its first byte.
    private mutating func token() -> Token {
        let start = position
        let byte = peek()
        switch byte {
        case Ascii.apostrophe: return quoted(.string, prefix: 0)
        case Ascii.quote: return quoted(.quotedName, prefix: 0)
        case UInt8(ascii: "`"): return quoted(.backquotedName, prefix: 0)
        case UInt8(ascii: "X"), UInt8(ascii: "x"):
            if peek(1) == Ascii.apostrophe { return quoted(.binary, prefix: 1) }
        case UInt8(ascii: "U"), UInt8(ascii: "u"):
            if peek(1) == UInt8(ascii: "&"), peek(2) == Ascii.apostrophe {
                return quoted(.unicodeString, prefix: 2)
            }
        case Ascii.dot where Ascii.isDigit(peek(1)): return number()
        case _ where Ascii.isDigit(byte): return number()
        default: break
        }
        guard Ascii.isWord(byte) else { return symbol() }
        while Ascii.isWord(peek()) { position += 1 }
        return token(.word, from: start, upper: true)
    }

    /// Makes a token up to the place; only ASCII letters are made upper case, as in the grammar.
    private func token(_ kind: Token.Kind, from start: Int, upper: Bool = false) -> Token {
        let slice = bytes[start..<position]
        let text =
            upper
            ? String(decoding: slice.map { Ascii.isLower($0) ? $0 - 32 : $0 }, as: UTF8.self)
            : String(decoding: slice, as: UTF8.self)
        return Token(kind: kind, start: start, end: position, text: text)
    }

    /// Reads the text between quotes, in which a doubled quote is one quote.
    private mutating func quoted(_ kind: Token.Kind, prefix: Int) -> Token {
        let start = position
        let quote = peek(prefix)
        var index = position + prefix + 1
        var contents: [UInt8] = []
        while index < bytes.count {
            if bytes[index] == quote {
                guard index + 1 < bytes.count, bytes[index + 1] == quote else {
                    position = index + 1
                    return Token(
                        kind: kind, start: start, end: position,
                        text: String(decoding: contents, as: UTF8.self))
                }
                index += 1
            }
            contents.append(bytes[index])
            index += 1
        }
        // Nothing closes the quote: the mark itself is what the grammar does not know.
        guard prefix == 0 else {
            while Ascii.isWord(peek()) { position += 1 }
            return token(.word, from: start, upper: true)
        }
        position += 1
        return token(.unrecognized, from: start)
    }

    /// Reads a number in any notation, with underscores between its digits.
    private mutating func number() -> Token {
        let start = position
        if peek() == Ascii.zero, let isDigit = radixDigit(peek(1)) {
            let digits = position + 2
            if isDigit(peek(2)) {
                position = digits
                while isDigit(peek()) || peek() == UInt8(ascii: "_") { position += 1 }
                return finished(.integer, from: start)
            }
        }
        skipDigits()
        var kind = Token.Kind.integer
        if peek() == Ascii.dot {
            position += 1
            skipDigits()
            kind = .decimal
        }
        if peek() | 0x20 == UInt8(ascii: "e") {
            let sign = peek(1) == Ascii.plus || peek(1) == Ascii.minus ? 2 : 1
            if Ascii.isDigit(peek(sign)) {
                position += sign
                skipDigits()
                kind = .double
            }
        }
        return finished(kind, from: start)
    }

    /// Returns the test for digits after `0x`, `0o` or `0b`; nil for other letters.
    private func radixDigit(_ letter: UInt8) -> ((UInt8) -> Bool)? {
        switch letter | 0x20 {
        case UInt8(ascii: "x"): { Ascii.hexValue($0) != nil }
        case UInt8(ascii: "o"): { (Ascii.zero...UInt8(ascii: "7")).contains($0) }
        case UInt8(ascii: "b"): { $0 == Ascii.zero || $0 == UInt8(ascii: "1") }
        default: nil
        }
    }

    private mutating func skipDigits() {
        while Ascii.isDigit(peek()) || (peek() == UInt8(ascii: "_") && Ascii.isDigit(peek(1))) {
            position += 1
        }
    }

    /// Ends a number, or turns it into a name with a leading digit.
    private mutating func finished(_ kind: Token.Kind, from start: Int) -> Token {
        guard Ascii.isWord(peek()), bytes[position - 1] != Ascii.dot else {
            return token(kind, from: start)
        }
        while Ascii.isWord(peek()) { position += 1 }
        return token(.digitName, from: start)
    }

    /// The symbols of two characters.
    private static let pairs: [[UInt8]] = ["<>", "!=", "<=", ">=", "||", "->", "=>"].map {
        Array($0.utf8)
    }

    /// Reads a symbol, or one character of any length that begins no token.
    private mutating func symbol() -> Token {
        let start = position
        if Self.pairs.contains([peek(), peek(1)]) {
            position += 2
            return token(.symbol, from: start)
        }
        position += 1
        if "()[],.;:?*/%+-=<>".utf8.contains(bytes[start]) { return token(.symbol, from: start) }
        while position < bytes.count, bytes[position] & 0xC0 == 0x80 { position += 1 }
        return token(.unrecognized, from: start)
    }
}
