import Testing

@testable import PushModel

/// What the uploader reads from an answer: a receipt for each event, or a message.
@Suite struct UploadAnswerBodyTests {
    private func answer(
        _ status: Int, _ body: String, events count: Int = 2, toPostback: Bool = false
    ) -> UploadAnswer {
        UploadAnswer(
            status: status, body: Array(body.utf8), retryAfter: 7, events: count,
            toPostback: toPostback, shown: { "<\($0)>" })
    }

    private static func receipts(_ errors: String?...) -> UploadAnswer {
        .status(200, receipts: errors, retryAfter: 7, message: "")
    }

    @Test(arguments: [
        (#"{"receipts":[{"success":true},{"success":true}]}"#, receipts(nil, nil)),
        (#"{"receipts":[{"success":"true"},{"success":false}]}"#, receipts(nil, "InternalError")),
        (#"{"receipts":[{"error":{"name":"A"}},{}]}"#, receipts("A", "InternalError")),
        (#"{"receipts":[{"success":1},null]}"#, receipts("InternalError", "InternalError")),
        (#"{"receipts":[]}"#, receipts()),
        (
            #"{"receipts":[{"error":{"name":"\#(String(repeating: "x", count: 90))"}}]}"#,
            receipts(String(repeating: "x", count: 80))
        ),
        ("{}", .status(200, receipts: [], retryAfter: 7, message: "the answer has no receipts")),
        ("[]", .status(200, receipts: [], retryAfter: 7, message: "the answer has no receipts")),
        ("", .status(200, receipts: [], retryAfter: 7, message: "the answer is not JSON")),
        ("<html>", .status(200, receipts: [], retryAfter: 7, message: "the answer is not JSON")),
        (#"{"message":"m"}"#, .status(200, receipts: [], retryAfter: 7, message: "<m>")),
    ]) func `an answer of success has a receipt for each event`(
        _ body: String, _ wanted: UploadAnswer
    ) {
        #expect(answer(200, body) == wanted)
    }

    @Test func `some receipts count, and those of a refusal do not`() {
        let body = #"{"receipts":[{"success":true}],"message":"m"}"#
        #expect(
            answer(206, body) == .status(206, receipts: [nil], retryAfter: 7, message: ""))
        #expect(answer(500, body) == .status(500, receipts: [], retryAfter: 7, message: "<m>"))
    }

    @Test func `postback's success has no receipts, and takes all that was sent`() {
        for body in ["{}", "", "<html>"] {
            #expect(
                answer(200, body, events: 1, toPostback: true)
                    == .status(200, receipts: [nil], retryAfter: nil, message: ""))
        }
        #expect(
            answer(403, #"{"error":"no key"}"#, events: 1, toPostback: true)
                == .status(403, receipts: [], retryAfter: 7, message: "<no key>"))
    }

    @Test(arguments: [
        (#"{"error":{"name":"N","message":"a"},"message":"b"}"#, "a"),
        (#"{"message":"b","error":"c"}"#, "b"), (#"{"error":"c","text":"d"}"#, "c"),
        (#"{"text":"d"}"#, "d"), (#"{"error":{"name":"N"}}"#, ""), ("7", ""),
    ])
    func `the service's own words are in one of four places`(_ body: String, _ words: String) {
        #expect(
            answer(422, body) == .status(422, receipts: [], retryAfter: 7, message: "<\(words)>"))
    }

    @Test(
        arguments: [
            ([], "", [nil, nil, nil]), ([2], "A", [nil, "A", nil]),
            ([1, 3], "A", ["A", nil, "A"]),
            ([1, 3], "A,B", ["A", nil, "B"]), ([3, 1], "A,B", ["B", nil, "A"]),
            ([1, 2, 3], "A,B", ["A", "B", "B"]), ([2], "", [nil, "", nil]),
            ([4], "A", [nil, nil, nil]), ([1], "A%2CB", ["A,B", nil, nil]),
        ] as [([Int], String, [String?])])
    func `a stub fails receipts by position, each with its error or the last`(
        _ fail: [Int], _ error: String, _ receipts: [String?]
    ) {
        #expect(UploadAnswer.receipts(count: 3, fail: fail, error: error) == receipts)
    }
}
