import PushText
import Testing

@testable import PushBackends

@Suite struct ServiceReplyTests {
    private static let ok = ServiceResponse(status: 200)

    static let replies: [(ServiceReply, Int?)] = [
        (.response(ok), 200), (.stream(ok, ServiceFeed()), 200),
        (.slow(ok, milliseconds: 5), 200), (.silence, nil), (.hangUp, nil), (.reset, nil),
        (.goAway(reason: [], after: .response(ok)), 200),
        (.late(.goAway(reason: [], after: .reset), milliseconds: 1), nil),
        (.late(.late(.response(ok), milliseconds: 1), milliseconds: 1), 200),
    ]

    @Test(arguments: replies.indices) func `a reply has the status of the answer inside it`(
        _ index: Int
    ) {
        let (reply, status) = Self.replies[index]
        #expect(reply.status == status)
    }

    @Test(
        arguments: [
            (400, "INVALID_ARGUMENT"), (401, "UNAUTHENTICATED"), (403, "PERMISSION_DENIED"),
            (404, "NOT_FOUND"), (405, "INVALID_ARGUMENT"), (503, "UNAVAILABLE"),
        ])
    func `Google's envelope pairs the code with its status`(code: Int, status: String) throws {
        let body = ServiceResponse.google(code, "no", []).body
        #expect(try JSONParser.parse(body)["error"]?["status"]?.stringValue == status)
    }

    @Test(arguments: replies.indices) func `a field is added to the answer inside it`(
        _ index: Int
    ) {
        func fields(_ reply: ServiceReply) -> [HeaderField]? {
            switch reply {
            case .response(let response), .stream(let response, _), .slow(let response, _):
                response.headers
            case .goAway(_, let inner), .late(let inner, _): fields(inner)
            case .silence, .hangUp, .reset: nil
            }
        }
        let (reply, status) = Self.replies[index]
        let added = reply.adding([HeaderField("Vary", "Origin")])
        #expect(fields(added) == (status == nil ? nil : [HeaderField("Vary", "Origin")]))
        #expect(added.status == status)
    }
}
