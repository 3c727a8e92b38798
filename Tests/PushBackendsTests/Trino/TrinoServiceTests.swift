import PushBackends
import PushSQL
import PushSimulation
import PushText
import Testing

/// Trino's protocol without a network or a warehouse (issue 14, part 3).
struct TrinoServiceTests {
    let service = TrinoService(start: 0) { "slug" }

    static let key = "1/abc"

    func ask(
        _ method: String, _ path: String, _ body: String = "",
        _ headers: [(String, String)] = [("X-Trino-User", key)], now: Int64 = 1_700_000_000_000,
        isPatient: Bool = false
    ) -> (status: Int, json: JSON, headers: [ServiceHeader]) {
        let request = ServiceRequest(
            method: method, path: path,
            headers: headers.map { ServiceHeader($0.0, $0.1) }
                + [ServiceHeader("Host", "localhost:8080")], body: Array(body.utf8))
        guard case .response(let response) = service.answer(request, now: now, isPatient: isPatient)
        else { return (0, .null, []) }
        var bytes = response.body
        if let file = response.file { bytes += file.read(at: file.offset, count: file.count) ?? [] }
        return (response.status, (try? JSONParser.parse(bytes)) ?? .null, response.headers)
    }

    /// Asks for what comes next, until nothing does.
    func follow(_ first: JSON, _ headers: [(String, String)]) -> [JSON] {
        var answers = [first]
        while let next = answers.last?["nextUri"]?.stringValue {
            answers.append(ask("GET", String(next.dropFirst(21)), "", headers).json)
        }
        return answers
    }

    func pages(_ count: Int) throws -> TrinoPages {
        let spool = try TrinoPageSpool()
        spool.begin([QueryColumn(name: "a", type: .array(.decimal(precision: 5, scale: 1)))])
        for row in 0..<count { _ = spool.append([.json("[\"\(row).0\"]")]) }
        return try spool.finish()
    }

    @Test func `a query is asked for until it has no next address`() throws {
        let headers = [
            ("X-Trino-User", Self.key), ("X-Trino-Catalog", "td-presto"),
            ("X-Trino-Schema", "Mobile"), ("X-Trino-Time-Zone", "Asia/Tokyo"),
        ]
        let first = ask("POST", "/v1/statement", "SELECT 1", headers)
        #expect(first.json["stats"]?["state"] == "QUEUED" && first.json["columns"] == nil)
        let order = try #require(service.nextQuery(now: 1_700_000_000_001))
        #expect(order.text == "SELECT 1" && order.schema == "mobile" && order.writeRefusal == nil)
        #expect(order.zone == "Asia/Tokyo" && order.now == 1_700_000_000)
        service.finish(order, .found(try pages(25_000)), now: 1_700_000_000_500)
        let answers = follow(first.json, headers)
        let data = answers.compactMap { $0["data"]?.arrayValue?.count }
        #expect(data == [10_000, 10_000, 5000])
        let last = try #require(answers.last)
        #expect(last["stats"]?["state"] == "FINISHED")
        #expect(last["data"]?.arrayValue?.last == [["24999.0"]])
        #expect(
            last["columns"] == [
                [
                    "name": "a", "type": "array(decimal(5, 1))",
                    "typeSignature": [
                        "rawType": "array",
                        "arguments": [
                            [
                                "kind": "TYPE",
                                "value": [
                                    "rawType": "decimal",
                                    "arguments": [
                                        ["kind": "LONG", "value": 5], ["kind": "LONG", "value": 1],
                                    ],
                                ],
                            ]
                        ],
                    ],
                ]
            ])
    }

    @Test func `an answer can be fetched twice, and not after the next one`() throws {
        let first = ask("POST", "/v1/statement", "SELECT 1").json
        let order = try #require(service.nextQuery(now: 0))
        service.finish(order, .found(try pages(25_000)), now: 0)
        let id = try #require(first["id"]?.stringValue)
        let path = "/v1/statement/executing/\(id)/slug/"
        let page = ask("GET", path + "0").json["data"]
        #expect(page != nil && ask("GET", path + "0").json["data"] == page)
        #expect(ask("GET", path + "1").json["data"]?.arrayValue?.count == 10_000)
        #expect(ask("GET", path + "0").status == 410 && ask("GET", path + "5").status == 404)
        #expect(ask("GET", "/v1/statement/executing/\(id)/other/2").status == 404)
        #expect(ask("GET", path + "2", "", []).status == 400)
    }

    @Test func `who asks for a running query waits, and cancels it`() throws {
        let first = ask("POST", "/v1/statement", "SELECT 1").json
        let order = try #require(service.nextQuery(now: 0))
        let id = try #require(first["id"]?.stringValue)
        let path = "/v1/statement/executing/\(id)/slug/0"
        #expect(ask("GET", path, isPatient: true).status == 0)
        #expect(ask("GET", path).json["stats"]?["state"] == "RUNNING")
        #expect(ask("DELETE", path).status == 204 && order.kill.isSet)
        service.finish(order, .found(try pages(1)), now: 0)
        let next = ask("GET", "/v1/statement/executing/\(id)/slug/1").json
        #expect(next["error"]?["errorName"] == "USER_CANCELED" && next["nextUri"] == nil)
        #expect(next["error"]?["errorCode"] == 3 && next["error"]?["errorType"] == "USER_ERROR")
    }

    @Test func `a described column tells whether AS named it`() throws {
        let headers = [
            ("X-Trino-User", Self.key), ("X-Trino-Prepared-Statement", "d=SELECT+1+AS+n"),
        ]
        let first = ask("POST", "/v1/statement", "DESCRIBE OUTPUT d", headers)
        let order = try #require(service.nextQuery(now: 0))
        #expect(order.isDescription)
        let spool = try TrinoPageSpool()
        spool.begin([
            QueryColumn(name: "n", type: .integer, isAliased: true),
            QueryColumn(name: "_col1", type: .bigint),
        ])
        service.finish(order, .found(try spool.finish()), now: 0)
        let data = follow(first.json, headers).compactMap { $0["data"] }
        #expect(
            data == [
                [
                    ["n", "", "", "", "integer", 4, true],
                    ["_col1", "", "", "", "bigint", 8, false],
                ]
            ])
    }

    @Test func `a session is kept by its client`() throws {
        func header(
            _ text: String, _ name: String, _ more: [(String, String)] = [],
            _ outcome: TrinoOutcome? = nil
        ) -> String? {
            let headers = [("X-Trino-User", Self.key)] + more
            var answer = ask("POST", "/v1/statement", text, headers)
            if let outcome, let order = service.nextQuery(now: 0) {
                #expect(order.zone != nil)
                service.finish(order, outcome, now: 0)
            }
            while let next = answer.json["nextUri"]?.stringValue {
                answer = ask("GET", String(next.dropFirst(21)), "", headers)
            }
            return answer.headers.first { $0.name == name }?.value
                ?? answer.json["error"]?["message"]?.stringValue
        }
        let added = header("PREPARE one FROM SELECT ?, 'ä'", "X-Trino-Added-Prepare")
        #expect(added == "one=SELECT%20%3F%2C%20%27%C3%A4%27")
        let prepared = [("X-Trino-Prepared-Statement", added ?? "")]
        _ = ask(
            "POST", "/v1/statement", "EXECUTE one USING 5",
            [("X-Trino-User", Self.key)] + prepared)
        #expect(service.nextQuery(now: 0)?.text == "SELECT (5), 'ä'")
        #expect(
            header("DEALLOCATE PREPARE one", "X-Trino-Deallocated-Prepare", prepared) == "one")
        #expect(header("EXECUTE two", "-") == "Prepared statement not found: two")
        #expect(
            header("SET TIME ZONE 'Asia/Tokyo'", "X-Trino-Set-Session", [], .found(try pages(1)))
                == "time_zone_id=Asia%2FTokyo")
        let unknown = TrinoProblem(.notSupported, "Time zone not supported: Mars/X")
        for text in ["SET TIME ZONE 'Mars/X'", "SET SESSION time_zone_id = 'Mars/X'"] {
            #expect(header(text, "-", [], .failed(unknown)) == "Time zone not supported: Mars/X")
        }
        #expect(
            header("SET SESSION nope = 1", "-")
                == "Session property 'nope' does not exist (SHOW SESSION lists those that do)")
        let wrong = [
            ("query_max_run_time = 5", "'5': Cannot cast type integer to varchar"),
            ("spill_enabled = 'on'", "''on'': Cannot cast type varchar(2) to boolean"),
            ("task_concurrency = 8E0", "'8E0': Cannot cast type double to integer"),
            ("task_concurrency = -3000000000", "'-3000000000': Cannot cast type bigint to integer"),
            ("time_zone_id = true", "'true': Cannot cast type boolean to varchar"),
        ]
        for (text, reason) in wrong {
            let name = text.prefix { $0 != " " }
            #expect(
                header("SET SESSION " + text, "-")
                    == "Unable to set session property '\(name)' to \(reason)")
        }
        #expect(
            header("SET SESSION task_concurrency = 8", "X-Trino-Set-Session")
                == "task_concurrency=8")
        #expect(
            header("SELECT 1", "-", [("X-Trino-Catalog", "tpch")])
                == "Catalog 'tpch' not found (the catalog is `td-presto`)")
        #expect(header("COMMIT", "-")?.hasPrefix("No transaction in progress") == true)
    }

    @Test(arguments: [
        ("1/full", 200), ("1/query", 200), ("1/write", 403), ("1/other", 401),
    ])
    func `keys are users, and have rights`(key: String, status: Int) {
        service.keys = ServiceKeys(
            full: .oneOf(["1/full"]), query: ["1/query"], write: ["1/write"])
        let found = ask("POST", "/v1/statement", "SELECT 1", [("X-Trino-User", key)])
        #expect(found.status == status)
        guard status == 200 else { return }
        #expect((service.nextQuery(now: 0)?.writeRefusal == nil) == (key == "1/full"))
    }

    @Test func `the user of basic authentication is the key, too`() {
        service.keys.full = .oneOf(["1/abc"])
        // `1/abc:` and `1/abd:` in Base64.
        let right = [("Authorization", "Basic MS9hYmM6"), ("X-Trino-User", "somebody")]
        #expect(ask("POST", "/v1/statement", "SELECT 1", right).status == 200)
        #expect(
            ask("POST", "/v1/statement", "SELECT 1", [("Authorization", "Basic MS9hYmQ6")]).status
                == 401)
    }

    @Test(arguments: [
        ("POST", "/v1/statement", "", 400), ("GET", "/v1/info", "", 200),
        ("GET", "/v2/info", "", 404), ("GET", "/v1/statement/executing/x/slug/0", "", 404),
    ])
    func `requests that are none are refused`(
        method: String, path: String, body: String, status: Int
    ) {
        #expect(ask(method, path, body).status == status)
    }

    @Test func `a schema wants a catalog`() {
        let headers = [("X-Trino-User", Self.key), ("X-Trino-Schema", "mobile")]
        #expect(ask("POST", "/v1/statement", "SELECT 1", headers).status == 400)
    }

    @Test func `what nobody asks for is stopped and forgotten`() throws {
        _ = ask("POST", "/v1/statement", "SELECT 1")
        let order = try #require(service.nextQuery(now: 0))
        _ = ask("POST", "/v1/statement", "SELECT 2", now: 1_700_000_400_000)
        #expect(order.kill.isSet)
        #expect(service.counts == ["queued": 1])
    }
}
