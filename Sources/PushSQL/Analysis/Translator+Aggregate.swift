/// Aggregates over groups.
extension Translator {
    /// Translates an aggregate without OVER.
    ///
    /// Its arguments are read as columns of the relations, not of the groups, so the scope's
    /// grouping is set aside meanwhile. With several grouping sets the arguments become columns of
    /// their source, and the aggregate a column of the groups (`GroupingSets`).
    ///
    /// Throws EXPRESSION_NOT_SCALAR where no aggregate may be, and NESTED_AGGREGATION or
    /// NESTED_WINDOW for one in its arguments.
    func aggregate(
        _ expression: Expression, _ call: Call, _ function: TrinoFunction, _ scope: Scope
    ) throws(Fault) -> Term {
        try checkNesting(expression, call, function)
        let query = scope.query
        guard let grouping = query.grouping else {
            throw expression.fault(
                .expressionNotScalar,
                "Aggregation functions are not allowed here: [\(expression.text)]")
        }
        query.grouping = nil
        query.forbidsAliases = true
        defer {
            query.grouping = grouping
            query.forbidsAliases = false
        }
        // An error in an argument occurs in every row, before TRY around the result sees it.
        let depth = tryDepth
        tryDepth = 0
        defer { tryDepth = depth }
        let anchor = needsAnchor(call, query) ? query.anchor : nil
        let keep = { (term: Term) in
            if let sets = grouping.sets { return sets.argument(term) }
            return anchor.map { Self.anchored(term, to: $0) } ?? term
        }
        var term = try computed(expression, call, function, scope, keep)
        if let filter = call.filter {
            try forbidAggregates([filter], "FILTER clause")
            let condition = keep(
                try condition(
                    filter, scope, "Filter expression", isJump: grouping.sets == nil))
            term.sql += " FILTER (WHERE \(condition.sql))"
            if function.name == "approx_distinct" || function.name.hasPrefix("count") {
                term.isNullable = false
            } else {
                term.isNullable = true
            }
        }
        return grouping.sets?.aggregate(term) ?? term
    }

    /// Refuses aggregates and window functions in the arguments, and windows in ORDER BY of the
    /// call, listing them as Trino does.
    private func checkNesting(
        _ expression: Expression, _ call: Call, _ function: TrinoFunction
    ) throws(Fault) {
        let inside = call.arguments.flatMap { $0.all(where: isAggregate) }
        if !inside.isEmpty {
            let list = inside.map(\.text).joined(separator: ", ")
            throw expression.fault(
                .nestedAggregation,
                "Cannot nest aggregations inside aggregation '\(function.name)': [\(list)]")
        }
        let windows = (call.arguments + call.order.map(\.expression)).flatMap {
            $0.all(where: Self.isWindow)
        }
        if !windows.isEmpty {
            let list = windows.map(\.text).joined(separator: ", ")
            throw expression.fault(
                .nestedWindow,
                "Cannot nest window functions or row pattern measures inside aggregation "
                    + "'\(function.name)': [\(list)]")
        }
    }

    /// Writes an aggregate; `keep` says where an argument is read from.
    ///
    /// Aggregates with and without OVER end here. SQLite's own aggregate is written where it
    /// computes what Trino does, otherwise one of the runtime's: for decimals, for values that may
    /// be NaN, for ORDER BY in the call where the order matters, and for DISTINCT where SQLite does
    /// not take it.
    func computed(
        _ expression: Expression, _ call: Call, _ function: TrinoFunction, _ scope: Scope,
        _ keep: (Term) -> Term
    ) throws(Fault) -> Term {
        if call.isStar, function.name != "count" {
            throw expression.fault(
                .functionNotFound,
                "Unexpected parameters () for function \(function.name). Expected: "
                    + function.overloads.map(\.text).joined(separator: ", "))
        }
        let terms = try within(.none) { () throws(Fault) in
            try self.terms(call.arguments, scope)
        }
        switch function.name {
        case "array_agg": return try arrayAggregate(expression, call, terms, scope, keep)
        case "listagg": return try listAggregate(expression, call, terms, scope, keep)
        default: break
        }
        try checkDistinctOrder(call, scope, terms)
        if !call.order.isEmpty { _ = try sortKeys(call, scope, keep) }
        if let decimal = decimalAggregate(function.name, call, terms.map(keep)) { return decimal }
        let (signature, bound) = try bind(function, terms, expression)
        let arguments = zip(terms, bound.parameters).map { keep(coerced($0, to: $1)) }
        if let own = extremeAggregate(function.name, arguments) { return own }
        var isDistinct = call.isDistinct && !Self.ignoresRepetition(function.name)
        if isDistinct, signature.template?.contains("%") == true {
            throw expression.unsupported(
                "DISTINCT in \(function.name)",
                hint: "take the distinct rows in a query inside: SELECT DISTINCT …")
        }
        let isOrdered = !call.order.isEmpty && Self.dependsOnOrder(function.name, bound.parameters)
        // SQLite only allows DISTINCT with one argument and without OVER.
        let isOwnDistinct = isDistinct && (frameUse != .none || isOrdered || arguments.count > 1)
        if isOwnDistinct { isDistinct = false }
        var sides = arguments
        if isDistinct || function.name == "approx_distinct", let first = sides.first,
            let identity = identity(first)
        {
            sides[0].sql = identity
        }
        if function.name == "count_if", call.isDistinct {
            throw expression.unsupported("DISTINCT in count_if")
        }
        let text = written(
            render(function, signature, bound, sides, isDistinct: isDistinct), function.name,
            bound.parameters, sides, isDistinct: isDistinct, isOwnDistinct: isOwnDistinct)
        var term = Term(
            isOrdered ? try ordered(text, function.name, call, scope, keep) : text, bound.result)
        term.isNullable = !["count", "count_if", "approx_distinct"].contains(function.name)
        if !term.isNullable { term.bounds = 0...1 << 53 }
        term.mayBeNaN =
            bound.result.isFloating
            && (arguments.contains { $0.type.isFloating && !$0.isFinite }
                || Self.canDivide(function.name))
        return term
    }

    /// Returns our own aggregate that replaces one of SQLite's.
    private static func ownSum(_ name: String, _ type: TrinoType) -> String? {
        guard name == "sum" || name == "avg" else { return nil }
        switch type {
        case .bigint: return name == "sum" ? "sum_bigint" : "avg_double"
        case .double: return "\(name)_double"
        default: return nil
        }
    }

    /// Whether the order of the rows may change an aggregate's answer: it returns one of several
    /// values or a list, or the last digits of a floating-point number differ.
    private static func dependsOnOrder(_ name: String, _ parameters: [TrinoType]) -> Bool {
        switch name {
        case "arbitrary", "any_value", "map_agg", "multimap_agg", "map_union", "min_by", "max_by",
            "approx_most_frequent":
            true
        case "sum", "avg": parameters.first?.isFloating ?? false
        default: false
        }
    }

    /// Calls one of our aggregates with the rows in the order that the call asks for.
    private func ordered(
        _ text: String, _ name: String, _ call: Call, _ scope: Scope, _ keep: (Term) -> Term
    ) throws(Fault) -> String {
        let (order, keys) = try sortKeys(call, scope, keep)
        var text = text
        if name == "arbitrary" || name == "any_value" {
            // In ordered rows it is the first.
            text.replace("trino_any_value(", with: "trino_first_value_nn(", maxReplacements: 1)
        } else if !text.hasPrefix("trino_") {
            // SQLite's own sums of floating-point numbers.
            text.replace("(", with: "_double(", maxReplacements: 1)
            text = "trino_" + text
        }
        let start = text.index(text.startIndex, offsetBy: "trino_".count)
        let end = text.firstIndex(of: "(") ?? text.endIndex
        let list = [
            SQLText.string(String(text[start..<end])), SQLText.string(order), "\(keys.count)",
        ]
        return "trino_ordered(\((list + keys).joined(separator: ", ")), \(text[end...].dropFirst())"
    }

    /// Calls one of our aggregates with each combination of values once.
    private func distinctCall(_ text: String) -> String {
        let end = text.firstIndex(of: "(") ?? text.endIndex
        let name = text[..<end]
        let own = name.hasPrefix("trino_") ? name.dropFirst("trino_".count) : name
        return "trino_distinct(\(SQLText.string(String(own))), \(text[end...].dropFirst())"
    }

    /// Writes a call of an aggregate, as the runtime's own if SQLite's is not suitable.
    private func written(
        _ text: String, _ name: String, _ parameters: [TrinoType], _ sides: [Term],
        isDistinct: Bool, isOwnDistinct: Bool
    ) -> String {
        let mark = isDistinct ? "DISTINCT " : ""
        guard let first = sides.first, let parameter = parameters.first else { return text }
        let own = Self.ownSum(name, parameter)
        if isOwnDistinct {
            return distinctCall(own.map { "trino_\($0)(\(first.sql))" } ?? text)
        }
        if frameUse == .moving, let moving = Self.movingSum(name, parameter, first) {
            return "\(moving)(\(first.sql))"
        }
        if session.tellsOverflow, own == "sum_bigint" {
            return "trino_sum_bigint(\(mark)\(first.sql))"
        }
        let mayBeNaN = first.type == .double && !first.isFinite
        return mayBeNaN && (name == "sum" || name == "avg")
            ? "trino_\(name)_double(\(mark)\(first.sql))" : text
    }

    /// Writes sums for moving frames.
    ///
    /// A floating-point number that leaves the frame is not subtracted, which would leave a
    /// rounding error. SQLite's sum of whole numbers overflows without notice when it subtracts.
    private static func movingSum(_ name: String, _ type: TrinoType, _ value: Term) -> String? {
        guard name == "sum" || name == "avg" else { return nil }
        if type.isFloating { return "trino_frame_\(name)_\(type.text)" }
        guard type == .bigint else { return nil }
        if name == "avg" { return "trino_frame_avg_double" }
        let isSmall = value.bounds.map { (-1 << 31...1 << 31).contains($0) } ?? false
        return isSmall ? nil : "trino_frame_sum_bigint"
    }

    /// Whether an aggregate computes more than sums, and so may give NaN for finite values, as 0/0.
    private static func canDivide(_ name: String) -> Bool {
        ![
            "sum", "avg", "min", "max", "approx_percentile", "arbitrary", "any_value", "min_by",
            "max_by",
        ].contains(name)
    }

    /// Whether an aggregate gives the same result with and without repeated values.
    private static func ignoresRepetition(_ name: String) -> Bool {
        [
            "min", "max", "min_by", "max_by", "bool_and", "bool_or", "every", "arbitrary",
            "any_value", "approx_distinct", "bitwise_and_agg", "bitwise_or_agg", "map_agg",
        ].contains(name)
    }

    /// Writes `sum` and `avg` of a decimal; nil for anything else.
    ///
    /// As in Trino, a sum has 38 digits at the argument's scale, and an average the argument's
    /// type.
    private func decimalAggregate(_ name: String, _ call: Call, _ terms: [Term]) -> Term? {
        guard terms.count == 1, case .decimal(let precision, let scale) = terms[0].type,
            name == "sum" || name == "avg"
        else { return nil }
        let type = TrinoType.decimal(precision: name == "sum" ? 38 : precision, scale: scale)
        if call.isDistinct, frameUse != .none {
            return Term("trino_distinct('\(name)_decimal', \(scale), \(terms[0].sql))", type)
        }
        guard !call.isDistinct else {
            // SQLite supports DISTINCT with one argument only; the scale is in the text too.
            return Term("trino_\(name)_decimal(DISTINCT \(terms[0].sql))", type)
        }
        return Term("trino_\(name)_decimal(\(scale), \(terms[0].sql))", type)
    }

    /// Writes min and max of types that SQLite orders differently.
    private func extremeAggregate(_ name: String, _ terms: [Term]) -> Term? {
        guard name == "min" || name == "max", terms.count == 1, let term = terms.first else {
            return nil
        }
        switch term.type {
        case .decimal, .array, .row:
            return Term("trino_\(name)_value(\(argument(term.type)), \(term.sql))", term.type)
        case .double where term.mayBeNaN, .real where term.mayBeNaN:
            return Term("trino_\(name)_double(\(term.sql))", term.type, mayBeNaN: true)
        default:
            var result = Term("\(name)(\(term.sql))", term.type)
            result.bounds = term.bounds
            result.isFinite = term.isFinite
            return result
        }
    }

    /// Returns the keys of ORDER BY inside a call: how to sort by each, and their values.
    ///
    /// The order is a list such as `bigint asc last,varchar desc first`, one item for each value;
    /// the runtime's aggregates read it. NULLs come last unless NULLS FIRST is written, also with
    /// DESC.
    private func sortKeys(
        _ call: Call, _ scope: Scope, _ keep: (Term) -> Term
    ) throws(Fault) -> (order: String, values: [String]) {
        var items: [String] = []
        var values: [String] = []
        for item in call.order {
            let term = keep(try term(item.expression, scope))
            guard term.type.isOrderable else {
                throw item.expression.fault(
                    .typeMismatch,
                    "ORDER BY can only be applied to orderable types (actual: \(term.type.text))")
            }
            let nulls = item.nullsFirst == true ? "first" : "last"
            items.append("\(term.type.text) \(item.isDescending ? "desc" : "asc") \(nulls)")
            values.append(term.sql)
        }
        return (items.joined(separator: ","), values)
    }

    /// Writes `array_agg` as `trino_array_agg(type, mods, order, value, keys…)`, with or without
    /// OVER.
    ///
    /// NULLs are kept, and no rows give NULL, not an empty array.
    private func arrayAggregate(
        _ expression: Expression, _ call: Call, _ terms: [Term], _ scope: Scope,
        _ keep: (Term) -> Term
    ) throws(Fault) -> Term {
        if let function = FunctionTable.function("array_agg") {
            _ = try bind(function, terms, expression)
        }
        try checkDistinctOrder(call, scope, terms)
        let (order, values) = try sortKeys(call, scope, keep)
        let value = keep(terms[0])
        let mods = call.isDistinct ? "'distinct'" : "''"
        let list = [argument(value.type), mods, SQLText.string(order), value.sql] + values
        return Term("trino_array_agg(\(list.joined(separator: ", ")))", .array(value.type))
    }

    /// Refuses a DISTINCT aggregate ordered by anything but its arguments: of equal values one is
    /// kept, and which row's key would count is open.
    private func checkDistinctOrder(
        _ call: Call, _ scope: Scope, _ values: [Term]
    ) throws(Fault) {
        guard call.isDistinct else { return }
        for item in call.order {
            let key = try term(item.expression, scope).sql
            guard values.contains(where: { $0.sql == key }) else {
                throw item.expression.fault(
                    .expressionNotInDistinct,
                    "For aggregate function with DISTINCT, ORDER BY expressions must appear in "
                        + "arguments")
            }
        }
    }

    /// Writes `listagg` as `trino_listagg(separator, overflow, order, value, keys…)`.
    ///
    /// Throws INVALID_ARGUMENTS if the separator is no constant.
    private func listAggregate(
        _ expression: Expression, _ call: Call, _ terms: [Term], _ scope: Scope,
        _ keep: (Term) -> Term
    ) throws(Fault) -> Term {
        guard let function = FunctionTable.function("listagg") else { return .null() }
        if let value = terms.first?.type, value != .unknown, !value.isVarchar {
            throw expression.fault(
                .typeMismatch,
                "Expected expression of varchar, but '\(call.arguments[0].text)' has "
                    + "\(value.text) type",
                hint: value.isCastable(to: .varchar(nil)) ? "CAST(x AS varchar)" : nil)
        }
        _ = try bind(function, terms, expression)
        let (order, values) = try sortKeys(call, scope, keep)
        let separator = terms.count > 1 ? terms[1] : .string("")
        guard separator.constant != nil else {
            throw call.arguments[1].fault(
                .invalidArguments, "LISTAGG separator must be a constant")
        }
        var overflow = ""
        if let given = call.overflow {
            overflow = "truncate \(given.hasCount ? "with" : "without") \(given.filler)"
        }
        let spec = (call.isDistinct ? "distinct;" : "") + order
        let list = [
            separator.sql, SQLText.string(overflow), SQLText.string(spec), keep(terms[0]).sql,
        ]
        return Term(
            "trino_listagg(\((list + values).joined(separator: ", ")))", .varchar(nil))
    }
}
