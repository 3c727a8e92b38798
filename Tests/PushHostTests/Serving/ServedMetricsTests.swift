import Glibc
import PushBackends
import PushStore
import PushTestSupport
import PushText
import Testing

@testable import PushHost
@testable import PushWire

/// TD-06: what monitors see of a `serve`.
@Suite struct ServedMetricsTests {
    private let workspace = Workspace.ephemeral()
    private let counters = ReplyCounters()

    private var metrics: ServedMetrics {
        ServedMetrics(
            counters: counters, catalog: WarehouseCatalog(workspace),
            start: SystemClock.uptime().milliseconds - 5500)
    }

    private func page(_ path: String, method: String = "GET") -> ServiceResponse? {
        metrics.page(ServiceRequest(method: method, path: path), ["running": 1, "error": 2])
    }

    private func answer(_ service: ServiceKind, _ reply: ServiceReply) {
        counters.watch(Asked(service, "GET", "/").exchange).answer(reply)
    }

    @Test func `answers are counted by service and status, in the table's order`() {
        answer(.api, .response(ServiceResponse(status: 200)))
        answer(.ingest, .silence)
        answer(.ingest, .response(ServiceResponse(status: 503)))
        answer(.ingest, .late(.response(ServiceResponse(status: 200)), milliseconds: 1))
        answer(.ingest, .response(ServiceResponse(status: 200)))
        let list = counters.answers.map { "\($0.service) \($0.status) \($0.count)" }
        #expect(list == ["ingest 0 1", "ingest 200 2", "ingest 503 1", "api 200 1"])
    }

    @Test func `what connections refuse by themselves is counted, with an answer and without`() {
        answer(.ingest, .response(ServiceResponse(status: 413)))
        let subject = ConnectionRefusal.subject("POST", "/a")
        counters.count(.init(.ingest, .answer(413), "large", of: subject))
        counters.count(.init(ConnectionRefusal.proxy, .answer(403), "no"))
        for _ in 0..<2 { counters.count(.init(.apns, .closed(.handshake), "no")) }
        counters.count(.full("fcm", ServerLimits()))
        let list = counters.answers.map { "\($0.service) \($0.status) \($0.count)" }
        #expect(list == ["ingest 413 2", "proxy 403 1"])
        let lines = String(decoding: page("/metrics")?.body ?? [], as: UTF8.self)
            .split(separator: "\n").filter { $0.hasPrefix("pushsh_connections_refused_total{") }
        #expect(
            lines == [
                #"pushsh_connections_refused_total{service="apns",reason="handshake"} 2"#,
                #"pushsh_connections_refused_total{service="fcm",reason="full"} 1"#,
            ])
        let json = page("/status").flatMap { try? JSONParser.parse($0.body) }
        #expect(
            json?["connections_refused"]?.arrayValue?.first
                == ["service": "apns", "reason": "handshake", "count": 2])
    }

    @Test func `an answer that is counted reaches its client`() {
        let asked = Asked(.api, "GET", "/")
        counters.watch(asked.exchange).answer(.response(ServiceResponse(status: 204)))
        #expect(asked.status == 204)
    }

    @Test func `the status says that the workspace was moved`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/w"
        let metrics = ServedMetrics(
            counters: counters, catalog: WarehouseCatalog(try Workspace.open(directory: path)),
            start: 0)
        let request = ServiceRequest(method: "GET", path: "/status")
        #expect(metrics.page(request, [:])?.status == 200)
        #expect(rename(path, path + "-moved") == 0)
        let response = try #require(metrics.page(request, [:]))
        let json = try JSONParser.parse(response.body)
        #expect(response.status == 503 && json["status"] == "unavailable")
        #expect(
            json["reason"]?.stringValue
                == "`\(path)/device.db` is gone: the workspace was deleted or replaced")
    }

    @Test func `the status names a database whose file cannot be used`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/w"
        try Workspace.open(directory: path).warehouse.createDatabase("shop")
        try directory.write("no database", to: "w/warehouse/shop.db")
        let metrics = ServedMetrics(
            counters: counters, catalog: WarehouseCatalog(try Workspace.open(directory: path)),
            start: 0)
        let request = { ServiceRequest(method: "GET", path: $0) }
        let response = try #require(metrics.page(request("/status"), [:]))
        let json = try JSONParser.parse(response.body)
        #expect(response.status == 200 && json["status"] == "degraded")
        #expect(json["left_out"] == ["shop"])
        let bytes = metrics.page(request("/metrics"), [:])?.body ?? []
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("\npushsh_databases_left_out 1\n"))
    }

    @Test func `the status names tables, jobs and answers`() throws {
        let warehouse = try workspace.warehouse
        _ = try warehouse.createDatabase("shop", at: 1)
        _ = try warehouse.createTable("orders", database: "shop", at: 1)
        answer(.fcm, .response(ServiceResponse(status: 404)))
        let response = try #require(page("/status?x=1"))
        let json = try JSONParser.parse(response.body)
        #expect(json["status"] == "ok")
        #expect(json["uptime_seconds"]?.intValue == 5)
        let tables = json["tables"]?.arrayValue ?? []
        #expect(
            tables.contains(["database": "shop", "table": "orders", "records": 0]), "\(json.text)")
        #expect(json["jobs"] == ["error": 2, "running": 1])
        #expect(
            json["answers"]?.arrayValue == [["service": "fcm", "status": 404, "count": 1]])
    }

    @Test func `the metrics are Prometheus text, each with help and type`() throws {
        answer(.apns, .reset)
        let response = try #require(page("/metrics"))
        #expect(response.headers.first?.value == "text/plain; version=0.0.4")
        let lines = String(decoding: response.body, as: UTF8.self).split(separator: "\n")
        for name in [
            "pushsh_build_info", "pushsh_uptime_seconds", "pushsh_answers_total",
            "pushsh_connections_refused_total", "pushsh_warehouse_records", "pushsh_jobs",
            "process_open_fds",
        ] {
            #expect(lines.contains { $0.hasPrefix("# HELP \(name) ") })
            #expect(lines.contains { $0.hasPrefix("# TYPE \(name) ") })
        }
        #expect(lines.contains("pushsh_uptime_seconds 5"))
        #expect(lines.contains("pushsh_answers_total{service=\"apns\",status=\"0\"} 1"))
        #expect(lines.contains("pushsh_jobs{status=\"error\"} 2"))
        #expect(lines.contains("pushsh_jobs{status=\"running\"} 1"))
        let open = lines.first { $0.hasPrefix("process_open_fds ") }
        #expect((open.flatMap { Int($0.dropFirst(17)) } ?? 0) >= 3)
    }

    @Test(arguments: [
        ("GET", "/status", true), ("HEAD", "/status", true), ("GET", "/metrics?a=b", true),
        ("GET", "/status/", false), ("GET", "/v3/status", false),
        ("GET", "/", false),
    ])
    func `two pages are the monitors', and nothing else`(
        method: String, path: String, isPage: Bool
    ) {
        #expect((page(path, method: method) != nil) == isPage)
    }

    @Test(arguments: ["POST", "PUT", "OPTIONS"], ["/status", "/metrics"])
    func `another method is not allowed there`(method: String, path: String) {
        let response = page(path, method: method)
        #expect(response?.status == 405)
        #expect(response?.headers.contains(HeaderField("Allow", "GET, HEAD")) == true)
    }

    /// Counting a thousand jobs takes longer than most requests.
    @Test func `jobs are counted for the monitors' pages alone`() {
        var counted = 0
        let jobs = { () -> [String: Int] in
            counted += 1
            return [:]
        }
        let paths = ["/status", "/metrics", "/v3/job/list", "/v3/system/server_status", "/"]
        for path in paths {
            _ = metrics.page(ServiceRequest(method: "GET", path: path), jobs())
        }
        #expect(counted == 2)
    }

    @Test func `labels are escaped`() {
        var text = PrometheusText()
        text.begin("m", .counter, "Help.")
        text.add(1, [("a", "q\"b\\c\nd"), ("b", "山"), ("c", "\"\u{301}\r\n")])
        text.add(-2)
        #expect(
            text.text
                == "# HELP m Help.\n# TYPE m counter\n"
                + "m{a=\"q\\\"b\\\\c\\nd\",b=\"山\",c=\"\\\"\u{301}\r\\n\"} 1\nm -2\n")
    }
}
