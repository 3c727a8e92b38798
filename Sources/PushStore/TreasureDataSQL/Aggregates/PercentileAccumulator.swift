import PushModel

/// The state of `approx_percentile`, which keeps all numbers and is exact.
final class PercentileAccumulator: SQLAccumulator {
    /// The most numbers that one group may have.
    static let limit = 10_000_000

    private var cells: [OrderedCell] = []
    /// That of the last row: all rows of a group should give the same.
    private var share = 0.5

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        switch arguments[1] {
        case .real(let value) where (0...1).contains(value): share = value
        case .integer(let value) where (0...1).contains(value): share = Double(value)
        default:
            throw SQLFunctionError("share \(arguments[1].shown) is not a number from 0 to 1")
        }
        switch arguments[0] {
        case .integer, .real:
            guard cells.count < PercentileAccumulator.limit else {
                throw SQLFunctionError("group has more than \(PercentileAccumulator.limit) numbers")
            }
            cells.append(OrderedCell(arguments[0]))
        case .null: break
        case .text, .blob, .boolean, .json:
            throw SQLFunctionError("value \(arguments[0].shown) is not a number")
        }
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {}

    func value(in context: SQLContext) -> Cell { .null }

    func result(in context: SQLContext) throws(SQLFunctionError) -> Cell {
        guard !cells.isEmpty else { return .null }
        try context.sort(&cells, by: <)
        let index = Int((Double(cells.count) * share).rounded(.up)) - 1
        return cells[max(0, min(cells.count - 1, index))].cell
    }
}
