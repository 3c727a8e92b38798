import PushModel

/// The state of an aggregate over a frame that reaches some months from the current row.
///
/// A month is no fixed number of days, so SQLite's frame is wide enough for the longest months,
/// and rows beyond the months are left out here. The current row is at one end of the frame. The
/// arguments are the name of the aggregate, the kind of time, the months from the current row's
/// key to the frame's far end, the end where the current row is, the key, and the aggregate's own.
final class MonthRows: SQLAccumulator {
    /// The number of arguments before the aggregate's own.
    private static let taken = 5

    private var frame = FrameRows()
    /// The aggregate itself; nil before the first result.
    private var inner: (any SQLAccumulator)?
    /// The places in `frame` of the rows that `inner` has.
    private var held = 0..<0

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        try frame.append(Array(arguments))
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        guard let first = frame.popFirst() else { return }
        if held.contains(0) { inner?.inverse(first[Self.taken...], in: context) }
        held = max(0, held.lowerBound - 1)..<max(0, held.upperBound - 1)
    }

    func value(in context: SQLContext) -> Cell { .null }

    func result(in context: SQLContext) throws(SQLFunctionError) -> Cell {
        guard let first = frame.first, let last = frame.last, case .text(let name) = last[0],
            case .text(let end) = last[3]
        else { return .null }
        let isLast = end == "last"
        let wanted = places(try reach(from: isLast ? last : first, context), isLast)
        let isAhead =
            held.lowerBound <= wanted.lowerBound && held.upperBound <= wanted.upperBound
            && wanted.lowerBound < held.upperBound
        if !isAhead {
            inner = try TrinoAggregates.accumulator(named: name)
            held = wanted.lowerBound..<wanted.lowerBound
        }
        guard let inner else { return .null }
        for place in held.lowerBound..<wanted.lowerBound {
            inner.inverse(frame[place][Self.taken...], in: context)
        }
        for place in held.upperBound..<wanted.upperBound {
            try inner.step(frame[place][Self.taken...], in: context)
        }
        held = wanted
        return try inner.result(in: context)
    }

    /// The limit of a row's frame.
    private struct Reach {
        let bound: Int64
        let isLeast: Bool
        let kind: TimeValue.Kind

        func holds(_ row: [Cell]) -> Bool {
            guard case .integer(let key) = row[4] else { return false }
            let place = kind == .zoned ? key >> ZoneKeys.bits : key
            return isLeast ? place >= bound : place <= bound
        }
    }

    /// Returns the places of the rows within the months: the last ones of the frame, or its first.
    private func places(_ reach: Reach?, _ isLast: Bool) -> Range<Int> {
        guard let reach else { return 0..<frame.count }
        var (low, high) = (0, frame.count)
        while low < high {
            let middle = (low + high) / 2
            if reach.holds(frame[middle]) == isLast { high = middle } else { low = middle + 1 }
        }
        return isLast ? low..<frame.count : 0..<low
    }

    /// The limit of a row's frame; nil if the key is NULL, whose rows are peers.
    private func reach(
        from row: [Cell], _ context: SQLContext
    ) throws(SQLFunctionError) -> Reach? {
        guard case .integer(let key) = row[4], case .text(let word) = row[1],
            let kind = TimeValue.Kind(rawValue: word), case .integer(let months) = row[2]
        else { return nil }
        let time = try TimeValue(kind, key, context).moved(months: months)
        guard case .integer(let moved) = try time.cell(context) else { return nil }
        let bound = kind == .zoned ? moved >> ZoneKeys.bits : moved
        return Reach(bound: bound, isLeast: months < 0, kind: time.kind)
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
