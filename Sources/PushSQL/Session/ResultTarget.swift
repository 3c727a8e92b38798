/// A table that takes the result of a query besides whoever asked.
public struct ResultTarget: Equatable, Sendable {
    /// Whether the rows stand behind those of the table, or instead of them.
    public enum Mode: String, CaseIterable, Sendable {
        case append, replace
    }

    /// The table's database.
    public var database: String
    /// Its name; it is made if it is missing.
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
