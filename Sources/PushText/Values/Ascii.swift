/// The bytes of ASCII that grammars name.
@usableFromInline package enum Ascii {
    @inlinable package static var tab: UInt8 { 0x09 }
    @inlinable package static var lineFeed: UInt8 { 0x0A }
    @inlinable package static var carriageReturn: UInt8 { 0x0D }
    @inlinable package static var space: UInt8 { 0x20 }
    @inlinable package static var quote: UInt8 { 0x22 }
    @inlinable package static var percent: UInt8 { 0x25 }
    @inlinable package static var apostrophe: UInt8 { 0x27 }
    @inlinable package static var plus: UInt8 { 0x2B }
    @inlinable package static var comma: UInt8 { 0x2C }
    @inlinable package static var minus: UInt8 { 0x2D }
    @inlinable package static var dot: UInt8 { 0x2E }
    @inlinable package static var slash: UInt8 { 0x2F }
    @inlinable package static var zero: UInt8 { 0x30 }
    @inlinable package static var nine: UInt8 { 0x39 }
    @inlinable package static var colon: UInt8 { 0x3A }
    @inlinable package static var equals: UInt8 { 0x3D }
    @inlinable package static var at: UInt8 { 0x40 }
    @inlinable package static var openBracket: UInt8 { 0x5B }
    @inlinable package static var backslash: UInt8 { 0x5C }
    @inlinable package static var closeBracket: UInt8 { 0x5D }
    @inlinable package static var underscore: UInt8 { 0x5F }
    @inlinable package static var a: UInt8 { 0x61 }
    @inlinable package static var b: UInt8 { 0x62 }
    @inlinable package static var f: UInt8 { 0x66 }
    @inlinable package static var n: UInt8 { 0x6E }
    @inlinable package static var r: UInt8 { 0x72 }
    @inlinable package static var t: UInt8 { 0x74 }
    @inlinable package static var u: UInt8 { 0x75 }
    @inlinable package static var openBrace: UInt8 { 0x7B }
    @inlinable package static var closeBrace: UInt8 { 0x7D }
    @inlinable package static var delete: UInt8 { 0x7F }
    @inlinable package static var c1Lead: UInt8 { 0xC2 }

    @inlinable package static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

    /// Whether the byte is a small letter.
    @inlinable package static func isLower(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

    /// A capital letter's small one; any other byte as it is.
    @inlinable package static func lower(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// Whether the byte is a letter, of either case, or a digit.
    @inlinable package static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- 0x61 < 26
    }

    /// Whether the byte belongs to a bare word or number, and so to the same mistake.
    @inlinable package static func isWord(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == underscore
    }

    /// The hexadecimal digit of a value below 16.
    @inlinable package static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? zero + value : 0x57 + value
    }

    /// The value of a hexadecimal digit, or nil.
    @inlinable package static func hexValue(_ byte: UInt8) -> UInt16? {
        if isDigit(byte) { return UInt16(byte - zero) }
        let letter = (byte | 0x20) &- 0x61
        return letter < 6 ? UInt16(letter + 10) : nil
    }
}
