import CEditLine

extension EditSession {
    /// Kills back to the beginning of the word: up to anything but a letter, a digit or `_`.
    func killWordBack() -> CommandEffect {
        let length = withText { text, cursor in
            var start = cursor
            while start > 0 && !UTF32Text.isWord(text[start - 1]) { start -= 1 }
            while start > 0 && UTF32Text.isWord(text[start - 1]) { start -= 1 }
            return cursor - start
        }
        return killBack(length)
    }

    /// Kills up to the end of the next word.
    func killWord() -> CommandEffect {
        killForward(withText { Self.wordEnd(Array($0[$1...]), from: 0) })
    }

    /// Kills back to the start of the line.
    func killToStart() -> CommandEffect {
        killBack(withText { $1 } - currentLine.lowerBound)
    }

    /// Kills up to the end of the line, or at its end the line end itself.
    func killToEnd() -> CommandEffect {
        let (count, cursor) = withText { ($0.count, $1) }
        let length = currentLine.upperBound - cursor
        return killForward(length == 0 && cursor < count ? 1 : length)
    }

    private func killBack(_ length: Int) -> CommandEffect {
        guard length > 0 else { return .beep }
        keepKilled(withText { Array($0[($1 - length)..<$1]) }, atStart: true)
        ce_delete_before(editor, length)
        note(.killing)
        return .changed
    }

    private func killForward(_ length: Int) -> CommandEffect {
        guard length > 0 else { return .beep }
        keepKilled(withText { Array($0[$1..<($1 + length)]) }, atStart: false)
        ce_move(editor, length)
        ce_delete_before(editor, length)
        note(.killing)
        return .changed
    }

    private func keepKilled(_ text: [UInt32], atStart: Bool) {
        kills.keep(text, joining: lastDeed == .killing, atStart: atStart)
    }

    /// Inserts what was killed last.
    func yank() -> CommandEffect {
        guard let text = kills.current else { return .beep }
        insert(text)
        note(.yanking(text.count))
        return .changed
    }

    /// Replaces what ^Y inserted with what was killed before it.
    func yankOlder() -> CommandEffect {
        guard case .yanking(let count) = lastDeed, let text = kills.older() else {
            return .beep
        }
        ce_delete_before(editor, count)
        insert(text)
        note(.yanking(text.count))
        return .changed
    }

    /// Inserts the last word of the previous entry; pressed again, of the one before that.
    func lastArgument() -> CommandEffect {
        var (index, count) = (history.entries.count, 0)
        if case .recalling(let last, let length) = lastDeed { (index, count) = (last, length) }
        while index > 0 {
            index -= 1
            guard let word = assistant.lastArgument(of: history.entries[index]) else { continue }
            let points = UTF32Text.points(word)
            ce_delete_before(editor, count)
            insert(points)
            note(.recalling(index, points.count))
            return .changed
        }
        return .beep
    }

    /// The action of the previous key; nil once something else changed the entry.
    private var lastDeed: Deed? {
        state.done.flatMap { $0.entry == entryState ? $0.deed : nil }
    }

    private func note(_ deed: Deed) {
        state.done = (deed, entryState)
    }
}
