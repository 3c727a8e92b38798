import PushText
import Testing

@testable import PushRuntime

/// What `--list` prints: the tests of a run, with nothing run.
@Suite struct TestListTests {
    static let results: [TestResult] = [
        TestResult(file: "a.psh", title: "first", tags: ["td", "slow"], line: 3, status: .skipped),
        TestResult(file: "日本.psh", title: "\u{1B}[2J", tags: [], line: 12, status: .skipped),
    ]

    @Test func `titles stand below one another, whatever the width of a name`() {
        #expect(
            TestList.lines(Self.results, mode: nil) == [
                "a.psh:3      first @td @slow", "日本.psh:12  \\e[2J",
            ])
        #expect(TestList.lines([], mode: nil) == [])
    }

    @Test(arguments: ["json", "jsonl"])
    func `no mark reorders what a terminal shows of the list or a report`(mode: String) throws {
        var result = Self.results[0]
        result.title = "a\u{202E}b\u{61C}"
        let list = TestList.lines([result], mode: mode).joined(separator: "\n")
        for text in [list, JSONReport.text([result])] {
            #expect(text.contains(#""a\u202eb\u061c""#) && !text.contains("\u{202E}"))
            _ = try JSONParser.parse(Array(text.utf8))
        }
    }

    @Test func `tools get an object for each`() {
        var file = Self.results[0]
        file.isTest = false
        #expect(
            TestList.lines([file], mode: "jsonl") == [
                #"{"file":"a.psh","line":3,"kind":"file","title":"first","tags":["td","slow"]}"#
            ])
        #expect(TestList.lines([], mode: "json") == ["[]"])
        let lines = TestList.lines(Self.results, mode: "json").joined()
        #expect(lines.contains(#""kind": "test""#) && !lines.contains("\u{1B}"))
    }
}
