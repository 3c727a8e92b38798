import PushText
import Testing

@testable import PushRuntime

/// SH-01: boxes around text, counted in cells.
@Suite struct FrameTests {
    @Test func `a line is padded to the sides`() {
        var frame = Frame(width: 12)
        frame.add("ab")
        #expect(frame.lines == ["╭──────────╮", "│ ab       │", "╰──────────╯"])
        var square = Frame(width: 12, isRounded: false)
        square.add("")
        #expect(square.lines == ["┌──────────┐", "│          │", "└──────────┘"])
    }

    @Test func `wide letters take two cells`() {
        var frame = Frame(width: 12)
        frame.add("春の")
        #expect(frame.lines[1] == "│ 春の     │")
        #expect(frame.lines.allSatisfy { DisplayWidth.of($0) == 12 })
    }

    @Test func `a mark has no width`() {
        var frame = Frame(width: 10)
        frame.add("ab") { "<b>\($0)</b>" }
        #expect(frame.lines[1] == "│ <b>ab</b>     │")
    }

    @Test func `a box has a least width`() {
        #expect(Frame(width: 1).width == 8 && Frame(width: 1).inner == 4)
    }

    @Test func `two texts stand at the sides, and the left one gives way`() {
        var frame = Frame(width: 20)
        frame.add("left", right: "now")
        frame.add("a title that is long", right: "now")
        frame.add("left", right: "")
        frame.add("x", right: "a text at the right that is too long")
        #expect(frame.rows[0] == "│ left         now │")
        #expect(frame.rows[1] == "│ a title tha… now │")
        #expect(frame.rows[2] == "│ left             │")
        #expect(frame.rows.allSatisfy { DisplayWidth.of($0) == 20 })
    }

    @Test func `a long text is broken into lines`() {
        var frame = Frame(width: 14)
        frame.addWrapped("one two three four")
        #expect(frame.rows == ["│ one two    │", "│ three four │"])
    }
}
