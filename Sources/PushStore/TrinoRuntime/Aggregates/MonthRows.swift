import PushModel

/// An aggregate over a frame that reaches some months from the current row.
///
/// A month is no fixed number of days, so SQLite's frame is wide enough for the longest months,
/// and rows beyond the months are skipped here. The current row is at one end of the frame. The
/// arguments are the name of the aggregate, the kind of time, the months from the current row's
/// key to the frame's far end, the end where the current row is, the key, and the aggregate's own.
enum MonthRows {
    /// The number of arguments before the aggregate's own.
    private static let taken = 5

    static func result(
        _ rows: [[Cell]], _ context: SQLContext
    ) throws(SQLFunctionError) -> Cell {
        guard let last = rows.last, case .text(let name) = last[0], case .text(let end) = last[3]
        else { return .null }
        let inner = try TrinoAggregates.accumulator(named: name)
        let reach = try reach(from: end == "last" ? last : rows[0], context)
        for row in rows {
            if let reach {
                guard case .integer(let key) = row[4] else { continue }
                let place = reach.time.kind == .zoned ? key >> ZoneKeys.bits : key
                guard reach.isLeast ? place >= reach.bound : place <= reach.bound else { continue }
            }
            try inner.step(row[taken...], in: context)
        }
        return try inner.result(in: context)
    }

    /// The limit of a row's frame; nil if the key is NULL, whose rows are peers.
    private static func reach(
        from row: [Cell], _ context: SQLContext
    ) throws(SQLFunctionError) -> (bound: Int64, isLeast: Bool, time: TimeValue)? {
        guard case .integer(let key) = row[4], case .text(let word) = row[1],
            let kind = TimeValue.Kind(rawValue: word), case .integer(let months) = row[2]
        else { return nil }
        let time = try TimeValue(kind, key, context).moved(months: months)
        guard case .integer(let moved) = try time.cell(context) else { return nil }
        let bound = kind == .zoned ? moved >> ZoneKeys.bits : moved
        return (bound, months < 0, time)
    }
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
