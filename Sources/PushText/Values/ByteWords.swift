/// Tests of all bytes of a text, eight in one step.
///
/// A compiler does this for a plain loop, but only from some thirty bytes on, and most texts here
/// are shorter. The last word overlaps the one before, and a text of fewer than eight bytes is
/// repeated until it fills one. A test says whether a word contains such a byte, but its marks do
/// not say which one.
enum ByteWords {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let marks: UInt64 = 0x8080_8080_8080_8080

    /// Whether `test` marks any of the bytes.
    @inline(__always)
    static func hasAny(
        _ bytes: UnsafeBufferPointer<UInt8>, _ test: (UInt64) -> UInt64
    ) -> Bool {
        if bytes.isEmpty { return false }
        let raw = UnsafeRawBufferPointer(bytes)
        guard bytes.count >= 8 else { return isMarked(test(short(raw))) }
        let last = bytes.count &- 8
        var found: UInt64 = 0
        var start = 0
        while start < last {
            found |= test(raw.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            start &+= 8
        }
        found |= test(raw.loadUnaligned(fromByteOffset: last, as: UInt64.self))
        return isMarked(found)
    }

    /// A word of the bytes of a text of one to seven.
    @inline(__always)
    static func short(_ raw: UnsafeRawBufferPointer) -> UInt64 {
        if raw.count >= 4 {
            let first = raw.loadUnaligned(as: UInt32.self)
            let last = raw.loadUnaligned(fromByteOffset: raw.count &- 4, as: UInt32.self)
            return UInt64(first) | UInt64(last) << 32
        }
        // The first byte, the middle one and the last: all that three bytes are.
        let first = UInt64(raw[0])
        let others = UInt64(raw[raw.count &>> 1]) << 8 | UInt64(raw[raw.count &- 1]) << 16
        return first &* (ones & ~0xFFFF00) | others
    }

    /// Marks bytes that are not printable ASCII: below 0x20, or above 0x7E.
    @inline(__always)
    static func unprintable(_ word: UInt64) -> UInt64 {
        (word &- ones &* 0x20) | (word &+ ones) | word
    }

    /// A word of one byte, eight times.
    @inline(__always)
    static func all(_ byte: Unicode.Scalar) -> UInt64 { ones &* UInt64(UInt8(ascii: byte)) }

    /// Marks the bytes that are ASCII digits, and no others.
    @inline(__always)
    static func digits(_ word: UInt64) -> UInt64 {
        let value = word ^ all("0")
        return ~(((value & ~marks) &+ ones &* (0x80 - 10)) | value) & marks
    }

    /// Marks the lowest zero byte, if there is one, and perhaps bytes above it.
    ///
    /// Bits that are no marks say nothing.
    @inline(__always)
    static func anyZero(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

    /// Whether a test marked a byte.
    @inline(__always)
    static func isMarked(_ word: UInt64) -> Bool { word & marks != 0 }

    /// Marks bytes if any equals a given one.
    @inline(__always)
    static func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        anyZero(word ^ (ones &* UInt64(byte)))
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes are those of another buffer.
    package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard count >= 8 else {
            return isEmpty || ByteWords.short(self) == ByteWords.short(other)
        }
        let last = count &- 8
        var difference: UInt64 = 0
        var start = 0
        while start < last {
            difference |= word(at: start) ^ other.word(at: start)
            start &+= 8
        }
        return difference | (word(at: last) ^ other.word(at: last)) == 0
    }

    @inline(__always)
    private func word(at offset: Int) -> UInt64 {
        loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
}
