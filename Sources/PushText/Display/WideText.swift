/// Full-width text, as a Japanese input method types it where half-width characters were meant.
package enum WideText {
    /// Returns the text in half-width characters; nil if it has no full-width ones.
    ///
    /// U+FF01 to U+FF5E are the full-width forms of `!` to `~`, U+3000 is the wide blank.
    package static func narrow(_ text: String) -> String? {
        var result = ""
        var isChanged = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x3000:
                result += " "
                isChanged = true
            case 0xFF01...0xFF5E:
                result.unicodeScalars.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
                isChanged = true
            default: result.unicodeScalars.append(scalar)
            }
        }
        return isChanged ? result : nil
    }

    /// The text with blanks in place of no-break spaces, which look the same; nil if it has none.
    package static func plain(_ text: String) -> String? {
        let isUnbroken = { (scalar: Unicode.Scalar) in
            [0xA0, 0x2007, 0x202F].contains(scalar.value)
        }
        guard text.unicodeScalars.contains(where: isUnbroken) else { return nil }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(isUnbroken(scalar) ? " " : scalar) }
        return String(result)
    }

    /// Whether a text begins with a dash that an editor may have put in the place of two hyphens.
    package static func beginsWithDash(_ text: String) -> Bool {
        text.unicodeScalars.first.map { (0x2010...0x2015).contains($0.value) || $0.value == 0x2212 }
            ?? false
    }

    /// Whether a text has typographic quotation marks, which the language does not read as quotes.
    package static func hasTypographicQuote(_ text: String) -> Bool {
        text.unicodeScalars.contains {
            (0x2018...0x201F).contains($0.value) || (0x300C...0x300F).contains($0.value)
                || $0.value == 0xFF02 || $0.value == 0xFF07
        }
    }
}
