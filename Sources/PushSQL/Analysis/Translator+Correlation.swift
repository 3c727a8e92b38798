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

    /// Notes a relation that may turn out to be looked up by values of an outer row, or of another
    /// relation.
    func note(_ source: Source, _ alias: String, _ columns: [(name: String, text: String)]) {
        guard subqueryDepth > 0 || isJoining, session.form == .indexed else { return }
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
            let lookup = lookup(select, relation, scope)
        else { return }
        for index in reads.indices.dropFirst(start) where !reads[index].isSettled {
            let columns = Set(reads[index].columns.map(\.text))
            let alias = SQLText.name(reads[index].alias)
            let calls = lookup.calls.filter { $0.alias == alias && !columns.contains($0.text) }
            let known = columns.union(calls.map(\.text))
            var keys: [String] = []
            for key in lookup.given + lookup.joined where known.contains(key) && !keys.contains(key)
            {
                keys.append(key)
            }
            reads[index].keys = keys
            reads[index].calls = keys.filter { !columns.contains($0) }
            reads[index].filters = lookup.filters.filter { $0.alias == alias }.map(\.text)
            reads[index].isSettled = !keys.isEmpty
        }
    }

    /// The conditions of a SELECT on its relations.
    private struct Lookup {
        /// The columns and calls that `=` compares with values of the outer row.
        var given: [String] = []
        /// The other columns that it compares.
        var joined: [String]
        /// The calls among `given`.
        var calls: [RowText] = []
        /// The conditions on one relation alone.
        var filters: [RowText] = []
    }

    /// Returns the conditions of a SELECT; nil if none compares with a value of the outer row.
    private func lookup(_ select: Select, _ relation: Relation, _ scope: Scope) -> Lookup? {
        let conditions = Self.conditions(relation)
        guard !conditions.keepsRight else { return nil }
        var lookup = Lookup(
            joined: conditions.names.flatMap { name in
                scope.columns.filter { $0.key == name }.map(\.term.sql)
            })
        let all = (select.condition.map { [$0] } ?? []) + conditions.expressions
        let parts = all.flatMap(Self.conjuncts)
        for part in parts {
            guard case .comparison(.equal, let left, let right) = part.kind else { continue }
            for (side, other) in [(left, right), (right, left)] {
                let parts = Self.nameParts(side)
                let found = parts.isEmpty ? [] : scope.columns(named: parts)
                if found.count == 1 {
                    if Self.reachesOut(other, scope) {
                        lookup.given.append(found[0].term.sql)
                    } else {
                        lookup.joined.append(found[0].term.sql)
                    }
                } else if conditions.isInner, case .call = side.kind,
                    Self.reachesOut(other, scope), let call = rowText(side, scope), call.isCall
                {
                    lookup.given.append(call.text)
                    lookup.calls.append(call)
                }
            }
        }
        guard !lookup.given.isEmpty else { return nil }
        if conditions.isInner {
            lookup.filters = parts.compactMap { rowText($0, scope, isCondition: true) }
        }
        return lookup
    }

    /// Returns an expression as it can be computed for each row of a relation alone; nil if it
    /// names another relation, or may fail.
    func rowText(
        _ expression: Expression, _ scope: Scope, isCondition: Bool = false
    ) -> RowText? {
        guard !Self.reachesOut(expression, scope), !expression.contains(isDecidedOnce),
            let term = try? term(expression, scope), !isCondition || term.type == .boolean
        else { return nil }
        return RowText(term.sql)
    }

    static func conjuncts(_ expression: Expression) -> [Expression] {
        guard case .logical(true, let left, let right) = expression.kind else {
            return [expression]
        }
        return conjuncts(left) + conjuncts(right)
    }

    /// The conditions of the joins in FROM.
    struct JoinConditions {
        var expressions: [Expression] = []
        /// The columns that USING names.
        var names: [String] = []
        /// Whether each row of a relation is one of the table's: none is filled with NULL, and none
        /// is left out by chance.
        var isInner = true
        /// Whether a join may keep rows of its right side, which then must be read from its
        /// beginning.
        var keepsRight = false
    }

    /// Returns the conditions of the joins in FROM.
    static func conditions(_ relation: Relation) -> JoinConditions {
        switch relation.kind {
        case .aliased(let inner, _, _): return conditions(inner)
        case .sampled: return JoinConditions(isInner: false)
        case .join(let join, let left, let right, let criteria):
            var all = conditions(left)
            let other = conditions(right)
            all.expressions += other.expressions
            all.names += other.names
            all.isInner = all.isInner && other.isInner && (join == .inner || join == .cross)
            all.keepsRight =
                all.keepsRight || other.keepsRight || join == .right || join == .full
            switch criteria {
            case .none: break
            case .on(let condition): all.expressions.append(condition)
            case .using(let list): all.names += list.map(\.key)
            }
            return all
        default: return JoinConditions()
        }
    }

    /// Whether an expression names a column of an enclosing query.
    static func reachesOut(_ expression: Expression, _ scope: Scope) -> Bool {
        expression.contains { part in
            let parts = nameParts(part)
            guard !parts.isEmpty else { return false }
            let own = scope.columns(named: parts)
            guard own.isEmpty else { return own.contains(where: \.term.reachesOut) }
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
