/// Subqueries that name columns of an enclosing query.
extension Translator {
    /// The number of outer rows that are answered without an index: making one takes as long as
    /// reading the relation about so many times.
    private static let rowsBeforeIndex = 6

    /// The length from which the text of a subquery is not written a second time.
    private static let repeatedLength = 20_000

    /// The number of subqueries in both forms that one which contains them repeats.
    private static let repeatedForms = 3

    /// Translates an expression with a query in it; the relations that the query looks up by values
    /// of the outer row are read through an index.
    func correlated(_ translate: () throws(Fault) -> Term) throws(Fault) -> Term {
        let start = reads.count
        subqueryDepth += 1
        defer {
            subqueryDepth -= 1
            reads.removeLast(reads.count - start)
        }
        var term = try translate()
        if let text = indexed(term.sql, reads[start...]) {
            term.sql = text
            term.level = .atom
        }
        return term
    }

    /// Returns the text of an expression both with and without indexes; nil if none would help.
    func indexed(_ sql: String, _ reads: some Sequence<IndexedRead>) -> String? {
        var replacement = IndexedReads(sql, reads)
        guard let text = replacement.replaced() else { return nil }
        guard sql.utf8.count < Self.repeatedLength,
            sql.ranges(of: "trino_often(").count <= Self.repeatedForms
        else { return text }
        return "CASE WHEN trino_often(\(Self.rowsBeforeIndex)) THEN \(text) ELSE \(sql) END"
    }

    /// Notes a relation that may turn out to be looked up by values of an outer row.
    func note(_ source: Source, _ alias: String, _ columns: [(name: String, text: String)]) {
        guard subqueryDepth > 0, session.makesIndexes else { return }
        reads.append(IndexedRead(alias: alias, text: source.sql, columns: columns))
    }

    /// Decides which of the relations of a SELECT are read through an index: those that `=`
    /// compares, if it compares one of them with a value of the outer row.
    ///
    /// The relations of its subqueries in FROM are settled already; others are left out.
    func settle(since start: Int, _ select: Select, _ scope: Scope, reachesOut: Bool) {
        guard reads.count > start else { return }
        defer { reads = reads[..<start] + reads[start...].filter(\.isSettled) }
        guard reachesOut, let relation = select.from,
            let (given, joined) = keys(select, relation, scope)
        else { return }
        for index in reads.indices.dropFirst(start) where !reads[index].isSettled {
            let texts = Set(reads[index].columns.map(\.text))
            var keys: [String] = []
            for key in given + joined where texts.contains(key) && !keys.contains(key) {
                keys.append(key)
            }
            reads[index].keys = keys
            reads[index].isSettled = !keys.isEmpty
        }
    }

    /// Returns the columns that `=` compares with values of the outer row, and the others that it
    /// compares; nil if there are none of the first kind.
    private func keys(
        _ select: Select, _ relation: Relation, _ scope: Scope
    ) -> (given: [String], joined: [String])? {
        guard let conditions = Self.conditions(relation) else { return nil }
        var given: [String] = []
        var joined = conditions.names.flatMap { name in
            scope.columns.filter { $0.key == name }.map(\.term.sql)
        }
        let all = (select.condition.map { [$0] } ?? []) + conditions.expressions
        for part in all.flatMap(Self.conjuncts) {
            guard case .comparison(.equal, let left, let right) = part.kind else { continue }
            for (side, other) in [(left, right), (right, left)] {
                let parts = Self.nameParts(side)
                let found = parts.isEmpty ? [] : scope.columns(named: parts)
                guard found.count == 1 else { continue }
                if Self.reachesOut(other, scope) {
                    given.append(found[0].term.sql)
                } else {
                    joined.append(found[0].term.sql)
                }
            }
        }
        return given.isEmpty ? nil : (given, joined)
    }

    private static func conjuncts(_ expression: Expression) -> [Expression] {
        guard case .logical(true, let left, let right) = expression.kind else {
            return [expression]
        }
        return conjuncts(left) + conjuncts(right)
    }

    /// Returns the conditions of the joins in FROM; nil if a join may keep rows of its right side,
    /// which then must be read from its beginning.
    private static func conditions(
        _ relation: Relation
    ) -> (expressions: [Expression], names: [String])? {
        switch relation.kind {
        case .aliased(let inner, _, _): return conditions(inner)
        case .join(let join, let left, let right, let criteria):
            guard join != .right, join != .full, let one = conditions(left),
                let other = conditions(right)
            else { return nil }
            let expressions = one.expressions + other.expressions
            let names = one.names + other.names
            switch criteria {
            case .none: return (expressions, names)
            case .on(let condition): return (expressions + [condition], names)
            case .using(let list): return (expressions, names + list.map(\.key))
            }
        default: return ([], [])
        }
    }

    /// Whether an expression names a column of an enclosing query.
    private static func reachesOut(_ expression: Expression, _ scope: Scope) -> Bool {
        expression.contains { part in
            let parts = nameParts(part)
            guard !parts.isEmpty, scope.columns(named: parts).isEmpty else { return false }
            var place = scope.parent
            while let current = place {
                if !current.columns(named: parts).isEmpty { return true }
                if parts.count == 1, current.aliases.contains(where: { $0.key == parts[0] }) {
                    return true
                }
                place = current.parent
            }
            return false
        }
    }
}
