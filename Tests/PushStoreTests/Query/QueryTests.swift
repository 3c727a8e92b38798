import PushModel
import Testing

@testable import PushStore

/// A sink that writes down everything it gets.
final class Recorder: RowSink {
    var log: [String] = []
    /// The lengths of the log at which a statement's rows ended.
    var ends: [Int] = []
    var limit = Int.max

    func columns(_ names: [String]) { log.append(names.joined(separator: ",")) }

    func row(_ cells: [Cell]) -> Bool {
        log.append(cells.map { "\($0)" }.joined(separator: " "))
        limit -= 1
        return limit > 0
    }

    func end() { ends.append(log.count) }
}

@Suite struct QueryTests {
    let place = TemporaryDirectory()

    func run(
        _ sql: String, on workspace: Workspace, limit: Int = .max,
        options: QueryOptions = QueryOptions(now: 0)
    ) throws -> [String] {
        let sink = Recorder()
        sink.limit = limit
        try workspace.query(sql, options: options, into: sink)
        return sink.log
    }

    @Test(arguments: [
        (
            "SELECT 1 AS a, 'x' b, NULL, 1.5, x'00ff'",
            [
                "a,b,NULL,1.5,x'00ff'",
                "integer(1) text(\"x\") null real(1.5) blob([0, 255])",
            ]
        ),
        ("SELECT 1 x; SELECT 2 y;", ["x", "integer(1)", "y", "integer(2)"]),
        ("-- first\nSELECT 1 x -- last", ["x", "integer(1)"]),
        (" ; ;; /* c */ SELECT 1 x ; -- end\n;", ["x", "integer(1)"]),
        ("SELECT 'お' x", ["x", "text(\"お\")"]),
        (
            "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n LIMIT 2) "
                + "SELECT i FROM n", ["i", "integer(1)", "integer(2)"]
        ),
        ("SELECT 1 x WHERE 0", ["x"]),
        ("SELECT count(*) n FROM mobile.push_events, events", ["n", "integer(0)"]),
    ])
    func `reading works, in both kinds of workspace`(sql: String, wanted: [String]) throws {
        #expect(try run(sql, on: .ephemeral()) == wanted)
        #expect(try run(sql, on: .open(directory: place.path)) == wanted)
    }

    @Test func `a sink that has enough ends the query`() throws {
        let many = "SELECT value x FROM json_each('[1,2,3,4]')"
        #expect(try run(many, on: .ephemeral(), limit: 2).count == 3)
    }

    @Test(arguments: [
        (QueryDialect.sqlite, "SELECT c"), (.trino, "SELECT c"),
        (.sqlite, "SELECT abs(value) c FROM json_each('[1,-9223372036854775808]')"),
        (.trino, "SELECT 1 / x c FROM UNNEST(ARRAY[1, 0]) AS t(x)"),
    ])
    func `a statement's rows end, unless it fails`(dialect: QueryDialect, last: String) throws {
        var options = QueryOptions(now: 0)
        options.dialect = dialect
        options.isLocal = true
        let sink = Recorder()
        #expect(throws: StoreError.self) {
            try Workspace.ephemeral().query(
                "SELECT 1 a; SELECT 2 b; \(last)", options: options, into: sink)
        }
        #expect(sink.log.prefix(4) == ["a", "integer(1)", "b", "integer(2)"])
        #expect(sink.ends == [2, 4])
    }

    @Test func `a query sees what commands wrote before it`() throws {
        for workspace in [Workspace.ephemeral(), try .open(directory: place.path)] {
            for number in 1...3 {
                try workspace.device.command(.event(event(Int64(number)), app: app))
                let found = try run("SELECT count(*) n FROM queue", on: workspace)
                #expect(found == ["n", "integer(\(number))"])
            }
        }
    }

    /// Queries of one text are prepared once, and a letter composed in another way is another text.
    @Test(arguments: [QueryDialect.sqlite, .trino])
    func `texts that only look the same are different queries`(_ dialect: QueryDialect) throws {
        let workspace = Workspace.ephemeral()
        var options = QueryOptions(now: 0)
        options.dialect = dialect
        let found = try ["\u{E9}", "e\u{301}"].map { letter in
            let sink = RowCollector()
            let sql = dialect == .trino ? "to_hex(to_utf8('\(letter)'))" : "hex('\(letter)')"
            try workspace.query("SELECT \(sql)", options: options, into: sink)
            return sink.rows
        }
        #expect(found == [[[.text("C3A9")]], [[.text("65CC81")]]])
    }

    @Test func `the same text answers anew each time, after new columns too`() throws {
        let workspace = try Workspace.open(directory: place.path)
        let sql = "SELECT * FROM mobile.push_events LIMIT 0"
        let before = try run(sql, on: workspace)
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: [["extra": 1]], uuids: [nil],
            receivedAt: 1)
        #expect(try run(sql, on: workspace) == [before[0] + ",extra"])
    }

    /// A sink that looks at nothing, so that only the store's own limit ends the answer.
    final class Blind: RowSink {
        func columns(_ names: [String]) {}
        func row(_ cells: [Cell]) -> Bool { true }
    }

    @Test(arguments: ["zeroblob(30000000)", "hex(zeroblob(9000000))", "printf('%4000d', i)"])
    func `an answer that would fill the memory is refused`(value: String) throws {
        let sql =
            "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n) "
            + "SELECT \(value) FROM n"
        for workspace in [Workspace.ephemeral(), try .open(directory: place.path)] {
            let error = failure {
                try workspace.query(sql, options: QueryOptions(now: 0), into: Blind())
            }
            #expect(error?.code == .tooLarge)
            #expect(error?.message == "the answer has more than 256 MB")
            #expect(
                error?.hint == "add LIMIT, count and group in SQL, or let `.output FILE` take it")
            #expect(try run("SELECT 1 x", on: workspace) == ["x", "integer(1)"])
        }
    }

    @Test func `an answer may be as large as who asks can take`() throws {
        let sql =
            "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 40) "
            + "SELECT hex(zeroblob(4000000)) FROM n"
        var options = QueryOptions(now: 0)
        options.answerLimit = .max
        let sink = Counter()
        try Workspace.ephemeral().query(sql, options: options, into: sink)
        #expect(sink.bytes == 320_000_000)
        options.answerLimit = 100
        let error = failure {
            try Workspace.ephemeral().query("SELECT zeroblob(200)", options: options, into: sink)
        }
        #expect(error?.code == .tooLarge)
    }

    /// A sink that counts the bytes of texts.
    final class Counter: RowSink {
        var bytes = 0

        func columns(_ names: [String]) {}

        func row(_ cells: [Cell]) -> Bool {
            for case .text(let text) in cells { bytes += text.utf8.count }
            return true
        }
    }

    @Test func `a few large values are asked whether to go on`() throws {
        var asked = 0
        let options = QueryOptions(now: 0) {
            asked += 1
            return asked > 2
        }
        let sql = "SELECT zeroblob(2000000) FROM json_each('[1,2,3,4,5,6]')"
        let error = failure { _ = try run(sql, on: .ephemeral(), options: options) }
        #expect(error?.code == .interrupted)
        #expect(asked == 3)
    }

    @Test func `interrupting ends a query that would not end`() throws {
        var asked = 0
        let options = QueryOptions(now: 0) {
            asked += 1
            return asked > 5
        }
        let endless =
            "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n) "
            + "SELECT count(*) FROM n"
        for workspace in [Workspace.ephemeral(), try .open(directory: place.path)] {
            asked = 0
            let error = failure { _ = try run(endless, on: workspace, options: options) }
            #expect(error?.code == .interrupted && error?.message == "query interrupted")
            #expect(try run("SELECT 1 x", on: workspace) == ["x", "integer(1)"])
        }
    }

    @Test func `a time limit ends it too`() throws {
        let options = QueryOptions(now: 0, secondsLimit: 0)
        let endless =
            "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n) "
            + "SELECT count(*) FROM n"
        let error = failure { _ = try run(endless, on: .ephemeral(), options: options) }
        #expect(error?.code == .timedOut)
        #expect(error?.message == "query stopped: it ran longer than 0 s")
    }

    @Test(
        arguments: [
            ("SELECT usr_id FROM events", "no such column: usr_id", 7, "did you mean `user_id`?"),
            (
                "SELECT 1;\nSELECT e.tyep FROM events e", "no such column: e.tyep", 17,
                "did you mean `type`?"
            ),
            (
                "SELECT * FROM mobile.push_event", "no such table: mobile.push_event", 14,
                "did you mean `mobile.push_events`?"
            ),
            ("SELECT * FROM evnets", "no such table: evnets", 14, "did you mean `events`?"),
            ("SELECT uper('a')", "no such function: uper", 7, "did you mean `upper`?"),
            ("SELECT FROM", "near \"FROM\": syntax error", 7, nil),
            ("SELECT 1; nonsense", "near \"nonsense\": syntax error", 10, nil),
            ("SELECT nothing_like_it", "no such column: nothing_like_it", 7, nil),
            ("SELECT 'a", "unrecognized token: \"'a\"", 7, nil),
            ("SELECT ?", "found the parameter `?`, wanted a value", nil, nil),
            ("SELECT :x", "found the parameter `:x`, wanted a value", nil, nil),
            ("", "found no statement, wanted SQL such as `SELECT 1`", nil, nil),
            ("-- nothing", "found no statement, wanted SQL such as `SELECT 1`", nil, nil),
            ("SELECT 1\u{0}", "found a zero byte in the query", 8, nil),
        ] as [(String, String, Int?, String?)])
    func `an error points into the text`(
        sql: String, message: String, offset: Int?, hint: String?
    ) throws {
        let error = failure { _ = try run(sql, on: .ephemeral()) }
        #expect(error?.message == message)
        #expect(error?.offset == offset)
        #expect(error?.hint == hint)
    }

    @Test(arguments: [
        String(repeating: "(", count: 100_000), "SELECT " + String(repeating: "-", count: 99_999),
        "SELECT " + String(repeating: "1+", count: 100_000) + "1",
        "SELECT " + String(repeating: "x", count: 2_000_000),
        "SELECT " + String(repeating: "x", count: 100_000),
        "SELECT 'x' LIKE '" + String(repeating: "%a", count: 5000) + "'",
        "SELECT 1 " + String(repeating: "UNION SELECT 1 ", count: 600),
        "SELECT zeroblob(100000000)", "SELECT 1 IN (" + String(repeating: "(", count: 2000),
    ])
    func `a text that asks too much is refused`(sql: String) throws {
        let error = failure { _ = try run(sql, on: .ephemeral()) }
        #expect((1...400).contains(error?.message.utf8.count ?? 0))
    }
}
