/// Conditions that choose rows.
extension Translator {
    /// Translates the condition of `WHERE`, of an inner `ON`, or of `HAVING`.
    ///
    /// SQLite computes a condition that names no column of the relations once, before the first
    /// row; if it fails, the query fails even where no row asks for it. Trino computes it for rows
    /// only, so that such a part of the condition is tied to the rows here.
    ///
    /// Parts of an AND are tied separately. Left alone are constants, what cannot fail, what names
    /// a row, and queries, whose value SQLite keeps (decision 531). With `isBeforeRight` each part
    /// is made to name a column (decision 843).
    func filter(
        _ expression: Expression, _ scope: Scope, _ clause: String, isPart: Bool = false,
        isBeforeRight: Bool = false
    ) throws(Fault) -> Term {
        if case .logical(true, let left, let right) = expression.kind,
            try groupingKey(expression, scope) == nil
        {
            // In a grouped query an AND inside may be a key itself.
            let parts = scope.grouping == nil ? Self.conjuncts(expression) : [left, right]
            let terms = try parts.map { (part) throws(Fault) in
                try filter(part, scope, clause, isPart: true, isBeforeRight: isBeforeRight)
            }
            return conjunction(of: parts, terms, scope)
        }
        let term =
            isPart
            ? try condition(expression, scope, "Logical expression term", isJump: true)
            : try boolean(expression, scope, clause)
        guard !scope.columns.isEmpty, term.constant == nil, Self.mayFail(term),
            !expression.contains(isDecidedOnce), !namesRow(term, scope)
        else { return isBeforeRight ? bound(term, scope) : term }
        return tied(term, scope)
    }

    /// Writes an AND, whose parts SQLite computes in their order.
    ///
    /// Trino computes the parts on one relation before it joins it with another, so that they keep
    /// rows from parts that would fail for them (decision 998).
    func conjunction(of parts: [Expression], _ terms: [Term], _ scope: Scope) -> Term {
        var terms = terms
        if scope.grouping == nil, terms.contains(where: Self.mayFail) {
            let pairs = zip(parts, terms).map { part, term in
                (term: term, isFirst: isOnOneRelation(part, scope))
            }
            terms = (pairs.filter(\.isFirst) + pairs.filter { !$0.isFirst }).map(\.term)
        }
        return Term(
            terms.map { $0.operand(.and) }.joined(separator: " AND "), .boolean, .and,
            isNullable: terms.contains { $0.isNullable })
    }

    /// Whether a condition names columns of one relation alone, and no query.
    private func isOnOneRelation(_ part: Expression, _ scope: Scope) -> Bool {
        let columns = named(part, scope)
        guard !columns.contains(where: { $0.term.column != nil }), !part.contains(isDecidedOnce)
        else { return false }
        // The first name in quotes is the relation's.
        let aliases = columns.map { column in
            column.term.sql.split(
                separator: "\"", maxSplits: 2, omittingEmptySubsequences: false
            ).dropFirst().first
        }
        return Set(aliases).count == 1
    }

    /// Whether an expression has a value of its own, which SQLite keeps: a query, or an aggregate.
    func isDecidedOnce(_ expression: Expression) -> Bool {
        switch expression.kind {
        case .query, .exists, .isInQuery, .quantified: true
        default: isAggregate(expression)
        }
    }

    /// Whether the text of a condition already reads a column of the scope, or a key of the groups.
    ///
    /// A column that LATERAL made may be a constant, or name a column of an enclosing query.
    private func namesRow(_ term: Term, _ scope: Scope) -> Bool {
        let terms = scope.grouping.map { $0.keys.map(\.term) } ?? scope.columns.map(\.term)
        return terms.contains {
            !$0.holdsConstant && $0.column == nil && term.sql.contains($0.sql)
        }
    }

    /// Makes a condition name a column, without reading it.
    ///
    /// SQLite 3.40 decides one that names none before the first row, and if it fails, the RIGHT or
    /// FULL JOIN that follows has no rows either.
    func bound(_ term: Term, _ scope: Scope) -> Term {
        guard term.constant != .boolean(true), !namesRow(term, scope),
            let column = Self.ownColumn(scope)
        else { return term }
        var bound = term
        bound.constant = nil
        return Self.anchored(bound, to: column)
    }

    /// Makes a condition depend on a row of every relation: the columns are named and never read,
    /// and the function tells SQLite that one value does not serve for all rows.
    private func tied(_ term: Term, _ scope: Scope) -> Term {
        var names = ["1", "trino_each_row()"]
        var relations: Set<[String]> = []
        if scope.grouping == nil {
            names += scope.columns.compactMap { column in
                guard !column.term.holdsConstant, relations.insert(column.qualifiers).inserted
                else { return nil }
                return column.term.sql
            }
        }
        return Term(
            "CASE WHEN coalesce(\(names.joined(separator: ", "))) THEN \(term.sql) END", .boolean)
    }
}
