import Testing

@testable import PushTerminal

/// A prompt that is too long for the terminal keeps the mark that sets it off from the entry.
struct PromptWidthTests {
    private func fitted(_ runs: [String], columns: Int) -> String {
        let text = StyledText(runs.map { StyledText.Run($0, .plain) })
        let points = StyledPoints(prompt: text, columns: columns)
        #expect(points.cells <= columns)
        #expect(points.points.count == points.styles.count)
        return UTF32Text.string(points.points)
    }

    @Test(arguments: [
        (["phone", " not running", "> "], 40, "phone not running> "),
        (["phone", " not running", "> "], 14, "phone not ru> "),
        (["phone", " not running", "> "], 2, "> "), (["phone", " not running", "> "], 1, ">"),
        (["電話", " 前面", "> "], 8, "電話 > "), (["longest"], 4, "long"), ([], 4, ""),
    ])
    func `the cut is in the middle`(runs: [String], columns: Int, prompt: String) {
        #expect(fitted(runs, columns: columns) == prompt)
    }
}
