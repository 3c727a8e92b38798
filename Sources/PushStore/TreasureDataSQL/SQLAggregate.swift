import PushModel

/// A function over many rows that SQL text can call.
public struct SQLAggregate: Sendable {
    /// The name in lower case; SQL compares names without regard to case.
    public let name: String
    /// The number of arguments that it accepts.
    public let arity: ClosedRange<Int>
    /// Whether it can also be used with `OVER (…)`.
    public let isWindow: Bool
    /// One sentence for people, with the arguments as they are written.
    public let summary: String
    /// Makes the state of one group or one partition.
    public let makeAccumulator: @Sendable () -> any SQLAccumulator
}

/// The state of a `SQLAggregate` over one group or one partition.
///
/// Errors do not start with the function's name; the code that registers the function adds it.
public protocol SQLAccumulator: AnyObject {
    /// Adds a row.
    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError)

    /// Removes the oldest row of a window's frame; arguments are those of its `step`.
    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext)

    /// Returns the result for the rows so far.
    func value(in context: SQLContext) -> Cell

    /// Returns the result, or throws the reason why there is none.
    func result(in context: SQLContext) throws(SQLFunctionError) -> Cell
}

extension SQLAccumulator {
    func result(in context: SQLContext) throws(SQLFunctionError) -> Cell { value(in: context) }
}

extension TreasureDataSQL {
    /// Every aggregate and window function, in the order in which help lists them.
    public static let aggregates: [SQLAggregate] = [
        SQLAggregate(
            name: "td_sessionize_window", arity: 2...2, isWindow: true,
            summary: "td_sessionize_window(t, timeout) OVER (… ORDER BY t): a session's UUID."
        ) { SessionAccumulator() },
        SQLAggregate(
            name: "approx_distinct", arity: 1...2, isWindow: false,
            summary: "approx_distinct(x): how many distinct values; exact up to 1,048,576."
        ) { DistinctAccumulator() },
        SQLAggregate(
            name: "count_if", arity: 1...1, isWindow: true,
            summary: "count_if(condition): in how many rows a condition is true."
        ) { CountAccumulator() },
        SQLAggregate(
            name: "arbitrary", arity: 1...1, isWindow: false,
            summary: "arbitrary(x): the first value that is not NULL."
        ) { ExtremeAccumulator(order: .first) },
        SQLAggregate(
            name: "max_by", arity: 2...2, isWindow: false,
            summary: "max_by(x, y): x in the row with the largest y."
        ) { ExtremeAccumulator(order: .largest) },
        SQLAggregate(
            name: "min_by", arity: 2...2, isWindow: false,
            summary: "min_by(x, y): x in the row with the smallest y."
        ) { ExtremeAccumulator(order: .smallest) },
        SQLAggregate(
            name: "approx_percentile", arity: 2...2, isWindow: false,
            summary: "approx_percentile(x, share): the value below which a share of x lies; exact."
        ) { PercentileAccumulator() },
    ]
}
