import PushModel

/// The state of `max_by`, `min_by` and `arbitrary`: one row's value, kept until a better row comes.
final class ExtremeAccumulator: SQLAccumulator {
    /// The order that decides which row is better.
    enum Order { case first, largest, smallest }

    private let order: Order
    /// The best row's value and the key that it is ordered by; a row whose key is NULL never is.
    private var best: (value: Cell, key: OrderedCell)?

    init(order: Order) { self.order = order }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        let key = OrderedCell(arguments[arguments.count - 1])
        guard !key.cell.isNull else { return }
        if let best {
            switch order {
            case .first: return
            case .largest: guard best.key < key else { return }
            case .smallest: guard key < best.key else { return }
            }
        }
        best = (arguments[0], key)
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {}

    func value(in context: SQLContext) -> Cell { best?.value ?? .null }
}
