import PushText
import Testing

@testable import PushRuntime

/// SH-03: the lists and the times of reports.
@Suite struct RunFactsTests {
    @Test(
        arguments: [
            (0, 3, "0.000"), (1, 3, "0.000"), (499, 3, "0.000"), (500, 3, "0.001"),
            (1_000_000, 3, "1.000"), (1_999_999, 3, "2.000"), (1_234_567, 6, "1.234567"),
            (60_000_000, 1, "60.0"), (49_999, 1, "0.0"), (50_000, 1, "0.1"),
        ] as [(Int64, Int, String)])
    func `microseconds are rounded to seconds`(time: Int64, places: Int, wanted: String) {
        #expect(RunFacts.seconds(time, places: places) == wanted)
    }

    private func result(_ title: String, line: Int = 3, tags: [String] = []) -> TestResult {
        TestResult(file: "a.psh", title: title, tags: tags, line: line, status: .skipped)
    }

    @Test func `a test has a time where it ran, and times are wanted`() {
        var facts = RunFacts()
        var ran = result("a")
        #expect(facts.time(ran, places: 3) == nil)
        ran.duration = 2_000_000
        #expect(facts.time(ran, places: 3) == "2.000")
        facts.showsTimes = false
        #expect(facts.time(ran, places: 3) == nil)
    }

    @Test func `tests are listed in columns`() {
        let lines = TestList.lines(
            [result("one"), result("二 two", line: 120, tags: ["quick", "td"])], mode: nil)
        #expect(lines == ["a.psh:3    one", "a.psh:120  二 two @quick @td"])
        #expect(TestList.lines([], mode: nil).isEmpty)
    }

    @Test func `a list for tools is JSON, whole or by lines`() throws {
        var file = result("a.psh", line: 1)
        file.isTest = false
        let results = [result("one", tags: ["quick"]), file]
        let lines = TestList.lines(results, mode: "jsonl")
        #expect(
            lines == [
                #"{"file":"a.psh","line":3,"kind":"test","title":"one","tags":["quick"]}"#,
                #"{"file":"a.psh","line":1,"kind":"file","title":"a.psh","tags":[]}"#,
            ])
        let whole = TestList.lines(results, mode: "json")
        let json = try JSONParser.parse(Array(whole.joined(separator: "\n").utf8))
        #expect(json.arrayValue?.map(\.text) == lines)
    }

    @Test func `diagnostics for tools have place, message and remedy`() throws {
        let source = Source(name: "a.psh", text: "tapp\nx\n")
        var diagnostic = Diagnostic(
            .error, "unknown command `tapp`", source: source, span: Span(start: 0, end: 4))
        diagnostic.hint = "did you mean `tap`?"
        let bare = Diagnostic(.warning, "no place")
        #expect(DiagnosticReport.lines([diagnostic], mode: nil) == nil)
        #expect(DiagnosticReport.lines([diagnostic], mode: "table") == nil)
        let lines = try #require(DiagnosticReport.lines([diagnostic, bare], mode: "jsonl"))
        #expect(
            lines == [
                #"{"file":"a.psh","line":1,"column":1,"endColumn":5,"severity":"error","#
                    + #""message":"unknown command `tapp`","hint":"did you mean `tap`?"}"#,
                #"{"severity":"warning","message":"no place"}"#,
            ])
        let whole = try #require(DiagnosticReport.lines([diagnostic], mode: "json"))
        let json = try JSONParser.parse(Array(whole.joined(separator: "\n").utf8))
        #expect(json[0]?.text == lines[0])
    }
}
