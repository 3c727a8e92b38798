import Glibc
import PushModel
import PushText

/// Trino's mathematical functions.
enum TrinoMath {
    static let all: [SQLFunction] = single + double + rounding + whole + extremes

    private static func function(
        _ name: String, _ body: @escaping @Sendable (Double) -> Double
    ) -> SQLFunction {
        SQLFunction(trino: name, 1...1) { call throws(SQLFunctionError) in
            .double(body(try call.number(0)))
        }
    }

    /// Returns the cube root, exact if it is a whole number, like Java's; Glibc's is slightly off
    /// there.
    private static func cubeRoot(_ value: Double) -> Double {
        let root = cbrt(value)
        let whole = root.rounded()
        return whole * whole * whole == value ? whole : root
    }

    private static func test(
        _ name: String, _ body: @escaping @Sendable (Double) -> Bool
    ) -> SQLFunction {
        SQLFunction(trino: name, 1...1) { call throws(SQLFunctionError) in
            .truth(body(try call.number(0)))
        }
    }

    /// Whether a row of TABLESAMPLE is drawn, by its number.
    private static let sampled = SQLFunction(trino: "sampled", 2...2) {
        call throws(SQLFunctionError) in
        var random = SplitMix64(seed: UInt64(bitPattern: try call.whole(0)))
        return .truth(Double(random.next() >> 11) * 0x1p-53 < (try call.number(1)))
    }

    private static let single: [SQLFunction] = [
        sampled,
        function("sqrt") { $0.squareRoot() }, function("cbrt", cubeRoot),
        function("exp") { exp($0) }, function("ln") { log($0) },
        function("log2") { log($0) / log(2) }, function("log10") { log10($0) },
        function("sin") { sin($0) }, function("cos") { cos($0) }, function("tan") { tan($0) },
        function("asin") { asin($0) }, function("acos") { acos($0) },
        function("atan") { atan($0) }, function("sinh") { sinh($0) },
        function("cosh") { cosh($0) }, function("tanh") { tanh($0) },
        function("degrees") { $0 * (180 / .pi) }, function("radians") { $0 / 180 * .pi },
        function("ceil_double") { $0.rounded(.up) },
        function("floor_double") { $0.rounded(.down) },
        function("truncate_double") { $0.rounded(.towardZero) },
        test("is_nan") { $0.isNaN }, test("is_finite") { $0.isFinite },
        test("is_infinite") { $0.isInfinite },
        SQLFunction(trino: "nan", 0...0) { _ throws(SQLFunctionError) in .text("NaN") },
        SQLFunction(trino: "infinity", 0...0) { _ throws(SQLFunctionError) in .real(.infinity) },
    ]

    private static func pair(
        _ name: String, _ body: @escaping @Sendable (Double, Double) -> Double
    ) -> SQLFunction {
        SQLFunction(trino: name, 2...2) { call throws(SQLFunctionError) in
            .double(body(try call.number(0), try call.number(1)))
        }
    }

    private static let double: [SQLFunction] = [
        // The value that `approx_distinct` counts; it is exact, but refuses the errors that Trino
        // does.
        SQLFunction(trino: "with_error", 2...2) { call throws(SQLFunctionError) in
            let (error, least, most) = (try call.number(1), 0.0040625, 0.26)
            guard error >= least, error <= most else {
                throw .argument(
                    "Max standard error must be in [\(least), \(most)]: \(FloatText.java(error))")
            }
            return call[0]
        },
        pair("power") { pow($0, $1) }, pair("atan2") { atan2($0, $1) },
        pair("log") { log($1) / log($0) },
        SQLFunction(trino: "width_bucket", 4...4) { call throws(SQLFunctionError) in
            let (value, low, high) = (try call.number(0), try call.number(1), try call.number(2))
            let count = try call.whole(3)
            guard count > 0 else { throw .argument("bucketCount must be greater than 0") }
            guard !value.isNaN else { throw .argument("operand must not be NaN") }
            guard low.isFinite else { throw .argument("first bound must be finite") }
            guard high.isFinite else { throw .argument("second bound must be finite") }
            guard low != high else { throw .argument("bounds cannot equal each other") }
            let (least, most) = (min(low, high), max(low, high))
            var bucket: Int64
            if value < least {
                bucket = 0
            } else if value >= most {
                guard count < Int64.max else { throw .range("Bucket for value is out of range") }
                bucket = count + 1
            } else {
                var place = Double(count) * (value - least) / (most - least)
                if !place.isFinite {
                    place = (value / 2 - least / 2) / (most / 2 - least / 2) * Double(count)
                }
                bucket = min(count - 1, Int64(exactly: place.rounded(.down)) ?? (count - 1)) + 1
            }
            if low > high { bucket = count - bucket + 1 }
            return .integer(bucket)
        },
        SQLFunction(trino: "width_bucket_array", 2...2) { call throws(SQLFunctionError) in
            let value = try call.number(0)
            let bins = try call.elements(1, .double)
            guard !bins.isEmpty else { throw .argument("Bins cannot be an empty array") }
            guard !value.isNaN else { throw .argument("Operand cannot be NaN") }
            var low = 0
            var high = bins.count
            func bin(_ place: Int) throws(SQLFunctionError) -> Double {
                guard !bins[place].isNull else { throw .argument("Bin values cannot be NULL") }
                return try RuntimeOrder.number(bins[place])
            }
            while low < high {
                // Trino looks no further than its search does, either.
                guard try bin(low) <= bin(high - 1) else {
                    throw .argument("Bin values are not sorted in ascending order")
                }
                let middle = (low + high) / 2
                let limit = try bin(middle)
                guard limit.isFinite else {
                    throw .argument("Bin value must be finite, got \(FloatText.java(limit))")
                }
                if value < limit {
                    high = middle
                } else {
                    low = middle + 1
                }
            }
            return .integer(Int64(low))
        },
    ]

    /// Rounds half away from zero at a digit, through the number's shortest decimal text.
    static func rounded(_ value: Double, _ digits: Int) -> Double {
        guard value.isFinite, digits < 20 else { return value }
        if digits == 0 { return value.rounded(.toNearestOrAwayFromZero) }
        let factor = pow(10, Double(digits))
        let scaled = value * factor
        guard scaled.isFinite, factor > 0 else { return digits > 0 ? value : 0 }
        let whole = scaled.rounded(.toNearestOrAwayFromZero)
        return whole / factor
    }

    private static let rounding: [SQLFunction] = [
        SQLFunction(trino: "round_double", 1...2) { call throws(SQLFunctionError) in
            let digits = call.count > 1 ? Int(clamping: try call.whole(1)) : 0
            return .double(rounded(try call.number(0), max(-400, min(400, digits))))
        },
        SQLFunction(trino: "truncate_double_n", 2...2) { call throws(SQLFunctionError) in
            let value = try call.number(0)
            let digits = max(-300, min(300, Int(clamping: try call.whole(1))))
            let factor = pow(10, Double(digits))
            let scaled = (value * factor).rounded(.towardZero)
            return .double(scaled.isFinite ? scaled / factor : value)
        },
        SQLFunction(trino: "round_bigint", 2...2) { call throws(SQLFunctionError) in
            let value = try call.whole(0)
            let digits = try call.whole(1)
            guard digits < 0 else { return .integer(value) }
            guard digits >= -18 else { return .integer(0) }
            var unit: Int64 = 1
            for _ in 0..<(-digits) { unit *= 10 }
            let rest = value % unit
            let cut = value - rest
            guard rest.magnitude >= UInt64(unit / 2) else { return .integer(cut) }
            let (rounded, overflow) = cut.addingReportingOverflow(value < 0 ? -unit : unit)
            guard !overflow else { throw .range("numerical overflow: round(\(value), \(digits))") }
            return .integer(rounded)
        },
    ]

    private static let whole: [SQLFunction] = [
        SQLFunction(trino: "from_base", 2...2) { call throws(SQLFunctionError) in
            let radix = try radix(call)
            let text = try call.string(0)
            guard let value = Int64(JavaDigits.plain(text, isWide: true), radix: radix) else {
                throw .argument("Not a valid base-\(radix) number: \(text)")
            }
            return .integer(value)
        },
        SQLFunction(trino: "to_base", 2...2) { call throws(SQLFunctionError) in
            .text(String(try call.whole(0), radix: try radix(call)))
        },
        bitwise("bitwise_and") { $0 & $1 }, bitwise("bitwise_or") { $0 | $1 },
        bitwise("bitwise_xor") { $0 ^ $1 },
        bitwise("bitwise_left_shift") { $1 < 0 || $1 > 63 ? 0 : $0 << $1 },
        bitwise("bitwise_right_shift") {
            $1 < 0 || $1 > 63 ? 0 : Int64(bitPattern: UInt64(bitPattern: $0) >> UInt64($1))
        },
        bitwise("bitwise_right_shift_arithmetic") { $0 >> min(63, max(0, $1)) },
        SQLFunction(trino: "bitwise_not", 1...1) { call throws(SQLFunctionError) in
            .integer(~(try call.whole(0)))
        },
        SQLFunction(trino: "bit_count", 2...2) { call throws(SQLFunctionError) in
            let (value, bits) = (try call.whole(0), try call.whole(1))
            guard (2...64).contains(bits) else {
                throw .argument("Bits specified in bit_count must be between 2 and 64, got \(bits)")
            }
            let limit = Int64.max >> (64 - bits)
            guard (~limit...limit).contains(value) else {
                throw .argument(
                    "Number must be representable with the bits specified. \(value) can not be "
                        + "represented with \(bits) bits")
            }
            let mask = UInt64.max >> UInt64(64 - bits)
            return .integer(Int64((UInt64(bitPattern: value) & mask).nonzeroBitCount))
        },
        SQLFunction(trino: "format_number", 1...1) { call throws(SQLFunctionError) in
            .text(short(try call.number(0)))
        },
    ]

    private static func bitwise(
        _ name: String, _ body: @escaping @Sendable (Int64, Int64) -> Int64
    ) -> SQLFunction {
        SQLFunction(trino: name, 2...2) { call throws(SQLFunctionError) in
            .integer(body(try call.whole(0), try call.whole(1)))
        }
    }

    private static func radix(_ call: SQLCall) throws(SQLFunctionError) -> Int {
        let radix = try call.whole(1)
        guard (2...36).contains(radix) else {
            throw .argument("Radix must be between 2 and 36")
        }
        return Int(radix)
    }

    /// Returns a number with a unit of thousands and at most three significant digits: `1.23K`.
    private static func short(_ value: Double) -> String {
        var scaled = value.magnitude
        var unit = 0
        while scaled >= 1000, unit < 5 {
            scaled /= 1000
            unit += 1
        }
        let digits = scaled < 10 ? 2 : scaled < 100 ? 1 : 0
        var text = FloatText.java(rounded(scaled, digits))
        if text.hasSuffix(".0") { text.removeLast(2) }
        return (value < 0 ? "-" : "") + text + ["", "K", "M", "B", "T", "Q"][unit]
    }

    private static let extremes: [SQLFunction] = ["double", "real"].flatMap { name in
        [
            SQLFunction(trino: "greatest_\(name)", 1...100) { call throws(SQLFunctionError) in
                try extreme(call, 1)
            },
            SQLFunction(trino: "least_\(name)", 1...100) { call throws(SQLFunctionError) in
                try extreme(call, -1)
            },
        ]
    }

    private static func extreme(_ call: SQLCall, _ sign: Int) throws(SQLFunctionError) -> Cell {
        var best = call[0]
        for index in 1..<max(1, call.count) {
            let order = try RuntimeOrder.compare(
                call[index], best, .double, call.context, isNaNLeast: sign > 0)
            if order * sign > 0 { best = call[index] }
        }
        return best
    }
}
