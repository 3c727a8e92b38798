/// Universally unique identifiers as text.
public enum UUIDText {
    /// A uuid of version 4 and the standard variant (RFC 9562) out of 128 bits, six of which give
    /// way to those two.
    ///
    /// - Parameter digits: `Hex.upper`, as the Treasure Data SDK writes uuids, or `Hex.lower`.
    public static func version4(_ high: UInt64, _ low: UInt64, digits: [UInt8]) -> String {
        let high = (high & 0xFFFF_FFFF_FFFF_0FFF) | 0x4000
        let low = (low & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
        return String(unsafeUninitializedCapacity: 36) { buffer in
            var index = 0
            for (word, groups) in [(high, [8, 4, 4]), (low, [4, 12])] {
                var shift: UInt64 = 64
                for group in groups {
                    if index > 0 {
                        buffer[index] = UInt8(ascii: "-")
                        index += 1
                    }
                    for _ in 0..<group {
                        shift -= 4
                        buffer[index] = digits[Int((word >> shift) & 15)]
                        index += 1
                    }
                }
            }
            return 36
        }
    }
}
