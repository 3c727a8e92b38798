/// The parser of FROM and GROUP BY.
extension Parser {
    /// Reads relations separated by commas, each comma being a cross join.
    mutating func relations() throws(Fault) -> Relation {
        var left = try relation()
        var count = 0
        while acceptSymbol(",") {
            try checkChain(&count, of: "relations")
            let right = try relation()
            left = Relation(kind: .join(.cross, left, right, .none), place: left.place)
        }
        return left
    }

    /// Reads a relation with the joins that follow it.
    private mutating func relation() throws(Fault) -> Relation {
        try nest()
        defer { unnest() }
        var left = try aliased()
        var count = 0
        while let join = try join(left) {
            try checkChain(&count, of: "joins")
            left = join
        }
        return left
    }

    /// Reads one join; nil if none is next.
    ///
    /// NATURAL is refused, as by Trino.
    private mutating func join(_ left: Relation) throws(Fault) -> Relation? {
        if accept("NATURAL") {
            throw Fault(
                .notSupported, "Natural join not supported", at: left.place
            ).hinting("name the columns: JOIN … USING (id)")
        }
        if accept("CROSS") {
            try expect("JOIN")
            return Relation(
                kind: .join(.cross, left, try aliased(), .none), place: left.place)
        }
        var join = Relation.Join.inner
        if accept("LEFT") {
            join = .left
        } else if accept("RIGHT") {
            join = .right
        } else if accept("FULL") {
            join = .full
        } else {
            let isInner = accept("INNER")
            guard accept("JOIN") else {
                if isInner { throw mismatch() }
                return nil
            }
            return try joined(join, left)
        }
        readsOuterJoin = true
        _ = accept("OUTER")
        try expect("JOIN")
        return try joined(join, left)
    }

    /// Reads the right side of a join and its condition.
    ///
    /// The right side is a whole relation: `a JOIN b JOIN c ON … ON …` joins b with c first.
    private mutating func joined(
        _ join: Relation.Join, _ left: Relation
    ) throws(Fault) -> Relation {
        let right = try relation()
        let criteria: Relation.Criteria
        if accept("ON") {
            criteria = .on(try expression())
        } else {
            try expect("USING")
            try expectSymbol("(")
            criteria = .using(try names())
        }
        return Relation(kind: .join(join, left, right, criteria), place: left.place)
    }

    /// Reads a relation with its alias and TABLESAMPLE.
    private mutating func aliased() throws(Fault) -> Relation {
        var relation = try primaryRelation()
        let place = relation.place
        try refusePattern()
        let hasWord = accept("AS")
        let isName = !isAt("TABLESAMPLE") && !startsClause
        if hasWord || isName, let name = try identifier() {
            let columns = acceptSymbol("(") ? try names() : nil
            relation = Relation(kind: .aliased(relation, name, columns), place: place)
            try refusePattern()
        } else if hasWord {
            throw mismatch()
        } else {
            note("<identifier>")
        }
        if accept("TABLESAMPLE") {
            guard accept("BERNOULLI") || accept("SYSTEM") else { throw mismatch() }
            try expectSymbol("(")
            let percentage = try expression()
            try expectSymbol(")")
            relation = Relation(kind: .sampled(relation, percentage: percentage), place: place)
        }
        return relation
    }

    /// Refuses MATCH_RECOGNIZE, which may stand before and behind an alias.
    private mutating func refusePattern() throws(Fault) {
        note("'MATCH_RECOGNIZE'")
        guard isAt("MATCH_RECOGNIZE"), isAtSymbol("(", after: 1) else { return }
        throw Fault(
            .notSupported, "MATCH_RECOGNIZE is not supported", at: token.start, to: token.end
        ).hinting("lag and lead look at the rows before and after")
    }

    /// Whether a word that could be an alias begins the next clause.
    var startsClause: Bool {
        guard token.kind == .word else { return false }
        switch token.text {
        case "LIMIT": return [.integer].contains(token(after: 1).kind) || isAt("ALL", after: 1)
        case "OFFSET": return token(after: 1).kind == .integer
        case "FETCH": return isAt("FIRST", after: 1) || isAt("NEXT", after: 1)
        case "WINDOW": return isAt("AS", after: 2)
        default: return false
        }
    }

    /// Reads a table, a query, UNNEST or LATERAL; refuses the other forms that Trino has.
    private mutating func primaryRelation() throws(Fault) -> Relation {
        let place = token.start
        if acceptSymbol("(") { return try parenthesized(place) }
        if accept("UNNEST") {
            try expectSymbol("(")
            let list = try expressions()
            try expectSymbol(")")
            let hasOrdinality = accept("WITH")
            if hasOrdinality { try expect("ORDINALITY") }
            return Relation(kind: .unnest(list, hasOrdinality: hasOrdinality), place: place)
        }
        note("'LATERAL'")
        if isAt("LATERAL"), isAtSymbol("(", after: 1) || isAt("VIEW", after: 1) {
            advance()
            try expectSymbol("(")
            let query = try query()
            try expectSymbol(")")
            return Relation(kind: .lateral(query), place: place)
        }
        note("'TABLE'")
        note("'JSON_TABLE'")
        if isAt("TABLE") || isAt("JSON_TABLE"), isAtSymbol("(", after: 1) {
            let hint =
                isAt("TABLE")
                ? "CROSS JOIN UNNEST(sequence(1, 10)) AS t (n) makes rows"
                : "CROSS JOIN UNNEST(CAST(json_extract(x, '$.items') AS array(row(name varchar, "
                    + "n bigint)))) AS t (name, n) makes its rows and columns; LEFT JOIN … ON TRUE "
                    + "keeps rows without any"
            throw Fault(
                .notSupported,
                isAt("TABLE")
                    ? "Table functions are not supported" : "JSON_TABLE is not supported",
                at: place
            ).hinting(hint)
        }
        let name = try qualifiedName()
        note("'FOR'")
        if isAt("FOR"), isAt("VERSION", after: 1) || isAt("TIMESTAMP", after: 1) {
            throw Fault(
                .notSupported, "This connector does not support versioned tables",
                at: token.start, to: token.end)
        }
        return Relation(kind: .table(name), place: name.start)
    }

    /// Reads what is in parentheses: a query, or relations that are joined first.
    ///
    /// The words are looked at and not tried: `((SELECT 1) AS a CROSS JOIN b)` would be read twice,
    /// and such joins within each other once more for each level.
    private mutating func parenthesized(_ place: Int) throws(Fault) -> Relation {
        if opensQuery() {
            let query = try query()
            try expectSymbol(")")
            return Relation(kind: .query(query), place: place)
        }
        note("<query>")
        let inner = try relations()
        try expectSymbol(")")
        return inner
    }

    /// Reads GROUP BY behind its first word.
    mutating func groupBy(_ place: Int) throws(Fault) -> GroupBy {
        try expect("BY")
        var groupBy = GroupBy(place: place)
        groupBy.isDistinct = accept("DISTINCT")
        if !groupBy.isDistinct { _ = accept("ALL") }
        note("'AUTO'")
        if isAt("AUTO"), !isAtSymbol(",", after: 1) {
            advance()
            groupBy.isAuto = true
            return groupBy
        }
        repeat { groupBy.elements.append(try groupingElement()) } while acceptSymbol(",")
        return groupBy
    }

    /// Reads one element; only a bare whole number is a position.
    private mutating func groupingElement() throws(Fault) -> GroupingElement {
        if accept("ROLLUP") { return .rollup(try groupingSets()) }
        if accept("CUBE") { return .cube(try groupingSets()) }
        note("'GROUPING'")
        if isAt("GROUPING"), isAt("SETS", after: 1) {
            advance()
            advance()
            return .sets(try groupingSets())
        }
        note("'('")
        if isAtSymbol("("), let set = try groupingList() { return .simple(set) }
        return .simple([try expression()])
    }

    /// Reads sets in parentheses; an expression without parentheses is a set of one.
    private mutating func groupingSets() throws(Fault) -> [[Expression]] {
        try expectSymbol("(")
        var sets: [[Expression]] = []
        note("')'")
        if !isAtSymbol(")") {
            repeat {
                if isAtSymbol("("), let set = try groupingList() {
                    sets.append(set)
                } else {
                    sets.append([try expression()])
                }
            } while acceptSymbol(",")
        }
        try expectSymbol(")")
        return sets
    }

    /// Reads `(a, b)` or `()`; nil if the parenthesis belongs to a longer expression.
    private mutating func groupingList() throws(Fault) -> [Expression]? {
        if startsQuery() { return nil }
        if let end = distanceBehindParenthesis(), isOperator(token(after: end)) { return nil }
        advance()
        if acceptSymbol(")") { return [] }
        let list = try expressions()
        try expectSymbol(")")
        return list
    }

    /// Whether a token continues an expression that could end before it.
    private func isOperator(_ token: Token) -> Bool {
        switch token.kind {
        case .symbol: token.text != "," && token.text != ")"
        case .word:
            ["AND", "AT", "BETWEEN", "IN", "IS", "LIKE", "NOT", "OR"].contains(token.text)
        default: false
        }
    }
}
