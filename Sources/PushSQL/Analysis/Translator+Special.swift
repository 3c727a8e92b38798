/// Functions that need more than their arguments' values.
extension Translator {
    /// Translates functions with rules of their own; nil for all others.
    ///
    /// These read their arguments themselves: as lambdas, as conditions, or inside a TRY.
    func special(
        _ name: String, _ expression: Expression, _ call: Call, _ scope: Scope
    ) throws(Fault) -> Term? {
        if call.json != nil { return try jsonCall(name, expression, call, scope) }
        switch name {
        case "if": return try ifCall(expression, call, scope)
        case "coalesce": return try coalesce(expression, call, scope)
        case "nullif": return try nullIf(expression, call, scope)
        case "try": return try tryCall(expression, call, scope)
        case "transform", "filter", "reduce", "any_match", "all_match", "none_match", "zip_with",
            "map_filter", "transform_keys", "transform_values", "map_zip_with":
            try checkScalar(expression, call)
            return try lambdaCall(name, expression, call, scope)
        case "array_sort", "regexp_replace":
            let hasLambda = call.arguments.contains {
                if case .lambda = $0.kind { true } else { false }
            }
            guard hasLambda else { return nil }
            try checkScalar(expression, call)
            return name == "array_sort"
                ? try sortedBy(expression, call, scope) : try replacedBy(expression, call, scope)
        case "td_sessionize_window":
            guard let window = call.window else { return nil }
            return try sessionized(expression, call, window, scope)
        default: return nil
        }
    }

    /// Translates `format`, of values that have a text; nil if the format is not a text.
    ///
    /// The values go in as one row, whose type tells the runtime what each of them is.
    private func formatted(
        _ expression: Expression, _ terms: [Term]
    ) throws(Fault) -> Term? {
        guard terms.count > 1 else {
            throw expression.fault(
                .syntaxError, "The 'format' function must have at least two arguments")
        }
        guard let format = terms.first, format.type.isVarchar || format.type == .unknown else {
            return nil
        }
        let fields = terms.dropFirst().map { TrinoType.Field(name: nil, type: $0.type) }
        for field in fields where !field.type.isCastable(to: .varchar(nil)) {
            throw expression.fault(
                .typeMismatch, "Cannot cast \(field.type.text) to varchar",
                hint: Self.castHint(field.type, .varchar(nil)))
        }
        let list = [argument(.row(Array(fields)))] + terms.map(\.sql)
        return Term(call("trino_format", list), .varchar(nil))
    }

    /// Translates functions whose result type is not that of a signature; nil for all others.
    ///
    /// Their arguments have been read. Nil also if the arguments are not of the types meant here;
    /// the table of functions then finds the form, or reports that there is none.
    func specialScalar(
        _ name: String, _ expression: Expression, _ terms: [Term]
    ) throws(Fault) -> Term? {
        switch name {
        case "greatest", "least": return extreme(name, terms)
        case "to_iso8601":
            switch terms.first?.type {
            case .date where terms.count == 1: return iso8601(terms[0], "date", 0, length: 16)
            case .timestamp(let digits) where terms.count == 1:
                return iso8601(terms[0], "timestamp", digits, length: 22)
            case .timestampWithZone(let digits) where terms.count == 1:
                return iso8601(terms[0], "tz", digits, length: 28)
            default: return nil
            }
        case "with_timezone": return try wallClock(name, expression, terms)
        case "typeof":
            guard terms.count == 1 else { return nil }
            return .string(terms[0].type.displayName, .varchar(nil))
        case "mod":
            guard terms.count == 2 else { return nil }
            return try arithmetic(expression, .modulus, terms[0], terms[1])
        case "round", "ceil", "ceiling", "floor", "truncate", "sign":
            return decimal(name, terms)
        case "format": return try formatted(expression, terms)
        case "zip": return zip(terms)
        case "map_entries":
            guard terms.count == 1, case .map(let key, let value) = terms[0].type else {
                return nil
            }
            let row = TrinoType.row([
                TrinoType.Field(name: nil, type: key), TrinoType.Field(name: nil, type: value),
            ])
            return terms[0].typed(.array(row))
        case "map_from_entries":
            guard terms.count == 1, case .array(.row(let fields)) = terms[0].type,
                fields.count == 2
            else { return nil }
            return Term(
                call("trino_map_from_entries", argument(fields[0].type), terms[0].sql),
                .map(fields[0].type, fields[1].type))
        case "multimap_from_entries":
            guard terms.count == 1, case .array(.row(let fields)) = terms[0].type,
                fields.count == 2
            else { return nil }
            return Term(
                call("trino_multimap_from_entries", argument(fields[0].type), terms[0].sql),
                .map(fields[0].type, .array(fields[1].type)))
        case "element_at": return elementAt(terms)
        case "url_encode", "replace", "regexp_replace", "soundex", "chr", "to_base":
            return try measured(name, expression, terms)
        default: return name.hasPrefix("td_") ? try treasureData(name, expression, terms) : nil
        }
    }

    /// Returns a wall clock in a zone, with as many digits of a second as it has.
    private func wallClock(
        _ name: String, _ expression: Expression, _ terms: [Term]
    ) throws(Fault) -> Term? {
        guard let function = FunctionTable.function(name) else { return nil }
        let (signature, bound) = try bind(function, terms, expression)
        guard case .timestamp(let digits)? = bound.parameters.first else { return nil }
        guard digits <= 3 else {
            throw expression.unsupported(
                "a zone with \(digits) digits of a second", hint: "CAST(x AS timestamp(3)) first")
        }
        let sides = Swift.zip(terms, bound.parameters).map { coerced($0, to: $1) }
        return Term(render(function, signature, bound, sides), .timestampWithZone(digits))
    }

    /// Translates functions whose result is a text of a known length.
    ///
    /// The lengths show in `typeof` and to drivers. The twelve letters for each one of
    /// `url_encode` are four bytes of three letters.
    private func measured(
        _ name: String, _ expression: Expression, _ terms: [Term]
    ) throws(Fault) -> Term? {
        guard let function = FunctionTable.function(name) else { return nil }
        let (signature, bound) = try bind(function, terms, expression)
        try checkChars(terms, bound, expression, name)
        let sides = Swift.zip(terms, bound.parameters).map { coerced($0, to: $1) }
        let lengths = sides.map { side -> Int? in
            if case .varchar(let length) = side.type { length } else { nil }
        }
        var type = bound.result
        switch name {
        case "url_encode": type = .varchar(Self.length(lengths[0].map { $0 * 12 }))
        case "soundex": type = .varchar(4)
        case "chr": type = .varchar(1)
        case "to_base": type = .varchar(64)
        default:
            guard sides.count == 3, let text = lengths[0], let new = lengths[2] else { break }
            let most = name == "replace" ? new : max(text * new / 2, new)
            let (added, isLong) = most.multipliedReportingOverflow(by: text + 1)
            type = .varchar(isLong ? nil : Self.length(text + added))
        }
        return Term(
            render(function, signature, bound, sides), type,
            isNullable: sides.contains { $0.isNullable })
    }

    /// The length of a varchar; the maximum means unbounded.
    private static func length(_ length: Int?) -> Int? {
        length.flatMap { $0 < 2_147_483_647 ? $0 : nil }
    }

    /// Writes `greatest` and `least`, NULL if any value is; nil if the values have no common order.
    ///
    /// SQLite's `max` and `min` of several values treat NULL in the same way.
    private func extreme(_ name: String, _ terms: [Term]) -> Term? {
        guard !terms.isEmpty else { return nil }
        var type = TrinoType.unknown
        for term in terms {
            guard let common = TrinoType.common(type, term.type) else { return nil }
            type = common
        }
        guard type.isOrderable else { return nil }
        let sides = terms.map { coerced($0, to: type) }
        if sides.count == 1 { return sides[0] }
        let isFloating = type.isFloating && sides.contains { $0.mayBeNaN }
        let native = name == "greatest" ? "max" : "min"
        switch type {
        // Of equal instants in two zones, the first one stays.
        case .decimal, .array, .row, .timestampWithZone:
            let list = [argument(type)] + sides.map(\.sql)
            return joined(call("trino_\(name)", list), sides, type, isNullable: false)
        default: break
        }
        let function = isFloating ? "trino_\(name)_double" : native
        return joined(call(function, sides.map(\.sql)), sides, type, isNullable: false)
    }

    /// Translates the rounding of decimals, if the result has other digits than the argument.
    ///
    /// Rounding can carry into one digit more, so `round` and `ceil` get it. Nil for other types,
    /// which the table of functions has.
    private func decimal(_ name: String, _ terms: [Term]) -> Term? {
        guard let first = terms.first, case .decimal(let precision, let scale) = first.type else {
            return nil
        }
        let whole = min(38, precision - scale + min(scale, 1))
        switch (name, terms.count) {
        case ("sign", 1):
            return Term(
                call("trino_sign_decimal", first.sql), .decimal(precision: 1, scale: 0))
        case ("round", 1):
            let type = TrinoType.decimal(precision: max(1, whole), scale: 0)
            return Term(
                call("trino_round_decimal", first.sql, "0", "\(max(1, whole))", "0"), type,
                isNullable: first.isNullable)
        case ("round", 2) where terms[1].type.isInteger || terms[1].type == .unknown:
            let digits = min(38, precision + 1)
            return Term(
                call("trino_round_decimal", first.sql, terms[1].sql, "\(digits)", "\(scale)"),
                .decimal(precision: digits, scale: scale))
        case ("truncate", 1), ("ceil", 1), ("ceiling", 1), ("floor", 1):
            let digits = max(1, name == "truncate" ? precision - scale : whole)
            let function = name == "ceiling" ? "ceil" : name
            return Term(
                call("trino_\(function)_decimal", first.sql, "\(digits)"),
                .decimal(precision: digits, scale: 0), isNullable: first.isNullable)
        default: return nil
        }
    }

    /// A time in ISO 8601, with as many digits of a second as its type has; `length` is what Trino
    /// reserves for the rest.
    private func iso8601(_ term: Term, _ kind: String, _ digits: Int, length: Int) -> Term {
        Term(
            call("trino_to_iso8601", "'\(kind)'", term.sql, "\(digits)"),
            .varchar(length + min(digits, 1) + digits), isNullable: term.isNullable)
    }

    /// Writes `zip`, whose rows have a field for each array.
    private func zip(_ terms: [Term]) -> Term? {
        guard (2...5).contains(terms.count) else { return nil }
        var fields: [TrinoType.Field] = []
        for term in terms {
            guard case .array(let element) = term.type else { return nil }
            fields.append(TrinoType.Field(name: nil, type: element))
        }
        return Term(call("trino_zip", terms.map(\.sql)), .array(.row(fields)))
    }

    /// Writes `element_at` of an array: NULL beyond its end, counted from its end if negative.
    private func elementAt(_ terms: [Term]) -> Term? {
        guard terms.count == 2, case .array(let element) = terms[0].type,
            terms[1].type.isInteger
        else { return nil }
        let suffix = element == .varbinary ? "_binary" : ""
        return Term(
            call("trino_element_at\(suffix)", terms[0].sql, terms[1].sql), element,
            mayBeNaN: element.isFloating)
    }

    /// Returns the Unix seconds of anything that Treasure Data's functions accept as a time.
    private func seconds(_ term: Term) -> Term? {
        switch term.type {
        case .timestampWithZone, .timestamp, .date:
            let kind = SQLText.string(Self.kind(term.type) ?? "")
            return Term(
                call("trino_unix", kind, term.sql), .bigint, isNullable: term.isNullable)
        case .varchar, .unknown: return term
        default: return term.type.isInteger ? term : nil
        }
    }

    /// Translates the functions of Treasure Data that take a time.
    ///
    /// Nil for other functions.
    private func treasureData(
        _ name: String, _ expression: Expression, _ terms: [Term]
    ) throws(Fault) -> Term? {
        let places: Range<Int>
        switch name {
        case "td_time_range": places = 0..<3
        case "td_interval", "td_time_add", "td_time_format", "td_time_string": places = 0..<1
        case "td_date_trunc": places = 1..<2
        default: return nil
        }
        if name == "td_interval" { try checkTime(expression) }
        var arguments = terms
        for place in places where terms.indices.contains(place) {
            let time = seconds(terms[place])
            guard let time, Self.takes(terms[place].type, at: place, of: name) else {
                guard let function = FunctionTable.function(name) else { return nil }
                throw Self.unexpected(
                    function, terms.map(\.type), expression,
                    hint: time == nil ? nil : Self.secondsHint(terms[place].type))
            }
            arguments[place] = time
        }
        note(arguments, of: name, expression)
        if name == "td_time_range", let range = timeRange(arguments) { return range }
        if name == "td_interval", let range = interval(arguments) { return range }
        guard let function = FunctionTable.function(name) else { return nil }
        let (_, bound) = try bind(function, arguments, expression)
        return Term(
            call("trino_\(name)", arguments.map(\.sql)), bound.result,
            isNullable: terms.contains { $0.isNullable } || bound.result == .boolean)
    }

    /// Whether a function of Treasure Data takes a type that means a time at a place.
    ///
    /// The guide itself passes `now()`, a timestamp in Trino, to `td_time_add`, and nothing says
    /// what `td_interval` and the first argument of `td_time_range` refuse. The others are
    /// documented as numbers, and the bounds of a range as numbers or texts.
    private static func takes(_ type: TrinoType, at place: Int, of name: String) -> Bool {
        if type == .unknown || type.isInteger { return true }
        switch name {
        case "td_time_range": return place == 0 || type.isText
        case "td_time_format", "td_time_string", "td_date_trunc": return false
        default: return true
        }
    }

    /// Says how a time of another type becomes Unix seconds.
    private static func secondsHint(_ type: TrinoType) -> String {
        type.isText ? "write td_time_parse(x)" : "write CAST(to_unixtime(x) AS bigint)"
    }

    /// Refuses an interval of the query's own time, as Treasure Data does: that would answer the
    /// same for every row.
    private func checkTime(_ expression: Expression) throws(Fault) {
        guard case .call(let call) = expression.kind, let time = call.arguments.first,
            case .call(let inner) = time.kind, inner.name.last.key == "td_scheduled_time"
        else { return }
        throw time.fault(
            .invalidFunctionArgument,
            "the first argument of td_interval is the time column, and not td_scheduled_time()",
            hint: "td_interval(time, '-1d') already counts from td_scheduled_time()")
    }

    /// Writes `td_time_range` as two comparisons, which an index serves, if the bounds are known.
    private func timeRange(_ terms: [Term]) -> Term? {
        guard (2...4).contains(terms.count), terms[0].type == .bigint, isColumn(terms[0]) else {
            return nil
        }
        let zone = terms.count > 3 ? terms[3] : .string("UTC")
        guard zone.constant != nil, !zone.isNull else { return nil }
        var conditions: [String] = []
        for (index, symbol) in [(1, ">="), (2, "<")] where terms.indices.contains(index) {
            let bound = terms[index]
            if bound.isNull { continue }
            let end = index == 1 && terms.count > 2 ? terms[2] : nil
            guard !bound.isNullable, let text = unixTime(bound, zone, before: end, index) else {
                return nil
            }
            conditions.append("\(terms[0].sql) \(symbol) \(text)")
        }
        guard !conditions.isEmpty else { return nil }
        // A number is never wrong; a text is looked at even if no row passes the other condition.
        if terms[1].type.isInteger, case .string? = terms.dropFirst(2).first?.constant {
            conditions.reverse()
        }
        return Term(
            conditions.joined(separator: " AND "), .boolean,
            conditions.count > 1 ? .and : .comparison, isNullable: terms[0].isNullable)
    }

    /// Whether a term is a column as it is stored, which an index can serve.
    private func isColumn(_ term: Term) -> Bool {
        term.level == .atom && term.sql.hasPrefix("\"") && !term.sql.contains("(")
    }

    /// Writes the start (1) or end (2) of a range as Unix seconds: a whole number, or a text that
    /// is a constant; nil for others.
    ///
    /// The start's text takes the end's with it, so that a wrong end is an error even if no row
    /// passes the start.
    private func unixTime(
        _ bound: Term, _ zone: Term, before end: Term?, _ index: Int
    ) -> String? {
        if bound.type.isInteger { return bound.operand(.sum) }
        guard case .string = bound.constant else { return nil }
        var arguments = [bound.sql, zone.sql, index == 1 ? "'start'" : "'end'"]
        if case .string? = end?.constant, let end { arguments.append(end.sql) }
        return call("trino_td_time_bound", arguments)
    }

    /// Writes `td_interval` as two comparisons, if the interval is a constant and the time a
    /// column.
    ///
    /// The range is computed by the runtime, once for the statement.
    private func interval(_ terms: [Term]) -> Term? {
        guard (2...3).contains(terms.count), terms[0].type == .bigint, isColumn(terms[0]),
            case .string = terms[1].constant,
            terms.dropFirst(2).allSatisfy({ $0.constant != nil && !$0.isNull })
        else { return nil }
        let range = call("trino_td_interval_bounds", terms.dropFirst().map(\.sql))
        let bounds = [0, 1].map { "json_extract(\(range), '$[\($0)]')" }
        return Term(
            "\(terms[0].sql) >= \(bounds[0]) AND \(terms[0].sql) < \(bounds[1])", .boolean, .and,
            isNullable: terms[0].isNullable)
    }
}
