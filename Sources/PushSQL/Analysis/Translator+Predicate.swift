/// Conditions.
extension Translator {
    /// `AND` and `OR`, whose right side is not computed if the left one decides.
    ///
    /// SQLite does so if the outcome is a jump, as in `WHERE`; if it is a value, it computes both
    /// sides, and a right side that may fail needs a `CASE`.
    func logical(
        _ isAnd: Bool, _ left: Expression, _ right: Expression, _ scope: Scope,
        isJump: Bool = false
    ) throws(Fault) -> Term {
        let what = "Logical expression term"
        let first = try condition(left, scope, what, isJump: isJump)
        let second = try condition(right, scope, what, isJump: isJump)
        if !isJump, Self.mayFail(second) { return guarded(isAnd, first, second) }
        let level = isAnd ? Term.Level.and : .or
        return Term(
            "\(first.operand(level)) \(isAnd ? "AND" : "OR") \(second.operand(level))", .boolean,
            level, isNullable: first.isNullable || second.isNullable)
    }

    /// Whether a text calls something that may raise an error; overestimates rather than misses
    /// one.
    static func mayFail(_ term: Term) -> Bool {
        ["trino_", "td_", "SELECT"].contains { term.sql.contains($0) }
    }

    /// Writes an `AND` or `OR` as a value, whose right side is computed only if the left one leaves
    /// the result open.
    private func guarded(_ isAnd: Bool, _ first: Term, _ second: Term) -> Term {
        let (decided, open) = isAnd ? ("0", "1") : ("1", "0")
        var text =
            isAnd
            ? "CASE WHEN \(first.sql) THEN \(second.sql) ELSE 0 END"
            : "CASE WHEN \(first.sql) THEN 1 ELSE \(second.sql) END"
        // One side is written twice: the shorter one, so that chains do not grow without end.
        if first.isNullable, second.sql.utf8.count <= max(4000, first.sql.utf8.count) {
            text =
                "CASE \(first.atom) WHEN \(decided) THEN \(decided) "
                + "WHEN \(open) THEN \(second.sql) ELSE nullif(\(second.sql), \(open)) END"
        } else if first.isNullable {
            let (level, word) = isAnd ? (Term.Level.and, "AND") : (.or, "OR")
            text =
                "CASE \(first.atom) WHEN \(decided) THEN \(decided) "
                + "ELSE \(second.operand(level)) \(word) \(first.operand(level)) END"
        }
        return Term(text, .boolean, isNullable: first.isNullable || second.isNullable)
    }

    /// Writes a truth value; with `isJump` only its outcome counts, and nobody sees it.
    func truth(
        _ expression: Expression, _ scope: Scope, isJump: Bool
    ) throws(Fault) -> Term {
        guard isJump, case .logical(let isAnd, let left, let right) = expression.kind else {
            return try term(expression, scope)
        }
        if let key = try groupingKey(expression, scope) { return key }
        return try logical(isAnd, left, right, scope, isJump: true)
    }

    /// Translates a part of a condition, with the message that Trino has for parts.
    ///
    /// It differs from that of `boolean` in its wording alone.
    func condition(
        _ expression: Expression, _ scope: Scope, _ what: String, isJump: Bool
    ) throws(Fault) -> Term {
        let term = try truth(expression, scope, isJump: isJump)
        guard term.type == .boolean || term.type == .unknown else {
            throw expression.fault(
                .typeMismatch,
                "\(what) must evaluate to a boolean (actual: \(term.type.text))",
                hint: Self.truthHint(expression, term.type))
        }
        return coerced(term, to: .boolean)
    }

    func negation(_ operand: Expression, _ scope: Scope) throws(Fault) -> Term {
        // SQLite makes indexes for IS, and none for NOT of IS NOT.
        if scope.grouping == nil, case .comparison(.isDistinct, let left, let right) = operand.kind
        {
            let (one, other) = (try term(left, scope), try term(right, scope))
            if let (first, second, type) = unified(one, other),
                let (left, right) = equated(first, second, type)
            {
                return Term(
                    "\(left) IS \(right)", .boolean, .comparison, isNullable: false)
            }
        }
        let term = try term(operand, scope)
        guard term.type == .boolean || term.type == .unknown else {
            throw operand.fault(
                .typeMismatch,
                "Value of logical NOT expression must evaluate to a boolean (actual: "
                    + "\(term.type.text))")
        }
        note(term, as: .boolean)
        return Term(
            Self.negated(term), .boolean, .not, isNullable: term.isNullable)
    }

    /// Writes a negation idiomatically, if the operator has a negated form.
    private static func negated(_ term: Term) -> String {
        if term.level == .comparison, term.sql.hasSuffix(" IS NULL"),
            !term.sql.contains(" AND "), !term.sql.contains(" OR ")
        {
            return "\(term.sql.dropLast(4))NOT NULL"
        }
        return "NOT \(term.operand(.atom))"
    }

    /// Translates a comparison of two values by the type that they have in common.
    ///
    /// Throws TYPE_MISMATCH if there is none, or if the type has no order and the operator needs
    /// one, as for JSON and maps.
    func comparison(
        _ expression: Expression, _ symbol: Expression.Comparison, _ left: Term, _ right: Term
    ) throws(Fault) -> Term {
        let needsOrder = ![.equal, .notEqual, .isDistinct].contains(symbol)
        guard let (first, second, type) = unified(left, right),
            !needsOrder || type.isOrderable
        else {
            let types = (left.type.text, right.type.text)
            throw expression.fault(
                .typeMismatch,
                symbol == .isDistinct
                    ? "Cannot check if \(types.0) is distinct from \(types.1)"
                    : "Cannot apply operator: \(types.0) \(Self.operatorName(symbol)) \(types.1)",
                hint: Self.comparisonHint(expression, left.type, right.type))
        }
        return compared(symbol, first, second, type)
    }

    /// Returns the operator by which Trino computes a comparison, and which messages name.
    private static func operatorName(_ symbol: Expression.Comparison) -> String {
        switch symbol {
        case .equal, .notEqual: "="
        case .less, .greater: "<"
        default: "<="
        }
    }

    /// Returns how values of the two types become comparable; nil if there is no usual way.
    private static func comparisonHint(
        _ expression: Expression, _ left: TrinoType, _ right: TrinoType
    ) -> String? {
        let other = left.isText ? right : left
        if left.isText != right.isText {
            if other.isNumeric { return numberHint(expression, other.text) }
            if case .timestampWithZone = other {
                return "write TIMESTAMP '2026-01-31 00:00:00 UTC'"
            }
            if other == .date { return "write DATE '2026-01-31'" }
            if case .timestamp = other { return "write TIMESTAMP '2026-01-31 00:00:00'" }
            if other == .boolean { return "write TRUE or FALSE" }
            if other == .uuid { return "CAST(x AS uuid) makes a uuid of a text" }
        }
        if left.isMoment != right.isMoment, left.isNumeric || right.isNumeric {
            return "unix seconds are to_unixtime(x); from_unixtime(x) makes them a timestamp"
        }
        if left == .json || right == .json { return "json_extract_scalar(x, '$.a') is a text" }
        return nil
    }

    /// Compares two values of one type.
    ///
    /// IS DISTINCT FROM never gives NULL. SQLite's operator is written unless the cells are
    /// compared otherwise than the values: NaN, decimals by order, instants, arrays, maps and rows.
    func compared(
        _ symbol: Expression.Comparison, _ left: Term, _ right: Term, _ type: TrinoType
    ) -> Term {
        let isDistinct = symbol == .isDistinct
        let isNullable = !isDistinct && (left.isNullable || right.isNullable)
        if left.mayBeNaN || right.mayBeNaN, type.isFloating, !isDistinct {
            return comparedFloats(symbol, left, right, isNullable)
        }
        if symbol == .equal, let (first, second) = equated(left, right, type) {
            return Term("\(first) = \(second)", .boolean, .comparison, isNullable: isNullable)
        }
        var (first, second) = (left.operand(.sum), right.operand(.sum))
        let word = isDistinct ? "IS NOT" : symbol.rawValue
        switch type {
        case .timestampWithZone: (first, second) = (instant(left), instant(right))
        case .decimal where ![.equal, .notEqual, .isDistinct].contains(symbol):
            (first, second) = (call("trino_compare_decimal", left.sql, right.sql), "0")
        case .array, .map, .row:
            if isDistinct {
                return Term(
                    call("trino_is_distinct", argument(type), left.sql, right.sql), .boolean,
                    isNullable: false)
            }
            return comparedNested(symbol, left, right, type)
        default: break
        }
        return Term("\(first) \(word) \(second)", .boolean, .comparison, isNullable: isNullable)
    }

    /// Returns the sides of an equality as SQLite's operator compares them; nil if that does not
    /// serve.
    ///
    /// An operator's or a CASE's text has brackets, so that a copy of the relation can have it as a
    /// column.
    func equated(_ left: Term, _ right: Term, _ type: TrinoType) -> (String, String)? {
        switch type {
        case .array, .map, .row: nil
        case _ where type.isFloating && (left.mayBeNaN || right.mayBeNaN): nil
        case .timestampWithZone: ("(\(instant(left)))", "(\(instant(right)))")
        default: (Self.bracketed(left), Self.bracketed(right))
        }
    }

    private static func bracketed(_ term: Term) -> String {
        term.sql.hasPrefix("CASE ") ? "(\(term.sql))" : term.atom
    }

    /// Returns the instant of a time with a zone: two of them are equal whatever their zones are.
    func instant(_ term: Term) -> String { term.isNull ? "NULL" : "\(term.atom) >> 12" }

    /// Compares numbers of which one may be NaN: a text here, equal to itself for SQLite alone.
    private func comparedFloats(
        _ symbol: Expression.Comparison, _ left: Term, _ right: Term, _ isNullable: Bool
    ) -> Term {
        let arguments = [left.sql, right.sql]
        let text: String
        switch symbol {
        case .equal: text = call("trino_eq_double", arguments)
        case .notEqual: text = "NOT \(call("trino_eq_double", arguments))"
        case .less: text = call("trino_lt_double", arguments)
        case .lessOrEqual: text = call("trino_lte_double", arguments)
        case .greater: text = call("trino_lt_double", arguments.reversed())
        default: text = call("trino_lte_double", arguments.reversed())
        }
        let level = symbol == .notEqual ? Term.Level.not : .atom
        return Term(text, .boolean, level, isNullable: isNullable)
    }

    /// Compares arrays, maps and rows by calls of the runtime, which know the elements' types.
    private func comparedNested(
        _ symbol: Expression.Comparison, _ left: Term, _ right: Term, _ type: TrinoType
    ) -> Term {
        let arguments = [argument(type), left.sql, right.sql]
        switch symbol {
        case .equal: return Term(call("trino_equals", arguments), .boolean)
        case .notEqual:
            return Term("NOT \(call("trino_equals", arguments))", .boolean, .not)
        default:
            return Term(
                "\(call("trino_compare", arguments)) \(symbol.rawValue) 0", .boolean, .comparison)
        }
    }

    /// Translates BETWEEN; SYMMETRIC takes the limits in either order.
    func between(
        _ expression: Expression, _ value: Expression, _ lower: Expression, _ upper: Expression,
        _ isSymmetric: Bool, _ scope: Scope
    ) throws(Fault) -> Term {
        let terms = try terms([value, lower, upper], scope)
        var type = terms[0].type
        for term in terms.dropFirst() {
            guard let common = TrinoType.common(type, term.type), common.isOrderable else {
                throw expression.fault(
                    .typeMismatch,
                    """
                    Cannot check if \(terms[0].type.text) is BETWEEN \(terms[1].type.text) and \
                    \(terms[2].type.text)
                    """, hint: Self.comparisonHint(expression, terms[0].type, term.type))
            }
            type = common
        }
        let sides = terms.map { coerced($0, to: type) }
        if isSymmetric {
            let inside = bounded(sides[0], sides[1], sides[2], type)
            let reversed = bounded(sides[0], sides[2], sides[1], type)
            return Term(
                "\(inside.operand(.comparison)) OR \(reversed.operand(.comparison))", .boolean,
                .or)
        }
        return bounded(sides[0], sides[1], sides[2], type)
    }

    /// Writes `value BETWEEN lower AND upper`, or two comparisons where SQLite's would compare
    /// cells.
    private func bounded(
        _ value: Term, _ lower: Term, _ upper: Term, _ type: TrinoType
    ) -> Term {
        let isNullable = value.isNullable || lower.isNullable || upper.isNullable
        let isPlain =
            !type.isDecimal
            && !(type.isFloating
                && (value.mayBeNaN || lower.mayBeNaN || upper.mayBeNaN))
        if isPlain {
            switch type {
            case .array, .row, .map: break
            case .timestampWithZone:
                return Term(
                    "(\(instant(value))) BETWEEN (\(instant(lower))) AND (\(instant(upper)))",
                    .boolean, .comparison, isNullable: isNullable)
            default:
                return Term(
                    "\(value.atom) BETWEEN \(lower.atom) AND \(upper.atom)", .boolean,
                    .comparison, isNullable: isNullable)
            }
        }
        let above = compared(.greaterOrEqual, value, lower, type)
        let below = compared(.lessOrEqual, value, upper, type)
        return Term(
            "\(above.operand(.comparison)) AND \(below.operand(.comparison))", .boolean, .and,
            isNullable: above.isNullable || below.isNullable)
    }

    /// Translates IN with a list: SQLite's, or a chain of comparisons where its cells do not serve.
    func isIn(
        _ expression: Expression, _ value: Expression, _ list: [Expression], _ scope: Scope
    ) throws(Fault) -> Term {
        let terms = try terms([value] + list, scope)
        let (sides, type) = try unified(terms, [value] + list, "IN value and list items")
        let isNullable = sides.contains { $0.isNullable }
        switch type {
        case .array, .map, .row: break
        case .timestampWithZone:
            let items = sides.dropFirst().map { instant($0) }.joined(separator: ", ")
            return Term(
                "(\(instant(sides[0]))) IN (\(items))", .boolean, .comparison,
                isNullable: isNullable)
        case .double where sides.contains { $0.mayBeNaN },
            .real where sides.contains { $0.mayBeNaN }:
            break
        default:
            return Term(
                "\(sides[0].atom) IN (\(SQLText.list(Array(sides.dropFirst()))))", .boolean,
                .comparison, isNullable: isNullable)
        }
        // A NULL inside a row or an array leaves open whether two are equal.
        var tests: [Term] = []
        for side in sides.dropFirst() {
            tests.append(compared(.equal, sides[0], side, type))
            try checkSize(tests[tests.count - 1].sql.utf8.count, at: expression.place)
        }
        return Term(
            tests.map { $0.operand(.and) }.joined(separator: " OR "), .boolean, .or,
            isNullable: tests.contains { $0.isNullable })
    }

    /// Translates LIKE: a pattern known here becomes GLOB or `=`, any other a call of the runtime.
    ///
    /// Throws TYPE_MISMATCH for what is no text, and NOT_SUPPORTED for a `char` (decision 297).
    func like(
        _ expression: Expression, _ value: Expression, _ pattern: Expression,
        _ escape: Expression?, _ scope: Scope
    ) throws(Fault) -> Term {
        let text = try term(value, scope)
        let form = try term(pattern, scope)
        let mark = try escape.map { (mark) throws(Fault) in try term(mark, scope) }
        for (term, part, what) in [
            (text, value, "Left side"), (form, pattern, "Pattern for"),
            (mark ?? .string(""), escape ?? pattern, "Escape for"),
        ] where !term.type.isText && !term.isNull {
            throw part.fault(
                .typeMismatch,
                "\(what) \(what == "Left side" ? "of " : "")LIKE expression must evaluate to a "
                    + "varchar (actual: \(term.type.text))",
                hint: "CAST(x AS varchar) makes it a text")
        }
        if text.type.isChar { throw charUnsupported(expression, text.type, "LIKE") }
        for case let term? in [text, form, mark] { note(term, as: .varchar(nil)) }
        let isNullable = text.isNullable || form.isNullable || mark?.isNullable == true
        if case .string(let literal) = form.constant, mark == nil || mark?.constant != nil,
            !literal.utf8.contains(0),
            let matched = matched(text, literal, mark, isNullable)
        {
            return matched
        }
        var arguments = [text.sql, form.sql]
        if let mark { arguments.append(mark.sql) }
        return Term(call("trino_like", arguments), .boolean, isNullable: isNullable)
    }

    /// Writes a known pattern as GLOB's, which distinguishes upper and lower case.
    ///
    /// Nil if an escape is wrong, which is an error only if a row reaches it.
    private func matched(
        _ text: Term, _ pattern: String, _ escape: Term?, _ isNullable: Bool
    ) -> Term? {
        var mark: Unicode.Scalar?
        if let escape {
            guard case .string(let text) = escape.constant, text.unicodeScalars.count == 1 else {
                return nil
            }
            mark = text.unicodeScalars.first
        }
        guard let (glob, isPlain) = GlobPattern.make(pattern, escape: mark) else { return nil }
        let text = text.operand(.sum)
        return Term(
            isPlain
                ? "\(text) = \(SQLText.string(glob))" : "\(text) GLOB \(SQLText.string(glob))",
            .boolean, .comparison, isNullable: isNullable)
    }
}
