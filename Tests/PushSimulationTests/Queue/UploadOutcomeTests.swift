import PushModel
import Testing

@testable import PushSimulation

@Suite struct UploadOutcomeTests {
    private let batch = [5, 6, 7].map {
        QueuedEvent(sequence: $0, event: Event(kind: .open, uuid: "u-\($0)", time: 0))
    }

    private func outcome(
        _ status: Int, _ receipts: [String?] = [], after: Int? = nil,
        profile: Config.SDKProfile = .guide, count: Int = 3
    ) -> UploadOutcome {
        let answer = UploadAnswer.status(
            status, receipts: receipts, retryAfter: after, message: "said")
        return UploadOutcome(answer, batch: Array(batch.prefix(count)), profile: profile)
    }

    /// What the design's table says of a status that is not a success.
    private static func next(_ status: Int, _ profile: Config.SDKProfile) -> UploadOutcome.Next {
        if profile == .iosSDK12 { return .proceed }
        if status == 413 { return .halve }
        return status == 408 || status == 429 || status >= 500 ? .retry(nil) : .stop
    }

    @Test(arguments: Config.SDKProfile.allCases)
    func `every status but success keeps the whole batch`(profile: Config.SDKProfile) {
        for status in 200...599 where status != 200 && (status != 206 || profile != .guide) {
            let outcome = outcome(status, profile: profile)
            #expect(outcome.accepted + outcome.poisoned == [] && outcome.receipts == [])
            #expect(outcome.next == Self.next(status, profile), "\(status)")
            // A halved batch is sent again at once, and so is not yet one that was kept.
            #expect(outcome.kept == (outcome.next == .halve ? 0 : 3))
            #expect(outcome.summary == "\(status)" + (status == 206 ? ", 0 accepted" : " (said)"))
        }
    }

    @Test(arguments: [1, 2, 3]) func `only one event alone can be too large`(count: Int) {
        let cure = outcome(413, count: count).cure
        #expect(cure == (count == 1 ? "a single event is larger than the service accepts" : nil))
    }

    @Test(arguments: [(200, Config.SDKProfile.guide), (206, .guide), (200, .iosSDK12)])
    func `receipts are matched by position`(status: Int, profile: Config.SDKProfile) {
        let outcome = outcome(
            status, [nil, "InternalError", "InvalidPropertyNameError"], profile: profile)
        #expect(outcome.accepted == [5])
        #expect(outcome.poisoned == [7])
        #expect(outcome.kept == 1)
        #expect(
            outcome.receipts == [
                UploadReceipt(event: 5, error: nil),
                UploadReceipt(event: 6, error: "InternalError"),
                UploadReceipt(event: 7, error: "InvalidPropertyNameError"),
            ])
        #expect(outcome.failures.map(\.event) == [6, 7])
        #expect(outcome.next == .proceed && outcome.rule == .uploadReceipts)
        #expect(outcome.summary == "\(status), 1 accepted")
    }

    @Test func `an event without a receipt stays, and a receipt too many is nobody's`() {
        let short = outcome(200, [nil])
        #expect(short.accepted == [5] && short.kept == 2)
        #expect(short.receipts.map(\.error) == [nil, "no receipt", "no receipt"])
        #expect(outcome(200, [nil, nil, nil, "InternalError"]).accepted == [5, 6, 7])
    }

    @Test(arguments: UploadAnswer.poisonErrors)
    func `a poisonous event is thrown away`(error: String) {
        #expect(outcome(200, [error, nil, error]).poisoned == [5, 7])
    }

    @Test(arguments: [(429, 30), (503, 0), (408, 1)])
    func `the service may ask for a pause`(status: Int, seconds: Int) {
        #expect(outcome(status, after: seconds).next == .retry(Int64(seconds)))
        #expect(outcome(status).rule == .uploadRetry)
        #expect(outcome(status, after: seconds, profile: .iosSDK12).next == .proceed)
    }

    @Test func `an answer without receipts is blamed on what stands between`() {
        #expect(outcome(200, count: 2).cure == UploadOutcome.notTheService)
        #expect(outcome(200, count: 2).kept == 2)
    }

    @Test func `an event that is too large alone stops the flush`() {
        #expect(outcome(413, count: 2).next == .halve)
        #expect(outcome(413, count: 1).next == .stop)
    }

    @Test(
        arguments: [
            (401, UploadOutcome.notTheKey), (403, UploadOutcome.notTheKey),
            (404, "the database or table does not exist: check `td.database` and `td.table`"),
            (422, "the service cannot store these events: check names and values"),
            (400, "the service cannot read this: check `endpoint`, and whether it is postback"),
            (204, UploadOutcome.notTheService), (503, nil),
        ] as [(Int, String?)])
    func `what a person must mend is said`(status: Int, cure: String?) {
        #expect(outcome(status).cure == cure)
        #expect(outcome(status).rule == (status == 503 ? .uploadRetry : .uploadRefused))
        #expect(
            outcome(status, profile: .iosSDK12).cure
                == "td-ios-sdk 1.2 does not retry on an HTTP error; the next upload sends them")
    }

    @Test(arguments: Config.SDKProfile.allCases)
    func `no answer is tried again`(profile: Config.SDKProfile) {
        let outcome = UploadOutcome(.noAnswer("time-out"), batch: batch, profile: profile)
        #expect(outcome.next == .retry(nil) && outcome.kept == 3 && outcome.status == nil)
        #expect(outcome.summary == "no answer (time-out)")
    }
}
