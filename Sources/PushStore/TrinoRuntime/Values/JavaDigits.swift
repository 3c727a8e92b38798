import PushText

/// Digits as Java's `Long.parseLong` and `BigDecimal` accept them: those of every script.
enum JavaDigits {
    /// Returns a text with the digits of all scripts in ASCII and, with `isWide`, also the
    /// fullwidth letters, which are digits of a larger base.
    ///
    /// Java looks at units of UTF-16: characters beyond U+FFFF are not digits there.
    static func plain(_ text: String, isWide: Bool = false) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        var output = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            output.append(Unicode.Scalar(plain(scalar, isWide)) ?? scalar)
        }
        return String(output)
    }

    private static func plain(_ scalar: Unicode.Scalar, _ isWide: Bool) -> UInt32 {
        guard (0x80...0xffff).contains(scalar.value) else { return scalar.value }
        let isLetter =
            (0xff21...0xff3a).contains(scalar.value) || (0xff41...0xff5a).contains(scalar.value)
        if isWide, isLetter { return scalar.value - 0xfee0 }
        let properties = scalar.properties
        guard properties.generalCategory == .decimalNumber, let value = properties.numericValue
        else { return scalar.value }
        return UInt32(Ascii.zero) + UInt32(value)
    }
}
