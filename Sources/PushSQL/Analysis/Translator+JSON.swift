import PushText

/// The calls of SQL/JSON.
extension Translator {
    /// Translates JSON_EXISTS, JSON_VALUE, JSON_QUERY, JSON_OBJECT and JSON_ARRAY; nil for other
    /// calls.
    ///
    /// All of them become calls of the runtime, with their clauses as texts before the values. A
    /// wrong path is refused here, where its place is known (decision 332).
    func jsonCall(
        _ name: String, _ expression: Expression, _ call: Call, _ scope: Scope
    ) throws(Fault) -> Term? {
        guard let clauses = call.json else { return nil }
        let type = try returned(name, clauses, expression)
        let terms = try terms(call.arguments, scope)
        switch name {
        case "json_array":
            let values = try jsons(terms.indices, terms, call, clauses)
            let mode = clauses.isAbsentOnNull ? "'absent'" : "'null'"
            return made(self.call("trino_json_array", [mode] + values), type)
        case "json_object": return try object(terms, call, clauses, type)
        default: return try searched(name, terms, call, clauses, type)
        }
    }

    /// Returns the type after RETURNING: for JSON_VALUE any scalar, for the others a varchar.
    ///
    /// Without the clause it is boolean for JSON_EXISTS, and varchar for all others.
    private func returned(
        _ name: String, _ clauses: JSONClauses, _ expression: Expression
    ) throws(Fault) -> TrinoType {
        guard let given = clauses.returning else {
            return name == "json_exists" ? .boolean : .varchar(nil)
        }
        let type = try TrinoType(given)
        if name == "json_value" {
            if type.isText || type.isNumeric || type == .boolean || type.isMoment { return type }
        } else if case .varchar = type {
            return type
        }
        throw expression.unsupported("RETURNING \(type.text) of \(name)")
    }

    /// Makes a text term; types shorter than `varchar` are truncated as by a cast.
    private func made(_ text: String, _ type: TrinoType, isNullable: Bool = false) -> Term {
        guard case .varchar(let length?) = type else {
            return Term(text, type, isNullable: isNullable)
        }
        return Term(call("trino_substr", text, "1", "\(length)"), type, isNullable: isNullable)
    }

    /// Converts values to the JSON that they become.
    ///
    /// Arguments with FORMAT JSON are parsed, and so are the results of calls that make JSON
    /// (decision 846); all others are encoded by a cast. A value of the type `json` is refused, as
    /// by Trino (decision 332).
    private func jsons(
        _ indices: Range<Int>, _ terms: [Term], _ call: Call, _ clauses: JSONClauses
    ) throws(Fault) -> [String] {
        var texts: [String] = []
        for index in indices {
            let term = terms[index]
            if term.isNull {
                texts.append("NULL")
            } else if clauses.formatted.contains(index) || Self.makesJSON(call.arguments[index]) {
                try checkInput(term, call.arguments[index])
                texts.append(self.call("trino_json_input", term.sql))
            } else {
                guard term.type != .json, term.type.isCastable(to: .varchar(nil)) else {
                    throw call.arguments[index].unsupported(
                        "a value of type \(term.type.text) in \(call.name.last.key)",
                        hint: "json_format(CAST(x AS json)) FORMAT JSON puts JSON in")
                }
                texts.append(
                    self.call("trino_cast", argument(term.type), "'json'", term.sql))
            }
        }
        return texts
    }

    /// Whether an expression itself is a call that makes JSON.
    private static func makesJSON(_ expression: Expression) -> Bool {
        guard case .call(let call) = expression.kind, call.json != nil else { return false }
        return ["json_array", "json_object", "json_query"].contains(call.name.last.key)
    }

    /// Refuses a JSON input that is neither a text nor bytes.
    private func checkInput(_ term: Term, _ expression: Expression) throws(Fault) {
        guard !term.type.isText, term.type != .varbinary, !term.isNull else { return }
        throw expression.fault(
            .typeMismatch,
            "Cannot read input of type \(term.type.text) as JSON using formatting "
                + "JSON", hint: term.type == .json ? "json_format(x) is the text of a json" : nil)
    }

    /// Writes JSON_OBJECT; keys and values alternate in `terms`.
    private func object(
        _ terms: [Term], _ call: Call, _ clauses: JSONClauses, _ type: TrinoType
    ) throws(Fault) -> Term {
        let nulls = clauses.isAbsentOnNull ? "absent" : "null"
        var arguments = ["'\(nulls)\(clauses.hasUniqueKeys ? " unique" : "")'"]
        for index in stride(from: 0, to: terms.count, by: 2) {
            guard terms[index].type.isText || terms[index].isNull else {
                throw call.arguments[index].fault(
                    .typeMismatch,
                    "Invalid type of JSON object key: \(terms[index].type.text)",
                    hint: "a key is a text: CAST(x AS varchar)")
            }
            arguments.append(terms[index].sql)
            arguments += try jsons(index + 1..<index + 2, terms, call, clauses)
        }
        return made(self.call("trino_json_object", arguments), type)
    }

    /// Writes a call that evaluates a path on its first argument.
    ///
    /// The runtime gets the input, the path, the variables' names with their marks, separated by
    /// spaces, the function's clauses, and the variables' values, in this order.
    private func searched(
        _ name: String, _ terms: [Term], _ call: Call, _ clauses: JSONClauses, _ type: TrinoType
    ) throws(Fault) -> Term {
        try checkInput(terms[0], call.arguments[0])
        guard let written = clauses.path, case .string(let path) = written.kind else {
            return .null(type)
        }
        let last = clauses.variables.count + 1
        let names = try zip(clauses.variables, 1..<last).map { (name, index) throws(Fault) in
            name + (try mark(of: terms[index], call.arguments[index], index, clauses))
        }
        try check(path, written, clauses, decimals: names)
        let input =
            terms[0].type == .varbinary ? "CAST(\(terms[0].sql) AS TEXT)" : terms[0].sql
        var arguments = [
            input, SQLText.string(path), SQLText.string(names.joined(separator: " ")),
        ]
        switch name {
        case "json_exists": arguments.append("'\(clauses.onError.rawValue)'")
        case "json_value":
            arguments += [
                argument(type), "'\(clauses.onEmpty.rawValue)'", "'\(clauses.onError.rawValue)'",
                try fallback(clauses.emptyDefault, terms, call, type),
                try fallback(clauses.errorDefault, terms, call, type),
            ]
        default:
            arguments += [
                "'\(clauses.wrapper)'", clauses.omitsQuotes ? "'omit'" : "'keep'",
                "'\(clauses.onEmpty.rawValue)'", "'\(clauses.onError.rawValue)'",
            ]
        }
        arguments += try jsons(1..<last, terms, call, clauses)
        let text = self.call("trino_\(name)", arguments)
        if name == "json_query" { return made(text, type, isNullable: true) }
        return Term(text, type, mayBeNaN: type.isFloating)
    }

    /// Returns what tells the runtime the type of a passed value: `:m` is a decimal, `:e` a double.
    ///
    /// Types whose values JSON has only as texts or as doubles are refused: Trino compares them as
    /// what they are.
    private func mark(
        of term: Term, _ expression: Expression, _ index: Int, _ clauses: JSONClauses
    ) throws(Fault) -> String {
        guard !clauses.formatted.contains(index) else { return "" }
        switch term.type {
        case .decimal: return SQLJSONPath.decimalMark
        case .double: return SQLJSONPath.doubleMark
        case .real:
            throw expression.unsupported(
                "a value of type real in a path", hint: "CAST(x AS double) can be passed")
        case let type where type.isChar || type.isMoment:
            throw expression.unsupported(
                "a value of type \(type.text) in a path",
                hint: "CAST(x AS varchar) can be passed, and compared with JSON's texts")
        default: return ""
        }
    }

    /// Returns the value of a DEFAULT clause in the type of the result; `NULL` if there is none.
    private func fallback(
        _ index: Int?, _ terms: [Term], _ call: Call, _ type: TrinoType
    ) throws(Fault) -> String {
        guard let index else { return "NULL" }
        guard terms[index].type.isCoercible(to: type) || terms[index].isNull else {
            throw call.arguments[index].fault(
                .typeMismatch,
                "Function JSON_VALUE default value must evaluate to a \(type.text) (actual: "
                    + "\(terms[index].type.text))")
        }
        return coerced(terms[index], to: type).sql
    }

    /// Reads the path, and refuses one that is wrong or names a variable that PASSING does not
    /// give.
    ///
    /// The parser writes bare names of PASSING in upper case, so that `x` does not give `$x`.
    private func check(
        _ path: String, _ expression: Expression, _ clauses: JSONClauses, decimals names: [String]
    ) throws(Fault) {
        let marked = names.filter { $0.hasSuffix(SQLJSONPath.decimalMark) }
        let decimals = Set(marked.map { String($0.dropLast(SQLJSONPath.decimalMark.count)) })
        do throws(PushText.Fault) {
            let missing = try SQLJSONPath(path, decimals: decimals).variables.subtracting(
                clauses.variables)
            guard let name = missing.min() else { return }
            throw PushText.Fault(name)
        } catch {
            guard error.place > 0 else {
                throw expression.fault(
                    .invalidPath, "no value passed for parameter \(error.message)",
                    hint: clauses.variables.contains(error.message.uppercased())
                        ? "quote the name: PASSING x AS \"\(error.message)\"" : nil)
            }
            guard !SQLJSONPath.isLack(error.message) else {
                throw expression.fault(
                    .notSupported, "\(error.message), at its character \(error.place)")
            }
            throw expression.fault(
                .invalidPath, "path is invalid at character \(error.place): \(error.message)",
                hint: "a path is written 'lax $.a.b[0]'")
        }
    }
}
