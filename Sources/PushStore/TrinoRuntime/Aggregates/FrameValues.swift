import PushModel

/// The state of `nth_value(x, n) IGNORE NULLS`, counted from either end of the frame.
final class NthValue: SQLAccumulator {
    private let isFromEnd: Bool
    private var kept = FrameRows<Cell>()
    private var number: Int64 = 1

    init(isFromEnd: Bool) { self.isFromEnd = isFromEnd }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        if case .integer(let number) = arguments[1] { self.number = number }
        guard !arguments[0].isNull else { return }
        try kept.append(arguments[0], in: context)
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        if !arguments[0].isNull { kept.popFirst() }
    }

    func value(in context: SQLContext) -> Cell {
        guard number > 0, number <= kept.count else { return .null }
        return kept[isFromEnd ? kept.count - Int(number) : Int(number) - 1]
    }
}

/// The state of `any_value`, and of first and last values that ignore NULLs, where rows may leave.
final class NonNullValue: SQLAccumulator {
    private struct Numbered: KeptRow {
        let row: Int
        let value: Cell

        var weight: Int { value.weight }
    }

    private let isFirst: Bool
    private var kept = FrameRows<Numbered>()
    private var stepped = 0
    private var dropped = 0

    init(isFirst: Bool) { self.isFirst = isFirst }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        defer { stepped += 1 }
        guard !arguments[0].isNull else { return }
        if !isFirst { kept.popFirst() }
        try kept.append(Numbered(row: stepped, value: arguments[0]), in: context)
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        dropped += 1
        if let first = kept.first, first.row < dropped { kept.popFirst() }
    }

    func value(in context: SQLContext) -> Cell { kept.first?.value ?? .null }
}
