import PushModel
import PushSQL

/// The state of an aggregate that no row leaves.
protocol GroupAccumulator: SQLAccumulator {}

extension GroupAccumulator {
    /// Never called.
    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {}
}

/// Finds the row with the greatest or least key.
struct KeyOrder {
    /// 1 for the greatest key, -1 for the least.
    let sign: Int
    /// The place of the key among the arguments.
    let key: Int
    /// The place of the value that is the answer.
    let value: Int
    /// The type of the keys; nil if the first argument names it.
    var type: TrinoType?

    /// Whether a row is better than another one, whose key is given.
    func isBetter(
        _ arguments: UnsafeBufferPointer<Cell>, than other: Cell, in context: SQLContext
    ) throws(SQLFunctionError) -> Bool {
        var type = TrinoType.unknown
        if let known = self.type {
            type = known
        } else {
            type = try SQLCall(arguments: arguments, context: context).type(0)
        }
        let order = try RuntimeOrder.compare(
            arguments[key], other, type, context, isNaNLeast: sign > 0)
        return order * sign > 0
    }
}

/// The state of aggregates that look for the row with the greatest or least key, as long as no row
/// leaves: it keeps one row.
final class BestRow: GroupAccumulator {
    private let order: KeyOrder
    private var best: (value: Cell, key: Cell)?

    init(_ order: KeyOrder) { self.order = order }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        let key = arguments[order.key]
        guard !key.isNull else { return }
        if let best, try !order.isBetter(arguments, than: best.key, in: context) { return }
        best = (arguments[order.value], key)
    }

    func value(in context: SQLContext) -> Cell { best?.value ?? .null }
}

/// The same where rows leave: it keeps those that may still become the best when earlier ones have
/// left the frame.
final class BestRowOfFrame: SQLAccumulator {
    private struct Candidate: KeptRow {
        let row: Int
        let value: Cell
        let key: Cell

        var weight: Int { [value, key].weight }
    }

    private let order: KeyOrder
    /// Each row is better than all after it, so the first is the best of the frame.
    private var kept = FrameRows<Candidate>()
    /// The number of rows that have entered the frame.
    private var stepped = 0
    /// The number of rows that have left it.
    private var dropped = 0

    init(_ order: KeyOrder) { self.order = order }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        defer { stepped += 1 }
        let (key, value) = (arguments[order.key], arguments[order.value])
        guard !key.isNull else { return }
        while let last = kept.last, try order.isBetter(arguments, than: last.key, in: context) {
            kept.removeLast()
        }
        try kept.append(Candidate(row: stepped, value: value, key: key), in: context)
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        dropped += 1
        if let first = kept.first, first.row < dropped { kept.popFirst() }
    }

    func value(in context: SQLContext) -> Cell { kept.first?.value ?? .null }
}

/// The state of aggregates of the n rows with the greatest or least keys, as long as no row leaves:
/// it keeps n rows.
final class BestRows: GroupAccumulator {
    private let needed: [Int]
    private let count: SortedStore.Count
    private let finish: SortedStore.Finish
    private var sorted: SortedRows
    /// The first row, whose arguments count; nil before it.
    private var first: [Cell]?
    private let size = KeptBytes()

    init(
        needing needed: [Int], by key: Int, sign: Int, _ count: @escaping SortedStore.Count,
        _ finish: @escaping SortedStore.Finish
    ) {
        self.needed = needed
        self.count = count
        self.finish = finish
        sorted = SortedRows(by: key, sign: sign)
    }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        guard arguments.have(needed) else { return }
        let row = Array(arguments)
        let first = first ?? row
        if self.first == nil {
            self.first = first
            sorted.type = try TrinoAggregates.type(first[0], context)
        }
        try size.add(row.weight, in: context)
        try sorted.insert(row, context)
        guard sorted.count > (try count(first)), let last = sorted.popLast() else { return }
        size.remove(last.weight)
    }

    func value(in context: SQLContext) -> Cell { .null }

    func result(in context: SQLContext) throws(SQLFunctionError) -> Cell {
        guard let first else { return .null }
        return try finish(first, sorted, context)
    }
}

/// The state of the first value that is not NULL, as long as no row leaves.
final class FirstValue: GroupAccumulator {
    private var first = Cell.null

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        if first.isNull { first = arguments[0] }
    }

    func value(in context: SQLContext) -> Cell { first }
}
