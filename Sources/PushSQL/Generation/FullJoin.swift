/// A side of a FULL JOIN, of which the columns that are used are kept.
struct KeptSide {
    /// Its alias in quotes.
    let alias: String
    /// The relation as FROM names it.
    let sql: String
    /// The columns that may be kept, by name, with the texts that compute them.
    let items: [(name: String, text: String)]

    /// Returns the text that reads a column.
    func text(_ name: String) -> String { "\(alias).\(SQLText.name(name))" }

    /// Returns the side for WITH: some of its columns, more than these, and `row`, never NULL.
    func rows(_ names: [String], _ more: [String]) -> String {
        let items = items.filter { names.contains($0.name) }.map {
            "\($0.text) AS \(SQLText.name($0.name))"
        }
        let inner = items.isEmpty ? "NULL" : items.joined(separator: ", ")
        let outer = (names.map { text($0) } + more + [#"1 AS "row""#]).joined(separator: ", ")
        let rows = "(SELECT \(inner) FROM \(sql)) AS \(alias)"
        return "\(alias) AS MATERIALIZED (SELECT \(outer) FROM \(rows))"
    }
}

/// A FULL JOIN whose sides are kept.
struct FullJoin {
    let left: KeptSide
    let right: KeptSide
    /// The alias of the whole.
    let alias: String
    let condition: String
    /// The expressions of the condition that the sides have as columns, `key 0` and so on.
    var keys: [RowText] = []

    /// Returns it for FROM, with the columns of these names.
    func text(_ used: Set<String>) -> String {
        func needed(_ side: KeptSide) -> [String] {
            let texts = [condition] + keys.map(\.text)
            return side.items.map(\.name).filter { name in
                used.contains(name) || texts.contains { $0.contains(side.text(name)) }
            }
        }
        func rows(_ side: KeptSide) -> String {
            let own = keys.enumerated().filter { $1.alias == side.alias }.map { number, key in
                "\(key.text) AS \(SQLText.name("key \(number)"))"
            }
            return side.rows(needed(side), own)
        }
        func items(_ side: KeptSide, areMissing: Bool = false) -> [String] {
            side.items.map(\.name).filter(used.contains).map { name in
                "\(areMissing ? "NULL" : side.text(name)) AS \(SQLText.name(name))"
            }
        }
        func list(areMissing: Bool) -> String {
            let all = items(left, areMissing: areMissing) + items(right)
            return all.isEmpty ? "NULL" : all.joined(separator: ", ")
        }
        return """
            (WITH \(rows(left)), \(rows(right)) \
            SELECT \(list(areMissing: false)) \
            FROM \(left.alias) LEFT JOIN \(right.alias) ON \(condition) \
            UNION ALL SELECT \(list(areMissing: true)) \
            FROM \(right.alias) LEFT JOIN \(left.alias) ON \(condition) \
            WHERE \(left.alias)."row" IS NULL) AS \(SQLText.name(alias))
            """
    }

    /// Returns a column of a side, or of both, as the whole has it.
    func read(_ column: Scope.Column) -> Scope.Column {
        var term = column.term
        for side in [left, right] {
            term.sql = term.sql.replacing("\(side.alias).", with: "\(SQLText.name(alias)).")
        }
        term.isNullable = true
        term.holdsConstant = false
        term.copies = 0
        return column.read(by: term)
    }
}
