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
        guard needsEscape(text, showsUnseen: showsUnseen) else { return text }
        var result = ""
        for (scalar, isMarked) in VisibleScalars(text, showsUnseen: showsUnseen) {
            if isMarked { result += mark(scalar) } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    /// Writes the marks that reorder text, and their like, as JSON escapes.
    ///
    /// They occur only in strings, so the text stays the same JSON; the JSON writer already escapes
    /// the control characters.
    public static func escapeInJSON(_ text: String) -> String {
        guard needsEscape(text) else { return text }
        var result = ""
        for (scalar, isMarked) in VisibleScalars(text, showsUnseen: true) {
            guard isMarked else {
                result.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = hexadecimal(UInt32(unit)).lowercased()
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result
    }

    /// Does the same for JSON on several lines, whose line ends are between its values.
    package static func escapeInJSONKeepingLines(_ text: String) -> String {
        // A report of a hundred thousand tests is not split into its million lines for nothing.
        guard text.utf8.contains(where: { !isPrintable($0) && $0 != Ascii.lineFeed }) else {
            return text
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { escapeInJSON(String($0)) }.joined(separator: "\n")
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
    private static func needsEscape(_ text: String, showsUnseen: Bool = true) -> Bool {
        !isPrintableASCII(text)
            && VisibleScalars(text, showsUnseen: showsUnseen).contains { $0.isMarked }
    }

    /// Whether a text is printable ASCII, of which nothing needs escaping.
    static func isPrintableASCII(_ text: String) -> Bool { text.withBytes { isPrintableASCII($0) } }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }

    /// Whether bytes are printable ASCII, as of a text.
    package static func isPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        !ByteWords.hasAny(bytes, ByteWords.unprintable)
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
