/// The queries that stand in one WITH before a statement, so that they do not nest.
final class FlatQueries {
    struct State {
        /// The entries of WITH, each behind those that it names.
        var entries: [String] = []
        /// The names of queries in a WITH further inside: what names them cannot stand before it.
        var inner: Set<String> = []
    }

    var state = State()
}

/// The flat form of statements (decision 787).
extension Translator {
    /// Writes a query as FROM names it: in parentheses, or in the flat form as an entry of WITH.
    ///
    /// SQLite reads an entry that is named once like a subquery in its place.
    func relation(_ output: Output) -> String { relation(output.sql, output.reachesOut) }

    /// Writes a query that may name columns outside it as FROM names it.
    func relation(_ sql: String, _ reachesOut: Bool) -> String {
        guard canMove(sql, reachesOut) else { return "(\(sql))" }
        let name = alias("part")
        note(named: name, sql)
        parts.state.entries.append("\(SQLText.name(name)) AS (\(sql))")
        return SQLText.name(name)
    }

    /// Writes a query as a subquery of an expression, without its parentheses.
    func subquery(_ output: Output) -> String {
        guard canMove(output.sql, output.reachesOut) else { return output.sql }
        return "SELECT * FROM \(relation(output))"
    }

    /// Puts a definition of WITH before the statement; false if it must stay where it is.
    func moves(_ definition: String, named name: String, reachesOut: Bool) -> Bool {
        parts.state.inner.remove(name)
        guard canMove(definition, reachesOut) else {
            parts.state.inner.insert(name)
            return false
        }
        parts.state.entries.append(definition)
        return true
    }

    /// Notes a query of WITH that is not complete yet.
    func opens(_ name: String) { parts.state.inner.insert(name) }

    /// Whether a query can be read before the statement begins.
    private func canMove(_ sql: String, _ reachesOut: Bool) -> Bool {
        session.form == .flat && !reachesOut
            && !parts.state.inner.contains { sql.contains(SQLText.name($0)) }
    }

    /// Puts the queries before a statement, and writes what nests in expressions flat, too.
    func flattened(_ query: TranslatedQuery) -> TranslatedQuery {
        var sql = query.sql
        if !parts.state.entries.isEmpty {
            var rest = sql[...]
            for word in ["WITH ", "RECURSIVE "] where rest.hasPrefix(word) {
                rest = rest.dropFirst(word.count)
            }
            let isNamed = rest.startIndex != sql.startIndex
            let entries = parts.state.entries.joined(separator: ", ")
            sql = "WITH RECURSIVE \(entries)\(isNamed ? ", " : " ")\(rest)"
        }
        return TranslatedQuery(
            sql: FlatText.flattened(sql), columns: query.columns, target: query.target)
    }
}
