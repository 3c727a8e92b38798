import PushBackends
import PushText
import Testing

/// An answer that a stub plants stores nothing, and looks like the service's own.
@Suite struct PlantedAnswerTests {
    let sink = RecordingSink()
    let service: IngestService

    init() { service = IngestService(sink: sink) { "NEW" } }

    @Test func `a planted 206 fails the records it names, each with its error`() throws {
        let response = try #require(
            service.planted(
                request(#"{"events":[{"a":1},{"a":2},{"a":3}]}"#), status: 206, fail: [1, 3],
                error: "First,Third"))
        #expect(response.status == 206)
        let receipts = try #require(try JSONParser.parse(response.body)["receipts"]?.arrayValue)
        #expect(receipts.map { $0["success"]?.boolValue } == [false, true, false])
        #expect(
            receipts.map { $0["error"]?["name"]?.stringValue } == ["First", nil, "Third"])
        #expect(sink.calls.isEmpty)
    }

    @Test(arguments: [503, 401, 204]) func `another status has no receipts`(status: Int) {
        let planted = service.planted(
            request(#"{"events":[{"a":1}]}"#), status: status, fail: [], error: "")
        #expect(planted == nil)
    }

    @Test(arguments: ["", "[]", #"{"events":"#]) func `a body without records has none`(
        body: String
    ) {
        #expect(service.planted(request(body), status: 200, fail: [], error: "") == nil)
    }

    private func request(_ body: String) -> ServiceRequest {
        ServiceRequest(
            method: "POST", path: "/mobile/push_events",
            headers: [HeaderField("Content-Type", "application/vnd.treasuredata.v1+json")],
            body: Array(body.utf8))
    }
}
