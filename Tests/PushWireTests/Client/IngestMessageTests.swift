import PushCrypto
import PushModel
import PushText
import Testing

@testable import PushSimulation
@testable import PushWire

@Suite struct IngestMessageTests {
    static let key = "1/0123456789abcdef0123456789abcdef01234567"

    static func upload(_ count: Int64, url: String = "https://x.example", postback: Bool = false)
        -> UploadRequest
    {
        var request = UploadRequest(
            app: AppAddress(device: "phone", bundleID: "com.example.myapp"),
            endpoint: Endpoint(name: "x", url: url, postback: postback), database: "mobile",
            table: "push_events",
            events: (0..<count).map {
                QueuedEvent(
                    sequence: $0 + 1,
                    event: Event(kind: .open, uuid: "U-\($0 + 1)", time: 100, campaignID: "c"))
            }, campaignColumn: .both, attempt: 1,
            losesAnswer: false, overTheWire: true)
        request.userAgent = "pushsh (iOS 17.5)"
        return request
    }

    private func answer(
        _ status: Int, _ body: String, headers: [HeaderField] = [], postback: Bool = false
    ) -> UploadAnswer {
        IngestMessage.answer(
            WireResponse(status: status, headers: headers, body: Array(body.utf8)),
            to: Self.upload(2, postback: postback), key: Self.key, now: 0)
    }

    @Test func `a batch goes to its table, packed, with the key and the client's name`() throws {
        let request = IngestMessage.request(for: Self.upload(2), key: Self.key)
        #expect(request.method == "POST")
        #expect(request.url == "https://x.example/mobile/push_events")
        #expect(
            request.headers == [
                .init("Authorization", "TD1 " + Self.key),
                .init("Content-Type", "application/vnd.treasuredata.v1+json"),
                .init("Accept", "application/vnd.treasuredata.v1+json"),
                .init("Content-Encoding", "gzip"), .init("User-Agent", "pushsh (iOS 17.5)"),
            ])
        #expect(request.redirects == 0)
        #expect(request.limitMilliseconds == 60_000)
        let body = try Gzip.decompress(request.body, limit: 1 << 20)
        let event = { (number: Int) in
            #"{"type":"open","campaign_id":"c","td_campaign_id":"c","platform":"ios","#
                + #""user_id":null,"time":100,"uuid":"U-\#(number)"}"#
        }
        #expect(
            String(decoding: body, as: UTF8.self)
                == #"{"events":[\#(event(1)),\#(event(2))]}"#)
    }

    @Test func `postback carries one bare record, and its own field for the key`() throws {
        let request = IngestMessage.request(
            for: Self.upload(1, url: "https://x.example/", postback: true), key: Self.key)
        #expect(request.url == "https://x.example/postback/v3/event/mobile/push_events")
        #expect(
            request.headers == [
                .init("Content-Type", "application/json"), .init("X-TD-Write-Key", Self.key),
                .init("User-Agent", "pushsh (iOS 17.5)"),
            ])
        #expect(try JSONParser.parse(request.body)["uuid"] == "U-1")
    }

    @Test(arguments: [200, 206])
    func `receipts are read by position`(status: Int) {
        let body = """
            {"receipts":[{"success":true,"uuid":"U-1"},{"success":"true"},
             {"success":false,"error":{"name":"InvalidPropertyNameError","message":"m"}},
             {"success":false}]}
            """
        #expect(
            answer(status, body)
                == .status(
                    status, receipts: [nil, nil, "InvalidPropertyNameError", "InternalError"],
                    retryAfter: nil, message: ""))
    }

    @Test(arguments: ["", "{}", "[]", "<html>", #"{"receipts":3}"#])
    func `an Ingest answer without receipts takes nothing`(body: String) {
        let isJSON = body.hasPrefix("{") || body.hasPrefix("[")
        #expect(
            answer(200, body)
                == .status(
                    200, receipts: [], retryAfter: nil,
                    message: isJSON ? "the answer has no receipts" : "the answer is not JSON"))
    }

    @Test func `a postback answer has none and takes its record`() {
        #expect(
            answer(200, "{}", postback: true)
                == .status(200, receipts: [nil, nil], retryAfter: nil, message: ""))
    }

    @Test(arguments: [
        (#"{"error":{"message":"away"}}"#, "away"), (#"{"message":"away"}"#, "away"),
        (#"{"error":"away","text":"no"}"#, "away"), (#"{"text":"away"}"#, "away"),
        ("<html>away</html>", ""), ("", ""),
    ])
    func `a refusal says what the service said`(body: String, message: String) {
        #expect(
            answer(503, body, headers: [.init("Retry-After", "9")])
                == .status(503, receipts: [], retryAfter: 9, message: message))
    }

    @Test func `a message from outside is short and does not repeat the key`() {
        let long = String(repeating: "x", count: 500)
        #expect(
            answer(401, #"{"message":"key \#(Self.key) is wrong"}"#)
                == .status(401, receipts: [], retryAfter: nil, message: "key …** is wrong"))
        #expect(
            answer(500, #"{"message":"\#(long)"}"#)
                == .status(
                    500, receipts: [], retryAfter: nil,
                    message: String(repeating: "x", count: 200) + "…"))
    }
}
