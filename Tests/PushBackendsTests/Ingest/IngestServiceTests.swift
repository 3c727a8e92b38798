import PushBackends
import PushModel
import PushStore
import PushText
import Testing

@Suite struct IngestServiceTests {
    let sink = RecordingSink()
    let service: IngestService
    static let uuid = "0F8FAD5B-D9CB-469F-A165-70867728950E"

    init() { service = IngestService(sink: sink) { "NEW" } }

    @Test(arguments: ["events", "records"]) func `a batch is stored and receipted`(
        key: String
    ) {
        let body = #"{"\#(key)":[{"type":"open","uuid":"\#(Self.uuid)"},{"type":"x","uuid":"1"}]}"#
        let response = service.answer(request(body), receivedAt: 7)
        #expect(
            response.text == #"{"receipts":[{"success":true,"uuid":"\#(Self.uuid)"},"#
                + #"{"success":true,"uuid":"NEW"}]}"#)
        #expect(response.status == 200)
        #expect(response.headers == [HeaderField("Content-Type", "application/json")])
        #expect(sink.calls == ["mobile.push_events 2 at 7"])
        #expect(sink.uuids == [Self.uuid, nil])
    }

    @Test func `a record that fails makes the answer partial, by position`() {
        let response = service.answer(
            request(#"{"events":[{"a":1},{"bad":1},{"a":2}]}"#), receivedAt: 7)
        #expect(response.status == 206)
        #expect(
            response.text == #"{"receipts":[{"success":true,"uuid":"NEW"},"#
                + #"{"success":false,"uuid":"NEW","error":{"name":"InvalidPropertyNameError","#
                + #""message":"`bad`"}},{"success":true,"uuid":"NEW"}]}"#)
    }

    @Test func `a number that is kept as text is noted in its receipt`() {
        let response = service.answer(
            request(#"{"events":[{"n":9223372036854775807},{"n":-9223372036854775809}]}"#),
            receivedAt: 7)
        #expect(
            response.text == #"{"receipts":[{"success":true,"uuid":"NEW"},{"success":true,"#
                + #""uuid":"NEW","note":"whole numbers beyond 64 bits are kept as text: `n`"}]}"#)
    }

    @Test func `[TD-06] a time in milliseconds is stored, and noted in its receipt`() {
        let response = service.answer(
            request(#"{"events":[{"time":1790000000000},{"time":1790000000}]}"#), receivedAt: 7)
        #expect(response.status == 200)
        #expect(response.text.contains(#""note":"`time` is 1790000000000, which in Unix"#))
        #expect(response.text.hasSuffix(#"{"success":true,"uuid":"NEW"}]}"#))
        #expect(sink.records == [["time": 1_790_000_000_000], ["time": 1_790_000_000]])
    }

    @Test func `the mobile form adds the sender's address once`() {
        let type = "Application/vnd.treasuredata.v1.mobile+json; charset=utf-8"
        _ = service.answer(
            request(#"{"events":[{"a":1},{"td_ip":"9.9.9.9"}]}"#, type: type), receivedAt: 7)
        #expect(sink.records == [["a": 1, "td_ip": "127.0.0.1"], ["td_ip": "9.9.9.9"]])
    }

    @Test func `the single form takes a bare record`() {
        let type = "application/vnd.treasuredata.v1.single+json"
        let response = service.answer(request(#"{"events":[1]}"#, type: type), receivedAt: 7)
        #expect(response.text == #"{"receipts":[{"success":true,"uuid":"NEW"}]}"#)
        #expect(sink.records == [["events": [1]]])
    }

    static let one = #"{"events":[{"a":1}]}"#
    static let refusals: [(ServiceRequest, String)] = [
        (request(one, path: "/"), "404 NotFoundError"),
        (request(one, path: "/mobile"), "404 NotFoundError"),
        (request(one, path: "/mobile/push_events/x"), "404 NotFoundError"),
        (request(one, method: "GET"), "405 MethodNotAllowedError"),
        (request(one, method: "post"), "405 MethodNotAllowedError"),
        (request(one, authorization: nil), "401 UnauthorizedError"),
        (request(one, authorization: "Bearer 1/abc"), "401 UnauthorizedError"),
        (request(one, authorization: "TD1"), "401 UnauthorizedError"),
        (request(one, authorization: "TD1 YOUR_KEY"), "401 UnauthorizedError"),
        (request(one, authorization: "TD1 1/"), "401 UnauthorizedError"),
        (request(one, type: nil), "415 UnsupportedMediaTypeError"),
        (request(one, type: "application/json"), "415 UnsupportedMediaTypeError"),
        (request(""), "400 BadRequestError"), (request("{"), "400 BadRequestError"),
        (request("\u{1F}\u{8B}"), "400 BadRequestError"),
        (request(String(repeating: "[", count: 100_000)), "400 BadRequestError"),
        (request("[]"), "422 UnprocessableEntityError"),
        (request("{}"), "422 UnprocessableEntityError"),
        (request(#"{"events":{}}"#), "422 UnprocessableEntityError"),
        (request(#"{"events":[]}"#), "400 BadRequestError"),
        (request(batch(of: 501)), "400 BadRequestError"), (request(batch(of: 500)), "200"),
        (request(large(record: 999_990)), "200"),
        (request(large(record: 1_000_001)), "413 PayloadTooLargeError"),
        (request(large(record: 5_000_000)), "413 PayloadTooLargeError"),
    ]

    static func batch(of count: Int) -> String {
        #"{"events":["# + Array(repeating: #"{"a":1}"#, count: count).joined(separator: ",") + "]}"
    }

    static func large(record bytes: Int) -> String {
        #"{"events":[{"a":""# + String(repeating: "x", count: bytes - 8) + #""}]}"#
    }

    @Test(arguments: refusals.indices) func `what is not right is refused`(index: Int) {
        let (request, wanted) = Self.refusals[index]
        #expect(service.answer(request, receivedAt: 7).summary == wanted)
        #expect(sink.calls.isEmpty == (wanted != "200"))
    }

    @Test(arguments: [
        (RecordSinkError.noDatabase("mobile"), "404 NotFoundError"),
        (.noTable("t", database: "d"), "404 NotFoundError"),
        (.badName("x\u{1B}[2J"), "400 InvalidCollectionNameError"),
        (.unavailable("busy"), "503 ServiceUnavailableError"),
    ])
    func `the sink's refusals have their statuses`(failure: RecordSinkError, wanted: String) {
        sink.failure = failure
        let response = service.answer(request(Self.one), receivedAt: 7)
        #expect(response.summary == wanted)
        #expect(!response.body.contains(0x1B))
        guard case .badName = failure else { return }
        #expect(response.text.contains("is not a valid name: wanted 3 to 128 of a-z, 0-9 and _"))
    }

    @Test func `a configured key is compared, and never shown`() {
        service.writeKey = .oneOf(["2/secret", "3/other"])
        let right = service.answer(
            request(Self.one, authorization: "TD1 2/secret"), receivedAt: 7)
        let wrong = service.answer(
            request(Self.one, authorization: "TD1 2/Secret"), receivedAt: 7)
        #expect(right.summary == "200" && wrong.summary == "403 ForbiddenError")
        #expect(!wrong.text.contains("ecret"))
    }

    @Test func `a key for queries is told that it may not upload, and others learn nothing`() {
        service.writeKey = .oneOf(["2/secret"])
        service.queryKeys = ["2/read"]
        for (key, message) in [
            ("2/read", "this API key may only read and query"),
            ("2/other", "the write key is not of this account"),
        ] {
            let refused = service.answer(
                request(Self.one, authorization: "TD1 " + key), receivedAt: 7)
            #expect(refused.summary == "403 ForbiddenError" && refused.text.contains(message))
        }
    }

    @Test func `the words for a batch of 501 are the service's`() {
        let response = service.answer(request(Self.batch(of: 501)), receivedAt: 7)
        #expect(
            response.text == #"{"error":{"name":"BadRequestError","#
                + #""message":"events size must be between 1 and 500"}}"#)
    }

    @Test func `events sent twice are one row in the warehouse`() throws {
        let workspace = Workspace.ephemeral()
        let service = IngestService(sink: try workspace.warehouse) { "NEW" }
        let body = #"{"events":[{"type":"open","user_id":null,"uuid":"\#(Self.uuid)"}]}"#
        for _ in 0..<3 {
            #expect(service.answer(request(body), receivedAt: 7).summary == "200")
        }
        let rows = StoredRows()
        try workspace.query(
            "SELECT time, type, user_id FROM mobile.push_events",
            options: QueryOptions(now: 0), into: rows)
        #expect(rows.rows == [[.integer(7), .text("open"), .null]])
    }

    @Test func `no bytes of a body crash it`() {
        var seed: UInt64 = 9
        let source = Array(
            #"{"events":[{"type":"open","uuid":"1","n":1.5e3,"o":{"a":[null]}}]}"#.utf8)
        for _ in 0..<3000 {
            var body = source
            for _ in 0..<3 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                body[Int((seed >> 33) % UInt64(body.count))] = UInt8(truncatingIfNeeded: seed >> 50)
            }
            var mutated = request("")
            mutated.body = body
            let status = service.answer(mutated, receivedAt: 7).status
            #expect([200, 206, 400, 422].contains(status))
        }
    }
}

/// Keeps the rows of a query.
private final class StoredRows: RowSink {
    private(set) var rows: [[Cell]] = []

    func columns(_ names: [String]) {}

    func row(_ cells: [Cell]) -> Bool {
        rows.append(cells)
        return true
    }
}
