/// Bytes in 64 letters (RFC 4648).
enum Base64 {
    private static let plain = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let forURLs = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The letters of bytes, filled up with `=`.
    static func text(_ bytes: [UInt8], forURL: Bool = false) -> String {
        let letters = forURL ? forURLs : plain
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let left = min(3, bytes.count - index)
            var word = Int(bytes[index]) << 16
            if left > 1 { word |= Int(bytes[index + 1]) << 8 }
            if left > 2 { word |= Int(bytes[index + 2]) }
            output.append(letters[word >> 18])
            output.append(letters[word >> 12 & 63])
            output.append(left > 1 ? letters[word >> 6 & 63] : UInt8(ascii: "="))
            output.append(left > 2 ? letters[word & 63] : UInt8(ascii: "="))
            index += 3
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The bytes of letters; nil when they are not such a text.
    static func bytes(_ text: String, forURL: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = []
        var word = 0
        var bits = 0
        let letters = Array(text.utf8)
        let count = letters.count - letters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard letters.count - count <= 2, count % 4 != 1 else { return nil }
        guard letters.count == count || letters.count % 4 == 0 else { return nil }
        for letter in letters.prefix(count) {
            guard let value = value(letter, forURL) else { return nil }
            word = word << 6 | value
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: word >> bits))
        }
        return bytes
    }

    private static func value(_ letter: UInt8, _ forURL: Bool) -> Int? {
        switch letter {
        case 0x41...0x5a: Int(letter) - 0x41
        case 0x61...0x7a: Int(letter) - 0x61 + 26
        case 0x30...0x39: Int(letter) - 0x30 + 52
        case UInt8(ascii: forURL ? "-" : "+"): 62
        case UInt8(ascii: forURL ? "_" : "/"): 63
        default: nil
        }
    }
}
