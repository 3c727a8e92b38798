import Glibc
import PushModel

/// The sums that an aggregate of statistics keeps of its rows.
///
/// The sums are carried along from row to row by the same steps as in Trino, so that the last
/// digits are its own.
protocol MomentState: Sendable {
    init()

    /// Adds a row; `y` is the dependent value, and `x` itself for aggregates of one number.
    mutating func add(_ x: Double, _ y: Double)
}

extension MomentState {
    /// A sum of products for each row of a population, or of a sample; nil for too few rows.
    fileprivate static func share(of sum: Double, _ count: Double, isSample: Bool) -> Double? {
        count < (isSample ? 2 : 1) ? nil : sum / (isSample ? count - 1 : count)
    }
}

/// The state of `variance`, `stddev` and their like.
struct Spread: MomentState {
    private(set) var count = 0.0
    private var mean = 0.0
    private(set) var m2 = 0.0

    mutating func add(_ x: Double, _ y: Double) {
        count += 1
        let delta = x - mean
        mean += delta / count
        m2 += delta * (x - mean)
    }

    /// The variance of a population, or of a sample; nil for too few rows.
    func variance(isSample: Bool) -> Double? {
        Self.share(of: m2, count, isSample: isSample)
    }
}

/// The state of `skewness` and `kurtosis`.
struct Shape: MomentState {
    private var count = 0.0
    private var m1 = 0.0
    private var m2 = 0.0
    private var m3 = 0.0
    private var m4 = 0.0

    mutating func add(_ x: Double, _ y: Double) {
        let before = count
        count += 1
        let delta = x - m1
        let share = delta / count
        let square = share * share
        let added = delta * share * before
        let (second, third) = (m2, m3)
        m1 += share
        m2 += added
        m3 += added * share * (count - 2) - 3 * share * second
        m4 +=
            added * square * (count * count - 3 * count + 3) + 6 * square * second
            - 4 * share * third
    }

    var skewness: Double? { count < 3 ? nil : count.squareRoot() * m3 / pow(m2, 1.5) }

    var kurtosis: Double? {
        let n = count
        guard n >= 4 else { return nil }
        let rest = (n - 2) * (n - 3)
        return (n - 1) * n * (n + 1) / rest * m4 / (m2 * m2) - 3 * ((n - 1) * (n - 1)) / rest
    }
}

/// The state of `corr`, `covar_pop`, `covar_samp`, `regr_slope` and `regr_intercept`.
struct Line: MomentState {
    private var count = 0.0
    private var meanX = 0.0
    private var meanY = 0.0
    private var product = 0.0
    private var squareX = 0.0
    private var squareY = 0.0

    mutating func add(_ x: Double, _ y: Double) {
        count += 1
        let (beforeX, beforeY) = (meanX, meanY)
        meanX += (x - beforeX) / count
        meanY += (y - beforeY) / count
        product += (x - beforeX) * (y - meanY)
        squareX += (x - beforeX) * (x - meanX)
        squareY += (y - beforeY) * (y - meanY)
    }

    var correlation: Double? {
        Self.finite(product / squareX.squareRoot() / squareY.squareRoot())
    }

    var slope: Double? { Self.finite(product / squareX) }

    var intercept: Double? { Self.finite(meanY - product / squareX * meanX) }

    func covariance(isSample: Bool) -> Double? {
        Self.share(of: product, count, isSample: isSample)
    }

    /// Nil for what Trino answers with NULL, such as a line through one point.
    private static func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
}

/// The state of `geometric_mean`.
struct Logarithms: MomentState {
    private var count = 0.0
    private var sum = 0.0

    mutating func add(_ x: Double, _ y: Double) {
        count += 1
        sum += log(x)
    }

    var mean: Double? { count == 0 ? nil : exp(sum / count) }
}

/// The state of `entropy`, whose values are counts.
struct Shares: MomentState {
    private var sum = 0.0
    private var logarithms = 0.0

    mutating func add(_ x: Double, _ y: Double) {
        guard x > 0 else { return }
        sum += x
        logarithms += x * log(x)
    }

    /// Without a count above 0, also over no rows, it is 0 by definition.
    var entropy: Double { sum > 0 ? max(0, (log(sum) - logarithms / sum) / log(2)) : 0 }
}

/// An aggregate of statistics over one or two numbers.
///
/// While rows only enter the frame, each costs one step. A row that leaves cannot be taken out
/// without changing the last digits, so the state is computed anew from those that stay, as in
/// Trino; they are kept where rows may leave.
final class Moments<State: MomentState>: SQLAccumulator {
    private let isMoving: Bool
    private let finish: @Sendable (State) -> Double?
    private let check: @Sendable (Double) throws(SQLFunctionError) -> Void
    private var rows = FrameQueue<(x: Double, y: Double)>()
    private let size = KeptBytes()
    private var state = State()
    /// Whether the state has rows that have left the frame.
    private var isStale = false

    init(
        isMoving: Bool,
        check: @escaping @Sendable (Double) throws(SQLFunctionError) -> Void = { _ in },
        _ finish: @escaping @Sendable (State) -> Double?
    ) {
        self.isMoving = isMoving
        self.check = check
        self.finish = finish
    }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        guard !arguments.contains(where: \.isNull) else { return }
        let first = try RuntimeOrder.number(arguments[0])
        try check(first)
        let second = arguments.count > 1 ? try RuntimeOrder.number(arguments[1]) : first
        if isMoving {
            try size.add(MemoryLayout<(Double, Double)>.size, in: context)
            rows.append((x: second, y: first))
        }
        if !isStale { state.add(second, first) }
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        guard !arguments.contains(where: \.isNull), rows.count > 0 else { return }
        rows.removeFirst()
        size.remove(MemoryLayout<(Double, Double)>.size)
        isStale = true
    }

    func value(in context: SQLContext) -> Cell {
        if isStale {
            state = State()
            for row in rows.rows { state.add(row.x, row.y) }
            isStale = false
        }
        return finish(state).map { .double($0) } ?? .null
    }
}
