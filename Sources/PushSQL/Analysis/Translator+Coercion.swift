/// Conversions that Trino makes implicitly, and CAST.
extension Translator {
    /// Converts a value to a type to which it converts implicitly.
    ///
    /// The caller has checked that it converts. Nothing is written where both types have the same
    /// cells; a constant is converted at once; the rest is a call of the runtime. A decimal
    /// constant with more digits than the type holds is left to the runtime.
    func coerced(_ term: Term, to type: TrinoType) -> Term {
        guard term.type != type else { return term }
        note(term, as: type)
        if term.isNull { return .null(type) }
        if Self.isSameEncoding(term.type, type) { return term.typed(type) }
        if let constant = constant(term, as: type) { return constant }
        if term.type.isInteger, type == .double {
            var real = Term("CAST(\(term.sql) AS REAL)", type, isNullable: term.isNullable)
            real.isFinite = true
            return real
        }
        if term.type == .date, case .timestamp = type {
            let cast = call("trino_cast", argument(.date), argument(type), term.sql)
            return Term(cast, type, isNullable: term.isNullable)
        }
        var result = Term(
            call("trino_cast", argument(term.type), argument(type), term.sql), type,
            isNullable: term.isNullable)
        result.mayBeNaN = term.mayBeNaN
        return result
    }

    /// Whether values of one type are stored exactly as those of another, wider one.
    ///
    /// Cells are described in decision 210: all integers are SQLite's integers, a varchar is text
    /// whatever its length, moments count the same unit at every precision. `real` and `double`
    /// share SQLite's floating-point numbers. Not the same are text that must be cut, and a varchar
    /// as a `char`, whose blanks at the end must go.
    static func isSameEncoding(_ from: TrinoType, _ to: TrinoType) -> Bool {
        if from == to || from == .unknown { return true }
        if let bits = from.integerBits, let other = to.integerBits { return bits <= other }
        switch (from, to) {
        case (.varchar(let length), .varchar(let limit)):
            guard let limit else { return true }
            return length.map { $0 <= limit } ?? false
        case (.char, .varchar(nil)): return true
        case (.char(let length), .varchar(let limit?)): return length <= limit
        case (.char(let length), .char(let limit)): return length <= limit
        case (.real, .double): return true
        case (.timestamp(let digits), .timestamp(let more)): return digits <= more
        case (.timestampWithZone(let digits), .timestampWithZone(let more)): return digits <= more
        case (.time(let digits), .time(let more)): return digits <= more
        case (.array(let element), .array(let other)): return isSameEncoding(element, other)
        case (.map(let key, let value), .map(let otherKey, let otherValue)):
            return isSameEncoding(key, otherKey) && isSameEncoding(value, otherValue)
        case (.row(let fields), .row(let others)):
            return fields.count == others.count
                && zip(fields, others).allSatisfy { isSameEncoding($0.type, $1.type) }
        default: return false
        }
    }

    /// Returns a number known at translation time as another type; nil if it must be computed.
    private func constant(_ term: Term, as type: TrinoType) -> Term? {
        switch (term.constant, type) {
        case (.integer(let value), .double): return .double(Double(value))
        case (.integer(let value), .decimal(let precision, let scale)):
            return scaled("\(value)", precision, scale).map { .decimal($0, type) }
        case (.decimal(let text), .double): return Double(text).map { .double($0) }
        case (.decimal(let text), .decimal(let precision, let scale)):
            return scaled(text, precision, scale).map { .decimal($0, type) }
        default: return nil
        }
    }

    /// Returns the digits at a scale; nil if there are more than the type holds.
    private func scaled(_ text: String, _ precision: Int, _ scale: Int) -> String? {
        guard let scaled = DecimalText.scaled(text, to: scale) else { return nil }
        let digits = scaled.drop { $0 == "-" || $0 == "0" }.filter(\.isNumber)
        return digits.count > precision ? nil : scaled
    }

    /// Converts two values to their common type; nil if they have none.
    func unified(_ left: Term, _ right: Term) -> (left: Term, right: Term, type: TrinoType)? {
        guard let type = TrinoType.common(left.type, right.type) else { return nil }
        return (coerced(left, to: type), coerced(right, to: type), type)
    }

    /// Converts values to their common type, or reports which of them have none.
    func unified(
        _ terms: [Term], _ expressions: [Expression], _ what: String
    ) throws(Fault) -> (terms: [Term], type: TrinoType) {
        var type = TrinoType.unknown
        for (term, expression) in zip(terms, expressions) {
            guard let common = TrinoType.common(type, term.type) else {
                var seen: Set<String> = []
                let all = terms.map(\.type.text).filter { seen.insert($0).inserted }
                throw expression.fault(
                    .typeMismatch,
                    """
                    \(what) must be the same type or coercible to a common type. Cannot find \
                    common type between \(type.text) and \(term.type.text), all types (without \
                    duplicates): [\(all.joined(separator: ", "))]
                    """)
            }
            type = common
        }
        return (terms.map { coerced($0, to: type) }, type)
    }

    /// Translates CAST and TRY_CAST.
    ///
    /// TRY_CAST gives NULL for a value that does not convert, but types without a conversion are
    /// TYPE_MISMATCH in both. A cast does more than a coercion only in the other direction; a cast
    /// to the own type writes nothing, but its result no longer counts as a constant.
    func cast(
        _ expression: Expression, _ term: Term, _ type: TrinoType, _ isTry: Bool
    ) throws(Fault) -> Term {
        var term = term
        // A cast takes a value of any type, so that it tells nothing about a parameter's.
        term.parameter = nil
        guard term.type.isCastable(to: type) else {
            throw expression.fault(
                .typeMismatch, "Cannot cast \(term.type.text) to \(type.text)",
                hint: Self.castHint(term.type, type))
        }
        if term.type == .json || type == .json, term.type != type {
            return cast(term, type, isTry)
        }
        if term.type == type || Self.isSameEncoding(term.type, type) || term.isNull {
            var result = coerced(term, to: type)
            result.constant = result.isNull ? .null : nil
            return result
        }
        return converted(term, to: type, isTry)
    }

    /// Converts a term to a type to which it can be cast, as CAST does.
    func converted(_ term: Term, to type: TrinoType, _ isTry: Bool = false) -> Term {
        if term.type.isCoercible(to: type) { return coerced(term, to: type) }
        return native(term, type) ?? cast(term, type, isTry)
    }

    /// Writes the runtime's cast, which also parses texts and JSON.
    private func cast(_ term: Term, _ type: TrinoType, _ isTry: Bool) -> Term {
        if term.isNull { return .null(type) }
        let function = isTry ? "trino_try_cast" : "trino_cast"
        return Term(
            call(function, argument(term.type), argument(type), term.sql), type,
            isNullable: isTry || term.isNullable || term.type == .json,
            mayBeNaN: type.isFloating)
    }

    /// Returns a cast that SQLite makes by itself and exactly; nil for others.
    private func native(_ term: Term, _ type: TrinoType) -> Term? {
        switch (term.type, type) {
        case (_, .varchar(nil)) where term.type.isInteger:
            return Term("CAST(\(term.sql) AS TEXT)", type, isNullable: term.isNullable)
        case (.varchar, .varchar(let length?)):
            return Term(
                call("trino_substr", term.sql, "1", "\(length)"), type,
                isNullable: term.isNullable)
        case (.varchar, .varbinary):
            return Term("CAST(\(term.sql) AS BLOB)", type, isNullable: term.isNullable)
        case (.boolean, _) where type.isInteger: return term.typed(type)
        case (_, .boolean) where term.type.isInteger:
            return Term("\(term.operand(.sum)) <> 0", type, .comparison)
        case (.timestampWithZone, .timestamp), (.timestamp, .date): return nil
        default: break
        }
        guard term.type.isInteger, type.isInteger, let bounds = term.bounds,
            let limits = Self.limits(type), limits.contains(bounds.lowerBound),
            limits.contains(bounds.upperBound)
        else { return nil }
        var result = term.typed(type)
        result.constant = nil
        return result
    }

    /// Returns how numbers and times are converted, which no cast does; nil for other types.
    static func castHint(_ from: TrinoType, _ to: TrinoType) -> String? {
        if to.isMoment, from.isNumeric {
            return "unix seconds become a timestamp by from_unixtime(x)"
        }
        if from.isMoment, to.isNumeric { return "unix seconds are to_unixtime(x)" }
        return nil
    }

    /// The numbers that an integer type holds.
    static func limits(_ type: TrinoType) -> ClosedRange<Int64>? {
        switch type {
        case .tinyint: Int64(Int8.min)...Int64(Int8.max)
        case .smallint: Int64(Int16.min)...Int64(Int16.max)
        case .integer: Int64(Int32.min)...Int64(Int32.max)
        case .bigint: Int64.min...Int64.max
        default: nil
        }
    }
}
