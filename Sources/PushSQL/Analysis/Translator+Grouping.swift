/// GROUP BY, and the expressions that are allowed with it.
extension Translator {
    /// Reads the groups of a query; nil if it has none and no aggregate.
    ///
    /// One set of keys is written as SQLite's GROUP BY. Several, keys that name columns of an
    /// enclosing query, and those of a query whose aggregates or windows a subquery reads, are
    /// computed over a source of their own (`GroupingSets`).
    ///
    /// Throws NOT_SUPPORTED beyond 2048 sets, and INVALID_COLUMN_REFERENCE for a position without a
    /// column, or for an expression in several sets.
    func grouping(
        _ select: Select, _ clauses: Clauses, _ scope: Scope, _ parts: inout SelectParts
    ) throws(Fault) -> Grouping? {
        let order = clauses.order.map(\.expression)
        var expressions = Self.expressions(select, clauses.order)
        if let having = select.having { expressions.append(having) }
        let hasWindows =
            clauses.limit?.hasTies == true
            || expressions.contains { $0.contains(Self.isWindow) }
        let isInside =
            readsAggregate(expressions, select, scope, hasWindows: hasWindows)
            || readsWindow(expressions, select)
        guard let groupBy = select.groupBy else {
            return groupWithoutKeys(expressions, select, order, isInside: isInside)
        }
        var keys = groupBy.isAuto ? automatic(select) : []
        var sets = [Array(keys.indices)]
        for element in groupBy.elements {
            let options = try options(element, groupBy.place, select, scope, &keys)
            guard sets.count * options.count <= 2048 else { throw tooManySets(groupBy.place) }
            sets = sets.flatMap { set in options.map { set + $0 } }
        }
        try checkKeys(keys, "GROUP BY")
        try forbidAggregates(keys, "GROUP BY clause")
        var namings: [Naming?] = []
        var (terms, reachesOut, _) = try reaching(scope) { () throws(Fault) in
            try self.keys(keys, scope, &namings)
        }
        let holdsQuery = keys.contains { $0.contains(\.isQuery) }
        let grouping = Grouping()
        grouping.isExplicit = true
        // Names of one column, such as `a` and `t.a`, are one key.
        let (numbers, kept) = Self.merged(terms)
        terms = kept.map { terms[$0] }
        keys = kept.map { keys[$0] }
        namings = kept.map { namings[$0] }
        sets = sets.map { set in
            var seen: Set<Int> = []
            return set.map { numbers[$0] }.filter { seen.insert($0).inserted }
        }
        if groupBy.isDistinct {
            var seen: Set<Set<Int>> = []
            sets = sets.filter { seen.insert(Set($0)).inserted }
        }
        try checkSets(sets.count, at: groupBy.place)
        if sets.count == 1, !terms.isEmpty, !isInside, !reachesOut, !holdsQuery {
            parts.keys = terms.map(groupText)
            grouping.keys = keys.indices.map {
                key(keys[$0], namings[$0], terms[$0], terms[$0], scope)
            }
            return grouping
        }
        let computed = GroupingSets(
            keys: terms, sets: sets, name: alias("groups"), source: alias("source"))
        grouping.sets = computed
        grouping.keys = keys.indices.map {
            key(keys[$0], namings[$0], terms[$0], computed.key($0), scope)
        }
        return grouping
    }

    /// Translates the keys of GROUP BY; `namings` are the states from which those are read that
    /// give names to relations inside.
    private func keys(
        _ keys: [Expression], _ scope: Scope, _ namings: inout [Naming?]
    ) throws(Fault) -> [Term] {
        var terms: [Term] = []
        for key in keys {
            var naming = self.naming
            terms.append(try term(key, scope))
            naming.moved = moved(since: naming)
            namings.append(key.contains(Self.givesNames) ? naming : nil)
        }
        return terms
    }

    /// Whether an expression itself, not a part of it, becomes a query, whose relations have names.
    private static func givesNames(_ expression: Expression) -> Bool {
        if case .lambda = expression.kind { return true }
        return expression.isQuery
    }

    /// Returns the group of all rows of a query without GROUP BY; nil if it has no aggregate.
    private func groupWithoutKeys(
        _ expressions: [Expression], _ select: Select, _ order: [Expression], isInside: Bool
    ) -> Grouping? {
        let hasAggregates = expressions.contains { $0.contains(isAggregate) }
        guard hasAggregates || select.having != nil else { return nil }
        // In SQLite, ORDER BY has aggregates only if the select list has one.
        let isSorted = order.contains { $0.contains(isAggregate) }
        let listed = Self.expressions(select, [])
        // `typeof` of one becomes a literal in SQLite's text.
        let isListed = listed.contains { $0.contains(isAggregate, outside: Self.isTypeName) }
        // HAVING takes no notice of one that only a window reads.
        let isWindowed =
            select.having != nil && isListed
            && !listed.contains { $0.contains(isAggregate, outside: Self.isWindow) }
        let isErased = !isListed && listed.contains { $0.contains(isAggregate) }
        return oneGroup(isInside: isInside || isWindowed || isErased || isSorted && !isListed)
    }

    private static func isTypeName(_ expression: Expression) -> Bool {
        if case .call(let call) = expression.kind { call.name.key == "typeof" } else { false }
    }

    /// Returns the group of all rows; with `isInside`, a query of its own computes it.
    private func oneGroup(isInside: Bool) -> Grouping {
        let grouping = Grouping()
        if isInside {
            grouping.sets = GroupingSets(
                keys: [], sets: [[]], name: alias("groups"), source: alias("source"))
        }
        return grouping
    }

    /// Returns the numbers of columns and the columns, with names of one column merged into one
    /// key.
    private static func merged(
        _ terms: [Term]
    ) -> (numbers: [Int], kept: [Int]) {
        var numbers: [Int] = []
        var places: [String: Int] = [:]
        var kept: [Int] = []
        for (index, term) in terms.enumerated() {
            let key = "\(term.type.text) \(term.column ?? 0) \(term.sql)"
            let place = places[key] ?? kept.count
            if place == kept.count { kept.append(index) }
            places[key] = place
            numbers.append(place)
        }
        return (numbers, kept)
    }

    /// Makes a key: `term` in terms of the relations, `outside` as the select list names it.
    private func key(
        _ expression: Expression, _ naming: Naming?, _ term: Term, _ outside: Term, _ scope: Scope
    ) -> Grouping.Key {
        Grouping.Key(
            sql: term.sql, column: term.column, naming: naming, term: outside,
            isColumn: isColumn(expression, scope))
    }

    /// Writes a key so that SQLite does not take a number for a position.
    func groupText(_ term: Term) -> String {
        if let identity = identity(term) { return identity }
        // SQLite reads `x AND 0` as 0, and that as a position.
        let isPosition = term.level == .and || term.isWholeNumber
        return isPosition ? "CAST(\(term.sql) AS INTEGER)" : term.sql
    }

    /// Returns the elements of GROUP BY AUTO: the select items without an aggregate.
    private func automatic(_ select: Select) -> [Expression] {
        select.items.compactMap { item in
            guard case .expression(let expression, _) = item,
                !expression.contains(isAggregate)
            else { return nil }
            return expression
        }
    }

    /// Returns the sets of keys for an element of GROUP BY, as positions in `keys`.
    ///
    /// ROLLUP gives its prefixes from the longest to the empty one, CUBE all combinations. The sets
    /// of several elements are multiplied by the caller.
    private func options(
        _ element: GroupingElement, _ place: Int, _ select: Select, _ scope: Scope,
        _ keys: inout [Expression]
    ) throws(Fault) -> [[Int]] {
        switch element {
        case .simple: break
        case .sets(let lists), .rollup(let lists), .cube(let lists):
            for expression in lists.joined() { try checkColumn(expression, scope) }
        }
        switch element {
        case .simple(let expressions):
            let items = try expressions.map { (expression) throws(Fault) in
                try ordinal(expression, select)
            }
            return [numbers(items, &keys)]
        case .sets(let lists): return lists.map { numbers($0, &keys) }
        case .rollup(let lists):
            let columns = lists.map { numbers($0, &keys) }
            return (0...columns.count).reversed().map { Array(columns.prefix($0).joined()) }
        case .cube(let lists):
            let columns = lists.map { numbers($0, &keys) }
            guard columns.count <= 11 else { throw tooManySets(place) }
            return (0..<(1 << columns.count)).map { mask in
                columns.indices.filter { mask & (1 << (columns.count - 1 - $0)) == 0 }
                    .flatMap { columns[$0] }
            }
        }
    }

    private func tooManySets(_ place: Int) -> Fault {
        Fault(.notSupported, "GROUP BY has more than 2048 grouping sets", at: place)
    }

    /// Refuses an expression that is no column in GROUPING SETS, ROLLUP or CUBE.
    private func checkColumn(_ expression: Expression, _ scope: Scope) throws(Fault) {
        guard !isColumn(expression, scope) else { return }
        _ = try term(expression, scope)
        throw expression.fault(
            .invalidColumnReference,
            "GROUP BY expression must be a column reference: \(expression.text)",
            hint: "compute it in a query inside, and group its column")
    }

    /// Adds keys to the list, and returns their places in it.
    private func numbers(_ expressions: [Expression], _ keys: inout [Expression]) -> [Int] {
        expressions.map { expression in
            keys.append(expression)
            return keys.count - 1
        }
    }

    /// Returns the select item at a position, from 1; an expression that is none is a key itself.
    private func ordinal(_ expression: Expression, _ select: Select) throws(Fault) -> Expression {
        guard let position = expression.wholeNumber else { return expression }
        guard position > 0, position <= select.items.count else {
            throw expression.fault(
                .invalidColumnReference, "GROUP BY position \(position) is not in select list")
        }
        guard case .expression(let item, _) = select.items[Int(position) - 1] else {
            throw expression.unsupported(
                "GROUP BY position of a star", hint: "name the columns in the select list")
        }
        return item
    }

    /// Whether an expression itself, not a part of it, is an aggregate without OVER.
    func isAggregate(_ expression: Expression) -> Bool {
        switch expression.kind {
        case .grouping: true
        case .call(let call):
            call.window == nil && FunctionTable.isAggregate(call.name.key)
        default: false
        }
    }

    /// Refuses aggregates, window functions and `grouping` where each row is judged alone.
    ///
    /// Throws EXPRESSION_NOT_SCALAR, listing what was found; `clause` begins the message.
    func forbidAggregates(_ expressions: [Expression], _ clause: String) throws(Fault) {
        try forbid(expressions, clause) { expression in
            if self.isAggregate(expression) { return true }
            if case .call(let call) = expression.kind { return call.window != nil }
            return false
        }
    }

    /// Refuses window functions, which are computed after the clause has chosen its rows.
    func forbidWindows(_ expressions: [Expression], _ clause: String) throws(Fault) {
        for expression in expressions {
            guard let found = expression.first(where: Self.isWindow) else { continue }
            throw expression.fault(
                .nestedWindow,
                "\(clause) cannot contain window functions or row pattern measures",
                hint: "compute it in a query inside, and filter around it"
            )
            .moved(to: found)
        }
    }

    /// Whether an expression itself, not a part of it, is a call with OVER.
    static func isWindow(_ expression: Expression) -> Bool {
        if case .call(let call) = expression.kind { return call.window != nil }
        return false
    }

    /// Refuses what a test finds in expressions, with the hint for WHERE, where it is usual to try.
    private func forbid(
        _ expressions: [Expression], _ clause: String, _ isForbidden: (Expression) -> Bool
    ) throws(Fault) {
        for expression in expressions {
            let found = expression.all(where: isForbidden)
            guard !found.isEmpty else { continue }
            let list = found.map(\.text).joined(separator: ", ")
            throw expression.fault(
                .expressionNotScalar,
                """
                \(clause) cannot contain aggregations, window functions or grouping operations: \
                [\(list)]
                """,
                hint: clause != "WHERE clause"
                    ? nil
                    : found.contains(where: Self.isWindow)
                        ? "window functions are filtered in a query around this one"
                        : "aggregates are filtered by HAVING")
        }
    }

    /// Recognises a GROUP BY key in an expression that is more than a column.
    ///
    /// It is translated once more without the grouping, and compared by its text. Nil if it is no
    /// key, or cannot be one: it holds an aggregate, or names a column alone, which `column`
    /// resolves.
    func groupingKey(_ expression: Expression, _ scope: Scope) throws(Fault) -> Term? {
        let query = scope.query
        guard let grouping = query.grouping, grouping.keys.contains(where: { !$0.isColumn })
        else { return nil }
        switch expression.kind {
        case .name, .null: return nil
        default: break
        }
        guard !expression.contains(isAggregate), !expression.contains(Self.isWindow) else {
            return nil
        }
        // Inside TRY functions have other names, and the key is outside it.
        let depth = tryDepth
        query.grouping = nil
        tryDepth = 0
        defer {
            query.grouping = grouping
            tryDepth = depth
        }
        guard expression.contains(Self.givesNames) else {
            return (try? term(expression, scope)).flatMap(grouping.key)
        }
        // Aliases are given once each, so that the text is the key's only from the same state.
        for key in grouping.keys {
            guard let naming = key.naming else { continue }
            let term = repeated(naming) { () throws(Fault) in try self.term(expression, scope) }
            if let term, key.equals(term) { return key.term }
        }
        return nil
    }

    /// `grouping(a, b)`: a bit for each column that a grouping set leaves out.
    ///
    /// The first argument is the highest bit. Throws MISSING_GROUP_BY in a query without groups,
    /// and INVALID_ARGUMENTS for an argument that is no key.
    func groupingMask(
        _ expression: Expression, _ columns: [Expression], _ scope: Scope
    ) throws(Fault) -> Term {
        let query = scope.query
        guard let grouping = query.grouping else {
            throw expression.fault(
                .missingGroupBy,
                "A GROUPING() operation can only be used with a corresponding "
                    + "GROUPING SET/CUBE/ROLLUP/GROUP BY clause")
        }
        guard !grouping.keys.isEmpty || grouping.sets != nil || grouping.isExplicit else {
            throw Fault(
                .missingGroupBy,
                "A GROUPING() operation can only be used with a corresponding "
                    + "GROUPING SET/CUBE/ROLLUP/GROUP BY clause", at: selectPlace)
        }
        let aliases = query.aliases
        query.aliases = []
        defer { query.aliases = aliases }
        query.grouping = nil
        defer { query.grouping = grouping }
        var numbers: [Int] = []
        for column in columns {
            let term = try term(column, scope)
            guard let number = grouping.number(of: term) else {
                throw expression.fault(
                    .invalidArguments,
                    "The arguments to GROUPING() must be expressions referenced by the GROUP BY "
                        + "at the associated query level. Mismatch due to \(column.text).")
            }
            numbers.append(number)
        }
        guard let sets = grouping.sets else {
            return .integer(0, GroupingSets.maskType(numbers.count))
        }
        return sets.mask(numbers)
    }
}

extension Fault {
    /// The same fault at the place of another expression.
    func moved(to expression: Expression) -> Fault {
        Fault(code, message, at: expression.place).hinting(hint)
    }
}
