import CEditLine

extension EditSession {
    /// Calls a closure with the text and the cursor; the pointer is invalid once the text changes.
    func withText<Result>(_ body: (UnsafeBufferPointer<UInt32>, Int) -> Result) -> Result {
        var length = 0
        var cursor = 0
        let start = ce_text(editor, &length, &cursor)
        return body(UnsafeBufferPointer(start: start, count: length), cursor)
    }

    /// The text as code points.
    var text: [UInt32] { withText { text, _ in Array(text) } }

    /// The text with the place of the cursor.
    var entryState: EditUndo.State {
        withText { EditUndo.State(text: Array($0), cursor: $1) }
    }

    /// The text as a string.
    var string: String { withText { text, _ in UTF32Text.string(text) } }

    /// Inserts at the cursor; NULs are left out, because they would end the text early.
    func insert(_ points: some Sequence<UInt32>) {
        var terminated = points.filter { $0 != 0 }
        terminated.append(0)
        if ce_insert(editor, terminated) != 0 { screen.painter.put("\u{07}") }
    }

    /// Replaces the whole text and puts the cursor at its end, or at `cursor`.
    func setText(_ points: [UInt32], cursor: Int? = nil) {
        let (length, position) = withText { ($0.count, $1) }
        ce_move(editor, length - position)
        ce_delete_before(editor, length)
        insert(points)
        if let cursor { ce_move(editor, cursor - points.count) }
    }

    /// Joins a mark that was just typed to the preceding letter.
    func composeBeforeCursor() {
        let joined = withText { text, cursor -> UInt32? in
            guard cursor >= 2 else { return nil }
            return Composition.compose(text[cursor - 2], text[cursor - 1])
        }
        guard let joined else { return }
        ce_delete_before(editor, 2)
        insert([joined])
    }

    /// The offsets of the entry's line that contains the cursor, without its newline.
    var currentLine: Range<Int> {
        withText { text, cursor in
            let start = text[..<cursor].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            return start..<(text[cursor...].firstIndex(of: 0x0A) ?? text.count)
        }
    }
}
