/// Aggregates and window functions that SQLite would have to compute in a subquery (decision 809).
///
/// A function of a lambda becomes a query over the elements of its array, and `= ANY` one over the
/// rows of its query. SQLite has no aggregates and windows of the query around in there, so these
/// are computed further inside, and the subquery reads a column.
extension Translator {
    /// Whether a subquery reads an aggregate that SQLite does not compute in the query around: one
    /// that names no column, or any one if that has windows, or the subquery is recursive.
    func readsAggregate(
        _ expressions: [Expression], _ select: Select, _ scope: Scope, hasWindows: Bool
    ) -> Bool {
        Self.reads(expressions, select) { part, isRecursive in
            guard isAggregate(part) else { return false }
            if isRecursive || hasWindows { return true }
            guard case .call(let call) = part.kind else { return false }
            return !Self.namesColumn(call, scope)
        }
    }

    /// Whether a subquery reads a window function.
    func readsWindow(_ expressions: [Expression], _ select: Select) -> Bool {
        Self.reads(expressions, select) { part, _ in Self.isWindow(part) }
    }

    /// Computes the windows of a query in one inside, if a subquery reads one; the columns of its
    /// relations become columns of that query, too.
    ///
    /// With groups, the rows are those of the groups, which are known only at the end.
    func computeWindows(
        _ select: Select, _ order: [SortItem], _ scope: Scope, _ parts: inout SelectParts
    ) throws(Fault) {
        guard readsWindow(Self.expressions(select, order), select) else { return }
        var windows = InnerWindows(alias: scope.grouping?.sets?.name ?? alias("windows"))
        for item in select.items {
            guard case .expression(let expression, _) = item else { continue }
            for window in expression.all(where: Self.isWindow) {
                let term = try whole(expression, scope) { (_) throws(Fault) in
                    try self.term(window, scope)
                }
                windows.add(window, term)
            }
        }
        for window in order.flatMap({ Self.innerWindows($0.expression) }) {
            let namesOutput = window.contains { part in
                if case .name(let name) = part.kind { return scope.outputs.contains(name.key) }
                return false
            }
            guard !namesOutput else {
                throw window.unsupported(
                    "a window over the select list in an array that a function reads",
                    hint: "compute it in a query inside")
            }
            windows.add(window, try term(window, scope))
        }
        scope.innerWindows = windows
        guard scope.grouping == nil else { return }
        var texts: [String] = []
        for index in scope.columns.indices where scope.columns[index].term.constant == nil {
            let name = SQLText.name("c\(index)")
            texts.append("\(scope.columns[index].term.sql) AS \(name)")
            scope.columns[index].term = windows.column(name, scope.columns[index].term)
        }
        parts.addWindows(windows, texts)
    }

    /// Returns the arguments of an expression, itself and not a part of it, that are read in a
    /// subquery.
    private static func readInside(_ expression: Expression) -> [Expression] {
        switch expression.kind {
        case .call(let call):
            let values = call.arguments.filter { argument in
                if case .lambda = argument.kind { false } else { true }
            }
            return values.count < call.arguments.count ? values : []
        case .quantified(_, _, let value, _): return [value]
        default: return []
        }
    }

    /// Returns the window functions in an expression that are read in a subquery.
    private static func innerWindows(_ expression: Expression) -> [Expression] {
        let read = readInside(expression).flatMap { $0.all(where: isWindow) }
        return read.isEmpty ? expression.parts.flatMap(innerWindows) : read
    }

    /// Whether something that is read in a subquery satisfies a test, which also knows whether that
    /// is recursive; a name may be that of a select item.
    private static func reads(
        _ expressions: [Expression], _ select: Select,
        _ isWanted: (_ part: Expression, _ isRecursive: Bool) -> Bool
    ) -> Bool {
        func reads(_ part: Expression) -> Bool {
            var isRecursive = false
            if case .call(let call) = part.kind {
                isRecursive = call.name.last.key == "reduce"
            }
            return readInside(part).contains { value in
                value.contains { inner in
                    isWanted(inner, isRecursive)
                        || item(inner, select)?.contains { isWanted($0, isRecursive) } ?? false
                }
            }
        }
        return expressions.contains { $0.contains(reads) }
    }

    /// Returns the select item that a name can mean in ORDER BY.
    private static func item(_ expression: Expression, _ select: Select) -> Expression? {
        guard case .name(let name) = expression.kind else { return nil }
        for case .expression(let item, let alias?) in select.items where alias.key == name.key {
            return item
        }
        return nil
    }
}
