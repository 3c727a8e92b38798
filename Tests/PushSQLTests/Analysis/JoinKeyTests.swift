import Testing

@testable import PushSQL

/// Joins on expressions compare columns of copies, which SQLite makes indexes for.
@Suite struct JoinKeyTests {
    private static let join = "SELECT e.time FROM events e JOIN campaigns c ON "

    @Test func `the later relation becomes a copy in which the expression is a column`() {
        let sql = SampleCatalog.sql(
            Self.join + "lower(e.type) = lower(c.name) AND c.campaign_id <> 'x'")
        #expect(
            sql == """
                SELECT "e"."time" FROM mobile.events AS "e" JOIN (WITH "c" AS MATERIALIZED \
                (SELECT "c"."campaign_id" AS "campaign_id", trino_lower("c"."name") AS "key 0" \
                FROM mobile.campaigns AS "c" WHERE ("c"."campaign_id" <> 'x')) \
                SELECT * FROM "c") AS "c" \
                ON "c"."campaign_id" <> 'x' AND trino_lower("e"."type") = "c"."key 0"
                """, "\(sql)")
    }

    @Test(arguments: [
        "lower(e.type) = lower(c.name)", "upper(c.name) = lower(e.type)",
        "e.type || 'a' = c.name || 'a'", "lower(e.type) IS NOT DISTINCT FROM lower(c.name)",
        "CAST(e.time AS varchar) = trim(c.name)", "e.type || 'a' = c.campaign_id || c.name",
        "td_time_string(e.time, 'd!') = td_time_string(length(c.name), 'd!')",
        "e.time + 1 = CAST(c.name AS bigint) + 1",
        "from_unixtime(e.time) = from_unixtime(CAST(c.name AS bigint))",
        "TRY_CAST(e.type AS bigint) = TRY_CAST(c.name AS bigint)",
        "td_md5(lower(e.type)) = td_md5(lower(c.name))", "split(c.name, 'a')[2] = upper(e.type)",
        "CASE WHEN e.time > 5 THEN 'a' END = IF(c.name = 'x', 'a', 'b')",
    ])
    func `an expression is a column`(condition: String) {
        let sql = SampleCatalog.sql(Self.join + condition)
        #expect(sql.contains("\"key 0\" FROM mobile.campaigns"), "\(sql)")
    }

    @Test(arguments: [
        "events e, campaigns c WHERE lower(e.type) = lower(c.name)",
        "events e LEFT JOIN campaigns c ON lower(e.type) = lower(c.name)",
        "events e LEFT JOIN campaigns c ON e.type = lower(c.name)",
        "campaigns c RIGHT JOIN events e ON lower(e.type) = lower(c.name)",
        """
        events e WHERE type IN (SELECT o.type FROM events o JOIN campaigns c
        ON lower(o.type) = lower(c.name))
        """,
        """
        (SELECT lower(type) AS k FROM events) e JOIN (SELECT lower(name) AS k FROM campaigns) c
        USING (k)
        """,
    ])
    func `a join is one wherever it is written`(from: String) {
        let sql = SampleCatalog.sql("SELECT 1 FROM \(from)")
        #expect(sql.contains(" AS MATERIALIZED (SELECT"), "\(sql)")
        #expect(!sql.contains("RIGHT JOIN"), "\(sql)")
    }

    @Test func `a column of mixed types is read once for each row`() {
        let sql = SampleCatalog.sql(
            "SELECT count(*) FROM events e LEFT JOIN events o ON o.mixed = e.mixed")
        let read = #"trino_column_bigint("o"."mixed", 1) AS "mixed""#
        #expect(sql.contains("AS MATERIALIZED (SELECT \(read) FROM mobile.events AS \"o\")"))
    }

    @Test(arguments: [
        // SQLite makes an index for the column on the other side.
        Self.join + "e.type = lower(c.name)", Self.join + "e.type = c.name",
        "SELECT 1 FROM events e LEFT JOIN campaigns c ON lower(e.type) = c.name",
        // No equality between relations.
        Self.join + "lower(e.type) < lower(c.name)", Self.join + "lower(c.name) = upper(c.name)",
        Self.join + "lower(e.type) = lower(c.name) OR e.type = c.name",
        Self.join + "e.amount * 2 = log10(length(c.name))",
        // What is not known to follow from the row.
        Self.join + "CAST(uuid() AS varchar) = lower(c.name) || CAST(uuid() AS varchar)",
        Self.join + "lower(e.type) = (SELECT max(lower(name)) FROM campaigns)",
        // All rows may be left out.
        Self.join + "lower(e.type) = lower(c.name) WHERE 1 = 0",
        // For a missing row the expression is no NULL.
        "SELECT 1 FROM events e LEFT JOIN campaigns c ON lower(e.type) = coalesce(c.name, 'x')",
    ])
    func `other joins are written as before`(text: String) {
        let sql = SampleCatalog.sql(text)
        #expect(!sql.contains("MATERIALIZED"), "\(sql)")
    }

    @Test(arguments: [
        ("", true), ("WHERE 1 = 1 AND TRUE", true), ("WHERE c.name > 'b'", true),
        ("WHERE e.time > 5", true), ("WHERE c.name <> e.type", false),
        ("AND e.type = c.name WHERE e.type = 'a'", false), ("WHERE length(c.name) > 1", false),
        ("AND c.name LIKE 'b%'", true),
        ("WHERE c.name IN (SELECT type FROM events)", false),
    ])
    func `what may fail is computed only for rows that meet the conditions on them alone`(
        rest: String, isKey: Bool
    ) {
        let sql = SampleCatalog.sql(Self.join + "e.time + 1 = CAST(c.name AS bigint) + 1 \(rest)")
        #expect(sql.contains("key 0") == isKey, "\(sql)")
        let safe = SampleCatalog.sql(Self.join + "lower(e.type) = lower(c.name) \(rest)")
        #expect(safe.contains("key 0"), "\(safe)")
    }

    @Test func `what may fail is computed for the rows that an outer join joins`() {
        let join = "SELECT 1 FROM events e LEFT JOIN campaigns c ON e.time = length(c.name)"
        for (rest, isKey) in [(" WHERE c.name IS NULL", true), (" AND c.name > 'a'", false)] {
            let sql = SampleCatalog.sql(join + rest)
            #expect(sql.contains("key 0") == isKey, "\(sql)")
        }
    }

    @Test func `conditions on one relation come before those that may fail`() {
        let join = "SELECT 1 FROM events e LEFT JOIN campaigns c ON "
        let last = "lower(e.type) < upper(c.name)"
        let sql = SampleCatalog.sql("\(join) \(last) AND c.name > 'a' AND e.time > 5")
        let first = #"ON "c"."name" > 'a' AND "e"."time" > 5 AND trino_lower"#
        #expect(sql.contains(first), "\(sql)")
        let safe = SampleCatalog.sql("\(join) e.type < c.name AND c.name > 'a'")
        #expect(safe.hasSuffix(#"ON "e"."type" < "c"."name" AND "c"."name" > 'a'"#), "\(safe)")
    }

    @Test func `a full join is two left joins of sides that are kept`() {
        let sql = SampleCatalog.sql(
            """
            SELECT e.time, c.campaign_id FROM events e FULL JOIN campaigns c
            ON lower(c.name) = e.type AND e.time > 5
            """)
        let condition = #"ON "right"."key 0" = "left"."c2" AND "left"."c0" > 5"#
        #expect(
            sql == """
                SELECT "full"."c0", "full"."d0" FROM (WITH "left" AS MATERIALIZED (SELECT \
                "left"."c0", "left"."c2", 1 AS "row" FROM (SELECT "e"."time" AS "c0", \
                "e"."type" AS "c2" FROM mobile.events AS "e") AS "left"), "right" AS MATERIALIZED \
                (SELECT "right"."d0", "right"."d1", trino_lower("right"."d1") AS "key 0", \
                1 AS "row" FROM (SELECT "c"."campaign_id" AS "d0", "c"."name" AS "d1" \
                FROM mobile.campaigns AS "c") AS "right") \
                SELECT "left"."c0" AS "c0", "right"."d0" AS "d0" \
                FROM "left" LEFT JOIN "right" \(condition) \
                UNION ALL SELECT NULL AS "c0", "right"."d0" AS "d0" \
                FROM "right" LEFT JOIN "left" \(condition) WHERE "left"."row" IS NULL) AS "full"
                """, "\(sql)")
    }

    @Test(arguments: [
        ("e.time + 1 = length(c.name)", true),
        ("e.time + 1 = length(c.name) AND e.time > 5", false),
        ("e.type = lower(c.name) AND e.time > 5", true),
    ])
    func `a full join computes what may fail only if it compares all rows`(
        condition: String, isKey: Bool
    ) {
        let sql = SampleCatalog.sql(
            "SELECT 1 FROM events e FULL JOIN campaigns c ON \(condition)")
        #expect(sql.contains("key 0") == isKey && !sql.contains("FULL"), "\(sql)")
    }

    @Test(arguments: ["e.type < c.name", "TRUE", "e.type = c.name OR e.time = 1"])
    func `a full join without an equality stays one`(condition: String) {
        let sql = SampleCatalog.sql(
            "SELECT 1 FROM events e FULL JOIN campaigns c ON \(condition)")
        #expect(sql.contains(" FULL JOIN "), "\(sql)")
    }

    @Test func `an expression in brackets keeps them`() {
        let sql = SampleCatalog.sql(
            Self.join + "e.type || 'a' = c.name || 'a' AND (c.name || 'a') IN (e.type)")
        #expect(sql.contains(#"("e"."type" || 'a') = ("c"."key 0")"#), "\(sql)")
        #expect(sql.contains(#"("c"."key 0") IN ("e"."type")"#), "\(sql)")
    }
}
