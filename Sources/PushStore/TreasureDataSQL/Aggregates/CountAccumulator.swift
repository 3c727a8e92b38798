import PushModel

/// The state of `count_if`.
final class CountAccumulator: SQLAccumulator {
    private var count: Int64 = 0

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        if arguments[0].isTrue { count += 1 }
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {
        if arguments[0].isTrue { count -= 1 }
    }

    func value(in context: SQLContext) -> Cell { .integer(count) }
}
