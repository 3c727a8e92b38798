import PushModel
import PushSQL

/// The state of aggregates that consider all rows at the end: it keeps them, oldest first.
final class RowStore: SQLAccumulator {
    typealias Finish = @Sendable ([[Cell]], SQLContext) throws(SQLFunctionError) -> Cell

    /// The places of arguments that must not be NULL.
    private let needed: [Int]
    /// Called with at least one row.
    private let finish: Finish
    private var frame = FrameRows<[Cell]>()

    /// Keeps the rows in which the arguments at some places are not NULL.
    init(needing needed: [Int] = [], _ finish: @escaping Finish) {
        self.needed = needed
        self.finish = finish
    }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        guard arguments.have(needed) else { return }
        try frame.append(Array(arguments), in: context)
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

extension Cell: KeptRow {
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

extension [Cell]: KeptRow {
    var weight: Int { reduce(64) { $0 + $1.weight } }
}
