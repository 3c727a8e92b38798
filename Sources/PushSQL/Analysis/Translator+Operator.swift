/// Arithmetic and `||`.
extension Translator {
    /// The fault of an operator that does not exist for two types.
    private func mismatch(
        _ expression: Expression, _ left: TrinoType, _ symbol: String, _ right: TrinoType
    ) -> Fault {
        expression.fault(
            .typeMismatch, "Cannot apply operator: \(left.text) \(symbol) \(right.text)",
            hint: Self.mismatchHint(expression, left, symbol, right))
    }

    private static func mismatchHint(
        _ expression: Expression, _ left: TrinoType, _ symbol: String, _ right: TrinoType
    ) -> String? {
        if symbol == "+", left.isText, right.isText { return "texts are joined by `||`" }
        if left.isText != right.isText, left.isNumeric || right.isNumeric {
            return numberHint(expression, "bigint")
        }
        let moment = left.isMoment ? left : right
        if moment.isMoment, left.isNumeric || right.isNumeric {
            return "move it by an interval: x - INTERVAL '7' DAY; unix seconds are to_unixtime(x)"
        }
        return nil
    }

    /// Returns how the text in an expression becomes the number that it wants: a date by Treasure
    /// Data's functions, since a cast of one fails.
    static func numberHint(_ expression: Expression, _ type: String) -> String {
        let texts = expression.parts.compactMap { part in
            if case .string(let text) = part.kind { text } else { nil }
        }
        if let date = texts.first(where: { MomentText.timestamp($0) != nil }) {
            return "Trino does not make a number of a date: use TD_TIME_PARSE('\(date)'), or "
                + "TD_TIME_RANGE(time, '\(date)', NULL)"
        }
        if texts.contains(where: { Double($0.filter { $0 != " " }) == nil }) {
            return "Trino does not convert between texts and numbers: write a number, without "
                + "quotes"
        }
        return "Trino does not convert between texts and numbers: use CAST(x AS \(type))"
    }

    /// Translates `+ - * / %` of two values, by the type that they have in common.
    ///
    /// Throws TYPE_MISMATCH if Trino has no such operator. Unlike SQLite's, its operators fail on
    /// overflow, and division by zero fails unless the numbers are floating-point.
    func arithmetic(
        _ expression: Expression, _ symbol: Expression.Arithmetic, _ left: Term, _ right: Term
    ) throws(Fault) -> Term {
        if left.type.isMoment || right.type.isMoment || left.type.isInterval
            || right.type.isInterval
        {
            if let term = momentArithmetic(symbol, left, right) { return term }
            throw mismatch(expression, left.type, symbol.rawValue, right.type)
        }
        guard let (first, second, type) = unified(left, right) else {
            throw mismatch(expression, left.type, symbol.rawValue, right.type)
        }
        if type == .unknown { return .null() }
        guard type.isNumeric else {
            throw mismatch(expression, left.type, symbol.rawValue, right.type)
        }
        if type.isInteger { return integers(symbol, first, second, type) }
        if type.isFloating { return floats(symbol, first, second, type) }
        return decimals(symbol, left, right)
    }

    private static let names: [Expression.Arithmetic: String] = [
        .add: "add", .subtract: "subtract", .multiply: "multiply", .divide: "divide",
        .modulus: "modulus",
    ]

    /// Writes the checked operator of a type, such as `trino_add_bigint`.
    private func function(
        _ symbol: Expression.Arithmetic, _ type: String, _ arguments: [String]
    ) -> String {
        call("trino_\(Self.names[symbol] ?? "")_\(type)", arguments)
    }

    /// Computes with integers: by SQLite's operator if neither overflow nor zero is possible.
    private func integers(
        _ symbol: Expression.Arithmetic, _ left: Term, _ right: Term, _ type: TrinoType
    ) -> Term {
        if left.isNull || right.isNull { return .null(type) }
        let isNullable = left.isNullable || right.isNullable
        if let limits = Self.limits(type),
            let bounds = IntegerBounds.bounds(
                symbol, left.bounds ?? limits, right.bounds ?? limits),
            limits.contains(bounds.lowerBound), limits.contains(bounds.upperBound)
        {
            if bounds.lowerBound == bounds.upperBound, left.constant != nil, right.constant != nil {
                return .integer(bounds.lowerBound, type)
            }
            // Operators of one level would be read from the left, so both sides get parentheses.
            var term = Term(
                "\(left.atom) \(symbol.rawValue) \(right.atom)", type, .sum,
                isNullable: isNullable)
            term.bounds = bounds
            return term
        }
        return Term(
            function(symbol, type.text, [left.sql, right.sql]), type, isNullable: isNullable)
    }

    /// Computes with floating-point numbers: by SQLite's operator if a side is a plain constant.
    private func floats(
        _ symbol: Expression.Arithmetic, _ left: Term, _ right: Term, _ type: TrinoType
    ) -> Term {
        let isNullable = left.isNullable || right.isNullable
        if type == .double, symbol != .modulus, !left.mayBeNaN, !right.mayBeNaN {
            let constants = [
                symbol == .divide ? nil : left.constant, right.constant,
            ]
            let isSafe = constants.contains { constant in
                guard case .double(let value) = constant else { return false }
                return value.isFinite && (symbol == .add || symbol == .subtract || value != 0)
            }
            if isSafe {
                return Term(
                    "\(left.atom) \(symbol.rawValue) \(right.atom)", type, .sum,
                    isNullable: isNullable)
            }
        }
        return Term(
            function(symbol, type.text, [left.sql, right.sql]), type, isNullable: isNullable,
            mayBeNaN: true)
    }

    /// Computes with decimals, which are texts; the runtime gets the result's precision and scale.
    ///
    /// NULL without a type takes the type of the other side.
    private func decimals(
        _ symbol: Expression.Arithmetic, _ left: Term, _ right: Term
    ) -> Term {
        guard case .decimal(let leftPrecision, let leftScale) = decimalType(left.type, right.type),
            case .decimal(let rightPrecision, let rightScale) = decimalType(right.type, left.type)
        else { return .null() }
        let result = DecimalText.type(
            of: symbol, (leftPrecision, leftScale), (rightPrecision, rightScale))
        let type = TrinoType.decimal(precision: result.precision, scale: result.scale)
        let sides = [left, right].map { side in
            side.type.isDecimal ? side : coerced(side, to: decimalType(side.type, .unknown))
        }
        let arguments = sides.map(\.sql) + ["\(result.precision)", "\(result.scale)"]
        return Term(
            function(symbol, "decimal", arguments), type,
            isNullable: left.isNullable || right.isNullable)
    }

    /// Returns the decimal type that an operand stands for; `other` decides for NULL.
    private func decimalType(_ type: TrinoType, _ other: TrinoType) -> TrinoType {
        type == .unknown ? other.decimalOfInteger ?? other : type.decimalOfInteger ?? type
    }

    /// Translates a sign.
    ///
    /// `-9223372036854775808` is read as one literal, since its digits alone exceed 64 bits.
    ///
    /// A checked function negates whatever may be the smallest number of its type.
    func sign(
        _ expression: Expression, _ isMinus: Bool, _ operand: Expression, _ scope: Scope
    ) throws(Fault) -> Term {
        if isMinus, let value = expression.wholeNumber {
            return .integer(value, value < Int64(Int32.min) ? .bigint : .integer)
        }
        let term = try term(operand, scope)
        guard term.type.isNumeric || term.type.isInterval || term.type == .unknown else {
            let type = term.type.text
            throw expression.fault(
                .typeMismatch,
                isMinus
                    ? "Cannot negate \(type)"
                    : "Unary '+' operator cannot by applied to \(type) type")
        }
        guard isMinus, !term.isNull else { return term }
        switch term.constant {
        case .integer(let value) where Self.isNegatable(term) || term.type.isInterval:
            return .integer(-value, term.type)
        case .double(let value): return .double(-value, term.type)
        case .decimal(let text):
            return DecimalText.read(text.hasPrefix("-") ? String(text.dropFirst()) : "-\(text)")
                .map { .decimal($0.text, term.type) } ?? term
        default: break
        }
        if term.type == .double, !term.mayBeNaN {
            // SQLite subtracts from 0, which turns 0.0 into 0.0 and not -0.0.
            var negated = Term("\(term.atom) * -1.0", .double, .sum, isNullable: term.isNullable)
            negated.isFinite = term.isFinite
            return negated
        }
        if term.type.isInterval || Self.isNegatable(term) {
            var negated = Term(term.negation, term.type, .sum, isNullable: term.isNullable)
            negated.bounds = term.bounds.map { -$0.upperBound ... -$0.lowerBound }
            return negated
        }
        let suffix =
            term.type.isDecimal ? "decimal" : term.type.isFloating ? "double" : term.type.text
        return Term(
            call("trino_negate_\(suffix)", term.sql), term.type, isNullable: term.isNullable,
            mayBeNaN: term.mayBeNaN)
    }

    /// Whether an integer cannot be the smallest of its type, whose negation overflows.
    private static func isNegatable(_ term: Term) -> Bool {
        guard let bounds = term.bounds, let limits = limits(term.type) else { return false }
        return bounds.lowerBound > limits.lowerBound
    }

    /// Translates `||` of texts, of bytes, and of arrays with arrays or elements.
    ///
    /// Throws FUNCTION_NOT_FOUND for anything else, as Trino does, which calls it `concat`.
    func concatenation(
        _ expression: Expression, _ left: Expression, _ right: Expression, _ scope: Scope
    ) throws(Fault) -> Term {
        let first = try term(left, scope)
        let second = try term(right, scope)
        if let array = arrayConcatenation(first, second) { return array }
        let isText = { (type: TrinoType) in type.isText || type == .unknown }
        let isBinary = { (type: TrinoType) in type == .varbinary || type == .unknown }
        guard
            isText(first.type) && isText(second.type)
                || isBinary(first.type) && isBinary(second.type)
        else {
            let shown = "\(first.type.text), \(second.type.text)"
            throw expression.fault(
                .functionNotFound,
                "Unexpected parameters (\(shown)) for function concat. Expected: "
                    + "concat(char(x), char(y)), concat(varchar), concat(array(E)), "
                    + "concat(varbinary)",
                hint: "numbers become texts by CAST(x AS varchar)")
        }
        if let char = [first, second].first(where: { $0.type.isChar }) {
            throw charUnsupported(expression, char.type, "concat")
        }
        let isNullable = first.isNullable || second.isNullable
        let isBytes = first.type == .varbinary || second.type == .varbinary
        for side in [first, second] { note(side, as: isBytes ? .varbinary : .varchar(nil)) }
        if isBytes {
            return Term(
                "CAST(\(first.atom) || \(second.atom) AS BLOB)", .varbinary,
                isNullable: isNullable)
        }
        return Term(
            "\(first.atom) || \(second.atom)", .varchar(nil), .sum, isNullable: isNullable)
    }

    /// Joins two arrays, or an array and an element before or behind it; nil if neither side is an
    /// array.
    private func arrayConcatenation(_ left: Term, _ right: Term) -> Term? {
        if case (.array, .array) = (left.type, right.type),
            let (first, second, type) = unified(left, right)
        {
            return Term(call("trino_array_concat", first.sql, second.sql), type)
        }
        // An element can be an array itself.
        if case .array(let element) = left.type,
            let common = TrinoType.common(element, right.type)
        {
            let array = coerced(left, to: .array(common))
            let value = coerced(right, to: common)
            return Term(
                call("trino_array_append", argument(common), array.sql, value.sql),
                .array(common))
        }
        guard case .array(let element) = right.type,
            let common = TrinoType.common(element, left.type)
        else { return nil }
        let array = coerced(right, to: .array(common))
        let value = coerced(left, to: common)
        return Term(
            call("trino_array_prepend", argument(common), value.sql, array.sql),
            .array(common))
    }
}
