import PushText

/// Literals and names in the text of SQLite.
enum SQLText {
    static func string(_ text: String) -> String {
        guard !text.utf8.contains(0) else {
            return "CAST(\(blob(Array(text.utf8))) AS TEXT)"
        }
        return text.quoted(with: Ascii.apostrophe)
    }

    static func name(_ name: String) -> String {
        name.quoted(with: Ascii.quote)
    }

    static func blob(_ bytes: [UInt8]) -> String {
        var text = "X'"
        for byte in bytes {
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return text + "'"
    }

    static func double(_ value: Double) -> String {
        if value.isNaN { return "'NaN'" }
        if value.isInfinite { return value < 0 ? "-9e999" : "9e999" }
        return "\(value)"
    }

    static func list(_ terms: [Term]) -> String {
        terms.map(\.sql).joined(separator: ", ")
    }
}
