import PushText
import Testing

@testable import PushRuntime

/// The same four results in every form of report.
struct ReportTests {
    private static func result(
        _ title: String, _ status: TestResult.Status, _ message: String? = nil
    ) -> TestResult {
        let source = Source(name: "a.psh", text: "expect queue == 1\n")
        let failure = message.map {
            TestFailure(
                diagnostic: Diagnostic(
                    .error, $0, source: source, span: Span(start: 0, end: 6),
                    notes: [.init("expected", "1 < 2 & \"x\""), .init("actual", "\u{1B}[0m")]),
                isRuntime: false, code: nil)
        }
        var result = TestResult(
            file: "a.psh", title: title, tags: ["td"], line: 3, status: status)
        result.failure = failure
        return result
    }

    static let results = [
        result("passes", .passed), result("fails <b> & \"c\"", .failed, "it does not hold"),
        result("#1 \\ is skipped", .skipped),
    ]

    @Test func `TAP escapes what would start a directive`() {
        let lines = Self.results.enumerated().flatMap {
            TAPReport.lines($0.element, number: $0.offset + 1)
        }
        #expect(lines.first == "ok 1 - passes")
        #expect(lines.last == "ok 3 - \\#1 \\\\ is skipped # SKIP")
        #expect(lines[1...3] == ["not ok 2 - fails <b> & \"c\"", "  ---", "  message: |"])
        #expect(lines.contains("    a.psh:1:1: error: it does not hold"))
        #expect(lines.dropLast().last == "  ...")
    }

    @Test func `JUnit is one suite a file, with markup escaped`() {
        let text = JUnitReport.text(Self.results)
        let heads = [
            #"<testsuites tests="3" failures="1">"#,
            #"<testsuite name="a.psh" tests="3" failures="1" skipped="1">"#,
            #"<testcase name="passes" classname="a.psh" line="3"/>"#,
            #"<testcase name="fails &lt;b&gt; &amp; &quot;c&quot;" classname="a.psh" line="3">"#,
            #"<failure message="it does not hold">"#, "1 &lt; 2 &amp; &quot;x&quot;",
        ]
        for head in heads { #expect(text.contains(head)) }
    }

    @Test func `JSON can be read back`() throws {
        let json = try JSONParser.parse(Array(JSONReport.text(Self.results).utf8))
        #expect(json["passed"] == 1)
        #expect(json["failed"] == 1)
        #expect(json["skipped"] == 1)
        let tests = try #require(json["tests"]?.arrayValue)
        #expect(tests.map { $0["status"] } == ["passed", "failed", "skipped"])
        #expect(tests[1]["failure"]?["message"] == "it does not hold")
        #expect(tests[0]["failure"] == nil)
    }

    @Test func `HTML shows every test, and no raw markup`() {
        let text = HTMLReport.text(Self.results)
        #expect(text.contains("<title>pushsh: 1 passed, 1 failed</title>"))
        #expect(text.contains("<h3>- #1 \\ is skipped</h3>"))
        #expect(text.contains("fails &lt;b&gt; &amp; &quot;c&quot;"))
        #expect(!text.contains("<b> &"))
    }

    @Test func `no report holds a raw control character`() {
        let tap = Self.results.flatMap { TAPReport.lines($0, number: 1) }.joined(separator: "\n")
        let texts = [
            tap, JUnitReport.text(Self.results), JSONReport.text(Self.results),
            HTMLReport.text(Self.results),
        ]
        for text in texts {
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        }
    }
}
