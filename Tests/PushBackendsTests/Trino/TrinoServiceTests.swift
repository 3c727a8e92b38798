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
    ) -> (status: Int, json: JSON, headers: [HeaderField]) {
        let request = ServiceRequest(
            method: method, path: path,
            headers: headers.map { HeaderField($0.0, $0.1) }
                + [HeaderField("Host", "localhost:8080")], body: Array(body.utf8))
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
        #expect(order.zone == "Asia/Tokyo")
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
        for token in ["-1", "2147483647", "9223372036854775807", "-9223372036854775808"] {
            for kind in ["executing", "queued"] {
                #expect(ask("GET", "/v1/statement/\(kind)/\(id)/slug/\(token)").status == 404)
            }
        }
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
        #expect(order.description == .output && order.text == "SELECT 1 AS n")
        let spool = try TrinoPageSpool()
        spool.begin([
            QueryColumn(
                name: "n", type: .integer, isAliased: true,
                origin: TablePlace(catalog: "td", schema: "mobile", table: "nums")),
            QueryColumn(name: "_col1", type: .bigint),
        ])
        service.finish(order, .found(try spool.finish()), now: 0)
        let data = follow(first.json, headers).compactMap { $0["data"] }
        #expect(
            data == [
                [
                    ["n", "td", "mobile", "nums", "integer", 4, true],
                    ["_col1", "", "", "", "bigint", 8, false],
                ]
            ])
    }

    /// Settings of a session that have another type, and what Trino says of them.
    private static let wrong = [
        ("query_max_run_time = 5", "'5': Cannot cast type integer to varchar"),
        ("spill_enabled = 'on'", "''on'': Cannot cast type varchar(2) to boolean"),
        ("task_concurrency = 8E0", "'8E0': Cannot cast type double to integer"),
        ("task_concurrency = -3000000000", "'-3000000000': Cannot cast type bigint to integer"),
        ("time_zone_id = true", "'true': Cannot cast type boolean to varchar"),
    ]

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
        for (text, reason) in Self.wrong {
            let name = text.prefix { $0 != " " }
            #expect(
                header("SET SESSION " + text, "-")
                    == "Unable to set session property '\(name)' to \(reason)")
        }
        #expect(
            header("SET SESSION task_concurrency = 8", "X-Trino-Set-Session")
                == "task_concurrency=8")
        let found = TrinoOutcome.found(try pages(1))
        for (text, own, name) in [
            ("USE mobile", nil, "td-presto"), ("USE mobile", "td", "td"),
            ("USE system.runtime", "td", "system"),
        ] as [(String, String?, String)] {
            let more = own.map { [("X-Trino-Catalog", $0), ("X-Trino-Time-Zone", "UTC")] }
            #expect(
                header(text, "X-Trino-Set-Catalog", more ?? [("X-Trino-Time-Zone", "UTC")], found)
                    == name)
        }
        #expect(header("COMMIT", "-")?.hasPrefix("No transaction in progress") == true)
    }

    @Test func `SHOW SESSION takes a pattern`() {
        #expect(names("SHOW SESSION LIKE 'task!_conc%' ESCAPE '!'") == ["task_concurrency"])
    }

    /// The first column of an answer.
    private func names(_ statement: String) -> [String] {
        var answer = ask("POST", "/v1/statement", statement)
        while answer.json["data"] == nil, let next = answer.json["nextUri"]?.stringValue {
            answer = ask("GET", String(next.dropFirst(21)))
        }
        let rows = answer.json["data"]?.arrayValue ?? []
        return rows.compactMap { $0.arrayValue?.first?.stringValue }
    }

    @Test func `SHOW SESSION lists by name`() {
        let names = names("SHOW SESSION")
        #expect(names.contains("time_zone_id") && names == names.sorted())
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

    @Test func `an empty Authorization counts as none`() {
        service.keys.full = .oneOf(["1/abc"])
        for field in ["", " "] {
            let headers = [("Authorization", field), ("X-Trino-User", "1/abc")]
            #expect(ask("POST", "/v1/statement", "SELECT 1", headers).status == 200)
        }
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

    @Test(arguments: [
        ("GET", "/v1/statement", "POST"), ("OPTIONS", "/v1/statement", "POST"),
        ("PUT", "/v1/info", "GET, HEAD"), ("POST", "/v1/info/state", "GET, HEAD"),
        ("DELETE", "/v1/status", "GET, HEAD"),
        ("POST", "/v1/statement/queued/x/slug/1", "GET, HEAD, DELETE"),
    ])
    func `another method than a path takes is not allowed`(
        method: String, path: String, allowed: String
    ) {
        let response = ask(method, path, "", [])
        #expect(response.status == 405)
        #expect(response.headers.contains(HeaderField("Allow", allowed)))
    }

    @Test func `a schema wants a catalog`() {
        let headers = [("X-Trino-User", Self.key), ("X-Trino-Schema", "mobile")]
        #expect(ask("POST", "/v1/statement", "SELECT 1", headers).status == 400)
    }

    @Test func `the catalogs that a client names are found where the tables are`() throws {
        for catalog in ["td", "td-presto", "system", "TPCH"] {
            let headers = [("X-Trino-User", Self.key), ("X-Trino-Catalog", catalog)]
            _ = ask("POST", "/v1/statement", "SELECT 1", headers)
            #expect(service.nextQuery(now: 0)?.catalog == catalog.lowercased())
        }
        let headers = [("X-Trino-User", Self.key), ("X-Trino-Catalog", "td")]
        _ = ask("POST", "/v1/statement", "USE system.runtime", headers)
        #expect(service.nextQuery(now: 0)?.text == #"SHOW TABLES FROM "system"."runtime""#)
    }

    /// Sends a query and gives it rows; returns the path of its first page.
    private func result(_ count: Int, now: Int64 = 1_700_000_000_000) throws -> String {
        let first = ask("POST", "/v1/statement", "SELECT 1", now: now)
        #expect(first.status == 200, "\(first.json)")
        let order = try #require(service.nextQuery(now: 0))
        service.finish(order, .found(try pages(count)), now: 0)
        let id = try #require(first.json["id"]?.stringValue)
        return "/v1/statement/executing/\(id)/slug/"
    }

    @Test func `a result that is still read outlives any number of other queries`() throws {
        let path = try result(25_000)
        #expect(ask("GET", path + "0").json["data"]?.arrayValue?.count == 10_000)
        for _ in 0..<205 { #expect(ask("GET", try result(1) + "0").status == 200) }
        #expect(ask("GET", path + "1").json["data"]?.arrayValue?.count == 10_000)
        #expect(ask("GET", path + "2").json["data"]?.arrayValue?.count == 5000)
        #expect(service.counts["finished"] == 200)
    }

    @Test func `if every query is still read, a new one is told to come again`() throws {
        var paths: [String] = []
        for _ in 0..<200 { paths.append(try result(1)) }
        let refused = ask("POST", "/v1/statement", "SELECT 1")
        #expect(refused.status == 429)
        #expect(refused.headers.contains(HeaderField("Retry-After", "1")))
        // Of two that were read, the one goes whose client asked longest ago.
        #expect(ask("GET", paths[7] + "0", now: 1_700_000_000_002).status == 200)
        #expect(ask("GET", paths[9] + "0", now: 1_700_000_000_001).status == 200)
        _ = try result(1, now: 1_700_000_000_003)
        #expect(ask("GET", paths[9] + "0").status == 404)
        #expect(ask("GET", paths[7] + "0").status == 200)
        // Whoever drops a result makes room as well.
        _ = try result(1)
        #expect(ask("POST", "/v1/statement", "SELECT 1").status == 429)
        #expect(ask("DELETE", paths[3] + "0").status == 204)
        #expect(ask("POST", "/v1/statement", "SELECT 1").status == 200)
    }

    @Test func `what nobody asks for is stopped and forgotten`() throws {
        _ = ask("POST", "/v1/statement", "SELECT 1")
        let order = try #require(service.nextQuery(now: 0))
        _ = ask("POST", "/v1/statement", "SELECT 2", now: 1_700_000_400_000)
        #expect(order.kill.isSet)
        #expect(service.counts == ["queued": 1])
    }
}
