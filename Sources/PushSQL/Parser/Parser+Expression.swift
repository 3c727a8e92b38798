/// Expressions, from the loosest operator to the tightest.
///
/// Every level of the grammar is a method, named after what it reads; operators of one level are
/// read in a loop, so a chain costs no depth of the stack here, but its tree is as deep as it is
/// long.
extension Parser {
    /// Reads any expression.
    mutating func expression() throws(Fault) -> Expression {
        try nest()
        defer { unnest() }
        enter("<expression>")
        return try disjunction()
    }

    /// Reads operands joined by OR.
    private mutating func disjunction() throws(Fault) -> Expression {
        var left = try conjunction()
        var count = 0
        while accept("OR") {
            try checkChain(&count)
            enter("<expression>")
            left = logical(left, try conjunction(), isAnd: false)
        }
        return left
    }

    /// Reads operands joined by AND.
    private mutating func conjunction() throws(Fault) -> Expression {
        var left = try negation()
        var count = 0
        while accept("AND") {
            try checkChain(&count)
            enter("<expression>")
            left = logical(left, try negation(), isAnd: true)
        }
        return left
    }

    /// Counts the operators of one chain, which add levels to the tree as parentheses do.
    private func checkChain(_ count: inout Int) throws(Fault) {
        do throws(Fault) { try checkChain(&count, of: "operators") } catch {
            throw error.hinting("a list of values is tested by `x IN (…)`")
        }
    }

    /// Counts what stands in one chain, each part around those before it: so long as it is, so deep
    /// is its tree.
    func checkChain(_ count: inout Int, of parts: String) throws(Fault) {
        count += 1
        guard count > Self.maximumChain else { return }
        throw Fault(
            .notSupported, "More than \(Self.maximumChain) \(parts) in a row are not supported",
            at: lastEnd)
    }

    /// Joins two conditions, with the place of the left one, as Trino reports them.
    private func logical(_ left: Expression, _ right: Expression, isAnd: Bool) -> Expression {
        Expression(
            kind: .logical(isAnd: isAnd, left, right), place: left.start, start: left.start,
            end: right.end)
    }

    /// Reads NOT and its operand, or a predicate.
    private mutating func negation() throws(Fault) -> Expression {
        let start = token.start
        guard accept("NOT") else { return try predicate() }
        try nest()
        defer { unnest() }
        enter("<expression>")
        let operand = try negation()
        return make(.not(operand), place: start, start: start)
    }

    /// Makes an expression that ends with the last token read.
    func make(_ kind: Expression.Kind, place: Int, start: Int) -> Expression {
        Expression(kind: kind, place: place, start: start, end: lastEnd)
    }

    /// Reads a value followed by at most one predicate.
    private mutating func predicate() throws(Fault) -> Expression {
        let left = try value()
        note("<predicate>")
        if let comparison = comparisonOperator() { return try compared(left, by: comparison) }
        let place = token.start
        guard token.kind == .word else { return left }
        if isAt("IS") { return try truth(left, place: place) }
        let isNegated =
            isAt("NOT") && ["BETWEEN", "IN", "LIKE"].contains(self.token(after: 1).text)
        if isNegated { advance() }
        guard let tested = try range(left, place: place) else {
            if isAt("NOT") {
                advance()
                _ = (accept("BETWEEN"), accept("IN"), accept("LIKE"))
                throw mismatch()
            }
            return left
        }
        return isNegated ? make(.not(tested), place: place, start: left.start) : tested
    }

    /// Takes a comparison operator if one is next; `!=` is `<>`.
    private mutating func comparisonOperator() -> Expression.Comparison? {
        guard token.kind == .symbol else { return nil }
        let comparison =
            token.text == "!=" ? .notEqual : Expression.Comparison(rawValue: token.text)
        if comparison != nil { advance() }
        return comparison
    }

    /// Reads the right side of a comparison: a value, or ALL, ANY or SOME with a query.
    private mutating func compared(
        _ left: Expression, by comparison: Expression.Comparison
    ) throws(Fault) -> Expression {
        let place = tokens[position - 1].start
        if isAtSymbol("(", after: 1), ["ALL", "SOME", "ANY"].contains(token.text) {
            let isAll = isAt("ALL")
            advance()
            advance()
            let query = try query()
            try expectSymbol(")")
            let kind = Expression.Kind.quantified(comparison, isAll: isAll, left, query)
            return make(kind, place: place, start: left.start)
        }
        enter("<expression>")
        let right = try value()
        return make(.comparison(comparison, left, right), place: place, start: left.start)
    }

    /// Reads what follows IS; with NOT the test is put into a negation.
    private mutating func truth(_ left: Expression, place: Int) throws(Fault) -> Expression {
        advance()
        let isNegated = accept("NOT")
        var tested: Expression
        if accept("NULL") {
            tested = make(.isNull(left), place: place, start: left.start)
        } else if accept("DISTINCT") {
            try expect("FROM")
            enter("<expression>")
            let right = try value()
            tested = make(
                .comparison(.isDistinct, left, right), place: place, start: left.start)
        } else if accept("TRUE") {
            tested = make(.isTruth(left, true), place: place, start: left.start)
        } else if accept("FALSE") {
            tested = make(.isTruth(left, false), place: place, start: left.start)
        } else if accept("UNKNOWN") {
            tested = make(.isTruth(left, nil), place: place, start: left.start)
        } else {
            throw mismatch()
        }
        if isNegated { tested = make(.not(tested), place: place, start: left.start) }
        return tested
    }

    /// Reads BETWEEN, LIKE or IN behind a value; nil if none is next.
    private mutating func range(
        _ left: Expression, place: Int
    ) throws(Fault) -> Expression? {
        if isAt("BETWEEN") {
            advance()
            let isSymmetric = accept("SYMMETRIC")
            if !isSymmetric { _ = accept("ASYMMETRIC") }
            enter("<expression>")
            let lower = try value()
            try expect("AND")
            enter("<expression>")
            let upper = try value()
            let kind = Expression.Kind.between(left, lower, upper, isSymmetric: isSymmetric)
            return make(kind, place: place, start: left.start)
        }
        if isAt("LIKE") {
            advance()
            enter("<expression>")
            let pattern = try value()
            var escape: Expression?
            if accept("ESCAPE") {
                enter("<expression>")
                escape = try value()
            }
            return make(
                .like(left, pattern: pattern, escape: escape), place: place, start: left.start)
        }
        guard isAt("IN") else { return nil }
        advance()
        try expectSymbol("(")
        if opensQuery() {
            let query = try query()
            try expectSymbol(")")
            return make(.isInQuery(left, query), place: place, start: left.start)
        }
        note("<query>")
        let list = try expressions()
        try expectSymbol(")")
        return make(.isIn(left, list), place: place, start: left.start)
    }

    /// Reads expressions separated by commas, at least one.
    mutating func expressions() throws(Fault) -> [Expression] {
        var list = [try expression()]
        while acceptSymbol(",") { list.append(try expression()) }
        return list
    }

    /// Reads a value: the loosest operator between values is `||`.
    mutating func value() throws(Fault) -> Expression {
        var left = try sum()
        var count = 0
        while true {
            let place = token.start
            guard acceptSymbol("||") else { return left }
            try checkChain(&count)
            enter("<expression>")
            let right = try sum()
            left = make(.concatenation(left, right), place: place, start: left.start)
        }
    }

    /// Reads values joined by `+` and `-`.
    private mutating func sum() throws(Fault) -> Expression {
        var left = try product()
        var count = 0
        while true {
            let place = token.start
            guard let found = arithmetic(.add, .subtract) else { return left }
            try checkChain(&count)
            enter("<expression>")
            let right = try product()
            left = make(.arithmetic(found, left, right), place: place, start: left.start)
        }
    }

    /// Reads values joined by `*`, `/` and `%`.
    private mutating func product() throws(Fault) -> Expression {
        var left = try signed()
        var count = 0
        while true {
            let place = token.start
            guard let found = arithmetic(.multiply, .divide, .modulus) else { return left }
            try checkChain(&count)
            enter("<expression>")
            let right = try signed()
            left = make(.arithmetic(found, left, right), place: place, start: left.start)
        }
    }

    /// Takes one of some operators; nil if none is next.
    private mutating func arithmetic(
        _ operators: Expression.Arithmetic...
    ) -> Expression.Arithmetic? {
        operators.first { acceptSymbol($0.rawValue) }
    }

    /// Reads a value with its signs, which bind less tightly than AT TIME ZONE.
    private mutating func signed() throws(Fault) -> Expression {
        let start = token.start
        let isMinus = isAtSymbol("-")
        guard isMinus || isAtSymbol("+") else { return try zoned() }
        try nest()
        defer { unnest() }
        advance()
        enter("<expression>")
        let operand = try signed()
        return make(.sign(isMinus: isMinus, operand), place: start, start: start)
    }

    /// Reads a value with any number of AT TIME ZONE behind it.
    private mutating func zoned() throws(Fault) -> Expression {
        var left = try postfixed()
        var count = 0
        while true {
            note("'AT'")
            guard isAt("AT"), isAt("TIME", after: 1) || isAt("LOCAL", after: 1) else { return left }
            try checkChain(&count, of: "time zones")
            let place = token.start
            advance()
            if accept("LOCAL") {
                throw Fault(.notSupported, "AT LOCAL is not supported", at: place)
                    .hinting("write AT TIME ZONE current_timezone()")
            }
            advance()
            try expect("ZONE")
            let zone = try zone()
            left = make(.atTimeZone(left, zone), place: place, start: left.start)
        }
    }

    /// Reads a zone: a value without operators.
    private mutating func zone() throws(Fault) -> Expression {
        enter("<expression>")
        return try postfixed()
    }

    /// Reads a value with its subscripts and fields; leaves the star of `t.*` to the select list.
    private mutating func postfixed() throws(Fault) -> Expression {
        var base = try primary()
        leave()
        var count = 0
        while true {
            if isAtSymbol("."), isAtSymbol("*", after: 1) { return base }
            if isAtSymbol(".") || isAtSymbol("[") {
                try checkChain(&count, of: "fields and subscripts")
            }
            if acceptSymbol(".") {
                guard let name = try identifier() else { throw mismatch() }
                base = make(.field(base, name), place: base.place, start: base.start)
            } else if acceptSymbol("[") {
                let index = try expression()
                try expectSymbol("]")
                base = make(.element(base, index), place: base.place, start: base.start)
            } else {
                return base
            }
        }
    }
}
