import PushTestSupport
import Testing
import WireTestSupport

/// TD-11: `query --remote` of the built binary against the REST API v3 as it is documented.
@Suite struct RemoteQueryTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    private func run(
        _ text: String, _ server: ScriptedServer, mode: String = "table",
        key: String? = WireUploadTests.key
    ) throws -> Pushsh.Run {
        let script = "network real\nconfig td.api_endpoint \(server.url)\n" + text
        return try Pushsh.run(
            ["--mode", mode, "-f", "-"], input: Array(script.utf8), in: place,
            variables: key.map { ["TD_API_KEY": $0] } ?? [:])
    }

    private func result(_ schema: String, _ lines: String) -> [ScriptedServer.Reply] {
        [
            .status(200, body: #"{"job_id":"7"}"#), .status(200, body: #"{"status":"success"}"#),
            .status(
                200, body: #"{"status":"success","hive_result_schema":"\#(schema)"}"#),
            .status(200, body: lines),
        ]
    }

    private static let schema = #"[[\"type\",\"varchar\"],[\"n\",\"bigint\"]]"#

    @Test func `rows are printed as those of the warehouse here`() throws {
        for (mode, expected) in [
            ("csv", "type,n\nopen,3\n,12\n"),
            ("json", #"[{"type":"open","n":3},"# + "\n" + #"{"type":null,"n":12}]"# + "\n"),
        ] {
            let server = try ScriptedServer(
                result(Self.schema, "[\"open\",3]\n[null,12]\n"))
            let remote = try run(
                #"query --remote "SELECT type, n FROM push_events""# + "\n", server, mode: mode)
            #expect(remote.status == 0, "\(remote)")
            let local = try Pushsh.script(
                #"query "SELECT 'open' AS type, 3 AS n UNION ALL SELECT NULL, 12""# + "\n",
                ["--mode", mode, "-f", "-"], in: place)
            // What comes before the rows is what the statements before it set.
            let rows = String(remote.stdout.suffix(local.stdout.count))
            expectSameText(rows, local.stdout)
            if mode == "csv" { #expect(rows == expected) }
        }
    }

    @Test func `rows are a value for scripts`() throws {
        let server = try ScriptedServer(result(Self.schema, "[\"open\",3]\n"))
        let run = try run("query --remote \"SELECT 1\"\nexpect $[0].n == 3\n", server)
        #expect(run.status == 0, "\(run)")
    }

    @Test func `a boolean is one in every form`() throws {
        let schema = #"[[\"b\",\"boolean\"],[\"s\",\"varchar\"]]"#
        for (mode, rows) in [
            ("json", #"[{"b":true,"s":"true"}]"#), ("csv", "b,s\ntrue,true"),
        ] {
            let server = try ScriptedServer(result(schema, "[true,\"true\"]\n"))
            let run = try run(
                "query --remote \"SELECT 1\"\nexpect $[0].b == true\n", server, mode: mode)
            #expect(run.status == 0 && run.stdout.hasSuffix(rows + "\n"), "\(run)")
        }
    }

    @Test func `a double is one in every form`() throws {
        let schema = #"[[\"d\",\"double\"],[\"r\",\"real\"],[\"n\",\"bigint\"]]"#
        let sql = "query \"SELECT DOUBLE '1.0' AS d, REAL '0.1' AS r, 1 AS n\""
        let huge = "query \"SELECT DOUBLE '1E20' AS d, REAL '2.0' AS r, 1 AS n\""
        for mode in ["table", "csv", "json", "line"] {
            let pairs = [(sql, "[1,0.1,1]"), (sql, "[1.0,0.1,1]"), (huge, "[1e20,2,1]")]
            for (query, answer) in pairs {
                let server = try ScriptedServer(result(schema, answer + "\n"))
                let remote = try run("query --remote \"SELECT 1\"\n", server, mode: mode)
                let local = try Pushsh.script(
                    query + "\nexpect $[0].n == 1\n", ["--mode", mode, "-f", "-"], in: place)
                #expect(remote.status == 0 && local.status == 0, "\(remote)\n\(local)")
                expectSameText(String(remote.stdout.suffix(local.stdout.count)), local.stdout)
            }
        }
    }

    @Test func `an error of the job points into the SQL`() throws {
        let server = try ScriptedServer([
            .status(200, body: #"{"job_id":"7"}"#), .status(200, body: #"{"status":"error"}"#),
            .status(
                200,
                body: #"{"status":"error","debug":{"stderr":"Query 1 failed: line 1:8: Column "#
                    + #"'typ' cannot be resolved"}}"#),
        ])
        let run = try run("query --remote \"SELECT typ FROM push_events\"\n", server)
        #expect(run.status == 1)
        #expect(run.stderr.contains("error: Column 'typ' cannot be resolved"), "\(run)")
        #expect(run.stderr.contains("sql:1:8"))
        #expect(run.stderr.contains("^^^"))
    }

    @Test func `without a key nothing is asked`() throws {
        let server = try ScriptedServer()
        let run = try run("!no_key query --remote \"SELECT 1\"\n", server, key: nil)
        #expect(run.status == 0, "\(run)")
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: ["simulated", "off"])
    func `no other network asks`(mode: String) throws {
        let server = try ScriptedServer()
        let run = try run(
            "network \(mode)\n!needs_real_network query --remote \"SELECT 1\"\n", server)
        #expect(run.status == 0, "\(run)")
        #expect(server.requests.isEmpty)
    }

    @Test func `a region that has no query API is told`() throws {
        let run = try Pushsh.script(
            "network real\n!no_answer query --remote \"SELECT 1\"\n", in: place)
        #expect(run.status == 0, "\(run)")
    }

    @Test func `a wrong key is told with the service's words`() throws {
        let server = try ScriptedServer([
            .status(401, body: #"{"error":"x","message":"Authentication required"}"#)
        ])
        let run = try run("query --remote \"SELECT 1\"\n", server)
        #expect(run.stderr.contains("Treasure Data answers 401: Authentication required"))
        #expect(run.stderr.contains("`config td.api_key` sets the key"))
        #expect(!run.description.contains(WireUploadTests.key.dropFirst(2)))
    }
}
