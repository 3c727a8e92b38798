import CEditLine

extension EditSession {
    /// Completes the word at the cursor, or lists what fits.
    func complete() -> CommandEffect {
        if isIndenting {
            insert([0x09])
            return .changed
        }
        let current = string
        if state.menu?.text.isExactly(current) == true {
            state.menu?.turn()
            state.menuIsNew = true
            return .changed
        }
        let cursor = withText { text, cursor in
            text[..<cursor].reduce(0) { $0 + UTF32Text.length($1) }
        }
        let completion = assistant.complete(current, cursor: cursor)
        guard let first = completion.candidates.first else { return .beep }
        let typed = current.utf8.prefix(cursor).dropFirst(max(0, completion.replaceFrom))
        let word = String(decoding: typed, as: UTF8.self)
        if completion.candidates.count == 1 {
            replace(word, with: first.text + (completion.appendSpace && !isBeforeSpace ? " " : ""))
            return .changed
        }
        let shared = completion.commonPrefix
        if shared.utf8.count > word.utf8.count {
            replace(word, with: shared)
            return .changed
        }
        state.menu = CompletionMenu(candidates: completion.candidates, text: current)
        state.menuIsNew = true
        return .changed
    }

    /// Tells whether TAB is text: it opens a later line, or much more is waiting, as when a
    /// terminal that knows no brackets pastes.
    private var isIndenting: Bool {
        if keys.buffered > 64 { return true }
        let line = currentLine
        return withText { text, cursor in
            line.lowerBound > 0
                && text[line.lowerBound..<cursor].allSatisfy { $0 == 0x20 || $0 == 0x09 }
        }
    }

    private var isBeforeSpace: Bool {
        withText { $1 < $0.count && $0[$1] == 0x20 }
    }

    private func replace(_ word: String, with text: String) {
        ce_delete_before(editor, word.unicodeScalars.count)
        insert(UTF32Text.points(text))
    }
}
