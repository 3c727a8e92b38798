import PushText
import Testing

@testable import PushBackends

/// A request that never became one is refused in the words of the service that it was for.
@Suite struct ServiceRefusalTests {
    static let forms: [(ServiceKind, Int, String)] = [
        (.ingest, 413, #"{"error":{"name":"PayloadTooLargeError","message":"too large"}}"#),
        (.ingest, 400, #"{"error":{"name":"BadRequestError","message":"too large"}}"#),
        (.ingest, 418, #"{"error":{"name":"RequestError","message":"too large"}}"#),
        (.ingest, 500, #"{"error":{"name":"InternalError","message":"too large"}}"#),
        (
            .api, 431,
            #"{"error":"too large","message":"too large","text":"too large","#
                + #""severity":"error","status_code":431}"#
        ),
        (.trino, 413, "too large"),
        (.apns, 413, #"{"reason":"PayloadTooLarge"}"#), (.apns, 408, #"{"reason":"IdleTimeout"}"#),
        (.apns, 400, #"{"reason":"BadPath"}"#), (.apns, 404, #"{"reason":"BadPath"}"#),
        (.apns, 503, #"{"reason":"ServiceUnavailable"}"#), (.apns, 403, #"{"reason":"Forbidden"}"#),
        (.channels, 413, #"{"reason":"PayloadTooLarge"}"#),
        (
            .fcm, 400,
            #"{"error":{"code":400,"message":"too large","status":"INVALID_ARGUMENT"}}"#
        ),
        (.fcm, 503, #"{"error":{"code":503,"message":"too large","status":"UNAVAILABLE"}}"#),
        (
            .control, 413,
            #"{"error":{"code":"invalid_request","message":"too large","hint":null}}"#
        ),
    ]

    @Test(arguments: forms) func `each service has its form`(
        _ kind: ServiceKind, _ status: Int, _ body: String
    ) {
        let response = kind.refusal(status, "too large")
        #expect(response.status == status)
        #expect(String(decoding: response.body, as: UTF8.self) == body)
        #expect(!response.headers.contains { $0.name == "Retry-After" })
    }

    @Test(arguments: ServiceKind.allCases) func `a client is told when to come again`(
        _ kind: ServiceKind
    ) {
        let response = kind.refusal(503, "busy", retryAfter: 7)
        #expect(response.headers.filter { $0.name == "Retry-After" }.map(\.value) == ["7"])
        #expect(response.headers.count { $0.name == "Content-Type" } == 1)
    }

    @Test func `a text from a request cannot leave its string`() {
        let response = ServiceKind.ingest.refusal(404, "no `\"},\n`")
        let json = try? JSONParser.parse(response.body)
        #expect(json?["error"]?["message"] == "no `\"},\n`")
    }

    @Test func `what a person plants is JSON if it can be read as such`() {
        let json = ServiceResponse(planted: 503, #"{"error":1}"#, retryAfter: 30)
        #expect(
            json.headers == [
                HeaderField("Content-Type", "application/json"),
                HeaderField("Retry-After", "30"),
            ])
        let text = ServiceResponse(planted: 502, "<html>", retryAfter: nil)
        #expect(text.headers == [HeaderField("Content-Type", "text/plain; charset=utf-8")])
        #expect(text.status == 502 && text.body == Array("<html>".utf8))
    }
}
