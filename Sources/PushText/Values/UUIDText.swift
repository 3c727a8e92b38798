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
                /// Writes the last digits of a word to as many places.
                func write(_ word: UInt64, _ places: Range<Int>) {
                    var (rest, place) = (word, places.upperBound)
                    while place > places.lowerBound {
                        place -= 1
                        buffer[place] = digits[Int(truncatingIfNeeded: rest & 15)]
                        rest >>= 4
                    }
                }
                write(high >> 32, 0..<8)
                buffer[8] = UInt8(ascii: "-")
                write(high >> 16, 9..<13)
                buffer[13] = UInt8(ascii: "-")
                write(high, 14..<18)
                buffer[18] = UInt8(ascii: "-")
                write(low >> 48, 19..<23)
                buffer[23] = UInt8(ascii: "-")
                write(low, 24..<36)
            }
            return 36
        }
    }
}
