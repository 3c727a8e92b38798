import PushModel
import PushSQL

/// The state of a function over a frame whose ends are computed for each row.
///
/// SQLite gives it all rows from the current one to the end of the partition; those before it are
/// kept. The arguments are what is called, how the ends are found (`Plan`), the types of their
/// keys, the cells by which they are found, the keys that rows of one group share, and those of
/// the function itself.
final class ComputedFrame: SQLAccumulator {
    /// An end of the frame.
    private struct End {
        enum Kind: String { case unbounded, at, preceding, following }

        let kind: Kind
        let type: TrinoType
        /// The place of its key, and of the value that the key is compared with, or the distance.
        let key: Int
        let value: Int
    }

    /// How the ends of the frame are found.
    private struct Plan {
        let unit: String
        let start: End
        let end: End
        /// -1 if the order is descending.
        let sign: Int
        /// The places of the keys of groups.
        let groupKeys: Range<Int>

        /// The place of a key that is NULL where the order's is.
        var key: Int { start.kind == .at ? start.key : end.key }
    }

    /// The number of arguments that are the same in every row.
    private static let constants = 4

    private var name = ""
    private var plan: Plan?
    private var rows = FlatRows()
    /// The place of the current row.
    private var current = 0
    /// The rows whose key is not NULL, once all rows are there.
    private var keyed: Range<Int>?
    /// The places at which groups begin, and the end of the last one.
    private var groups: [Int] = []
    private var held = HeldRows()

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        if plan == nil {
            guard case .text(let name) = arguments[0] else { return }
            self.name = name
            plan = try Self.plan(arguments, context)
        }
        try rows.append(arguments[Self.constants...], in: context)
    }

    private static func plan(
        _ arguments: UnsafeBufferPointer<Cell>, _ context: SQLContext
    ) throws(SQLFunctionError) -> Plan {
        let wrong = SQLFunctionError.encoding(arguments[1], "frame")
        guard case .text(let text) = arguments[1] else { throw wrong }
        let words = text.split(separator: " ")
        let numbers = words.map { Int($0) ?? 0 }
        guard words.count == 10, let start = End.Kind(rawValue: String(words[1])),
            let end = End.Kind(rawValue: String(words[4]))
        else { throw wrong }
        return Plan(
            unit: String(words[0]),
            start: End(
                kind: start, type: try TrinoAggregates.type(arguments[2], context),
                key: numbers[2], value: numbers[3]),
            end: End(
                kind: end, type: try TrinoAggregates.type(arguments[3], context),
                key: numbers[5], value: numbers[6]),
            sign: words[7] == "desc" ? -1 : 1,
            groupKeys: numbers[8]..<(numbers[8] + numbers[9]))
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) { current += 1 }

    func value(in context: SQLContext) -> Cell { .null }

    func result(in context: SQLContext) throws(SQLFunctionError) -> Cell {
        guard let plan, current < rows.count else { return .null }
        let frame = try frame(plan, context)
        let value = plan.groupKeys.upperBound
        switch name {
        case "first_value": return frame.isEmpty ? .null : rows[frame.lowerBound, value]
        case "last_value": return frame.isEmpty ? .null : rows[frame.upperBound - 1, value]
        case "nth_value":
            guard case .integer(let number) = rows[current, value + 1], number > 0,
                number <= frame.count
            else { return .null }
            return rows[frame.lowerBound + Int(number) - 1, value]
        default: return try held.result(of: name, over: frame, in: rows, from: value, context)
        }
    }

    /// The places of the rows in the current row's frame.
    private func frame(
        _ plan: Plan, _ context: SQLContext
    ) throws(SQLFunctionError) -> Range<Int> {
        switch plan.unit {
        case "rows": return span(plan, around: current, of: rows.count)
        case "groups":
            if groups.isEmpty { try findGroups(plan) }
            let group = Self.partition(0..<groups.count) { groups[$0] > current } - 1
            let span = span(plan, around: group, of: groups.count - 1)
            return groups[span.lowerBound]..<groups[span.upperBound]
        default: return try rangeFrame(plan, context)
        }
    }

    /// The places within the distances from a place, of so many.
    private func span(_ plan: Plan, around place: Int, of count: Int) -> Range<Int> {
        let start = min(count, max(0, moved(place, plan.start, count) ?? 0))
        let end = min(count, (moved(place, plan.end, count) ?? count - 1) + 1)
        return start..<max(start, end)
    }

    /// Returns the place at the distance of one end; nil without one.
    private func moved(_ place: Int, _ end: End, _ count: Int) -> Int? {
        guard end.kind != .unbounded, case .integer(let distance) = rows[current, end.value]
        else { return nil }
        let steps = Int(min(distance, Int64(count)))
        return end.kind == .preceding ? place - steps : place + steps
    }

    /// Finds where groups begin: at a row with other keys than the one before.
    private func findGroups(_ plan: Plan) throws(SQLFunctionError) {
        var last: [CellKey] = []
        for place in 0..<rows.count {
            let keys = try DistinctRows.key(plan.groupKeys.map { rows[place, $0] })
            if place == 0 || keys != last { groups.append(place) }
            last = keys
        }
        groups.append(rows.count)
    }

    /// The rows whose keys are between two values; those of a NULL are its peers.
    private func rangeFrame(
        _ plan: Plan, _ context: SQLContext
    ) throws(SQLFunctionError) -> Range<Int> {
        let keyed = keyed ?? findKeyed(plan)
        let (start, end) = (plan.start, plan.end)
        guard keyed.contains(current) else {
            let isBefore = current < keyed.lowerBound
            let peers = isBefore ? 0..<keyed.lowerBound : keyed.upperBound..<rows.count
            let first = start.kind == .at ? peers.lowerBound : 0
            return first..<(end.kind == .at ? peers.upperBound : rows.count)
        }
        let first =
            start.kind == .at ? try place(keyed, start, plan.sign, context) { $0 >= 0 } : 0
        let last =
            end.kind == .at ? try place(keyed, end, plan.sign, context) { $0 > 0 } : rows.count
        return first..<max(first, last)
    }

    /// NULLs are at one end of the partition.
    private func findKeyed(_ plan: Plan) -> Range<Int> {
        let all = 0..<rows.count
        let start = all.first { !rows[$0, plan.key].isNull } ?? rows.count
        let end = all.last { !rows[$0, plan.key].isNull }.map { $0 + 1 } ?? start
        keyed = start..<end
        return start..<end
    }

    /// Returns the first of the rows whose key has an order to the current row's value.
    private func place(
        _ keyed: Range<Int>, _ end: End, _ sign: Int, _ context: SQLContext,
        _ isWanted: (Int) -> Bool
    ) throws(SQLFunctionError) -> Int {
        let value = rows[current, end.value]
        return try Self.partition(keyed) { (place) throws(SQLFunctionError) in
            isWanted(
                try RuntimeOrder.compare(rows[place, end.key], value, end.type, context) * sign)
        }
    }

    /// Returns the first place that satisfies a test which all behind it satisfy.
    private static func partition<Failure: Error>(
        _ places: Range<Int>, _ test: (Int) throws(Failure) -> Bool
    ) throws(Failure) -> Int {
        var (low, high) = (places.lowerBound, places.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if try test(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Rows of equally many cells, one behind the other.
private struct FlatRows {
    private var cells: [Cell] = []
    private var width = 1
    private let size = KeptBytes()

    var count: Int { cells.count / width }

    subscript(row: Int, column: Int) -> Cell { cells[row * width + column] }

    /// The cells of a row from a column on.
    func row(_ row: Int, from column: Int) -> ArraySlice<Cell> {
        cells[(row * width + column)..<((row + 1) * width)]
    }

    mutating func append(
        _ row: Slice<UnsafeBufferPointer<Cell>>, in context: SQLContext
    ) throws(SQLFunctionError) {
        width = max(1, row.count)
        try size.add(row.reduce(0) { $0 + $1.weight }, in: context)
        cells.append(contentsOf: row)
    }
}

/// An aggregate with the rows of a frame, which goes on to the next frame.
private struct HeldRows {
    /// The aggregate; nil before the first result.
    private var inner: (any SQLAccumulator)?
    /// The places of the rows that it has.
    private var held = 0..<0
    private var last = Cell.null

    /// Returns the aggregate of a frame.
    ///
    /// If the frame has begun further back, or ended further on, the aggregate starts again.
    mutating func result(
        of name: String, over frame: Range<Int>, in rows: FlatRows, from column: Int,
        _ context: SQLContext
    ) throws(SQLFunctionError) -> Cell {
        if inner != nil, held == frame { return last }
        let isAhead =
            held.lowerBound <= frame.lowerBound && held.upperBound <= frame.upperBound
            && frame.lowerBound < held.upperBound
        if inner == nil || !isAhead {
            inner = try TrinoAggregates.accumulator(named: name)
            held = frame.lowerBound..<frame.lowerBound
        }
        guard let inner else { return .null }
        for place in held.lowerBound..<min(held.upperBound, frame.lowerBound) {
            inner.inverse(rows.row(place, from: column), in: context)
        }
        for place in max(held.upperBound, frame.lowerBound)..<frame.upperBound {
            try context.spendOnRow()
            try inner.step(rows.row(place, from: column), in: context)
        }
        held = frame
        last = try inner.result(in: context)
        return last
    }
}
