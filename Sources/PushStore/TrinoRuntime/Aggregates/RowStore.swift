import PushModel
import PushSQL

/// The state of aggregates that consider all rows at the end: it keeps them, oldest first.
final class RowStore: SQLAccumulator {
    typealias Finish = @Sendable ([[Cell]], SQLContext) throws(SQLFunctionError) -> Cell

    /// The places of arguments that must not be NULL.
    private let needed: [Int]
    /// Called with at least one row.
    private let finish: Finish
    private var frame = FrameRows()

    /// Keeps the rows in which the arguments at some places are not NULL.
    init(needing needed: [Int] = [], _ finish: @escaping Finish) {
        self.needed = needed
        self.finish = finish
    }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        guard arguments.have(needed) else { return }
        try frame.append(Array(arguments))
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        guard arguments.have(needed) else { return }
        _ = frame.popFirst()
    }

    func value(in context: SQLContext) -> Cell { .null }

    func result(in context: SQLContext) throws(SQLFunctionError) -> Cell {
        frame.isEmpty ? .null : try finish(frame.settled(), context)
    }
}

extension SQLAccumulator {
    /// Takes a part of a kept row.
    func step(_ cells: ArraySlice<Cell>, in context: SQLContext) throws(SQLFunctionError) {
        let taken = cells.withUnsafeBufferPointer { cells in
            Result { () throws(SQLFunctionError) in try step(cells, in: context) }
        }
        try taken.get()
    }

    /// Removes the oldest row, which is a part of a kept one.
    func inverse(_ cells: ArraySlice<Cell>, in context: SQLContext) {
        cells.withUnsafeBufferPointer { inverse($0, in: context) }
    }
}

extension Cell {
    /// The size of a kept cell in bytes.
    ///
    /// An estimate, by which memory is limited.
    var weight: Int {
        switch self {
        case .text(let text): 24 + (text.utf8.count > 15 ? text.utf8.count + 32 : 0)
        case .blob(let bytes): 24 + bytes.count + 32
        default: 24
        }
    }
}

/// The state of aggregates that look for the row with the greatest or least key.
///
/// It keeps the rows that may still become the best when earlier ones leave the frame.
final class BestRow: SQLAccumulator {
    /// 1 for the greatest key, -1 for the least.
    private let sign: Int
    private let keyPlace: Int
    private let valuePlace: Int
    private let type: TrinoType?
    /// Each row is better than all after it, so the first is the best of the frame.
    private var kept = FrameQueue<(row: Int, value: Cell, key: Cell)>()
    /// The number of rows that have entered the frame.
    private var stepped = 0
    /// The number of rows that have left it.
    private var dropped = 0

    /// Compares the keys at one index, and returns the value at another; the first argument is the
    /// keys' type unless it is given.
    init(sign: Int, key: Int, value: Int, type: TrinoType? = nil) {
        self.sign = sign
        keyPlace = key
        valuePlace = value
        self.type = type
    }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        defer { stepped += 1 }
        let key = arguments[keyPlace]
        guard !key.isNull else { return }
        var type = TrinoType.unknown
        if let known = self.type {
            type = known
        } else {
            type = try SQLCall(arguments: arguments, context: context).type(0)
        }
        while let last = kept.last {
            let order = try RuntimeOrder.compare(
                key, last.key, type, context, isNaNLeast: sign > 0)
            guard order * sign > 0 else { break }
            kept.removeLast()
        }
        kept.append((stepped, arguments[valuePlace], key))
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        dropped += 1
        if let first = kept.first, first.row < dropped { kept.removeFirst() }
    }

    func value(in context: SQLContext) -> Cell { kept.first?.value ?? .null }
}

/// The state of `nth_value(x, n) IGNORE NULLS`, counted from either end of the frame.
final class NthValue: SQLAccumulator {
    private let isFromEnd: Bool
    private var kept: [Cell] = []
    private var head = 0
    private var number: Int64 = 1

    init(isFromEnd: Bool) { self.isFromEnd = isFromEnd }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        if case .integer(let number) = arguments[1] { self.number = number }
        guard !arguments[0].isNull else { return }
        guard kept.count < FrameRows.byteLimit / 32 else { throw FrameRows.tooLarge }
        kept.append(arguments[0])
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        if !arguments[0].isNull { head += 1 }
    }

    func value(in context: SQLContext) -> Cell {
        guard number > 0, number <= kept.count - head else { return .null }
        let distance = Int(number)
        return isFromEnd ? kept[kept.count - distance] : kept[head + distance - 1]
    }
}

/// The state of `any_value`, and of first and last values that ignore NULLs.
final class NonNullValue: SQLAccumulator {
    private let isFirst: Bool
    private var kept = FrameQueue<(row: Int, value: Cell)>()
    private var stepped = 0
    private var dropped = 0

    init(isFirst: Bool) { self.isFirst = isFirst }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        defer { stepped += 1 }
        guard !arguments[0].isNull else { return }
        if !isFirst { kept.removeAll() }
        kept.append((stepped, arguments[0]))
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        dropped += 1
        if let first = kept.first, first.row < dropped { kept.removeFirst() }
    }

    func value(in context: SQLContext) -> Cell { kept.first?.value ?? .null }
}
