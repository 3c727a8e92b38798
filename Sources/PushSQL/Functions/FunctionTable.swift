import PushText

/// Every function, by its name.
public enum FunctionTable {
    /// The functions in the order in which help lists them.
    public static let functions: [TrinoFunction] = [
        conditional, aggregates, windows, text, regex, numbers, moments, treasureData, json,
        arrays, maps, binary,
    ].flatMap { $0 }

    /// The letter of the type that must have an order, for the functions that need one.
    static let orderable = [
        "min": "T", "max": "T", "min_by": "Y", "max_by": "Y", "greatest": "T", "least": "T",
        "array_sort": "E", "array_min": "E", "array_max": "E",
    ]

    /// Functions of Trino that are known but unsupported, with what to write instead.
    public static let missing: [(name: String, hint: String)] =
        rare + [
            ("random", "runs could not be repeated; take xxhash64(to_utf8(x)) of a column"),
            ("rand", "runs could not be repeated; take xxhash64(to_utf8(x)) of a column"),
            ("shuffle", "runs could not be repeated; array_sort(x) gives an order"),
            ("approx_set", "count(DISTINCT x) is exact"),
            ("merge", "count(DISTINCT x) is exact"),
            ("tdigest_agg", "approx_percentile(x, p) is exact here"),
            ("qdigest_agg", "approx_percentile(x, p) is exact here"),
            ("td_currency_conv", "there is no table of rates"),
            ("td_approx_most_frequent", "approx_most_frequent(n, x, capacity) is there"),
            ("td_lat_long_to_country", "geography is not supported"),
            ("td_parse_user_agent", "td_parse_agent(x) reads the common agents"),
            ("smart_digest", "to_hex(sha256(to_utf8(x))) tells values apart"),
        ] + addresses

    /// Functions of Treasure Data that need a database of Internet addresses.
    private static let addresses: [(name: String, hint: String)] = [
        "country_code", "country_name", "city_name", "latitude", "longitude", "metro_code",
        "time_zone", "postal_code", "most_specific_subdivision_name",
        "least_specific_subdivision_name", "subdivision_names", "connection_type", "domain",
    ].map { ("td_ip_to_" + $0, "there is no database of addresses") }

    /// Functions of fields that are unrelated to pushes.
    private static let rare: [(name: String, hint: String)] = [
        ("bar", "results have no colours; rpad('', n, '#') draws a bar"),
        ("beta_cdf", "normal_cdf(mean, deviation, x) is there"),
        ("bing_tile", "geography is not supported"),
        ("great_circle_distance", "geography is not supported"),
        ("classify", "machine learning is not supported"),
        ("color", "results have no colours"),
        ("empty_approx_set", "count(DISTINCT x) is exact"),
        ("features", "machine learning is not supported"),
        ("from_base32", "from_base64(x) is there"),
        ("from_ieee754_32", "from_big_endian_32(x) reads whole numbers"),
        ("from_ieee754_64", "from_big_endian_64(x) reads whole numbers"),
        ("from_iso8601_timestamp_nanos", "from_iso8601_timestamp(x) has milliseconds"),
        ("from_unixtime_nanos", "from_unixtime(x / 1e9) has milliseconds"),
        ("hash_counts", "histogram(x) counts values"),
        ("intersection_cardinality", "cardinality(array_intersect(a, b)) is exact"),
        ("inverse_beta_cdf", "inverse_normal_cdf(mean, deviation, p) is there"),
        ("jaccard_index", "cardinality of array_intersect over that of array_union is exact"),
        ("learn_classifier", "machine learning is not supported"),
        ("learn_regressor", "machine learning is not supported"),
        ("make_set_digest", "array_agg(DISTINCT x) is exact"),
        ("merge_set_digest", "array_agg(DISTINCT x) is exact"),
        ("murmur3", "xxhash64(x) is there"),
        ("parse_data_size", "not supported: pushes have no data sizes"),
        ("quantile_at_value", "avg(if(x <= v, 1e0, 0e0)) is exact"),
        ("regress", "machine learning is not supported"), ("render", "results have no colours"),
        ("rgb", "results have no colours"), ("spooky_hash_v2_32", "xxhash64(x) is there"),
        ("spooky_hash_v2_64", "xxhash64(x) is there"),
        ("st_contains", "geography is not supported"),
        ("st_distance", "geography is not supported"),
        ("st_geometryfromtext", "geography is not supported"),
        ("st_point", "geography is not supported"),
        ("t_cdf", "normal_cdf(mean, deviation, x) is there"),
        ("t_pdf", "normal_cdf(mean, deviation, x) is there"),
        ("to_base32", "to_base64(x) is there"),
        ("to_ieee754_32", "to_big_endian_32(x) writes whole numbers"),
        ("to_ieee754_64", "to_big_endian_64(x) writes whole numbers"),
        ("to_spherical_geography", "geography is not supported"),
        ("value_at_quantile", "approx_percentile(x, p) is exact here"),
        ("values_at_quantiles", "approx_percentile(x, ARRAY[p, q]) is exact here"),
    ]

    /// Returns what to write instead of a Trino function that is unsupported here.
    ///
    /// Nil for a name that Trino does not have either.
    static func missingHint(_ name: String) -> String? {
        missing.first { $0.name == name }?.hint
    }

    /// The functions by name.
    private static let table: [String: TrinoFunction] = Dictionary(
        functions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// Returns a function by its name in lower case; nil if there is none.
    static func function(_ name: String) -> TrinoFunction? { table[name] }

    /// The functions that answer differently at each call.
    static let drawing: Set<String> = ["uuid"]

    /// Whether a name in lower case is an aggregate's.
    static func isAggregate(_ name: String) -> Bool { table[name]?.kind == .aggregate }

    /// Returns a guess at the function that was meant by an unknown name; nil if there is none.
    static func hint(_ name: String) -> String? {
        if let hint = spellings[name] { return hint }
        return Suggestion.hint(name, among: functions.map(\.name))
    }

    /// Names by which SQLite, Hive and others call what has another name in Trino.
    static let spellings: [String: String] = [
        "ifnull": "write coalesce(x, y)", "nvl": "write coalesce(x, y)",
        "iif": "write if(condition, x, y)", "instr": "write strpos(text, part)",
        "group_concat": "write array_join(array_agg(x), ',')",
        "string_agg": "write array_join(array_agg(x), ',')",
        "total": "write coalesce(sum(x), 0)", "printf": "write format('%s', x)",
        "strftime": "write date_format(from_unixtime(x), '%Y-%m-%d')",
        "julianday": "write date_diff('day', a, b)", "datetime": "write from_unixtime(x)",
        "unixepoch": "write to_unixtime(x)", "unix_timestamp": "write to_unixtime(now())",
        "collect_set": "write array_agg(DISTINCT x)", "collect_list": "write array_agg(x)",
        "get_json_object": "write json_extract_scalar(x, '$.a')",
        "size": "write cardinality(x)", "array_contains": "write contains(array, x)",
        "array_length": "write cardinality(x)", "len": "write length(x)",
        "datediff": "write date_diff('day', a, b)", "to_date": "write CAST(x AS date)",
        "date_sub": "write date_add('day', -1, x)", "explode": "write CROSS JOIN UNNEST(x)",
        "sort_array": "write array_sort(x)", "percentile": "write approx_percentile(x, 0.5)",
        "percentile_approx": "write approx_percentile(x, 0.5)", "rlike": "write regexp_like(x, p)",
        "initcap": "write upper(substr(x, 1, 1)) || lower(substr(x, 2))",
        "isnull": "write x IS NULL", "hex": "write to_hex(x)", "unhex": "write from_hex(x)",
        "substring_index": "write split_part(x, ',', 1)", "charindex": "write strpos(text, part)",
        "to_timestamp": "write from_unixtime(x)", "dateadd": "write date_add('day', 1, x)",
        "left": "write substr(x, 1, n)", "right": "write substr(x, -n)",
        "trunc": "write truncate(x), or date_trunc('day', x)",
        "median":
            "write approx_percentile(x, 0.5)", "getdate": "write now()",
        "sysdate": "write current_timestamp", "decode": "write CASE x WHEN a THEN b END",
        "last_day": "write last_day_of_month(x)", "to_char": "write date_format(x, '%Y-%m-%d')",
        "safe_divide": "write x / nullif(y, 0)",
        "day_name": "write date_format(x, '%W')", "td_first": "write min_by(x, time)",
        "td_last": "write max_by(x, time)", "td_avgif": "write avg(x) FILTER (WHERE c)",
        "td_sumif": "write sum(x) FILTER (WHERE c)", "td_x_rank": "write rank() OVER (…)",
        "td_array_index": "write element_at(x, i + 1)",
        "td_divide": "write if(y = 0, 0, x / y)",
        "td_numeric_range": "write UNNEST(sequence(0, 9, 2))",
        "td_substring_inencoding": "write substr(x, 1, n)",
        "td_pivot": "write max(x) FILTER (WHERE k = 'a')",
        "td_unpivot": "write CROSS JOIN UNNEST(ARRAY[x, y])",
        "td_sessionize":
            "write td_sessionize_window(time, gap) OVER (PARTITION BY k ORDER BY time)",
        "lcase": "write lower(x)", "ucase": "write upper(x)", "mid": "write substr(x, 2, 3)",
        "mode": "write approx_most_frequent(1, x, 10)", "space": "write rpad('', n, ' ')",
        "date_part": "write extract(day FROM x)", "datepart": "write extract(day FROM x)",
        "sha2": "write sha256(x)", "cot": "write 1 / tan(x)", "div": "write a / b",
        "regexp_substr": "write regexp_extract(x, p)",
        "regexp_instr": "write regexp_position(x, p)",
        "regexp_contains": "write regexp_like(x, p)",
        "regexp_matches": "write regexp_like(x, p), or regexp_extract_all(x, p)",
        "nvl2": "write if(x IS NOT NULL, y, z)", "zeroifnull": "write coalesce(x, 0)",
        "nullifzero": "write nullif(x, 0)", "months_between": "write date_diff('month', a, b)",
        "add_months": "write date_add('month', 1, x)", "curdate": "write current_date",
        "from_utc_timestamp": "write with_timezone(x, 'UTC') AT TIME ZONE 'Asia/Tokyo'",
        "timestamp_trunc": "write date_trunc('day', x)",
        "timestamp_diff": "write date_diff('day', a, b)",
        "timestampdiff": "write date_diff('day', a, b)",
        "str_to_date": "write date_parse(x, '%Y-%m-%d')",
        "parse_date": "write date_parse(x, '%Y-%m-%d')",
        "format_date": "write date_format(x, '%Y-%m-%d')",
        "generate_series": "write UNNEST(sequence(1, 10))",
        "generate_date_array": "write sequence(a, b, INTERVAL '1' DAY)",
        "string_to_array": "write split(x, ',')", "string_split": "write split(x, ',')",
        "array_to_string": "write array_join(x, ',')",
        "json_extract_path_text": "write json_extract_scalar(x, '$.a')",
        "jsonb_extract_path": "write json_extract(x, '$.a')",
        "extract_json": "write json_extract(x, '$.a')", "parse_json": "write json_parse(x)",
        "to_json": "write CAST(x AS json)", "row_to_json": "write CAST(x AS json)",
        "json_object_agg": "write CAST(map_agg(k, v) AS json)",
        "approx_count_distinct": "write approx_distinct(x)", "char_length": "write length(x)",
        "octet_length": "write length(to_utf8(x))", "locate": "write strpos(text, part)",
        "field": "write array_position(ARRAY[a, b], x)",
        "find_in_set": "write array_position(split(list, ','), x)",
        "ascii": "write codepoint(CAST(x AS varchar(1)))",
        "ord": "write codepoint(CAST(x AS varchar(1)))",
        "newid": "write uuid()",
        "gen_random_uuid": "write uuid()",
    ]
}

/// Functions that other dialects call by another name.
public enum TrinoSpelling {
    /// Returns what to write in Trino for a function of another dialect, by its name in lower case;
    /// nil for one that Trino has, and for an unknown one.
    public static func hint(for name: String) -> String? {
        FunctionTable.spellings[name] ?? FunctionTable.missingHint(name)
    }
}
