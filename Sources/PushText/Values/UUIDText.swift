/// Universally unique identifiers as text.
public enum UUIDText {
    /// Returns a uuid of version 4 and the standard variant (RFC 9562).
    ///
    /// - Parameters:
    ///   - high: the upper half, four bits of which the version replaces.
    ///   - low: the lower half, two bits of which the variant replaces.
    ///   - digits: `Hex.upper`, as the Treasure Data SDK writes uuids, or `Hex.lower`.
    /// - Returns: the text of 36 characters.
    public static func version4(_ high: UInt64, _ low: UInt64, digits: [UInt8]) -> String {
        let high = (high & 0xFFFF_FFFF_FFFF_0FFF) | 0x4000
        let low = (low & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
        return String(unsafeUninitializedCapacity: 36) { buffer in
            digits.withUnsafeBufferPointer { digits in
                var word = high
                for index in 0..<36 {
                    switch index {
                    case 8, 13, 23: buffer[index] = UInt8(ascii: "-")
                    case 18:
                        buffer[index] = UInt8(ascii: "-")
                        word = low
                    default:
                        buffer[index] = digits[Int(truncatingIfNeeded: word >> 60)]
                        word <<= 4
                    }
                }
            }
            return 36
        }
    }
}
