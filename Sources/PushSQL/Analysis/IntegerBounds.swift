/// The range of an operator's result, so that checks can be left out.
enum IntegerBounds {
    /// The lowest and the highest value that an integer can have here, both included.
    typealias Bounds = ClosedRange<Int64>

    /// Returns nil if the result can overflow 64 bits, or the divisor can be zero.
    ///
    /// Each bound of the result comes from one of the corners of both ranges. A remainder takes the
    /// dividend's sign, as in Trino, and is smaller than the divisor's largest magnitude.
    static func bounds(
        _ symbol: Expression.Arithmetic, _ left: Bounds, _ right: Bounds
    ) -> Bounds? {
        switch symbol {
        case .add:
            return extremes([
                left.lowerBound.addingReportingOverflow(right.lowerBound),
                left.upperBound.addingReportingOverflow(right.upperBound),
            ])
        case .subtract:
            return extremes([
                left.lowerBound.subtractingReportingOverflow(right.upperBound),
                left.upperBound.subtractingReportingOverflow(right.lowerBound),
            ])
        case .multiply:
            return extremes(
                [
                    (left.lowerBound, right.lowerBound), (left.lowerBound, right.upperBound),
                    (left.upperBound, right.lowerBound), (left.upperBound, right.upperBound),
                ].map { $0.multipliedReportingOverflow(by: $1) })
        case .divide:
            guard !right.contains(0) else { return nil }
            return extremes(
                [
                    (left.lowerBound, right.lowerBound), (left.lowerBound, right.upperBound),
                    (left.upperBound, right.lowerBound), (left.upperBound, right.upperBound),
                ].map { $0.dividedReportingOverflow(by: $1) })
        case .modulus:
            guard !right.contains(0), right.lowerBound > .min else { return nil }
            let largest = max(abs(right.lowerBound), abs(right.upperBound)) - 1
            return (left.lowerBound < 0 ? -largest : 0)...(left.upperBound > 0 ? largest : 0)
        }
    }

    /// Returns the range from the smallest to the largest value; nil if computing one overflowed.
    private static func extremes(_ values: [(partialValue: Int64, overflow: Bool)]) -> Bounds? {
        var low = Int64.max
        var high = Int64.min
        for value in values {
            guard !value.overflow else { return nil }
            low = min(low, value.partialValue)
            high = max(high, value.partialValue)
        }
        return low...high
    }
}
