import PushBackends
import PushSimulation
import PushText
import Testing

@Suite struct PostbackTests {
    let sink = RecordingSink()
    let service: IngestService

    init() { service = IngestService(sink: sink) { "NEW" } }

    func postback(
        _ body: String, path: String = "/postback/v3/event/mobile/push_events",
        headers: [HeaderField] = [HeaderField("X-TD-Write-Key", "1/abc")],
        method: String = "POST"
    ) -> String {
        service.answer(
            ServiceRequest(method: method, path: path, headers: headers, body: Array(body.utf8)),
            receivedAt: 1_000_000
        ).summary
    }

    @Test func `a wrong key is reported, though not answered`() {
        service.writeKey = .oneOf(["1/other"])
        let (response, report) = service.answer(
            ServiceRequest(
                method: "POST", path: "/postback/v3/event/mobile/push_events",
                headers: [HeaderField("X-TD-Write-Key", "1/abc")], body: Array("{}".utf8)),
            receivedAt: 5, fault: nil)
        #expect(response.status == 200 && report.place == nil)
        #expect(report.refusal == "the write key is not accepted, so the record is not stored")
    }

    @Test func `one record is stored and answered with an empty object`() {
        let response = service.answer(
            ServiceRequest(
                method: "POST", path: "/postback/v3/event/mobile/push_events",
                headers: [HeaderField("authorization", "TD1 1/abc")],
                body: Array(#"{"a":1}"#.utf8)),
            receivedAt: 5)
        #expect(response.status == 200 && response.text == "{}")
        #expect(sink.calls == ["mobile.push_events 1 at 5"])
        #expect(sink.records == [["a": 1]])
    }

    @Test(arguments: [
        (1_000_000, true), (1_000_000 - 604_800, true), (1_000_000 - 604_801, false),
        (1_000_000 + 259_200, true), (1_000_000 + 259_201, false),
    ])
    func `the record's time counts within a week before and three days ahead`(
        time: Int, isTaken: Bool
    ) {
        #expect(postback(#"{"td_record_time":\#(time)}"#) == "200")
        #expect(sink.records == [isTaken ? ["time": .int(time)] : [:]])
    }

    @Test func `a wrong key is answered like a right one and stores nothing`() {
        service.writeKey = .oneOf(["2/x"])
        #expect(postback(#"{"a":1}"#) == "200")
        #expect(sink.calls == [])
        let path = "/postback/v3/event/mobile/push_events?a=b&td_write_key=2%2Fx"
        #expect(postback(#"{"a":1}"#, path: path, headers: []) == "200")
        #expect(sink.calls.count == 1)
    }

    @Test func `Authorization wins over the other key`() {
        service.writeKey = .oneOf(["2/x"])
        let headers = [
            HeaderField("X-TD-Write-Key", "2/x"), HeaderField("Authorization", "TD1 3/y"),
        ]
        #expect(postback("{}", headers: headers) == "200")
        #expect(sink.calls == [])
    }

    @Test func `what is not right is refused`() {
        #expect(postback("{}", path: "/postback/v3/event/mobile") == "404 NotFoundError")
        #expect(postback("{}", path: "/postback/v4/event/a/b") == "404 NotFoundError")
        #expect(postback("{}", method: "GET") == "405 MethodNotAllowedError")
        #expect(postback("{}", headers: []) == "403 ForbiddenError")
        #expect(postback("[]") == "400 BadRequestError")
        #expect(postback(#"{"bad":1}"#) == "400 InvalidPropertyNameError")
        let large = #"{"a":""# + String(repeating: "x", count: 1_048_064) + #""}"#
        #expect(postback(large) == "413 PayloadTooLargeError")
    }
}
