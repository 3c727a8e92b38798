/// Makes text from outside safe to print: control sequences become something to read.
public enum VisibleText {
    /// Replaces control characters, line separators, the marks that reorder text, and characters
    /// that nobody sees.
    ///
    /// A newline becomes `\n`, a tab `\t`, a carriage return `\r`, the escape character `\e`, and
    /// any other `\u{…}`. Backslashes in the text stay single: the result is for reading.
    public static func escape(_ text: String) -> String { escape(text, showsUnseen: true) }

    /// Does the same for data that programs read: a character that nobody sees harms nobody, and
    /// stays.
    package static func escapeHarmful(_ text: String) -> String { escape(text, showsUnseen: false) }

    private static func escape(_ text: String, showsUnseen: Bool) -> String {
        if !needsEscape(text) { return text }
        var result = ""
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if isHarmful(scalar) || showsUnseen && isUnseen(scalar, behind: last) {
                result += mark(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
            last = scalar
        }
        return result
    }

    /// Writes the marks that reorder text, and their like, as JSON escapes.
    ///
    /// They occur only in strings, so the text stays the same JSON; the JSON writer already escapes
    /// the control characters.
    public static func escapeInJSON(_ text: String) -> String {
        if !needsEscape(text) { return text }
        var result = ""
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            defer { last = scalar }
            if isHarmful(scalar) || isUnseen(scalar, behind: last) {
                let digits = hexadecimal(scalar.value).lowercased()
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Decodes bytes from outside as `escape` does; bytes that are not UTF-8 become `\x…`.
    public static func escape(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBufferPointer { buffer in
            var result = ""
            var start = 0
            while start < buffer.count {
                var end = start
                while end < buffer.count {
                    let length = UTF8Sequence.length(in: buffer, at: end)
                    if length == 0 { break }
                    end += length
                }
                result += escape(String(decoding: buffer[start..<end], as: UTF8.self))
                if end < buffer.count { result += "\\x" + hexadecimal(UInt32(buffer[end])) }
                start = end + 1
            }
            return result
        }
    }

    /// Escapes as `escape` does, but keeps tabs.
    static func escapeKeepingTabs(_ text: String) -> String {
        guard needsEscape(text) else { return text }
        return text.split(separator: "\t", omittingEmptySubsequences: false)
            .map { escape(String($0)) }.joined(separator: "\t")
    }

    /// Escapes as `escape` does, but keeps line feeds.
    package static func escapeKeepingLines(_ text: String) -> String {
        guard text.utf8.contains(Ascii.lineFeed) else { return escape(text) }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { escape(String($0)) }.joined(separator: "\n")
    }

    /// Nearly every text is printable ASCII, which is found eight bytes at a time.
    private static func needsEscape(_ text: String) -> Bool {
        guard !isPrintableASCII(text) else { return false }
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if isHarmful(scalar) || isUnseen(scalar, behind: last) { return true }
            last = scalar
        }
        return false
    }

    /// Whether a text is printable ASCII, of which nothing needs escaping.
    static func isPrintableASCII(_ text: String) -> Bool { text.withBytes { isPrintableASCII($0) } }

    /// Whether bytes are printable ASCII, as of a text.
    public static func isPrintableASCII(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { isPrintableASCII($0) }
    }

    @inline(__always)
    private static func isPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        !ByteWords.hasAny(bytes, ByteWords.unprintable)
    }

    /// Control characters, and those that change the direction or the lines of a text unseen.
    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C,
            0xFEFF:
            true
        // No characters at all, and XML, as in JUnit's reports, may not contain them.
        case 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    /// Characters without a form, by which two texts that look the same may differ.
    private static func isUnseen(_ scalar: Unicode.Scalar, behind last: Unicode.Scalar?) -> Bool {
        switch scalar.value {
        // The soft hyphen, the blank without width, and joiners and operators.
        case 0xAD, 0x200B, 0x2060...0x2064: true
        // Emoji, and letters of Persian and of India, are joined or kept apart; ASCII never is.
        case 0x200C, 0x200D: last?.isASCII ?? true
        default: false
        }
    }

    private static func mark(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x0A: "\\n"
        case 0x09: "\\t"
        case 0x0D: "\\r"
        case 0x1B: "\\e"
        default: "\\u{\(hexadecimal(scalar.value))}"
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
    }
}
