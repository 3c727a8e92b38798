/// The expressions that begin with a word of the grammar.
extension Parser {
    /// Reads an expression that begins with a word: a form of the grammar, a literal, or a name.
    ///
    /// A word that is not reserved is a name unless what follows shows the form.
    mutating func word() throws(Fault) -> Expression {
        let token = token
        switch token.text {
        case "NULL":
            advance()
            return make(.null, place: token.start, start: token.start)
        case "TRUE", "FALSE":
            advance()
            return make(.boolean(token.text == "TRUE"), place: token.start, start: token.start)
        case "CASE": return try conditional()
        case "CAST", "TRY_CAST":
            if isAtSymbol("(", after: 1) { return try cast(isTry: token.text == "TRY_CAST") }
        case "EXISTS":
            advance()
            try expectSymbol("(")
            let query = try query()
            try expectSymbol(")")
            return make(.exists(query), place: token.start, start: token.start)
        case "INTERVAL":
            if startsInterval { return try interval() }
        case "ARRAY":
            if isAtSymbol("[", after: 1) {
                advance()
                return try arrayElements(from: token.start)
            }
        case "ROW":
            if isAtSymbol("(", after: 1) { return try rowValues() }
        case "GROUPING":
            return try grouping()
        default: return try special(token)
        }
        return try named()
    }

    /// Reads the calls with a grammar of their own, the names without parentheses, and typed
    /// literals.
    private mutating func special(_ token: Token) throws(Fault) -> Expression {
        let isCall = isAtSymbol("(", after: 1)
        switch token.text {
        case "EXTRACT": return try extract()
        case "POSITION" where isCall: return try position(token)
        case "SUBSTRING" where isCall: return try substring(token)
        case "TRIM": return try trim(token)
        case "NORMALIZE": return try normalize(token)
        case "LISTAGG": return try listing(token)
        case "JSON_EXISTS", "JSON_VALUE", "JSON_QUERY": return try jsonCall(token)
        case "JSON_OBJECT": return try jsonObject(token)
        case "JSON_ARRAY": return try jsonArray(token)
        default: break
        }
        if let current = Expression.Current(rawValue: token.text) {
            return try self.current(current, token)
        }
        if let typed = try typedLiteral(token) { return typed }
        return try named()
    }

    /// Reads CURRENT_TIMESTAMP and its like, with the precision that some of them take.
    private mutating func current(
        _ current: Expression.Current, _ token: Token
    ) throws(Fault) -> Expression {
        advance()
        var precision: Int?
        let takesPrecision = [.time, .timestamp, .localTime, .localTimestamp].contains(current)
        if takesPrecision, acceptSymbol("(") {
            precision = try integer()
            try expectSymbol(")")
        }
        return make(
            .current(current, precision: precision), place: token.start, start: token.start)
    }

    /// Reads a whole number, such as a precision.
    mutating func integer() throws(Fault) -> Int {
        note("<integer>")
        guard token.kind == .integer, let value = Int(token.text) else { throw mismatch() }
        advance()
        return value
    }

    /// Reads `DATE '2020-01-01'` and its like; nil if no text follows the type.
    private mutating func typedLiteral(_ token: Token) throws(Fault) -> Expression? {
        let isPrecise = token.text == "DOUBLE" && isAt("PRECISION", after: 1)
        let next = self.token(after: isPrecise ? 2 : 1)
        guard !Keywords.isReserved(token.text),
            next.kind == .string || next.kind == .unicodeString
        else { return nil }
        if isPrecise { advance() }
        advance()
        guard case .string(let text) = try self.text().kind else { return nil }
        let name = token.text.lowercased()
        let kind: TypeName.Kind =
            switch name {
            case "time": .time(precision: nil, hasZone: false)
            case "timestamp": .timestamp(precision: nil, hasZone: false)
            default: .generic(name, [])
            }
        if case .generic = kind, !TrinoType.isKnown(name) {
            throw Fault(
                .typeNotFound, "Unknown type: \(spelling(token))", at: token.start, to: token.end
            ).hinting(TrinoType.hint(name))
        }
        let type = TypeName(kind: kind, start: token.start, end: token.end)
        return make(.typed(type, text), place: token.start, start: token.start)
    }

    /// Reads CASE to its END.
    private mutating func conditional() throws(Fault) -> Expression {
        let start = token.start
        advance()
        var operand: Expression?
        if !accept("WHEN") {
            operand = try expression()
            try expect("WHEN")
        }
        var whens: [Expression.When] = []
        repeat {
            let condition = try expression()
            try expect("THEN")
            whens.append(Expression.When(condition: condition, result: try expression()))
        } while accept("WHEN")
        let otherwise = accept("ELSE") ? try expression() : nil
        try expect("END")
        return make(
            .conditional(operand: operand, whens, otherwise: otherwise), place: start,
            start: start)
    }

    private mutating func cast(isTry: Bool) throws(Fault) -> Expression {
        let start = token.start
        advance()
        advance()
        let operand = try expression()
        try expect("AS")
        let type = try type()
        try expectSymbol(")")
        return make(.cast(operand, type, isTry: isTry), place: start, start: start)
    }

    /// Whether INTERVAL begins a literal here, and is not a column of that name.
    private var startsInterval: Bool {
        let hasSign = isAtSymbol("-", after: 1) || isAtSymbol("+", after: 1)
        return token(after: hasSign ? 2 : 1).kind == .string
    }

    /// Reads an interval; its text is checked against its fields later.
    private mutating func interval() throws(Fault) -> Expression {
        let start = token.start
        advance()
        let isNegative = isAtSymbol("-")
        if isNegative || isAtSymbol("+") { advance() }
        let text = token.text
        advance()
        let first = try intervalField()
        let last = accept("TO") ? try intervalField() : nil
        let literal = Expression.IntervalLiteral(
            isNegative: isNegative, text: text, first: first, last: last)
        return make(.interval(literal), place: start, start: start)
    }

    /// Reads the name of an interval's field.
    private mutating func intervalField() throws(Fault) -> String {
        for field in ["YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"] where accept(field) {
            return field
        }
        throw mismatch()
    }

    private mutating func rowValues() throws(Fault) -> Expression {
        let start = token.start
        advance()
        advance()
        let fields = try expressions()
        try expectSymbol(")")
        return make(.row(fields), place: start, start: start)
    }

    /// Reads `GROUPING(…)`, whose arguments can only be names.
    private mutating func grouping() throws(Fault) -> Expression {
        let start = token.start
        advance()
        try expectSymbol("(")
        var columns: [Expression] = []
        note("')'")
        if !isAtSymbol(")") {
            repeat {
                let place = token.start
                let name = try qualifiedName()
                var column = make(.name(name.parts[0]), place: place, start: place)
                for part in name.parts.dropFirst() {
                    column = make(.field(column, part), place: place, start: place)
                }
                columns.append(column)
            } while acceptSymbol(",")
        }
        try expectSymbol(")")
        return make(.grouping(columns), place: start, start: start)
    }
}
