import PushModel

/// An aggregate that sees its rows in the order of an `ORDER BY` inside the call.
///
/// The arguments are the name of the aggregate, how to sort, the number of keys, the keys, and the
/// aggregate's own.
enum OrderedRows {
    static func result(
        _ rows: [[Cell]], _ context: SQLContext
    ) throws(SQLFunctionError) -> Cell {
        guard let first = rows.first, case .text(let name) = first[0],
            case .text(let order) = first[1], case .integer(let count) = first[2]
        else { return .null }
        let inner = try TrinoAggregates.accumulator(named: name)
        let place = 3
        for row in try AggregateOrder(order).sorted(rows, from: place, context) {
            try inner.step(row[(place + Int(count))...], in: context)
        }
        return try inner.result(in: context)
    }
}
