import PushText
import Testing

@testable import PushRuntime

/// SH-03: what GitHub Actions gets, and what a script must not make it do.
@Suite struct GitHubReportTests {
    private func result(
        _ title: String, _ message: String? = nil, file: String = "a.psh"
    ) -> TestResult {
        var result = TestResult(
            file: file, title: title, tags: [], line: 7, status: message == nil ? .passed : .failed)
        if let message {
            let source = Source(name: file, text: "expect queue == 1\n")
            result.failure = TestFailure(
                diagnostic: Diagnostic(
                    .error, message, source: source, span: Span(start: 0, end: 6)),
                isRuntime: false, code: nil)
        }
        return result
    }

    @Test func `a test that passes is a line, one that fails an annotation below it`() {
        #expect(GitHubReport.lines(result("opens")) == ["✓ opens"])
        let lines = GitHubReport.lines(result("opens", "it does not"))
        #expect(lines.count == 2 && lines[0] == "✗ opens")
        #expect(
            lines[1].hasPrefix(
                "::error file=a.psh,line=1,col=1,endColumn=7,title=opens::a.psh:1:1: error: "
                    + "it does not%0A"))
    }

    @Test(arguments: ["##[error]x", "####[set-env]"]) func `a title is printed, and not obeyed`(
        title: String
    ) {
        let line = GitHubReport.lines(result(title))[0]
        #expect(!line.contains("##["))
        #expect(line.contains("## ["))
    }

    @Test(arguments: [
        ("::error::owned", ": :error::owned"),
        (" \u{3000}::stop-commands::x", " \u{3000}: :stop-commands::x"),
        ("a\n::set-env::", "a\n: :set-env::"), ("a\r::debug::", "a\r: :debug::"),
        ("a ::error::", "a ::error::"), (":", ":"), (": :", ": :"), ("12:30:00", "12:30:00"),
        ("x ##[group]y", "x ## [group]y"), ("##[\u{301}error]", "## [\u{301}error]"),
        ("# [x]", "# [x]"),
    ])
    func `no line from outside is a command`(_ line: String, _ printed: String) {
        #expect(GitHubReport.plain(line).isExactly(printed))
        #expect(GitHubReport.plain(printed).isExactly(printed))
    }

    @Test func `line ends, commas and percent signs are escaped where they would end something`() {
        let lines = GitHubReport.lines(result("a,b:c\n::error::x", "50%\n::set-env::", file: "x,y"))
        #expect(lines[1].contains("file=x%2Cy,"))
        #expect(lines[1].contains("title=a%2Cb%3Ac"))
        #expect(!lines[1].contains("\n") && lines[1].contains("50%25"))
    }

    @Test(arguments: [
        (Diagnostic.Severity.error, "::error::"), (.warning, "::warning::"), (.note, "::notice::"),
    ])
    func `a diagnostic has the command of its severity`(
        severity: Diagnostic.Severity, command: String
    ) {
        #expect(GitHubReport.annotation(Diagnostic(severity, "x")).hasPrefix(command))
    }

    @Test func `the summary counts, and lists what failed`() {
        #expect(GitHubReport.summary([result("a")]) == "### pushsh: 1 passed, 0 failed\n")
        let text = GitHubReport.summary([result("a | `b`", "it does *not*")])
        #expect(
            text
                == "### pushsh: 0 passed, 1 failed\n\n| Test | Place | What failed |\n"
                + "| --- | --- | --- |\n"
                + "| a &#124; &#96;b&#96; | a.psh:1 | it does &#42;not&#42; |\n")
    }

    @Test func `a summary has times where they are wanted, and skipped tests`() {
        var facts = RunFacts()
        facts.duration = 1_250_000
        var skipped = result("x")
        skipped.status = .skipped
        #expect(
            GitHubReport.summary([skipped], facts)
                == "### pushsh: 0 passed, 0 failed, 1 skipped in 1.3 s\n")
        facts.showsTimes = false
        #expect(!GitHubReport.summary([skipped], facts).contains(" s\n"))
    }

    @Test func `of too many failures the rest is a number`() {
        let results = (0..<130).map { result("t\($0)", "no") }
        let text = GitHubReport.summary(results)
        #expect(text.contains("| t99 |") && !text.contains("| t100 |"))
        #expect(text.hasSuffix("\n… and 30 more failures\n"))
    }
}
