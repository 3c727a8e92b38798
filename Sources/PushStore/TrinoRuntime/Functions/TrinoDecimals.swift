import PushModel

/// Arithmetic over Trino's decimals.
enum TrinoDecimals {
    static let all: [SQLFunction] = operations + single + rounding

    /// Returns an operation whose precision and scale the analysis has chosen.
    private static func operation(
        _ name: String,
        _ body: @escaping @Sendable (Decimal, Decimal, Int, Int) throws(SQLFunctionError) -> Decimal
    ) -> SQLFunction {
        SQLFunction(trino: "\(name)_decimal", 4...4) { call throws(SQLFunctionError) in
            let precision = Int(clamping: try call.whole(2))
            let scale = Int(clamping: try call.whole(3))
            let result = try body(try call.decimal(0), try call.decimal(1), precision, scale)
            guard let scaled = result.rescaled(scale), scaled.fits(Decimal.digitLimit) else {
                throw Decimal.overflow
            }
            return .text(scaled.text)
        }
    }

    private static let operations = [
        operation("add") { left, right, precision, scale throws(SQLFunctionError) in
            try left.adding(right, precision, scale)
        },
        operation("subtract") { left, right, precision, scale throws(SQLFunctionError) in
            try left.adding(right.negated, precision, scale)
        },
        operation("multiply") { left, right, precision, scale throws(SQLFunctionError) in
            try left.multiplied(right, precision, scale)
        },
        operation("divide") { left, right, precision, scale throws(SQLFunctionError) in
            try left.divided(right, precision, scale)
        },
        operation("modulus") { left, right, precision, scale throws(SQLFunctionError) in
            try left.modulus(right, precision, scale)
        },
    ]

    private static let single: [SQLFunction] = [
        SQLFunction(trino: "negate_decimal", 1...1) { call throws(SQLFunctionError) in
            .text(try call.decimal(0).negated.text)
        },
        SQLFunction(trino: "abs_decimal", 1...1) { call throws(SQLFunctionError) in
            let value = try call.decimal(0)
            return .text(value.isNegative ? value.negated.text : value.text)
        },
        SQLFunction(trino: "sign_decimal", 1...1) { call throws(SQLFunctionError) in
            let value = try call.decimal(0)
            return .text(value.magnitude == 0 ? "0" : value.isNegative ? "-1" : "1")
        },
        // The decimal in units of its last digit, for frames that reach over a number of them.
        SQLFunction(trino: "unscaled", 2...2) { call throws(SQLFunctionError) in
            let scale = Int(clamping: try call.whole(1))
            guard let value = try call.decimal(0).rescaled(scale),
                let count = Int64(exactly: value.magnitude)
            else { throw Decimal.overflow }
            return .integer(value.isNegative ? -count : count)
        },
        SQLFunction(trino: "compare_decimal", 2...2) { call throws(SQLFunctionError) in
            .integer(Int64(Decimal.compare(try call.decimal(0), try call.decimal(1))))
        },
        SQLFunction(trino: "rescale_decimal", 3...3) { call throws(SQLFunctionError) in
            let precision = Int(clamping: try call.whole(1))
            let scale = Int(clamping: try call.whole(2))
            guard let value = try call.decimal(0).rescaled(scale), value.fits(precision) else {
                throw SQLFunctionError(
                    .castArgument,
                    "Cannot cast DECIMAL '\(try call.decimal(0).text)' to "
                        + "DECIMAL(\(precision), \(scale))")
            }
            return .text(value.text)
        },
    ]

    /// Returns a function that rounds to a whole number; `isMoved` says if a rest moves away from
    /// zero.
    private static func whole(
        _ name: String, _ isMoved: @escaping @Sendable (Decimal) -> Bool
    ) -> SQLFunction {
        SQLFunction(trino: "\(name)_decimal", 1...2) { call throws(SQLFunctionError) in
            let value = try call.decimal(0)
            let cut = value.truncated(0)
            let hasRest = Decimal.compare(cut, value) != 0
            let magnitude = cut.magnitude + (hasRest && isMoved(value) ? 1 : 0)
            return .text(
                Decimal(magnitude: magnitude, isNegative: value.isNegative, scale: 0).text)
        }
    }

    private static let rounding: [SQLFunction] = [
        whole("ceil") { !$0.isNegative }, whole("floor") { $0.isNegative },
        whole("truncate") { _ in false },
        SQLFunction(trino: "round_decimal", 4...4) { call throws(SQLFunctionError) in
            try cut(call) { value, digits throws(SQLFunctionError) in
                guard digits >= 0 else {
                    let unit = Decimal.power(-digits)
                    guard let whole = value.rescaled(0), -digits <= Decimal.digitLimit - 1 else {
                        return Decimal(0)
                    }
                    // Rounded once, from all the digits: 449.5 to hundreds is 400.
                    let wide = UInt256(value.magnitude, times: 1)
                    let divisor = UInt256(Decimal.power(value.scale), times: unit)
                    guard divisor.high == 0 else { return Decimal(0) }
                    let quotient = Decimal.rounded(wide, divisor.low).low
                    return Decimal(
                        magnitude: quotient * unit,
                        isNegative: whole.isNegative || value.isNegative,
                        scale: 0)
                }
                guard let rounded = value.rescaled(min(digits, value.scale)) else {
                    throw Decimal.overflow
                }
                return rounded
            }
        },
        SQLFunction(trino: "truncate_decimal_n", 2...2) { call throws(SQLFunctionError) in
            try cut(call) { value, digits throws(SQLFunctionError) in
                guard digits >= 0 else {
                    let unit = Decimal.power(-digits)
                    let whole = value.truncated(0)
                    return Decimal(
                        magnitude: whole.magnitude / unit * unit, isNegative: value.isNegative,
                        scale: 0)
                }
                return value.truncated(digits)
            }
        },
    ]

    /// Rounds or truncates at a number of digits, which may be negative, and writes the result's
    /// scale.
    private static func cut(
        _ call: SQLCall,
        _ body: (Decimal, Int) throws(SQLFunctionError) -> Decimal
    ) throws(SQLFunctionError) -> Cell {
        let digits = max(-60, min(60, Int(clamping: try call.whole(1))))
        let source = try call.decimal(0)
        let scale = call.count > 3 ? Int(clamping: try call.whole(3)) : source.scale
        let value = try body(source, digits)
        guard let scaled = value.rescaled(scale), scaled.fits(Decimal.digitLimit) else {
            throw Decimal.overflow
        }
        return .text(scaled.text)
    }
}
