import PushModel
import PushSQL

/// The state of `count(DISTINCT x)` and `approx_distinct(x)` with OVER: how many rows of the frame
/// have each value.
///
/// The arguments are the value's type and the value; NULL does not count.
final class DistinctCount: SQLAccumulator {
    private var type: TrinoType?
    private var counts: [CellKey: Int] = [:]
    /// The distinct values in bytes, by `Cell.weight`.
    private let size = KeptBytes()

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        let value = arguments[1]
        guard !value.isNull else { return }
        if type == nil { type = try TrinoAggregates.type(arguments[0], context) }
        let key = try CellKey(value, type ?? .unknown)
        let count = counts[key, default: 0]
        counts[key] = count + 1
        guard count == 0 else { return }
        try size.add([value].weight, in: context)
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        let value = arguments[1]
        guard !value.isNull, let type, let key = try? CellKey(value, type), let count = counts[key]
        else { return }
        counts[key] = count == 1 ? nil : count - 1
        if count == 1 { size.remove([value].weight) }
    }

    func value(in context: SQLContext) -> Cell { .integer(Int64(counts.count)) }
}

/// The state of `count` when one of our aggregates calls it.
final class RowCount: SQLAccumulator {
    private var count: Int64 = 0

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        if !arguments[0].isNull { count += 1 }
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        if !arguments[0].isNull { count -= 1 }
    }

    func value(in context: SQLContext) -> Cell { .integer(count) }
}
