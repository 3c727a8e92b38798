/// Typing mistakes with a certain cure, recognised by the bytes at the place of a fault.
///
/// Each check looks at a few bytes, since texts that are not JSON may come by the million.
extension JSONFault {
    /// Returns the cure for what stands here instead of what the grammar wants; nil if unsure.
    func slipHint(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard start < bytes.count else { return nil }
        let byte = bytes[start]
        let before = start > 0 ? bytes[start - 1] : 0
        if byte >= 0x80 { return wideHint(in: bytes) }
        switch wanted {
        case .colon where byte == 0x3D: return "write `:`"
        case .key where Ascii.isWord(byte) && !Ascii.isDigit(byte) && end - start <= 40:
            let name = String(decoding: bytes[start..<end], as: UTF8.self)
            return "keys go in quotes: `\"\(name)\"`"
        case .key, .value:
            return byte == Ascii.comma ? "one comma too many" : nil
        case .commaOrBrace, .commaOrBracket:
            let begins = [Ascii.quote, Ascii.openBrace, Ascii.openBracket].contains(byte)
            if begins, before <= Ascii.space || before == Ascii.closeBrace {
                return "a comma is missing before it"
            }
            return before == Ascii.quote && Ascii.isWord(byte)
                ? #"a quote inside a text is written `\"`"# : nil
        case .colon, .end, .digit, .closingQuote, .text: return nil
        }
    }

    /// Returns the cure for more text after a whole value; nil if unsure.
    func trailingHint(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard start < bytes.count else { return nil }
        switch bytes[start] {
        case Ascii.openBrace, Ascii.openBracket:
            return "the text has more than one value: give one at a time"
        case Ascii.comma: return nil
        case Ascii.closeBrace: return "one `}` too many"
        case Ascii.closeBracket: return "one `]` too many"
        default: return nil
        }
    }

    /// Returns the cure for a character beyond ASCII outside a string.
    private func wideHint(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard let scalar = scalar(in: bytes) else { return nil }
        if Self.blankName(scalar) != nil { return "write a plain space there, or none" }
        guard (0xFF01...0xFF5E).contains(scalar.value) else { return nil }
        // The full-width forms are in ASCII order.
        let plain = UInt8(truncatingIfNeeded: scalar.value - 0xFEE0)
        guard #",:{}[]""#.utf8.contains(plain) else { return nil }
        return "write `\(String(decoding: [plain], as: UTF8.self))`"
    }

    /// Returns the name of a character that looks like a space or is invisible.
    func invisible(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard let scalar = scalar(in: bytes), let name = Self.blankName(scalar) else { return nil }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            + " (\(name))"
    }

    private func scalar(in bytes: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
        guard start < end, end <= bytes.count, end - start <= 4 else { return nil }
        let text = UnsafeBufferPointer(rebasing: bytes[start..<end])
        return String(validating: text, as: UTF8.self)?.unicodeScalars.first
    }

    private static func blankName(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0xA0: "a no-break space"
        case 0x200B: "a zero width space"
        case 0x202F: "a narrow no-break space"
        case 0x2060: "a word joiner"
        case 0x3000: "a full-width space"
        case 0xFEFF: "a byte order mark"
        default: nil
        }
    }
}
