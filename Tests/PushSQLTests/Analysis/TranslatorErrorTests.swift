import Testing

@testable import PushSQL

/// What a statement cannot mean is told in Trino's words, with its code and place.
@Suite struct TranslatorErrorTests {
    private static let alias =
        "an alias is known only in the query's ORDER BY; repeat its expression"
    private static let outside = "window functions are filtered in a query around this one"

    private static func quotes(_ word: String) -> String {
        "text goes in single quotes: '\(word)'"
    }

    @Test(arguments: [
        (
            "SELECT usr_id FROM events",
            "COLUMN_NOT_FOUND: line 1:8: Column 'usr_id' cannot be resolved"
        ),
        (
            "SELECT 1 = 'a'",
            "TYPE_MISMATCH: line 1:10: Cannot apply operator: integer = varchar(1)"
        ),
        (
            "SELECT * FROM events WHERE 1",
            "TYPE_MISMATCH: line 1:28: WHERE clause must evaluate to a boolean: actual type integer"
        ),
        (
            "SELECT type, user_id FROM events GROUP BY type",
            "EXPRESSION_NOT_AGGREGATE: line 1:14: 'user_id' must be an aggregate expression or "
                + "appear in GROUP BY clause"
        ),
        (
            "SELECT sum(count(*)) FROM events",
            "NESTED_AGGREGATION: line 1:8: Cannot nest aggregations inside aggregation 'sum': "
                + "[count(*)]"
        ),
        (
            "SELECT type FROM events WHERE count(*) > 1",
            "EXPRESSION_NOT_SCALAR: line 1:40: WHERE clause cannot contain aggregations, window "
                + "functions or grouping operations: [count(*)]"
        ),
        (
            "SELECT * FROM nothing",
            "TABLE_NOT_FOUND: line 1:15: Table 'td.mobile.nothing' does not exist"
        ),
        (
            "SELECT * FROM shop.events",
            "SCHEMA_NOT_FOUND: line 1:15: Schema 'shop' does not exist"
        ),
        (
            "SELECT * FROM hive.mobile.events",
            "CATALOG_NOT_FOUND: line 1:15: Catalog 'hive' not found"
        ),
        ("SELECT foo(1)", "FUNCTION_NOT_FOUND: line 1:8: Function 'foo' not registered"),
        (
            "SELECT CAST(DATE '2026-01-01' AS bigint)",
            "TYPE_MISMATCH: line 1:8: Cannot cast date to bigint"
        ),
        (
            "SELECT DATE '2026-02-30'",
            "INVALID_LITERAL: line 1:8: '2026-02-30' is not a valid DATE literal"
        ),
        (
            "SELECT row_number() FROM events",
            "MISSING_OVER: line 1:8: Window function row_number requires an OVER clause"
        ),
        (
            "SELECT a FROM (SELECT 1 AS a, 2 AS a)",
            "AMBIGUOUS_NAME: line 1:8: Column 'a' is ambiguous"
        ),
        (
            "SELECT 1 ORDER BY 2",
            "INVALID_COLUMN_REFERENCE: line 1:19: ORDER BY position 2 is not in select list"
        ),
        (
            "SELECT 1, 2 UNION SELECT 1",
            "TYPE_MISMATCH: line 1:13: UNION query has different number of fields: 2, 1"
        ),
        (
            "WITH a AS (SELECT 1), a AS (SELECT 2) SELECT 1",
            "DUPLICATE_NAMED_QUERY: line 1:23: WITH query name 'a' specified more than once"
        ),
        (
            "SELECT * FROM UNNEST(ARRAY[1]) TABLESAMPLE SYSTEM (10)",
            "NOT_SUPPORTED: line 1:15: a sample of UNNEST or LATERAL is not supported"
        ),
    ])
    func `an error has its code and place`(text: String, message: String) {
        #expect(SampleCatalog.answer(text) == message)
    }

    @Test(arguments: [
        ("SELECT usr_id FROM events", "did you mean `user_id`?"),
        ("SELECT \"open\" FROM events", "text goes in single quotes: 'open'"),
        ("SELECT 1 FROM events WHERE type = open", "text goes in single quotes: 'open'"),
        (
            "SELECT 1 FROM events WHERE type = typ",
            "text goes in single quotes: 'typ'; or did you mean `type`?"
        ),
        ("SELECT * FROM pushes", "`pushes` is one of the device's tables"),
        ("SELECT ifnull(1, 2)", "write coalesce(x, y)"),
        ("SELECT nvl(1, 2)", "write coalesce(x, y)"),
        ("SELECT size(ARRAY[1])", "write cardinality(x)"),
        (
            "SELECT regexp_like('x', '^(?!open)')",
            "two conditions say it: regexp_like(x, 'a') AND NOT regexp_like(x, 'b')"
        ),
        (
            "SELECT regexp_extract('x', '(?<=id=)x')",
            "match the surroundings, too, and take the group: "
                + "regexp_extract(x, 'before(match)', 1)"
        ),
        (
            "SELECT * FROM JSON_TABLE(type, 'lax $[*]' COLUMNS (a bigint)) AS t",
            "CROSS JOIN UNNEST(CAST(json_extract(x, '$.items') AS array(row(name varchar, "
                + "n bigint)))) AS t (name, n) makes its rows and columns; LEFT JOIN … ON TRUE "
                + "keeps rows without any"
        ),
        ("SELECT rand()", "runs could not be repeated; take xxhash64(to_utf8(x)) of a column"),
        ("SELECT CAST(1 AS string)", "Trino's text type is varchar"),
        ("SELECT lcase('a')", "write lower(x)"), ("SELECT mid('a', 1, 2)", "write substr(x, 2, 3)"),
        ("SELECT to_char(1)", "write date_format(x, '%Y-%m-%d')"),
        ("SELECT type FROM events WHERE row_number() OVER () = 1", outside),
        ("SELECT type FROM events WHERE count(*) > 1", "aggregates are filtered by HAVING"),
        ("SELECT type FROM events WHERE amount", "a number is compared: amount <> 0"),
        ("SELECT type FROM events WHERE true AND mixed", "a number is compared: mixed <> 0"),
        ("SELECT type AS t FROM events WHERE t = 'open'", alias),
        ("SELECT type AS t FROM events WHERE 'open' = t", alias),
        ("SELECT upper(type) AS t FROM events GROUP BY t", alias),
        ("SELECT count(*) AS n FROM events HAVING n > 1", alias),
        ("SELECT x.type FROM events e", "the tables here are `e`"),
        ("SELECT event.type FROM events", "did you mean `events`?"),
        (
            "SELECT e.type FROM events e JOIN events o USING (type)",
            "write it without a table: `type`"
        ),
        ("SELECT x.type FROM (SELECT type FROM events)", "write it without a table: `type`"),
        ("SELECT e.type FROM events e, events e", "give each table an alias of its own"),
        ("SELECT type FROM events e, events o", "put the table's alias and a dot before it"),
        ("SELECT e.kind FROM (SELECT type FROM events) e", "columns are `type`"),
        ("SELECT type events WHERE amount > 3", "there is no FROM here; " + quotes("amount")),
        ("SELECT strpos(type, 5) FROM events", "a number becomes a text by CAST(x AS varchar)"),
        ("SELECT sum(type) FROM events", "a text becomes a number by CAST(x AS double)"),
        ("SELECT substr(type, 'a') FROM events", "a text becomes a number by CAST(x AS bigint)"),
        ("SELECT md5('a')", "the bytes of a text are to_utf8(x)"),
        ("SELECT date_trunc('day', 5)", "unix seconds become a timestamp by from_unixtime(x)"),
    ])
    func `an error says what to write`(text: String, hint: String) {
        do {
            _ = try SampleCatalog.translate(text)
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.hint == hint)
        }
    }

    /// What other dialects write, and Trino does not.
    private static let foreign: [(text: String, hint: String)] = [
        ("SELECT 'a' ILIKE 'A'", "there is no ILIKE; compare `lower(x) LIKE 'abc%'`"),
        (
            "SELECT * FROM events PIVOT (count(*) FOR type IN ('open'))",
            "there is no PIVOT; write count(*) FILTER (WHERE x = 'a') for each column"
        ),
        (
            "SELECT * FROM events UNPIVOT (x FOR y IN (time))",
            "there is no UNPIVOT; write CROSS JOIN UNNEST(ARRAY[x, y])"
        ),
        (
            "SELECT DISTINCT ON (type) type FROM events",
            "there is no DISTINCT ON; write max_by(x, time) with GROUP BY, or filter "
                + "row_number() OVER (PARTITION BY x ORDER BY y) in a query around this one"
        ),
        (
            "SELECT type, count(*) FROM events GROUP BY ALL",
            "columns without aggregates are grouped by `GROUP BY AUTO`"
        ),
        (
            "SELECT 1 FROM events a LEFT SEMI JOIN events b ON a.time = b.time",
            "rows with a match are found by `WHERE x IN (SELECT y FROM b)`"
        ),
        (
            "SELECT 1 FROM events a LEFT ANTI JOIN events b ON a.time = b.time",
            "rows without a match are found by "
                + "`WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.x = a.x)`"
        ),
        (
            "SELECT count(DISTINCT type, user_id) FROM events",
            "rows are counted by count(DISTINCT ROW(a, b))"
        ),
        (
            "SELECT td_time_range(time, DATE '2026-01-01') FROM events",
            "write CAST(to_unixtime(x) AS bigint)"
        ),
        ("SELECT td_time_format('2026-01-01', 'yyyy')", "write td_time_parse(x)"),
    ]

    @Test(arguments: foreign.indices)
    func `what other dialects write is told in Trino's words`(index: Int) {
        let (text, hint) = Self.foreign[index]
        `an error says what to write`(text: text, hint: hint)
    }

    private static let hidden: [(text: String, hint: String)] = [
        (
            "SELECT e.type AS y FROM events e ORDER BY events.type",
            "the table `events` is called `e` here: `e.type`"
        ),
        (
            "SELECT 1 FROM mobile.events e WHERE mobile.Events.type = 'a'",
            "the table `Events` is called `e` here: `e.type`"
        ),
        (
            "SELECT type AS events FROM events ORDER BY events.amount",
            "`events` is here the column that SELECT calls so, and hides the table; write `amount` "
                + "without it"
        ),
        (
            "SELECT type AS e, 1 AS amount FROM events e ORDER BY e.amount",
            "`e` is here the column that SELECT calls so, and hides the table; give one of them "
                + "another name"
        ),
        ("SELECT 1; SELECT 2", "Trino takes one statement at a time, without a semicolon"),
    ]

    @Test(arguments: hidden.indices)
    func `a hidden name, and a second statement, are told with what to write`(index: Int) {
        let (text, hint) = Self.hidden[index]
        `an error says what to write`(text: text, hint: hint)
    }

    private static let ofDate = "Trino does not make a number of a date: use TD_TIME_PARSE('"
    private static let ofText = "Trino does not convert between texts and numbers: "

    private static func dated(_ text: String) -> String {
        "\(ofDate)\(text)'), or TD_TIME_RANGE(time, '\(text)', NULL)"
    }

    @Test(
        arguments: [
            ("SELECT 1 FROM events WHERE time > '2026-01-01'", dated("2026-01-01")),
            (
                "SELECT 1 FROM events WHERE time BETWEEN '2026-01-01 09:00:00' AND '2026-01-02'",
                dated("2026-01-01 09:00:00")
            ),
            ("SELECT time - '2026-01-01' FROM events", dated("2026-01-01")),
            (
                "SELECT 1 FROM events WHERE time > 'yesterday'",
                ofText + "write a number, without quotes"
            ),
            ("SELECT 1 FROM events WHERE time > '12'", ofText + "use CAST(x AS bigint)"),
        ] as [(String, String)])
    func `a text where a number is wanted is told what becomes one`(text: String, hint: String) {
        let error = #expect(throws: TrinoError.self) { try SampleCatalog.translate(text) }
        #expect(error?.hint == hint)
    }

    @Test(arguments: ["SELECT substr(type) FROM events", "SELECT date_trunc('day') FROM events"])
    func `a call that lacks an argument is not told to convert one`(text: String) {
        do {
            _ = try SampleCatalog.translate(text)
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.code == .functionNotFound && error.hint == nil)
        }
    }

    /// SQLite's limits have places: what they are of, and where the first too much stands.
    static let large: [(String, String, String)] = [
        (
            "SELECT " + list(2001, ", ") { "\($0)" },
            "line 1:1: a result of 2001 columns is not supported", "at most 2000 are"
        ),
        (
            "SELECT 1 FROM (VALUES (" + list(2001, ", ") { "\($0)" } + ")) AS t",
            "line 1:16: a result of 2001 columns is not supported", "at most 2000 are"
        ),
        (
            "SELECT 1 FROM events ORDER BY " + list(2001, ", ") { _ in "time+1" },
            "line 1:16035: ORDER BY with 2001 keys is not supported", "at most 2000 are"
        ),
        (
            "SELECT 1 FROM events GROUP BY " + list(2001, ", ") { _ in "time+1" },
            "line 1:16035: GROUP BY with 2001 keys is not supported", "at most 2000 are"
        ),
        (
            "SELECT sum(1) OVER (PARTITION BY " + list(2001, ", ") { _ in "time+1" }
                + ") FROM events",
            "line 1:16038: a window with 2001 keys is not supported", "at most 2000 are"
        ),
        (
            list(501, " UNION ALL ") { _ in "SELECT 1" },
            "line 1:9491: a set operation of 501 queries is not supported",
            "at most 500 are; VALUES takes any number of rows"
        ),
        (
            "SELECT 1 FROM " + list(65, ", ") { "events t\($0 + 100)" },
            "line 1:847: a join of 65 relations is not supported", "at most 64 are"
        ),
        (
            "SELECT 1 FROM UNNEST(" + list(99, ", ") { _ in "ARRAY[1]" } + ")",
            "line 1:22: UNNEST of 99 values is not supported",
            "at most 98; ARRAY[…] takes any number"
        ),
    ]

    private static func list(
        _ count: Int, _ separator: String, _ part: (Int) -> String
    ) -> String {
        (0..<count).map(part).joined(separator: separator)
    }

    @Test(arguments: large.indices) func `what is too large is told with its place`(index: Int) {
        let (text, message, hint) = Self.large[index]
        do {
            _ = try SampleCatalog.translate(text)
            Issue.record("\(text.prefix(60)) was taken")
        } catch {
            #expect(error.code == .notSupported && error.text == message && error.hint == hint)
        }
    }

    @Test func `every code has a number of its own`() {
        let numbers = TrinoErrorCode.allCases.map(\.number)
        #expect(Set(numbers).count == numbers.count)
        // Trino's own GENERIC_USER_ERROR is 0, which is also what a code without an entry gets.
        #expect(TrinoErrorCode.allCases.filter { $0.number == 0 } == [.genericUserError])
    }
}
