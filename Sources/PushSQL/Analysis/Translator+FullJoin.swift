/// FULL JOIN.
///
/// SQLite 3.40 makes no index for it, and compares all pairs of rows. With an equality in its
/// condition it is written as a LEFT JOIN, and after that the rows of the right side for which the
/// LEFT JOIN of the sides in turn finds none. Both sides are kept, since they are read twice
/// (decision 995).
extension Translator {
    /// Whether a condition compares by `=`, so that an index may serve.
    func hasEquality(_ criteria: Relation.Criteria) -> Bool {
        guard session.form == .indexed else { return false }
        switch criteria {
        case .none: return false
        case .on(let condition):
            return Self.conjuncts(condition).contains { Self.equated($0) != nil }
        case .using: return true
        }
    }

    /// Gives the sides of a FULL JOIN the names under which they are kept.
    func keep(_ left: inout Source, _ right: inout Source) {
        left = kept(left, alias("left"), "c")
        right = kept(right, alias("right"), "d")
    }

    private func kept(_ source: Source, _ alias: String, _ letter: String) -> Source {
        var (side, items) = isolated(source, alias, letter)
        side.kept = KeptSide(alias: SQLText.name(alias), sql: source.sql, items: items)
        return side
    }

    /// Returns a FULL JOIN whose sides are kept, with a condition that is `text`; nil for any other
    /// join.
    ///
    /// An expression that the condition compares is a column of its side. If it may fail, it must
    /// not be computed for rows that another part of the condition leaves out.
    func fullJoin(
        _ left: Source, _ right: Source, _ condition: Expression, _ scope: Scope, _ text: String
    ) -> FullJoin? {
        guard var join = fullJoin(left, right, on: text) else { return nil }
        guard !condition.contains(isDecidedOnce) else { return join }
        let parts = Self.conjuncts(condition)
        var keys: [RowText] = []
        var texts: [String] = []
        for part in parts {
            let equality = keyed(part, scope, mayFail: parts.count == 1, &keys)
            guard let text = equality ?? again(part, scope)?.operand(.and) else { return join }
            texts.append(text)
        }
        guard !keys.isEmpty else { return join }
        join = FullJoin(
            left: join.left, right: join.right, alias: join.alias,
            condition: texts.joined(separator: " AND "), keys: keys)
        return join
    }

    /// Returns a FULL JOIN whose sides are kept; nil for any other join.
    func fullJoin(_ left: Source, _ right: Source, on condition: String) -> FullJoin? {
        guard let one = left.kept, let other = right.kept else { return nil }
        return FullJoin(
            left: one, right: other, alias: alias("full"), condition: condition)
    }

    /// Makes a relation of a FULL JOIN, whose text is written once its SELECT is complete and tells
    /// which columns it uses.
    func source(_ join: FullJoin, _ columns: [Scope.Column]) -> Source {
        let alias = SQLText.name(join.alias)
        let source = Source(sql: "(\(alias)) AS \(alias)", columns: columns.map(join.read))
        fulls.append(
            IndexedRead(alias: join.alias, text: source.sql, columns: [], write: join.text))
        return source
    }

    /// Writes the relations of a complete SELECT that depend on the columns that it uses: the FULL
    /// JOINs that were met since `start`, the outer ones first, and copies for its other joins.
    func completed(
        _ sql: String, _ joined: [IndexedRead], fullJoinsSince start: Int
    ) -> String {
        var text = sql
        while fulls.count > start, let join = fulls.popLast() {
            text = IndexedReads.replaced(text, [join])
        }
        return IndexedReads.replaced(text, joined)
    }

    /// Returns an equality of columns for what it compares; nil if that is columns already, or may
    /// not become any.
    private func keyed(
        _ part: Expression, _ scope: Scope, mayFail: Bool, _ keys: inout [RowText]
    ) -> String? {
        guard let (first, second, type) = equality(part, scope),
            let (former, latter) = equated(first, second, type)
        else { return nil }
        let before = keys.count
        let texts = [former, latter].map { text -> String in
            guard let key = RowText(text, mayFail: mayFail), key.isCall else { return text }
            keys.append(key)
            return "\(key.alias).\(SQLText.name("key \(keys.count - 1)"))"
        }
        guard keys.count > before else { return nil }
        if case .not = part.kind { return texts.joined(separator: " IS ") }
        return texts.joined(separator: " = ")
    }
}
