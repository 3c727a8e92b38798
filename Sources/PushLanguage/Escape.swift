import PushText

/// One of the escapes of double quotes: `\n \r \t \" \\ \$ \u{…}`.
struct Escape {
    let scalar: Unicode.Scalar
    /// The place behind the escape.
    let end: Int

    /// Reads the escape whose backslash is at `index`, or fails if it is not a known one.
    init?(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        guard index + 1 < bytes.count else { return nil }
        var end = index + 2
        switch bytes[index + 1] {
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case Byte.doubleQuote: scalar = "\""
        case Byte.backslash: scalar = "\\"
        case Byte.dollar: scalar = "$"
        case UInt8(ascii: "u"):
            guard let unicode = Self.unicode(in: bytes, at: index + 2) else { return nil }
            scalar = unicode.scalar
            end = unicode.end
        default: return nil
        }
        self.end = end
    }

    private static func unicode(
        in bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> (scalar: Unicode.Scalar, end: Int)? {
        guard start < bytes.count, bytes[start] == Byte.leftBrace else { return nil }
        var value: UInt32 = 0
        var index = start + 1
        while index < bytes.count, index - start <= 6, let digit = Byte.hexValue(bytes[index]) {
            value = value << 4 | digit
            index += 1
        }
        guard index > start + 1, index < bytes.count, bytes[index] == Byte.rightBrace,
            let scalar = Unicode.Scalar(value)
        else { return nil }
        return (scalar, index + 1)
    }

    /// Describes the backslash at `index`, which starts no known escape.
    static func error(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> SyntaxError {
        if bytes[index + 1] == UInt8(ascii: "u") {
            return SyntaxError(
                .unknownEscape, "`\\u` is not followed by a character's number in braces",
                index..<index + 2, hint: "write `\\u{1F514}`, with one to six hexadecimal digits")
        }
        if bytes[index + 1] == Byte.newline || bytes[index + 1] == Byte.carriageReturn {
            return SyntaxError(
                .unknownEscape, "a backslash does not continue a line", index..<index + 1,
                hint: "double a literal backslash: `\\\\`")
        }
        let length = max(1, UTF8Sequence.length(in: bytes, at: index + 1))
        let end = min(bytes.count, index + 1 + length)
        let escape = VisibleText.escape(String(decoding: bytes[index + 1..<end], as: UTF8.self))
        return SyntaxError(
            .unknownEscape, "unknown escape `\\\(escape)` in double quotes", index..<end,
            hint: "double a literal backslash: `\\\\`")
    }
}
