extension FunctionTable {
    /// Functions of values of any type, most of them translated by `Translator+Conditional`.
    static let conditional: [TrinoFunction] = [
        scalar(
            "if", "One of two values; NULL where the second is left out.",
            "if(boolean, T, T) -> T"),
        scalar("coalesce", "The first value that is not NULL.", "coalesce(T, T...) -> T"),
        scalar(
            "nullif", "NULL where two values are equal, else the first.",
            "nullif(T, T) -> T"),
        scalar("try", "The value; NULL where computing it fails.", "try(T) -> T"),
        scalar("greatest", "The largest value; NULL if any is NULL.", "greatest(T, T...) -> T"),
        scalar("least", "The smallest value; NULL if any is NULL.", "least(T, T...) -> T"),
        scalar("typeof", "The name of a value's type.", "typeof(T) -> varchar"),
    ]

    /// Functions of numbers; a form for each type keeps the type of the argument.
    static let numbers: [TrinoFunction] = [
        scalar(
            "abs", "The number without its sign.",
            "abs(tinyint) -> tinyint | trino_abs_tinyint($1)",
            "abs(smallint) -> smallint | trino_abs_smallint($1)",
            "abs(integer) -> integer | trino_abs_integer($1)",
            "abs(bigint) -> bigint | trino_abs_bigint($1)",
            "abs(double) -> double | trino_abs_double($1)",
            "abs(real) -> real | trino_abs_double($1)",
            "abs(decimal) -> decimal | trino_abs_decimal($1)"),
        scalar(
            "sign", "-1, 0 or 1.",
            "sign(tinyint) -> tinyint | sign($1)", "sign(smallint) -> smallint | sign($1)",
            "sign(integer) -> integer | sign($1)", "sign(bigint) -> bigint | sign($1)",
            "sign(double) -> double | trino_sign_double($1)",
            "sign(real) -> real | trino_sign_double($1)"),
        scalar(
            "round", "The number rounded, halves away from zero.",
            "round(tinyint) -> tinyint | $1", "round(smallint) -> smallint | $1",
            "round(integer) -> integer | $1", "round(bigint) -> bigint | $1",
            "round(integer, integer) -> integer | trino_round_bigint($*)",
            "round(bigint, integer) -> bigint | trino_round_bigint($*)",
            "round(double) -> double | trino_round_double($*)",
            "round(double, integer) -> double | trino_round_double($*)",
            "round(real) -> real | trino_round_double($*)",
            "round(real, integer) -> real | trino_round_double($*)"),
        scalar(
            "ceil", "The next whole number above.", "ceil(tinyint) -> tinyint | $1",
            "ceil(smallint) -> smallint | $1", "ceil(bigint) -> bigint | $1",
            "ceil(integer) -> integer | $1", "ceil(double) -> double | trino_ceil_double($1)",
            "ceil(real) -> real | trino_ceil_double($1)"),
        scalar(
            "ceiling", "The next whole number above.", "ceiling(tinyint) -> tinyint | $1",
            "ceiling(smallint) -> smallint | $1", "ceiling(bigint) -> bigint | $1",
            "ceiling(integer) -> integer | $1",
            "ceiling(double) -> double | trino_ceil_double($1)",
            "ceiling(real) -> real | trino_ceil_double($1)"),
        scalar(
            "floor", "The next whole number below.", "floor(tinyint) -> tinyint | $1",
            "floor(smallint) -> smallint | $1", "floor(bigint) -> bigint | $1",
            "floor(integer) -> integer | $1", "floor(double) -> double | trino_floor_double($1)",
            "floor(real) -> real | trino_floor_double($1)"),
        scalar(
            "truncate", "The number without its fraction, or with n digits of it.",
            "truncate(double) -> double | trino_truncate_double($1)",
            "truncate(double, integer) -> double | trino_truncate_double_n($*)",
            "truncate(real) -> real | trino_truncate_double($1)",
            "truncate(decimal, integer) -> decimal | trino_truncate_decimal_n($*)"),
        scalar("mod", "The remainder of a division.", "mod(bigint, bigint) -> bigint"),
        scalar("power", "A number to the power of another.", "power(double, double) -> double"),
        scalar(
            "pow", "A number to the power of another.",
            "pow(double, double) -> double | trino_power($*)"),
        scalar("sqrt", "The square root.", "sqrt(double) -> double"),
        scalar("cbrt", "The cube root.", "cbrt(double) -> double"),
        scalar("exp", "Euler's number to a power.", "exp(double) -> double"),
        scalar("ln", "The natural logarithm.", "ln(double) -> double"),
        scalar("log", "The logarithm to a base.", "log(double, double) -> double"),
        scalar("log2", "The logarithm to base 2.", "log2(double) -> double"),
        scalar("log10", "The logarithm to base 10.", "log10(double) -> double"),
        scalar("sin", "The sine.", "sin(double) -> double"),
        scalar("cos", "The cosine.", "cos(double) -> double"),
        scalar("tan", "The tangent.", "tan(double) -> double"),
        scalar("asin", "The arc sine.", "asin(double) -> double"),
        scalar("acos", "The arc cosine.", "acos(double) -> double"),
        scalar("atan", "The arc tangent.", "atan(double) -> double"),
        scalar("atan2", "The arc tangent of y / x.", "atan2(double, double) -> double"),
        scalar("sinh", "The hyperbolic sine.", "sinh(double) -> double"),
        scalar("cosh", "The hyperbolic cosine.", "cosh(double) -> double"),
        scalar("tanh", "The hyperbolic tangent.", "tanh(double) -> double"),
        scalar("degrees", "An angle in degrees.", "degrees(double) -> double"),
        scalar("radians", "An angle in radians.", "radians(double) -> double"),
        scalar("pi", "The number π.", "pi() -> double | 3.141592653589793"),
        scalar("e", "Euler's number.", "e() -> double | 2.718281828459045"),
        scalar("nan", "The double that is not a number.", "nan() -> double | 'NaN'"),
        scalar("infinity", "The double above all others.", "infinity() -> double | 9e999"),
        scalar("is_nan", "Whether a double is not a number.", "is_nan(double) -> boolean"),
        scalar("is_finite", "Whether a double is finite.", "is_finite(double) -> boolean"),
        scalar("is_infinite", "Whether a double is infinite.", "is_infinite(double) -> boolean"),
        scalar(
            "normal_cdf", "The share of a normal distribution below a value.",
            "normal_cdf(double, double, double) -> double"),
        scalar(
            "inverse_normal_cdf", "The value below which a share of a normal distribution lies.",
            "inverse_normal_cdf(double, double, double) -> double"),
        scalar(
            "wilson_interval_lower", "The least rate that so many successes of so many trials fit.",
            "wilson_interval_lower(bigint, bigint, double) -> double"),
        scalar(
            "wilson_interval_upper", "The greatest rate that so many successes fit.",
            "wilson_interval_upper(bigint, bigint, double) -> double"),
        scalar(
            "width_bucket", "The number of the bucket that a value falls into.",
            "width_bucket(double, double, double, bigint) -> bigint",
            "width_bucket(double, array(double)) -> bigint | trino_width_bucket_array($*)"),
        scalar(
            "from_base", "The number that digits of a base stand for.",
            "from_base(varchar, bigint) -> bigint"),
        scalar(
            "to_base", "The digits of a number in a base.",
            "to_base(bigint, bigint) -> varchar"),
        scalar(
            "bitwise_and", "Bits that are set in both.",
            "bitwise_and(bigint, bigint) -> bigint"),
        scalar(
            "bitwise_or", "Bits that are set in one of two.",
            "bitwise_or(bigint, bigint) -> bigint"),
        scalar("bitwise_xor", "Bits that differ.", "bitwise_xor(bigint, bigint) -> bigint"),
        scalar("bitwise_not", "All bits turned over.", "bitwise_not(bigint) -> bigint"),
        shift("bitwise_left_shift", "Bits moved to the left."),
        shift(
            "bitwise_right_shift", "Bits moved to the right, with zeros behind them.",
            isUnsigned: true),
        shift("bitwise_right_shift_arithmetic", "Bits moved to the right, with the sign."),
        scalar("bit_count", "How many bits are set.", "bit_count(bigint, bigint) -> bigint"),
    ]

    /// A function that shifts within the bits of each type, the highest of which is the sign;
    /// `isUnsigned` shifts them without it.
    private static func shift(
        _ name: String, _ summary: String, isUnsigned: Bool = false
    ) -> TrinoFunction {
        let types: [(name: String, bits: Int64)] = [
            ("tinyint", 8), ("smallint", 16), ("integer", 32),
        ]
        let forms = types.map { type, bits in
            let (sign, mask) = (Int64(1) << (bits - 1), Int64(1) << bits - 1)
            let value = isUnsigned ? "($1) & \(mask)" : "$1"
            return "\(name)(\(type), bigint) -> \(type) | "
                + "((trino_\(name)(\(value), $2) + \(sign) & \(mask)) - \(sign))"
        }
        return TrinoFunction(
            .scalar, name, summary, ["\(name)(bigint, bigint) -> bigint"] + forms)
    }

    /// The function for an array as JSON or as text, and for values of four types.
    private static let jsonArrayContains = TrinoFunction(
        .scalar, "json_array_contains", "Whether a value is in a JSON array.",
        ["json", "varchar"].flatMap { source in
            ["boolean", "bigint", "double", "varchar"].map { type in
                "json_array_contains(\(source), \(type)) -> boolean | "
                    + "trino_json_array_contains('\(type)', $*)"
            }
        })

    /// Functions of JSON; the calls of SQL/JSON have a grammar of their own.
    static let json: [TrinoFunction] = [
        scalar("json_parse", "The JSON that a text spells.", "json_parse(varchar) -> json"),
        scalar("json_format", "The text of a JSON.", "json_format(json) -> varchar"),
        scalar(
            "json_extract", "The JSON at a path; NULL where there is none.",
            "json_extract(json, varchar) -> json", "json_extract(varchar, varchar) -> json"),
        scalar(
            "json_extract_scalar", "The text, number or boolean at a path, as a text.",
            "json_extract_scalar(json, varchar) -> varchar",
            "json_extract_scalar(varchar, varchar) -> same"),
        scalar(
            "json_array_length", "How many elements a JSON array has.",
            "json_array_length(json) -> bigint", "json_array_length(varchar) -> bigint"),
        scalar(
            "json_array_get", "The element of a JSON array with that number, from 0.",
            "json_array_get(json, bigint) -> json", "json_array_get(varchar, bigint) -> json"),
        jsonArrayContains,
        scalar(
            "json_size", "How many members the object or array at a path has.",
            "json_size(json, varchar) -> bigint", "json_size(varchar, varchar) -> bigint"),
        scalar(
            "json_exists",
            "Whether a path finds anything: JSON_EXISTS(x, 'lax $.a[*] ? (@.b > 1)').",
            "json_exists(varchar, varchar) -> boolean"),
        scalar(
            "json_value",
            "The scalar at a path: JSON_VALUE(x, 'lax $.a' RETURNING bigint DEFAULT 0 ON EMPTY).",
            "json_value(varchar, varchar) -> varchar"),
        scalar(
            "json_query", "The JSON at a path: JSON_QUERY(x, 'lax $.a[*]' WITH ARRAY WRAPPER).",
            "json_query(varchar, varchar) -> varchar"),
        scalar(
            "json_object", "An object: JSON_OBJECT('a' : 1, KEY 'b' VALUE x ABSENT ON NULL).",
            "json_object(varchar, E) -> varchar"),
        scalar(
            "json_array", "An array, without NULL: JSON_ARRAY(1, x NULL ON NULL).",
            "json_array(E...) -> varchar"),
        scalar(
            "is_json_scalar", "Whether a JSON is neither an object nor an array.",
            "is_json_scalar(json) -> boolean", "is_json_scalar(varchar) -> boolean"),
    ]
}
