/// Functions that sort, replace and join by means of a function.
extension Translator {
    /// `array_sort(a, (x, y) -> …)`: an element's place is the number of elements that come before
    /// it.
    ///
    /// The rows of both sides come from `json_each`, whose `key` is an element's place; of elements
    /// that the function calls equal the earlier one stays first. The function is called for every
    /// pair of elements, so the cost is quadratic. A result other than -1, 0 and 1 fails as in
    /// Trino.
    func sortedBy(
        _ expression: Expression, _ call: Call, _ scope: Scope
    ) throws(Fault) -> Term {
        let invalid = { self.invalid(expression, call, scope) }
        guard call.arguments.count == 2,
            case .lambda(let names, let body) = call.arguments[1].kind, names.count == 2
        else { throw invalid() }
        try checkLambda(body)
        let source = try term(call.arguments[0], scope)
        guard case .array(let element) = source.type else { throw invalid() }
        let (one, other) = (alias(names[1].text), alias(names[0].text))
        let value = decoded("\(SQLText.name(one)).value", element)
        let before = decoded("\(SQLText.name(other)).value", element)
        let inner = Scope(
            .lambda,
            [
                Scope.Column(name: names[0].text, qualifiers: [], term: before),
                Scope.Column(name: names[1].text, qualifiers: [], term: value),
            ], parent: scope)
        let order = try term(body, inner)
        guard order.type.isInteger else { throw invalid() }
        let failure =
            self.call(
                "trino_fail", "'INVALID_FUNCTION_ARGUMENT'",
                "'Lambda comparator must return either -1, 0, or 1'")
        let keys = (SQLText.name(one) + ".key", SQLText.name(other) + ".key")
        let rank = """
            (SELECT count(*) FROM json_each(\(source.sql)) AS \(SQLText.name(other)) WHERE \
            \(keys.1) <> \(keys.0) AND CASE \(order.sql) WHEN -1 THEN 1 \
            WHEN 0 THEN \(keys.1) < \(keys.0) WHEN 1 THEN 0 ELSE \(failure) END)
            """
        let text = """
            (SELECT coalesce(trino_array_agg(\(argument(element)), '', 'bigint asc last,bigint \
            asc last', \(value.sql), \(rank), \(keys.0)), '[]') FROM json_each(\(source.sql)) AS \
            \(SQLText.name(one)))
            """
        return guarded(text, source, source.type)
    }

    /// `regexp_replace(text, pattern, x -> …)`: x is the array of the match's groups.
    ///
    /// `trino_regexp_pieces` splits the text into what is between matches (text) and matches
    /// (arrays of groups); the lambda replaces the latter, and the pieces are joined in order. A
    /// lambda that gives NULL leaves the match out.
    func replacedBy(
        _ expression: Expression, _ call: Call, _ scope: Scope
    ) throws(Fault) -> Term {
        let invalid = { self.invalid(expression, call, scope) }
        guard call.arguments.count == 3,
            case .lambda(let names, let body) = call.arguments[2].kind, names.count == 1
        else { throw invalid() }
        try checkLambda(body)
        let text = try term(call.arguments[0], scope)
        let pattern = try term(call.arguments[1], scope)
        guard text.type.isVarchar || text.isNull, pattern.type.isVarchar || pattern.isNull else {
            throw invalid()
        }
        let piece = SQLText.name(alias("piece"))
        let groups = Term("\(piece).value", .array(.varchar(nil)), isNullable: false)
        let inner = Scope(
            .lambda, [Scope.Column(name: names[0].text, qualifiers: [], term: groups)],
            parent: scope)
        let replacement = try term(body, inner)
        guard replacement.type.isVarchar || replacement.isNull else { throw invalid() }
        let pieces = Term(
            self.call("trino_regexp_pieces", text.sql, pattern.sql), .array(.unknown),
            isNullable: text.isNullable || pattern.isNullable)
        // Texts between matches are texts; matches are arrays of their groups.
        let between = decoded("\(piece).value", .varchar(nil)).sql
        let part = """
            CASE WHEN \(piece).type = 'text' THEN \(between) ELSE \(replacement.sql) END
            """
        let joined = """
            (SELECT coalesce(trino_listagg('', '', 'bigint asc last', \(part), \(piece).key), '') \
            FROM json_each(\(pieces.sql)) AS \(piece))
            """
        return guarded(joined, pieces, .varchar(nil))
    }

    /// `map_zip_with(a, b, (key, x, y) -> …)`: the keys of both, NULL if one has no value.
    ///
    /// Both maps must have the same type of key.
    func mapZip(_ call: Call, _ scope: Scope, _ invalid: () -> Fault) throws(Fault) -> Term {
        let left = try term(call.arguments[0], scope)
        let right = try term(call.arguments[1], scope)
        guard case .map(let key, let first) = left.type,
            case .map(let otherKey, let second) = right.type, key == otherKey,
            case .lambda(let names, let body) = call.arguments[2].kind, names.count == 3
        else { throw invalid() }
        let alias = SQLText.name(alias("entry"))
        let entry = Term("\(alias).value", .unknown)
        let keyTerm = field(entry, 0, key)
        let values = [keyTerm, field(entry, 1, first), field(entry, 2, second)]
        let inner = Scope(
            .lambda,
            Swift.zip(names, values).map {
                Scope.Column(name: $0.text, qualifiers: [], term: $1)
            }, parent: scope)
        let term = try term(body, inner)
        let zipped = Term(
            self.call("trino_map_zip", argument(key), left.sql, right.sql), .array(.unknown),
            isNullable: left.isNullable || right.isNullable)
        let applied = Body(
            term: term, rows: "json_each(\(zipped.sql)) AS \(alias)", place: "\(alias).key")
        return collected(applied, of: zipped, value: self.entry(keyTerm, term), condition: nil)
            .typed(.map(key, term.type))
    }

    /// The fault of a call whose arguments do not fit, with the form that is expected.
    private func invalid(_ expression: Expression, _ call: Call, _ scope: Scope) -> Fault {
        expression.fault(
            .functionNotFound,
            "Unexpected parameters (\(lambdaTypes(call, scope))) for function "
                + "\(call.name.last.key). Expected: "
                + (FunctionTable.function(call.name.last.key)?.expected ?? ""))
    }
}
