/// A table that also receives the result of a query.
public struct ResultTarget: Equatable, Sendable {
    /// Whether the rows are added to those of the table, or replace them.
    public enum Mode: String, CaseIterable, Sendable {
        case append, replace
    }

    /// The table's database.
    public var database: String
    /// Its name; it is created if it is missing.
    public var table: String
    /// Whether its own rows stay.
    public var mode: Mode

    /// Names a table.
    public init(database: String, table: String, mode: Mode) {
        self.database = database
        self.table = table
        self.mode = mode
    }
}
