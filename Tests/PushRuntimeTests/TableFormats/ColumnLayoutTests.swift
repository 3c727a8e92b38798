import Testing

@testable import PushRuntime

/// SH-01: the columns of a table, a box and a Markdown table.
@Suite struct ColumnLayoutTests {
    private static let rows = [["1", "春の"], ["200", "a|b"]]

    private func lines(_ mode: String, _ rows: [[String]] = rows) -> [String] {
        let layout = ColumnLayout(
            mode: mode, names: ["n", "name"], rows: rows, isNumeric: [true, false])
        return layout.header() + rows.map(layout.row) + (layout.footer().map { [$0] } ?? [])
    }

    @Test func `a table has lines below its names, and no blanks at the end`() {
        #expect(
            lines("table") == [
                "  n  name", "---  ----", "  1  春の", "200  a|b",
            ])
    }

    @Test func `a box is closed on all sides`() {
        #expect(
            lines("box") == [
                "┌─────┬──────┐", "│   n │ name │", "├─────┼──────┤", "│   1 │ 春の │",
                "│ 200 │ a|b  │", "└─────┴──────┘",
            ])
    }

    @Test func `Markdown says which columns are numbers, and escapes bars`() {
        let found = lines("markdown")
        #expect(found[0] == "|   n | name |")
        #expect(found[1] == "| --: | ---- |")
        #expect(found[3] == #"| 200 | a\|b  |"# || found[3] == #"| 200 | a\|b |"#, "\(found)")
        #expect(found.count == 4)
    }

    @Test func `a narrow Markdown column has room for its dashes`() {
        let layout = ColumnLayout(
            mode: "markdown", names: ["a"], rows: [["1"]], isNumeric: [false])
        #expect(layout.header() == ["| a   |", "| --- |"] && layout.row(["1"]) == "| 1   |")
    }

    @Test func `a table without rows is as wide as its names`() {
        #expect(lines("table", []) == ["n  name", "-  ----"])
    }
}
