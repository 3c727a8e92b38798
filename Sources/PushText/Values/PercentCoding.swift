/// Percent-coded text (RFC 3986, section 2.1), as in URLs and HTML forms.
public enum PercentCoding {
    /// Decodes a text; bytes that are not UTF-8 become U+FFFD.
    ///
    /// With `plusIsBlank`, `+` stands for a blank, as in forms.
    public static func decode(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String {
        String(decoding: decode(bytes: text.utf8, plusIsBlank: plusIsBlank), as: UTF8.self)
    }

    /// Decodes to bytes; a `%` without two hexadecimal digits stays, as in browsers.
    public static func decode(
        bytes: some Sequence<UInt8>, plusIsBlank: Bool = false
    ) -> [UInt8] {
        var output: [UInt8] = []
        let source = Array(bytes)
        output.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            let byte = source[index]
            if byte == UInt8(ascii: "%"), index + 2 < source.count,
                let high = Hex.value(source[index + 1]), let low = Hex.value(source[index + 2])
            {
                output.append(high << 4 | low)
                index += 3
            } else {
                output.append(plusIsBlank && byte == Ascii.plus ? Ascii.space : byte)
                index += 1
            }
        }
        return output
    }

    /// Returns the decoded text; nil if nothing in it is coded.
    public static func decoded(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return nil }
        let decoded = decode(text)
        return decoded == text ? nil : decoded
    }

    /// Whether two hexadecimal digits follow each `%`.
    public static func isWellFormed(_ bytes: some Sequence<UInt8>) -> Bool {
        var missing = 0
        for byte in bytes {
            if missing > 0 {
                guard Hex.value(byte) != nil else { return false }
                missing -= 1
            } else if byte == UInt8(ascii: "%") {
                missing = 2
            }
        }
        return missing == 0
    }

    /// Encodes everything except letters, digits and the ASCII characters to keep.
    public static func encode(_ text: String, keeping: String) -> String {
        var bytes: [UInt8] = []
        append(encoded: text.utf8, keeping: keeping, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the encoding of bytes to an output; `plusIsBlank` writes a blank as `+`, as forms
    /// do.
    public static func append(
        encoded bytes: some Sequence<UInt8>, keeping: String, plusIsBlank: Bool = false,
        to output: inout [UInt8]
    ) {
        let kept = Array(keeping.utf8)
        for byte in Array(bytes) {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: output.append(byte)
            case Ascii.space where plusIsBlank: output.append(Ascii.plus)
            case _ where kept.contains(byte): output.append(byte)
            default:
                output.append(UInt8(ascii: "%"))
                output.append(Hex.upper[Int(byte >> 4)])
                output.append(Hex.upper[Int(byte & 15)])
            }
        }
    }
}
