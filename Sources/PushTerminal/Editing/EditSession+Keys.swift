import CEditLine
import Glibc

extension EditSession {
    /// Returns libedit's next key; nil if the entry has ended.
    func readKey() -> UInt32? {
        settle()
        while outcome == nil {
            let event = nextEvent(timeout: assistant.newsInterval)
            if event == .timeout, assistant.hasNews() { tellNews() }
            guard case .key(let key)? = event else { continue }
            guard key == 0x1B else { return key }
            if state.menu != nil, !keys.isReady(within: 40) {
                cancelMenu()
                continue
            }
            if let meant = keyBehindEscape() { return meant }
        }
        return nil
    }

    /// Waits for the next event, keeping the screen up to date; nil if it has been handled.
    func nextEvent(timeout: Int32 = -1) -> KeyInput.Event? {
        if !keys.isReady() {
            learnJoinedCells()
            paint()
            screen.flush()
        }
        let event = keys.next(timeout: timeout)
        switch event {
        case .key, .timeout: return event
        case .announcement:
            screen.painter.erase()
            printAnnouncements()
            drawPromptAnew()
        case .signal(let number): take(signal: number)
        case .end: outcome = .endOfInput
        }
        return nil
    }

    /// Prints what happened meanwhile above the prompt, which is redrawn.
    private func tellNews() {
        let lines = assistant.takeNews()
        if !lines.isEmpty {
            screen.painter.erase()
            for line in lines { screen.painter.put(line + "\r\n") }
        }
        drawPromptAnew()
    }

    /// Marks the prompt to be redrawn at the next wait for a key.
    private func drawPromptAnew() {
        preparePrompt()
        state.styling.forget()
    }

    /// Does what is due after the last key: the bell, composition, the end of the menu.
    private func settle() {
        if ce_take_beep(editor) != 0 { screen.painter.put("\u{07}") }
        composeBeforeCursor()
        if let menu = state.menu, menu.entry != entryState { state.menu = nil }
        withText { text, cursor in
            guard text.count <= EditUndo.textLimit else { return }
            state.undo.note(EditUndo.State(text: Array(text), cursor: cursor))
        }
    }

    private func take(signal number: Int32) {
        switch number {
        case SIGWINCH: resize()
        case SIGCONT: resume()
        case SIGINT: outcome = .interrupted
        case SIGTERM, SIGHUP: outcome = .terminated(signal: number)
        default: break
        }
    }

    /// Takes the terminal back after another program had it.
    private func resume() {
        ce_raw(editor, 0)
        ce_raw(editor, 1)
        screen.measure()
        preparePromptColumns()
        screen.painter.forget()
        screen.painter.put("\r" + EditSession.pasteOn)
    }

    /// Gives the terminal to another program, and takes it back.
    func whileAway(_ body: () -> Void) {
        paint(closing: "")
        screen.painter.leave()
        screen.painter.put(EditSession.pasteOff)
        screen.flush()
        ce_raw(editor, 0)
        body()
        // Being continued needs no handling here; other signals that arrived meanwhile do.
        var others: [UInt8] = []
        while let byte = wakeUp.next() {
            if Int32(byte) != SIGCONT { others.append(byte) }
        }
        TerminalScreen.write(others, to: wakeUp.writeEnd)
        resume()
    }

    /// Stops the job of this process, as ^Z does elsewhere.
    func suspend() {
        whileAway { _ = kill(0, SIGTSTP) }
    }

    func printAnnouncements() {
        for line in announcements.take() { screen.painter.put(line + "\r\n") }
    }

    func printUpperLines() {
        for line in state.upper { screen.painter.put(line + "\r\n") }
    }
}
