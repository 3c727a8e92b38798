import PushModel

/// The state of an aggregate that sees each combination of its arguments once: DISTINCT with OVER,
/// or with several arguments, neither of which SQLite has.
///
/// The first argument names the aggregate. The combination that leaves a frame for good may have
/// been anywhere among the others, so the aggregate then starts again with those that stay.
final class DistinctRows: SQLAccumulator {
    private var name: Cell = .null
    /// The aggregate itself; nil before the first row.
    private var inner: (any SQLAccumulator)?
    private var frame = FrameRows<[Cell]>()
    /// The number of rows in the frame with each combination.
    private var counts: [[CellKey]: Int] = [:]
    private let size = KeptBytes()
    /// True if `inner` has seen a combination that has left the frame.
    private var isStale = false

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        if inner == nil { inner = try aggregate(named: arguments[0]) }
        let row = Array(arguments.dropFirst())
        try frame.append(row, in: context)
        let key = try Self.key(row)
        let count = counts[key, default: 0]
        counts[key] = count + 1
        if count == 0 { try size.add(row.weight, in: context) }
        if count == 0, !isStale { try inner?.step(row[...], in: context) }
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        guard let row = frame.popFirst(), let key = try? Self.key(row) else { return }
        let count = counts[key, default: 1]
        counts[key] = count == 1 ? nil : count - 1
        guard count == 1 else { return }
        size.remove(row.weight)
        isStale = true
    }

    func value(in context: SQLContext) -> Cell { .null }

    func result(in context: SQLContext) throws(SQLFunctionError) -> Cell {
        if isStale { try begin(context) }
        return try inner?.result(in: context) ?? .null
    }

    /// Starts again with the rows of the frame.
    private func begin(_ context: SQLContext) throws(SQLFunctionError) {
        isStale = false
        inner = try aggregate(named: name)
        var seen: Set<[CellKey]> = []
        for row in frame.rows where seen.insert(try Self.key(row)).inserted {
            try inner?.step(row[...], in: context)
        }
    }

    private func aggregate(named name: Cell) throws(SQLFunctionError) -> any SQLAccumulator {
        self.name = name
        guard case .text(let text) = name else { throw .argument("there is no such aggregate") }
        return try TrinoAggregates.accumulator(named: text)
    }

    /// Returns a row's identity, under which equal numbers are equal whatever their type.
    static func key(_ row: [Cell]) throws(SQLFunctionError) -> [CellKey] {
        var key: [CellKey] = []
        for cell in row {
            // A whole number may also stand for a double.
            if case .real(let value) = cell, let whole = Int64(exactly: value) {
                key.append(.integer(whole))
            } else {
                key.append(try CellKey(cell, .unknown))
            }
        }
        return key
    }
}
