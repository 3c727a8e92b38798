import PushText

/// Arithmetic with dates, times and intervals.
extension Translator {
    /// Returns the runtime's name for the encoding of a date, time or interval; nil if it has none.
    static func kind(_ type: TrinoType) -> String? {
        switch type {
        case .date: "date"
        case .timestamp: "timestamp"
        case .timestampWithZone: "tz"
        case .time: "time"
        case .intervalDayToSecond: "day"
        case .intervalYearToMonth: "year"
        default: nil
        }
    }

    /// Returns nil if Trino has no such operator.
    ///
    /// A time can move by an interval on either side of `+`; the difference of two times is an
    /// interval of days to seconds; intervals add up with their kind, and can be multiplied and
    /// divided by numbers.
    func momentArithmetic(
        _ symbol: Expression.Arithmetic, _ left: Term, _ right: Term
    ) -> Term? {
        switch symbol {
        case .add:
            if left.type.isInterval, right.type.isMoment { return moved(right, left, by: 1) }
            if left.type.isMoment { return moved(left, right, by: 1) }
            return intervals(symbol, left, right)
        case .subtract:
            if left.type.isMoment, right.type.isInterval { return moved(left, right, by: -1) }
            if left.type.isMoment { return difference(left, right) }
            return intervals(symbol, left, right)
        case .multiply:
            if left.type.isInterval { return scaled(left, right, "*") }
            return right.type.isInterval ? scaled(right, left, "*") : nil
        case .divide: return left.type.isInterval ? scaled(left, right, "/") : nil
        case .modulus: return nil
        }
    }

    /// Moves a date or time by an interval; nil for a time of day and months.
    ///
    /// By months the day is cut to the last one of the month, by the runtime.
    private func moved(_ moment: Term, _ interval: Term, by sign: Int64) -> Term? {
        guard interval.type.isInterval, let kind = Self.kind(moment.type) else { return nil }
        let isMonths = interval.type == .intervalYearToMonth
        if isMonths, kind == "time" { return nil }
        let isNullable = moment.isNullable || interval.isNullable
        var amount = sign < 0 ? interval.negation : interval.sql
        if case .integer(let value) = interval.constant {
            amount = "\(sign * value)"
            if let term = shifted(moment, sign * value, isMonths) { return term }
        }
        let function = isMonths ? "trino_plus_month" : "trino_plus_day"
        var list = [SQLText.string(kind), moment.sql, amount]
        // Only dates refuse parts of a day, and say which way they were to go.
        if sign < 0, kind == "date", !isMonths { list.append("1") }
        return Term(
            call(function, list), Self.moved(moment.type, isMonths), isNullable: isNullable)
    }

    /// Moves a date by a constant with SQLite's own operator, if that cannot overflow.
    private func shifted(_ moment: Term, _ value: Int64, _ isMonths: Bool) -> Term? {
        guard !isMonths, moment.type == .date, value.isMultiple(of: 86_400_000) else { return nil }
        let days = value / 86_400_000
        guard days.magnitude < 1 << 32 else { return nil }
        return Term(
            "\(moment.atom) \(days < 0 ? "- \(-days)" : "+ \(days)")", .date, .sum,
            isNullable: moment.isNullable)
    }

    /// Writes the milliseconds between two moments of one type; nil if they have none in common.
    ///
    /// Timestamps are microseconds and checked for overflow, instants are shifted past their zone.
    private func difference(_ left: Term, _ right: Term) -> Term? {
        guard right.type.isMoment, let (first, second, type) = unified(left, right) else {
            return nil
        }
        let isNullable = left.isNullable || right.isNullable
        let difference = "(\(first.atom) - \(second.atom))"
        let text: String
        switch type {
        case .date: text = "\(difference) * 86400000"
        case .timestamp(let digits):
            text = milliseconds(call("trino_subtract_bigint", first.sql, second.sql), digits)
        case .time(let digits): text = milliseconds(difference, digits)
        default: text = "(\(first.atom) >> 12) - (\(second.atom) >> 12)"
        }
        return Term(text, .intervalDayToSecond, .sum, isNullable: isNullable)
    }

    /// Returns microseconds in milliseconds; what has more than three digits of a second is rounded
    /// as a timestamp is, halves up.
    private func milliseconds(_ microseconds: String, _ digits: Int) -> String {
        guard digits > 3 else { return "\(microseconds) / 1000" }
        let types = (TrinoType.timestamp(digits), TrinoType.timestamp(3))
        return call("trino_cast", argument(types.0), argument(types.1), microseconds) + " / 1000"
    }

    /// Adds or subtracts two intervals of one kind; nil for two kinds.
    private func intervals(
        _ symbol: Expression.Arithmetic, _ left: Term, _ right: Term
    ) -> Term? {
        guard left.type == right.type || left.isNull || right.isNull else { return nil }
        let function = symbol == .add ? "trino_add_bigint" : "trino_subtract_bigint"
        return Term(
            call(function, left.sql, right.sql), left.isNull ? right.type : left.type,
            isNullable: left.isNullable || right.isNullable)
    }

    /// Multiplies or divides an interval by a number; fractions of a millisecond or month are cut
    /// off.
    private func scaled(_ interval: Term, _ factor: Term, _ symbol: String) -> Term? {
        guard factor.type.isNumeric else { return nil }
        let isNullable = interval.isNullable || factor.isNullable
        if factor.type.isInteger, symbol == "*" {
            return Term(
                call("trino_multiply_bigint", interval.sql, factor.sql), interval.type,
                isNullable: isNullable)
        }
        let number = coerced(factor, to: .double)
        let function = symbol == "*" ? "trino_multiply_double" : "trino_divide_double"
        let product = call(function, "CAST(\(interval.sql) AS REAL)", number.sql)
        return Term(
            call("trino_cast", "'double'", "'bigint'", "trunc(\(product))"), interval.type,
            isNullable: isNullable)
    }

    /// Writes a clock's value with fewer digits of a second, if so many were asked for.
    private func rounded(_ sql: String, _ from: TrinoType, _ to: TrinoType) -> Term {
        guard from != to else { return Term(sql, to, isNullable: false) }
        return Term(call("trino_cast", argument(from), argument(to), sql), to, isNullable: false)
    }

    /// Returns the type of a time moved by an interval of days to seconds, which has milliseconds.
    private static func moved(_ type: TrinoType, _ isMonths: Bool) -> TrinoType {
        guard !isMonths else { return type }
        switch type {
        case .timestamp(let digits): return .timestamp(max(3, digits))
        case .timestampWithZone(let digits): return .timestampWithZone(max(3, digits))
        case .time(let digits): return .time(max(3, digits))
        default: return type
        }
    }

    /// Translates `x AT TIME ZONE zone`, which keeps the instant and changes the zone shown with
    /// it.
    ///
    /// A timestamp without a zone is taken in the session's. The zone is a name, or an interval as
    /// offset from UTC.
    func atTimeZone(
        _ expression: Expression, _ value: Expression, _ zone: Expression, _ scope: Scope
    ) throws(Fault) -> Term {
        var moment = try term(value, scope)
        let zone = try term(zone, scope)
        if case .timestamp(let digits) = moment.type {
            guard digits <= 3 else {
                throw expression.unsupported("a zone with \(digits) digits of a second")
                    .hinting("CAST(x AS timestamp(3)) first")
            }
            moment = coerced(moment, to: .timestampWithZone(digits))
        }
        guard case .timestampWithZone = moment.type else {
            throw expression.fault(
                .typeMismatch,
                "Type of value must be a time or timestamp with or without time zone (actual "
                    + "\(moment.type.text))")
        }
        if zone.type == .intervalDayToSecond {
            return Term(
                call("trino_at_timezone_interval", moment.sql, zone.sql), moment.type,
                isNullable: moment.isNullable)
        }
        guard zone.type.isText || zone.isNull else {
            throw expression.fault(
                .typeMismatch,
                "Type of time zone must be varchar or interval day to second (actual "
                    + "\(zone.type.text))")
        }
        return Term(
            call("trino_at_timezone", moment.sql, zone.sql), moment.type,
            isNullable: moment.isNullable || zone.isNullable)
    }

    private static let dateFields: Set<String> = [
        "year", "quarter", "month", "week", "day", "day_of_month", "day_of_week", "dow",
        "day_of_year", "doy", "year_of_week", "yow",
    ]
    private static let timeFields: Set<String> = ["hour", "minute", "second"]
    private static let zoneFields: Set<String> = ["timezone_hour", "timezone_minute"]

    /// Translates `EXTRACT(field FROM x)`, always a bigint.
    ///
    /// Throws SYNTAX_ERROR for a field that does not exist, and TYPE_MISMATCH for one that the type
    /// has not, such as the hour of a date.
    func extract(
        _ expression: Expression, _ field: Name, _ value: Expression, _ scope: Scope
    ) throws(Fault) -> Term {
        let moment = try term(value, scope)
        let known = Self.dateFields.union(Self.timeFields).union(Self.zoneFields)
        guard known.contains(field.key) else {
            throw expression.fault(
                .syntaxError, "Invalid EXTRACT field: \(field.text)",
                hint: field.key == "epoch"
                    ? "unix seconds are to_unixtime(x)"
                    : Suggestion.hint(field.key, among: known.sorted()))
        }
        guard Self.hasField(field.key, moment.type), let kind = Self.kind(moment.type) else {
            throw value.fault(
                .typeMismatch,
                "Cannot extract \(field.text.uppercased()) from \(moment.type.text)",
                hint: moment.type.isNumeric
                    ? "unix seconds become a timestamp by "
                        + "from_unixtime(x)" : nil)
        }
        return extracted(field.key, kind, moment)
    }

    /// Writes the runtime's call for a field, with bounds wide enough for years; an interval may
    /// have more days than that.
    func extracted(_ field: String, _ kind: String, _ moment: Term) -> Term {
        var term = Term(
            call("trino_extract", SQLText.string(field), SQLText.string(kind), moment.sql),
            .bigint, isNullable: moment.isNullable)
        if !moment.type.isInterval { term.bounds = Self.fieldBounds }
        return term
    }

    /// Between these lies each field of a date or time.
    static let fieldBounds: ClosedRange<Int64> = -300_000_000...300_000_000

    /// Whether a type has a field such as `hour`.
    static func hasField(_ field: String, _ type: TrinoType) -> Bool {
        switch type {
        case .date: dateFields.contains(field)
        case .time: timeFields.contains(field) || field == "millisecond"
        case .timestamp:
            dateFields.contains(field) || timeFields.contains(field) || field == "millisecond"
        case .timestampWithZone:
            dateFields.contains(field) || timeFields.contains(field) || field == "millisecond"
                || zoneFields.contains(field)
        case .intervalDayToSecond:
            timeFields.contains(field) || field == "day" || field == "millisecond"
        case .intervalYearToMonth: field == "year" || field == "month"
        default: false
        }
    }

    /// Translates `CURRENT_TIMESTAMP(3)` and its like.
    ///
    /// Clocks show the time at which the statement started. Throws NOT_SUPPORTED for more than
    /// three digits, and for CURRENT_TIME, CURRENT_USER, CURRENT_PATH and CURRENT_ROLE.
    func current(
        _ expression: Expression, _ current: Expression.Current, _ precision: Int?
    ) throws(Fault) -> Term {
        let digits = precision ?? 3
        guard digits <= 3 else {
            throw expression.unsupported(
                "a precision of \(digits) digits", hint: "the clock counts milliseconds")
        }
        switch current {
        case .date: return Term("trino_current_date()", .date, isNullable: false)
        case .timestamp:
            return rounded("trino_now()", .timestampWithZone(3), .timestampWithZone(digits))
        case .localTimestamp:
            return rounded("trino_localtimestamp()", .timestamp(3), .timestamp(digits))
        case .localTime: return rounded("trino_localtime()", .time(3), .time(digits))
        case .catalog: return .string(catalog.defaultCatalog, .varchar(nil))
        case .schema:
            return catalog.defaultSchema.map { .string($0, .varchar(nil)) }
                ?? .null(.varchar(nil))
        default:
            let hint: String? =
                switch current {
                case .time: "LOCALTIME has no zone and is supported"
                case .user: "a client's user is its API key, which no result shows"
                default: nil
                }
            throw expression.unsupported(current.rawValue, hint: hint)
        }
    }
}
