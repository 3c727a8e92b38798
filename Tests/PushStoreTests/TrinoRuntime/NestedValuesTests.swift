import PushText
import Testing

@testable import PushStore

/// A value that goes into an array, a map or a row comes out of it as it was, whatever its type:
/// bytes are Base64 in there, NaN a text and infinity a number that no double holds.
struct NestedValuesTests {
    /// A type, with two of its values.
    private static let values: [(type: String, value: String, other: String)] = [
        ("varbinary", "X'00FF10'", "X''"),
        ("varbinary", "to_utf8('é')", "X'FFFF'"),
        ("timestamp(3) with time zone", "TIMESTAMP '2024-03-10 12:00:00.123 Asia/Tokyo'", "now()"),
        ("timestamp(6)", "TIMESTAMP '2024-03-10 12:00:00.123456'", "TIMESTAMP '1969-12-31 23:59'"),
        ("date", "DATE '2024-02-29'", "DATE '0001-01-01'"),
        ("time(3)", "TIME '23:59:59.999'", "TIME '00:00:00.000'"),
        ("decimal(38,10)", "DECIMAL '1234567890123456789012345678.0123456789'", "DECIMAL '-0.5'"),
        ("decimal(5,2)", "DECIMAL '-0.50'", "DECIMAL '999.99'"),
        ("double", "nan()", "0e0"), ("double", "infinity()", "1e308"),
        ("double", "-infinity()", "-1e308"), ("double", "DOUBLE '-0.0'", "1e0"),
        ("double", "0.1e0 + 0.2e0", "0.3e0"), ("double", "5e-324", "1.7976931348623157e308"),
        ("double", "1e23", "9007199254740993e0"), ("double", "100e0", "1e15"),
        ("real", "REAL '0.1'", "REAL '3.4028235e38'"), ("real", "CAST(nan() AS real)", "REAL '1'"),
        ("bigint", "-9223372036854775808", "9223372036854775807"), ("tinyint", "127", "-128"),
        ("boolean", "true", "false"), ("boolean", "false", "true"),
        ("varchar", "'a\"\\' || chr(0) || '\u{1F600}'", "''"), ("varchar", "'NaN'", "'null'"),
        ("varchar", "'[1]'", "'9e999'"), ("char(3)", "CAST('a' AS char(3))", "CAST('' AS char(3))"),
        ("json", "JSON '{\"a\":[1,null]}'", "JSON '\"x\"'"), ("json", "JSON 'null'", "JSON '1.0'"),
        ("uuid", "UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59'", "uuid()"),
        ("interval day to second", "INTERVAL '-1 02:03:04.567' DAY TO SECOND", "INTERVAL '1' DAY"),
        ("interval year to month", "INTERVAL '-14' MONTH", "INTERVAL '1' YEAR"),
        ("array(varbinary)", "ARRAY[X'00FF10', X'']", "ARRAY[]"),
        ("array(double)", "ARRAY[infinity(), nan(), -0e0]", "ARRAY[1e0]"),
        ("map(varbinary, varbinary)", "MAP(ARRAY[X'FF'], ARRAY[X'00'])", "MAP()"),
        (
            "row(a varbinary, b timestamp(3) with time zone)",
            "(X'FF', TIMESTAMP '2024-03-10 12:00:00 UTC')", "(X'', now())"
        ),
    ]

    /// Ways through a nested value for `v` of type `T`, which `w` differs from.
    private static let ways = [
        "ARRAY[v][1]", "ARRAY[w, v][2]", "element_at(ARRAY[v], 1)", "element_at(ARRAY[w, v], -1)",
        "array_first(ARRAY[v, w])", "array_last(ARRAY[w, v])", "reverse(ARRAY[v, w])[2]",
        "slice(ARRAY[w, v], 2, 1)[1]", "trim_array(ARRAY[v, w], 1)[1]", "(ARRAY[w] || v)[2]",
        "(v || ARRAY[w])[1]", "(ARRAY[w] || ARRAY[v])[2]", "concat(ARRAY[w], ARRAY[v])[2]",
        "flatten(ARRAY[ARRAY[w], ARRAY[v]])[2]", "repeat(v, 2)[2]", "ARRAY[ARRAY[v]][1][1]",
        "ngrams(ARRAY[w, v], 2)[1][2]", "combinations(ARRAY[v, w], 2)[1][1]",
        "zip(ARRAY[v], ARRAY[1, 2])[1][1]", "zip_with(ARRAY[v], ARRAY[1], (x, y) -> x)[1]",
        "transform(ARRAY[v], x -> x)[1]", "filter(ARRAY[v], x -> x IS NOT NULL)[1]",
        "array_distinct(ARRAY[v, v, w])[1]", "array_union(ARRAY[v], ARRAY[w])[1]",
        "array_except(ARRAY[v, w], ARRAY[w])[1]", "array_intersect(ARRAY[v], ARRAY[w, v])[1]",
        "reduce(ARRAY[w, v], CAST(NULL AS T), (s, x) -> x, s -> s)",
        "reduce(ARRAY[1], v, (s, x) -> s, s -> s)",
        "array_sort(ARRAY[v], (x, y) -> 0)[1]", "array_agg(v)[1]", "array_agg(DISTINCT v)[1]",
        "array_agg(v ORDER BY 1)[1]", "max_by(v, 1)", "min_by(v, 1, 2)[1]", "any_value(v)",
        "MAP(ARRAY[1], ARRAY[v])[1]", "element_at(MAP(ARRAY[1], ARRAY[v]), 1)",
        "map_values(MAP(ARRAY[1], ARRAY[v]))[1]", "map_entries(MAP(ARRAY[1], ARRAY[v]))[1][2]",
        "map_from_entries(ARRAY[(1, v)])[1]", "multimap_from_entries(ARRAY[(1, v)])[1][1]",
        "map_agg(1, v)[1]", "multimap_agg(1, v)[1][1]", "map_union(MAP(ARRAY[1], ARRAY[v]))[1]",
        "map_concat(MAP(ARRAY[1], ARRAY[w]), MAP(ARRAY[1], ARRAY[v]))[1]",
        "map_filter(MAP(ARRAY[1], ARRAY[v]), (k, x) -> true)[1]",
        "transform_values(MAP(ARRAY[1], ARRAY[v]), (k, x) -> x)[1]",
        "transform_keys(MAP(ARRAY[1], ARRAY[v]), (k, x) -> 2)[2]",
        "map_zip_with(MAP(ARRAY[1], ARRAY[v]), MAP(ARRAY[1], ARRAY[w]), (k, x, y) -> x)[1]",
        "ROW(v, 1)[1]", "CAST(ROW(v) AS ROW(f T)).f", "(SELECT v, w)[1]",
        "CAST(ARRAY[v] AS ARRAY(T))[1]", "CAST(MAP(ARRAY[1], ARRAY[v]) AS MAP(BIGINT, T))[1]",
        "(SELECT x FROM UNNEST(ARRAY[(v, 1)]) AS u (x, y))",
        "(SELECT y FROM UNNEST(MAP(ARRAY[1], ARRAY[v])) AS u (x, y))",
        "(SELECT x FROM UNNEST(ARRAY[1]) AS o (i), LATERAL (SELECT v AS x WHERE i = 1) AS l)",
        "coalesce(NULL, ARRAY[v])[1]",
        "TRY(ARRAY[v][1])", "TRY(MAP(ARRAY[1], ARRAY[v])[1])", "TRY(array_first(ARRAY[v]))",
    ]

    /// Ways through the key of a map.
    private static let keys = [
        "map_keys(MAP(ARRAY[v], ARRAY[1]))[1]", "map_entries(MAP(ARRAY[v], ARRAY[1]))[1][1]",
        "map_keys(map_from_entries(ARRAY[(v, 1)]))[1]", "map_keys(map_agg(v, 1))[1]",
        "map_keys(multimap_agg(v, 1))[1]", "map_keys(histogram(v))[1]",
        "map_keys(multimap_from_entries(ARRAY[(v, 1)]))[1]",
        "map_keys(array_frequency(ARRAY[v]))[1]", "map_keys(array_histogram(ARRAY[v]))[1]",
        "map_keys(map_union(MAP(ARRAY[v], ARRAY[1])))[1]",
        "map_keys(map_concat(MAP(ARRAY[v], ARRAY[1]), MAP(ARRAY[v], ARRAY[2])))[1]",
        "map_keys(map_filter(MAP(ARRAY[v], ARRAY[1]), (k, x) -> true))[1]",
        "map_keys(transform_values(MAP(ARRAY[v], ARRAY[1]), (k, x) -> k))[1]",
        "transform_values(MAP(ARRAY[v], ARRAY[1]), (k, x) -> k)[v]",
        "map_keys(transform_keys(MAP(ARRAY[1], ARRAY[v]), (k, x) -> x))[1]",
        "map_zip_with(MAP(ARRAY[v], ARRAY[1]), MAP(ARRAY[v], ARRAY[2]), (k, x, y) -> k)[v]",
        "MAP(ARRAY[w, v], ARRAY[w, v])[v]", "element_at(MAP(ARRAY[w, v], ARRAY[w, v]), v)",
        "map_agg(v, v)[any_value(v)]", "map_union(MAP(ARRAY[v], ARRAY[v]))[any_value(v)]",
        "(SELECT x FROM UNNEST(MAP(ARRAY[v], ARRAY[1])) AS u (x, y))",
    ]

    /// Ways through UNNEST, which makes several columns of a row.
    private static let unnested = [
        "(SELECT x FROM UNNEST(ARRAY[v]) AS u (x))",
        "(SELECT y FROM UNNEST(ARRAY[1], ARRAY[v]) AS u (x, y))",
        "(SELECT y FROM UNNEST(ARRAY[v]) WITH ORDINALITY AS u (y, n) WHERE n = 1)",
    ]

    /// Ways that need an order, which JSON and maps have none of.
    private static let ordered = [
        "greatest(ARRAY[v], ARRAY[v])[1]",
        "array_max(ARRAY[v])", "array_min(ARRAY[v])", "array_sort(ARRAY[v])[1]", "max(v, 1)[1]",
        "array_agg(v ORDER BY v)[1]", "min(v)",
    ]

    @Test func `a value comes out of a nested value as it was`() throws {
        let bench = try TrinoBench()
        for (type, value, other) in Self.values {
            let table =
                "(SELECT CAST(\(value) AS \(type)) AS v, CAST(\(other) AS \(type)) AS w FROM "
                + "(VALUES 1) AS one (n))"
            let plain = bench.answer("SELECT v FROM \(table)")
            #expect(plain.error == nil, "\(value)")
            for way in Self.ways(for: type) {
                let form = way.replacing(/\bT\b/, with: type)
                let found = bench.answer("SELECT \(form) FROM \(table)")
                #expect(found.error == nil, "\(form) of \(value)")
                #expect(found.rows == plain.rows, "\(form) of \(value)")
                #expect(found.types == plain.types, "\(form) of \(value)")
            }
        }
    }

    private static func ways(for type: String) -> [String] {
        var ways = ways + keys
        if !type.hasPrefix("row") { ways += unnested }
        return ["json", "map"].contains(where: type.hasPrefix) ? ways : ways + ordered
    }
}
