/// Text whose UTF-8 somebody read as Windows-1252, so that `日本語` became `æ—¥æœ¬èªž`.
public enum Mojibake {
    /// The text that was meant; nil unless the given one is certainly garbled.
    ///
    /// Every character must be one of Windows-1252, and the bytes that they stand for must be
    /// UTF-8. Real text hardly ever is: a single pair of letters counts only if it is of Latin-1.
    public static func meant(by text: String) -> String? {
        guard !text.isASCII, text.utf8.count <= 8192 else { return nil }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = byte(of: scalar) else { return nil }
            bytes.append(byte)
        }
        guard let meant = String(validating: bytes, as: UTF8.self) else { return nil }
        let sequences = meant.unicodeScalars.filter { !$0.isASCII }
        // Control characters are no text.
        guard !sequences.contains(where: { $0.value < 0xA0 }) else { return nil }
        let isCertain =
            sequences.count > 1 || sequences.contains { $0.value < 0x100 || $0.value >= 0x800 }
        return isCertain ? meant : nil
    }

    /// The byte that a character is in Windows-1252; nil if it has none.
    private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        let value = scalar.value
        if value < 0x80 || (0xA0...0xFF).contains(value) { return UInt8(value) }
        if let place = upper.firstIndex(of: value) { return UInt8(0x80 + place) }
        // Decoders keep the five bytes without a character as control characters.
        return [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(value) ? UInt8(value) : nil
    }

    /// The characters of the bytes from 0x80 to 0x9F; 0 = none.
    private static let upper: [UInt32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
        0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
        0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
    ]
}
