import PushText

/// Reads texts like Java's `Double.parseDouble`.
extension RuntimeCast {
    /// Returns a number as Java reads it.
    static func double(_ text: String) -> Double? {
        var word = String(Substring(text.utf8.trimming { $0 <= Ascii.space }))
        switch word {
        case "NaN", "+NaN", "-NaN": return .nan
        case "Infinity", "+Infinity": return .infinity
        case "-Infinity": return -.infinity
        default: break
        }
        if let hexadecimal = hexadecimal(word) { return hexadecimal }
        // Java's own suffixes for the type of a number.
        if let last = word.utf8.last, "dDfF".utf8.contains(last) { word.removeLast() }
        let isPlain = word.utf8.allSatisfy { byte in
            Ascii.isDigit(byte) || byte == Ascii.dot || byte == Ascii.minus
                || byte == Ascii.plus || byte | 0x20 == UInt8(ascii: "e")
        }
        guard isPlain, !word.isEmpty else { return nil }
        if let value = Double(word) { return value }
        // Java accepts a point with digits on only one side.
        guard word.utf8.contains(where: Ascii.isDigit) else { return nil }
        var bytesOut: [UInt8] = []
        var before: UInt8 = 0
        for byte in word.utf8 {
            if byte == Ascii.dot, !Ascii.isDigit(before) { bytesOut.append(Ascii.zero) }
            if before == Ascii.dot, !Ascii.isDigit(byte) { bytesOut.append(Ascii.zero) }
            bytesOut.append(byte)
            before = byte
        }
        if before == Ascii.dot { bytesOut.append(Ascii.zero) }
        return Double(String(decoding: bytesOut, as: UTF8.self))
    }

    /// Reads a number such as `0x1.8p3`, whose exponent Java requires.
    private static func hexadecimal(_ word: String) -> Double? {
        let digits = word.drop { $0 == "-" || $0 == "+" }
        guard word.utf8.count - digits.utf8.count < 2, digits.lowercased().hasPrefix("0x"),
            digits.contains(where: { $0 == "p" || $0 == "P" })
        else { return nil }
        var text = word.lowercased()
        if let last = text.utf8.last, "df".utf8.contains(last) { text.removeLast() }
        text = text.replacing(".p", with: ".0p").replacing("x.", with: "x0.")
        return Double(text)
    }
}
