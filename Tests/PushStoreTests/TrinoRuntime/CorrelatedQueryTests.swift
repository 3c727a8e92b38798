import PushModel
import PushTestSupport
import PushText
import Testing

@testable import PushStore

/// Subqueries that look something up for each row of another table.
@Suite struct CorrelatedQueryTests {
    /// A workspace whose table `events` has rows of some users, each with a number and the one
    /// before it.
    static func bench(_ rows: Int) throws -> TrinoBench {
        let bench = try TrinoBench()
        let warehouse = try bench.workspace.warehouse
        try warehouse.createTable("events", database: "mobile")
        try warehouse.addColumns(
            [
                (name: "user_id", type: "string"), (name: "number", type: "long"),
                (name: "mixed", type: "long"),
            ], to: "events", database: "mobile")
        let records = (1...rows).map { number in
            let mixed = number == 3 ? #""x""# : "\(number)"
            return #"{"time":\#(number),"user_id":"u\#(number % 10)","number":\#(number),"#
                + #""mixed":\#(mixed)}"#
        }
        _ = try warehouse.insert(
            database: "mobile", table: "events",
            records: try records.map { try JSONParser.parse(Array($0.utf8)) },
            uuids: records.map { _ in nil }, receivedAt: 1_709_251_200)
        return bench
    }

    /// Counts how often SQLite asks whether to go on: every two thousand of its steps.
    static func questions(_ sql: String, _ bench: TrinoBench) throws -> Int {
        var questions = 0
        var options = QueryOptions(
            now: 0, secondsLimit: 3600,
            isInterrupted: {
                questions += 1
                return questions > 5000
            })
        options.dialect = .trino
        options.database = "mobile"
        try bench.workspace.query(sql, options: options, into: Recorder())
        return questions
    }

    /// Comparing each of 2000 rows with each other one takes some ten million steps.
    @Test(arguments: [
        """
        SELECT count(*) FROM events e WHERE NOT EXISTS (SELECT 1 FROM events o
        WHERE o.user_id = e.user_id AND o.number = e.number + 5000)
        """,
        """
        SELECT count(*) FROM events e WHERE EXISTS (SELECT 1 FROM events o
        WHERE o.mixed = e.number + 5000)
        """,
        """
        SELECT sum((SELECT max(o.time) FROM events o WHERE o.number = e.number + 1))
        FROM events e
        """,
        """
        SELECT count(*) FROM events e WHERE e.user_id IN (SELECT o.user_id FROM events o
        WHERE o.number = e.number + 10)
        """,
        """
        SELECT count(*) FROM events e LEFT JOIN LATERAL (SELECT o.time FROM events o
        WHERE o.number = e.number + 1) l ON TRUE
        """,
        """
        WITH some AS (SELECT user_id, number FROM events WHERE number > 0)
        SELECT count(*) FROM events e WHERE EXISTS (SELECT 1 FROM some o
        WHERE o.number = e.number + 5000)
        """,
    ])
    func `a look-up does not read the whole table for each row`(sql: String) throws {
        let bench = try Self.bench(2000)
        #expect(try Self.questions(sql, bench) < 500)
    }

    /// Rows before the index is made and after it, and every place where a subquery may stand.
    @Test(arguments: [
        (
            """
            SELECT count(*) FROM events e WHERE NOT EXISTS (SELECT 1 FROM events o
            WHERE o.user_id = e.user_id AND o.number = e.number + 10)
            """, "[10]"
        ),
        (
            """
            SELECT count_if(EXISTS (SELECT 1 FROM events o WHERE o.mixed = e.number)),
              array_agg(e.number ORDER BY e.number) FILTER (WHERE NOT EXISTS (SELECT 1
                FROM events o WHERE o.mixed = e.number)) FROM events e
            """, "[39,[3]]"
        ),
        (
            """
            SELECT sum((SELECT max(o.time) FROM events o WHERE o.number = e.number + 1))
            FROM events e
            """, "[819]"
        ),
        (
            """
            SELECT count(*) FROM events e WHERE e.user_id IN (SELECT o.user_id FROM events o
            WHERE o.number = e.number + 10 OR o.number = e.number AND e.number > 39)
            """, "[31]"
        ),
        (
            """
            SELECT count(*), sum(l.n) FROM events e LEFT JOIN LATERAL (SELECT o.number AS n
            FROM events o WHERE o.number = e.number + 30) l ON TRUE
            """, "[40,355]"
        ),
        (
            """
            SELECT e.user_id, count(*) FROM events e GROUP BY e.user_id
            HAVING 1 = (SELECT count(*) FROM events o WHERE o.user_id = e.user_id
              AND o.number > 39) ORDER BY 1
            """, #"["u0",4]"#
        ),
        (
            """
            SELECT count(*) FROM events e WHERE EXISTS (SELECT 1 FROM events o
            WHERE o.user_id = e.user_id AND NOT EXISTS (SELECT 1 FROM events p
              WHERE p.number = o.number + 1 AND p.time > e.time))
            """, "[31]"
        ),
        (
            """
            WITH some AS (SELECT user_id AS u, number AS n FROM events WHERE number <= 20)
            SELECT count(*) FROM events e WHERE 1 > (SELECT count(*) FROM some o
              LEFT JOIN events p ON p.number = o.n + 30 WHERE o.u = e.user_id
              AND p.number IS NOT NULL AND e.number > 35)
            """, "[35]"
        ),
        (
            """
            SELECT count(*) FROM events e WHERE e.number > ALL (SELECT o.number
            FROM events o WHERE o.user_id = e.user_id AND o.number <> e.number)
            """, "[10]"
        ),
    ])
    func `a look-up finds what is there`(sql: String, row: String) throws {
        let answer = try Self.bench(40).answer(sql)
        #expect(answer.error == nil, "\(answer)")
        #expect(answer.rows.map(\.text) == [row], "\(answer)")
    }

    /// SQLite's parser takes a hundred levels; those of the copies come on top of the statement's.
    @Test func `a statement that is too deep for an index does without it`() throws {
        func nested(_ depth: Int, _ level: Int = 1) -> String {
            let rest = level == depth ? "TRUE" : nested(depth, level + 1)
            let condition = "t\(level).number = t\(level - 1).number AND \(rest)"
            return "EXISTS (SELECT 1 FROM (SELECT number FROM events) t\(level) WHERE \(condition))"
        }
        let bench = try Self.bench(10)
        for depth in 1...8 {
            let answer = bench.answer("SELECT count(*) FROM events t0 WHERE \(nested(depth))")
            #expect(answer.rows.map(\.text) == ["[10]"], "\(depth): \(answer)")
        }
    }
}
