import PushModel
import PushSQL

/// Rows in the order of one cell; equal rows are in the order in which they came.
///
/// They are in pieces of bounded length, so that a row is put in or taken out in little time
/// however many there are.
struct SortedRows {
    /// The place of the cell that orders the rows.
    private let key: Int
    /// 1 if the greatest row is the first, -1 if the least is.
    private let sign: Int
    /// The type of those cells.
    var type = TrinoType.unknown
    /// None of them is empty.
    private var pieces: [[[Cell]]] = []
    private(set) var count = 0

    /// The length up to which a piece grows.
    private static let longest = 1024

    init(by key: Int, sign: Int) {
        self.key = key
        self.sign = sign
    }

    /// Replaces all rows by others, which are sorted here.
    mutating func replace(
        by rows: ArraySlice<[Cell]>, _ context: SQLContext
    ) throws(SQLFunctionError) {
        var order = Array(rows.indices)
        try context.sort(&order) { first, second in
            let found = try compare(rows[first], rows[second], context)
            return found == 0 ? first < second : found < 0
        }
        count = order.count
        let half = Self.longest / 2
        pieces = stride(from: 0, to: count, by: half).map { start in
            order[start..<min(start + half, count)].map { rows[$0] }
        }
    }

    /// Puts a row behind those that are equal to it.
    mutating func insert(_ row: [Cell], _ context: SQLContext) throws(SQLFunctionError) {
        try context.spendOnRow()
        count += 1
        guard !pieces.isEmpty else {
            pieces = [[row]]
            return
        }
        let piece = min(
            pieces.count - 1,
            try Self.first(in: pieces.count) { (place) throws(SQLFunctionError) in
                try compare(row, pieces[place][pieces[place].count - 1], context) < 0
            })
        let place = try Self.first(in: pieces[piece].count) { (place) throws(SQLFunctionError) in
            try compare(row, pieces[piece][place], context) < 0
        }
        pieces[piece].insert(row, at: place)
        guard pieces[piece].count > Self.longest else { return }
        let rest = Array(pieces[piece][(Self.longest / 2)...])
        pieces[piece].removeLast(rest.count)
        pieces.insert(rest, at: piece + 1)
    }

    /// Takes out the first of the rows that are equal to one; it must be among them.
    mutating func remove(_ row: [Cell], _ context: SQLContext) throws(SQLFunctionError) {
        try context.spendOnRow()
        let piece = try Self.first(in: pieces.count) { (place) throws(SQLFunctionError) in
            try compare(pieces[place][pieces[place].count - 1], row, context) >= 0
        }
        guard piece < pieces.count else { return }
        let place = try Self.first(in: pieces[piece].count) { (place) throws(SQLFunctionError) in
            try compare(pieces[piece][place], row, context) >= 0
        }
        pieces[piece].remove(at: place)
        if pieces[piece].isEmpty { pieces.remove(at: piece) }
        count -= 1
    }

    /// Takes out the last row; nil if there is none.
    mutating func popLast() -> [Cell]? {
        guard let last = pieces.indices.last else { return nil }
        let row = pieces[last].popLast()
        if pieces[last].isEmpty { pieces.removeLast() }
        count -= 1
        return row
    }

    /// The row at a place of the order, of which there must be more.
    subscript(place: Int) -> [Cell] {
        var rest = place
        var piece = 0
        while rest >= pieces[piece].count {
            rest -= pieces[piece].count
            piece += 1
        }
        return pieces[piece][rest]
    }

    /// The first rows.
    func prefix(_ limit: Int) -> [[Cell]] {
        var rows: [[Cell]] = []
        for piece in pieces where rows.count < limit {
            rows += piece.prefix(limit - rows.count)
        }
        return rows
    }

    /// Negative if the first row is before the second, zero if they are equal.
    private func compare(
        _ first: [Cell], _ second: [Cell], _ context: SQLContext
    ) throws(SQLFunctionError) -> Int {
        let order = try RuntimeOrder.compare(
            first[key], second[key], type, context, isNaNLeast: sign > 0)
        return -sign * order
    }

    /// Returns the first place that satisfies a condition, which all behind it satisfy too; `count`
    /// if none does.
    private static func first(
        in count: Int, where isFound: (Int) throws(SQLFunctionError) -> Bool
    ) throws(SQLFunctionError) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if try isFound(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// The state of aggregates that take rows from an order: percentiles, and the n greatest or least.
///
/// The first argument is the type of the one that orders the rows. The rows of the frame before
/// stay sorted, and only those that have come or gone since are put in or taken out, when a result
/// is wanted.
final class SortedStore: SQLAccumulator {
    /// Called with the frame's first row and all rows in order, of which there is at least one.
    typealias Finish =
        @Sendable ([Cell], SortedRows, SQLContext) throws(SQLFunctionError) -> Cell
    /// Returns how many rows the first one asks for.
    typealias Count = @Sendable ([Cell]) throws(SQLFunctionError) -> Int

    /// The places of arguments that must not be NULL.
    private let needed: [Int]
    private let finish: Finish
    private var frame = FrameRows<[Cell]>()
    private var sorted: SortedRows
    /// The rows that have left the frame and are still in `sorted`, oldest first.
    private var gone: [[Cell]] = []
    /// The number of rows at the end of the frame that are not in `sorted` yet.
    private var fresh = 0

    init(needing needed: [Int], by key: Int, sign: Int, _ finish: @escaping Finish) {
        self.needed = needed
        self.finish = finish
        sorted = SortedRows(by: key, sign: sign)
    }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        guard arguments.have(needed) else { return }
        try frame.append(Array(arguments), in: context)
        fresh += 1
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        guard arguments.have(needed), let first = frame.popFirst() else { return }
        if fresh > frame.count { fresh = frame.count } else { gone.append(first) }
    }

    func value(in context: SQLContext) -> Cell { .null }

    func result(in context: SQLContext) throws(SQLFunctionError) -> Cell {
        guard let first = frame.first else { return .null }
        if sorted.type == .unknown { sorted.type = try TrinoAggregates.type(first[0], context) }
        try settle(context)
        return try finish(first, sorted, context)
    }

    /// Sorts anew if much has changed.
    private func settle(_ context: SQLContext) throws(SQLFunctionError) {
        if (gone.count + fresh) * 8 > frame.count {
            try sorted.replace(by: frame.rows, context)
        } else {
            for row in gone { try sorted.remove(row, context) }
            for row in frame.rows.suffix(fresh) { try sorted.insert(row, context) }
        }
        gone.removeAll(keepingCapacity: true)
        fresh = 0
    }
}
