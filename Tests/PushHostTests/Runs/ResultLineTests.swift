import PushRuntime
import PushText
import Testing

@testable import PushHost

/// What a copy of the process tells of a test arrives whole (`--jobs`).
struct ResultLineTests {
    private func result(_ status: TestResult.Status) -> TestResult {
        var result = TestResult(
            file: "a.psh", title: "a\nb", tags: ["quick"], line: 7, status: status)
        result.number = 3
        result.run = "all.psh"
        return result
    }

    /// Writes results, and reads them as one that knows what a passed test is.
    private func passedOn(_ results: [TestResult]) -> [TestResult?] {
        var lines: [UInt8] = []
        for result in results { ResultLine.write(result, to: &lines) }
        return lines.split(separator: Ascii.lineFeed)
            .map { line in ResultLine.read(line) { result(.passed) } }
    }

    @Test(
        arguments: [
            (nil, nil, nil), (0, 0, 0), (1_767_225_600_123, 42, UInt64.max),
        ] as [(Int64?, Int64?, UInt64?)])
    func `a passed test is its numbers`(_ began: Int64?, _ duration: Int64?, _ seed: UInt64?) {
        var passed = result(.passed)
        (passed.began, passed.duration, passed.seed) = (began, duration, seed)
        let read = passedOn([passed, passed])
        #expect(read.count == 2)
        for found in read {
            #expect(JSONReport.text([passed]) == found.map { JSONReport.text([$0]) })
            #expect(found?.began == began && found?.duration == duration && found?.seed == seed)
        }
    }

    @Test func `a failed and a skipped test are told whole, each on one line`() {
        var failed = result(.failed)
        failed.seed = 9
        failed.failure = TestFailure(
            .expectation,
            diagnostic: Diagnostic(
                .error, "no", notes: [.init("expected", "1\n2"), .init("actual", "3")]),
            isRuntime: false, code: "c")
        var skipped = result(.skipped)
        skipped.reason = "held back"
        let read = passedOn([failed, skipped, result(.passed)])
        let wanted = JSONReport.read(Array(JSONReport.text([failed, skipped]).utf8))?.results ?? []
        #expect(read.map { $0?.status } == [.failed, .skipped, .passed])
        #expect(JSONReport.text(read.prefix(2).compactMap { $0 }) == JSONReport.text(wanted))
    }

    @Test(arguments: ["", "1 2", "1 2 3 4", "{", "[]"])
    func `what is no line is no result`(_ text: String) {
        #expect(ResultLine.read(ArraySlice(text.utf8)) { result(.passed) } == nil)
    }
}
