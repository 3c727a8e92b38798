import PushModel

/// The state of `bitwise_and_agg`, `bitwise_or_agg` and `bitwise_xor_agg`: in how many numbers of
/// the frame each bit is set.
final class BitCounts: SQLAccumulator {
    /// Whether a bit of the result is set, by the numbers that have it and all numbers.
    private let isSet: @Sendable (Int, Int) -> Bool
    private var counts = Array(repeating: 0, count: 64)
    private var count = 0

    init(_ isSet: @escaping @Sendable (Int, Int) -> Bool) {
        self.isSet = isSet
    }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        take(arguments[0], 1)
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        take(arguments[0], -1)
    }

    private func take(_ cell: Cell, _ sign: Int) {
        guard case .integer(let value) = cell else { return }
        count += sign
        var rest = UInt64(bitPattern: value)
        while rest != 0 {
            counts[rest.trailingZeroBitCount] += sign
            rest &= rest - 1
        }
    }

    func value(in context: SQLContext) -> Cell {
        guard count > 0 else { return .null }
        var result: UInt64 = 0
        for (bit, number) in counts.enumerated() where isSet(number, count) { result |= 1 << bit }
        return .integer(Int64(bitPattern: result))
    }
}
