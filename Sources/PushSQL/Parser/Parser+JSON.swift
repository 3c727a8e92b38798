/// The SQL/JSON calls, whose clauses are between their parentheses.
extension Parser {
    /// Reads `JSON_VALUE(x, 'lax $.a' RETURNING bigint)` and the like.
    ///
    /// The values of PASSING and DEFAULT join the arguments; the clauses tell which they are. Names
    /// of PASSING are upper case unless they are quoted.
    mutating func jsonCall(_ token: Token) throws(Fault) -> Expression {
        try open()
        var clauses = JSONClauses()
        clauses.onError = token.text == "JSON_EXISTS" ? .false : .null
        var arguments = [try jsonArgument(&clauses, 0)]
        try expectSymbol(",")
        guard self.token.kind == .string || self.token.kind == .unicodeString else {
            note("<string>")
            throw mismatch()
        }
        clauses.path = try text()
        if accept("PASSING") {
            repeat {
                arguments.append(try jsonArgument(&clauses, arguments.count))
                try expect("AS")
                let isQuoted = self.token.kind == .quotedName
                guard let name = try identifier() else { throw mismatch() }
                clauses.variables.append(isQuoted ? name.text : name.text.uppercased())
            } while acceptSymbol(",")
        }
        if token.text != "JSON_EXISTS", accept("RETURNING") {
            clauses.returning = try type()
            _ = try format()
        }
        if token.text == "JSON_QUERY" { try wrapper(&clauses) }
        try answers(token, &clauses, &arguments)
        return try close(token, arguments, clauses)
    }

    /// Reads `JSON_ARRAY(…)`, which leaves NULLs out unless NULL ON NULL is written.
    mutating func jsonArray(_ token: Token) throws(Fault) -> Expression {
        try open()
        var clauses = JSONClauses()
        clauses.isAbsentOnNull = true
        var arguments: [Expression] = []
        if !isAtSymbol(")"), !isAt("RETURNING") {
            repeat {
                arguments.append(try jsonArgument(&clauses, arguments.count))
            } while acceptSymbol(",")
            try onNull(&clauses)
        }
        if accept("RETURNING") { clauses.returning = try type() }
        return try close(token, arguments, clauses)
    }

    /// Reads `JSON_OBJECT('key': value, …)`, also with VALUE and KEY; NULLs stay unless ABSENT ON
    /// NULL is written.
    mutating func jsonObject(_ token: Token) throws(Fault) -> Expression {
        try open()
        var clauses = JSONClauses()
        var arguments: [Expression] = []
        if !isAtSymbol(")"), !isAt("RETURNING") {
            repeat {
                let hasWord = !isAtSymbol(":", after: 1) && !isAt("VALUE", after: 1)
                let isKey = hasWord && accept("KEY")
                arguments.append(try expression())
                if isKey || !acceptSymbol(":") { try expect("VALUE") }
                arguments.append(try jsonArgument(&clauses, arguments.count))
            } while acceptSymbol(",")
            try onNull(&clauses)
            if isAt("UNIQUE", after: 1), isAt("WITH") || isAt("WITHOUT") {
                clauses.hasUniqueKeys = isAt("WITH")
                advance()
                advance()
                _ = accept("KEYS")
            }
        }
        if accept("RETURNING") { clauses.returning = try type() }
        return try close(token, arguments, clauses)
    }

    /// Ends the call, whose name in lower case is that of a function.
    private mutating func close(
        _ token: Token, _ arguments: [Expression], _ clauses: JSONClauses
    ) throws(Fault) -> Expression {
        try expectSymbol(")")
        let name = Name(text: token.text.lowercased(), start: token.start, end: token.end)
        var call = Call(name: QualifiedName(parts: [name]))
        call.arguments = arguments
        call.json = clauses
        return make(.call(call), place: token.start, start: token.start)
    }

    /// Reads an argument, and notes by its number whether FORMAT JSON follows it.
    private mutating func jsonArgument(
        _ clauses: inout JSONClauses, _ index: Int
    ) throws(Fault) -> Expression {
        let value = try expression()
        if try format() { clauses.formatted.insert(index) }
        return value
    }

    /// Reads `FORMAT JSON`, with an optional encoding, which can only be UTF-8.
    private mutating func format() throws(Fault) -> Bool {
        guard accept("FORMAT") else { return false }
        try expect("JSON")
        if accept("ENCODING") { try expect("UTF8") }
        return true
    }

    /// Reads NULL ON NULL or ABSENT ON NULL, if either is next.
    private mutating func onNull(_ clauses: inout JSONClauses) throws(Fault) {
        guard isAt("ON", after: 1), isAt("NULL") || isAt("ABSENT") else { return }
        clauses.isAbsentOnNull = isAt("ABSENT")
        advance()
        advance()
        try expect("NULL")
    }

    /// Reads JSON_QUERY's clauses on arrays around the result and on quotes; refuses both at once.
    private mutating func wrapper(_ clauses: inout JSONClauses) throws(Fault) {
        let isWith = isAt("WITH")
        if isWith || isAt("WITHOUT") {
            advance()
            if isWith {
                clauses.wrapper = accept("CONDITIONAL") ? "conditional" : "always"
                if clauses.wrapper == "always" { _ = accept("UNCONDITIONAL") }
            }
            _ = accept("ARRAY")
            try expect("WRAPPER")
        }
        guard isAt("QUOTES", after: 1), isAt("KEEP") || isAt("OMIT") else { return }
        let place = token
        clauses.omitsQuotes = isAt("OMIT")
        advance()
        advance()
        if accept("ON") {
            try expect("SCALAR")
            try expect("STRING")
        }
        guard !clauses.omitsQuotes || clauses.wrapper == "never" else {
            throw Fault(
                .syntaxError,
                "OMIT QUOTES behavior specified with WITH ARRAY WRAPPER", at: place.start,
                to: place.end)
        }
    }

    /// Reads `… ON EMPTY` and `… ON ERROR`.
    ///
    /// Nothing may follow ON ERROR, which is the only one that JSON_EXISTS has.
    private mutating func answers(
        _ token: Token, _ clauses: inout JSONClauses, _ arguments: inout [Expression]
    ) throws(Fault) {
        let isExists = token.text == "JSON_EXISTS"
        var isBehindError = false
        while !isAtSymbol(")"), !isBehindError {
            guard let answer = try answer(token.text, &arguments) else { throw mismatch() }
            try expect("ON")
            let index = answer == .default ? arguments.count - 1 : nil
            if !isExists, accept("EMPTY") {
                clauses.onEmpty = answer
                clauses.emptyDefault = index
            } else {
                try expect("ERROR")
                clauses.onError = answer
                clauses.errorDefault = index
                isBehindError = true
            }
        }
    }

    /// Reads the answer before ON; nil if the function has none that begins here.
    private mutating func answer(
        _ function: String, _ arguments: inout [Expression]
    ) throws(Fault) -> JSONClauses.Answer? {
        if accept("ERROR") { return .error }
        if function == "JSON_EXISTS" {
            for answer in [JSONClauses.Answer.true, .false, .unknown]
            where accept(answer.rawValue.uppercased()) { return answer }
            return nil
        }
        if accept("NULL") { return .null }
        if function == "JSON_VALUE" {
            guard accept("DEFAULT") else { return nil }
            arguments.append(try expression())
            return .default
        }
        guard accept("EMPTY") else { return nil }
        if accept("OBJECT") { return .emptyObject }
        _ = accept("ARRAY")
        return .emptyArray
    }
}
