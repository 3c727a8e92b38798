import Testing

@testable import PushSQL

/// Correlated subqueries look their rows up in copies that SQLite makes indexes for.
@Suite struct CorrelationTests {
    @Test func `a copy holds the columns that are used, in the order of the keys`() {
        let sql = SampleCatalog.sql(
            """
            SELECT e.user_id FROM events e WHERE NOT EXISTS (SELECT 1 FROM events o
            WHERE o.type = 'open' AND o.mixed = e.time AND e.user_id = o.user_id)
            """)
        let condition = """
            WHERE "o"."type" = 'open' AND COLUMN = "e"."time" AND "e"."user_id" = "o"."user_id"
            """
        let read = #"trino_column_bigint("o"."mixed", 1)"#
        #expect(
            sql == """
                SELECT "e"."user_id" FROM mobile.events AS "e" WHERE NOT CASE WHEN trino_often(6) \
                THEN EXISTS (SELECT 1 AS "_col0" FROM (WITH "o" AS MATERIALIZED (SELECT * \
                FROM (SELECT "o"."user_id" AS "user_id", "o"."type" AS "type", \(read) AS "mixed" \
                FROM mobile.events AS "o" WHERE ("o"."type" = 'open') \
                ORDER BY \(read), "o"."user_id", "o"."type")) \
                SELECT * FROM "o") AS "o" \
                \(condition.replacing("COLUMN", with: #""o"."mixed""#))) \
                ELSE EXISTS (SELECT 1 AS "_col0" FROM mobile.events AS "o" \
                \(condition.replacing("COLUMN", with: read))) END
                """, "\(sql)")
    }

    @Test(arguments: [
        "SELECT (SELECT max(time) FROM events o WHERE o.user_id = e.user_id) FROM events e",
        "SELECT 1 FROM events e WHERE type IN (SELECT type FROM events o WHERE o.time = e.time)",
        "SELECT 1 FROM events e WHERE time > ALL (SELECT time FROM events o WHERE o.type = e.type)",
        """
        SELECT 1 FROM events e CROSS JOIN LATERAL
        (SELECT time FROM events o WHERE o.user_id = e.user_id ORDER BY time LIMIT 1) l
        """,
        """
        SELECT type FROM events e GROUP BY type
        HAVING EXISTS (SELECT 1 FROM campaigns c WHERE c.name = e.type)
        """,
        "SELECT 1 FROM events e ORDER BY (SELECT count(*) FROM campaigns WHERE name = e.type)",
        """
        SELECT 1 FROM events e JOIN campaigns c
        ON EXISTS (SELECT 1 FROM events o WHERE o.campaign_id = c.campaign_id)
        """,
        """
        SELECT 1 FROM events e WHERE EXISTS (SELECT 1 FROM campaigns c
        JOIN events o ON o.campaign_id = c.campaign_id AND o.user_id = e.user_id)
        """,
        """
        SELECT 1 FROM events e
        WHERE EXISTS (SELECT 1 FROM (SELECT user_id AS u FROM events) o WHERE o.u = e.user_id)
        """,
        """
        WITH opens AS (SELECT user_id FROM events)
        SELECT 1 FROM events e WHERE EXISTS (SELECT 1 FROM opens o WHERE o.user_id = e.user_id)
        """,
        """
        SELECT 1 FROM events e WHERE EXISTS (SELECT 1 FROM campaigns WHERE name = 'a'
        UNION ALL SELECT 1 FROM campaigns c WHERE c.campaign_id = e.campaign_id)
        """,
        "EXPLAIN SELECT EXISTS (SELECT 1 FROM events o WHERE o.time = e.time + 1) FROM events e",
        """
        CREATE TABLE t AS SELECT user_id FROM events e
        WHERE EXISTS (SELECT 1 FROM campaigns c WHERE c.name = e.type)
        """,
    ])
    func `a relation is looked up through an index`(text: String) {
        let sql = SampleCatalog.sql(text)
        #expect(sql.contains("CASE WHEN trino_often(6) THEN "), "\(sql)")
        #expect(sql.ranges(of: "AS MATERIALIZED (").count >= 1, "\(sql)")
    }

    @Test func `a call that is looked up is a column of the copy`() {
        let sql = SampleCatalog.sql(
            """
            SELECT 1 FROM events e WHERE EXISTS (SELECT 1 FROM campaigns c
            WHERE lower(trim(c.name)) = e.type AND upper(lower(trim(c.name))) <> 'X')
            """)
        let call = #"trino_lower(trino_trim("c"."name"))"#
        #expect(
            sql.contains(
                """
                THEN EXISTS (SELECT 1 AS "_col0" FROM (WITH "c" AS MATERIALIZED (SELECT * \
                FROM (SELECT \(call) AS "key 0" FROM mobile.campaigns AS "c" \
                WHERE (trino_upper(\(call)) <> 'X') ORDER BY \(call))) SELECT * FROM "c") AS "c" \
                WHERE "c"."key 0" = "e"."type" AND trino_upper("c"."key 0") <> 'X') ELSE
                """), "\(sql)")
    }

    @Test(arguments: [
        // The index is for another column.
        ("o.type = e.type AND abs(o.time) = e.time", true),
        ("abs(o.time) = e.time", false), ("CAST(o.type AS bigint) = e.time", false),
        ("date_parse(o.type, '%Y') = from_unixtime(e.time)", false),
        ("(SELECT lower(o.type)) = e.type", false),
    ])
    func `a call that may fail is none for a copy`(condition: String, isIndexed: Bool) {
        let sql = SampleCatalog.sql(
            "SELECT 1 FROM events e WHERE EXISTS (SELECT 1 FROM events o WHERE \(condition))")
        #expect(sql.contains("trino_often") == isIndexed && !sql.contains("key 0"), "\(sql)")
    }

    @Test(
        arguments: [
            ("events o WHERE o.type = e.type AND o.time > 5", #" WHERE ("o"."time" > 5) ORDER"#),
            ("events o WHERE o.type = e.type AND o.time > e.time", nil),
            ("events o WHERE o.type = e.type AND 1 / o.time = 1", nil),
            ("events o WHERE o.type = e.type AND CAST(o.user_id AS bigint) > 1", nil),
            ("events o WHERE o.type = e.type AND o.time IN (SELECT 1)", nil),
            (
                """
                events o JOIN campaigns c ON c.name = 'a' AND o.type = c.name
                WHERE o.type = e.type
                """,
                #""c" WHERE ("c"."name" = 'a') ORDER"#
            ),
            (
                """
                events o LEFT JOIN campaigns c ON c.name = 'a' WHERE o.type = e.type
                AND c.name IS NULL AND coalesce(c.campaign_id, 'x') = e.type
                """, nil
            ),
        ] as [(String, String?)])
    func `a copy has the rows that meet the conditions on its relation alone`(
        from: String, wanted: String?
    ) {
        let sql = SampleCatalog.sql(
            "SELECT 1 FROM events e WHERE EXISTS (SELECT 1 FROM \(from))")
        #expect(sql.contains("MATERIALIZED"), "\(sql)")
        if let wanted { #expect(sql.contains(wanted), "\(sql)") }
        if wanted == nil { #expect(!sql.contains(") ORDER"), "\(sql)") }
    }

    @Test(arguments: [
        "SELECT 1 FROM events e WHERE user_id IN (SELECT user_id FROM events WHERE type = 'open')",
        "SELECT (SELECT max(time) FROM events) FROM events",
        "SELECT 1 FROM events e JOIN campaigns c ON c.campaign_id = e.campaign_id",
        "SELECT 1 FROM events e WHERE EXISTS (SELECT 1 FROM events o WHERE o.time < e.time)",
        "SELECT 1 FROM events e WHERE EXISTS (SELECT 1 FROM events o WHERE 'a' = e.type)",
        """
        SELECT 1 FROM events e WHERE EXISTS (SELECT 1 FROM events o
        FULL JOIN campaigns c ON c.campaign_id < o.campaign_id WHERE o.user_id = e.user_id)
        """,
    ])
    func `other queries are written as before`(text: String) {
        let sql = SampleCatalog.sql(text)
        #expect(!sql.contains("trino_often") && !sql.contains("MATERIALIZED"), "\(sql)")
    }

    @Test func `a text that looks like a relation stays a text`() {
        let sql = SampleCatalog.sql(
            """
            SELECT 1 FROM events e WHERE EXISTS (SELECT 1 FROM campaigns c
            WHERE c.name = e.type AND c.campaign_id <> 'mobile.campaigns AS "c" ''"c"."name"')
            """)
        #expect(sql.ranges(of: #"'mobile.campaigns AS "c" ''"c"."name"'"#).count == 3, "\(sql)")
    }

    @Test(arguments: [
        (#"trino_lower("t"."a")"#, true), (#"coalesce("t"."a", 'x''(')"#, true),
        (#"trino_lower("t"."a") || trino_lower("t"."b")"#, false), (#""t"."a" = 'x'"#, false),
        (#"("t"."a")"#, true), (#"("t"."a") || ("t"."b")"#, false),
    ])
    func `a text of one relation is read`(text: String, isCall: Bool) {
        let read = RowText(text)
        #expect(read?.alias == #""t""# && read?.isCall == isCall)
    }

    @Test(arguments: [
        "1", "'a'", #""a""#, #""t"."a" = "u"."a""#, #""t"."a" -> 'x'"#, #"abs("t"."a")"#,
        #"trino_at("t"."a", 1)"#, #""t"."a" IN (SELECT 1)"#, #"trino_lower("t"."a""#,
        #""t"."a" COLLATE x = 1"#,
    ])
    func `any other text is not`(text: String) { #expect(RowText(text) == nil) }

    @Test func `nesting does not double the text at every level`() {
        func nested(_ depth: Int, _ level: Int = 1) -> String {
            let rest = level == depth ? "TRUE" : nested(depth, level + 1)
            let condition = "t\(level).time = t\(level - 1).time AND \(rest)"
            return "EXISTS (SELECT 1 FROM events t\(level) WHERE \(condition))"
        }
        let sql = SampleCatalog.sql("SELECT 1 FROM events t0 WHERE \(nested(10))")
        #expect(sql.utf8.count < 10_000, "\(sql.utf8.count)")
    }
}
