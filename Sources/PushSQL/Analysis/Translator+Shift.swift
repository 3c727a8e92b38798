/// Values of other rows of a window.
extension Translator {
    /// Writes `first_value` and its like with IGNORE NULLS; nil for functions that have no such
    /// form.
    func withoutNulls(_ function: TrinoFunction, _ arguments: [Term]) -> String? {
        guard ["first_value", "last_value", "nth_value"].contains(function.name) else { return nil }
        return "trino_\(function.name)_nn(\(SQLText.list(arguments)))"
    }

    /// `lag(x, n) IGNORE NULLS`: the n-th row before or after that has a value.
    ///
    /// It is the n-th value of a frame that ends before the row, or begins behind it; a third
    /// argument stands in where there is none. A distance of 0 is the row's own value, NULL or not.
    func shifted(
        _ expression: Expression, _ name: String, _ arguments: [Term], _ over: String
    ) throws(Fault) -> Term {
        var count: Int64 = 1
        if arguments.count > 1 {
            guard case .integer(let value) = arguments[1].constant, value >= 0 else {
                throw expression.unsupported("IGNORE NULLS with a distance that is not a constant")
            }
            count = value
        }
        let value = arguments[0]
        guard count > 0 else { return value }
        let frame =
            name == "lag"
            ? "ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING"
            : "ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING"
        let function = name == "lag" ? "trino_nth_last_value_nn" : "trino_nth_value_nn"
        var text = "\(function)(\(value.sql), \(count)) OVER (\(over) \(frame))"
        if arguments.count > 2 { text = "coalesce(\(text), \(arguments[2].sql))" }
        return Term(text, value.type, mayBeNaN: arguments.contains { $0.mayBeNaN })
    }

    /// Writes lag, lead and ntile so that a count that Trino refuses is an error here too.
    ///
    /// Nil if nothing is to be checked: the count is a constant that Trino takes, or there is none.
    func checkedCount(
        _ expression: Expression, _ name: String, _ arguments: [Term]
    ) throws(Fault) -> String? {
        if name == "ntile", let buckets = arguments.first {
            guard case .integer(let count) = buckets.constant else {
                throw expression.unsupported(
                    "ntile with a number that is not a constant",
                    hint: "CASE n WHEN 4 THEN ntile(4) OVER (…) END has a constant for each")
            }
            guard count <= 0 else { return nil }
            return "ntile(\(failure("Buckets must be greater than 0")))"
        }
        guard name == "lag" || name == "lead", arguments.count > 1 else { return nil }
        let offset = arguments[1]
        if case .integer(let count) = offset.constant, count >= 0 { return nil }
        let checked = """
            CASE WHEN \(offset.operand(.sum)) IS NULL THEN \(failure("Offset must not be null")) \
            WHEN \(offset.operand(.sum)) < 0 THEN \(failure("Offset must be at least 0")) \
            ELSE \(offset.sql) END
            """
        let list = [arguments[0].sql, checked] + arguments.dropFirst(2).map(\.sql)
        return "\(name)(\(list.joined(separator: ", ")))"
    }

    /// Returns the arguments of `nth_value` with a number that SQLite accepts: for NULL one that no
    /// frame reaches, so that the result is NULL as in Trino.
    func checkedNumber(_ name: String, _ arguments: [Term]) -> [Term] {
        guard name == "nth_value", arguments.count > 1 else { return arguments }
        var checked = arguments
        if case .integer(let count) = checked[1].constant, count > 0 { return arguments }
        checked[1].sql = """
            CASE WHEN \(arguments[1].operand(.sum)) < 1 \
            THEN \(failure("Offset must be at least 1")) \
            ELSE coalesce(\(arguments[1].sql), \(Int64.max)) END
            """
        checked[1].constant = nil
        return checked
    }

    /// Writes a call that fails with INVALID_FUNCTION_ARGUMENT when a row reaches it.
    private func failure(_ message: String) -> String {
        "trino_fail('INVALID_FUNCTION_ARGUMENT', \(SQLText.string(message)))"
    }
}
