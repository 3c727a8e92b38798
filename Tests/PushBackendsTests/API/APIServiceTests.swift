import PushBackends
import PushModel
import PushSimulation
import PushText
import Testing

@Suite struct APIServiceTests {
    let catalog = ShelfCatalog()
    let service: APIService
    static let form = "application/x-www-form-urlencoded"

    init() { service = APIService(catalog: catalog, sink: catalog, codec: .plain) }

    static let multipart = """
        --b\r\nContent-Disposition: form-data; name="query"\r\n\r\nSELECT 1\r\n\
        --b\r\ncontent-disposition: form-data; name="priority"\r\n\r\n-1\r\n--b--\r\n
        """
    static let forms: [(path: String, type: String?, body: String)] = [
        ("", form, "query=SELECT+1&priority=-1"), ("", form, "priority=LOW&query=SELECT%201"),
        ("?query=SELECT%201&priority=-1", nil, ""),
        ("", "application/json", #"{"query":"SELECT 1","priority":-1}"#),
        ("", #"multipart/form-data; boundary="b""#, multipart),
        ("", "multipart/form-data; boundary=b", multipart),
    ]

    @Test(arguments: forms.indices) func `parameters come in every form that clients use`(
        index: Int
    ) {
        let (path, type, body) = Self.forms[index]
        let issued = service.ask(
            "POST", "/v3/job/issue/trino/mobile" + path, type: type, body: body)
        #expect(issued.status == 200)
        #expect(issued.json == ["job": "1", "job_id": "1", "database": "mobile"])
        let shown = service.ask("GET", "/v3/job/show/1").json
        #expect(shown["query"] == "SELECT 1" && shown["priority"] == -1)
    }

    @Test func `a job's text is shown without the keys in it`() {
        let typed = "1/0123456789abcdef0123456789abcdef01234567"
        _ = service.ask(
            "POST", "/v3/job/issue/trino/mobile", type: Self.form,
            body: "query=SELECT+'\(typed)'")
        #expect(
            service.ask("GET", "/v3/job/show/1").json["query"] == "SELECT '1/REDACTED'")
        #expect(!service.ask("GET", "/v3/job/list").json.text.contains(typed))
    }

    static let refusals: [(String, String, String, Int)] = [
        ("POST", "/v3/job/issue/trino/nope", "query=x", 404),
        ("POST", "/v3/job/issue/bulkload/mobile", "query=x", 422),
        ("POST", "/v3/job/issue/trino/mobile", "", 422),
        ("POST", "/v3/job/issue/trino/mobile", "query=x&priority=9", 422),
        ("POST", "/v3/job/issue/trino/mobile", "query=x&retry_limit=33", 422),
        ("GET", "/v3/job/issue/trino/mobile?query=x", "", 405),
        ("GET", "/v3/job/show/7", "", 404), ("GET", "/v3/job/show/x", "", 404),
        ("POST", "/v3/job/status/7", "", 405), ("GET", "/v3/job/kill/7", "", 405),
        ("POST", "/v3/job/kill/7", "", 404), ("GET", "/v3/job/result/7", "", 404),
        ("GET", "/v3/bulk_loads", "", 422), ("POST", "/v3/bulk_loads", "", 422),
        ("PUT", "/v3/bulk_loads/c", "", 422), ("DELETE", "/v3/bulk_loads/c", "", 422),
        ("GET", "/v3/database", "", 404), ("GET", "/v3", "", 404),
        ("GET", "/", "", 404), ("GET", "/v3/job/list/x", "", 404),
        ("GET", "/v2/job/list", "", 404), ("GET", "/v3/schedule/list", "", 422),
        ("GET", "/v3/table/show/mobile/t", "", 404), ("GET", "/v3/database/foo", "", 404),
        ("GET", "/v3/table/create/mobile/t", "", 405),
        ("POST", "/v3/database/list", "", 405), ("GET", "/v3/table/list/nope", "", 404),
        ("POST", "/v3/database/create/mobile", "", 409),
        ("POST", "/v3/table/create/mobile/t/item", "", 404),
        ("POST", "/v3/table/update-schema/mobile/t", "schema=[]", 404),
        ("POST", "/v3/table/update-schema/mobile/t", "schema=[[\"a\",\"nosuchtype\"]]", 422),
        ("POST", "/v3/table/update-schema/mobile/t", "schema=[[\"a\",\"array<int>\"]]", 422),
    ]

    @Test(arguments: refusals.indices) func `what is not right is refused`(index: Int) {
        let (method, path, body, wanted) = Self.refusals[index]
        let found = service.ask(method, path, type: Self.form, body: body)
        #expect(found.status == wanted)
        #expect(found.json["status_code"] == .int(wanted) && found.json["severity"] == "error")
        #expect(found.json["error"]?.stringValue == found.json["text"]?.stringValue)
    }

    @Test(arguments: [
        ("", "`schema` is missing"), ("schema=not json", "`schema` is not a JSON array"),
        ("schema={}", "`schema` is not a JSON array"),
        ("schema=[[\"a\"]]", "`schema` has an array"),
        ("schema=[1]", "`schema` has a number"),
        (
            "schema=[[\"aa\",\"long\"],[\"aa\",\"string\"]]",
            "`schema` has the column `aa` twice"
        ),
    ])
    func `a schema that is none is refused with its form`(body: String, wanted: String) {
        #expect(service.ask("POST", "/v3/table/create/mobile/things/log").status == 200)
        let found = service.ask(
            "POST", "/v3/table/update-schema/mobile/things", type: Self.form, body: body)
        #expect(found.status == 422)
        let message = found.json["error"]?.stringValue ?? ""
        #expect(message.hasPrefix(wanted), "\(message)")
        #expect(message.contains("wanted a list of columns") != message.hasSuffix("twice"))
    }

    /// RFC 9110, 9.1: GET and HEAD are the methods that every server has.
    @Test func `HEAD is answered where GET is`() {
        for path in ["/v3/database/list", "/v3/job/list", "/v3/system/server_status"] {
            #expect(service.ask("HEAD", path).status == 200)
        }
        #expect(service.ask("HEAD", "/v3/database/create/other").status == 405)
        service.keys.query = ["1/reader"]
        #expect(service.ask("HEAD", "/v3/database/list", key: "TD1 1/reader").status == 200)
    }

    @Test func `what is missing here is named`() {
        let schedules = service.ask("GET", "/v3/schedule/list")
        #expect(schedules.json["message"] == "not supported: schedules")
    }

    @Test(arguments: [
        ("POST", "mobile/events", "to=3600", 422, "`from` is missing"),
        ("POST", "mobile/events", "from=0&to=", 422, "`to` is missing"),
        (
            "POST", "mobile/events", "from=10&to=3600", 422,
            "`from` is 10, wanted a multiple of 3600: only whole hours go"
        ),
        (
            "POST", "mobile/events", "from=3600&to=3600", 422,
            "`from` is 3600, wanted a time before `to`, 3600"
        ),
        ("POST", "mobile/nope", "from=0&to=3600", 404, "no table `nope`"),
        ("GET", "mobile/events", "", 405, "found `GET`, wanted `POST`"),
    ])
    func `a deletion of no whole hours is refused`(
        method: String, place: String, body: String, status: Int, message: String
    ) {
        _ = service.ask("POST", "/v3/table/create/mobile/events")
        let found = service.ask(
            method, "/v3/table/partialdelete/" + place, type: Self.form, body: body)
        #expect(found.status == status && found.json["message"] == .string(message))
        #expect(service.nextJob(at: Tick(milliseconds: 1000)) == nil)
    }

    /// td-client-python, `partial_delete_api.py`; td-client-java, `TDPartialDeleteJob`.
    @Test func `a part of a table is deleted by a job without a result`() throws {
        _ = service.ask("POST", "/v3/table/create/mobile/events")
        let path = "/v3/table/partialdelete/mobile/events"
        let body = "to=7200&from=3600&domain_key=once"
        let asked = service.ask("POST", path, type: Self.form, body: body)
        #expect(asked.status == 200 && asked.json["job_id"] == "1")
        #expect(asked.json["from"] == 3600 && asked.json["to"] == 7200)
        #expect(service.ask("POST", path, type: Self.form, body: body).status == 409)
        let order = try #require(service.nextJob(at: Tick(milliseconds: 1000)))
        #expect(order.deletion?.table == "events" && order.deletion?.times == 3600..<7200)
        service.finish(order, .deleted(5), now: 2)
        let shown = service.ask("GET", "/v3/job/show/1").json
        #expect(shown["type"] == "partialdelete" && shown["status"] == "success")
        let result = service.ask("GET", "/v3/job/result/1")
        #expect(result.status == 404)
        #expect(result.json["message"] == "job `1` deletes records: it has no result")
        service.keys.query = ["1/reader"]
        service.keys.write = ["1/writer"]
        for key in ["1/reader", "1/writer"] {
            let refused = service.ask("POST", path, type: Self.form, body: body, key: "TD1 \(key)")
            #expect(refused.status == 403)
        }
    }

    @Test func `a key that may only upload neither reads nor ends a bulk import`() {
        service.keys.query = ["1/reader"]
        service.keys.write = ["1/writer"]
        for verb in ["list", "show/b", "list_parts/b", "error_records/b"] {
            let path = "/v3/bulk_import/\(verb)"
            #expect(service.ask("GET", path, key: "TD1 1/writer").status == 403, "\(verb)")
            #expect(service.ask("GET", path, key: "TD1 1/reader").status != 403, "\(verb)")
        }
        for verb in ["freeze", "unfreeze", "perform", "commit", "delete"] {
            let path = "/v3/bulk_import/\(verb)/b"
            #expect(service.ask("POST", path, key: "TD1 1/writer").status == 403, "\(verb)")
            #expect(service.ask("POST", path, key: "TD1 1/reader").status == 403, "\(verb)")
            #expect(service.ask("POST", path).status == 404, "\(verb)")
        }
        let upload = service.ask("PUT", "/v3/bulk_import/upload_part/b/p", key: "TD1 1/writer")
        #expect(upload.status == 404)
    }

    @Test func `keys are checked, and never shown`() {
        for key in [nil, "TD1", "TD1 secretkey", "Basic 1/abc"] {
            #expect(service.ask("GET", "/v3/database/list", key: key).status == 401)
        }
        service.keys.full = .oneOf(["1/right"])
        let wrong = service.ask("GET", "/v3/database/list", key: "TD1 1/secret")
        #expect(wrong.status == 403)
        #expect(wrong.json["message"]?.stringValue?.contains("secret") == false)
        #expect(service.ask("GET", "/v3/database/list", key: "TD1 1/right").status == 200)
    }

    @Test func `a job goes from queued through running to success`() throws {
        _ = service.ask(
            "POST", "/v3/job/issue/presto/mobile", type: Self.form,
            body: "query=SELECT&scheduled_time=1368080054")
        #expect(service.ask("GET", "/v3/job/status/1").json["status"] == "queued")
        let order = try #require(service.nextJob(at: Tick(milliseconds: 1_469_521_775 * 1000)))
        #expect(order.scheduledTime == 1_368_080_054 && order.database == "mobile")
        #expect(service.ask("GET", "/v3/job/status/1").json["status"] == "running")
        #expect(service.ask("GET", "/v3/job/result/1").status == 404)
        let spool = try JobRowSpool()
        spool.begin(["a", "b", "c"])
        mustHold(spool.append([.integer(1), .null, .integer(2)]))
        mustHold(spool.append([.real(0.5), .text("x"), .text("y")]))
        service.finish(order, .found(try spool.finish { $0 }), now: 1_469_521_777)
        let shown = service.ask("GET", "/v3/job/show/1").json
        #expect(shown["created_at"] == "2016-07-26 08:29:34 UTC")
        #expect(shown["start_at"] == "2016-07-26 08:29:35 UTC")
        #expect(shown["duration"] == 2 && shown["num_records"] == 2)
        #expect(
            shown["hive_result_schema"]
                == #"[["a","double"],["b","varchar"],["c","varchar"]]"#)
    }

    @Test func `a failed job keeps its complaint, a killed one its place`() throws {
        for _ in 0..<3 {
            _ = service.ask(
                "POST", "/v3/job/issue/hive/mobile", type: Self.form, body: "query=x")
        }
        let first = try #require(service.nextJob(at: Tick(milliseconds: 1000)))
        service.finish(first, .failed("no such table"), now: 2)
        let debug = service.ask("GET", "/v3/job/show/1").json["debug"]
        #expect(debug?["stderr"] == "no such table")
        let second = try #require(service.nextJob(at: Tick(milliseconds: 2000)))
        #expect(service.ask("POST", "/v3/job/kill/2").json["former_status"] == "running")
        #expect(second.kill.isSet)
        #expect(service.ask("POST", "/v3/job/kill/3").json["former_status"] == "queued")
        #expect(service.nextJob(at: Tick(milliseconds: 3000)) == nil)
        service.finish(second, .killed, now: 3)
        let list = service.ask("GET", "/v3/job/list?from=0&to=1").json
        let ids = list["jobs"]?.arrayValue?.map { $0["job_id"]?.stringValue }
        #expect(ids == ["3", "2"] && list["count"] == 3)
        let killed = service.ask("GET", "/v3/job/list?status=error").json["jobs"]?.arrayValue
        #expect(killed?.count == 1)
    }

    @Test func `a key that may only query stops no job of another`() {
        service.keys = ServiceKeys(query: ["1/read"])
        for key in ["TD1 1/abc", "TD1 1/read"] {
            _ = service.ask(
                "POST", "/v3/job/issue/hive/mobile", type: Self.form, body: "query=x", key: key)
        }
        let read = "TD1 1/read"
        #expect(service.ask("POST", "/v3/job/kill/1", key: read).status == 403)
        #expect(service.ask("GET", "/v3/job/status/1").json["status"] == "queued")
        #expect(service.ask("POST", "/v3/job/kill/2", key: read).status == 200)
        #expect(service.ask("POST", "/v3/job/kill/1").status == 200)
    }

    @Test func `a job in a database that is damaged is refused as such`() {
        let issue = { (database: String) in
            service.ask(
                "POST", "/v3/job/issue/trino/" + database, type: Self.form, body: "query=x")
        }
        #expect(issue("nope").status == 404)
        catalog.damaged = "mobile"
        let refused = issue("mobile")
        #expect(refused.status == 503)
        #expect(refused.json["error"] == "`mobile.db` is damaged")
    }

    @Test(arguments: [
        ("POST", "/v3/user/authenticate", "logging in with a user and a password"),
        ("POST", "/v3/user/create/ann", "adding and removing users"),
        ("GET", "/v3/result/list", "result connections"),
        ("POST", "/v3/result/create/ftp", "result connections"),
        ("POST", "/v3/result/delete/ftp", "result connections"),
        ("POST", "/v3/export/run/mobile/t", "exports"),
    ])
    func `what is not supported is named`(method: String, path: String, what: String) {
        let refused = service.ask(method, path, type: Self.form, body: "")
        let message = refused.json["error"]?.stringValue ?? ""
        #expect(refused.status == 422 && message.hasPrefix("not supported: " + what), "\(message)")
    }

    @Test func `a domain key is used once`() {
        let issue = { (key: String) in
            service.ask(
                "POST", "/v3/job/issue/trino/mobile", type: Self.form,
                body: "query=x&domain_key=" + key
            ).status
        }
        #expect([issue("a"), issue("a"), issue("b")] == [200, 409, 200])
    }

    @Test func `a higher priority goes first, and the oldest of equals`() {
        for priority in [0, 2, -1, 2] {
            _ = service.ask(
                "POST", "/v3/job/issue/trino/mobile", type: Self.form,
                body: "query=x&priority=\(priority)")
        }
        let order = (0..<4).map { _ in service.nextJob(at: Tick(milliseconds: 1000))?.id }
        #expect(order == [2, 4, 1, 3])
    }

    @Test func `jobs are bounded, and those that are over make room`() throws {
        let issue = {
            service.ask("POST", "/v3/job/issue/trino/mobile", type: Self.form, body: "query=x")
        }
        for _ in 0..<1000 { #expect(issue().status == 200) }
        #expect(issue().status == 429)
        let order = try #require(service.nextJob(at: Tick(milliseconds: 1000)))
        service.finish(order, .killed, now: 1)
        #expect(issue().json["job_id"] == "1001")
        #expect(service.ask("GET", "/v3/job/show/1").status == 404)
    }

    @Test func `a query that is too long is refused`() {
        let text = String(repeating: "x", count: 1_000_001)
        #expect(
            service.ask(
                "POST", "/v3/job/issue/trino/mobile", type: Self.form, body: "query=" + text
            ).status == 422)
    }

    @Test func `databases and tables are made, listed and deleted`() {
        #expect(service.ask("POST", "/v3/database/create/other").status == 200)
        #expect(service.ask("POST", "/v3/table/create/other/things/log").status == 200)
        let schema = #"[["a","long"],["b","string","alias"],["time","long"]]"#
        #expect(
            service.ask(
                "POST", "/v3/table/update-schema/other/things", type: "application/json",
                body: #"{"schema":\#(schema)}"#
            ).status == 200)
        let table = service.ask("GET", "/v3/table/list/other").json["tables"]?.arrayValue?.first
        #expect(table?["schema"] == #"[["a","long","a"],["b","string","b"]]"#)
        #expect(table?["name"] == "things" && table?["type"] == "log" && table?["count"] == 0)
        let names = service.ask("GET", "/v3/database/list").json["databases"]?.arrayValue
        #expect(names?.map { $0["name"] } == ["mobile", "other"])
        #expect(
            names?.map { $0["created_at"] } == [
                "1970-01-01 00:00:00 UTC", "2016-07-26 08:29:34 UTC",
            ])
        #expect(table?["created_at"] == "2016-07-26 08:29:34 UTC")
        #expect(service.ask("POST", "/v3/table/delete/other/things").json["type"] == "log")
        #expect(service.ask("GET", "/v3/database/delete/other").status == 405)
        #expect(service.ask("POST", "/v3/database/delete/other").json["database"] == "other")
        #expect(service.ask("POST", "/v3/database/delete/other").status == 404)
        #expect(service.ask("GET", "/v3/table/list/other").status == 404)
        catalog.failure = .failed("busy")
        #expect(service.ask("GET", "/v3/database/list").status == 503)
    }

    /// The bytes of an answer to `GET`.
    private func bytes(_ path: String) -> (status: Int, body: [UInt8]) {
        let request = ServiceRequest(
            method: "GET", path: path, headers: [HeaderField("Authorization", "TD1 1/abc")],
            body: [])
        guard case .response(let response) = service.answer(request, now: 1) else { return (0, []) }
        return (response.status, response.body)
    }

    @Test func `a table keeps its records for some days, or all of them`() {
        func expire(_ form: String, _ table: String = "things") -> Int {
            service.ask(
                "POST", "/v3/table/update/mobile/\(table)", type: Self.form, body: form
            ).status
        }
        func days() -> JSON? {
            service.ask("GET", "/v3/table/list/mobile").json["tables"]?.arrayValue?.first?[
                "expire_days"]
        }
        #expect(service.ask("POST", "/v3/table/create/mobile/things/log").status == 200)
        #expect(days() == .null)
        #expect(expire("expire_days=30") == 200 && days() == 30)
        #expect(expire("expire_days=0") == 200 && days() == .null)
        #expect(expire("expire_days=-1") == 422 && expire("expire_days=x") == 422)
        #expect(expire("name=other") == 422 && expire("expire_days=1", "nothing") == 404)
    }

    @Test func `the newest records come as maps, one behind the other`() {
        #expect(service.ask("POST", "/v3/table/create/mobile/things").status == 200)
        catalog.records = [
            [("time", .integer(7)), ("a", .text("é"))], [("time", .integer(3))],
        ]
        let one: [UInt8] = [0x82, 0xA4] + Array("time".utf8) + [7, 0xA1, 0x61, 0xA2, 0xC3, 0xA9]
        let two: [UInt8] = [0x81, 0xA4] + Array("time".utf8) + [3]
        #expect(bytes("/v3/table/tail/mobile/things?count=1&format=msgpack").body == one)
        #expect(bytes("/v3/table/tail/mobile/things").body == one + two)
        #expect(bytes("/v3/table/tail/mobile/things?count=0").body == [])
        catalog.records = [(0..<16).map { ("c\($0)", .null) }]
        #expect(bytes("/v3/table/tail/mobile/things").body.prefix(3) == [0xDE, 0, 16])
    }

    @Test(
        arguments: [
            ("GET", "mobile/nothing", 404), ("GET", "nowhere/things", 404), ("GET", "mobile", 404),
            ("POST", "mobile/things", 405), ("GET", "mobile/things?count=-1", 422),
            ("GET", "mobile/things?count=x", 422), ("GET", "mobile/things?format=json", 422),
        ])
    func `a tail that cannot be is refused`(method: String, rest: String, status: Int) {
        #expect(service.ask("POST", "/v3/table/create/mobile/things").status == 200)
        #expect(service.ask(method, "/v3/table/tail/" + rest).status == status)
    }

    @Test func `no bytes of a form crash it`() {
        var generator: UInt64 = 5
        for round in 0..<2000 {
            var body = Array(Self.multipart.utf8)
            for _ in 0..<4 {
                generator = generator &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let place = Int((generator >> 33) % UInt64(body.count))
                body[place] = UInt8(truncatingIfNeeded: generator >> 50)
            }
            if round % 3 == 0 { body.removeLast(Int(generator >> 40) % body.count) }
            let request = ServiceRequest(
                method: "POST", path: "/v3/job/issue/trino/mobile",
                headers: [
                    HeaderField("Content-Type", "multipart/form-data; boundary=b"),
                    HeaderField("Authorization", "TD1 1/abc"),
                ], body: body)
            guard case .response(let response) = service.answer(request, now: 1) else {
                Issue.record("a rewrite")
                return
            }
            #expect([200, 400, 422, 429].contains(response.status))
        }
    }
}
