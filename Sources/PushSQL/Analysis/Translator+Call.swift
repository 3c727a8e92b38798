/// Calls of functions.
extension Translator {
    /// Translates a call: of a function with rules of its own, an aggregate, a window function, or
    /// a scalar function.
    ///
    /// Throws FUNCTION_NOT_FOUND with the name that was perhaps meant, and NOT_SUPPORTED for
    /// functions that Trino has and this program does not (`FunctionTable.missing`). A name with
    /// qualifiers is never found: there are no functions in schemas.
    func call(_ expression: Expression, _ call: Call, _ scope: Scope) throws(Fault) -> Term {
        if call.window != nil, let term = scope.query.innerWindows?.term(expression) {
            return term
        }
        let name = call.name.parts.count == 1 ? call.name.last.key : ""
        if name != "concat" {
            try checkCount(call.arguments.count, "a call of \(name)", expression)
        }
        if let special = try special(name, expression, call, scope) { return special }
        guard let function = FunctionTable.function(name) else {
            if let hint = FunctionTable.missingHint(name) {
                throw expression.unsupported("Function '\(name)'", hint: hint)
            }
            throw expression.fault(
                .functionNotFound, "Function '\(call.name.key)' not registered",
                hint: FunctionTable.hint(name))
        }
        switch function.kind {
        case .aggregate:
            if let window = call.window {
                return try windowed(expression, call, function, window, scope)
            }
            return try aggregate(expression, call, function, scope)
        case .window:
            guard let window = call.window else {
                throw expression.fault(
                    .missingOver, "Window function \(name) requires an OVER clause")
            }
            return try windowed(expression, call, function, window, scope)
        case .scalar:
            try checkScalar(expression, call)
            return try scalar(expression, call, function, try terms(call.arguments, scope))
        }
    }

    /// Refuses OVER, DISTINCT, ORDER BY and FILTER in the call of a scalar function, in Trino's
    /// words.
    func checkScalar(_ expression: Expression, _ call: Call) throws(Fault) {
        if call.window != nil {
            throw Fault(
                .functionNotWindow, "Not a window function: \(call.name.last.key)",
                at: selectPlace)
        }
        if call.isDistinct {
            throw expression.fault(
                .functionNotAggregate, "DISTINCT is not supported for non-aggregation functions")
        }
        if !call.order.isEmpty {
            throw expression.fault(
                .functionNotAggregate, "ORDER BY is not supported for non-aggregation functions")
        }
        if call.filter != nil {
            throw expression.fault(
                .functionNotAggregate, "Filter is only valid for aggregation functions")
        }
    }

    /// Translates the call of a scalar function whose arguments have been read.
    ///
    /// The result counts as nullable unless the function is known to answer for every value: too
    /// many checks cost time, too few give wrong results.
    func scalar(
        _ expression: Expression, _ call: Call, _ function: TrinoFunction, _ terms: [Term]
    ) throws(Fault) -> Term {
        try checkPattern(function.name, call.arguments, terms)
        if let special = try specialScalar(function.name, expression, terms) { return special }
        try checkJoined(function.name, terms, expression)
        let (signature, bound) = try bind(function, terms, expression)
        try checkChars(terms, bound, expression, function.name)
        let arguments = zip(terms, bound.parameters).map { coerced($0, to: $1) }
        let result = bound.result
        if FunctionTable.drawing.contains(function.name) { draws += 1 }
        var term = Term(
            render(function, signature, bound, arguments), result,
            isNullable: arguments.contains { $0.isNullable } || Self.isPartial(function.name),
            mayBeNaN: result.isFloating && Self.mayGiveNaN(function.name, arguments))
        if result.isInteger, !arguments.contains(where: { $0.type.isInterval }) {
            term.bounds = Self.bounds(function.name)
        }
        return term
    }

    /// Refuses a lone argument of the functions that join: Trino finds the function, and then
    /// reports without a place that there is nothing to join.
    private func checkJoined(
        _ name: String, _ terms: [Term], _ expression: Expression
    ) throws(Fault) {
        guard terms.count == 1, let type = terms.first?.type else { return }
        let message: String
        switch (name, type) {
        case ("concat", .array): message = "There must be two or more arguments to concat"
        case ("concat", .varchar), ("concat", .char), ("concat", .varbinary):
            message = "There must be two or more concatenation arguments"
        case ("concat_ws", .varchar), ("concat_ws", .char):
            message = "There must be two or more arguments"
        case ("map_concat", .map):
            message = "There must be two or more concatenation arguments to map_concat"
        default: return
        }
        throw expression.fault(.invalidFunctionArgument, message).placeless
    }

    /// Refuses a `char` argument where the function takes a `varchar`: releases of Trino differ in
    /// whether its blanks count.
    func checkChars(
        _ terms: [Term], _ bound: BoundSignature, _ expression: Expression, _ name: String
    ) throws(Fault) {
        for (term, type) in zip(terms, bound.parameters) where term.type.isChar && type.isVarchar {
            throw charUnsupported(expression, term.type, name)
        }
    }

    /// Refuses the padded type wherever it matters whether its spaces count.
    func charUnsupported(_ expression: Expression, _ type: TrinoType, _ place: String) -> Fault {
        expression.unsupported(
            "\(type.text) in \(place)",
            hint: "take varchar: CAST(x AS varchar) has no blanks at the end")
    }

    /// Whether a floating-point result may be NaN: true unless the function is known to compute
    /// none.
    private static func mayGiveNaN(_ name: String, _ arguments: [Term]) -> Bool {
        let isExact = ["to_unixtime", "pi", "e", "infinity", "human_readable_seconds"]
        return !isExact.contains(name)
    }

    /// Whether a function can give NULL for arguments that are not NULL.
    private static func isPartial(_ name: String) -> Bool {
        let total: Set<String> = [
            "length", "lower", "upper", "trim", "ltrim", "rtrim", "now", "date_trunc", "year",
            "month", "day", "hour", "minute", "second", "abs", "round", "from_unixtime",
            "td_time_add", "td_time_parse", "td_date_trunc", "td_scheduled_time", "date_add",
            "date_diff", "td_time_string", "td_time_format", "to_unixtime", "concat", "replace",
            "strpos", "starts_with", "ceil", "floor", "to_hex", "date", "pi", "e", "infinity",
            "current_timezone", "uuid", "date_format", "format_datetime", "cardinality", "nan",
        ]
        return !total.contains(name)
    }

    /// Returns the range of a function's whole number, wide enough for every argument; nil if its
    /// type alone limits it.
    ///
    /// `3600 * hour(x)` then needs no check for overflow.
    private static func bounds(_ name: String) -> ClosedRange<Int64>? {
        switch name {
        case "length", "strpos", "cardinality", "json_array_length", "levenshtein_distance":
            0...1 << 32
        case "year", "month", "day", "week", "quarter", "hour", "minute", "second",
            "millisecond", "day_of_week", "dow", "day_of_month", "day_of_year", "doy",
            "year_of_week", "yow", "week_of_year", "timezone_hour", "timezone_minute":
            fieldBounds
        default: nil
        }
    }

    /// Finds the signature that fits best.
    ///
    /// If several fit, the one whose parameters are nearest to the arguments is taken; of equally
    /// near ones, the one that the table names first.
    ///
    /// Throws FUNCTION_NOT_FOUND with all forms, NOT_SUPPORTED if Trino has the form and this
    /// program does not, and AMBIGUOUS_FUNCTION_CALL for a bare NULL in `sum` or `avg`.
    func bind(
        _ function: TrinoFunction, _ terms: [Term], _ expression: Expression
    ) throws(Fault) -> (FunctionSignature, BoundSignature) {
        let types = terms.map(\.type)
        try checkLoneNull(function, types, expression)
        var best: (FunctionSignature, BoundSignature)?
        let overloads = function.overloads
        for signature in overloads {
            guard let bound = signature.bind(types) else { continue }
            if bound.cost < best?.1.cost ?? .max { best = (signature, bound) }
        }
        guard let best else {
            let shown = types.map(\.text).joined(separator: ", ")
            if let hint = FunctionTable.missingOverloadHint(function.name, types) {
                throw expression.unsupported("\(function.name)(\(shown))", hint: hint)
            }
            throw Self.unexpected(
                function, types, expression,
                hint: Self.argumentHint(function, types) ?? Self.distinctHint(expression, types))
        }
        if let letter = FunctionTable.orderable[function.name],
            best.1.variables[letter]?.isOrderable == false
        {
            throw Self.unexpected(function, types, expression, constraint: letter)
        }
        if function.name == "array_join",
            best.1.variables["E"]?.isCastable(to: .varchar(nil)) == false
        {
            throw Self.unexpected(function, types, expression)
        }
        return best
    }

    static func unexpected(
        _ function: TrinoFunction, _ types: [TrinoType], _ expression: Expression,
        constraint: String? = nil, hint: String? = nil
    ) -> Fault {
        let shown = types.map(\.text).joined(separator: ", ")
        return expression.fault(
            .functionNotFound,
            """
            Unexpected parameters (\(shown)) for function \(function.name). Expected: \
            \(function.expected)\(constraint.map { " \($0):orderable" } ?? "")
            """, hint: hint)
    }

    /// Refuses a NULL without a type that fits numbers and both kinds of intervals equally well.
    private func checkLoneNull(
        _ function: TrinoFunction, _ types: [TrinoType], _ expression: Expression
    ) throws(Fault) {
        guard function.kind == .aggregate, types == [.unknown],
            ["sum", "avg"].contains(function.name)
        else { return }
        throw expression.fault(
            .ambiguousFunctionCall,
            "Could not choose a best candidate operator. Explicit type casts must be added.",
            hint: "\(function.name)(CAST(NULL AS bigint))")
    }

    /// Returns how several columns are counted, of which Hive takes a list.
    private static func distinctHint(
        _ expression: Expression, _ types: [TrinoType]
    ) -> String? {
        guard case .call(let call) = expression.kind, call.isDistinct, types.count > 1,
            call.name.last.key == "count"
        else { return nil }
        return "rows are counted by count(DISTINCT ROW(a, b))"
    }

    /// Returns how the first argument that no form takes at its place is converted.
    private static func argumentHint(
        _ function: TrinoFunction, _ types: [TrinoType]
    ) -> String? {
        let forms = function.overloads.compactMap { $0.patterns(types.count) }
        for (index, type) in types.enumerated() {
            let wanted = forms.map { $0[index] }
            guard !wanted.contains(where: { FunctionSignature.takes(type, $0) }) else { continue }
            // A double takes more texts than a whole number does.
            let double = wanted.first { $0 == .exact(.double) }
            return ([double].compactMap { $0 } + wanted).lazy
                .compactMap { conversion(of: type, to: $0) }.first
        }
        return nil
    }

    /// Returns the conversion from a type to the one that a function wants; nil if there is no
    /// usual one.
    private static func conversion(
        of type: TrinoType, to pattern: FunctionSignature.Pattern
    ) -> String? {
        switch pattern {
        case .exact(.varbinary) where type.isText: return "the bytes of a text are to_utf8(x)"
        case .varchar where type.isNumeric: return "a number becomes a text by CAST(x AS varchar)"
        case .exact(let number) where number.isNumeric && type.isText:
            return "a text becomes a number by CAST(x AS \(number.text))"
        case .timestamp, .zoned, .exact(.timestamp), .exact(.timestampWithZone), .exact(.date):
            if type.isNumeric { return "unix seconds become a timestamp by from_unixtime(x)" }
            return type.isText
                ? "a text becomes a date by CAST(x AS date), a time by CAST(x AS timestamp)" : nil
        default: return nil
        }
    }

    /// Writes the call: by its template, or as one of the runtime's functions.
    ///
    /// Inside TRY the names of scalar functions begin with `try_`: under these the runtime answers
    /// NULL and notes a failure instead of stopping the query (decision 211). `isDistinct` puts
    /// DISTINCT where the template has `{}`.
    func render(
        _ function: TrinoFunction, _ signature: FunctionSignature, _ bound: BoundSignature,
        _ arguments: [Term], isDistinct: Bool = false
    ) -> String {
        guard let template = signature.template else {
            let distinct = isDistinct ? "DISTINCT " : ""
            let list = distinct + SQLText.list(arguments)
            guard function.kind == .scalar else { return "trino_\(function.name)(\(list))" }
            return call("trino_\(function.name)", list)
        }
        let prefix =
            function.kind == .scalar && tryDepth > 0 && template.hasPrefix("trino_") ? "try_" : ""
        return prefix
            + TemplateText.fill(
                template, arguments, variables: bound.variables, isDistinct: isDistinct)
    }
}
