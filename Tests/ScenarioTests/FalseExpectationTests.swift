import PushTestSupport
import Testing

/// A scenario that is made false must say where, what was expected, and what was found.
struct FalseExpectationTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var scenario: String
        var truth: String
        var lie: String
        var lines: [String]
        var testDescription: String { lie }
    }

    static let cases = [
        Case(
            scenario: "guide-workflow", truth: "expect queue == 5", lie: "expect queue == 6",
            lines: ["error: the expectation does not hold", "expected: queue == 6", "actual: 5"]),
        Case(
            scenario: "guide-workflow", truth: "| login   cust-001", lie: "| login   cust-002",
            lines: [
                "error: the output does not match the golden lines", "expected: login   cust-002",
                "actual: login   cust-001",
            ]),
        Case(
            scenario: "dismiss-category", truth: "!already_handled tap rich-1",
            lie: "!link_refused tap rich-1",
            lines: [
                "error: the command failed with another code", "expected: link_refused",
                "actual: already_handled: `rich-1` was already dismissed",
            ]),
        Case(
            scenario: "sequence-expected", truth: "  tap promo-1 --no-link",
            lie: "  tap promo-2 --no-link", lines: ["error: `promo-2` is not shown"]),
    ]

    @Test(arguments: cases) func `a lie is found at its place`(_ entry: Case) throws {
        let text = try Scenario(name: entry.scenario).text
        let range = try #require(text.range(of: entry.truth))
        let before = text[..<range.lowerBound]
        let line = before.split(separator: "\n", omittingEmptySubsequences: false).count
        let directory = try TemporaryDirectory()
        let payloads = "\(Repository.path("share/pushsh/payloads"))/"
        let lie = text.replacing(entry.truth, with: entry.lie, maxReplacements: 1)
            .replacing("../payloads/", with: payloads)
        let path = try directory.write(lie, to: "lie.psh")
        let outcome = try ProcessSurroundings.all[0].run(["-f", path])
        #expect(outcome.status == 1)
        let report = outcome.stdout + outcome.stderr
        #expect(report.contains("\(path):\(line):"), "\(report)")
        for wanted in entry.lines { #expect(report.contains(wanted), "\(report)") }
    }
}
