import Testing

@testable import PushStore

struct TrinoHintsTests {
    /// The errors are those that SQLite 3.40 gives for the texts.
    @Test(arguments: [
        ("SELECT now() - INTERVAL '1' DAY", "near \"DAY\": syntax error", "`INTERVAL`"),
        ("SELECT DATE '2018-01-01'", "no such column: DATE", "`DATE '…'`"),
        ("SELECT TIMESTAMP '2018-01-01'", "no such column: TIMESTAMP", "`TIMESTAMP '…'`"),
        ("SELECT ARRAY[1,2]", "no such column: ARRAY", "`ARRAY[…]`"),
        ("SELECT x FROM t CROSS JOIN UNNEST(a) AS u(x)", "near \"(\": syntax error", "`UNNEST`"),
        ("SELECT x FROM unnest(a)", "no such table: unnest", "`UNNEST`"),
        ("SELECT map(array['a'],array[1])", "near \"['a']\": syntax error", "`MAP(…)`"),
        ("SELECT row(1, 2)", "no such function: row", "json_object"),
        (
            "SELECT try_cast(a AS BIGINT) FROM t", "near \"AS\": syntax error",
            "`try_cast(x, 'bigint')`"
        ),
        ("SELECT a AT TIME ZONE 'JST' FROM t", "near \"TIME\": syntax error", "at_timezone"),
        (
            "SELECT a FROM t GROUP BY GROUPING SETS ((a))", "near \"SETS\": syntax error",
            "UNION ALL"
        ),
        ("SELECT a FROM t GROUP BY rollup(a)", "no such function: rollup", "UNION ALL"),
        ("SELECT a FROM t FETCH FIRST 3 ROWS ONLY", "near \"FIRST\": syntax error", "`LIMIT 10`"),
        ("SELECT a FROM t OFFSET 3 ROWS", "near \"3\": syntax error", "LIMIT 10 OFFSET 20"),
        ("SELECT a FROM UNNEST(x) WITH ORDINALITY", "near \"(\": syntax error", "json_each"),
        ("SELECT * FROM ROWS FROM (f())", "near \"FROM\": syntax error", "`ROWS FROM`"),
        ("SELECT extract(year FROM a) FROM t", "near \"FROM\": syntax error", "`year(t)`"),
        (
            "SELECT a FROM t EXCEPT ALL SELECT b FROM t", "near \"ALL\": syntax error",
            "without `ALL`"
        ),
        (
            "SELECT * FROM t TABLESAMPLE bernoulli(10)", "near \"bernoulli\": syntax error",
            "random()"
        ),
        ("SELECT * FROM t, LATERAL (SELECT 1)", "near \"SELECT\": syntax error", "`LATERAL`"),
        ("SELECT filter(a, x -> x > 1) FROM t", "no such function: filter", "lambdas"),
        ("SELECT filter(a, x -> x > 1) FROM t", "no such column: x", "lambdas"),
        ("SELECT reduce(a, 0, (s, x) -> s + x)", "row value misused, syntax error", "lambdas"),
        ("SELECT td_interval_range('-1d')[1, 2] +", "incomplete input", "element_at"),
        ("SELECT position('a' IN b) FROM t", "no such table: b", "strpos"),
        ("SELECT array_agg(a) FROM t", "no such function: array_agg", "json_group_array(x)"),
        (
            "SELECT td_ip_to_country_code(a)", "no such function: td_ip_to_country_code",
            "geographic"
        ),
    ])
    func `a construct of Trino's is named`(_ sql: String, _ error: String, _ part: String) {
        let hint = TrinoHints.hint(forSQL: sql, error: error)
        #expect(hint?.contains(part) == true, "\(hint ?? "no hint")")
    }

    @Test(arguments: [
        ("SELECT 'INTERVAL ''1'' DAY' FROM", "incomplete input"),
        ("SELECT 1 -- INTERVAL '1' DAY\nFROM", "incomplete input"),
        ("SELECT /* ARRAY[1] UNNEST( */ FROM", "near \"FROM\": syntax error"),
        ("SELECT \"UNNEST\", `LATERAL` FROM", "incomplete input"),
        ("SELECT a -> '$.x' FROM t", "no such column: a"),
        ("SELECT foo, ARRAY[1] FROM t", "no such column: foo"),
        ("SELECT a FROM missing", "no such table: missing"),
        ("SELECT nothing(1)", "no such function: nothing"),
        ("SELECT x FROM t CROSS JOIN UNNEST(a)", "interrupted"),
        ("SELECT interval FROM t WHERE date = 'x' AND", "incomplete input"),
        ("", "incomplete input"),
    ])
    func `no hint is given for what is not Trino's`(_ sql: String, _ error: String) {
        #expect(TrinoHints.hint(forSQL: sql, error: error) == nil)
    }

    @Test func `any text is read without harm`() {
        let pieces = [
            "'", "\"", "--", "/*", "*/", "->", "ARRAY", "[", "(", ")", "1", " ", "é", "\n",
        ]
        var random = TestRandom(state: 3)
        for _ in 0..<3000 {
            let sql = (0..<10).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            _ = TrinoHints.hint(forSQL: sql, error: "near \"x\": syntax error")
        }
    }
}
