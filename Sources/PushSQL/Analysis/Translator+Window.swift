/// Functions with OVER.
extension Translator {
    /// Translates a function with OVER, an aggregate or one for windows alone.
    ///
    /// `frameUse` tells the writers of aggregates that rows may leave the frame, and that SQLite
    /// takes no DISTINCT here.
    func windowed(
        _ expression: Expression, _ call: Call, _ function: TrinoFunction, _ window: Window,
        _ scope: Scope
    ) throws(Fault) -> Term {
        let resolved = try self.window(window, scope)
        let window = resolved.window
        try checkWindow(expression, call, function, window)
        if !scope.query.aliases.isEmpty {
            for argument in call.arguments { _ = try windowKey(argument, scope, isNamed: false) }
        }
        let over = try over(resolved, scope)
        if function.kind == .aggregate,
            call.isDistinct && function.name == "count" || function.name == "approx_distinct",
            let value = try counted(expression, function, try terms(call.arguments, scope))
        {
            let count = "trino_count_distinct(\(argument(value.type)), \(value.sql))"
            var term = Term(self.call(count, over, value), .bigint, isNullable: false)
            term.bounds = 0...1 << 53
            return term
        }
        if function.kind == .aggregate {
            var term = try within(over.moves ? .moving : .fixed) { () throws(Fault) in
                try computed(expression, call, function, scope) { $0 }
            }
            let first = over.frame == nil ? nil : try terms(call.arguments, scope).first
            term.sql = self.call(term.sql, over, first)
            return term
        }
        let terms = try terms(call.arguments, scope)
        let (signature, bound) = try bind(function, terms, expression)
        let arguments = checkedNumber(
            function.name, zip(terms, bound.parameters).map { coerced($0, to: $1) })
        var text = render(function, signature, bound, arguments)
        if call.ignoresNulls == true, function.name == "lag" || function.name == "lead" {
            return try shifted(expression, function.name, arguments, over.text)
        }
        if call.ignoresNulls == true, function.name == "nth_value" {
            guard case .integer? = arguments.last?.constant else {
                throw expression.unsupported("IGNORE NULLS with an offset that is not a constant")
            }
        }
        if call.ignoresNulls == true { text = withoutNulls(function, arguments) ?? text }
        if let checked = try checkedCount(expression, function.name, arguments) { text = checked }
        var term = Term(self.call(text, over, arguments.first), bound.result)
        term.mayBeNaN = arguments.contains(where: \.mayBeNaN)
        if ["row_number", "rank", "dense_rank", "ntile"].contains(function.name) {
            term.isNullable = false
            term.bounds = 0...1 << 53
        }
        if ["percent_rank", "cume_dist"].contains(function.name) { term.isNullable = false }
        return term
    }

    /// Returns the value whose distinct ones are counted; nil without an argument.
    ///
    /// With a standard error, as `approx_distinct` takes one, the value checks that too.
    private func counted(
        _ expression: Expression, _ function: TrinoFunction, _ terms: [Term]
    ) throws(Fault) -> Term? {
        guard var value = terms.first, terms.count > 1 else { return terms.first }
        let (_, bound) = try bind(function, terms, expression)
        let error = coerced(terms[1], to: bound.parameters[1])
        value.sql = self.call("trino_with_error", value.sql, error.sql)
        return value
    }

    /// The functions that ignore frames, and for which Trino refuses to have one written.
    private static let rankings: Set<String> = [
        "lag", "lead", "row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile",
    ]

    /// The functions that return a row's value, and so may leave out NULLs.
    private static let takingNulls: Set<String> = [
        "lag", "lead", "first_value", "last_value", "nth_value",
    ]

    /// Refuses what Trino refuses in a call with OVER: nesting, FILTER, an order of its own, a
    /// frame or a treatment of NULLs where it has no meaning, and `lag` or `lead` without an order.
    private func checkWindow(
        _ expression: Expression, _ call: Call, _ function: TrinoFunction, _ window: Window
    ) throws(Fault) {
        let name = function.name
        let nested = call.arguments.flatMap { $0.all(where: Self.isWindow) }
        if let first = nested.first {
            throw first.fault(
                .nestedWindow,
                "Cannot nest window functions or row pattern measures inside window function "
                    + "arguments")
        }
        if call.isDistinct, function.kind != .aggregate {
            throw expression.fault(
                .functionNotAggregate, "DISTINCT is not supported for non-aggregation functions")
        }
        // The order of LISTAGG is no part of the call, but of WITHIN GROUP.
        if !call.order.isEmpty, name != "listagg" {
            throw expression.fault(
                .notSupported, "Window function with ORDER BY is not supported")
        }
        if call.filter != nil {
            throw Fault(
                .notSupported, "FILTER is not yet supported for window functions",
                at: selectPlace
            ).hinting("put the condition inside: sum(CASE WHEN c THEN x END) OVER (…)")
        }
        if let frame = window.frame, Self.rankings.contains(name) {
            throw Fault(
                .invalidWindowFrame, "Cannot specify window frame for \(name) function",
                at: frame.place)
        }
        if window.order.isEmpty, name == "lag" || name == "lead" {
            throw Fault(
                .missingOrderBy, "\(name) function requires an ORDER BY window clause",
                at: window.place)
        }
        if call.ignoresNulls != nil, !Self.takingNulls.contains(name) {
            throw expression.fault(
                .nullTreatmentNotAllowed,
                "Cannot specify null treatment clause for \(name) function")
        }
    }

    /// Returns the named windows of a query; throws DUPLICATE_WINDOW_NAME for a name given twice.
    static func checked(
        _ windows: [(name: Name, window: Window)]
    ) throws(Fault) -> [(name: Name, window: Window)] {
        var seen: Set<String> = []
        for (name, _) in windows where !seen.insert(name.key).inserted {
            throw Fault(
                .duplicateWindowName, "WINDOW name '\(name.text)' specified more than once",
                at: name.start, to: name.end)
        }
        return windows
    }

    /// A window with all that the named ones below it say.
    private struct Resolved {
        var window: Window
        /// Whether the partition, or the order, is that of a named window: its names are columns of
        /// the relations, also where ORDER BY of the query sees the select list.
        var isPartitionNamed = false
        var isOrderNamed = false
    }

    /// Combines a named window with what OVER adds to it.
    ///
    /// It may add an order if the named one has none, and a frame. Throws the three faults of a
    /// window that says again what the named one says. A definition in WINDOW knows only those
    /// before it, of which there are `count`.
    private func window(
        _ window: Window, _ scope: Scope, before count: Int? = nil
    ) throws(Fault) -> Resolved {
        guard let name = window.name else { return Resolved(window: window) }
        let known = scope.query.windows.prefix(count ?? .max)
        guard let index = known.lastIndex(where: { $0.name.key == name.key }) else {
            throw Fault(
                .invalidWindowReference, "Cannot resolve WINDOW name \(name.text)",
                at: name.start, to: name.end)
        }
        var result = try self.window(known[index].window, scope, before: index)
        result.isPartitionNamed = true
        result.isOrderNamed = result.isOrderNamed || !result.window.order.isEmpty
        if window.isReference { return result }
        let base = result.window
        if let first = window.partition.first {
            throw first.fault(
                .invalidPartitionBy,
                "WINDOW specification with named WINDOW reference cannot specify PARTITION BY")
        }
        guard base.order.isEmpty || window.order.isEmpty else {
            throw Fault(
                .invalidOrderBy,
                "Cannot specify ORDER BY if referenced named WINDOW specifies ORDER BY",
                at: window.orderPlace)
        }
        guard base.frame == nil else {
            throw Fault(
                .invalidWindowReference,
                "Cannot reference named WINDOW containing frame specification", at: window.place)
        }
        result.window = window
        result.window.name = nil
        result.window.partition = base.partition
        if window.order.isEmpty { result.window.order = base.order }
        return result
    }

    /// Reads the windows that a query names, also those that nothing uses.
    func checkWindows(_ scope: Scope) throws(Fault) {
        for (index, (_, window)) in scope.windows.enumerated() {
            // Without groups, only a window that is used tells that there are to be some.
            let keys = window.partition + window.order.map(\.expression)
            guard scope.grouping != nil || !keys.contains(where: { $0.contains(isAggregate) })
            else { continue }
            let resolved = try self.window(window, scope, before: index)
            _ = try over(resolved, scope)
        }
    }

    /// Translates a key of a window, which does not see the select list if the window is named.
    private func windowKey(
        _ expression: Expression, _ scope: Scope, isNamed: Bool
    ) throws(Fault) -> Term {
        let query = scope.query
        let aliases = query.aliases
        if isNamed { query.aliases = [] }
        defer { query.aliases = aliases }
        let (term, _, hasWindow) = try reaching(query) { () throws(Fault) in
            try within(.none) { () throws(Fault) in try self.term(expression, scope) }
        }
        if hasWindow {
            throw expression.unsupported(
                "a window over a window function of the select list",
                hint: "compute it in a query inside")
        }
        return term
    }

    /// Writes the contents of OVER's parentheses.
    ///
    /// In ORDER BY of the query they see the select list, as all of that clause does. Partitions
    /// are by `identity`, since cells of one value may differ.
    private func over(_ resolved: Resolved, _ scope: Scope) throws(Fault) -> Over {
        let window = resolved.window
        var parts: [String] = []
        let all = window.partition + window.order.map(\.expression)
        if let nested = (all + window.distances).first(where: { $0.contains(Self.isWindow) }) {
            throw nested.fault(
                .nestedWindow,
                "Cannot nest window functions or row pattern measures inside window specification")
        }
        try checkKeys(all, "a window")
        if !window.partition.isEmpty {
            var keys: [String] = []
            for expression in window.partition {
                let term = try windowKey(
                    expression, scope, isNamed: resolved.isPartitionNamed)
                keys.append(identity(term) ?? term.sql)
            }
            parts.append("PARTITION BY \(keys.joined(separator: ", "))")
        }
        var keys: [Term] = []
        if !window.order.isEmpty {
            var texts: [String] = []
            for item in window.order {
                let term = try windowKey(
                    item.expression, scope, isNamed: resolved.isOrderNamed)
                keys.append(term)
                // SQLite counts a distance from one key alone.
                texts.append(
                    try sortText(
                        try counted(term, window.frame, item, scope), item,
                        isOnlyKey: window.frame?.unit == .range && window.frame?.hasValue == true))
            }
            parts.append("ORDER BY \(texts.joined(separator: ", "))")
        }
        var own: [String]?
        if let frame = window.frame {
            let text = try self.frame(frame, window, keys, scope)
            if text == nil { own = try ownFrame(frame, window, keys, scope) }
            parts.append(text ?? Self.rowsFromHere)
        }
        scope.query.hasWindow = true
        return Over(text: parts.joined(separator: " "), moves: window.moves, frame: own)
    }

    /// `td_sessionize_window(t, gap) OVER (…)`.
    ///
    /// The runtime makes an ID when the gap to the row before exceeds the given seconds.
    func sessionized(
        _ expression: Expression, _ call: Call, _ window: Window, _ scope: Scope
    ) throws(Fault) -> Term {
        let terms = try terms(call.arguments, scope)
        guard terms.count == 2, terms.allSatisfy({ $0.type.isInteger }) else {
            let shown = terms.map(\.type.text).joined(separator: ", ")
            throw expression.fault(
                .functionNotFound,
                "Unexpected parameters (\(shown)) for function td_sessionize_window. Expected: "
                    + "td_sessionize_window(bigint, bigint)")
        }
        let over = try over(try self.window(window, scope), scope)
        return Term(
            self.call("trino_td_sessionize_window(\(SQLText.list(terms)))", over, terms.first),
            .varchar(nil))
    }
}
