import PushText
import Testing

@testable import PushRuntime

@Suite struct TestFailureTests {
    private func failure(
        _ message: String, expected: String? = nil, actual: String? = nil,
        span: Span? = Span(start: 4, end: 7)
    ) -> TestFailure {
        let notes = [("expected", expected), ("actual", actual)].compactMap { label, text in
            text.map { Diagnostic.Note(label, $0) }
        }
        return TestFailure(
            diagnostic: Diagnostic(
                .error, message, source: Source(name: "a.psh", text: "tap\ntap\n"), span: span,
                notes: notes),
            isRuntime: false, code: nil)
    }

    @Test func `a list of failures has a line for each, with both sides where there are two`() {
        #expect(failure("no such thing").headline == "no such thing")
        #expect(
            failure("it does not hold", expected: "queue == 1", actual: "0").headline
                == "it does not hold: expected queue == 1, found 0")
        #expect(failure("it does not hold", expected: "x").headline == "it does not hold")
    }

    @Test func `of a long value the beginning of its first line is told`() {
        let long = failure(
            "m", expected: "first\nsecond", actual: String(repeating: "x", count: 500))
        let parts = long.headline.split(separator: ",")
        #expect(parts.first == "m: expected first")
        #expect(DisplayWidth.of(long.headline) < 160 && long.headline.hasSuffix("…"))
        let strange = failure("m", expected: "\u{1B}[m", actual: "")
        #expect(strange.headline == "m: expected \\e[m, found ")
    }

    @Test func `a secret is in none of its texts`() {
        let key = "1/" + String(repeating: "0123456789abcdef", count: 3)
        let failure = failure("found \(key)", expected: key, actual: key)
        for text in [failure.headline, failure.text, failure.expected ?? "", failure.actual ?? ""] {
            #expect(!text.contains("0123456789"), "\(text)")
        }
    }

    @Test func `a place counts from 1, and another process's own comes first`() {
        var failure = failure("m")
        #expect(
            failure.place == .init(file: "a.psh", line: 2, column: 1, endColumn: 4))
        failure.reportedPlace = .init(file: "b.psh", line: 9)
        #expect(failure.place == .init(file: "b.psh", line: 9))
        #expect(self.failure("m", span: nil).place == .init(file: "a.psh"))
        // What goes on beyond its line has no last column.
        let whole = self.failure("m", span: Span(start: 0, end: 6)).place
        #expect(whole == .init(file: "a.psh", line: 1, column: 1, endColumn: nil))
    }
}
