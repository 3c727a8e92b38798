import PushText

/// A number that is written without an exponent, compared by its digits: a Double would round it.
struct PlainDecimal: Comparable {
    private let isNegative: Bool
    /// The digits before the point, without zeros in front.
    private let whole: [UInt8]
    /// The digits behind it, without zeros at the end.
    private let fraction: [UInt8]

    /// Reads a number in JSON's form; nil for one with an exponent, and for any other text.
    init?(_ text: String) {
        var digits = Array(text.utf8)[...]
        let hasSign = digits.first == UInt8(ascii: "-")
        if hasSign { digits = digits.dropFirst() }
        let parts = digits.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy(Ascii.isDigit)
        }
        guard areDigits else { return nil }
        let zero = UInt8(ascii: "0")
        whole = Array(parts[0].drop { $0 == zero })
        var rest = parts.count > 1 ? Array(parts[1]) : []
        while rest.last == zero { rest.removeLast() }
        fraction = rest
        isNegative = hasSign && !(whole.isEmpty && rest.isEmpty)
    }

    static func < (left: PlainDecimal, right: PlainDecimal) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative ? right.isNearerZero(than: left) : left.isNearerZero(than: right)
    }

    private func isNearerZero(than other: PlainDecimal) -> Bool {
        if whole.count != other.whole.count { return whole.count < other.whole.count }
        if whole != other.whole { return whole.lexicographicallyPrecedes(other.whole) }
        return fraction.lexicographicallyPrecedes(other.fraction)
    }
}
