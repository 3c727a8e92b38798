/// Joins that compare expressions.
///
/// SQLite makes an automatic index for a column that a join compares, but none for an expression:
/// it reads all rows of the one relation for each of the other. So a relation becomes a copy in
/// which the expression is a column (decision 991).
extension Translator {
    /// Translates FROM; the relations of a join are noted as such that may become copies.
    func joining(_ relation: Relation, outer: Scope) throws(Fault) -> Source {
        try checkRelations(relation)
        let before = isJoining
        defer { isJoining = before }
        if case .join = relation.kind { isJoining = true } else { isJoining = false }
        return try source(relation, outer: outer, beside: nil)
    }

    /// Decides about the relations that were noted for a SELECT, and returns those that become
    /// copies for its joins; in a correlated query the outer row decides.
    func settled(
        since start: Int, _ select: Select, _ scope: Scope, reachesOut: Bool
    ) -> [IndexedRead] {
        let joined = reachesOut ? [] : joined(since: start, select, scope)
        settle(since: start, select, scope, reachesOut: reachesOut)
        return joined
    }

    /// Notes what a condition compares of some relations, by their places in `reads`.
    func noteKeys(_ condition: Expression, _ scope: Scope, in range: Range<Int>) {
        guard !range.isEmpty else { return }
        for part in Self.conjuncts(condition) {
            guard let (left, right) = Self.equated(part),
                !isPlainColumn(left, scope) || !isPlainColumn(right, scope),
                !part.contains(isDecidedOnce)
            else { continue }
            if let (first, second, type) = equality(part, scope) {
                noteKey(first, second, type, in: range)
            }
        }
    }

    /// Notes the side of an equality that a copy can have as a column: that of the relation which
    /// comes later.
    func noteKey(_ left: Term, _ right: Term, _ type: TrinoType, in range: Range<Int>) {
        guard let (first, second) = equated(left, right, type) else { return }
        var best: (read: Int, key: JoinKey)?
        for (text, side, other) in [(second, right, left), (first, left, right)] {
            guard let key = RowText(text, mayFail: true), !other.sql.contains("\(key.alias)."),
                let read = range.last(where: {
                    SQLText.name(reads[$0].alias) == key.alias && !reads[$0].isSettled
                }), best.map({ $0.read < read }) ?? true
            else { continue }
            let isOtherColumn = Self.isPlain(other)
            best = (
                read,
                JoinKey(text: key, isComputed: side.copies > 0, isOtherColumn: isOtherColumn)
            )
        }
        if let (read, key) = best { reads[read].joinKeys.append(key) }
    }

    /// Notes which relations an outer join may fill with NULLs.
    func noteMissing(_ join: Relation.Join, from left: Int, _ right: Int) {
        for read in reads.indices.dropFirst(left) {
            let isRight = read >= right
            if join == .full || join == (isRight ? .left : .right) {
                reads[read].mayBeMissing = true
            }
        }
    }

    /// Returns the relations of a SELECT that become copies, with what their copies hold.
    ///
    /// They are none if a condition names no relation: it may leave out all rows, for which the
    /// copies would be made in vain.
    private func joined(since start: Int, _ select: Select, _ scope: Scope) -> [IndexedRead] {
        defer { if subqueryDepth == 0 { reads.removeLast(reads.count - start) } }
        guard let relation = select.from, reads[start...].contains(where: { !$0.joinKeys.isEmpty }),
            !scope.columns.contains(where: { $0.term.column != nil })
        else { return [] }
        let conditions = Self.conditions(relation)
        let joins = parts(of: conditions.expressions)
        let all = joins + parts(of: select.condition.map { [$0] } ?? [])
        guard all.allSatisfy({ !named($0, scope).isEmpty }) else { return [] }
        return reads[start...].filter { !$0.isSettled }.compactMap { read in
            // WHERE chooses among the rows of an outer join, and not among those that it joins.
            copy(of: read, read.mayBeMissing ? joins : all, scope, conditions)
        }
    }

    /// Returns what AND joins in conditions, without what is plainly true.
    private func parts(of conditions: [Expression]) -> [Expression] {
        conditions.flatMap(Self.conjuncts).filter { !Self.isPlainlyTrue($0) }
    }

    /// Returns a relation with what its copy holds; nil if it stays as it is.
    ///
    /// Trino computes what a join compares for each row that meets the conditions on its relation
    /// alone, and those that follow for it from the other relations' and from equalities. So what
    /// may fail is a column only if the copy leaves out the others, and nothing else is compared
    /// with the relation.
    private func copy(
        of read: IndexedRead, _ parts: [Expression], _ scope: Scope, _ conditions: JoinConditions
    ) -> IndexedRead? {
        var read = read
        let alias = SQLText.name(read.alias)
        var own: [Expression] = []
        var comparisons = conditions.names.count
        for part in parts {
            let columns = named(part, scope)
            let count = columns.count { $0.term.sql.contains("\(alias).") }
            if count == columns.count || part.contains(isDecidedOnce) {
                own.append(part)
            } else if count > 0 {
                comparisons += 1
            }
        }
        let isInner = conditions.isInner
        let filters =
            isInner ? own.compactMap { rowText($0, scope, isCondition: true)?.text } : []
        read.keys = keys(
            of: read, isInner: isInner, mayFail: filters.count == own.count && comparisons == 1)
        guard !read.keys.isEmpty else { return nil }
        read.filters = filters
        let columns = read.columns.map(\.text)
        read.calls = read.keys.filter { !columns.contains($0) }
        read.isSorted = false
        return read
    }

    /// Returns what SQLite needs as a column of a relation, each once.
    ///
    /// Of an inner join's it needs none whose other side is a column: it makes an index for that.
    private func keys(of read: IndexedRead, isInner: Bool, mayFail: Bool) -> [String] {
        let prefix = "\(SQLText.name(read.alias))."
        var keys: [String] = []
        for key in read.joinKeys where !isInner || !key.isOtherColumn {
            guard !read.mayBeMissing || key.text.isStrict, mayFail || !key.text.mayFail else {
                continue
            }
            let text = key.text.text
            let column = read.columns.first { $0.text == text }
            let isNeeded =
                column.map { key.isComputed || $0.text != prefix + SQLText.name($0.name) }
                ?? key.text.isCall
            if isNeeded, !keys.contains(text) { keys.append(text) }
        }
        return keys
    }

    /// Returns the columns that a condition names.
    func named(_ part: Expression, _ scope: Scope) -> [Scope.Column] {
        part.all { !Self.nameParts($0).isEmpty }.flatMap { name in
            scope.columns(named: Self.nameParts(name))
        }
    }

    /// Whether a condition is `TRUE`, or a literal compared with itself, as programs write them.
    private static func isPlainlyTrue(_ part: Expression) -> Bool {
        switch part.kind {
        case .boolean(let value): value
        case .comparison(.equal, let left, let right):
            if case .integer(let one) = left.kind, case .integer(let other) = right.kind {
                one == other
            } else {
                false
            }
        default: false
        }
    }

    /// Returns the sides of an equality as terms of the type that they are compared by; nil for any
    /// other condition.
    func equality(_ part: Expression, _ scope: Scope) -> (Term, Term, TrinoType)? {
        guard let (left, right) = Self.equated(part), let one = again(left, scope),
            let other = again(right, scope)
        else { return nil }
        return unified(one, other)
    }

    /// Translates an expression once more, for a look at its text alone; nil if it is wrong.
    func again(_ expression: Expression, _ scope: Scope) -> Term? {
        let (draws, copies) = (self.draws, self.copies)
        defer { (self.draws, self.copies) = (draws, copies) }
        return try? term(expression, scope)
    }

    /// Returns the sides of `=`, or of IS NOT DISTINCT FROM.
    static func equated(_ part: Expression) -> (Expression, Expression)? {
        switch part.kind {
        case .comparison(.equal, let left, let right): return (left, right)
        case .not(let inner):
            guard case .comparison(.isDistinct, let left, let right) = inner.kind else {
                return nil
            }
            return (left, right)
        default: return nil
        }
    }

    /// Whether an expression is a column that SQLite reads as it is.
    private func isPlainColumn(_ expression: Expression, _ scope: Scope) -> Bool {
        let parts = Self.nameParts(expression)
        guard !parts.isEmpty else { return false }
        return scope.columns(named: parts).allSatisfy { Self.isPlain($0.term) }
    }

    private static func isPlain(_ term: Term) -> Bool {
        term.isColumn && term.copies == 0 && term.sql.hasSuffix("\"")
    }
}
