import PushModel
import Testing

@testable import PushStore

@Suite struct QueryFunctionTests {
    func value(_ expression: String, now: Int64 = 1_767_225_600) throws -> Cell? {
        let sink = RowCollector()
        try Workspace.ephemeral().query(
            "SELECT \(expression)", options: QueryOptions(now: now, scheduledTime: 7), into: sink)
        return sink.rows.first?.first
    }

    @Test(arguments: [
        ("now()", Cell.integer(1_767_225_600)),
        ("NOW() - td_time_add(now(), '-1h', 'JST')", .integer(3600)),
        ("TD_SCHEDULED_TIME()", .integer(7)),
        ("if(1, 'a', 'b')", .text("a")),
        ("td_time_format(0, 'yyyy-MM-dd')", .text("1970-01-01")),
        ("td_time_add(NULL, '1d')", .null),
        ("json_extract_scalar('{\"a\":[\"お\"]}', '$.a[0]')", .text("お")),
        ("(SELECT approx_distinct(value) FROM json_each('[1,2,1]'))", .integer(2)),
        ("(SELECT count_if(value > 1) FROM json_each('[1,2,3]'))", .integer(2)),
        ("(SELECT count_if(value > 1) FROM json_each('[]'))", .integer(0)),
        (
            "(SELECT sum(n) FROM (SELECT count_if(value > 1) OVER (ORDER BY value) AS n "
                + "FROM json_each('[1,2,3]')))", .integer(3)
        ),
        ("(SELECT max_by(value, key) FROM json_each('[7,8,9]'))", .integer(9)),
        ("split_part('', ',', 1)", .text("")),
    ])
    func `treasure data's functions answer in SQL`(expression: String, wanted: Cell) throws {
        #expect(try value(expression) == wanted)
    }

    @Test func `sessions are numbered within a window`() throws {
        let sink = RowCollector()
        try Workspace.ephemeral().query(
            """
            SELECT count(DISTINCT s), count(*) FROM (
              SELECT td_sessionize_window(value, 60) OVER (ORDER BY value) AS s
              FROM json_each('[0, 30, 200, 230, 600]'))
            """, options: QueryOptions(now: 0), into: sink)
        #expect(sink.rows == [[.integer(3), .integer(5)]])
    }

    @Test func `a function's error is the query's`() {
        let error = failure { _ = try value("td_time_add(0, 'soon')") }
        #expect(error?.code == .sql)
        #expect(error?.message.hasPrefix("td_time_add: ") == true)
    }

    @Test func `a wrong count of arguments is SQLite's error`() {
        let error = failure { _ = try value("td_time_add(0)") }
        #expect(error?.message == "wrong number of arguments to function td_time_add()")
    }

    @Test func `a construct of Trino gets a hint`() {
        let error = failure { _ = try value("now() - INTERVAL '1' DAY") }
        #expect(error?.hint != nil)
    }

    @Test func `an interrupted aggregate leaves nothing behind`() throws {
        let endless = """
            WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n)
            SELECT approx_distinct(i % 10) FROM n
            """
        let options = QueryOptions(now: 0, secondsLimit: 0)
        let workspace = Workspace.ephemeral()
        for _ in 0..<3 {
            let error = failure {
                try workspace.query(endless, options: options, into: RowCollector())
            }
            #expect(error?.code == .timedOut)
        }
    }

    private static let bigint = Cell.text("bigint")
    private static let gathering: [(name: String, row: @Sendable (Int64) -> [Cell])] = [
        ("histogram", { [bigint, .integer($0)] }),
        ("map_agg", { [bigint, bigint, .integer($0), .integer($0)] }),
        ("multimap_agg", { [bigint, bigint, .integer($0), .integer($0)] }),
        ("approx_percentile", { [bigint, .integer($0), .real(0.5)] }),
        ("array_agg", { [bigint, .text(""), .text("bigint asc last"), .null, .integer(-$0)] }),
        ("checksum", { [bigint, .integer($0)] }),
    ]

    /// Nothing asked an aggregate at work on the rows it had kept whether to go on: a histogram of
    /// two million rows took many seconds to end after ^C.
    @Test(arguments: gathering.indices)
    func `an aggregate with all its rows ends when its statement must`(index: Int) throws {
        let (name, row) = Self.gathering[index]
        let context = SQLContext(now: 0)
        let accumulator = try TrinoAggregates.accumulator(named: name)
        for number in 0..<10_000 {
            try accumulator.step(row(Int64(number))[...], in: context)
        }
        #expect(try !accumulator.result(in: context).isNull)
        // One that keeps its rows sorted has work again with those that come after its result.
        for number in 10_000..<20_000 {
            try accumulator.step(row(Int64(number))[...], in: context)
        }
        context.mustStop = { true }
        let stopped = #expect(throws: SQLFunctionError.self) {
            try accumulator.result(in: context)
        }
        #expect(stopped?.message == "interrupted")
    }
}
