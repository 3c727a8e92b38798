import Testing

@testable import PushSQL

/// What Trino's grammar does not allow is refused in Trino's words, at Trino's place.
@Suite struct ParserTests {
    private static let clauses = """
        ',', 'EXCEPT', 'FETCH', 'FROM', 'GROUP', 'HAVING', 'INTERSECT', 'LIMIT', 'OFFSET', \
        'ORDER', 'UNION', 'WHERE', 'WINDOW', <EOF>
        """

    @Test(arguments: [
        (
            "select * from foo where @what",
            "line 1:25: mismatched input '@'. Expecting: <expression>"
        ),
        (
            "select * from",
            "line 1:14: mismatched input '<EOF>'. Expecting: '(', 'JSON_TABLE', 'LATERAL', "
                + "'TABLE', 'UNNEST', <identifier>"
        ),
        (
            "select *\nfrom x\nwhere from",
            "line 3:7: mismatched input 'from'. Expecting: <expression>"
        ),
        (
            "select fuu from dual order by fuu order by fuu",
            "line 1:35: mismatched input 'order'. Expecting: '%', '*', '+', ',', '-', '.', '/', "
                + "'AND', 'ASC', 'AT', 'DESC', 'FETCH', 'LIMIT', 'NULLS', 'OFFSET', 'OR', '[', "
                + "'||', <EOF>, <predicate>"
        ),
        (
            "select fuu from dual limit 10 order by fuu",
            "line 1:31: mismatched input 'order'. Expecting: <EOF>"
        ),
        ("select CAST(a AS )", "line 1:18: mismatched input ')'. Expecting: <type>"),
        ("select foo(DISTINCT)", "line 1:20: mismatched input ')'. Expecting: <expression>"),
        (
            "select foo(,1)",
            "line 1:12: mismatched input ','. Expecting: ')', '*', 'ALL', 'DISTINCT', 'ORDER', "
                + "<expression>"
        ),
        (
            "select x() over (ROWS select) from t",
            "line 1:23: mismatched input 'select'. Expecting: 'BETWEEN', 'CURRENT', 'UNBOUNDED', "
                + "<expression>"
        ),
        (
            "select x() over (rows unbounded) from t",
            "line 1:32: mismatched input ')'. Expecting: 'FOLLOWING', 'PRECEDING'"
        ),
        (
            "select * from foo `bar`",
            "line 1:19: backquoted identifiers are not supported; use double quotes to quote "
                + "identifiers"
        ),
        (
            "select 1x from dual",
            "line 1:8: identifiers must not start with a digit; surround the identifier with "
                + "double quotes"
        ),
        ("select * \(")")", "line 1:10: mismatched input ')'. Expecting: \(clauses)"),
        (
            "select 12223222232535343423232435343",
            "line 1:8: Invalid numeric literal: 12223222232535343423232435343"
        ),
    ])
    func `a wrong statement is refused`(text: String, message: String) {
        #expect(SampleCatalog.sql(text) == message)
    }

    @Test(arguments: [
        ("SELECT 1 == 1", "equality"), ("SELECT a::bigint FROM t", "CAST"),
        ("SELECT * FROM t WHERE a ILIKE 'x'", "lower"),
        ("SELECT 1 LIMIT 5 OFFSET 2", "OFFSET goes"),
        ("SELECT * FROM t LATERAL VIEW explode(a) x AS y", "UNNEST"),
        ("SELECT a & 1 FROM t", "bitwise_and"), ("SELECT a FROM t DISTRIBUTE BY a", "Hive"),
        ("SELECT ~a FROM t", "bitwise_and"), ("SELECT a FROM t WHERE a ~ 'x'", "regexp_like"),
        ("SELECT a, FROM t", "comma"), ("SELECT f(a,) FROM t", "comma"),
        ("SELECT a FROM t GROUP BY a, ORDER BY a", "comma"), ("SELECT a,, b FROM t", "comma"),
        ("SELECT a FROM t LIMIT 5, 10", "OFFSET 2 LIMIT 5"), ("SELECT TOP 5 a FROM t", "LIMIT"),
        ("SELECT now() - INTERVAL 1 DAY", "INTERVAL '7' DAY"),
        ("SELECT now() - INTERVAL '7 days'", "INTERVAL '7' DAY"),
        ("SELECT now() - INTERVAL '7' DAYS", "INTERVAL '7' DAY"),
        ("SELECT * EXCEPT (a) FROM t", "* EXCEPT"), ("SELECT SAFE_CAST(a AS int)", "TRY_CAST"),
        ("SELECT 'abc FROM t", "text that starts"), ("SELECT \"abc FROM t", "name that starts"),
        ("SELECT \u{2018}a\u{2019}", "'abc'"), ("SELECT \u{201C}a\u{201D}", "'abc'"),
        ("SELECT \u{FF08}1\u{FF09}", "write `(`"), ("SELECT\u{3000}1", "space"),
        ("SELECT 1 AS 日本", "quoted: \"日本\""), ("SELECT 1 FROM t WHERE 商品2 = 1", "\"商品2\""),
        ("SELECT Naïve FROM t", "\"naïve\""),
        ("SELECT count(*) FORM t", "`FROM`"), ("SELEC 1", "`SELECT`"),
        ("SELECT a FROM t WERE a = 1", "`WHERE`"), ("SELECT a FROM t GROUP YB a", "`BY`"),
    ])
    func `spellings of other dialects and slips of the hand get a hint`(text: String, part: String)
    {
        do {
            _ = try SampleCatalog.translate(text)
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.code == .syntaxError)
            #expect(error.hint?.contains(part) == true, "\(error)")
        }
    }

    @Test(arguments: [
        "SELECT a, table FROM t", "SELECT a, order FROM t", "SELECT interval a b",
        "SELECT a b c FROM t",
    ])
    func `no hint is given on a guess`(text: String) {
        do {
            _ = try SampleCatalog.translate(text)
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.code == .syntaxError && error.hint == nil, "\(error)")
        }
    }

    @Test func `a statement that is nested too deeply is refused`() {
        let text = "SELECT " + String(repeating: "(", count: 5000) + "1"
        #expect(SampleCatalog.sql(text).contains("nested more than"))
        let closed = text + String(repeating: ")", count: 5000)
        #expect(SampleCatalog.sql(closed).contains("nested more than"))
        let chain = "SELECT 1" + String(repeating: " + 1", count: 3000)
        #expect(SampleCatalog.sql(chain).contains("More than 250 operators in a row"))
        for (start, link, parts) in [
            ("ARRAY[1]", "[1]", "fields and subscripts"), ("a", ".a", "fields and subscripts"),
            ("TIMESTAMP '2026-01-01 00:00:00 UTC'", " AT TIME ZONE 'UTC'", "time zones"),
            ("CAST(NULL AS bigint", " ARRAY", "ARRAY"), ("* FROM t", ", t", "relations"),
            ("* FROM t", " CROSS JOIN t", "joins"),
        ] {
            let text = "SELECT \(start)" + String(repeating: link, count: 30_000)
            #expect(SampleCatalog.sql(text).contains("More than 250 \(parts) in a row"), "\(link)")
        }
        let names = "SELECT a" + String(repeating: ".a", count: 30_000) + ".*"
        #expect(SampleCatalog.sql(names).contains("More than 250 names in a row"))
        let longest = "SELECT 1" + String(repeating: " + 1", count: 250)
        #expect(SampleCatalog.sql(longest) == "SELECT 251")
    }

    /// Reading each level twice would take 2³⁰ times as long.
    @Test(arguments: ["c + 1", "c c c"])
    func `what is nested is read once on each level`(last: String) {
        var join = "SELECT \(last) FROM events"
        var key = join
        for _ in 0..<30 {
            join = "SELECT 1 AS c FROM ((\(join)) AS a CROSS JOIN (SELECT 2 AS d) AS b)"
            key = "SELECT 1 AS c FROM events GROUP BY ((\(key)) + 1) * 2"
        }
        let isWrong = last == "c c c"
        for text in [join, key] {
            #expect(SampleCatalog.sql(text).contains("mismatched input") == isWrong)
        }
    }

    @Test(arguments: [
        "SELECT date, time, row, key, value, year, first FROM (SELECT 1 AS date, 2 AS time, "
            + "3 AS row, 4 AS key, 5 AS value, 6 AS year, 7 AS first)",
        "SELECT 1 AS x FROM events LIMIT 1", "(SELECT 1) UNION (SELECT 2 LIMIT 1)",
        "SELECT * FROM ((SELECT 1 AS a) CROSS JOIN (VALUES 2) AS v (b))",
        "SELECT * FROM ((SELECT 1 AS a) limit CROSS JOIN (VALUES 2) AS v (b))",
        "SELECT * FROM ((SELECT 1 AS a) LIMIT 1)",
        "SELECT count(*) FROM events GROUP BY (type), (user_id, campaign_id)",
        "SELECT EXTRACT(YEAR FROM DATE '2026-01-01'), POSITION('a' IN 'b'), "
            + "TRIM(BOTH 'x' FROM 'xax')",
        "TABLE events", "VALUES 1, 2 ORDER BY 1 OFFSET 1 ROW FETCH NEXT ROW ONLY",
        "SELECT sum(amount) OVER w FROM events WINDOW w AS (PARTITION BY type ORDER BY time)",
    ])
    func `what the grammar allows is read`(text: String) {
        #expect(throws: Never.self) { try SampleCatalog.translate(text) }
    }
}
