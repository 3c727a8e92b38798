import PushText
import Testing

@testable import PushSQL

/// Queries become the text that one would write by hand, and checks stand where they must.
@Suite struct TranslatorTests {
    @Test(arguments: [
        ("SELECT count(*) FROM events", "SELECT count(*) FROM mobile.events AS \"events\""),
        (
            "SELECT type, count(*) AS n FROM events GROUP BY type ORDER BY n DESC LIMIT 3",
            "SELECT \"events\".\"type\", count(*) AS \"n\" FROM mobile.events AS \"events\" "
                + "GROUP BY \"events\".\"type\" ORDER BY 2 DESC LIMIT 3"
        ),
        (
            "SELECT count(DISTINCT user_id) FROM events WHERE type = 'open' AND time >= 5",
            "SELECT count(DISTINCT \"events\".\"user_id\") FROM mobile.events AS \"events\" "
                + "WHERE \"events\".\"type\" = 'open' AND \"events\".\"time\" >= 5"
        ),
        (
            "SELECT time / 3600 * 3600 FROM events",
            "SELECT (\"events\".\"time\" / 3600) * 3600 FROM mobile.events AS \"events\""
        ),
        (
            "SELECT user_id FROM events WHERE type LIKE 'o_e%'",
            "SELECT \"events\".\"user_id\" FROM mobile.events AS \"events\" "
                + "WHERE \"events\".\"type\" GLOB 'o?e*'"
        ),
        (
            "SELECT c.name FROM events e JOIN campaigns c ON e.campaign_id = c.campaign_id",
            "SELECT \"c\".\"name\" FROM mobile.events AS \"e\" JOIN mobile.campaigns AS \"c\" "
                + "ON \"e\".\"campaign_id\" = \"c\".\"campaign_id\""
        ),
        (
            "SELECT mixed FROM events",
            "SELECT trino_column_bigint(\"events\".\"mixed\", 0) FROM mobile.events AS \"events\""
        ),
        (
            "SELECT 1 FROM events WHERE td_time_range(time, 5, 9)",
            "SELECT 1 FROM mobile.events AS \"events\" "
                + "WHERE \"events\".\"time\" >= 5 AND \"events\".\"time\" < 9"
        ),
    ])
    func `a plain query stays plain`(text: String, sql: String) {
        #expect(SampleCatalog.sql(text) == sql)
    }

    @Test(arguments: [
        ("SELECT time + 1 FROM events", "trino_add_bigint("),
        ("SELECT 2147483647 + 1", "trino_add_integer(2147483647, 1)"),
        ("SELECT 1 / 0", "trino_divide_integer(1, 0)"),
        ("SELECT user_id FROM events ORDER BY amount", "NULLS LAST"),
        ("SELECT TRY(1 / 0)", "trino_try(try_trino_divide_integer(1, 0))"),
        ("SELECT (SELECT user_id FROM events)", "SUBQUERY_MULTIPLE_ROWS"),
        ("SELECT type, count(*) FROM events GROUP BY ROLLUP (type)", "AS MATERIALIZED"),
        ("SELECT 0.1 + 0.2 = 0.3", "trino_add_decimal('0.1', '0.2', 2, 1) = '0.3'"),
        ("SELECT amount > 9.99 FROM events", "\"amount\" > 9.99"),
        ("SELECT 1 UNION SELECT 2 INTERSECT SELECT 2", "UNION SELECT \"s\""),
        ("SELECT 1 GROUP BY ()", "count(*) AS \"rows\""),
    ])
    func `a check stands where something can go wrong`(text: String, part: String) {
        #expect(SampleCatalog.sql(text).contains(part), "\(SampleCatalog.sql(text))")
    }

    /// A chain of WITH in which each query names the column of the one before it some times.
    private static func chain(_ levels: Int, _ list: String) -> String {
        let first = "c0 AS (SELECT user_id AS s FROM events)"
        let others = (1...levels).map { "c\($0) AS (SELECT \(list) AS s FROM c\($0 - 1))" }
        return "WITH \(([first] + others).joined(separator: ", ")) SELECT s FROM c\(levels)"
    }

    @Test(arguments: [
        (1, "coalesce(s, s, s, s, s, s, s)", 0), (2, "coalesce(s, s, s, s, s, s, s)", 0),
        (3, "coalesce(s, s, s, s, s, s, s)", 1), (9, "coalesce(s, s, s, s, s, s, s)", 3),
        (40, "lower(s)", 2), (40, "s", 0), (2, "lower(s || s)", 0), (9, "lower(s || s)", 1),
    ])
    func `a query whose column stands for many expressions keeps its rows`(
        levels: Int, list: String, kept: Int
    ) {
        let sql = SampleCatalog.sql(Self.chain(levels, list))
        #expect(sql.ranges(of: "AS MATERIALIZED").count == kept, "\(sql)")
    }

    @Test(arguments: [
        (
            "SELECT 1.0 / 3, 7 / 2.0, DECIMAL '1.0' / DECIMAL '3'",
            "decimal(13,12) | decimal(17,6) | decimal(7,6)"
        ),
        (
            "SELECT -2147483648, 2147483648, 1.5, 1e0, 'ab', NULL, TRUE",
            "integer | bigint | decimal(2,1) | double | varchar(2) | unknown | boolean"
        ),
        (
            "SELECT avg(time), sum(amount), max(type), array_agg(user_id) FROM events",
            "double | double | varchar | array(varchar)"
        ),
        (
            "SELECT DATE '2026-01-31' - DATE '2026-01-01', now(), from_unixtime(time) FROM events",
            "interval day to second | timestamp(3) with time zone | timestamp(3) with time zone"
        ),
        (
            "SELECT transform(ARRAY[1], x -> x * 1e0), MAP(ARRAY['a'], ARRAY[1]), ROW(1, 'a')",
            "array(double) | map(varchar(1), integer) | row(integer, varchar(1))"
        ),
    ])
    func `columns have Trino's types`(text: String, types: String) {
        #expect(SampleCatalog.answer(text) == types)
    }

    /// Statements with a join to be filled in, whose kind decides on a wrapper.
    static let merged = [
        """
        SELECT q.n FROM events e # JOIN (
          SELECT campaign_id, (SELECT count(*) FROM events) AS n FROM campaigns) q
        ON q.campaign_id = e.campaign_id
        """,
        """
        SELECT count(*) FROM events e # JOIN (
          SELECT p.n FROM campaigns c JOIN (
            SELECT EXISTS (SELECT 1 FROM events) AS n FROM campaigns) p ON p.n) q
        ON q.n
        """,
        """
        SELECT user_id FROM events e WHERE EXISTS (
          SELECT 1 FROM campaigns c # JOIN (
            SELECT name, e.user_id AS u FROM campaigns) q ON q.name = c.name WHERE q.u = 'a')
        """,
    ]

    @Test(arguments: merged) func `a column is kept apart only where its row may be missing`(
        text: String
    ) {
        func sql(_ kind: String) -> String {
            SampleCatalog.sql(text.replacing("#", with: kind))
        }
        #expect(!sql("INNER").contains("CASE WHEN 1") && sql("INNER").contains(" JOIN "))
        for kind in ["LEFT", "RIGHT", "FULL"] { #expect(sql(kind).contains("CASE WHEN 1 THEN ")) }
    }

    @Test func `EXPLAIN shows the query of a statement that stores rows`() throws {
        let text = "INSERT INTO campaigns (name) SELECT 'x'"
        let explained = try SampleCatalog.translate("EXPLAIN " + text)
        #expect(explained.target == .explanation)
        #expect(explained.sql == (try SampleCatalog.translate(text).sql))
    }

    /// Trino's IoPlanPrinter; estimates without statistics are NaN there.
    @Test func `TYPE IO lists the tables that are read, each once, and the one that is filled`()
        throws
    {
        let query = try SampleCatalog.translate(
            """
            EXPLAIN (TYPE IO) INSERT INTO campaigns (name) SELECT a.type FROM events a
            JOIN events b ON a.time = b.time JOIN campaigns c ON c.name = a.type
            """)
        #expect(query.target == .result && query.columns.map(\.name) == ["Query Plan"])
        let start = try #require(query.sql.firstIndex(of: "{"))
        let end = try #require(query.sql.lastIndex(of: "}"))
        let answer = try JSONParser.parse(Array(query.sql[start...end].utf8))
        let inputs = answer["inputTableColumnInfos"]?.arrayValue ?? []
        let tables = inputs.map { $0["table"]?["schemaTable"]?["table"]?.stringValue }
        #expect(tables == ["events", "campaigns"])
        let conditions = inputs.map { $0["constraint"]?["columnConstraints"]?.arrayValue?.count }
        #expect(conditions == [0, 0])
        #expect(answer["outputTable"]?["schemaTable"]?["table"] == "campaigns")
        #expect(answer["outputTable"]?["catalog"] == "td")
        #expect(answer["estimate"]?["outputRowCount"] == "NaN")
    }

    @Test func `a statement says what becomes of its rows`() throws {
        #expect(try SampleCatalog.translate("EXPLAIN SELECT 1").target == .explanation)
        let analysis = try SampleCatalog.translate("EXPLAIN ANALYZE VERBOSE SELECT 1")
        #expect(analysis.target == .analysis(isVerbose: true))
        #expect(analysis.answerColumns.map(\.name) == ["Query Plan"])
        let insert = try SampleCatalog.translate("INSERT INTO campaigns (name) SELECT 'x'")
        #expect(
            insert.target == .insertion(schema: "mobile", table: "campaigns", columns: ["name"]))
        let create = try SampleCatalog.translate("CREATE TABLE IF NOT EXISTS t AS SELECT 1 AS a")
        #expect(create.target == .creation(schema: "mobile", table: "t", isOptional: true))
        let define = try SampleCatalog.translate("CREATE TABLE t (a integer, b varchar(9))")
        #expect(define.target == .definition(schema: "mobile", table: "t", isOptional: false))
        #expect(define.columns.map(\.name) == ["a", "b"])
        let drop = try SampleCatalog.translate("DROP TABLE campaigns")
        #expect(drop.target == .removal(schema: "mobile", table: "campaigns"))
        #expect(
            try SampleCatalog.translate("DROP TABLE IF EXISTS nope").target
                == .nothing("DROP TABLE"))
        #expect(
            try SampleCatalog.translate("ALTER TABLE campaigns RENAME TO old").target
                == .renaming(schema: "mobile", table: "campaigns", to: "old"))
        #expect(
            try SampleCatalog.translate("ALTER TABLE IF EXISTS nope RENAME TO old").target
                == .nothing("RENAME TABLE"))
    }

    @Test(arguments: [
        (
            "CREATE TABLE t AS SELECT DATE '2020-01-01' AS d",
            "NOT_SUPPORTED: line 1:19: column 'd' of type date is not supported"
        ),
        (
            "CREATE TABLE t AS SELECT 1 AS a, 2 AS A",
            "DUPLICATE_COLUMN_NAME: line 1:19: Column name 'a' specified more than once"
        ),
        (
            "CREATE TABLE t AS SELECT NULL AS n",
            "COLUMN_TYPE_UNKNOWN: line 1:19: Column type is unknown: n"
        ),
        (
            "CREATE TABLE t (time varchar)",
            "TYPE_MISMATCH: line 1:22: column 'time' holds unix seconds: expected bigint, "
                + "found varchar"
        ),
        (
            "DROP TABLE nope",
            "TABLE_NOT_FOUND: line 1:12: Table 'td.mobile.nope' does not exist"
        ),
        ("DELETE FROM campaigns", "NOT_SUPPORTED: line 1:1: DELETE is not supported"),
        (
            "ALTER TABLE campaigns ADD COLUMN a bigint",
            "NOT_SUPPORTED: line 1:1: ALTER is not supported"
        ),
        (
            "ALTER TABLE nope RENAME TO old",
            "TABLE_NOT_FOUND: line 1:13: Table 'td.mobile.nope' does not exist"
        ),
        (
            "ALTER TABLE campaigns RENAME TO mobile.events",
            "TABLE_ALREADY_EXISTS: line 1:1: Target table 'td.mobile.events' already exists"
        ),
        (
            "ALTER TABLE campaigns RENAME TO shop.campaigns",
            "SCHEMA_NOT_FOUND: line 1:33: Schema 'shop' does not exist"
        ),
        (
            "ALTER TABLE campaigns RENAME TO information_schema.campaigns",
            "TABLE_NOT_FOUND: line 1:33: Table 'td.information_schema.campaigns' does not exist"
        ),
        (
            "DROP TABLE information_schema.tables",
            "NOT_SUPPORTED: line 1:12: This connector does not support dropping tables"
        ),
        (
            "INSERT INTO system.runtime.nodes SELECT 1",
            "NOT_SUPPORTED: line 1:13: This connector does not support inserts"
        ),
    ])
    func `a table that cannot be made is refused`(text: String, wanted: String) {
        #expect {
            _ = try SampleCatalog.translate(text)
        } throws: { error in
            guard let error = error as? TrinoError else { return false }
            return "\(error.code.rawValue): \(error.text)" == wanted
        }
    }

    @Test(arguments: [
        ("SELECT * FROM system.runtime.nodes", 5), ("SELECT * FROM system.jdbc.columns", 24),
        ("SELECT * FROM system.metadata.table_comments", 4),
        ("SELECT * FROM information_schema.views", 4),
        ("SELECT * FROM information_schema.columns", 8),
        ("SELECT c.* FROM information_schema.columns AS c LEFT JOIN events AS e ON true", 8),
        ("SELECT * FROM information_schema.table_privileges", 10),
        ("SELECT * FROM system.information_schema.columns", 8),
        ("SELECT * FROM system.metadata.materialized_views", 10),
        ("SELECT * FROM system.metadata.analyze_properties", 5),
        ("SELECT * FROM system.runtime.queries", 15),
        ("SELECT * FROM system.runtime.tasks", 24), ("SELECT * FROM system.jdbc.types", 18),
        ("SELECT * FROM system.jdbc.attributes", 21), ("SELECT * FROM system.jdbc.udts", 7),
        ("SELECT * FROM system.jdbc.procedure_columns", 20),
        ("SELECT * FROM system.jdbc.pseudo_columns", 12),
        ("SELECT * FROM system.jdbc.super_types", 6),
    ])
    func `drivers find the tables that they ask about`(text: String, columns: Int) throws {
        #expect(try SampleCatalog.translate(text).columns.count == columns)
    }

    @Test(arguments: [MetadataTables.system, "td"])
    func `each row of a table that describes others has a cell for each column`(label: String) {
        let metadata = MetadataTables(catalog: SampleCatalog(), label: label)
        for place in metadata.tables where metadata.describes(place.schema) {
            let table = metadata.table(place.table, in: place.schema)
            #expect(table != nil, "\(place)")
            for row in table?.rows() ?? [] {
                #expect(row.count == table?.columns.count, "\(place)")
            }
            #expect(table?.columns.contains { $0.type == .unknown } == false, "\(place)")
        }
    }

    @Test func `names without a catalog are those of the session's`() throws {
        var catalog = SampleCatalog()
        catalog.otherNames = ["td-presto"]
        func answer(_ text: String) -> String { SampleCatalog.answer(text, catalog) }
        #expect(answer("SELECT count(*) FROM \"td-presto\".mobile.events") == "bigint")
        #expect(answer("SELECT td.mobile.events.time FROM td.mobile.events") == "bigint")
        catalog.defaultCatalog = "system"
        catalog.defaultSchema = "runtime"
        #expect(answer("SELECT coordinator, current_catalog FROM nodes") == "boolean | varchar")
        #expect(answer("SELECT count(*) FROM td.mobile.events") == "bigint")
        #expect(
            answer("SELECT 1 FROM mobile.events")
                == "SCHEMA_NOT_FOUND: line 1:15: Schema 'mobile' does not exist")
        catalog.defaultCatalog = "tpch"
        #expect(answer("SELECT 1") == "integer" && answer("SHOW CATALOGS") == "varchar")
        #expect(
            answer("SELECT 1 FROM mobile.events")
                == "CATALOG_NOT_FOUND: line 1:15: Catalog 'tpch' not found")
        #expect(
            answer("SHOW SCHEMAS") == "CATALOG_NOT_FOUND: line 1:1: Catalog 'tpch' does not exist")
        let failure = #expect(throws: TrinoError.self) {
            try SampleCatalog.translate("SHOW TABLES", catalog)
        }
        #expect(failure?.hint == "the catalog is `td` or `td-presto`")
    }

    @Test func `a column tells the table that it is of`() throws {
        let query = try SampleCatalog.translate(
            """
            WITH w (a, b) AS (SELECT type, time + 1 FROM events)
            SELECT a, b, c.name AS n, e.*, (SELECT name FROM campaigns) AS s
            FROM w, campaigns AS c, (SELECT campaign_id FROM events UNION SELECT 'x') AS e
            """)
        let tables = query.columns.map { $0.origin?.table ?? "" }
        #expect(tables == ["events", "", "campaigns", "events", ""])
        #expect(
            query.columns[0].origin
                == TablePlace(catalog: "td", schema: "mobile", table: "events"))
        let grouped = try SampleCatalog.translate(
            "SELECT type, count(*), max(type) FROM mobile.events GROUP BY type")
        #expect(grouped.columns.map { $0.origin?.table } == ["events", nil, nil])
    }

    @Test func `a name given by AS is told from a column's own`() throws {
        let query = try SampleCatalog.translate(
            """
            WITH w AS (SELECT type AS t, time FROM events)
            SELECT t, count(*) AS n, 1 + 2, t AS u, w.* FROM w GROUP BY t, time ORDER BY n LIMIT 3
            """)
        #expect(query.columns.map(\.isAliased) == [false, true, false, true, false, false])
    }

    @Test func `unnamed columns are named by their place`() throws {
        let query = try SampleCatalog.translate(
            "SELECT 1, type, count(*) AS n FROM events GROUP BY 2")
        #expect(query.columns.map(\.name) == ["_col0", "type", "n"])
    }
}
