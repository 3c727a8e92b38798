import PushText

/// Literals and names in the text of SQLite.
enum SQLText {
    /// Writes a text; one with a NUL goes as bytes, since SQLite's parser ends at it.
    static func string(_ text: String) -> String {
        guard !text.utf8.contains(0) else {
            return "CAST(\(blob(Array(text.utf8))) AS TEXT)"
        }
        return text.quoted(with: Ascii.apostrophe)
    }

    /// Writes a name in double quotes, so that no word of SQLite's is in the way.
    static func name(_ name: String) -> String {
        name.quoted(with: Ascii.quote)
    }

    /// Writes bytes as `X'…'`.
    static func blob(_ bytes: [UInt8]) -> String {
        var text = "X'"
        for byte in bytes {
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return text + "'"
    }

    /// Writes a floating-point number with all its digits.
    ///
    /// SQLite has no literal for infinity, but reads a number that is too large as one; NaN is a
    /// text.
    static func double(_ value: Double) -> String {
        if value.isNaN { return "'NaN'" }
        if value.isInfinite { return value < 0 ? "-9e999" : "9e999" }
        return "\(value)"
    }

    /// Writes terms as arguments.
    static func list(_ terms: [Term]) -> String {
        terms.map(\.sql).joined(separator: ", ")
    }
}
