/// Trino's spellings for a Hive query.
public enum HiveSpelling {
    /// Searched for as plain text in lower case: strings and comments count too, which a hint may.
    private static let pairs: [(hive: String, trino: String)] = [
        ("nvl(", "`nvl(a, b)` is `coalesce(a, b)`"),
        ("size(", "`size(x)` is `cardinality(x)`"),
        ("collect_set(", "`collect_set(x)` is `array_agg(DISTINCT x)`"),
        ("collect_list(", "`collect_list(x)` is `array_agg(x)`"),
        ("get_json_object(", "`get_json_object(j, p)` is `json_extract_scalar(j, p)`"),
        ("lateral view", "`LATERAL VIEW explode(a) t AS x` is `CROSS JOIN UNNEST(a) AS t(x)`"),
        ("explode(", "`explode(a)` is `UNNEST(a)` in FROM"),
        ("distribute by", "`DISTRIBUTE BY` has no counterpart: leave it out"),
        ("cluster by", "`CLUSTER BY` has no counterpart: leave it out"),
        ("sort by", "`SORT BY` is `ORDER BY`"),
        ("rlike", "`a RLIKE p` is `regexp_like(a, p)`"),
        (" regexp ", "`a REGEXP p` is `regexp_like(a, p)`"),
        ("unix_timestamp(", "`unix_timestamp(x)` is `to_unixtime(x)`"),
        ("datediff(", "`datediff(a, b)` is `date_diff('day', b, a)`"),
        ("date_sub(", "`date_sub(d, n)` is `date_add('day', -n, d)`"),
        ("percentile(", "`percentile(x, p)` is `approx_percentile(x, p)`"),
        ("instr(", "`instr(a, b)` is `strpos(a, b)`"),
        ("td_sessionize(", "`TD_SESSIONIZE` is `TD_SESSIONIZE_WINDOW(t, gap) OVER (…)`"),
        ("==", "`==` is `=`"),
        ("`", "put names in double quotes instead of backquotes"),
        ("string)", "`string` is `varchar` in CAST"),
    ]

    /// The reason why a Hive query is not run.
    public static let refusal = "Hive queries are not supported: wanted Trino's"

    /// Returns Trino's spellings for the Hive ones in a query; nil if the query has none.
    public static func hint(for sql: String) -> String? {
        let spellings = found(in: sql)
        return spellings.isEmpty ? nil : "in Trino: " + spellings.joined(separator: "; ")
    }

    /// Returns the spellings for what a query contains, in the order of a list.
    public static func found(in sql: String) -> [String] {
        let text = sql.lowercased()
        return pairs.filter { text.contains($0.hive) }.map(\.trino)
    }
}
