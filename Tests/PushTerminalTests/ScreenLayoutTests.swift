import Testing

@testable import PushTerminal

/// The rows of an entry as text, with `|` before the cursor.
private func drawn(_ text: String, cursor: Int? = nil, columns: Int = 16) -> [String] {
    let points = UTF32Text.points(text)
    let prompt = StyledPoints(StyledText("> "), columns: 8)
    let continuation = StyledPoints(StyledText(". "), columns: 8)
    return points.withUnsafeBufferPointer { buffer in
        let layout = ScreenLayout(
            prompt: prompt, continuation: continuation, text: buffer,
            cursor: cursor ?? points.count, columns: columns)
        let frame = FrameBuilder(
            prompt: prompt, continuation: continuation, text: buffer, styles: [],
            columns: columns, colours: false
        ).frame(layout, visible: layout.rows.indices, ghost: StyledPoints())
        return frame.rows.map { String(decoding: $0.bytes, as: UTF8.self) + ($0.wraps ? "↩" : "") }
            + ["\(frame.cursorColumn),\(frame.cursorRow)"]
    }
}

struct ScreenLayoutTests {
    @Test(arguments: [
        ("", ["> ", "2,0"]),
        ("tap", ["> tap", "5,0"]),
        ("0123456789abc", ["> 0123456789abc", "15,0"]),
        ("0123456789abcd", ["> 0123456789abcd↩", "", "0,1"]),
        ("0123456789abcdX", ["> 0123456789abcd↩", "X", "1,1"]),
        ("お知らせ通知一", ["> お知らせ通知一↩", "", "0,1"]),
        ("xお知らせ通知一", ["> xお知らせ通知↩", "一", "2,1"]),
        ("a\n通知\n", ["> a", ". 通知", ". ", "2,2"]),
        ("0123456789abcd\nx", ["> 0123456789abcd", ". x", "3,1"]),
        ("a\tb", ["> a     b", "9,0"]),
        ("e\u{301}x", ["> e\u{301}x", "4,0"]),
        ("\u{1B}[2J\u{7F}", ["> ^[[2J^?", "9,0"]),
        ("\u{9B}2J", ["> <U+009B>2J", "12,0"]),
        ("a\u{202E}b", ["> a<U+202E>b", "12,0"]), ("\u{61C}", ["> <U+061C>", "10,0"]),
        ("0123456789\u{202E}", ["> 0123456789    ↩", "<U+202E>", "8,1"]),
    ])
    func `text falls into rows as a terminal would break it`(text: String, rows: [String]) {
        #expect(drawn(text) == rows)
    }

    @Test(arguments: [
        (0, "2,0"), (6, "14,0"), (7, "0,1"), (8, "2,1"), (9, "4,1"), (10, "2,2"),
    ])
    func `the cursor stands before its character`(cursor: Int, place: String) {
        #expect(drawn("お知らせ通知一覧か\nx", cursor: cursor).last == place)
    }

    @Test func `styles change only where they differ`() {
        var pen = StyledPen(colours: true)
        for scalar in "tap".unicodeScalars { pen.draw(scalar.value, .command, cells: 1) }
        pen.draw(0x20, .plain, cells: 1)
        pen.draw(0x78, .ghost, cells: 1)
        let bytes = String(decoding: pen.finish(), as: UTF8.self)
        #expect(bytes == "\u{1B}[32mtap\u{1B}[0m \u{1B}[2mx\u{1B}[0m")
    }

    @Test func `without colours only emphasis is left`() {
        var pen = StyledPen(colours: false)
        pen.draw(0x61, .command, cells: 1)
        pen.draw(0x62, .ghost, cells: 1)
        #expect(String(decoding: pen.finish(), as: UTF8.self) == "a\u{1B}[2mb\u{1B}[0m")
    }
}
