import PushTestSupport
import Testing

@testable import PushTerminal

/// Emoji of several code points, which terminals draw with different numbers of cells.
@Suite(.serialized) struct JoinedCellsTests {
    private let joining = JoinedCells(columns: [2, 2, 2])
    private let parting = JoinedCells(columns: [6, 4, 1])

    private func rows(
        _ text: String, columns: Int, _ joined: JoinedCells
    ) -> (cells: [Int], column: Int) {
        UTF32Text.points(text).withUnsafeBufferPointer { points in
            let layout = ScreenLayout(
                prompt: StyledPoints(StyledText("> ")), continuation: StyledPoints(),
                text: points, cursor: points.count, columns: columns, joined: joined)
            return (layout.rows.map(\.cells), layout.cursorColumn)
        }
    }

    @Test(
        arguments: [
            ("👨‍👩‍👧", 2, 6), ("👍🏽", 2, 4), ("❤️", 2, 1), ("🏳️‍🌈", 2, 3), ("🤷🏽‍♀️", 2, 5),
            ("🇯🇵", 2, 2), ("春", 2, 2), ("a\u{200D}b", 2, 2), ("1\u{FE0F}", 1, 1),
        ])
    func `a sign has the cells that the terminal gives it`(
        text: String, joinedCells: Int, partedCells: Int
    ) {
        #expect(rows(text, columns: 40, joining).column == 2 + joinedCells)
        #expect(rows(text, columns: 40, parting).column == 2 + partedCells)
        #expect(rows(text, columns: 40, JoinedCells()).column == 2 + partedCells)
    }

    @Test func `rows break where the terminal breaks them`() {
        #expect(rows("abcd👨‍👩‍👧xy", columns: 8, joining).cells == [8, 2])
        #expect(rows("abcd👨‍👩‍👧xy", columns: 8, parting).cells == [8, 6])
        // A sign that U+FE0F makes wider goes to the next row whole.
        #expect(rows("abcde❤️", columns: 8, joining).cells == [7, 2])
    }

    @Test func `without all answers nothing is joined`() {
        #expect(JoinedCells(columns: [2, 2]) == JoinedCells())
        #expect(JoinedCells(columns: []) == JoinedCells())
    }

    /// The answers about three samples, and where the cursor is brought behind `👨‍👩‍👧x`.
    @Test(
        arguments: [
            ("\u{1B}[9;3R\u{1B}[9;3R\u{1B}[9;3R", 10), ("\u{1B}[9;7R\u{1B}[9;5R\u{1B}[9;2R", 14),
            (nil, 14),
        ] as [(String?, Int)])
    func `the terminal is asked once where the cursor stands`(
        answers: String?, column: Int
    ) throws {
        let terminal = try AnsweringTerminal(
            TerminalDriver.product("editor-probe"), columns: 80, rows: 24)
        _ = terminal.wait(for: "probe>")
        terminal.answer = answers
        terminal.type("👨‍👩‍👧")
        let asked = terminal.wait(for: "probe> 👨‍👩‍👧")
        #expect(asked.contains("👨‍👩‍👧\u{1B}[6n"), "\(asked.debugDescription)")
        terminal.type("x")
        let drawn = terminal.wait(for: "\u{1B}[\(column)C")
        #expect(drawn.hasSuffix("\u{1B}[\(column)C"), "\(drawn.debugDescription)")
        #expect(!drawn.contains("\u{1B}[6n"), "\(drawn.debugDescription)")
    }

    /// What the terminal itself says of a text that nothing but `printf` has drawn.
    @Test(.enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
    func `the cursor stands behind what was typed`() throws {
        for text in ["👨‍👩‍👧", "👍🏽 a", "🇯🇵", "❤️", "か\u{3099}e\u{301}", "あ゙"] {
            let other = TerminalDriver(
                ["sh", "-c", "printf '%s' 'probe> \(text)|'; sleep 60"], columns: 60, rows: 8)
            let place = other.screen { $0.rows.contains { $0.hasSuffix("|") } }.column - 1
            let driver = TerminalDriver(
                [TerminalDriver.product("editor-probe")], columns: 60, rows: 8)
            _ = driver.wait(for: "probe>")
            driver.type(text)
            let screen = driver.screen(within: 10) { $0.column == place }
            #expect(screen.column == place, "\(text): \(screen)")
        }
    }
}

struct GrowingTextTests {
    @Test func `a text that grows is converted once`() {
        var growing = GrowingText()
        var text = ""
        for line in 0..<300 {
            text += "\"鍵\(line)\": 1,\n"
            let string = UTF32Text.points(text).withUnsafeBufferPointer { growing.string(of: $0) }
            #expect(string == text)
        }
        #expect(growing.converted == text.unicodeScalars.count)
    }

    @Test func `a text that was changed is converted anew`() {
        var growing = GrowingText()
        for text in ["abc", "abd", "ab", "", "春のabc", "春のabc "] {
            let points = UTF32Text.points(text)
            #expect(points.withUnsafeBufferPointer { growing.string(of: $0) } == text)
        }
    }
}
