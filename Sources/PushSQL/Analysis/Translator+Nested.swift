/// Arrays, maps and rows.
extension Translator {
    /// Translates `ARRAY[…]`, of any number of elements: longer ones are joined from several calls.
    func array(
        _ expression: Expression, _ elements: [Expression], _ scope: Scope
    ) throws(Fault) -> Term {
        let (terms, type) = try unified(
            try terms(elements, scope), elements, "All ARRAY elements")
        var parts = Self.groups(terms.map(\.sql)).map {
            call("trino_array", [argument(type)] + $0)
        }
        while parts.count > 1 { parts = Self.groups(parts).map { call("trino_array_concat", $0) } }
        return Term(parts[0], .array(type), isNullable: false)
    }

    /// The maximum number of arguments of a call; SQLite's own limit has an unhelpful message.
    static let argumentLimit = 98

    /// Splits arguments into as many groups as calls need; one group if there are none.
    private static func groups(_ texts: [String]) -> [[String]] {
        stride(from: 0, to: max(1, texts.count), by: argumentLimit).map {
            Array(texts[$0..<min(texts.count, $0 + argumentLimit)])
        }
    }

    /// Refuses more arguments than a call accepts.
    func checkCount(_ count: Int, _ what: String, _ place: Expression) throws(Fault) {
        guard count > Self.argumentLimit else { return }
        throw place.unsupported(
            "\(what) of \(count) values",
            hint: "at most \(Self.argumentLimit); ARRAY[…] takes any number")
    }

    /// Translates `ROW(…)`, whose fields have no names.
    func row(_ fields: [Expression], _ scope: Scope) throws(Fault) -> Term {
        let terms = try terms(fields, scope)
        if let first = fields.first { try checkCount(fields.count, "a row", first) }
        let type = TrinoType.row(
            zip(terms, fields).map { TrinoType.Field(name: nil, type: $0.0.type) })
        return Term(
            call("trino_row", [argument(type)] + terms.map(\.sql)), type, isNullable: false)
    }

    /// Translates `x[i]` for arrays, maps and rows.
    ///
    /// Arrays count from 1; an index beyond the end fails at run time. A row's index must be a
    /// constant, since each field has its own type; it is checked here.
    func element(
        _ expression: Expression, _ base: Expression, _ index: Expression, _ scope: Scope
    ) throws(Fault) -> Term {
        let whole = try term(base, scope)
        let place = try term(index, scope)
        switch whole.type {
        case .array(let element):
            guard place.type.isInteger || place.isNull else { break }
            let suffix = element == .varbinary ? "_binary" : ""
            return Term(
                call("trino_subscript\(suffix)", whole.sql, place.sql), element,
                mayBeNaN: element.isFloating)
        case .map(let key, let value):
            // Either the keys or the place can be the narrower one, as for any equal types.
            guard let key = TrinoType.common(key, place.type) else { break }
            let whole = coerced(whole, to: .map(key, value))
            let place = coerced(place, to: key)
            return Term(
                call(
                    "trino_subscript_map", argument(key), argument(value), whole.sql, place.sql),
                value,
                mayBeNaN: value.isFloating)
        case .row(let fields):
            guard case .integer(let number) = place.constant else {
                throw index.fault(
                    .expressionNotConstant, "Subscript expression on ROW requires a constant index")
            }
            guard number > 0 else {
                throw index.fault(
                    .invalidFunctionArgument,
                    "Invalid subscript index: \(number). ROW indices start at 1")
            }
            guard number <= fields.count else {
                throw index.fault(
                    .invalidFunctionArgument,
                    "Subscript index out of bounds: \(number), max value is \(fields.count)")
            }
            return field(whole, Int(number) - 1, fields[Int(number) - 1].type)
        default: break
        }
        throw expression.fault(
            .typeMismatch,
            "Cannot use \(place.type.text) for subscript of \(whole.type.text)",
            hint: whole.type == .json || whole.type.isVarchar
                ? "json_extract_scalar(x, '$[0]') reads JSON; split(x, ',')[1] a list" : nil)
    }
}
