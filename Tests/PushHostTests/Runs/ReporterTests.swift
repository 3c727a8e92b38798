import PushCommands
import PushRuntime
import PushTestSupport
import PushText
import Testing

@testable import PushHost

/// SH-03: what a run tells people and tools of its tests.
@Suite struct ReporterTests {
    private let files: ConsoleFiles

    init() throws { files = try ConsoleFiles() }

    private func reporter(_ arguments: [String], isTestRun: Bool = true) throws -> Reporter {
        Reporter(
            try ProcessOptions.parse(arguments), files.console, DiagnosticRenderer(),
            isTestRun: isTestRun)
    }

    private static func result(
        _ title: String, _ status: TestResult.Status, isTest: Bool = true,
        duration: Int64? = nil
    ) -> TestResult {
        var result = TestResult(file: "a.psh", title: title, tags: [], line: 3, status: status)
        result.isTest = isTest
        result.duration = duration
        if status == .failed {
            result.failure = TestFailure(
                diagnostic: Diagnostic(.error, "it does not hold"), isRuntime: false, code: nil)
        }
        return result
    }

    private static func script(_ text: String, _ path: String = "a.psh") throws -> LoadedScript {
        var loader = ScriptLoader { _ throws(Failure) in [] }
        let loaded = loader.load(Array(text.utf8), path: path)
        return try #require(loaded)
    }

    private func tell(_ results: [TestResult], to reporter: Reporter) {
        reporter.begin()
        for result in results { reporter.report(result) }
        reporter.end(results)
    }

    @Test func `people get a line a test, a failure below it, and the sum`() throws {
        tell(
            [Self.result("one", .passed), Self.result("two", .failed), Self.result("3", .skipped)],
            to: try reporter([]))
        #expect(files.out == ["✓ one", "✗ two", "- 3", "1 passed, 1 failed, 1 skipped"])
        #expect(files.err == ["error: it does not hold", ""])
    }

    @Test(arguments: [
        ([], "1 passed, 0 failed, interrupted"), (["--format", "tap"], "Bail out! interrupted"),
    ]) func `a run that was interrupted is not taken for a whole one`(
        options: [String], last: String
    ) throws {
        let reporter = try reporter(options)
        reporter.begin()
        reporter.report(Self.result("one", .passed))
        reporter.end([Self.result("one", .passed)], isWhole: false)
        #expect(files.out.last == last)
        #expect(!files.out.contains("1..1"))
    }

    @Test func `a script without tests has no lines of its own`() throws {
        tell([Self.result("a.psh", .passed, isTest: false)], to: try reporter([], isTestRun: false))
        #expect(files.out.isEmpty && files.err.isEmpty)
    }

    @Test func `of a script that brought tests only they are counted, and its failure`() throws {
        let results = [
            Self.result("inner", .passed), Self.result("a.psh", .passed, isTest: false),
            Self.result("a.psh", .failed, isTest: false),
        ]
        tell(results, to: try reporter([], isTestRun: false))
        #expect(files.out == ["✓ inner", "1 passed, 1 failed"])
        #expect(files.err == ["error: it does not hold", ""])
    }

    @Test func `a failure that was told at once is not told again`() throws {
        var result = Self.result("one", .failed)
        result.failure?.isTold = true
        tell([result], to: try reporter([]))
        #expect(files.out == ["✗ one", "0 passed, 1 failed"] && files.err.isEmpty)
    }

    @Test func `a failure that another process drew is told as it drew it`() throws {
        var result = Self.result("one", .failed)
        result.failure?.drawn = "drawn elsewhere"
        tell([result], to: try reporter([]))
        #expect(files.err == ["drawn elsewhere"])
    }

    @Test func `TAP has a version, numbers and a plan`() throws {
        tell(
            [Self.result("one", .passed), Self.result("two", .skipped)],
            to: try reporter(["--format", "tap"]))
        #expect(files.out.first == "TAP version 14" && files.out.last == "1..2")
        #expect(files.out.contains("ok 1 - one"))
        #expect(files.out.contains { $0.hasPrefix("ok 2 - two # SKIP") })
    }

    @Test func `GitHub gets annotations of what failed, and the sum`() throws {
        tell(
            [Self.result("one", .passed), Self.result("two", .failed)],
            to: try reporter(["--format", "github"]))
        #expect(files.out.contains { $0.hasPrefix("::error") })
        #expect(files.out.last == "1 passed, 1 failed" && files.err.isEmpty)
    }

    @Test func `the slowest tests are named at the end, the slowest first`() throws {
        let results = [
            Self.result("quick", .passed, duration: 1000),
            Self.result("slow", .passed, duration: 2_500_000),
            Self.result("never ran", .skipped),
            Self.result("middle", .passed, duration: 40_000),
        ]
        tell(results, to: try reporter(["--slowest", "2"]))
        #expect(
            files.out.suffix(3) == [
                "slowest:", "  2s500ms slow (a.psh:3)", "  40ms middle (a.psh:3)",
            ])
        let other = try ReporterTests()
        other.tell(results, to: try other.reporter(["--slowest", "1", "--format", "tap"]))
        #expect(other.files.out.suffix(2) == ["# slowest:", "#   2s500ms slow (a.psh:3)"])
    }

    @Test func `GitHub gets its commands from the report alone`() throws {
        let reporter = try reporter(["--format", "github"])
        files.console.guardsCommands = true
        files.console.out("::error::owned")
        files.console.out(.tracked, "::x", "##[error]")
        files.console.err(" ::warning::")
        tell([Self.result("##[group]", .failed)], to: reporter)
        #expect(
            files.out == [
                ": :error::owned", "tracked ::x ## [error]", "✗ ## [group]",
                "::error title=##[group]::error: it does not hold", "0 passed, 1 failed",
            ])
        #expect(files.err == [" : :warning::"])
    }

    @Test func `without a time there is no list of the slowest`() throws {
        tell([Self.result("one", .passed)], to: try reporter(["--slowest", "2"]))
        #expect(files.out == ["✓ one", "1 passed, 0 failed"])
    }

    @Test func `reports are written when the run is over`() throws {
        let place = files.directory.path
        let reporter = try reporter([
            "--report", "junit=\(place)/r.xml", "--report", "json=\(place)/r.json",
            "--report", "html=\(place)/r.html", "--report-times", "off", "--shuffle", "7",
            "--shard", "1/2",
        ])
        let results = [Self.result("one", .passed)]
        let facts = reporter.facts([try Self.script("test \"one\"\nend")])
        #expect(facts.files == ["a.psh"] && facts.shuffleSeed == 7 && facts.shard == "1/2")
        #expect(facts.declared == 1)
        // The digest is of the text, wherever the file stands, and of what it includes.
        let same = reporter.facts([try Self.script("test \"one\"\nend", "b.psh")])
        let other = reporter.facts([try Self.script("test \"two\"\nend")])
        #expect(facts.digest == same.digest && facts.digest != other.digest)
        // Parts that choose other tests could leave one to neither.
        let choices = ["--filter", "one", "--only", "@a", "--skip", "@a", "--from", "2"]
        for choice in stride(from: 0, to: choices.count, by: 2).map({ choices[$0..<$0 + 2] }) {
            let chosen = try self.reporter(["--shard", "1/2"] + choice)
            #expect(chosen.facts([try Self.script("test \"one\"\nend")]).digest != facts.digest)
        }
        #expect(!facts.showsTimes)
        #expect(reporter.write(results, facts))
        #expect(try files.directory.text("r.xml").contains("<testcase name=\"one\""))
        #expect(try files.directory.text("r.html").hasPrefix("<!DOCTYPE html>"))
        let json = try JSONParser.parse(Array(files.directory.text("r.json").utf8))
        #expect(json["passed"] == 1)
    }

    @Test func `a report that cannot be written fails the run, and is named`() throws {
        let path = files.directory.path + "/no/r.json"
        let reporter = try reporter(["--report", "json=" + path])
        #expect(!reporter.write([], reporter.facts([])))
        #expect(
            files.err == ["pushsh: cannot write `\(path)`: no such file or directory"])
    }

    @Test func `what is told goes to standard error where a report has standard output`() throws {
        let reporter = try reporter(["--report", "json=-"])
        tell([Self.result("one", .passed)], to: reporter)
        #expect(reporter.write([Self.result("one", .passed)], reporter.facts([])))
        #expect(files.err == ["✓ one", "1 passed, 0 failed"])
        #expect(files.out.first == "{")
    }
}
