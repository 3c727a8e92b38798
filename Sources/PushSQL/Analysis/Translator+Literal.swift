import PushText

/// Literals of every type.
extension Translator {
    /// Translates a literal, or refuses a `?` that has no value.
    ///
    /// Dates, times and instants are numbers in the units of decision 210, but not constants: what
    /// folds constants computes with plain numbers alone.
    func literal(_ expression: Expression) throws(Fault) -> Term {
        switch expression.kind {
        case .integer(let digits): return try integer(digits, expression)
        case .decimal(let digits):
            return try decimal(digits, expression)
        case .double(let digits): return .double(Double(digits) ?? .nan)
        case .string(let text): return .string(text)
        case .binary(let bytes):
            return Term(SQLText.blob(bytes), .varbinary, isNullable: false)
        case .typed(let type, let text): return try typed(expression, type, text)
        case .interval(let literal): return try interval(expression, literal)
        case .parameter where session.description != nil:
            var term = Term.null()
            term.parameter = expression.place
            return term
        default:
            throw Fault(
                .invalidParameterUsage, "Incorrect number of parameters: expected 1 but found 0",
                at: 0
            ).hinting("write the value in the place of `?`")
        }
    }

    /// Reads a whole number in any of Trino's notations, as `integer`, or as `bigint` beyond 32
    /// bits.
    ///
    /// A minus sign is not part of it; `sign` reads the smallest bigint.
    private func integer(_ digits: String, _ expression: Expression) throws(Fault) -> Term {
        guard let value = expression.wholeNumber else {
            throw Fault(
                .syntaxError, "Invalid numeric literal: \(digits)", at: expression.start,
                to: expression.end
            ).hinting("a larger number is written DECIMAL '\(digits)'")
        }
        return .integer(value, value > Int64(Int32.max) ? .bigint : .integer)
    }

    /// Reads a decimal literal; its precision and scale are the digits as written.
    private func decimal(_ digits: String, _ expression: Expression) throws(Fault) -> Term {
        guard let read = DecimalText.read(digits), read.precision <= 38 else {
            throw expression.fault(
                .invalidLiteral, "'\(digits)' is not a valid DECIMAL literal",
                hint: "a decimal has at most 38 digits")
        }
        return .decimal(read.text, .decimal(precision: read.precision, scale: read.scale))
    }

    /// Translates a literal with a type before it, such as `DATE '2026-01-31'`.
    ///
    /// Throws INVALID_LITERAL for a text that is no value of the type, and NOT_SUPPORTED for
    /// what its cells do not hold: fractions of a second, and a time's zone.
    private func typed(
        _ expression: Expression, _ name: TypeName, _ text: String
    ) throws(Fault) -> Term {
        if case .generic("decimal", _) = name.kind { return try decimal(text, expression) }
        if case .timestamp = name.kind { return try timestamp(expression, text) }
        let type = try TrinoType(name)
        let shown = type.text.prefix { $0 != "(" }.uppercased()
        let invalid = expression.fault(
            .invalidLiteral, "'\(text)' is not a valid \(shown) literal")
        switch type {
        case .date:
            guard let days = MomentText.date(text) else {
                throw invalid.hinting("a date is written DATE '2026-01-31'")
            }
            return .integer(Int64(days), .date).plain
        case .time:
            guard let time = MomentText.time(text), time.digits <= 6 else {
                guard !MomentText.hasOffset(time: text) else {
                    throw expression.unsupported(
                        "time with time zone", hint: "timestamp with time zone keeps a zone")
                }
                throw invalid
            }
            return .integer(time.micros, .time(time.digits)).plain
        case .varchar: return .string(text, .varchar(nil))
        case .char:
            // Chars are kept without the blanks at their end, which no comparison counts.
            let kept = text.unicodeScalars.trimmingEnd { $0 == " " }
            return .string(String(kept), .char(text.unicodeScalars.count))
        case .boolean:
            guard ["true", "false"].contains(text.lowercased()) else { throw invalid }
            return .boolean(text.lowercased() == "true")
        case .double, .real:
            guard let value = Double(text) else { throw invalid }
            return .double(type == .real ? Double(Float(value)) : value, type)
        case .uuid:
            guard text.utf8.count == 36, let uuid = UUIDText.read(text) else {
                throw invalid.hinting("uuid() makes one")
            }
            return Term(SQLText.string(uuid), .uuid, isNullable: false)
        case .json:
            guard Self.isJSON(text) else { throw invalid }
            return Term(call("trino_json_parse", SQLText.string(text)), .json)
        default: break
        }
        guard type.isInteger, let value = Int64(text), Self.limits(type)?.contains(value) == true
        else { throw invalid }
        return .integer(value, type)
    }

    /// Whether a text is JSON; the runtime parses it again.
    private static func isJSON(_ text: String) -> Bool {
        (try? JSONParser.parse(Array(text.utf8))) != nil
    }

    /// Translates a timestamp literal, whose type has as many digits as it is written with.
    ///
    /// With a zone the runtime computes the instant, since only the edge knows the zones' rules.
    private func timestamp(_ expression: Expression, _ text: String) throws(Fault) -> Term {
        guard let moment = MomentText.timestamp(text) else {
            throw expression.fault(
                .invalidLiteral, "'\(text)' is not a valid TIMESTAMP literal",
                hint: "a timestamp is written TIMESTAMP '2026-01-31 12:34:56'")
        }
        // Clients write six digits; an instant with a zone has milliseconds, and accepts whole
        // ones.
        guard moment.digits <= 6, moment.zone == nil || moment.micros.isMultiple(of: 1000) else {
            throw expression.unsupported(
                "a precision of \(moment.digits) digits",
                hint: moment.zone == nil ? nil : "an instant with a zone has milliseconds")
        }
        guard moment.zone != nil else {
            return .integer(moment.micros, .timestamp(moment.digits)).plain
        }
        guard catalog.isTimestampWithZone(text) else {
            throw expression.fault(
                .invalidLiteral, "'\(text)' is not a valid TIMESTAMP literal",
                hint: "the zone is unknown or beyond 14 hours, or its clocks skip that hour")
        }
        let type = TrinoType.timestampWithZone(min(3, moment.digits))
        return Term(
            call("trino_cast", "'varchar'", argument(type), SQLText.string(text)), type,
            isNullable: false)
    }

    /// Translates an interval: months, or milliseconds.
    private func interval(
        _ expression: Expression, _ literal: Expression.IntervalLiteral
    ) throws(Fault) -> Term {
        guard let value = MomentText.interval(literal) else {
            throw expression.fault(
                .invalidLiteral, "'\(literal.text)' is not a valid INTERVAL literal")
        }
        let isMonths = ["YEAR", "MONTH"].contains(literal.first)
        let type = isMonths ? TrinoType.intervalYearToMonth : .intervalDayToSecond
        return .integer(literal.isNegative ? -value : value, type)
    }
}

extension Term {
    /// The term without what is known about its value, so that it is not folded.
    var plain: Term {
        var term = self
        term.constant = nil
        return term
    }
}
