/// CASE and its relatives.
extension Translator {
    /// Translates both forms of CASE.
    ///
    /// The form with an operand compares it anew for every WHEN, so that each comparison has its
    /// own common type. Without ELSE the result may be NULL.
    func conditional(
        _ expression: Expression, _ operand: Expression?, _ whens: [Expression.When],
        _ otherwise: Expression?, _ scope: Scope
    ) throws(Fault) -> Term {
        var conditions: [String] = []
        let tested = try operand.map { (operand) throws(Fault) in try term(operand, scope) }
        for when in whens {
            guard let tested else {
                let condition = try condition(
                    when.condition, scope, "CASE WHEN clause", isJump: true)
                conditions.append(condition.sql)
                continue
            }
            let value = try term(when.condition, scope)
            guard let (first, second, type) = unified(tested, value) else {
                throw when.condition.fault(
                    .typeMismatch,
                    "CASE operand type does not match WHEN clause operand type: "
                        + "\(tested.type.text) vs \(value.type.text)")
            }
            let test = compared(.equal, first, second, type).sql
            try checkSize(test.utf8.count, at: when.condition.place)
            conditions.append(test)
        }
        var results: [Expression] = whens.map(\.result)
        if let otherwise { results.append(otherwise) }
        let (terms, type) = try unified(
            try self.terms(results, scope), results, "All CASE results")
        var text = "CASE"
        for (condition, result) in zip(conditions, terms) {
            text += " WHEN \(condition) THEN \(result.sql)"
        }
        if otherwise != nil, let last = terms.last { text += " ELSE \(last.sql)" }
        return joined("\(text) END", terms, type, isNullable: otherwise == nil)
    }

    /// Makes a term that has the value of one of several.
    ///
    /// What is known of the result is what is known of all: its bounds cover theirs, and it is
    /// finite only if each is.
    func joined(_ sql: String, _ terms: [Term], _ type: TrinoType, isNullable: Bool) -> Term {
        var term = Term(
            sql, type,
            isNullable: isNullable || terms.contains { $0.isNullable },
            mayBeNaN: terms.contains { $0.mayBeNaN })
        term.isFinite = terms.allSatisfy { $0.isFinite || $0.isNull }
        if type.isInteger, let limits = Self.limits(type) {
            let low = terms.map { $0.bounds?.lowerBound ?? limits.lowerBound }.min()
            let high = terms.map { $0.bounds?.upperBound ?? limits.upperBound }.max()
            if let low, let high, low <= high { term.bounds = low...high }
        }
        return term
    }

    /// `if(c, a, b)`.
    ///
    /// Without `b` the result is NULL where the condition is false or unknown. Throws SYNTAX_ERROR
    /// for other numbers of arguments, and TYPE_MISMATCH if the results have no common type.
    func ifCall(
        _ expression: Expression, _ call: Call, _ scope: Scope
    ) throws(Fault) -> Term {
        guard (2...3).contains(call.arguments.count) else {
            throw expression.fault(
                .syntaxError, "Invalid number of arguments for 'if' function")
        }
        let condition = try condition(
            call.arguments[0], scope, "IF condition", isJump: true)
        let results = Array(call.arguments.dropFirst())
        let terms = try terms(results, scope)
        var type = terms[0].type
        if let second = terms.dropFirst().first {
            guard let common = TrinoType.common(type, second.type) else {
                throw expression.fault(
                    .typeMismatch,
                    "Result types for IF must be the same: \(type.text) vs \(second.type.text)")
            }
            type = common
        }
        let sides = terms.map { coerced($0, to: type) }
        var text = "CASE WHEN \(condition.sql) THEN \(sides[0].sql)"
        if sides.count > 1 { text += " ELSE \(sides[1].sql)" }
        return joined("\(text) END", sides, type, isNullable: sides.count == 1)
    }

    /// Translates `coalesce`, which is nullable only if each of its arguments is.
    func coalesce(
        _ expression: Expression, _ call: Call, _ scope: Scope
    ) throws(Fault) -> Term {
        guard call.arguments.count >= 2 else {
            throw expression.fault(
                .syntaxError,
                "The 'coalesce' function must have at least two arguments")
        }
        let (terms, type) = try unified(
            try terms(call.arguments, scope), call.arguments, "All COALESCE operands")
        var term = joined("coalesce(\(SQLText.list(terms)))", terms, type, isNullable: false)
        term.isNullable = terms.allSatisfy(\.isNullable)
        return term
    }

    /// Translates `nullif(a, b)`, whose type is that of `a` alone.
    ///
    /// SQLite's own function serves where it compares as Trino does; otherwise the first argument
    /// is written twice.
    func nullIf(
        _ expression: Expression, _ call: Call, _ scope: Scope
    ) throws(Fault) -> Term {
        guard call.arguments.count == 2 else {
            throw expression.fault(
                .syntaxError, "Invalid number of arguments for 'nullif' function")
        }
        let terms = try terms(call.arguments, scope)
        guard let (first, second, type) = unified(terms[0], terms[1]) else {
            throw expression.fault(
                .typeMismatch,
                "Types are not comparable with NULLIF: \(terms[0].type.text) vs "
                    + terms[1].type.text)
        }
        if type == terms[0].type || Self.isSameEncoding(terms[0].type, type),
            !terms[0].mayBeNaN, Self.isCompared(type)
        {
            return Term("nullif(\(first.sql), \(second.sql))", terms[0].type)
        }
        let equality = compared(.equal, first, second, type)
        return Term(
            "CASE WHEN \(equality.sql) THEN NULL ELSE \(terms[0].sql) END", terms[0].type,
            mayBeNaN: terms[0].mayBeNaN)
    }

    /// `try(e)`: NULL if computing `e` fails.
    ///
    /// A text without a parenthesis calls nothing and so cannot fail. See decisions 211 and 331 for
    /// the flag, and for a TRY within another one.
    func tryCall(
        _ expression: Expression, _ call: Call, _ scope: Scope
    ) throws(Fault) -> Term {
        guard call.arguments.count == 1 else {
            throw expression.fault(
                .syntaxError,
                "The 'try' function must have exactly one argument")
        }
        tryDepth += 1
        defer { tryDepth -= 1 }
        var term = try term(call.arguments[0], scope)
        guard term.constant == nil else { return term }
        if term.sql.utf8.contains(UInt8(ascii: "(")) {
            // An inner TRY sets aside an earlier failure around it, and restores it afterwards.
            term.sql =
                tryDepth > 1
                ? "trino_try_inside(trino_try_begin(), \(term.sql))" : "trino_try(\(term.sql))"
            term.level = .atom
        }
        term.isNullable = true
        return term
    }
}
