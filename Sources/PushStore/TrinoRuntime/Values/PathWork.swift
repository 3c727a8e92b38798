import PushText

/// The cost limits of a path: it ends with its statement, and finds a bounded number of items.
///
/// Filters and ON clauses handle a path's failures, but not this one: the reason is kept here for
/// the code that began the path.
final class PathWork {
    /// The maximum number of items that a step of a path may find: successive steps may multiply
    /// them.
    static let itemLimit = 1_000_000

    /// Nil as long as no limit was reached; it must be asked after the path.
    private(set) var failure: SQLFunctionError?
    private let context: SQLContext

    init(_ context: SQLContext) { self.context = context }

    /// Counts examined items.
    func spend(_ items: Int) throws(Fault) {
        try goOn()
        do throws(SQLFunctionError) {
            try context.spend(8 + items * 8)
        } catch {
            throw stop(error)
        }
    }

    /// Refuses more items than a step may find.
    func check(_ items: Int) throws(Fault) {
        try goOn()
        guard items > Self.itemLimit else { return }
        throw stop(
            SQLFunctionError(.memory, "a step of a path finds more than \(Self.itemLimit) items"))
    }

    /// Throws again once a limit was reached, since a filter may have swallowed it.
    private func goOn() throws(Fault) {
        if let failure { throw Fault(failure.message) }
    }

    private func stop(_ error: SQLFunctionError) -> Fault {
        failure = error
        return Fault(error.message)
    }
}
