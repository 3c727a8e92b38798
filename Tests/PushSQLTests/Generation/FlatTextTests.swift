import Testing

@testable import PushSQL

/// The flat form of texts for SQLite.
@Suite struct FlatTextTests {
    @Test(arguments: [
        (
            #"SELECT trino_add_bigint(trino_subtract_bigint("t"."a", 1), "t"."b") FROM "t""#,
            #"SELECT trino_chain('subtract_bigint/1 add_bigint/1', "t"."a", 1, "t"."b") FROM "t""#
        ),
        (
            "trino_replace(trino_lower(trino_replace(x, '(', 'b,')), 'it''s')",
            "trino_chain('replace/2 lower/0 replace/1', x, '(', 'b,', 'it''s')"
        ),
        (
            "trino_try(try_trino_add_real(try_trino_add_real(a, b), c))",
            "trino_try(try_trino_chain('add_real/1 add_real/1', a, b, c))"
        ),
        (
            "try_trino_add_real(trino_add_real(a, b), c)",
            "try_trino_add_real(trino_add_real(a, b), c)"
        ),
        ("trino_add_real(a, trino_add_real(b, c))", "trino_add_real(a, trino_add_real(b, c))"),
        ("trino_add_real(a, b)", "trino_add_real(a, b)"),
        ("coalesce(a, coalesce(coalesce(b, c), 1), 2)", "coalesce(a, b, c, 1, 2)"),
        (
            "CASE WHEN a THEN 1 ELSE CASE WHEN b THEN 2 ELSE (CASE WHEN c THEN 3 END) END END",
            "CASE WHEN a THEN 1 WHEN b THEN 2 WHEN c THEN 3 END"
        ),
        (
            "CASE WHEN a THEN 1 WHEN b THEN CASE WHEN c THEN 2 ELSE 3 END ELSE 4 END",
            "CASE WHEN a THEN 1 WHEN (b) IS NOT TRUE THEN 4 WHEN c THEN 2 ELSE 3 END"
        ),
        (
            "CASE WHEN a THEN CASE WHEN c THEN 2 END WHEN b THEN 1 END",
            "CASE WHEN a THEN CASE WHEN c THEN 2 END WHEN b THEN 1 END"
        ),
        (
            #"SELECT ((("t"."a" || 'x') || "b") || 'y') = 'z'"#,
            #"SELECT ("t"."a" || 'x' || "b" || 'y') = 'z'"#
        ),
        ("SELECT ((a + b) - c) * d, (a * b) + c", "SELECT (a + b - c) * d, a * b + c"),
        ("SELECT a - (b - c) - d, -(a + b) + c", "SELECT a - (b - c) - d, -(a + b) + c"),
        ("SELECT (CAST(a AS TEXT) || b) || c", "SELECT (CAST(a AS TEXT) || b) || c"),
        ("SELECT (SELECT 1) + 2", "SELECT (SELECT 1) + 2"),
        ("SELECT (a) FROM (b", "SELECT (a) FROM (b"),
    ])
    func `what nests from the left is written in a row`(text: String, flat: String) {
        #expect(FlatText.flattened(text) == flat)
    }

    @Test func `a call has no more arguments than SQLite takes`() {
        var text = "x"
        for number in 0..<300 { text = "trino_add_bigint(\(text), \(number))" }
        let flat = FlatText.flattened(text)
        #expect(flat.ranges(of: "trino_chain(").count == 4)
        var list = "coalesce(a, b)"
        for _ in 0..<150 { list = "coalesce(\(list), c)" }
        #expect(FlatText.flattened(list).ranges(of: "coalesce(").count == 2)
    }

    /// Only what names nothing outside is moved.
    @Test(arguments: [
        (
            "SELECT x FROM (SELECT time AS x FROM events) t",
            #"WITH RECURSIVE "part" AS (SELECT "events"."time" AS "x" FROM mobile.events AS "#
                + #""events") SELECT "t"."x" FROM "part" AS "t""#
        ),
        (
            "WITH a AS (SELECT 1 AS x) SELECT x FROM a",
            #"WITH RECURSIVE "a" AS (SELECT 1 AS "x") SELECT "a_2"."x" FROM "a" AS "a_2""#
        ),
        (
            "SELECT (SELECT max(y) FROM (VALUES x) u(y)) FROM (SELECT 1 AS x) t",
            #"WITH RECURSIVE "part" AS (SELECT 1 AS "x") SELECT (SELECT max("u"."column1") AS "#
                + #""_col0" FROM (VALUES (+"t"."x")) AS "u") FROM "part" AS "t""#
        ),
    ])
    func `queries stand before the statement`(text: String, flat: String) throws {
        var session = TrinoSession(zone: "UTC", start: 0)
        session.form = .flat
        let query = try Trino.translate(text, catalog: SampleCatalog(), session: session)
        #expect(query.sql == flat)
    }
}
