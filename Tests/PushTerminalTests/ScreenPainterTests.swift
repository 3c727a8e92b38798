import Testing

@testable import PushTerminal

struct ScreenPainterTests {
    /// A frame of rows that do not reach the last column, with the cursor on the last.
    private static func frame(_ rows: [String], column: Int = 1) -> ScreenFrame {
        ScreenFrame(
            rows: rows.map { .init(bytes: Array($0.utf8), isFull: false, wraps: false) },
            cursorRow: rows.count - 1, cursorColumn: column)
    }

    /// The bytes from one frame to another, with ESC [ shown as `^`.
    private static func bytes(_ first: [String], _ second: [String]) -> String {
        var painter = ScreenPainter()
        painter.show(frame(first))
        _ = painter.takeOutput()
        painter.show(frame(second))
        return readable(painter.takeOutput())
    }

    private static func readable(_ bytes: [UInt8]) -> String {
        let text = bytes.map { $0 == 0x0D ? "←" : $0 == 0x0A ? "↓" : String(Unicode.Scalar($0)) }
        return text.joined().replacing("\u{1B}[", with: "^")
    }

    @Test(arguments: [
        (["a"], ["a"], "←^1C"),
        (["a"], ["ab"], "←ab^K←^1C"),
        (["a", "b"], ["a", "c"], "←c^K←^1C"),
        (["a", "b"], ["x", "b"], "^1A←x^K←↓b^K←^1C"),
        (["a"], ["a", "b"], "←↓b^K←^1C"),
        (["a", "b", "c"], ["a"], "^2A←↓^K←↓^K^2A←^1C"),
    ])
    func `only what differs is written`(first: [String], second: [String], bytes: String) {
        #expect(Self.bytes(first, second) == bytes)
    }

    @Test func `a full row is left to the terminal's own wrapping`() {
        var painter = ScreenPainter()
        let full = ScreenFrame.Row(bytes: Array("full".utf8), isFull: true, wraps: true)
        let empty = ScreenFrame.Row(bytes: [], isFull: false, wraps: false)
        painter.show(ScreenFrame(rows: [full, empty], cursorRow: 1, cursorColumn: 0))
        #expect(Self.readable(painter.takeOutput()) == "←←full ←^K←")
    }

    @Test func `leaving goes below the last row`() {
        var painter = ScreenPainter()
        var frame = Self.frame(["a", "b", "c"])
        frame.cursorRow = 0
        painter.show(frame)
        _ = painter.takeOutput()
        painter.leave()
        #expect(Self.readable(painter.takeOutput()) == "^2B←↓")
        // The next frame replaces nothing.
        painter.show(Self.frame(["d"]))
        #expect(Self.readable(painter.takeOutput()) == "←←d^K←^1C")
    }
}
