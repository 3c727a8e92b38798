import PushText

/// JOIN.
extension Translator {
    /// Translates a join; the right side sees the columns of the left if it is itself an UNNEST or
    /// LATERAL, and not if it is a join with one in it.
    ///
    /// SQLite reads joins from left to right, so a join that is the right side of another gets
    /// parentheses. Throws NOT_SUPPORTED for an UNNEST whose rows a RIGHT or FULL JOIN would have
    /// to keep.
    func joined(
        _ join: Relation.Join, _ left: Relation, _ right: Relation,
        _ criteria: Relation.Criteria, _ relation: Relation, outer: Scope?
    ) throws(Fault) -> Source {
        let leftStart = reads.count
        var first = try leftSide(left, of: join, outer)
        let rightStart = reads.count
        if join == .right || join == .full { first = settled(first) }
        let special = Self.special(right)
        var second: Source
        if let alone = try independent(join, right, outer, first.columns) {
            second = alone
        } else if special != nil {
            second = try source(right, outer: outer, beside: first.columns)
        } else {
            second = try unaware(right, outer, of: first.columns)
        }
        if special == .unnest, join == .right || join == .full {
            throw Fault(
                .notSupported,
                "UNNEST in \(Self.word(join)) is not supported", at: right.place
            ).hinting("put it into a query: (SELECT * FROM UNNEST(…))")
        }
        if join == .left && !second.isInline || join == .full { second = settled(second) }
        // Around one relation, parentheses would hide its alias.
        if second.isJoin { second.sql = "(\(second.sql))" }
        if join == .full, special == nil, hasEquality(criteria) { keep(&first, &second) }
        defer { noteMissing(join, from: leftStart, rightStart) }
        let inner = join == .right ? leftStart..<rightStart : rightStart..<reads.count
        switch criteria {
        case .none:
            if second.isInline {
                return Source(
                    sql: first.sql, columns: first.columns + second.columns, isJoin: first.isJoin)
            }
            return Source(
                sql: "\(first.sql) JOIN \(second.sql)", columns: first.columns + second.columns,
                isJoin: true)
        case .on(let condition):
            if join != .full {
                let scope = Scope(.query, first.columns + second.columns, parent: outer)
                noteKeys(condition, scope, in: inner)
            }
            return try on(join, first, second, condition, special, outer)
        case .using(let names): return try using(join, first, second, names, inner)
        }
    }

    /// Translates the left side of a join.
    private func leftSide(
        _ left: Relation, of join: Relation.Join, _ outer: Scope?
    ) throws(Fault) -> Source {
        let isBeforeRight = outer?.isBeforeRight ?? false
        defer { outer?.isBeforeRight = isBeforeRight }
        if join == .right || join == .full { outer?.isBeforeRight = true }
        return try source(left, outer: outer, beside: nil)
    }

    /// Translates the right side of a join that does not see the left side.
    ///
    /// A side that begins with UNNEST or LATERAL may have been meant to see it.
    private func unaware(
        _ right: Relation, _ outer: Scope?, of beside: [Scope.Column]
    ) throws(Fault) -> Source {
        do throws(Fault) { return try source(right, outer: outer, beside: nil) } catch {
            let first = Self.leftmost(right)
            guard error.code == .columnNotFound, Self.special(first) != nil,
                (try? source(first, outer: outer, beside: beside)) != nil
            else { throw error }
            throw error.hinting(
                "a comma binds less tightly than JOIN: write CROSS JOIN in its place")
        }
    }

    /// Returns the first relation of a join.
    private static func leftmost(_ relation: Relation) -> Relation {
        if case .join(_, let left, _, _) = relation.kind { leftmost(left) } else { relation }
    }

    /// The relations that may refer to the preceding ones.
    private enum Special {
        case unnest
        case lateral
    }

    private static func special(_ relation: Relation) -> Special? {
        switch unaliased(relation).kind {
        case .unnest: .unnest
        case .lateral: .lateral
        default: nil
        }
    }

    /// Returns a relation without the aliases around it.
    static func unaliased(_ relation: Relation) -> Relation {
        if case .aliased(let inner, _, _) = relation.kind { unaliased(inner) } else { relation }
    }

    /// Returns a join in SQLite's words.
    private static func word(_ join: Relation.Join) -> String {
        switch join {
        case .cross, .inner: "JOIN"
        case .left: "LEFT JOIN"
        case .right: "RIGHT JOIN"
        case .full: "FULL JOIN"
        }
    }

    /// Writes a join with ON.
    ///
    /// Only an inner join's condition is a `filter`: in an outer join a row that fails it still
    /// shows. UNNEST, and a LATERAL in a FULL JOIN, take no condition but TRUE, as in Trino.
    private func on(
        _ join: Relation.Join, _ left: Source, _ right: Source, _ condition: Expression,
        _ special: Special?, _ outer: Scope?
    ) throws(Fault) -> Source {
        let columns = Self.nullable(join, left.columns, right.columns)
        let scope = Scope(.query, left.columns + right.columns, parent: outer)
        try forbidAggregates([condition], "JOIN clause")
        let term =
            join == .inner
            ? try filter(
                condition, scope, "JOIN ON clause", isBeforeRight: outer?.isBeforeRight ?? false)
            : try conjunction(condition, scope, isBeforeRight: outer?.isBeforeRight ?? false)
        if special == .unnest || special == .lateral && join == .full {
            guard case .boolean(true) = term.constant else {
                let what = special == .unnest ? "UNNEST" : "LATERAL relation"
                throw condition.fault(
                    .notSupported,
                    "\(Self.word(join)) involving \(what) is only supported with condition ON TRUE")
            }
        }
        if right.isInline { return inlined(join, left, right, term) }
        if let whole = fullJoin(left, right, condition, scope, term.sql) {
            return source(whole, columns)
        }
        return Source(
            sql: text(join, left, right, on: term.sql), columns: columns, isJoin: true)
    }

    /// Writes a join in SQLite's words.
    ///
    /// A RIGHT JOIN becomes a LEFT JOIN of the sides in turn, for which SQLite 3.40 makes an index,
    /// unless the text would nest too deeply.
    private func text(
        _ join: Relation.Join, _ left: Source, _ right: Source, on condition: String
    ) -> String {
        guard join == .right, session.form == .indexed else {
            return "\(left.sql) \(Self.word(join)) \(right.sql) ON \(condition)"
        }
        let missing = left.isJoin ? "(\(left.sql))" : left.sql
        return "\(right.sql) LEFT JOIN \(missing) ON \(condition)"
    }

    /// Writes a condition of an outer join.
    ///
    /// If a side of `AND` is just a column, SQLite 3.40 takes it for a condition on the rows of the
    /// left side, once it has substituted an expression of a subquery for the column; with a plus
    /// sign before it, it does not.
    ///
    /// It makes an inner join of a LEFT JOIN whose missing rows a later condition leaves out, so
    /// that these conditions name a column, too, with `isBeforeRight`.
    private func conjunction(
        _ expression: Expression, _ scope: Scope, _ what: String? = nil, isBeforeRight: Bool
    ) throws(Fault) -> Term {
        if case .logical(true, _, _) = expression.kind {
            let parts = Self.conjuncts(expression)
            let terms = try parts.map { (part) throws(Fault) in
                try conjunction(
                    part, scope, "Logical expression term", isBeforeRight: isBeforeRight)
            }
            return conjunction(of: parts, terms, scope)
        }
        var term =
            if let what { try condition(expression, scope, what, isJump: true) } else {
                try boolean(expression, scope, "JOIN ON clause")
            }
        if term.level == .atom, term.sql.hasPrefix("\""), term.sql.hasSuffix("\"") {
            term.sql = "+\(term.sql)"
        }
        return isBeforeRight ? bound(term, scope) : term
    }

    /// Returns the columns of a join, which are nullable on the side that may be missing.
    private static func nullable(
        _ join: Relation.Join, _ left: [Scope.Column], _ right: [Scope.Column]
    ) -> [Scope.Column] {
        let isLeft = join == .right || join == .full
        let isRight = join == .left || join == .full
        return marked(left, isLeft) + marked(right, isRight)
    }

    /// Returns columns as nullable if the join can fill them with NULLs.
    private static func marked(_ columns: [Scope.Column], _ isNullable: Bool) -> [Scope.Column] {
        guard isNullable else { return columns }
        return columns.map { column in
            var column = column
            column.term.isNullable = true
            return column
        }
    }

    /// Writes a join with USING: its columns come once, before all others, without a qualifier.
    ///
    /// In a RIGHT JOIN they are the right side's, in a FULL JOIN the value of whichever side has a
    /// row. Throws TYPE_MISMATCH if a pair of columns has no common type.
    private func using(
        _ join: Relation.Join, _ left: Source, _ right: Source, _ names: [Name],
        _ inner: Range<Int>
    ) throws(Fault) -> Source {
        var conditions: [String] = []
        var merged: [Scope.Column] = []
        var seen: Set<String> = []
        for name in names {
            guard seen.insert(name.key).inserted else {
                throw Fault(
                    .duplicateColumnName,
                    "Column '\(name.text)' appears multiple times in USING clause",
                    at: name.start, to: name.end)
            }
            let first = try column(name, left.columns, "left")
            let second = try column(name, right.columns, "right")
            guard let (one, other, type) = unified(first.term, second.term) else {
                throw Fault(
                    .typeMismatch,
                    "Column types of '\(name.text)' do not match in USING: "
                        + "\(first.term.type.text), \(second.term.type.text)", at: name.start,
                    to: name.end)
            }
            conditions.append(compared(.equal, one, other, type).operand(.and))
            if join != .full { noteKey(one, other, type, in: inner) }
            var term: Term
            switch join {
            // The cells of equal values may differ: the column is the left one where there is one.
            case .right where identity(one) == nil && !type.isFloating: term = other
            case .right, .full:
                term = Term("coalesce(\(one.sql), \(other.sql))", type)
                term.mayBeNaN = one.mayBeNaN || other.mayBeNaN
            default: term = one
            }
            if join == .full || join == .inner && one.isNullable { term.isNullable = true }
            merged.append(
                Scope.Column(name: first.name, qualifiers: [], term: term.typed(type)))
        }
        let keys = Set(names.map(\.key))
        let condition = conditions.joined(separator: " AND ")
        var joined = Source(
            sql: text(join, left, right, on: condition),
            columns: Self.nullable(join, left.columns, right.columns), isJoin: true)
        if right.isInline {
            joined = inlined(join, left, right, Term(condition, .boolean, .and))
        }
        if let whole = fullJoin(left, right, on: condition) {
            joined = source(whole, joined.columns)
            merged = merged.map(whole.read)
        }
        let rest = joined.columns.filter { column in
            column.key.map { !keys.contains($0) } ?? true
        }
        joined.columns = merged + rest
        return joined
    }

    /// Returns the one column of a name on one side; `side` is `left` or `right` for messages.
    private func column(
        _ name: Name, _ columns: [Scope.Column], _ side: String
    ) throws(Fault) -> Scope.Column {
        let found = columns.filter { $0.key == name.key }
        guard let first = found.first else {
            throw Fault(
                .columnNotFound, "Column '\(name.text)' is missing from \(side) side of join",
                at: name.start, to: name.end
            ).hinting(Suggestion.hint(name.text, among: columns.compactMap(\.name)))
        }
        guard found.count == 1 else {
            throw Fault(
                .ambiguousName, "Column '\(name.text)' is ambiguous", at: name.start,
                to: name.end)
        }
        return first
    }
}
