/// Base64 with `+`, `/` and padding, as channel IDs are written (RFC 4648, 4).
public enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Encodes bytes.
    public static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let rest = bytes[start...].prefix(3)
            var value: UInt32 = 0
            for place in 0..<3 {
                let byte = place < rest.count ? UInt32(rest[start + place]) : 0
                value = value << 8 | byte
            }
            for place in 0..<4 {
                let isThere = place <= rest.count
                text.append(
                    isThere ? letters[Int(value >> UInt32(18 - 6 * place) & 63)] : 0x3D)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether a text is whole Base64 of at least one byte.
    public static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count % 4 == 0 else { return false }
        let padding = bytes.suffix(2).count { $0 == 0x3D }
        return bytes.dropLast(padding).allSatisfy(letters.contains)
    }
}
