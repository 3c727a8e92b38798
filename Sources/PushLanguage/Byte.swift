/// The bytes that mean something to the language.
package enum Byte {
    static let tab: UInt8 = 0x09
    static let newline: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let exclamation: UInt8 = 0x21
    static let doubleQuote: UInt8 = 0x22
    static let hash: UInt8 = 0x23
    static let dollar: UInt8 = 0x24
    static let singleQuote: UInt8 = 0x27
    static let comma: UInt8 = 0x2C
    static let minus: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let zero: UInt8 = 0x30
    static let two: UInt8 = 0x32
    static let colon: UInt8 = 0x3A
    static let less: UInt8 = 0x3C
    static let equals: UInt8 = 0x3D
    static let question: UInt8 = 0x3F
    static let at: UInt8 = 0x40
    static let leftBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let rightBracket: UInt8 = 0x5D
    static let underscore: UInt8 = 0x5F
    static let leftBrace: UInt8 = 0x7B
    static let bar: UInt8 = 0x7C
    static let rightBrace: UInt8 = 0x7D

    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

    static func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

    static func isLower(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

    static func isLetter(_ byte: UInt8) -> Bool { isLower(byte | 0x20) && byte >= 0x41 }

    /// Whether the byte may occur in a name: a letter, a digit, `_` or `-`.
    package static func isName(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == underscore || byte == minus
    }

    static func hexValue(_ byte: UInt8) -> UInt32? {
        if isDigit(byte) { return UInt32(byte - zero) }
        let lower = byte | 0x20
        return lower >= 0x61 && lower <= 0x66 ? UInt32(lower - 0x61 + 10) : nil
    }
}
