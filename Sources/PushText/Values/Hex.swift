/// Hexadecimal text.
public enum Hex {
    /// The digits in upper case, as uuids and percent-codes have them.
    public static let upper = [UInt8]("0123456789ABCDEF".utf8)
    /// The digits in lower case, as tokens and digests have them.
    public static let lower = [UInt8]("0123456789abcdef".utf8)

    /// Returns two lower-case digits per byte, the form of a device token (NC-02).
    public static func text(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
            for (index, byte) in bytes.enumerated() {
                buffer[2 * index] = lower[Int(byte >> 4)]
                buffer[2 * index + 1] = lower[Int(byte & 15)]
            }
            return bytes.count * 2
        }
    }

    /// Reads bytes written as pairs of digits of either case; nil for anything else.
    public static func bytes(_ text: some Sequence<UInt8>) -> [UInt8]? {
        let digits = Array(text)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Whether a byte is a digit of either case.
    @inlinable public static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }

    /// The value of a digit, 0 to 15, in either case; nil for another byte.
    public static func value(_ digit: UInt8) -> UInt8? {
        Ascii.hexValue(digit).map { UInt8(truncatingIfNeeded: $0) }
    }
}
