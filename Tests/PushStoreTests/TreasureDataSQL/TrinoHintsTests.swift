import Testing

@testable import PushStore

struct TrinoHintsTests {
    @Test(arguments: [
        ("SELECT now() - INTERVAL '1' DAY", "`INTERVAL`"),
        ("SELECT DATE '2018-01-01'", "`DATE '…'`"),
        ("SELECT TIMESTAMP '2018-01-01'", "`TIMESTAMP '…'`"), ("SELECT ARRAY[1,2]", "`ARRAY[…]`"),
        ("SELECT x FROM t CROSS JOIN UNNEST(a) AS u(x)", "`UNNEST`"),
        ("SELECT x FROM unnest(a)", "`UNNEST`"),
        ("SELECT map(array['a'],array[1])", "`MAP(…)`"), ("SELECT row(1, 2)", "json_object"),
        ("SELECT try_cast(a AS BIGINT) FROM t", "`try_cast(x, 'bigint')`"),
        ("SELECT sum(try_cast(lower(a) AS double)) FROM t", "`try_cast(x, 'double')`"),
        ("SELECT a AT TIME ZONE 'JST' FROM t", "at_timezone"),
        ("SELECT a FROM t GROUP BY GROUPING SETS ((a))", "UNION ALL"),
        ("SELECT a FROM t GROUP BY rollup(a)", "UNION ALL"),
        ("SELECT a FROM t GROUP BY CUBE (a, b)", "UNION ALL"),
        ("SELECT a FROM t FETCH FIRST 3 ROWS ONLY", "`LIMIT 10`"),
        ("SELECT a FROM t OFFSET 3 ROWS", "LIMIT 10 OFFSET 20"),
        ("SELECT a FROM UNNEST(x) WITH ORDINALITY", "json_each"),
        ("SELECT * FROM ROWS FROM (f())", "`ROWS FROM`"),
        ("SELECT extract(year FROM a) FROM t", "`year(t)`"),
        ("SELECT a FROM t EXCEPT ALL SELECT b FROM t", "without `ALL`"),
        ("SELECT * FROM t TABLESAMPLE bernoulli(10)", "random()"),
        ("SELECT * FROM t, LATERAL (SELECT 1)", "`LATERAL`"),
        ("SELECT filter(a, x -> x > 1) FROM t", "lambdas"),
        ("SELECT reduce(a, 0, (s, x) -> s + x)", "lambdas"),
        ("SELECT try(a / b) FROM t", "try_cast"),
        ("SELECT position('a' IN b) FROM t", "strpos"),
        ("SELECT array_agg(a) FROM t", "json_group_array(x)"),
        ("SELECT to_hex(md5(to_utf8(a))) FROM t", "td_md5"), ("SELECT md5(a) FROM t", "td_md5"),
        ("SELECT truncate(a) FROM t", "trunc(x)"), ("SELECT to_base64(a) FROM t", "hex(x)"),
        ("SELECT td_last(a, b) FROM t", "max_by"), ("SELECT rand()", "randomness"),
        ("SELECT td_parse_user_agent(a) FROM t", "td_parse_agent"),
        ("SHOW TABLES", "the command `tables`"), ("show columns FROM t", "the command `tables`"),
        ("DESCRIBE t", "`.schema TABLE`"),
        ("SELECT td_ip_to_country_code(a) FROM t", "geographic"),
    ])
    func `a construct of Trino's is named for the error that SQLite gives`(
        _ sql: String, _ part: String
    ) {
        let database = ScratchSQL()
        _ = database.rows("CREATE TABLE t (a, b)")
        let error = database.rows(sql).joined()
        let hint = TrinoHints.hint(forSQL: sql, error: error)
        #expect(hint?.contains(part) == true, "\(error): \(hint ?? "no hint")")
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
