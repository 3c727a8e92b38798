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
            #"<testsuites tests="3" failures="1" errors="0">"#,
            #"<testsuite name="a.psh" tests="3" failures="1" errors="0" skipped="1""#,
            #"<testcase name="passes" classname="a.psh"><system-out>a.psh:3 @td</system-out>"#,
            #"<testcase name="fails &lt;b&gt; &amp; &quot;c&quot;" classname="a.psh">"#,
            #"<failure type="command" message="it does not hold: expected 1 &lt; 2 &amp; "#,
            "1 &lt; 2 &amp; &quot;x&quot;",
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

    @Test func `a report that is read back and written again is the same`() throws {
        var facts = RunFacts()
        facts.files = ["a.psh"]
        facts.shuffleSeed = .max
        facts.shard = "1/2"
        facts.began = 1_700_000_000_123
        facts.duration = 1_234_567
        var results = Self.results
        results[0].began = 1_700_000_000_124
        results[0].duration = 42
        results[0].seed = .max
        results[0].number = 7
        results[2].reason = "not today"
        let text = JSONReport.text(results, facts)
        let document = try #require(JSONReport.read(Array(text.utf8)))
        #expect(document.facts == facts)
        #expect(JSONReport.text(document.results, document.facts) == text)
        #expect(text.contains("\"seconds\": 1.234567"))
        #expect(text.contains("\"seconds\": 0.000042"))
        #expect(JUnitReport.text(document.results, facts) == JUnitReport.text(results, facts))
    }

    @Test func `without times, equal runs give equal reports`() {
        var results = Self.results
        var facts = RunFacts()
        facts.showsTimes = false
        let wanted = (JSONReport.text(results, facts), JUnitReport.text(results, facts))
        facts.began = 1
        facts.duration = 2
        results[1].began = 3
        results[1].duration = 4
        #expect((JSONReport.text(results, facts), JUnitReport.text(results, facts)) == wanted)
    }

    @Test func `seconds are rounded to their places`() {
        #expect(RunFacts.seconds(1_999_600, places: 3) == "2.000")
        #expect(RunFacts.seconds(0, places: 6) == "0.000000")
        #expect(RunFacts.seconds(61_000_049, places: 1) == "61.0")
    }

    @Test func `what only time or surroundings broke is an error in JUnit, with its place`() throws
    {
        var result = Self.results[1]
        result.failure?.isRuntime = true
        result.failure?.kind = .timeout
        let text = JUnitReport.text([result])
        #expect(text.contains(#"failures="0" errors="1""#))
        #expect(text.contains(#"<error type="timeout" message="#))
        #expect(text.contains("a.psh:1:1: error:"))
    }

    @Test func `GitHub gets an annotation in one line, and obeys nothing that a script prints`() {
        let source = Source(name: "a:b,c.psh", text: "tap\n")
        var result = Self.results[0]
        result.title = "100% ##[group]x"
        result.failure = TestFailure(
            diagnostic: Diagnostic(
                .error, "no", source: source, span: Span(start: 0, end: 3),
                notes: [.init("actual", "\n::set-output name=x::y")]),
            isRuntime: false, code: nil)
        let lines = GitHubReport.lines(result)
        #expect(lines[0] == "✓ 100% ## [group]x")
        #expect(
            lines[1]
                == "::error file=a%3Ab%2Cc.psh,line=1,col=1,endColumn=4,title=100%25 ##[group]x::"
                + "a:b,c.psh:1:1: error: no%0Atap%0A^^^%0Aactual:%0A  ::set-output name=x::y")
        #expect(lines.count == 2 && !lines[1].contains("\n"))
    }

    @Test func `GitHub's summary is a table in which nothing is markup`() {
        var results = Self.results
        results[1].title = "a|b\n<i>`x`"
        let text = GitHubReport.summary(results)
        #expect(text.hasPrefix("### pushsh: 1 passed, 1 failed, 1 skipped\n"))
        #expect(text.contains("| a&#124;b"))
        #expect(text.contains("&lt;i&gt;&#96;x&#96; | a.psh:1 |"))
    }

    @Test func `HTML shows every test, and no raw markup`() {
        let text = HTMLReport.text(Self.results)
        #expect(text.contains("<title>pushsh: 1 passed, 1 failed</title>"))
        #expect(text.contains("<span class=\"sign\">-</span> #1 \\ is skipped</h3>"))
        #expect(text.contains("fails &lt;b&gt; &amp; \"c\""))
        #expect(!text.contains("<b> &"))
    }

    @Test func `the only test of a page is open, and of several the failed ones are`() {
        let passed = Self.results.filter { $0.status == .passed }
        let alone = HTMLReport.text(Array(passed.prefix(1)))
        #expect(alone.contains("<details class=\"test passed\" id=\"t1\" open>"))
        let all = HTMLReport.text(Self.results)
        #expect(!all.contains("<details class=\"test passed\" id=\"t1\" open>"))
        #expect(all.contains("<details class=\"test failed\" id=\"t2\" open>"))
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
