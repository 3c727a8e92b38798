import PushBackends
import PushSQL
import PushText
import Testing

/// Transactions as clients begin and end them: trino-python-client with an isolation level, JDBC
/// without autocommit.
struct TrinoTransactionTests {
    private let bench = TrinoServiceTests()
    private static let started = "X-Trino-Started-Transaction-Id"
    private static let cleared = "X-Trino-Clear-Transaction-Id"

    /// The last answer to a statement: its error or kind of change, and the headers of the session.
    private func ask(
        _ text: String, in transaction: String? = "NONE", now: Int64 = 0,
        outcome: TrinoOutcome? = nil
    ) -> (result: String, headers: [String: String], order: TrinoOrder?) {
        var headers = [("X-Trino-User", TrinoServiceTests.key)]
        if let transaction { headers.append(("X-Trino-Transaction-Id", transaction)) }
        var answer = bench.ask("POST", "/v1/statement", text, headers, now: now)
        let order = bench.service.nextQuery(now: now)
        if let order, let outcome { bench.service.finish(order, outcome, now: now) }
        while let next = answer.json["nextUri"]?.stringValue, order == nil || outcome != nil {
            answer = bench.ask("GET", String(next.dropFirst(21)), "", headers, now: now)
        }
        let error = answer.json["error"]
        let result =
            error?["errorName"]?.stringValue.map {
                "\($0): \(error?["message"]?.stringValue ?? "")"
            } ?? answer.json["updateType"]?.stringValue ?? "rows"
        let pairs = answer.headers.map { ($0.name, $0.value) }
        return (result, Dictionary(pairs) { first, _ in first }, order)
    }

    private func begin(_ modes: String = "", now: Int64 = 0) throws -> String {
        let (result, headers, _) = ask("START TRANSACTION" + modes, now: now)
        #expect(result == "START TRANSACTION")
        return try #require(headers[Self.started])
    }

    @Test(arguments: ["COMMIT", "ROLLBACK"])
    func `a transaction reads until it ends, and writes nothing`(end: String) throws {
        let id = try begin()
        let order = try #require(ask("SELECT 1", in: id).order)
        #expect(order.text == "SELECT 1")
        #expect(
            order.writeRefusal
                == TrinoProblem(
                    .autocommitWriteConflict,
                    "Catalog only supports writes using autocommit: td-presto",
                    hint: "COMMIT, and write outside of a transaction"))
        bench.service.finish(order, .found(try bench.pages(1)), now: 0)
        let ended = ask(end, in: id)
        #expect(ended.result == end && ended.headers[Self.cleared] == "true")
        #expect(ask("SELECT 1").order?.writeRefusal == nil)
    }

    @Test func `a transaction that only reads says so of a write`() throws {
        let id = try begin(" ISOLATION LEVEL READ COMMITTED, READ ONLY")
        let refusal = ask("SELECT 1", in: id).order?.writeRefusal
        #expect(
            refusal
                == TrinoProblem(
                    .readOnlyViolation, "Cannot execute write in a read-only transaction"))
    }

    @Test func `a failed statement aborts its transaction`() throws {
        let id = try begin()
        let failed = TrinoOutcome.failed(TrinoProblem(.divisionByZero, "Division by zero"))
        #expect(ask("SELECT 1/0", in: id, outcome: failed).result.hasPrefix("DIVISION_BY_ZERO"))
        #expect(
            ask("SELECT 1", in: id).result
                == "TRANSACTION_ALREADY_ABORTED: Current transaction is aborted, commands ignored "
                + "until end of transaction block (ROLLBACK ends it)")
        #expect(ask("ROLLBACK", in: id).result == "ROLLBACK")
        let other = try begin()
        _ = ask("SELECT 1/0", in: other, outcome: failed)
        let commit = ask("COMMIT", in: other)
        #expect(
            commit.result
                == "TRANSACTION_ALREADY_ABORTED: Current transaction has already been aborted")
        #expect(commit.headers[Self.cleared] == "true")
    }

    @Test func `a statement that cannot be read leaves its transaction alone`() throws {
        let id = try begin()
        #expect(ask("PREPARE", in: id).result.hasPrefix("SYNTAX_ERROR"))
        let failed = TrinoOutcome.failed(TrinoProblem(.syntaxError, "mismatched input"))
        #expect(ask("SELEC 1", in: id, outcome: failed).result.hasPrefix("SYNTAX_ERROR"))
        #expect(ask("COMMIT", in: id).result == "COMMIT")
    }

    @Test(arguments: ["REPEATABLE READ", "SERIALIZABLE"])
    func `a level that reads one state is refused`(level: String) {
        #expect(
            ask("START TRANSACTION ISOLATION LEVEL \(level)").result
                == "UNSUPPORTED_ISOLATION_LEVEL: Connector supported isolation level READ "
                + "COMMITTED does not meet requested isolation level \(level) (each statement "
                + "reads what is committed when it begins)")
    }

    @Test func `what does not fit the client's session is refused`() throws {
        let id = try begin()
        #expect(
            ask("START TRANSACTION", in: id).result
                == "NOT_SUPPORTED: Nested transactions not supported")
        #expect(
            ask("START TRANSACTION", in: nil).result
                == "INCOMPATIBLE_CLIENT: Client does not support transactions (it sends no header "
                + "X-Trino-Transaction-Id)")
        #expect(
            ask("COMMIT").result
                == "NOT_IN_TRANSACTION: No transaction in progress (each statement commits by "
                + "itself)")
        for text in ["SELECT 1", "COMMIT"] {
            #expect(
                ask(text, in: "x").result
                    == "UNKNOWN_TRANSACTION: Unknown transaction ID: x. Possibly expired? Commands "
                    + "ignored until end of transaction block")
        }
    }

    @Test func `a transaction that nobody uses is dropped`() throws {
        let id = try begin(now: 1000)
        let order = try #require(ask("SELECT 1", in: id, now: 2000).order)
        bench.service.finish(order, .found(try bench.pages(1)), now: 10_000)
        bench.service.tidy(310_000)
        let found = TrinoOutcome.found(try bench.pages(1))
        #expect(ask("SELECT 2", in: id, now: 310_000, outcome: found).result == "rows")
        bench.service.tidy(620_000)
        #expect(ask("COMMIT", in: id, now: 620_000).result.hasPrefix("UNKNOWN_TRANSACTION"))
    }
}
