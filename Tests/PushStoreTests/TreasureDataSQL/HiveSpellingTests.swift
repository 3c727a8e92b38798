import Testing

@testable import PushStore

/// Trino's spelling for what a Hive query contains, which is not run.
@Suite struct HiveSpellingTests {
    @Test(arguments: [
        ("SELECT nvl(a, b)", ["`nvl(a, b)` is `coalesce(a, b)`"]),
        ("SELECT to_date('2020-01-01')", ["`to_date(…)`: write CAST(x AS date)"]),
        ("SELECT nvl2(a, b, c)", ["`nvl2(…)`: write if(x IS NOT NULL, y, z)"]),
        (
            "SELECT initcap(a)",
            ["`initcap(…)`: write upper(substr(x, 1, 1)) || lower(substr(x, 2))"]
        ),
        ("SELECT TD_X_RANK(a)", ["`td_x_rank(…)`: write rank() OVER (…)"]),
        (
            "SELECT rand()",
            ["`rand(…)`: runs could not be repeated; take xxhash64(to_utf8(x)) of a column"]
        ),
        (
            "SELECT from_unixtime(time, 'yyyy-MM-dd')",
            ["`from_unixtime(x, 'yyyy-MM-dd')` is `td_time_format(x, 'yyyy-MM-dd')`"]
        ),
        ("SELECT from_unixtime(floor(a, b))", []),
        ("SELECT date_add(d, 1)", ["`date_add(d, n)` is `date_add('day', n, d)`"]),
        ("SELECT date_add('day', 1, d)", []),
        ("SELECT parse_url(u, 'HOST')", ["`parse_url(u, 'HOST')` is `url_extract_host(u)`"]),
        (
            "SELECT named_struct('a', 1)",
            ["`named_struct('a', x)` is `CAST(ROW(x) AS ROW(a bigint))`"]
        ),
        (
            "SELECT 1 FROM a LEFT SEMI JOIN b ON a.x = b.x",
            ["`a LEFT SEMI JOIN b` is `WHERE a.x IN (SELECT x FROM b)`"]
        ),
        (
            "INSERT OVERWRITE TABLE t SELECT 1",
            [
                "`INSERT OVERWRITE` is a job's result with `mode=replace`, or DROP TABLE and "
                    + "CREATE TABLE AS"
            ]
        ),
        ("SELECT \"text\"", ["put texts in single quotes instead of double ones"]),
        (
            "SELECT to_date(to_date(a)), size(b)",
            ["`size(x)` is `cardinality(x)`", "`to_date(…)`: write CAST(x AS date)"]
        ),
        ("SELECT count(*) FROM t", []),
    ])
    func `each spelling is told once`(sql: String, spellings: [String]) {
        #expect(HiveSpelling.found(in: sql) == spellings)
    }
}
