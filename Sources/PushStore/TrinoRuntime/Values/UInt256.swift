/// A whole number of 256 bits, for intermediate products and sums of decimals.
struct UInt256: Equatable {
    var high: UInt128
    var low: UInt128

    init(high: UInt128 = 0, low: UInt128) {
        self.high = high
        self.low = low
    }

    /// The product of two numbers.
    init(_ left: UInt128, times right: UInt128) {
        let product = left.multipliedFullWidth(by: right)
        high = product.high
        low = product.low
    }

    static func < (left: UInt256, right: UInt256) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }

    /// The sum; nil if it has more than 256 bits.
    func adding(_ other: UInt256) -> UInt256? {
        let (low, carry) = low.addingReportingOverflow(other.low)
        let (sum, first) = high.addingReportingOverflow(other.high)
        let (high, second) = sum.addingReportingOverflow(carry ? 1 : 0)
        return first || second ? nil : UInt256(high: high, low: low)
    }

    /// The difference from a number that is not larger.
    func subtracting(_ other: UInt256) -> UInt256 {
        let (low, borrow) = low.subtractingReportingOverflow(other.low)
        return UInt256(high: high &- other.high &- (borrow ? 1 : 0), low: low)
    }

    /// The quotient and the remainder.
    ///
    /// The divisor must not be zero.
    func divided(by divisor: UInt128) -> (quotient: UInt256, remainder: UInt128) {
        let (upper, rest) = high.quotientAndRemainder(dividingBy: divisor)
        guard rest > 0 else {
            let (lower, remainder) = low.quotientAndRemainder(dividingBy: divisor)
            return (UInt256(high: upper, low: lower), remainder)
        }
        let (lower, remainder) = divisor.dividingFullWidth((rest, low))
        return (UInt256(high: upper, low: lower), remainder)
    }
}
