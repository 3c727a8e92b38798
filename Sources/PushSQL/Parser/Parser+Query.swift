/// Queries: their names, their parts and the clauses at their end.
extension Parser {
    /// Whether a query, and not an expression, starts at this word.
    func startsQuery() -> Bool {
        var distance = 0
        while isAtSymbol("(", after: distance) { distance += 1 }
        let token = token(after: distance)
        guard token.kind == .word else { return false }
        switch token.text {
        case "SELECT", "VALUES", "TABLE": return true
        case "WITH": return true
        default: return false
        }
    }

    /// Whether the contents of a parenthesis are a query: `(SELECT 1)` is one, `(SELECT 1) + 1` is
    /// not.
    func opensQuery() -> Bool {
        var distance = 0
        while isAtSymbol("(", after: distance) {
            // Whatever it is, it is nested too deeply.
            guard distance < Self.maximumDepth else { return false }
            guard let end = distanceBehindParenthesis(after: distance) else {
                return startsQuery()
            }
            guard isAtSymbol(")", after: end) || continuesQuery(after: end) else { return false }
            distance += 1
        }
        let word = token(after: distance)
        return word.kind == .word && ["SELECT", "VALUES", "TABLE", "WITH"].contains(word.text)
    }

    /// Whether a word belongs to the query in parentheses before it; LIMIT, OFFSET and FETCH may
    /// also be the name of that relation.
    private func continuesQuery(after distance: Int) -> Bool {
        let token = token(after: distance)
        guard token.kind == .word else { return false }
        switch token.text {
        case "UNION", "INTERSECT", "EXCEPT", "ORDER": return true
        case "LIMIT", "OFFSET", "FETCH":
            let next = self.token(after: distance + 1)
            return switch next.kind {
            case .word: !Self.wordsBehindRelation.contains(next.text)
            case .symbol: next.text == "?"
            default: true
            }
        default: return false
        }
    }

    private static let wordsBehindRelation: Set<String> = [
        "CROSS", "FULL", "INNER", "JOIN", "LEFT", "NATURAL", "RIGHT", "TABLESAMPLE",
    ]

    /// Reads a query inside another expression or statement, which counts as a level of nesting.
    mutating func query() throws(Fault) -> Query {
        try nest()
        defer { unnest() }
        enter("<query>")
        return try queryWithNames()
    }

    /// Reads a query with its WITH; WITH FUNCTION is refused.
    mutating func queryWithNames() throws(Fault) -> Query {
        let place = token.start
        guard accept("WITH") else { return try queryWithoutNames() }
        leave()
        if isAt("FUNCTION"), token(after: 1).kind == .word, isAtSymbol("(", after: 2) {
            throw Fault(
                .notSupported, "WITH FUNCTION is not supported", at: token.start, to: token.end
            ).hinting("write the expression where the function is called")
        }
        let isRecursive = accept("RECURSIVE")
        var named: [NamedQuery] = []
        repeat { named.append(try namedQuery()) } while acceptSymbol(",")
        enter("<query>")
        var query = try queryWithoutNames()
        query.isRecursive = isRecursive
        query.named = named
        return Query(
            isRecursive: isRecursive, named: named, body: query.body, order: query.order,
            offset: query.offset, limit: query.limit, place: place)
    }

    /// Reads `name (columns) AS (query)`.
    private mutating func namedQuery() throws(Fault) -> NamedQuery {
        guard let name = try identifier() else { throw mismatch() }
        let columns = acceptSymbol("(") ? try names() : nil
        try expect("AS")
        try expectSymbol("(")
        let query = try query()
        try expectSymbol(")")
        return NamedQuery(name: name, columns: columns, query: query)
    }

    /// Reads names and the parenthesis that closes their list.
    mutating func names() throws(Fault) -> [Name] {
        var names: [Name] = []
        repeat {
            guard let name = try identifier() else { throw mismatch() }
            names.append(name)
        } while acceptSymbol(",")
        try expectSymbol(")")
        return names
    }

    /// Reads a query from its body to LIMIT; OFFSET comes before LIMIT in Trino.
    private mutating func queryWithoutNames() throws(Fault) -> Query {
        let place = token.start
        var query = Query(body: try union(), place: place)
        leave()
        if accept("ORDER") { query.order = try sortItems() }
        if accept("OFFSET") {
            query.offset = try rowCount()
            if !accept("ROW") { _ = accept("ROWS") }
        }
        let limit = token.start
        if accept("LIMIT") {
            let count = accept("ALL") ? nil : try rowCount()
            query.limit = Limit(count: count, hasTies: false, isFetch: false, place: limit)
        } else if accept("FETCH") {
            query.limit = try fetch(limit)
        }
        return query
    }

    /// Reads what follows FETCH; without a number it is one row.
    private mutating func fetch(_ place: Int) throws(Fault) -> Limit {
        if !accept("FIRST") { try expect("NEXT") }
        var count = RowCount(value: 1, place: token.start)
        if token.kind == .integer || isAtSymbol("?") { count = try rowCount() }
        if !accept("ROW") { try expect("ROWS") }
        let hasTies = accept("WITH")
        if hasTies { try expect("TIES") } else { try expect("ONLY") }
        return Limit(count: count, hasTies: hasTies, isFetch: true, place: place)
    }

    /// Reads a number of rows, or `?`.
    private mutating func rowCount() throws(Fault) -> RowCount {
        let place = token.start
        if acceptSymbol("?") { return RowCount(value: nil, place: place) }
        note("<integer>")
        guard token.kind == .integer else { throw mismatch() }
        guard let value = Int64(token.text) else {
            throw Fault(
                .typeMismatch, "Invalid limit: \(token.text)", at: place, to: token.end)
        }
        advance()
        return RowCount(value: value, place: place)
    }

    /// Reads queries joined by UNION and EXCEPT, from the left.
    private mutating func union() throws(Fault) -> Query.Body {
        var left = try intersection()
        while true {
            let place = token.start
            let kind: SetOperation.Kind
            if accept("UNION") {
                kind = .union
            } else if accept("EXCEPT") {
                kind = .except
            } else {
                return left
            }
            left = try operation(kind, left, place) { (parser: inout Parser) throws(Fault) in
                try parser.intersection()
            }
        }
    }

    /// Reads queries joined by INTERSECT, which binds tighter.
    private mutating func intersection() throws(Fault) -> Query.Body {
        var left = try term()
        leave()
        while true {
            let place = token.start
            guard accept("INTERSECT") else { return left }
            left = try operation(.intersect, left, place) {
                (parser: inout Parser) throws(Fault) in try parser.term()
            }
        }
    }

    /// Reads ALL, DISTINCT and CORRESPONDING, and the right side.
    private mutating func operation(
        _ kind: SetOperation.Kind, _ left: Query.Body, _ place: Int,
        right: (inout Parser) throws(Fault) -> Query.Body
    ) throws(Fault) -> Query.Body {
        let isAll = accept("ALL")
        if !isAll { _ = accept("DISTINCT") }
        let isCorresponding = accept("CORRESPONDING")
        try nest()
        defer { unnest() }
        return .operation(
            SetOperation(
                kind: kind, isAll: isAll, isCorresponding: isCorresponding, left: left,
                right: try right(&self), place: place))
    }

    /// Reads a SELECT, TABLE, VALUES, or a query in parentheses.
    private mutating func term() throws(Fault) -> Query.Body {
        let place = token.start
        if accept("SELECT") { return .select(try select(place)) }
        if accept("TABLE") { return .table(try qualifiedName(), place: place) }
        if accept("VALUES") {
            leave()
            return .values(try expressions(), place: place)
        }
        guard acceptSymbol("(") else { throw mismatch() }
        try nest()
        defer { unnest() }
        enter("<query>")
        let query = try queryWithNames()
        try expectSymbol(")")
        return .nested(query)
    }

    /// Reads a SELECT behind its first word.
    private mutating func select(_ place: Int) throws(Fault) -> Select {
        leave()
        var select = Select(place: place)
        select.isDistinct = accept("DISTINCT")
        if !select.isDistinct { _ = accept("ALL") }
        repeat { select.items.append(try selectItem()) } while acceptSymbol(",")
        if accept("FROM") { select.from = try relations() }
        if accept("WHERE") { select.condition = try expression() }
        let group = token.start
        if accept("GROUP") { select.groupBy = try groupBy(group) }
        if accept("HAVING") { select.having = try expression() }
        if accept("WINDOW") {
            repeat {
                guard let name = try identifier() else { throw mismatch() }
                try expect("AS")
                let place = token.start
                try expectSymbol("(")
                select.windows.append((name, try windowSpecification(place)))
            } while acceptSymbol(",")
        }
        return select
    }

    /// Reads an item of the select list: a star, or an expression with an optional alias.
    private mutating func selectItem() throws(Fault) -> SelectItem {
        let place = token.start
        if acceptSymbol("*") { return .all(of: nil, aliases: [], place: place) }
        if let all = try qualifiedAll(place) { return all }
        let expression = try expression()
        if isAtSymbol("."), isAtSymbol("*", after: 1) {
            advance()
            advance()
            return .all(of: expression, aliases: try starAliases(), place: place)
        }
        var alias: Name?
        if accept("AS") {
            alias = try identifier()
            if alias == nil { throw mismatch() }
        } else if !startsClause {
            alias = try identifier()
        }
        return .expression(expression, alias: alias)
    }

    /// Reads `t.*`; nil if something else is here.
    private mutating func qualifiedAll(_ place: Int) throws(Fault) -> SelectItem? {
        var distance = 0
        while [.word, .quotedName].contains(token(after: distance).kind),
            isAtSymbol(".", after: distance + 1)
        {
            distance += 2
        }
        guard distance > 0, isAtSymbol("*", after: distance) else { return nil }
        guard let first = try identifier() else { return nil }
        var base = make(.name(first), place: place, start: place)
        var count = 0
        while acceptSymbol("."), !isAtSymbol("*") {
            try checkChain(&count, of: "names")
            guard let name = try identifier() else { throw mismatch() }
            base = make(.field(base, name), place: place, start: place)
        }
        try expectSymbol("*")
        return .all(of: base, aliases: try starAliases(), place: place)
    }

    /// Reads `AS (a, b)` behind a star; empty if it is not there.
    private mutating func starAliases() throws(Fault) -> [Name] {
        guard isAt("AS"), isAtSymbol("(", after: 1) else { return [] }
        advance()
        advance()
        return try names()
    }
}
