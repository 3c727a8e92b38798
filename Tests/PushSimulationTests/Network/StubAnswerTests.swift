import PushModel
import PushText
import Testing

@testable import PushSimulation

/// Answers of the real network become stubs, and the stubs answer the same.
@Suite struct StubAnswerTests {
    static let answers: [(UploadAnswer, String)] = [
        (
            .status(200, receipts: [nil, nil, nil], retryAfter: nil, message: ""),
            "ingest status=200 message="
        ),
        (
            .status(206, receipts: [nil, "A,B", "no receipt"], retryAfter: nil, message: ""),
            "ingest status=206 message= fail=2,3 error=A%2CB,no%20receipt"
        ),
        (
            .status(503, receipts: [], retryAfter: 30, message: "still \"away\", 100% of it"),
            "ingest status=503 retry-after=30 message=still%20%22away%22%2C%20100%25%20of%20it"
        ),
        (
            .status(404, receipts: [], retryAfter: nil, message: "無い"),
            "ingest status=404 message=%E7%84%A1%E3%81%84"
        ),
        (
            .noAnswer("connection refused by `x` port 1"),
            "ingest no-answer message=connection%20refused%20by%20%60x%60%20port%201"
        ),
        (
            .broken("no trust", cure: "`config tls.ca_file PATH`"),
            "ingest broken message=no%20trust cure=%60config%20tls.ca_file%20PATH%60"
        ),
        (.broken("interrupted", cure: nil), "ingest broken message=interrupted"),
        (
            .unsent(Refusal(.noKey, "no `K`", hint: "set it")),
            "ingest unsent=no_key message=no%20%60K%60 cure=set%20it"
        ),
        (.unsent(Refusal(.uploadInProgress, "x")), "ingest unsent=upload_in_progress message=x"),
    ]

    @Test(arguments: answers)
    func `an answer comes back from its stub`(answer: UploadAnswer, text: String) throws {
        #expect(StubText.text(of: answer, events: 3) == text)
        let read = try StubText.read(text.split(separator: " ").map(String.init))
        guard case .ingest(let fault) = read.kind else {
            Issue.record("no fault of the service")
            return
        }
        #expect(UploadAnswer(fault, events: 3) == answer)
    }

    @Test func `receipts that did not come are failures`() throws {
        let short = UploadAnswer.status(200, receipts: [nil], retryAfter: nil, message: "")
        #expect(
            StubText.text(of: short, events: 2)
                == "ingest status=200 message= fail=2 error=no%20receipt")
    }

    @Test func `only a failure that has a name can keep a request from being sent`() {
        #expect(throws: Fault.self) { try StubText.read(["ingest", "unsent=nothing"]) }
    }

    @Test func `positions beyond the batch fail nothing`() {
        #expect(UploadAnswer.receipts(count: 2, fail: [2, 3], error: "A") == [nil, "A"])
        #expect(UploadAnswer.receipts(count: 3, fail: [1, 2, 3], error: "A,B") == ["A", "B", "B"])
    }
}
