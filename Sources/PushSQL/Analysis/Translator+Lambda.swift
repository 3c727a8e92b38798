/// Functions that take functions: each becomes a query over the elements.
extension Translator {
    /// A lambda's body over elements, in a scope of its own.
    ///
    /// The lambda's variables are columns of its scope that read the element.
    struct Body {
        let term: Term
        /// The relation of the elements, for FROM.
        let rows: String
        /// The position of the element, which ties aggregates to this query.
        let place: String
    }

    /// Translates the functions that apply a lambda to the elements of an array or a map.
    ///
    /// Each element is a row of `json_each`, and the result is gathered in the order of the
    /// elements. Arguments that do not fit are FUNCTION_NOT_FOUND, with the form that is expected.
    func lambdaCall(
        _ name: String, _ expression: Expression, _ call: Call, _ scope: Scope
    ) throws(Fault) -> Term {
        // To say of what types the arguments are takes translating them once more.
        let invalid = {
            expression.fault(
                .functionNotFound,
                "Unexpected parameters (\(self.lambdaTypes(call, scope))) for function \(name). "
                    + "Expected: " + (FunctionTable.function(name)?.expected ?? name),
                hint: FunctionTable.function(name)?.summary)
        }
        for argument in call.arguments {
            if case .lambda(_, let body) = argument.kind { try checkLambda(body) }
        }
        let count = ["zip_with": 3, "map_zip_with": 3, "reduce": 4][name] ?? 2
        guard call.arguments.count == count else { throw invalid() }
        if name == "reduce" { return try reduce(expression, call, scope, invalid) }
        if name == "zip_with" { return try zipWith(call, scope, invalid) }
        if name == "map_zip_with" { return try mapZip(call, scope, invalid) }
        let source = try term(call.arguments[0], scope)
        if case .map(let key, let value) = source.type {
            return try mapped(name, source, key, value, call.arguments[1], scope, invalid)
        }
        guard case .array(let element) = source.type,
            case .lambda(let names, let body) = call.arguments[1].kind, names.count == 1
        else { throw invalid() }
        let alias = alias(names[0].text)
        let rows = "json_each(\(source.sql)) AS \(SQLText.name(alias))"
        let value = decoded("\(SQLText.name(alias)).value", element)
        let inner = Scope(
            .lambda, [Scope.Column(name: names[0].text, qualifiers: [], term: value)],
            parent: scope)
        let term = try self.term(body, inner)
        let place = "\(SQLText.name(alias)).key"
        let applied = Body(term: term, rows: rows, place: place)
        switch name {
        case "transform":
            return collected(applied, of: source, value: term, condition: nil)
        case "filter":
            try check(term, invalid)
            return collected(applied, of: source, value: value, condition: term)
        default:
            guard ["any_match", "all_match", "none_match"].contains(name) else { throw invalid() }
            try check(term, invalid)
            let isGathered = !call.arguments[0].all { isAggregate($0) }.isEmpty
            return matched(name, applied, source, isGathered: isGathered)
        }
    }

    /// Refuses subqueries, aggregates and window functions in a lambda, as Trino does.
    func checkLambda(_ body: Expression) throws(Fault) {
        let queries = body.all { expression in
            switch expression.kind {
            case .query, .exists, .isInQuery, .quantified: true
            default: false
            }
        }
        if let query = queries.first {
            throw query.fault(.notSupported, "Lambda expression cannot contain subqueries")
        }
        let found = body.all { self.isAggregate($0) || Self.isWindow($0) }
        guard !found.isEmpty else { return }
        throw body.fault(
            .expressionNotScalar,
            """
            Lambda expression cannot contain aggregations, window functions or grouping \
            operations: [\(found.map(\.text).joined(separator: ", "))]
            """)
    }

    /// Refuses a lambda that must give a boolean and does not.
    private func check(_ term: Term, _ invalid: () -> Fault) throws(Fault) {
        guard term.type == .boolean || term.type == .unknown else {
            throw invalid().hinting("the function must give a boolean, not \(term.type.text)")
        }
    }

    /// Returns the types of arguments as messages list them.
    func lambdaTypes(_ call: Call, _ scope: Scope) -> String {
        let types = call.arguments.map { argument -> String in
            if case .lambda = argument.kind { return "<function>" }
            return (try? term(argument, scope))?.type.text ?? "unknown"
        }
        return types.joined(separator: ", ")
    }

    /// Writes an array of a body's result for each element, in order.
    func collected(
        _ body: Body, of source: Term, value: Term, condition: Term?
    ) -> Term {
        let filter = condition.map { " WHERE \($0.sql)" } ?? ""
        let text = """
            (SELECT coalesce(trino_array_agg(\(argument(value.type)), '', 'bigint asc last', \
            \(value.sql), \(body.place)), '[]') FROM \(body.rows)\(filter))
            """
        return guarded(text, source, .array(value.type))
    }

    /// Keeps NULL as NULL: a query over no elements would make an empty array of it.
    func guarded(
        _ text: String, _ source: Term, _ type: TrinoType, isNullable: Bool = false
    ) -> Term {
        guard source.isNullable else { return Term(text, type, isNullable: isNullable) }
        return Term("CASE WHEN \(source.operand(.comparison)) IS NOT NULL THEN \(text) END", type)
    }

    /// Writes `any_match`, `all_match` and `none_match` by three-valued logic.
    ///
    /// One element decides: a true one for any and none, a false one for all. Those after it are
    /// not looked at, since Trino does not either, and one of them may fail. Failing that, a NULL
    /// leaves the result open. No elements at all give what no element decided.
    ///
    /// An array that an aggregate gathers can only be read by a query with one of its own, which
    /// looks at every element.
    private func matched(
        _ name: String, _ body: Body, _ source: Term, isGathered: Bool
    ) -> Term {
        let isAll = name == "all_match"
        let test = isAll ? "NOT (\(body.term.sql))" : body.term.sql
        let whenFound = name == "any_match" ? 1 : 0
        if isGathered {
            let text = """
                (SELECT CASE WHEN count(\(body.place)) FILTER (WHERE \(test)) > 0 \
                THEN \(whenFound) \
                WHEN count(\(body.place)) FILTER (WHERE (\(body.term.sql)) IS NULL) > 0 THEN NULL \
                ELSE \(1 - whenFound) END FROM \(body.rows))
                """
            return guarded(text, source, .boolean, isNullable: body.term.isNullable)
        }
        let open =
            body.term.isNullable
            ? " WHEN EXISTS (SELECT 1 FROM \(body.rows) WHERE (\(body.term.sql)) IS NULL) THEN NULL"
            : ""
        let text = """
            (CASE WHEN EXISTS (SELECT 1 FROM \(body.rows) WHERE \(test)) THEN \(whenFound)\(open) \
            ELSE \(1 - whenFound) END)
            """
        return guarded(text, source, .boolean, isNullable: body.term.isNullable)
    }

    /// Translates `map_filter`, `transform_values` and `transform_keys`.
    ///
    /// A map is an array of pairs (decision 210). Only new keys can occur twice, so they alone are
    /// put together by a function that checks them.
    private func mapped(
        _ name: String, _ source: Term, _ key: TrinoType, _ value: TrinoType,
        _ lambda: Expression, _ scope: Scope, _ invalid: () -> Fault
    ) throws(Fault) -> Term {
        guard case .lambda(let names, let body) = lambda.kind, names.count == 2,
            ["map_filter", "transform_keys", "transform_values"].contains(name)
        else { throw invalid() }
        let alias = alias("entry")
        let pair = Term("\(SQLText.name(alias)).value", .unknown)
        let keyTerm = field(pair, 0, key)
        let valueTerm = field(pair, 1, value)
        let inner = Scope(
            .lambda,
            [
                Scope.Column(name: names[0].text, qualifiers: [], term: keyTerm),
                Scope.Column(name: names[1].text, qualifiers: [], term: valueTerm),
            ], parent: scope)
        let term = try self.term(body, inner)
        let rows = "json_each(\(source.sql)) AS \(SQLText.name(alias))"
        let applied = Body(term: term, rows: rows, place: "\(SQLText.name(alias)).key")
        switch name {
        case "map_filter":
            try check(term, invalid)
            let entry = entry(keyTerm, valueTerm)
            return collected(applied, of: source, value: entry, condition: term)
                .typed(source.type)
        case "transform_values":
            let entry = entry(keyTerm, term)
            return collected(applied, of: source, value: entry, condition: nil)
                .typed(.map(key, term.type))
        default:
            let entries = collected(
                applied, of: source, value: entry(term, valueTerm), condition: nil)
            return Term(
                call("trino_map_from_entries", argument(term.type), entries.sql),
                .map(term.type, value))
        }
    }

    /// Writes one entry of a map: a row of its key and value.
    func entry(_ key: Term, _ value: Term) -> Term {
        let type = TrinoType.row([
            TrinoType.Field(name: nil, type: key.type),
            TrinoType.Field(name: nil, type: value.type),
        ])
        return Term(call("trino_row", argument(type), key.sql, value.sql), type)
    }

    /// Translates `zip_with`; the shorter array is filled up with NULLs by `trino_zip`.
    private func zipWith(
        _ call: Call, _ scope: Scope, _ invalid: () -> Fault
    ) throws(Fault) -> Term {
        let left = try term(call.arguments[0], scope)
        let right = try term(call.arguments[1], scope)
        guard case .array(let first) = left.type, case .array(let second) = right.type,
            case .lambda(let names, let body) = call.arguments[2].kind, names.count == 2
        else { throw invalid() }
        let alias = alias("pair")
        let pair = Term("\(SQLText.name(alias)).value", .unknown)
        let inner = Scope(
            .lambda,
            [
                Scope.Column(name: names[0].text, qualifiers: [], term: field(pair, 0, first)),
                Scope.Column(name: names[1].text, qualifiers: [], term: field(pair, 1, second)),
            ], parent: scope)
        let term = try self.term(body, inner)
        let zipped = Term(
            self.call("trino_zip", left.sql, right.sql), .array(.unknown),
            isNullable: left.isNullable || right.isNullable)
        let rows = "json_each(\(zipped.sql)) AS \(SQLText.name(alias))"
        let applied = Body(term: term, rows: rows, place: "\(SQLText.name(alias)).key")
        return collected(applied, of: zipped, value: term, condition: nil)
    }

    /// `reduce(a, start, (s, x) -> …, s -> …)` as a recursive query over the places.
    ///
    /// Its columns are the place of the next element, the state, and the number of an array that
    /// the runtime holds meanwhile: SQLite would copy the array itself from row to row.
    private func reduce(
        _ expression: Expression, _ call: Call, _ scope: Scope, _ invalid: () -> Fault
    ) throws(Fault) -> Term {
        let source = try term(call.arguments[0], scope)
        let first = try term(call.arguments[1], scope)
        guard case .array(let element) = source.type,
            case .lambda(let names, let body) = call.arguments[2].kind, names.count == 2,
            case .lambda(let last, let result) = call.arguments[3].kind, last.count == 1
        else { throw invalid() }
        let alias = SQLText.name(alias("state"))
        let suffix = element == .varbinary ? "_binary" : ""
        let value = Term(
            self.call("trino_walk_item\(suffix)", "\(alias).a", "\(alias).i"), element,
            mayBeNaN: element.isFloating)
        let (state, step) = try settled("\(alias).s", first, call.arguments[1], invalid) {
            state throws(Fault) in
            let columns = zip(names, [state, value]).map {
                Scope.Column(name: $0.text, qualifiers: [], term: $1)
            }
            return try term(body, Scope(.lambda, columns, parent: scope))
        }
        let start = coerced(first, to: state.type)
        let outer = Scope(
            .lambda, [Scope.Column(name: last[0].text, qualifiers: [], term: state)],
            parent: scope)
        let final = try term(result, outer)
        let next = coerced(step, to: state.type)
        let begin = self.call("trino_walk", source.sql)
        let count = self.call("trino_walk_count", "\(alias).a")
        let end = self.call("trino_walk_end", "\(alias).a", final.sql)
        let text = """
            (WITH RECURSIVE \(alias)(i, s, a) AS (SELECT 0, \(start.sql), \(begin) UNION ALL \
            SELECT \(alias).i + 1, \(next.sql), \(alias).a FROM \(alias) WHERE \(alias).i < \
            \(count)) SELECT \(end) FROM \(alias) WHERE \(alias).i = \(count))
            """
        return Term(text, final.type, mayBeNaN: final.type.isFloating)
    }

    /// The cost of asking again, so that a statement does it a thousand times at most: within each
    /// other, such steps ask twice as often at each level.
    private static let attemptCost = 512 << 10

    /// Returns the state of `reduce`, and the step with a state of its type.
    ///
    /// As Trino's SignatureBinder does, it takes the type that the start and the step have in
    /// common, and asks again with a state of that type, four times at most. Then the step must
    /// give that very type, since a lambda's result is not converted.
    private func settled(
        _ name: String, _ start: Term, _ typed: Expression, _ invalid: () -> Fault,
        step: (Term) throws(Fault) -> Term
    ) throws(Fault) -> (state: Term, step: Term) {
        var type = start.type
        var given = type
        for attempt in 0..<4 {
            if attempt > 0 { try checkSize(Self.attemptCost, at: typed.place) }
            let state = Term(name, type, mayBeNaN: type.isFloating)
            let next = try step(state)
            given = next.type
            if next.isNull || given == type || Self.isShorter(given, type) { return (state, next) }
            guard let common = TrinoType.common(type, given), common != type else { break }
            type = common
        }
        var wanted = given
        // Only the widest decimal does not grow with each step.
        if case .decimal(_, let scale) = given { wanted = .decimal(precision: 38, scale: scale) }
        throw invalid().hinting(
            "the step gives \(given.text), the start is \(start.type.text): "
                + "CAST(\(typed.text) AS \(wanted.text))")
    }

    /// Whether a type is text of a length that another has as well.
    private static func isShorter(_ type: TrinoType, _ other: TrinoType) -> Bool {
        guard case .varchar = type, case .varchar = other else { return false }
        return type.isCoercible(to: other)
    }
}
