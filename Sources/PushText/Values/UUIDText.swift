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
        text(
            (high & 0xFFFF_FFFF_FFFF_0FFF) | 0x4000,
            (low & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000, digits: digits)
    }

    /// Returns a uuid in its five groups, as its two halves are.
    private static func text(_ high: UInt64, _ low: UInt64, digits: [UInt8]) -> String {
        let letters = digits[10]
        let first = eight(high >> 32, letters)
        let second = eight(high, letters)
        let third = eight(low >> 32, letters)
        let fourth = eight(low, letters)
        return String(unsafeUninitializedCapacity: 36) { buffer in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            func put(_ four: UInt64, at place: Int) {
                bytes.storeBytes(
                    of: UInt32(truncatingIfNeeded: four).littleEndian, toByteOffset: place,
                    as: UInt32.self)
            }
            buffer[8] = Ascii.minus
            buffer[13] = Ascii.minus
            buffer[18] = Ascii.minus
            buffer[23] = Ascii.minus
            put(first, at: 0)
            put(first >> 32, at: 4)
            put(second, at: 9)
            put(second >> 32, at: 14)
            put(third, at: 19)
            put(third >> 32, at: 24)
            put(fourth, at: 28)
            put(fourth >> 32, at: 32)
            return 36
        }
    }

    /// The lower half of a word as eight hexadecimal digits, the first one in the lowest byte.
    ///
    /// All digits are made at once: each event has a uuid.
    private static func eight(_ word: UInt64, _ letters: UInt8) -> UInt64 {
        var digits = UInt64(UInt32(truncatingIfNeeded: word).byteSwapped)
        digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits >> 4 | digits << 8) & 0x0F0F_0F0F_0F0F_0F0F
        // Six more than a digit above 9 reaches the next four bits.
        let above = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return digits &+ 0x3030_3030_3030_3030 &+ above &* UInt64(letters - Ascii.zero - 10)
    }

    /// Reads a uuid as Java's `UUID.fromString` does, and returns it in lower case; nil if it is
    /// none.
    ///
    /// Java wants five groups, but no number of digits in each: a group that is too long loses its
    /// first digits.
    public static func read(_ text: String) -> String? {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.count == 5, text.utf16.count <= 36 else { return nil }
        var parts: [UInt64] = []
        for group in groups {
            guard let value = Int64(group, radix: 16) else { return nil }
            parts.append(UInt64(bitPattern: value))
        }
        return Self.text(
            (parts[0] & 0xFFFF_FFFF) << 32 | (parts[1] & 0xFFFF) << 16 | parts[2] & 0xFFFF,
            (parts[3] & 0xFFFF) << 48 | parts[4] & 0xFFFF_FFFF_FFFF, digits: Hex.lower)
    }

    /// Whether a text is a uuid as it is usually written, in 36 characters (RFC 9562); its digits
    /// may be of either case.
    public static func isWhole(_ text: String) -> Bool {
        text.withBytes { bytes in
            bytes.count == 36
                && bytes.enumerated().allSatisfy { place, byte in
                    switch place {
                    case 8, 13, 18, 23: byte == Ascii.minus
                    default: Hex.value(byte) != nil
                    }
                }
        }
    }

    /// Returns the 16 bytes of a uuid; nil if the text is none.
    public static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != Ascii.minus }
        return digits.count == 32 ? Hex.bytes(digits) : nil
    }

    /// Returns the uuid of 16 bytes in lower case; nil for another number of them.
    public static func text(_ bytes: [UInt8]) -> String? {
        guard bytes.count == 16 else { return nil }
        let half = { (half: ArraySlice<UInt8>) in half.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        return text(half(bytes[..<8]), half(bytes[8...]), digits: Hex.lower)
    }
}
