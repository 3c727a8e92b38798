/// A table by its full name, whose parts are in lower case.
public struct TablePlace: Equatable, Sendable {
    /// The catalog, by that of its names which the statement or the session has for it.
    public let catalog: String
    /// The schema.
    public let schema: String
    /// The table.
    public let table: String

    /// Names a table.
    public init(catalog: String, schema: String, table: String) {
        self.catalog = catalog
        self.schema = schema
        self.table = table
    }

    /// The name as messages have it.
    var text: String { "\(catalog).\(schema).\(table)" }
}

/// A Trino statement as SQLite runs it.
///
/// It is a value: nothing has been read or changed when it is made.
public struct TranslatedQuery: Equatable, Sendable {
    /// The use of a query's rows; for a statement without rows, the table it changes.
    public enum Target: Equatable, Sendable {
        /// They are the answer.
        case result
        /// The text itself is the answer: the statement was `EXPLAIN`.
        case explanation
        /// They are counted, and what SQLite did is the answer: `EXPLAIN ANALYZE`.
        case analysis(isVerbose: Bool)
        /// They go into an existing table, into its named columns in that order.
        case insertion(schema: String, table: String, columns: [String])
        /// They become a new table.
        case creation(schema: String, table: String, isOptional: Bool)
        /// There are none: a table with these columns is created.
        case definition(schema: String, table: String, isOptional: Bool)
        /// There are none: a table is dropped.
        case removal(schema: String, table: String)
        /// There are none: a table gets another name in its schema.
        case renaming(schema: String, table: String, to: String)
        /// There are none: a schema is created.
        case schemaCreation(String, isOptional: Bool)
        /// There are none: an empty schema is dropped.
        case schemaRemoval(String)
        /// There are none, and there is nothing to do: a statement of that kind, with IF EXISTS,
        /// found no table.
        case nothing(String)
    }

    /// The name of the column in the answers of EXPLAIN.
    static let plan = "Query Plan"

    /// The text for SQLite: one SELECT; empty if there are no rows.
    public let sql: String
    /// The columns, in order.
    public let columns: [QueryColumn]
    /// The use of the rows, or the table that is created or dropped.
    public let target: Target
    /// The columns of tables whose cells are not all of the column's type, by their numbers in the
    /// text.
    public internal(set) var mixedColumns: [QueryColumn] = []

    /// The columns of the answer, which DESCRIBE OUTPUT lists: whatever stores rows counts them,
    /// and what only defines something has none.
    public var answerColumns: [QueryColumn] {
        switch target {
        case .result: columns
        case .explanation, .analysis: [QueryColumn(name: Self.plan, type: .varchar(nil))]
        case .insertion, .creation: [QueryColumn(name: "rows", type: .bigint)]
        case .definition, .removal, .renaming, .nothing, .schemaCreation, .schemaRemoval: []
        }
    }
}
