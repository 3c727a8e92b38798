import PushModel
import PushTestSupport
import Testing

@testable import PushStore

/// What a statement of Trino's may cost: time inside one function, and memory before SQLite is
/// asked for it (D8).
@Suite struct TrinoLimitsTests {
    /// A million letters, and a thousand.
    static let long = "array_join(repeat(lpad('', 1000, 'a'), 1000), '')"
    static let short = "lpad('', 1000, 'a')"

    func error(
        _ sql: String, isInterrupted: @escaping () -> Bool = { false }
    ) throws -> StoreError? {
        // Time is no part of what is looked at here.
        var options = QueryOptions(now: 0, secondsLimit: 3600, isInterrupted: isInterrupted)
        options.dialect = .trino
        return failure { try Workspace.ephemeral().query(sql, options: options, into: Recorder()) }
    }

    /// Each element is read once: reading the whole array for each would ask 4,000 times.
    @Test func `reduce walks through an array once`() throws {
        var questions = 0
        let found = try error(
            """
            SELECT reduce(transform(sequence(1, 2000), x -> ARRAY[\(Self.short)]), BIGINT '0',
              (s, x) -> s + cardinality(x), s -> s)
            """
        ) {
            questions += 1
            return false
        }
        #expect(found == nil)
        #expect(questions < 1000, "\(questions)")
    }

    /// How often a window over rows asks whether it is still wanted, as often as it works.
    private func questions(_ call: String, rows: Int) throws -> Int {
        var questions = 0
        let found = try error(
            """
            SELECT max(x) FROM (SELECT \(call) AS x FROM (
              SELECT a * 100 + b AS i, (a * 7919 + b * 104729) % 9767 AS k
              FROM UNNEST(sequence(1, \(rows / 100))) AS a (a)
              CROSS JOIN UNNEST(sequence(1, 100)) AS b (b)))
            """
        ) {
            questions += 1
            return false
        }
        #expect(found == nil)
        return questions
    }

    /// Going through the frame for each of its rows would ask sixteen times as often.
    @Test(arguments: [
        "count(DISTINCT k) OVER (ORDER BY i)", "count(DISTINCT i) OVER ()",
        "approx_distinct(k) OVER (ORDER BY i ROWS 5000 PRECEDING)",
        "approx_percentile(k, 0.5) OVER (ORDER BY i)",
        "cardinality(max(k, 3) OVER (ORDER BY i))", "stddev(k) OVER ()",
        "bitwise_xor_agg(k) OVER (ORDER BY i)",
        "sum(k) OVER (ORDER BY date_add('minute', i, TIMESTAMP '2024-01-01 00:00:00') "
            + "RANGE BETWEEN INTERVAL '1' MONTH PRECEDING AND CURRENT ROW)",
    ])
    func `a window costs the same for each row`(call: String) throws {
        let (few, many) = (try questions(call, rows: 2000), try questions(call, rows: 8000))
        #expect(few > 0 && many < few * 6, "\(few), \(many)")
    }

    @Test func `an array that is gathered asks whether it is still wanted`() throws {
        let context = SQLContext(now: 0)
        let cells = Array(repeating: Cell.text(String(repeating: "a", count: 1 << 20)), count: 3)
        _ = try ElementCodec.array(cells, of: .varchar(nil), context)
        context.mustStop = { true }
        #expect(throws: SQLFunctionError.self) {
            try ElementCodec.array(cells, of: .varchar(nil), context)
        }
    }

    /// Fails at its second row, and counts how often it is asked for its value.
    private final class Failing: SQLAccumulator {
        nonisolated(unsafe) static var asked = 0
        private var rows = 0

        func step(
            _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
        ) throws(SQLFunctionError) {
            rows += 1
            if rows == 2 { throw SQLFunctionError("the second row") }
        }

        func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {}

        func value(in context: SQLContext) -> Cell {
            Self.asked += 1
            return .null
        }
    }

    @Test func `nobody computes the value of a group that failed`() throws {
        let connection = try Connection(path: "", .ephemeral)
        let table = FunctionTable(connection.handle)
        let aggregate = SQLAggregate(
            name: "failing", arity: 1...1, isWindow: false, summary: ""
        ) { Failing() }
        table.register(aggregate, connection.handle)
        let found = failure {
            _ = try connection.prepare("SELECT failing(column1) FROM (VALUES (1), (2), (3))")
                .firstInteger()
        }
        #expect(found?.message.contains("the second row") == true)
        #expect(Failing.asked == 0)
    }

    /// Searches of some hundred million steps in one call; each would answer false in the end.
    @Test(arguments: [
        "\(long) LIKE '%' || \(short) || 'b%'",
        "\(long) LIKE '%\(String(repeating: "a", count: 1000))b%'",
        "\(long) LIKE '%' || replace(\(short), 'a', '_') || 'b%'",
    ])
    func `a search ends where someone asks for it`(condition: String) throws {
        var questions = 0
        // The letters are made before, with a few questions; then only the search itself can ask.
        let found = try error("SELECT \(condition)") {
            questions += 1
            return questions > 12
        }
        #expect(found?.code == .interrupted, "\(String(describing: found))")
        #expect(questions == 13)
    }

    /// A filter compares ten thousand elements with as many others.
    @Test func `a path ends where someone asks for it`() throws {
        let json = """
            json_format(CAST(map(ARRAY['a', 'b'],
              ARRAY[sequence(1, 10000), sequence(20001, 30000)]) AS json))
            """
        func ask(_ path: String, until limit: Int) throws -> (error: StoreError?, questions: Int) {
            var questions = 0
            let found = try error("SELECT json_exists(\(json), 'lax $ ? (\(path))')") {
                questions += 1
                return questions > limit
            }
            return (found, questions)
        }
        let short = try ask("@.a[0] == @.b[0]", until: .max)
        #expect(short.error == nil)
        let long = try ask("@.a[*] == @.b[*]", until: short.questions + 20)
        #expect(long.error?.code == .interrupted, "\(String(describing: long.error))")
        #expect(long.questions == short.questions + 21)
    }

    /// Each would take between one and six hundred gigabytes.
    @Test(arguments: [
        "cardinality(repeat(\(long), 1000))",
        "length(array_join(repeat('a', 10000), \(long)))",
        "length(concat_ws(\(long), repeat('a', 10000)))",
        "length(regexp_replace(\(long), 'a', lpad('', 100000, 'b')))",
        "length(format('\(String(repeating: "%1$s", count: 10000))', \(long)))",
        "cardinality(combinations(repeat(\(long), 40), 5))",
        "cardinality(ngrams(repeat(\(long), 60), 30))",
    ])
    func `what takes too much memory is refused before it does`(value: String) throws {
        let found = try error("SELECT \(value)")
        #expect(found?.message.contains("too long") == true, "\(String(describing: found))")
    }

    @Test func `a long pattern of a row is refused`() throws {
        let found = try error("SELECT 'a' LIKE \(Self.long) || \(Self.long)")
        #expect(
            found?.message == "NOT_SUPPORTED: a pattern of 2000000 bytes in LIKE is not supported, "
                + "1048576 are")
    }

    /// SQLite has limits of its own, which its message would tell by names that nobody wrote.
    @Test func `many values are taken, or refused by the call's own name`() throws {
        let values = Array(repeating: "1", count: 20_000).joined(separator: ",")
        #expect(try error("SELECT cardinality(ARRAY[\(values)])") == nil)
        let many = Array(repeating: "1", count: 2001).joined(separator: ",")
        #expect(
            try error("SELECT \(many)")?.message
                == "NOT_SUPPORTED: line 1:1: a result of 2001 columns is not supported")
        let few = Array(repeating: "1", count: 150).joined(separator: ",")
        for (call, name) in [
            ("greatest(\(few))", "a call of greatest"), ("coalesce(\(few))", "a call of coalesce"),
            ("ROW(\(few))", "a row"), ("json_array(\(few))", "a call of json_array"),
        ] {
            let found = try error("SELECT \(call)")
            #expect(
                found?.message.contains("\(name) of 150 values is not supported") == true,
                "\(String(describing: found))")
        }
    }

    /// Forty levels, of which each would double the text or the time of those in it.
    static let nested: [String] = {
        func nest(_ before: String, _ inside: String, _ behind: String) -> String {
            String(repeating: before, count: 40) + inside + String(repeating: behind, count: 40)
        }
        return [
            "SELECT " + nest("transform(", "a", ", x -> x)") + " FROM (VALUES ARRAY[1]) AS t(a)",
            "SELECT " + nest("transform(", "ARRAY[1]", ", x -> x)"),
            "SELECT " + nest("any_match(a, x -> ", "x > 0 OR NULL", ")")
                + " FROM (VALUES ARRAY[1]) AS t(a)",
            "SELECT " + nest("array_sort(", "a", ", (x, y) -> 0)")
                + " FROM (VALUES ARRAY[1]) AS t(a)",
            "SELECT a50 FROM (VALUES 1) AS t(a0)"
                + (1...50).map {
                    " CROSS JOIN LATERAL (SELECT a\($0 - 1) % 2 + a\($0 - 1) % 3) AS t\($0)(a\($0))"
                }.joined(),
        ]
    }()

    @Test(arguments: nested) func `no form of a statement grows without end`(sql: String) throws {
        let found = try error(sql)
        #expect(found?.message.hasPrefix("NOT_SUPPORTED: ") == true, "\(String(describing: found))")
    }

    @Test func `a statement of a text is kept once`() {
        let parts = StatementParts(String(repeating: "SELECT 1;", count: 50_000)).parts
        #expect(parts.count == 50_000)
        #expect(parts.allSatisfy { $0.text == "SELECT 1" })
    }
}
