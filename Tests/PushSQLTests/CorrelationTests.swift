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
        let read = #"trino_column_bigint("o"."mixed")"#
        #expect(
            sql == """
                SELECT "e"."user_id" FROM mobile.events AS "e" WHERE NOT CASE WHEN trino_often(6) \
                THEN EXISTS (SELECT 1 AS "_col0" FROM (WITH "o" AS MATERIALIZED (SELECT * \
                FROM (SELECT "o"."user_id" AS "user_id", "o"."type" AS "type", \(read) AS "mixed" \
                FROM mobile.events AS "o" ORDER BY \(read), "o"."user_id", "o"."type")) \
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

    @Test(arguments: [
        "SELECT 1 FROM events e WHERE user_id IN (SELECT user_id FROM events WHERE type = 'open')",
        "SELECT (SELECT max(time) FROM events) FROM events",
        "SELECT 1 FROM events e JOIN campaigns c ON c.campaign_id = e.campaign_id",
        "SELECT 1 FROM events e WHERE EXISTS (SELECT 1 FROM events o WHERE o.time < e.time)",
        "SELECT 1 FROM events e WHERE EXISTS (SELECT 1 FROM events o WHERE 'a' = e.type)",
        """
        SELECT 1 FROM events e WHERE EXISTS (SELECT 1 FROM events o
        FULL JOIN campaigns c ON c.campaign_id = o.campaign_id WHERE o.user_id = e.user_id)
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
        #expect(sql.ranges(of: #"'mobile.campaigns AS "c" ''"c"."name"'"#).count == 2, "\(sql)")
    }

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
