import PushText

/// Text inside XML and HTML.
enum Markup {
    /// Escapes markup, and makes control characters visible, which XML 1.0 cannot hold.
    static func escape(_ text: String) -> String {
        entities(VisibleText.escapeKeepingLines(text))
    }

    /// Escapes the value of an attribute of XML, in which a reader takes a line end for a blank.
    static func attribute(_ text: String) -> String {
        // To look for a line end letter by letter takes half the time of a long report.
        escape(text).replacing(byte: Ascii.lineFeed, with: "&#10;")
    }

    /// Escapes text between tags, where a quotation mark is an ordinary letter.
    ///
    /// A browser reads an entity slowly, and payloads are full of quotation marks.
    static func content(_ text: String) -> String {
        entities(VisibleText.escapeKeepingLines(text), inQuotes: false)
    }

    /// Escapes markup in a text whose control characters are visible already.
    static func entities(_ text: String, inQuotes: Bool = true) -> String {
        guard text.utf8.contains(where: isMarkup) else { return text }
        // By scalar: a character that combines with the next one must not hide a `<` from this.
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"" where inQuotes: result.append(contentsOf: "&quot;".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func isMarkup(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): true
        default: false
        }
    }
}
