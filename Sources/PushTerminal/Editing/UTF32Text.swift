/// Conversions between the editor's code points and Swift's strings.
enum UTF32Text {
    /// Appends a code point as UTF-8; anything that is not a Unicode scalar becomes U+FFFD.
    @inline(__always)
    static func append(_ point: UInt32, to bytes: inout [UInt8]) {
        switch point {
        case 0..<0x80:
            bytes.append(UInt8(truncatingIfNeeded: point))
        case 0x80..<0x800:
            bytes.append(UInt8(truncatingIfNeeded: 0xC0 | point >> 6))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | point & 0x3F))
        case 0xD800..<0xE000, 0x11_0000...:
            bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
        case 0x800..<0x1_0000:
            bytes.append(UInt8(truncatingIfNeeded: 0xE0 | point >> 12))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | point >> 6 & 0x3F))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | point & 0x3F))
        default:
            bytes.append(UInt8(truncatingIfNeeded: 0xF0 | point >> 18))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | point >> 12 & 0x3F))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | point >> 6 & 0x3F))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | point & 0x3F))
        }
    }

    /// The bytes that a code point takes in UTF-8.
    @inline(__always)
    static func length(_ point: UInt32) -> Int {
        point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4
    }

    /// Makes a string from code points.
    static func string(_ points: some Sequence<UInt32>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(points.underestimatedCount)
        for point in points { append(point, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the code points of a string.
    static func points(_ text: String) -> [UInt32] {
        text.unicodeScalars.map(\.value)
    }

    /// Whether a code point belongs to a word, for the keys that move by words.
    static func isWord(_ point: UInt32) -> Bool {
        switch point {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
        case 0..<0x80: false
        default: Unicode.Scalar(point).map { $0.properties.isAlphabetic } ?? false
        }
    }
}
