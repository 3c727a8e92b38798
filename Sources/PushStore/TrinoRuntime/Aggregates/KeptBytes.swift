/// The memory that the state of an aggregate keeps, counted for it and for the whole statement.
///
/// A statement may have hundreds of aggregates, each of which keeps its rows at the same time.
final class KeptBytes {
    private var bytes = 0
    /// Counts the bytes of all states; nil as long as this one has none.
    private var context: SQLContext?

    /// The most bytes that one state may keep.
    static let limit = 256 << 20
    /// The most bytes that those of a statement may keep together.
    private static let statementLimit = 512 << 20

    static let tooLarge = SQLFunctionError(
        .memory, "one group of the aggregation needs more than \(limit >> 20) MB")
    private static let tooMany = SQLFunctionError(
        .memory, "the aggregates of the query need more than \(statementLimit >> 20) MB")

    /// Counts bytes; throws if they are too many, for the state or for the statement.
    func add(_ count: Int, in context: SQLContext) throws(SQLFunctionError) {
        self.context = context
        bytes += count
        context.keptBytes += count
        guard bytes <= Self.limit else { throw Self.tooLarge }
        guard context.keptBytes <= Self.statementLimit else { throw Self.tooMany }
    }

    /// Counts bytes that are no longer kept.
    func remove(_ count: Int) {
        bytes -= count
        context?.keptBytes -= count
    }

    deinit { context?.keptBytes -= bytes }
}
