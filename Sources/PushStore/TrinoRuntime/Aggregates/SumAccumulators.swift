import PushModel

/// The state of `sum` and `avg` over doubles, which may be NaN or infinite.
final class DoubleSum: SQLAccumulator {
    private let isMean: Bool
    private let isReal: Bool
    private var count: Int64 = 0
    /// The sum of the finite values alone.
    private var finite = 0.0
    // Counted separately, so that the result is right again once such a value leaves the frame.
    private var notNumbers = 0
    private var above = 0
    private var below = 0

    init(isMean: Bool, isReal: Bool) {
        self.isMean = isMean
        self.isReal = isReal
    }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        guard !arguments[0].isNull else { return }
        take(try RuntimeOrder.number(arguments[0]), 1)
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        guard !arguments[0].isNull, let value = try? RuntimeOrder.number(arguments[0]) else {
            return
        }
        take(value, -1)
    }

    private func take(_ value: Double, _ sign: Int) {
        count += Int64(sign)
        if value.isNaN {
            notNumbers += sign
        } else if value.isInfinite {
            if value > 0 { above += sign } else { below += sign }
        } else {
            finite += Double(sign) * value
        }
    }

    func value(in context: SQLContext) -> Cell {
        guard count > 0 else { return .null }
        var sum = finite
        if notNumbers > 0 || (above > 0 && below > 0) {
            sum = .nan
        } else if above > 0 || below > 0 {
            sum = above > 0 ? .infinity : -.infinity
        }
        let result = isMean ? sum / Double(count) : sum
        return .double(isReal ? Double(Float(result)) : result)
    }
}

/// The state of `sum` and `avg` over floating-point numbers if the frame's first row moves.
///
/// Nothing is subtracted: removing 1e17 would also remove small values added to it. A short frame
/// is summed again from its first row on; a long one keeps the sums of its front.
final class FrameSum: SQLAccumulator {
    private let isMean: Bool
    private let isReal: Bool
    /// The values from the start of the front on.
    private var values: [Double] = []
    private let size = KeptBytes()
    private var head = 0
    // The sums from a row to the end of the front, the last of them for the front's last row.
    private var front: [Double] = []
    /// The index in `values` after the front's last value.
    private var frontEnd = 0
    /// The sum of the values behind the front.
    private var back = 0.0

    /// The number of values up to which they are summed anew, which is the more exact way.
    private static let shortFrame = 64
    /// The bytes that a value takes, with its sum.
    private static let rowSize = 16

    init(isMean: Bool, isReal: Bool) {
        self.isMean = isMean
        self.isReal = isReal
    }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        guard !arguments[0].isNull else { return }
        try size.add(Self.rowSize, in: context)
        let value = try RuntimeOrder.number(arguments[0])
        values.append(value)
        back += value
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        guard !arguments[0].isNull, head < values.count else { return }
        head += 1
        guard head > frontEnd else { return }
        // The back becomes the front.
        values.removeFirst(head)
        size.remove(head * Self.rowSize)
        head = 0
        frontEnd = values.count
        front = values
        for index in front.indices.dropLast().reversed() { front[index] += front[index + 1] }
        back = 0
    }

    func value(in context: SQLContext) -> Cell {
        let count = values.count - head
        guard count > 0 else { return .null }
        var sum = 0.0
        if count <= Self.shortFrame {
            for value in values[head...] { sum += value }
        } else {
            sum = (head < frontEnd ? front[head] : 0) + back
        }
        let result = isMean ? sum / Double(count) : sum
        return .double(isReal ? Double(Float(result)) : result)
    }
}

/// The state of `sum` and `avg` over decimals of one scale.
///
/// The scale is that of the values, all of which have the same.
final class DecimalSum: SQLAccumulator {
    private let isMean: Bool
    private var count: Int64 = 0
    private var scale = 0
    // Positive and negative numbers apart; their difference is the sum.
    private var above = UInt256(low: 0)
    private var below = UInt256(low: 0)

    init(isMean: Bool) { self.isMean = isMean }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        guard let cell = arguments.last, !cell.isNull else { return }
        let value = try RuntimeOrder.decimal(cell)
        scale = value.scale
        count += 1
        let magnitude = UInt256(low: value.magnitude)
        if value.isNegative {
            below = below.adding(magnitude) ?? below
        } else {
            above = above.adding(magnitude) ?? above
        }
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        guard let cell = arguments.last, !cell.isNull,
            let value = try? RuntimeOrder.decimal(cell)
        else { return }
        count -= 1
        let magnitude = UInt256(low: value.magnitude)
        if value.isNegative {
            below = below.subtracting(magnitude)
        } else {
            above = above.subtracting(magnitude)
        }
    }

    func value(in context: SQLContext) -> Cell { .null }

    func result(in context: SQLContext) throws(SQLFunctionError) -> Cell {
        guard count > 0 else { return .null }
        let isNegative = above < below
        var sum = isNegative ? below.subtracting(above) : above.subtracting(below)
        if isMean { sum = Decimal.rounded(sum, UInt128(count)) }
        guard sum.high == 0, sum.low < Decimal.power(Decimal.digitLimit) else {
            throw Decimal.overflow
        }
        return .text(Decimal(magnitude: sum.low, isNegative: isNegative, scale: scale).text)
    }
}

/// The state of `sum` and `avg` over whole numbers and intervals.
///
/// A sum that exceeds its type is an error at the value that does it. If rows leave the frame, it
/// may exceed it for a while: SQLite adds the rows that enter before it takes away those that
/// leave, and only the sum of the whole frame counts.
final class WholeSum: SQLAccumulator {
    private let isMean: Bool
    private let isMoving: Bool
    private var count: Int64 = 0
    private var sum: Int128 = 0

    init(isMean: Bool, isMoving: Bool = false) {
        self.isMean = isMean
        self.isMoving = isMoving
    }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        guard case .integer(let value) = arguments[0] else { return }
        let added = sum + Int128(value)
        guard isMoving || Int64(exactly: added) != nil else {
            throw .range("bigint addition overflow: \(sum) + \(value)")
        }
        sum = added
        count += 1
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        guard case .integer(let value) = arguments[0] else { return }
        sum -= Int128(value)
        count -= 1
    }

    func value(in context: SQLContext) -> Cell { .null }

    func result(in context: SQLContext) throws(SQLFunctionError) -> Cell {
        guard count > 0 else { return .null }
        guard let sum = Int64(exactly: sum) else { throw .range("bigint addition overflow") }
        guard isMean else { return .integer(sum) }
        let mean = (Double(sum) / Double(count)).rounded(.toNearestOrAwayFromZero)
        guard let mean = Int64(exactly: mean) else { throw .range("interval out of range") }
        return .integer(mean)
    }
}
