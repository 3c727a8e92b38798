import CEditLine

/// The direction of a walk through the history.
enum HistoryDirection {
    case older, newer
}

extension EditSession {
    /// Goes up: a line within the entry, or to an older entry from its first line.
    ///
    /// From the end of an entry that Up fetched, the walk goes on, whatever its lines; a user who
    /// has moved the cursor wants to edit the entry.
    func moveUp() -> CommandEffect {
        let line = currentLine
        if line.lowerBound > 0 && !(isWalking && isAtEnd) {
            return moveLine(from: line, to: line.lowerBound - 1)
        }
        if !isWalking {
            history.refresh()
            state.walk = HistoryWalk(typed: string, count: history.entries.count)
        }
        guard let entry = state.walk?.older(in: history.entries) else { return .beep }
        setText(UTF32Text.points(entry))
        return .changed
    }

    /// Goes down: a line within the entry, or to a newer entry from its last line.
    func moveDown() -> CommandEffect {
        let line = currentLine
        let length = withText { text, _ in text.count }
        if line.upperBound < length {
            return moveLine(from: line, to: line.upperBound + 1)
        }
        guard isWalking, let entry = state.walk?.newer(in: history.entries) else { return .beep }
        setText(UTF32Text.points(entry))
        return .changed
    }

    /// Goes to the oldest entry, or back to the typed text.
    func moveToEnd(of direction: HistoryDirection) -> CommandEffect {
        if direction == .newer {
            guard isWalking, let typed = state.walk?.typed else { return .beep }
            setText(UTF32Text.points(typed))
            state.walk = nil
            return .changed
        }
        if !isWalking { state.walk = HistoryWalk(typed: "", count: history.entries.count) }
        var found: String?
        while let entry = state.walk?.older(in: history.entries) { found = entry }
        guard let found else { return .beep }
        setText(UTF32Text.points(found))
        return .changed
    }

    /// Whether the text is still the one that Up or Down fetched.
    private var isWalking: Bool {
        state.walk.map { $0.shown.isExactly(string) } ?? false
    }

    /// Whether the cursor is behind the text, where fetching an entry puts it.
    private var isAtEnd: Bool { withText { text, cursor in cursor == text.count } }

    /// Moves to the line that contains the offset, keeping the column if possible.
    private func moveLine(from line: Range<Int>, to offset: Int) -> CommandEffect {
        let (cursor, wanted) = withText { text, cursor in
            (cursor, fitting(text, line.lowerBound..<cursor, in: .max).column)
        }
        ce_move(editor, offset - cursor)
        let other = currentLine
        let target = withText { text, _ in fitting(text, other, in: wanted).end }
        ce_move(editor, target - withText { $1 })
        return .changed
    }

    /// Returns the end of the code points of a range that fit into a number of cells, and the
    /// column there.
    private func fitting(
        _ text: UnsafeBufferPointer<UInt32>, _ range: Range<Int>, in cells: Int
    ) -> (end: Int, column: Int) {
        var column = 0
        for index in range {
            let next =
                column + CellWidth.of(text, at: index, column: column, columns: .max / 2, joined)
            guard next <= cells else { return (index, column) }
            column = next
        }
        return (range.upperBound, column)
    }
}
