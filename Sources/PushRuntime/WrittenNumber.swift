import PushText

/// A number as it is written, compared digit by digit: a Double would round it.
struct WrittenNumber: Comparable {
    private let isNegative: Bool
    /// The digits from the first to the last that is not zero; none for zero.
    private let digits: [UInt8]
    /// The power of ten of the first digit; 0 for zero.
    private let exponent: Int
    /// Whether it was written with an exponent, which SQL's decimals never are.
    let hasExponent: Bool

    /// Reads a number in JSON's form; nil for any other text, and for an exponent beyond 64 bits.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        let mark = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") }
        var shift = 0
        if let mark {
            var written = bytes[(mark + 1)...]
            if written.first == UInt8(ascii: "+") { written = written.dropFirst() }
            guard written.last.map(Ascii.isDigit) == true, written.count <= 18,
                let power = Int(String(decoding: written, as: UTF8.self))
            else { return nil }
            shift = power
        }
        var mantissa = bytes[..<(mark ?? bytes.count)]
        let hasSign = mantissa.first == Ascii.minus
        if hasSign { mantissa = mantissa.dropFirst() }
        let parts = mantissa.split(
            separator: Ascii.dot, maxSplits: 1, omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy(Ascii.isDigit)
        }
        guard areDigits else { return nil }
        var all = Array(parts.joined())
        let zeros = all.prefix { $0 == Ascii.zero }.count
        all.removeFirst(zeros)
        while all.last == Ascii.zero { all.removeLast() }
        digits = all
        exponent = all.isEmpty ? 0 : parts[0].count - 1 - zeros + shift
        isNegative = hasSign && !all.isEmpty
        hasExponent = mark != nil
    }

    static func == (left: WrittenNumber, right: WrittenNumber) -> Bool {
        left.isNegative == right.isNegative && left.exponent == right.exponent
            && left.digits == right.digits
    }

    static func < (left: WrittenNumber, right: WrittenNumber) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative ? right.isNearerZero(than: left) : left.isNearerZero(than: right)
    }

    private func isNearerZero(than other: WrittenNumber) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return !other.digits.isEmpty }
        if exponent != other.exponent { return exponent < other.exponent }
        return digits.lexicographicallyPrecedes(other.digits)
    }
}
