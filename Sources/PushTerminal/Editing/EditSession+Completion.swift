import CEditLine

extension EditSession {
    /// Completes the word at the cursor, or lists the candidates.
    func complete() -> CommandEffect {
        if isIndenting {
            insert([0x09])
            return .changed
        }
        let current = string
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
        state.menu = CompletionMenu(
            candidates: completion.candidates,
            base: withText { EditUndo.State(text: Array($0), cursor: $1) },
            replaced: word.unicodeScalars.count,
            appendSpace: completion.appendSpace && !isBeforeSpace)
        return .changed
    }

    /// Moves in the list of candidates while there is one; nil if the key means something else.
    func walkMenu(_ command: EditCommand) -> CommandEffect? {
        guard var menu = state.menu else { return nil }
        switch command {
        case .complete: menu.select(by: 1)
        case .menuBack: menu.select(by: -1)
        case .newer: menu.select(by: 1)
        case .older where menu.selected != nil: menu.select(by: -1)
        case .forward: if !menu.selectBeside(1) { return nil }
        case .backward: if !menu.selectBeside(-1) { return nil }
        case .pageDown: menu.turn()
        case .pageUp: menu.turnBack()
        case .accept where menu.selected != nil:
            if menu.appendSpace { insert([0x20]) }
            state.menu = nil
            return .changed
        case .cancel:
            cancelMenu()
            return .changed
        default: return nil
        }
        let entry = menu.entry
        if menu.selected != nil { setText(entry.text, cursor: entry.cursor) }
        state.menu = menu
        return .changed
    }

    /// Removes the list, and the candidate that was selected in it.
    func cancelMenu() {
        guard let base = state.menu?.base else { return }
        setText(base.text, cursor: base.cursor)
        state.menu = nil
    }

    /// Whether TAB is text: it begins a later line, or much more input is waiting, as when a
    /// terminal without bracketed paste pastes.
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
