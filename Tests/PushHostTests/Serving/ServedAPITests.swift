import PushBackends
import PushCrypto
import PushModel
import PushSimulation
import PushStore
import PushTestSupport
import PushText
import PushWire
import Testing

@testable import PushHost

/// TD-11: the REST API as `serve --api` answers for it.
@Suite struct ServedAPITests {
    private static let key = "1/" + String(repeating: "a", count: 40)
    private let host: ServedStage
    private let mailbox = Mailbox(limit: 100)

    init() throws { host = try ServedStage() }

    private func api(_ stage: ServedStage? = nil) throws -> ServedAPI {
        let host = stage ?? host
        return try ServedAPI(host.stage.workspace, mailbox, host, ReplyCounters())
    }

    private func ask(
        _ method: String, _ path: String, body: String = "", key: String = key
    ) -> Asked {
        Asked(
            .api, method, path,
            [
                ("Authorization", "TD1 " + key),
                ("Content-Type", "application/x-www-form-urlencoded"),
            ], body: body)
    }

    private func issue(_ sql: String, to api: ServedAPI) -> Asked {
        let query = sql.replacing("%", with: "%25").replacing(" ", with: "+")
            .replacing("=", with: "%3D")
        let asked = ask("POST", "/v3/job/issue/trino/mobile", body: "query=" + query)
        api.handle([asked.exchange])
        return asked
    }

    private func get(_ path: String, _ api: ServedAPI) -> Asked {
        let asked = ask("GET", path)
        api.handle([asked.exchange])
        return asked
    }

    @Test func `a job waits, runs, and has its rows`() throws {
        let api = try api()
        #expect(issue("SELECT 1 AS a", to: api).json?["job_id"] == "1")
        #expect(get("/v3/job/status/1", api).json?["status"] == "queued")
        api.proceed { [] }
        #expect(get("/v3/job/status/1", api).json?["status"] == "success")
        #expect(get("/v3/job/result/1?format=csv", api).text == "1\n")
        #expect(host.lines == ["queried job 1: 1 row"])
        #expect(!api.isBusy)
    }

    @Test func `a job tells of values that it read as NULL`() throws {
        _ = try host.stage.workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: [["price": 5], ["price": "x"]],
            uuids: ["1", "2"], receivedAt: 5)
        let api = try api()
        for sql in ["SELECT price FROM push_events", "SELECT time FROM push_events"] {
            _ = issue(sql, to: api)
            api.proceed { [] }
        }
        let told = ["1", "2"].map { get("/v3/job/show/\($0)", api).json?["debug"]?["stderr"] }
        #expect(
            told == [
                "note: values of another type were read as NULL in `price`, which is bigint", "",
            ])
    }

    @Test func `a query that fails says why, in the job and in the line`() throws {
        let api = try api()
        _ = issue("SELECT nope FROM nowhere", to: api)
        api.proceed { [] }
        #expect(get("/v3/job/status/1", api).json?["status"] == "error")
        #expect(host.lines.first?.hasPrefix("failed  job 1: ") == true)
        let shown = get("/v3/job/show/1", api).json
        #expect(shown?["debug"]?["stderr"]?.stringValue?.contains("nowhere") == true)
    }

    @Test func `jobs run in the order in which they came`() throws {
        let api = try api()
        for number in 1...3 { _ = issue("SELECT \(number) AS a", to: api) }
        api.proceed { [] }
        #expect(
            host.lines == [
                "queried job 1: 1 row", "queried job 2: 1 row", "queried job 3: 1 row",
            ])
    }

    @Test func `while a query has the thread, jobs are answered and tables wait`() throws {
        let api = try api()
        _ = issue(
            "SELECT count(*) FROM UNNEST(sequence(1, 3000)) AS a(x), "
                + "UNNEST(sequence(1, 3000)) AS b(y) WHERE x * y = -1", to: api)
        let (job, tables, second) = (
            ask("GET", "/v3/job/status/1"), ask("GET", "/v3/database/list"),
            ask("POST", "/v3/job/issue/trino/mobile", body: "query=SELECT+2")
        )
        var rounds = 0
        var seen: [Int] = []
        api.proceed {
            rounds += 1
            if rounds == 2 { seen = [job, tables, second].map(\.answers.count) }
            return rounds == 1 ? [job.exchange, tables.exchange, second.exchange] : []
        }
        #expect(rounds > 1 && seen == [1, 0, 0])
        #expect(job.json?["status"] == "running")
        #expect(tables.status == 200 && second.status == 200)
        #expect(host.lines.contains("queried job 2: 1 row"))
    }

    @Test func `a job that is killed while it runs ends as such`() throws {
        let api = try api()
        _ = issue(
            "SELECT count(*) FROM UNNEST(sequence(1, 10000)) AS a(x), "
                + "UNNEST(sequence(1, 10000)) AS b(y) WHERE x * y = -1", to: api)
        let kill = ask("POST", "/v3/job/kill/1")
        var isSent = false
        api.proceed {
            defer { isSent = true }
            return isSent ? [] : [kill.exchange]
        }
        #expect(kill.status == 200 && kill.json?["former_status"] == "running")
        #expect(host.lines == ["killed  job 1"])
        #expect(get("/v3/job/status/1", api).json?["status"] == "killed")
    }

    @Test func `a request that is refused is told without its query`() throws {
        let api = try api()
        let asked = ask("GET", "/v3/nothing/here?secret=1")
        api.handle([asked.exchange])
        #expect(asked.status == 404)
        #expect(host.lines == ["refused GET /v3/nothing/here 404"])
        let wrong = ask("GET", "/v3/database/list", key: "no key")
        api.handle([wrong.exchange])
        #expect(wrong.status == 401)
    }

    @Test(arguments: [
        ("gzip", true, 200), ("x-gzip", true, 200), ("gzip", false, 400), ("br", true, 415),
    ])
    func `a body that was compressed is unpacked`(
        _ coding: String, _ isPacked: Bool, _ status: Int
    ) throws {
        let body = Array("query=SELECT+1".utf8)
        let asked = Asked(
            .api, "POST", "/v3/job/issue/trino/mobile",
            [
                ("Authorization", "TD1 " + Self.key), ("Content-Encoding", coding),
                ("Content-Type", "application/x-www-form-urlencoded"),
            ], body: isPacked ? Gzip.compress(body) : body)
        let api = try api()
        api.handle([asked.exchange])
        #expect(asked.status == status, "\(asked.text)")
    }

    @Test func `the pages for monitors want no key`() throws {
        let api = try api()
        let asked = Asked(.api, "GET", "/status")
        api.handle([asked.exchange])
        #expect(asked.status == 200 && asked.json?["status"] == "ok")
        #expect(host.lines.isEmpty)
    }

    @Test func `a part of a table is deleted, and what is left is counted`() throws {
        let api = try api()
        host.stage.run("app launch")
        host.stage.run("flush")
        let asked = ask(
            "POST", "/v3/table/partialdelete/mobile/push_events",
            body: "from=1767225600&to=1767229200")
        api.handle([asked.exchange])
        #expect(asked.json?["job_id"] == "1", "\(asked.text)")
        _ = issue("SELECT count(*) FROM push_events", to: api)
        api.proceed { [] }
        #expect(host.lines == ["deleted job 1: 1 record", "queried job 2: 1 row"])
        #expect(get("/v3/job/result/2?format=csv", api).text == "0\n")
    }

    @Test func `queries of a workspace on disk run on a second thread`() throws {
        let directory = try TemporaryDirectory()
        let host = ServedStage(
            try Stage(try Workspace.open(directory: directory.path + "/w")))
        let api = try api(host)
        defer { api.shut() }
        host.stage.run("app launch")
        host.stage.run("flush")
        _ = issue("SELECT type FROM push_events", to: api)
        var rounds = 0
        while host.lines.isEmpty, rounds < 3000 {
            api.proceed { [] }
            rounds += 1
            if host.lines.isEmpty { host.stage.edge.wait(milliseconds: 10) }
        }
        #expect(host.lines == ["queried job 1: 1 row"])
        // The second thread writes the rows in another form, too.
        let result = get("/v3/job/result/1?format=csv", api)
        for _ in 0..<3000 where result.answers.isEmpty { host.stage.edge.wait(milliseconds: 10) }
        #expect(result.text == "token_register\n")
    }

    @Test func `what is missing is told in one sentence`() throws {
        let api = try api()
        #expect(
            get("/v3/table/list/nope", api).json?["message"]
                == "no database `nope` in the warehouse")
        #expect(
            get("/v3/bulk_import/show/nope", api).json?["message"] == "no bulk import `nope`")
    }
}
