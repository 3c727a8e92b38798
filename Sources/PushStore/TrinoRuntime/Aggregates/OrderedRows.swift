import PushModel

/// The state of an aggregate that sees its rows in the order of an `ORDER BY` inside the call.
///
/// The arguments are the name of the aggregate, how to sort, the number of keys, the keys, and the
/// aggregate's own.
final class OrderedRows: SQLAccumulator {
    private var rows: [[Cell]] = []
    private var size = 0

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        size += arguments.reduce(64) { $0 + $1.weight }
        guard size <= RowStore.byteLimit else { throw RowStore.tooLarge }
        rows.append(Array(arguments))
    }

    /// Trino has no windows over such aggregates.
    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {}

    func value(in context: SQLContext) -> Cell { .null }

    func result(in context: SQLContext) throws(SQLFunctionError) -> Cell {
        guard let first = rows.first, case .text(let name) = first[0],
            case .text(let order) = first[1], case .integer(let count) = first[2]
        else { return .null }
        let inner = try TrinoAggregates.accumulator(named: name)
        let place = 3
        for row in try AggregateOrder(order).sorted(rows, from: place, context) {
            let found = row[(place + Int(count))...].withUnsafeBufferPointer { cells in
                Result { () throws(SQLFunctionError) in try inner.step(cells, in: context) }
            }
            try found.get()
        }
        return try inner.result(in: context)
    }
}
