import PushModel
import PushWire
import Testing
import WireTestSupport

@Suite struct RemoteWarehouseTests {
    /// What a question came to.
    struct Outcome: Equatable {
        var columns: [String] = []
        var rows: [[Cell]] = []
        var states: [String] = []
        var fault: TreasureDataFault?
    }

    static let schema =
        #"[[\"n\",\"bigint\"],[\"x\",\"double\"],[\"s\",\"varchar\"],"#
        + #"[\"b\",\"boolean\"],[\"a\",\"array(bigint)\"]]"#

    private func ask(
        _ server: ScriptedServer, _ sql: String = "SELECT 1", stopsAfter limit: Int = .max,
        isInterrupted: @escaping () -> Bool = { false }
    ) -> Outcome {
        let query = RemoteQuery(
            sql: sql, database: "mobile", url: server.url + "/", wire: WireSettings())
        let warehouse = RemoteWarehouse(
            WireClient { _ in nil }, query, key: "1/abc", isInterrupted: isInterrupted)
        var outcome = Outcome()
        do throws(TreasureDataFault) {
            try warehouse.run(
                status: { outcome.states.append("\($0) \($1)") },
                columns: { outcome.columns = $0.map { "\($0.name) \($0.type)" } },
                row: {
                    outcome.rows.append($0)
                    return outcome.rows.count < limit
                })
        } catch { outcome.fault = error }
        return outcome
    }

    private func status(_ text: String) -> ScriptedServer.Reply {
        .status(200, body: #"{"job_id":"42","status":"\#(text)"}"#)
    }

    private func success(_ lines: String) -> [ScriptedServer.Reply] {
        [
            .status(200, body: #"{"job":"42","job_id":"42","database":"mobile"}"#),
            status("success"),
            .status(
                200,
                body: #"{"status":"success","hive_result_schema":"\#(Self.schema)"}"#),
            .status(200, body: lines),
        ]
    }

    @Test func `a query is issued, waited for and read with its types`() throws {
        var replies = success(
            #"[9007199254740993,1.5,"お知らせ",true,[1,2]]"# + "\n" + "[null,2,null,false,[]]\n")
        replies.insert(contentsOf: [status("queued"), status("running")], at: 1)
        let server = try ScriptedServer(replies)
        let outcome = ask(server, "SELECT *\nFROM push_events WHERE s = 'a&b'")
        #expect(outcome.fault == nil)
        #expect(outcome.states == ["42 queued", "42 running"])
        #expect(
            outcome.columns == [
                "n bigint", "x double", "s varchar", "b boolean", "a array(bigint)",
            ])
        #expect(
            outcome.rows == [
                [
                    .integer(9_007_199_254_740_993), .json("1.5"), .text("お知らせ"),
                    .boolean(true), .json("[1,2]"),
                ],
                [.null, .json("2.0"), .null, .boolean(false), .json("[]")],
            ])
        #expect(
            server.requests.map { "\($0.method) \($0.path)" } == [
                "POST /v3/job/issue/trino/mobile", "GET /v3/job/status/42",
                "GET /v3/job/status/42", "GET /v3/job/status/42", "GET /v3/job/show/42",
                "GET /v3/job/result/42?format=json",
            ])
        let issue = try #require(server.requests.first)
        #expect(
            String(decoding: issue.body, as: UTF8.self)
                == "query=SELECT%20%2A%0AFROM%20push_events%20WHERE%20s%20%3D%20%27a%26b%27")
        #expect(issue.headers["content-type"] == "application/x-www-form-urlencoded")
        #expect(server.requests.allSatisfy { $0.headers["authorization"] == "TD1 1/abc" })
    }

    @Test func `a result may be larger than what is held in memory at once`() throws {
        let text = String(repeating: "x", count: 70 << 20)
        let row = #"[1,1,"s",true,[]]"#
        let outcome = ask(
            try ScriptedServer(success(row + "\n" + #"[2,2,"\#(text)",true,[]]"#)), stopsAfter: 1)
        #expect(outcome.fault == nil)
        #expect(outcome.rows.count == 1)
    }

    @Test func `whoever has enough rows reads no more`() throws {
        let server = try ScriptedServer(
            success(String(repeating: #"[1,2,"",true,[]]"# + "\n", count: 5)))
        #expect(ask(server, stopsAfter: 2).rows.count == 2)
    }

    @Test(
        arguments: [
            (
                "Query failed: line 2:8: Column 'typ' cannot be resolved",
                "Column 'typ' cannot be resolved", 20
            ),
            ("line 1:11: mismatched input 'FORM'", "mismatched input 'FORM'", 11),
            ("line 9:1: beyond", "beyond", nil),
            ("no place at all", "no place at all", nil),
            ("", "the job failed and says nothing", nil),
        ] as [(String, String, Int?)])
    func `a job that failed says why, and where`(
        output: String, message: String, offset: Int?
    ) throws {
        let server = try ScriptedServer([
            .status(200, body: #"{"job_id":42}"#), status("error"),
            .status(
                200,
                body: #"{"status":"error","debug":{"stderr":"started\n\#(output)","cmdout":null}}"#
            ),
        ])
        let expected =
            output.isEmpty
            ? TreasureDataFault.failed("started", offset: nil)
            : .failed(message, offset: offset)
        #expect(ask(server, "SELECT 'é' \nSELECT typ").fault == expected)
    }

    @Test func `a refusal has the service's words`() throws {
        let server = try ScriptedServer([
            .status(401, body: #"{"error":"Invalid","message":"Authentication required"}"#)
        ])
        #expect(ask(server).fault == .refused(401, "Authentication required"))
        #expect(server.requests.count == 1)
    }

    @Test func `a question is asked once, and looking is tried again`() throws {
        let refused = try ScriptedServer([.status(500)])
        #expect(ask(refused).fault == .refused(500, ""))
        #expect(refused.requests.count == 1)
        var replies = success("")
        replies.insert(contentsOf: [.status(502), .reset()], at: 1)
        let server = try ScriptedServer(replies)
        #expect(ask(server).fault == nil)
        #expect(server.requests.count == 6)
    }

    @Test func `an interruption kills the job`() throws {
        let server = try ScriptedServer(
            [.status(200, body: #"{"job_id":"42"}"#)],
            then: { _ in .status(200, body: #"{"status":"running","former_status":"running"}"#) })
        let outcome = ask(server, isInterrupted: { server.requests.count >= 3 })
        #expect(outcome.fault == .interrupted(job: "42"))
        let last = try #require(server.requests.last)
        #expect("\(last.method) \(last.path)" == "POST /v3/job/kill/42")
    }

    @Test func `an interruption ends the reading of rows`() throws {
        let line = "[1,2,null,false,[]]\n"
        let server = try ScriptedServer(success(String(repeating: line, count: 10_000)))
        let query = RemoteQuery(
            sql: "SELECT 1", database: "mobile", url: server.url + "/", wire: WireSettings())
        var count = 0
        let warehouse = RemoteWarehouse(
            WireClient { _ in nil }, query, key: "1/abc", isInterrupted: { count > 100 })
        let fault = #expect(throws: TreasureDataFault.self) {
            try warehouse.run(
                status: { _, _ in }, columns: { _ in },
                row: { _ in
                    count += 1
                    return true
                })
        }
        #expect(fault == .interrupted(job: nil))
        #expect(count < 1000)
    }

    @Test func `an interruption before the question asks nothing`() throws {
        let server = try ScriptedServer()
        #expect(ask(server, isInterrupted: { true }).fault == .interrupted(job: nil))
        #expect(server.requests.isEmpty)
    }

    @Test func `a job that someone killed is told`() throws {
        let server = try ScriptedServer([
            .status(200, body: #"{"job_id":"42"}"#), status("killed"), status("killed"),
        ])
        #expect(ask(server).fault == .killed(job: "42"))
    }

    @Test(arguments: [
        (["{}"], "the answer to the query has no job number"),
        ([#"{"job_id":"../x"}"#], "the answer to the query has no job number"),
        (["<html>"], "the answer is not JSON"),
        ([#"{"job_id":"1"}"#, "{}"], "job 1 has no status that is known"),
        (
            [#"{"job_id":"1"}"#, #"{"status":"success"}"#, #"{"status":"success"}"#],
            "the job's answer has no `hive_result_schema`"
        ),
        (
            [
                #"{"job_id":"1"}"#, #"{"status":"success"}"#,
                #"{"status":"success","hive_result_schema":"[[\"a\",\"bigint\"]]"}"#, "[1,2]",
            ], "a line of the result is not a row of its columns"
        ),
    ])
    func `an answer of another form is told`(bodies: [String], reason: String) throws {
        let server = try ScriptedServer(bodies.map { .status(200, body: $0) })
        #expect(ask(server).fault == .unreadable(reason))
    }
}
