import CEditLine

/// The result that one of our commands reports to libedit.
enum CommandEffect {
    case changed
    /// Text was appended at the end, so libedit need not look through its line again.
    case appended
    case beep
    case endOfLine

    /// The code by which libedit knows it.
    var code: Int32 {
        switch self {
        case .changed: Int32(CE_CHANGED)
        case .appended: Int32(CE_DONE)
        case .beep: Int32(CE_BEEP)
        case .endOfLine: Int32(CE_END_LINE)
        }
    }
}

extension EditSession {
    /// Runs a command for its key.
    func run(_ command: EditCommand) -> CommandEffect {
        let effect = walkMenu(command) ?? perform(command)
        return outcome == nil ? effect : .endOfLine
    }

    private func perform(_ command: EditCommand) -> CommandEffect {
        switch command {
        case .accept: return accept()
        case .addLine: insert([0x0A])
        case .interrupt: outcome = .interrupted
        case .endOfFile: return deleteOrEnd()
        case .suspend: suspend()
        case .older: return moveUp()
        case .newer: return moveDown()
        case .search: searchHistory()
        case .backward: return moveBack()
        case .forward: return forward()
        case .forwardWord: return forwardWord()
        case .lineStart: ce_move(editor, currentLine.lowerBound - withText { $1 })
        case .lineEnd: return lineEnd()
        case .complete: return complete()
        case .paste: paste()
        case .clearScreen:
            screen.painter.clearScreen()
            printUpperLines()
        case .externalEditor: return editOutside()
        case .undo: return undo()
        case .deleteBack: return deleteBack()
        case .deleteForward: return deleteForward()
        case .oldest: return moveToEnd(of: .older)
        case .newest: return moveToEnd(of: .newer)
        case .redo, .killWordBack, .killWord, .killToStart, .killToEnd, .yank, .yankOlder,
            .lastArgument:
            return performKilling(command)
        case .menuBack, .pageDown, .pageUp, .cancel, .ignore: return .beep
        }
        return .changed
    }

    private func performKilling(_ command: EditCommand) -> CommandEffect {
        switch command {
        case .killWordBack: killWordBack()
        case .killWord: killWord()
        case .killToStart: killToStart()
        case .killToEnd: killToEnd()
        case .yank: yank()
        case .yankOlder: yankOlder()
        case .lastArgument: lastArgument()
        default: redo()
        }
    }

    private func accept() -> CommandEffect {
        let entry = withText { text, _ in accepted.string(of: text) }
        guard assistant.needsMore(entry) else {
            outcome = .line(entry)
            return .changed
        }
        let (length, cursor) = withText { ($0.count, $1) }
        ce_move(editor, length - cursor)
        insert([0x0A])
        return cursor == length ? .appended : .changed
    }

    private func deleteOrEnd() -> CommandEffect {
        let (length, cursor) = withText { ($0.count, $1) }
        if length == 0 { outcome = .endOfInput }
        guard cursor < length else { return .beep }
        return deleteForward()
    }

    /// Takes the suggestion if the cursor is at the end of the text; nil if there is nothing to
    /// take.
    private func takeGhost(word: Bool) -> Bool {
        let isAtEnd = withText { text, cursor in
            state.styling.update(text, with: assistant)
            return cursor == text.count
        }
        guard isAtEnd, let ghost = state.styling.ghost else { return false }
        let points = UTF32Text.points(ghost)
        insert(word ? Array(points.prefix(Self.wordEnd(points, from: 0))) : points)
        return true
    }

    private func forward() -> CommandEffect {
        if moveOverCharacter() { return .changed }
        return takeGhost(word: false) ? .changed : .beep
    }

    private func forwardWord() -> CommandEffect {
        let distance = withText { Self.wordEnd(Array($0[$1...]), from: 0) }
        if distance > 0 {
            ce_move(editor, distance)
            return .changed
        }
        return takeGhost(word: true) ? .changed : .beep
    }

    private func lineEnd() -> CommandEffect {
        let distance = currentLine.upperBound - withText { $1 }
        if distance == 0 && takeGhost(word: false) { return .changed }
        ce_move(editor, distance)
        return .changed
    }

    /// Returns the end of the next word: past anything that is not a word, then past the word.
    static func wordEnd(_ points: [UInt32], from start: Int) -> Int {
        var index = start
        while index < points.count && !UTF32Text.isWord(points[index]) { index += 1 }
        while index < points.count && UTF32Text.isWord(points[index]) { index += 1 }
        return index
    }

    private func paste() {
        var paste = BracketedPaste()
        while outcome == nil {
            let ready =
                keys.buffered > 0 ? keys.next() : nextEvent(timeout: BracketedPaste.patience)
            if case .key(let point)? = ready {
                if paste.take(point) { break }
            } else if ready == .timeout {
                break
            }
        }
        insert(paste.text())
    }

    private func undo() -> CommandEffect {
        guard let earlier = state.undo.undo() else { return .beep }
        setText(earlier.text, cursor: earlier.cursor)
        return .changed
    }

    private func redo() -> CommandEffect {
        guard let later = state.undo.redo() else { return .beep }
        setText(later.text, cursor: later.cursor)
        return .changed
    }
}
