import PushText

/// Expressions: dispatches each kind to the part of the translator that handles it.
extension Translator {
    /// Translates an expression; the heart of the translator, to which every part comes back.
    ///
    /// In a grouped query an expression that is a key of GROUP BY is that key, whatever it consists
    /// of.
    func term(_ expression: Expression, _ scope: Scope) throws(Fault) -> Term {
        let term = try meaning(of: expression, scope)
        try checkSize(term.sql.utf8.count, at: expression.place)
        return term
    }

    private func meaning(of expression: Expression, _ scope: Scope) throws(Fault) -> Term {
        if let key = try groupingKey(expression, scope) { return key }
        switch expression.kind {
        case .null: return .null()
        case .boolean(let value): return .boolean(value)
        case .integer, .decimal, .double, .string, .binary, .typed, .interval, .parameter:
            return try literal(expression)
        case .name, .field: return try name(expression, scope)
        case .element(let base, let index): return try element(expression, base, index, scope)
        case .sign(let isMinus, let operand):
            return try sign(expression, isMinus, operand, scope)
        case .arithmetic(let symbol, let left, let right):
            return try arithmetic(
                expression, symbol, try term(left, scope), try term(right, scope))
        case .concatenation(let left, let right):
            return try concatenation(expression, left, right, scope)
        case .logical(let isAnd, let left, let right):
            return try logical(isAnd, left, right, scope)
        case .not(let operand):
            return try negation(operand, scope)
        case .conditional(let operand, let whens, let otherwise):
            return try conditional(expression, operand, whens, otherwise, scope)
        case .cast(let operand, let type, let isTry):
            return try cast(
                expression, try term(operand, scope), try target(type, expression), isTry)
        case .call(let call): return try self.call(expression, call, scope)
        case .lambda:
            throw expression.fault(
                .typeMismatch, "Lambda expression should always be used inside a function")
        case .row(let fields): return try row(fields, scope)
        case .array(let elements): return try array(expression, elements, scope)
        case .atTimeZone(let value, let zone):
            return try atTimeZone(expression, value, zone, scope)
        case .extract(let field, let value): return try extract(expression, field, value, scope)
        case .current(let current, let precision):
            return try self.current(expression, current, precision)
        case .grouping(let columns): return try groupingMask(expression, columns, scope)
        default: return try predicate(expression, scope)
        }
    }

    /// Translates the expressions with a truth value, and queries used as values.
    private func predicate(_ expression: Expression, _ scope: Scope) throws(Fault) -> Term {
        switch expression.kind {
        case .comparison(let symbol, let left, let right):
            return try comparison(
                expression, symbol, try term(left, scope), try compared(right, scope))
        case .isNull(let operand):
            let term = try term(operand, scope)
            return Term(
                "\(term.operand(.comparison)) IS NULL", .boolean, .comparison, isNullable: false)
        case .isTruth(let operand, let value):
            let term = try boolean(operand, scope, "IS predicate", isJump: false)
            let text = value.map { $0 ? "IS 1" : "IS 0" } ?? "IS NULL"
            return Term(
                "\(term.operand(.sum)) \(text)", .boolean, .comparison, isNullable: false)
        case .between(let value, let lower, let upper, let isSymmetric):
            return try between(expression, value, lower, upper, isSymmetric, scope)
        case .isIn(let value, let list): return try isIn(expression, value, list, scope)
        case .isInQuery(let value, let query):
            return try correlated { () throws(Fault) in
                try isInQuery(expression, value, query, scope)
            }
        case .like(let value, let pattern, let escape):
            return try like(expression, value, pattern, escape, scope)
        case .exists(let query):
            return try correlated { () throws(Fault) in try exists(query, scope) }
        case .quantified(let symbol, let isAll, let value, let query):
            return try correlated { () throws(Fault) in
                try quantified(expression, symbol, isAll, value, query, scope)
            }
        case .query(let query):
            return try correlated { () throws(Fault) in try scalar(expression, query, scope) }
        default: throw expression.unsupported("this expression")
        }
    }

    /// Returns the type that CAST names; an unknown type is the cast's fault.
    private func target(_ name: TypeName, _ expression: Expression) throws(Fault) -> TrinoType {
        do {
            return try TrinoType(name)
        } catch {
            guard error.code == .typeNotFound else { throw error }
            throw expression.fault(.typeMismatch, error.message, hint: error.hint)
        }
    }

    /// Translates expressions from left to right; the first fault ends it.
    func terms(_ expressions: [Expression], _ scope: Scope) throws(Fault) -> [Term] {
        var terms: [Term] = []
        for expression in expressions { terms.append(try term(expression, scope)) }
        return terms
    }

    /// Translates a condition, which must be a boolean.
    ///
    /// NULL without a type counts as a boolean. `place` begins the message, such as `WHERE clause`;
    /// `isJump` is explained at `truth`.
    func boolean(
        _ expression: Expression, _ scope: Scope, _ place: String, isJump: Bool = true
    ) throws(Fault) -> Term {
        let term = try truth(expression, scope, isJump: isJump)
        guard term.type == .boolean || term.type == .unknown else {
            throw expression.fault(
                .typeMismatch,
                "\(place) must evaluate to a boolean: actual type \(term.type.text)",
                hint: Self.truthHint(expression, term.type))
        }
        return coerced(term, to: .boolean)
    }

    /// Returns how a number becomes a condition; nil for other types.
    static func truthHint(_ expression: Expression, _ type: TrinoType) -> String? {
        type.isNumeric ? "a number is compared: \(expression.text) <> 0" : nil
    }

    /// Returns the parts of a dotted name; nil if the expression is not one.
    private func parts(_ expression: Expression) -> [Name]? {
        switch expression.kind {
        case .name(let name): return [name]
        case .field(let base, let name): return parts(base).map { $0 + [name] }
        default: return nil
        }
    }

    /// Whether an expression is a column's name; one that goes on to a row's field is not.
    func isColumn(_ expression: Expression, _ scope: Scope) -> Bool {
        guard let parts = parts(expression) else { return false }
        return (try? column(parts, expression, scope)) != nil
    }

    /// Returns a dotted name as messages show it, in lower case; nil if it is another expression.
    private func shown(_ expression: Expression) -> String? {
        parts(expression)?.map(\.key).joined(separator: ".")
    }

    /// Translates a dotted name: a column with its qualifiers, or a field of a row.
    ///
    /// The longest beginning that is a column wins; what is left of the name are fields. Throws
    /// COLUMN_NOT_FOUND, AMBIGUOUS_NAME, or TYPE_MISMATCH for a field of something that is no row.
    private func name(_ expression: Expression, _ scope: Scope) throws(Fault) -> Term {
        if let parts = parts(expression), let found = try column(parts, expression, scope) {
            return found
        }
        guard case .field(let base, let name) = expression.kind else {
            throw unknownColumn(expression, scope)
        }
        if let parts = parts(base), try column(parts, base, scope) == nil, !isRowField(base, scope)
        {
            throw unknownColumn(expression, scope)
        }
        let row = try term(base, scope)
        guard case .row(let fields) = row.type else {
            let mayBeJSON = row.type == .json || row.type.isVarchar
            let reading = "json_extract_scalar(x, '$.\(name.text)') reads JSON"
            throw expression.fault(
                .typeMismatch, "Expression \(base.text) is not of type ROW",
                hint: NameHints.hidden(base, name, scope) ?? (mayBeJSON ? reading : nil))
        }
        let matches = fields.indices.filter { fields[$0].name?.lowercased() == name.key }
        guard let index = matches.first else {
            throw expression.fault(
                .columnNotFound,
                "Column '\(shown(expression) ?? name.text)' cannot be resolved",
                hint: Suggestion.hint(name.text, among: fields.compactMap(\.name)))
        }
        guard matches.count == 1 else {
            throw expression.fault(.ambiguousName, "Ambiguous row field reference: \(name.text)")
        }
        return field(row, index, fields[index].type)
    }

    /// Whether a dotted name is itself a field of a row, whose own fields can follow.
    private func isRowField(_ expression: Expression, _ scope: Scope) -> Bool {
        guard case .field(let base, _) = expression.kind else { return false }
        return (try? term(base, scope)) != nil
    }

    /// One field of a row.
    ///
    /// A `varbinary` within JSON is Base64, which its own function decodes.
    func field(_ row: Term, _ index: Int, _ type: TrinoType) -> Term {
        let suffix = type == .varbinary ? "_binary" : ""
        return Term(
            call("trino_field\(suffix)", row.sql, "\(index)"), type, mayBeNaN: type.isFloating)
    }

    /// Finds the column that a name refers to; nil if there is none.
    ///
    /// Scopes are searched from the inside out, in each the aliases of ORDER BY before its columns.
    /// A column of an enclosing query marks every query in between as correlated (`reachesOut`).
    ///
    /// Throws AMBIGUOUS_NAME if two columns of one scope fit, and the faults of a grouped query.
    func column(
        _ parts: [Name], _ expression: Expression, _ scope: Scope
    ) throws(Fault) -> Term? {
        let keys = parts.map(\.key)
        var place: Scope? = scope
        var crossed: [Scope] = []
        while let current = place {
            if keys.count == 1 {
                let aliases = current.aliases.filter { $0.key == keys[0] }
                if let first = aliases.first {
                    // Trino compares no expressions: `SELECT x, x … ORDER BY x` is ambiguous, too.
                    guard aliases.count == 1 else { throw ambiguous(expression, isOutput: true) }
                    guard !current.forbidsAliases else {
                        throw expression.fault(
                            .columnNotFound,
                            "Invalid reference to output projection attribute from ORDER BY "
                                + "aggregation")
                    }
                    for scope in crossed { scope.reachesOut = true }
                    if first.reachesOut { current.reachesOut = true }
                    if first.hasWindow { current.hasWindow = true }
                    return first.term
                }
            } else if current.aliases.contains(where: { $0.key == keys[0] }) {
                // A column of the select list hides a table of its name, as in Trino.
                return nil
            }
            let found = current.columns(named: keys)
            guard found.count < 2 else { throw ambiguous(expression) }
            if let column = found.first {
                for scope in crossed { scope.reachesOut = true }
                if column.term.reachesOut { current.reachesOut = true }
                copies += column.term.copies
                return try grouped(column.term, expression, current, isInside: !crossed.isEmpty)
            }
            if current.kind == .query { crossed.append(current) }
            place = current.parent
        }
        return nil
    }

    private func ambiguous(_ expression: Expression, isOutput: Bool = false) -> Fault {
        let hint =
            if isOutput {
                "several columns of the result have this name; a position, such as "
                    + "`ORDER BY 1`, means one of them"
            } else if Self.nameParts(expression).count > 1 {
                "give each table an alias of its own"
            } else {
                "put the table's alias and a dot before it"
            }
        return expression.fault(
            .ambiguousName, "Column '\(shown(expression) ?? expression.text)' is ambiguous",
            hint: hint)
    }

    /// Checks a column of a grouped query, where only the keys have one value.
    private func grouped(
        _ term: Term, _ expression: Expression, _ scope: Scope, isInside: Bool
    ) throws(Fault) -> Term {
        guard let grouping = scope.grouping else { return term }
        if let key = grouping.key(term) { return key }
        if isInside {
            throw expression.fault(
                .expressionNotAggregate,
                "Subquery uses '\(expression.text)' which must appear in GROUP BY clause"
            ).final
        }
        throw expression.fault(
            .expressionNotAggregate,
            "'\(expression.text)' must be an aggregate expression or appear in GROUP BY clause",
            hint: "add it to GROUP BY, or take any value with arbitrary(…)")
    }

    /// Translates the right side of a comparison, where a text without quotes is a frequent
    /// mistake.
    private func compared(_ right: Expression, _ scope: Scope) throws(Fault) -> Term {
        do throws(Fault) { return try term(right, scope) } catch {
            throw NameHints.operand(right, error, scope)
        }
    }

    /// The fault of a name that means nothing here, with a guess at what was meant.
    private func unknownColumn(_ expression: Expression, _ scope: Scope) -> Fault {
        expression.fault(
            .columnNotFound,
            "Column '\(shown(expression) ?? expression.text)' cannot be resolved",
            hint: NameHints.column(expression, scope))
    }
}
