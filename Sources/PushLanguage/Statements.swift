/// The statements of one block in order, inner bodies skipped.
public struct Statements: Sequence, IteratorProtocol, Sendable {
    private let script: Script
    private var cursor: StatementID
    private let end: StatementID

    init(script: Script, block: Block) {
        self.script = script
        cursor = block.start
        end = block.end
    }

    /// Returns the next statement, or nil after the last.
    public mutating func next() -> Statement? {
        guard cursor < end else { return nil }
        let statement = script.statement(cursor)
        cursor = statement.body.end
        return statement
    }
}
