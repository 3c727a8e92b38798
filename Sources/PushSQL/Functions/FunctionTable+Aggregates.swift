extension FunctionTable {
    /// Makes an aggregate of doubles, to which all numbers convert.
    private static func real(_ name: String, _ summary: String) -> TrinoFunction {
        aggregate(name, summary, "\(name)(double) -> double")
    }

    /// Makes an aggregate of two numbers, as those of regression.
    ///
    /// Whole numbers and decimals are nearer to `real` than to `double`, as in Trino.
    private static func pair(_ name: String, _ summary: String) -> TrinoFunction {
        aggregate(
            name, summary, "\(name)(double, double) -> double",
            "\(name)(real, real) -> real | trino_\(name)_real($*)")
    }

    /// Aggregates; in templates `{}` is where DISTINCT goes.
    static let aggregates: [TrinoFunction] = [
        aggregate(
            "count", "How many rows, or values that are not NULL.",
            "count() -> bigint | count(*)", "count(T) -> bigint | count({}$1)"),
        aggregate(
            "count_if", "In how many rows a condition holds.",
            "count_if(boolean) -> bigint | count(CASE WHEN $1 THEN 1 END)"),
        aggregate(
            "sum", "The sum.",
            "sum(bigint) -> bigint | sum({}$1)", "sum(double) -> double | sum({}$1)",
            "sum(real) -> real | trino_sum_real({}$1)",
            "sum(interval_day) -> interval_day | trino_sum_interval({}$1)",
            "sum(interval_year) -> interval_year | trino_sum_interval({}$1)"),
        aggregate(
            "avg", "The mean.",
            "avg(bigint) -> double | avg({}$1)", "avg(double) -> double | avg({}$1)",
            "avg(real) -> real | trino_avg_real({}$1)",
            "avg(interval_day) -> interval_day | trino_avg_interval({}$1)",
            "avg(interval_year) -> interval_year | trino_avg_interval({}$1)"),
        aggregate(
            "min", "The smallest value, or the n smallest.",
            "min(T) -> T | min($1)", "min(T, bigint) -> array(T) | trino_min_n(%T, $*)"),
        aggregate(
            "max", "The largest value, or the n largest.",
            "max(T) -> T | max($1)", "max(T, bigint) -> array(T) | trino_max_n(%T, $*)"),
        aggregate(
            "min_by", "x in the row with the smallest y, or in n of them.",
            "min_by(X, Y) -> X | trino_min_by(%Y, $*)",
            "min_by(X, Y, bigint) -> array(X) | trino_min_by_n(%Y, %X, $*)"),
        aggregate(
            "max_by", "x in the row with the largest y, or in n of them.",
            "max_by(X, Y) -> X | trino_max_by(%Y, $*)",
            "max_by(X, Y, bigint) -> array(X) | trino_max_by_n(%Y, %X, $*)"),
        aggregate(
            "arbitrary", "Some value that is not NULL.",
            "arbitrary(T) -> T | trino_any_value($1)"),
        aggregate(
            "any_value", "Some value that is not NULL.",
            "any_value(T) -> T | trino_any_value($1)"),
        aggregate(
            "bool_and", "Whether a condition holds in every row.",
            "bool_and(boolean) -> boolean | min($1)"),
        aggregate(
            "every", "Whether a condition holds in every row.",
            "every(boolean) -> boolean | min($1)"),
        aggregate(
            "bool_or", "Whether a condition holds in any row.",
            "bool_or(boolean) -> boolean | max($1)"),
        aggregate("array_agg", "The values as an array.", "array_agg(T) -> array(T)"),
        aggregate(
            "listagg", "The values as one text: LISTAGG(x, ',') WITHIN GROUP (ORDER BY y).",
            "listagg(varchar) -> varchar", "listagg(varchar, varchar) -> varchar"),
        aggregate(
            "reduce_agg", "What a function makes of all values, from a start.",
            "reduce_agg(E, S, S, S) -> S"),
        aggregate(
            "map_agg", "A map of keys and values.",
            "map_agg(K, V) -> map(K, V) | trino_map_agg(%K, %V, $*)"),
        aggregate(
            "multimap_agg", "A map of keys to all their values.",
            "multimap_agg(K, V) -> map(K, array(V)) | trino_multimap_agg(%K, %V, $*)"),
        aggregate(
            "map_union", "Maps joined.",
            "map_union(map(K, V)) -> map(K, V) | trino_map_union(%K, $*)"),
        aggregate(
            "histogram", "How often each value occurs.",
            "histogram(K) -> map(K, bigint) | trino_histogram(%K, $*)"),
        aggregate(
            "approx_distinct", "How many distinct values; exact here.",
            "approx_distinct(T) -> bigint | count(DISTINCT $1)",
            "approx_distinct(T, double) -> bigint | count(DISTINCT trino_with_error($*))"),
        aggregate(
            "approx_percentile", "The value below which a share lies; exact here.",
            "approx_percentile(bigint, double) -> bigint | trino_approx_percentile('bigint', $*)",
            "approx_percentile(double, double) -> double | trino_approx_percentile('double', $*)",
            "approx_percentile(real, double) -> real | trino_approx_percentile('real', $*)",
            "approx_percentile(bigint, double, double) -> bigint | "
                + "trino_approx_percentile_w('bigint', $*)",
            "approx_percentile(double, double, double) -> double | "
                + "trino_approx_percentile_w('double', $*)",
            "approx_percentile(bigint, array(double)) -> array(bigint) | "
                + "trino_approx_percentile_array('bigint', $*)",
            "approx_percentile(double, array(double)) -> array(double) | "
                + "trino_approx_percentile_array('double', $*)",
            "approx_percentile(real, array(double)) -> array(real) | "
                + "trino_approx_percentile_array('real', $*)",
            "approx_percentile(real, double, double) -> real | "
                + "trino_approx_percentile_w('real', $*)",
            "approx_percentile(bigint, double, array(double)) -> array(bigint) | "
                + "trino_approx_percentile_array_w('bigint', $*)",
            "approx_percentile(double, double, array(double)) -> array(double) | "
                + "trino_approx_percentile_array_w('double', $*)",
            "approx_percentile(real, double, array(double)) -> array(real) | "
                + "trino_approx_percentile_array_w('real', $*)"),
        aggregate(
            "numeric_histogram", "About how many values lie around each of n means.",
            "numeric_histogram(bigint, double) -> map(double, double) | "
                + "trino_numeric_histogram('double', $*)",
            "numeric_histogram(bigint, double, double) -> map(double, double) | "
                + "trino_numeric_histogram('double', $*)",
            "numeric_histogram(bigint, real) -> map(real, real) | "
                + "trino_numeric_histogram('real', $*)",
            "numeric_histogram(bigint, real, double) -> map(real, real) | "
                + "trino_numeric_histogram('real', $*)"),
        aggregate(
            "approx_most_frequent", "The most frequent values and their counts.",
            "approx_most_frequent(bigint, bigint, bigint) -> map(bigint, bigint) | "
                + "trino_approx_most_frequent('bigint', $*)",
            "approx_most_frequent(bigint, varchar, bigint) -> map(varchar, bigint) | "
                + "trino_approx_most_frequent('varchar', $*)"),
        aggregate(
            "checksum", "A checksum that no order of the rows changes.",
            "checksum(T) -> varbinary | trino_checksum(%T, $*)"),
        real("stddev", "The standard deviation of a sample."),
        real("stddev_samp", "The standard deviation of a sample."),
        real("stddev_pop", "The standard deviation of a population."),
        real("variance", "The variance of a sample."),
        real("var_samp", "The variance of a sample."),
        real("var_pop", "The variance of a population."),
        aggregate(
            "geometric_mean", "The geometric mean.", "geometric_mean(bigint) -> double",
            "geometric_mean(double) -> double",
            "geometric_mean(real) -> real | trino_geometric_mean_real({}$1)"),
        real("skewness", "The skewness."), real("kurtosis", "The excess kurtosis."),
        pair("corr", "The correlation of y and x."),
        pair("covar_pop", "The covariance of a population."),
        pair("covar_samp", "The covariance of a sample."),
        pair("regr_slope", "The slope of the line through the points (x, y)."),
        pair("regr_intercept", "Where that line crosses the y axis."),
        aggregate("entropy", "The entropy of counts.", "entropy(bigint) -> double"),
        aggregate(
            "bitwise_and_agg", "The bits that are set in every row.",
            "bitwise_and_agg(bigint) -> bigint"),
        aggregate(
            "bitwise_or_agg", "The bits that are set in any row.",
            "bitwise_or_agg(bigint) -> bigint"),
        aggregate(
            "bitwise_xor_agg", "The bits that are set in an odd number of rows.",
            "bitwise_xor_agg(bigint) -> bigint"),
    ]

    /// The aggregates that the runtime also has with `frame_` before the name, for frames that rows
    /// leave: it then keeps rows of which a group needs none, or a few.
    public static let framed: Set<String> = [
        "max_by", "min_by", "max_value", "min_value", "max_double", "min_double", "max_n", "min_n",
        "max_by_n", "min_by_n", "first_value_nn", "stddev", "stddev_samp", "stddev_pop", "variance",
        "var_samp", "var_pop", "skewness", "kurtosis", "entropy", "geometric_mean",
        "geometric_mean_real", "corr", "corr_real", "covar_pop", "covar_pop_real", "covar_samp",
        "covar_samp_real", "regr_slope", "regr_slope_real", "regr_intercept",
        "regr_intercept_real",
    ]

    /// Functions for windows alone.
    static let windows: [TrinoFunction] = [
        window(
            "row_number", "The number of the row in its partition.",
            "row_number() -> bigint | row_number()"),
        window("rank", "The rank, with gaps behind equal rows.", "rank() -> bigint | rank()"),
        window("dense_rank", "The rank, without gaps.", "dense_rank() -> bigint | dense_rank()"),
        window(
            "percent_rank", "The rank as a share of the rows before.",
            "percent_rank() -> double | percent_rank()"),
        window(
            "cume_dist", "The share of rows up to this one.",
            "cume_dist() -> double | cume_dist()"),
        window(
            "ntile", "The number of one of n buckets of rows.",
            "ntile(bigint) -> bigint | ntile($1)"),
        window(
            "lag", "The value some rows before.",
            "lag(T) -> T | lag($1)", "lag(T, bigint) -> T | lag($*)",
            "lag(T, bigint, T) -> T | lag($*)"),
        window(
            "lead", "The value some rows behind.",
            "lead(T) -> T | lead($1)", "lead(T, bigint) -> T | lead($*)",
            "lead(T, bigint, T) -> T | lead($*)"),
        window(
            "first_value", "The first value of the frame.",
            "first_value(T) -> T | first_value($1)"),
        window(
            "last_value", "The last value of the frame.",
            "last_value(T) -> T | last_value($1)"),
        window(
            "nth_value", "The value with that number in the frame.",
            "nth_value(T, bigint) -> T | nth_value($*)"),
        window(
            "td_sessionize_window", "The ID of a session that a gap in time ends.",
            "td_sessionize_window(T, bigint) -> varchar"),
    ]
}
