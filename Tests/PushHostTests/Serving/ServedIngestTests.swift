import PushBackends
import PushCrypto
import PushModel
import PushSimulation
import PushStore
import PushTestSupport
import PushText
import Testing

@testable import PushHost

/// TD-06: the Ingest API as `serve --ingest` answers for it.
@Suite struct ServedIngestTests {
    private let host: ServedStage
    private let ingest: ServedIngest
    private static let key = "1/" + String(repeating: "a", count: 40)

    init() throws {
        host = try ServedStage()
        ingest = ServedIngest(try host.stage.workspace.warehouse, host)
    }

    private static let json = "application/vnd.treasuredata.v1+json"

    private func post(
        _ body: [UInt8], _ headers: [(String, String)] = [], path: String = "/mobile/push_events"
    ) -> Asked {
        Asked(
            .ingest, "POST", path,
            [("Authorization", "TD1 " + Self.key), ("Content-Type", Self.json)] + headers,
            body: body)
    }

    private func events(_ uuids: String..., path: String = "/mobile/push_events") -> Asked {
        let list = uuids.map {
            #"{"uuid":"\#(Self.uuid($0))","time":1767225600,"type":"open"}"#
        }
        return post(Array("{\"events\":[\(list.joined(separator: ","))]}".utf8), path: path)
    }

    private static func uuid(_ digit: String) -> String {
        "00000000-0000-4000-8000-00000000000" + digit
    }

    private func handle(_ asked: Asked...) { ingest.handle(asked.map(\.exchange)) }

    private var stored: Int {
        Int(host.stage.rows("SELECT count(*) AS n FROM mobile.push_events").first ?? "") ?? -1
    }

    @Test func `events are stored, counted and told`() {
        let asked = events("a", "b")
        handle(asked)
        #expect(asked.status == 200 && asked.json?["receipts"]?.arrayValue?.count == 2)
        #expect(host.lines == ["ingested 2 events into mobile.push_events"])
        #expect(stored == 2)
    }

    @Test func `funnel counts rows in the form of Treasure Data's own table of push events`() {
        let rows = ["delivery", "delivery", "open"].enumerated().map { number, type in
            #"{"uuid":"\#(Self.uuid(String(number)))","time":1767225600,"type":"\#(type)","#
                + #""td_campaign_id":"c9"}"#
        }
        handle(post(Array("{\"events\":[\(rows.joined(separator: ","))]}".utf8)))
        let said = host.stage.run("funnel c9")
        #expect(
            said.value == [["campaign": "c9", "delivery": 2, "open": 1, "link": 0]], "\(said)")
    }

    @Test func `a recording has an upload that stored something as a comment`() throws {
        let directory = try TemporaryDirectory()
        let host = ServedStage(try Stage(directory: directory.path))
        let ingest = ServedIngest(try host.stage.workspace.warehouse, host)
        #expect(host.stage.run(".record start r.psh").failure == nil)
        ingest.handle([events("a"), events("a"), post([])].map(\.exchange))
        #expect(host.stage.run(".record stop").notes.count == 1)
        let script = try directory.text("r.psh")
        #expect(
            script.hasSuffix(
                "\n# upload of another program: ingested 1 event into mobile.push_events\n"),
            "\(script)")
    }

    @Test func `an event that was stored before is taken and not stored again`() {
        handle(events("a"), events("a", "b"))
        #expect(
            host.lines == [
                "ingested 1 event into mobile.push_events",
                "ingested 1 event into mobile.push_events (1 repeated)",
            ])
        #expect(stored == 2)
    }

    /// Requests that are refused, with the status and what is told of them.
    @Test func `what is refused is told with its status`() {
        let cases: [(Asked, Int, String)] = [
            (post([]), 400, "refused POST /mobile/push_events 400: "),
            (post(Array("{}".utf8)), 422, "refused POST /mobile/push_events 422: "),
            (
                Asked(.ingest, "POST", "/mobile/push_events?x=1", body: "{}"), 401,
                "refused POST /mobile/push_events 401: "
            ),
            (Asked(.ingest, "GET", "/mobile/push_events"), 405, "refused GET /mobile/push_events"),
            (events("a", path: "/a/b/c"), 404, "refused POST /a/b/c 404: "),
            (
                post(Array("{}".utf8), [("Content-Encoding", "br")]), 415,
                "refused POST /mobile/push_events 415: found another coding, wanted `gzip`"
            ),
            (
                post(Array("{}".utf8), [("Content-Encoding", "gzip")]), 400,
                "refused POST /mobile/push_events 400: the body is not gzip"
            ),
            (
                post(Gzip.compress(Array("{}".utf8)).dropLast(9), [("Content-Encoding", "gzip")]),
                400, "refused POST /mobile/push_events 400: the gzip data ends too early"
            ),
        ]
        for (asked, status, line) in cases {
            _ = host.takeLines()
            handle(asked)
            #expect(asked.status == status, "\(line): \(asked.text)")
            #expect(host.lines.count == 1 && host.lines[0].hasPrefix(line), "\(host.lines)")
        }
    }

    @Test func `a packed body is unpacked, also under another spelling of its coding`() {
        let event = #"{"uuid":"\#(Self.uuid("a"))","time":1767225600,"type":"open"}"#
        let body = Array("{\"events\":[\(event)]}".utf8)
        for coding in ["gzip", "GZIP", "identity"] {
            let asked = post(
                coding == "identity" ? body : Gzip.compress(body), [("Content-Encoding", coding)])
            handle(asked)
            #expect(asked.status == 200, "\(asked.text)")
        }
        #expect(stored == 1)
    }

    @Test func `a body that grows too large is refused`() {
        let body = Gzip.compress([UInt8](repeating: 32, count: 30 << 20))
        let asked = post(body, [("Content-Encoding", "gzip")])
        handle(asked)
        #expect(asked.status == 413, "\(asked.text)")
        #expect(host.lines.first?.contains("413: the body has over ") == true)
    }

    /// Faults, with the reply as text, what is told, and how many events are stored.
    private static let faults: [(Stub.IngestFault, reply: String, line: String, stored: Int)] = [
        (
            .status(503, retryAfter: 9), "503 9",
            "stub    POST /mobile/push_events 503", 0
        ),
        (
            .answer(500, retryAfter: nil, body: "oops"), "500",
            "stub    POST /mobile/push_events 500", 0
        ),
        (.timeout, "silence", "stub    POST /mobile/push_events no answer", 0),
        (.reset, "reset", "stub    POST /mobile/push_events reset", 0),
        (.noAnswer("x"), "reset", "stub    POST /mobile/push_events reset", 0),
        (.broken("x", cure: nil), "reset", "stub    POST /mobile/push_events reset", 0),
        (
            .dropResponse, "hang up",
            "ingested 2 events into mobile.push_events, the answer is lost", 2
        ),
        (
            .delayed(1500, nil), "late 1500 200",
            "ingested 2 events into mobile.push_events, the answer is 1500 ms late", 2
        ),
        (
            .delayed(1500, .status(429, retryAfter: nil)), "late 1500 429",
            "stub    POST /mobile/push_events 429, the answer is 1500 ms late", 0
        ),
        (
            .receipts(fail: [2], error: "SchemaError"), "206",
            "ingested 1 event into mobile.push_events (1 refused)", 1
        ),
    ]

    private static func text(_ reply: ServiceReply) -> String {
        switch reply {
        case .response(let response):
            let retry = response.headers.first { $0.name.lowercased() == "retry-after" }
            return "\(response.status)" + (retry.map { " " + $0.value } ?? "")
        case .late(let reply, let time): return "late \(time) \(text(reply))"
        case .silence: return "silence"
        case .reset: return "reset"
        case .hangUp: return "hang up"
        case .slow, .stream, .goAway: return "another"
        }
    }

    @Test(arguments: faults.indices) func `a planted fault does what it says`(index: Int) {
        let (fault, reply, line, count) = Self.faults[index]
        host.faults = [fault]
        let asked = events("a", "b")
        handle(asked)
        #expect(asked.answers.map(Self.text) == [reply])
        #expect(host.lines == [line])
        #expect(max(0, stored) == count)
    }

    @Test func `each request meets its own fault, in their order`() {
        host.faults = [nil, .status(500, retryAfter: nil), nil]
        let asked = [events("a"), events("b"), events("c")]
        ingest.handle(asked.map(\.exchange))
        #expect(asked.map(\.status) == [200, 500, 200] && stored == 2)
    }

    @Test func `a planted answer with receipts names the events that fail`() {
        host.faults = [.status(206, retryAfter: nil, fail: [1], error: "InternalError")]
        let asked = events("a", "b")
        handle(asked)
        let receipts = asked.json?["receipts"]?.arrayValue
        #expect(asked.status == 206 && receipts?.count == 2)
        #expect(receipts?[0]["error"]?["name"] == "InternalError")
        #expect(receipts?[1]["success"] == true)
    }

    @Test func `answers leave together, behind the commit`() throws {
        var moments: [String] = []
        let asked = [events("a"), events("b")]
        let together = ServedIngest(try host.stage.workspace.warehouse, host) { body in
            moments.append("before \(asked.map(\.answers.count))")
            body()
            moments.append("behind \(asked.map(\.answers.count))")
        }
        together.handle(asked.map(\.exchange))
        #expect(moments == ["before [0, 0]", "behind [1, 1]"])
        together.handle([])
        #expect(moments.count == 2)
    }

    @Test func `another warehouse keeps the key that is taken`() throws {
        ingest.service.writeKey = .oneOf(["1/" + String(repeating: "b", count: 40)])
        let refused = events("a")
        handle(refused)
        #expect(refused.status == 403)
        let other = Workspace.ephemeral()
        ingest.follow(try other.warehouse)
        let again = events("a")
        handle(again)
        #expect(again.status == 403)
        ingest.service.writeKey = .wellFormed
        handle(events("a"))
        // It went into the other workspace.
        #expect(stored <= 0)
    }
}
