/// The numbers of JSON (RFC 8259, section 6).
enum NumberLexeme {
    /// Follows JSON's grammar of numbers: no plus, no leading zeros, digits on both sides of a
    /// point.
    static func matches(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var rest = text
        if rest.first == Byte.minus { rest.removeFirst() }
        guard let first = rest.first, Byte.isDigit(first) else { return false }
        let digits = dropDigits(&rest)
        if first == Byte.zero, digits > 1 { return false }
        if rest.first == Byte.dot {
            rest.removeFirst()
            if dropDigits(&rest) == 0 { return false }
        }
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if rest.first == Byte.minus || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
            if dropDigits(&rest) == 0 { return false }
        }
        return rest.isEmpty
    }

    private static func dropDigits(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        var count = 0
        while let byte = rest.first, Byte.isDigit(byte) {
            rest.removeFirst()
            count += 1
        }
        return count
    }
}
