/// Window functions of a query that are columns of a query inside it (decision 809).
struct InnerWindows {
    private struct Item {
        /// The place of the call in the statement, by which it is found again.
        let start: Int
        let end: Int
        let sql: String
        let name: String
        /// The column, as the query around reads it.
        let term: Term
    }

    /// The alias of the query inside.
    let alias: String
    private var items: [Item] = []

    init(alias: String) {
        self.alias = alias
    }

    /// The windows as items of a select list.
    var texts: [String] { items.map { "\($0.sql) AS \($0.name)" } }

    /// Adds a call, in the terms of the query inside.
    mutating func add(_ expression: Expression, _ term: Term) {
        let name = SQLText.name("w\(items.count)")
        items.append(
            Item(
                start: expression.start, end: expression.end, sql: term.sql, name: name,
                term: column(name, term)))
    }

    /// Returns the column that holds a call; nil if the call is not computed inside.
    func term(_ expression: Expression) -> Term? {
        items.first { $0.start == expression.start && $0.end == expression.end }?.term
    }

    /// Returns a column that holds a value.
    func column(_ name: String, _ term: Term) -> Term {
        var column = term
        column.sql = "\(SQLText.name(alias)).\(name)"
        column.level = .atom
        return column
    }
}
