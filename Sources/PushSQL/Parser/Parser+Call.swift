/// Calls of functions, and the calls with a grammar of their own.
extension Parser {
    /// Reads a call from the parenthesis behind its name.
    mutating func call(_ name: QualifiedName, from start: Int) throws(Fault) -> Expression {
        var call = Call(name: name)
        try expectSymbol("(")
        if acceptSymbol("*") {
            call.isStar = true
        } else {
            note("')'")
            call.isDistinct = accept("DISTINCT")
            if !call.isDistinct { _ = accept("ALL") }
            if !call.isDistinct { note("'ORDER'") }
            if call.isDistinct || !(isAtSymbol(")") || isAt("ORDER")) {
                call.arguments = try arguments()
            }
            if accept("ORDER") { call.order = try sortItems() }
        }
        try expectSymbol(")")
        try finish(&call)
        return reduction(call, start) ?? make(.call(call), place: start, start: start)
    }

    /// Translates `reduce_agg(x, start, step, combine)` to `reduce` over the array of non-NULL
    /// values: one machine has all the rows, and nothing to combine.
    private func reduction(_ call: Call, _ start: Int) -> Expression? {
        let name = call.name.last
        guard name.key == "reduce_agg", call.name.parts.count == 1, call.arguments.count == 4,
            case .lambda(let names, _) = call.arguments[2].kind, let state = names.first,
            case .lambda = call.arguments[3].kind
        else { return nil }
        let result = make(.name(state), place: start, start: start)
        var reduce = Call(name: name.renamed("reduce"))
        reduce.arguments = [
            call.window == nil ? presentValues(call, start) : presentInWindow(call, start),
            call.arguments[1], call.arguments[2],
            make(.lambda([state], result), place: start, start: start),
        ]
        return make(.call(reduce), place: start, start: start)
    }

    /// The array of a call's values that are not NULL, gathered with FILTER.
    private func presentValues(_ call: Call, _ start: Int) -> Expression {
        let value = call.arguments[0]
        let isThere = isPresent(value)
        var list = call
        list.arguments = [value]
        list.filter =
            call.filter.map {
                make(.logical(isAnd: true, $0, isThere), place: $0.place, start: $0.start)
            } ?? isThere
        return make(.call(list.renamed("array_agg")), place: start, start: start)
    }

    /// The same with OVER, which takes no FILTER; NULL if there are none.
    private func presentInWindow(_ call: Call, _ start: Int) -> Expression {
        let name = call.name.last
        var list = call
        list.arguments = [call.arguments[0]]
        let element = Name(text: "e", start: name.start, end: name.end)
        var filter = Call(name: name.renamed("filter"))
        filter.arguments = [
            make(.call(list.renamed("array_agg")), place: start, start: start),
            make(
                .lambda([element], isPresent(make(.name(element), place: start, start: start))),
                place: start, start: start),
        ]
        var present = Call(name: name.renamed("nullif"))
        present.arguments = [
            make(.call(filter), place: start, start: start),
            make(.array([]), place: start, start: start),
        ]
        return make(.call(present), place: start, start: start)
    }

    private func isPresent(_ value: Expression) -> Expression {
        make(
            .not(make(.isNull(value), place: value.place, start: value.start)),
            place: value.place, start: value.start)
    }

    /// Reads arguments separated by commas; `name => value` is refused.
    private mutating func arguments() throws(Fault) -> [Expression] {
        var list = [try expression()]
        while acceptSymbol(",") { list.append(try expression()) }
        if isAtSymbol("=>") {
            throw Fault(.notSupported, "Named arguments are not supported", at: token.start)
        }
        return list
    }

    /// Reads what may follow the parenthesis: FILTER, the treatment of NULLs, and OVER.
    private mutating func finish(_ call: inout Call) throws(Fault) {
        if accept("FILTER") {
            try expectSymbol("(")
            try expect("WHERE")
            call.filter = try expression()
            try expectSymbol(")")
        }
        note("'IGNORE'")
        note("'RESPECT'")
        if isAt("NULLS", after: 1), isAt("IGNORE") || isAt("RESPECT") {
            call.ignoresNulls = isAt("IGNORE")
            advance()
            advance()
            try expect("OVER")
            call.window = try window()
        } else if accept("OVER") {
            call.window = try window()
        }
    }

    /// Reads BY and the keys of an ORDER BY whose first word has been read.
    mutating func sortItems() throws(Fault) -> [SortItem] {
        try expect("BY")
        var items: [SortItem] = []
        repeat {
            let expression = try expression()
            let isDescending = accept("DESC")
            if !isDescending { _ = accept("ASC") }
            var nullsFirst: Bool?
            if accept("NULLS") {
                nullsFirst = accept("FIRST")
                if nullsFirst == false { try expect("LAST") }
            }
            items.append(
                SortItem(
                    expression: expression, isDescending: isDescending, nullsFirst: nullsFirst))
        } while acceptSymbol(",")
        return items
    }

    /// Reads what follows OVER: a name, or a specification.
    private mutating func window() throws(Fault) -> Window {
        let place = token.start
        if acceptSymbol("(") { return try windowSpecification(token.start) }
        guard let name = try identifier() else { throw mismatch() }
        return Window(name: name, isReference: true, place: place)
    }

    /// Reads the contents of a window's parentheses, the first of which has been read.
    mutating func windowSpecification(_ place: Int) throws(Fault) -> Window {
        var window = Window(place: place)
        let clauses = ["PARTITION", "ORDER", "RANGE", "ROWS", "GROUPS"]
        if !clauses.contains(token.text) { window.name = try identifier() }
        if accept("PARTITION") {
            try expect("BY")
            window.partition = try expressions()
        }
        window.orderPlace = token.start
        if accept("ORDER") { window.order = try sortItems() }
        for unit in [Window.Unit.range, .rows, .groups] where accept(unit.rawValue) {
            window.frame = try frame(unit, tokens[position - 1].start)
            break
        }
        try expectSymbol(")")
        return window
    }

    /// Reads a frame behind its unit; without BETWEEN it has a start alone.
    private mutating func frame(_ unit: Window.Unit, _ place: Int) throws(Fault) -> Window.Frame {
        guard accept("BETWEEN") else {
            return Window.Frame(unit: unit, start: try bound(), end: nil, place: place)
        }
        let start = try bound()
        try expect("AND")
        return Window.Frame(unit: unit, start: start, end: try bound(), place: place)
    }

    /// Reads one end of a frame.
    private mutating func bound() throws(Fault) -> Window.Bound {
        if accept("UNBOUNDED") {
            if accept("PRECEDING") { return .unboundedPreceding }
            try expect("FOLLOWING")
            return .unboundedFollowing
        }
        if accept("CURRENT") {
            try expect("ROW")
            return .currentRow
        }
        let distance = try expression()
        if accept("PRECEDING") { return .preceding(distance) }
        try expect("FOLLOWING")
        return .following(distance)
    }

    /// Takes the word of a special form and its parenthesis.
    mutating func open() throws(Fault) {
        advance()
        try expectSymbol("(")
    }

    /// Ends a special form, which is a call of an ordinary function from here on.
    private mutating func close(
        _ function: String, _ arguments: [Expression], _ token: Token
    ) throws(Fault) -> Expression {
        try expectSymbol(")")
        let name = Name(text: function, start: token.start, end: token.end)
        var call = Call(name: QualifiedName(parts: [name]))
        call.arguments = arguments
        return make(.call(call), place: token.start, start: token.start)
    }

    /// Reads `EXTRACT(field FROM value)`.
    mutating func extract() throws(Fault) -> Expression {
        let start = token.start
        try open()
        guard let field = try identifier() else { throw mismatch() }
        try expect("FROM")
        let source = try value()
        try expectSymbol(")")
        return make(.extract(field, source), place: start, start: start)
    }

    /// Reads `POSITION(part IN text)`, which is `strpos` with its arguments the other way round.
    mutating func position(_ token: Token) throws(Fault) -> Expression {
        try open()
        enter("<expression>")
        let part = try value()
        guard accept("IN") else {
            throw mismatch().hinting("`POSITION(part IN text)`, or strpos(text, part)")
        }
        enter("<expression>")
        let text = try value()
        return try close("strpos", [text, part], token)
    }

    /// Reads `SUBSTRING(text FROM start FOR length)`, or the call with commas.
    mutating func substring(_ token: Token) throws(Fault) -> Expression {
        try open()
        var arguments = [try expression()]
        if accept("FROM") {
            arguments.append(try expression())
            if accept("FOR") { arguments.append(try expression()) }
        } else {
            while acceptSymbol(",") { arguments.append(try expression()) }
        }
        return try close("substring", arguments, token)
    }

    /// Reads `TRIM(LEADING characters FROM text)` and its shorter forms, as `trim`, `ltrim` or
    /// `rtrim`.
    mutating func trim(_ token: Token) throws(Fault) -> Expression {
        try open()
        var function = "trim"
        var hasSide = true
        if accept("LEADING") {
            function = "ltrim"
        } else if accept("TRAILING") {
            function = "rtrim"
        } else {
            hasSide = accept("BOTH")
        }
        if hasSide, accept("FROM") { return try close(function, [try expression()], token) }
        let first = try expression()
        if accept("FROM") { return try close(function, [try expression(), first], token) }
        guard !hasSide, acceptSymbol(",") else {
            if hasSide { throw mismatch() }
            return try close(function, [first], token)
        }
        return try close(function, [first, try expression()], token)
    }

    /// Reads `NORMALIZE(text, NFC)`; the form is a word and becomes a text.
    mutating func normalize(_ token: Token) throws(Fault) -> Expression {
        try open()
        var arguments = [try expression()]
        if acceptSymbol(",") {
            for form in ["NFD", "NFC", "NFKD", "NFKC"] where accept(form) {
                arguments.append(
                    make(.string(form), place: lastEnd - form.count, start: lastEnd - form.count))
            }
            if arguments.count == 1 { throw mismatch() }
        }
        return try close("normalize", arguments, token)
    }

    /// Reads `LISTAGG(…) WITHIN GROUP (ORDER BY …)`, whose order Trino demands.
    mutating func listing(_ token: Token) throws(Fault) -> Expression {
        let name = Name(text: "LISTAGG", start: token.start, end: token.end)
        var call = Call(name: QualifiedName(parts: [name]))
        try open()
        call.isDistinct = accept("DISTINCT")
        if !call.isDistinct { _ = accept("ALL") }
        call.arguments = [try expression()]
        if acceptSymbol(",") { call.arguments.append(try value()) }
        if accept("ON") { call.overflow = try overflow() }
        try expectSymbol(")")
        try expect("WITHIN")
        try expect("GROUP")
        try expectSymbol("(")
        try expect("ORDER")
        call.order = try sortItems()
        try expectSymbol(")")
        try finish(&call)
        return make(.call(call), place: token.start, start: token.start)
    }

    /// Reads what follows ON; nil for ERROR, which is the default.
    private mutating func overflow() throws(Fault) -> ListOverflow? {
        try expect("OVERFLOW")
        if accept("ERROR") { return nil }
        try expect("TRUNCATE")
        var filler = "..."
        if token.kind == .string {
            filler = token.text
            advance()
        }
        let hasCount = accept("WITH")
        if !hasCount { try expect("WITHOUT") }
        try expect("COUNT")
        return ListOverflow(filler: filler, hasCount: hasCount)
    }
}

extension Name {
    /// The name of another function, at the same place.
    fileprivate func renamed(_ text: String) -> QualifiedName {
        QualifiedName(parts: [Name(text: text, start: start, end: end)])
    }
}

extension Call {
    /// The call of another function with the same arguments and clauses.
    fileprivate func renamed(_ text: String) -> Call {
        var call = Call(name: name.last.renamed(text))
        call.arguments = arguments
        call.isDistinct = isDistinct
        call.order = order
        call.filter = filter
        call.window = window
        return call
    }
}
