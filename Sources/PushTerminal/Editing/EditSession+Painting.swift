extension EditSession {
    /// Asks for the prompt, which is cut if it is long: the entry needs room.
    func preparePrompt() {
        state.upper = assistant.promptParts(columns: promptColumns).upper
        preparePromptColumns()
    }

    /// Fits the prompts to the width of the screen.
    func preparePromptColumns() {
        let columns = promptColumns
        state.prompt = StyledPoints(
            prompt: assistant.promptParts(columns: columns).prompt, columns: columns)
        state.continuation = StyledPoints(
            assistant.continuationPrompt(), columns: (screen.columns - 1) / 2)
    }

    /// The cells that the prompt may take: a quarter of the row is reserved for the entry.
    private var promptColumns: Int { (screen.columns - 1) * 3 / 4 }

    /// Draws the entry as it is now or, with `closing`, in its final form followed by these words.
    func paint(closing: String? = nil) {
        withShownText { text, cursor, prompt in
            let place = closing == nil ? cursor : text.count
            if state.search == nil { state.styling.update(text, with: assistant) }
            let layout = ScreenLayout(
                prompt: prompt, continuation: state.continuation, text: text, cursor: place,
                columns: screen.columns, joined: joined)
            let menu = closing == nil ? menuRows(below: layout.rows.count) : []
            let builder = FrameBuilder(
                prompt: prompt, continuation: state.continuation, text: text,
                styles: styles(of: text), columns: screen.columns, colours: screen.colours,
                isLight: screen.isLight, joined: joined)
            var frame = builder.frame(
                layout, visible: visibleRows(of: layout, menu: menu.count),
                ghost: ghost(behind: layout, closing: closing, isAtEnd: cursor == text.count))
            frame.rows += menu
            screen.painter.show(frame)
        }
    }

    /// Calls a closure with the layout of what is shown, at the present width.
    func withLayout<Result>(_ body: (ScreenLayout) -> Result) -> Result {
        withShownText { text, cursor, prompt in
            body(
                ScreenLayout(
                    prompt: prompt, continuation: state.continuation, text: text, cursor: cursor,
                    columns: screen.columns, joined: joined))
        }
    }

    /// Calls a closure with the entry and its prompt or, during a search, the entry that was found.
    private func withShownText<Result>(
        _ body: (UnsafeBufferPointer<UInt32>, Int, StyledPoints) -> Result
    ) -> Result {
        guard let search = state.search else {
            return withText { body($0, $1, state.prompt) }
        }
        let found = foundEntry ?? []
        let label = search.hasFailed ? "(no match)" : "(search)"
        let prompt = StyledText([
            .init(label, search.hasFailed ? .error : .muted), .init("'\(search.text)': "),
        ])
        let fitted = StyledPoints(prompt, columns: max(8, screen.columns * 3 / 4))
        return found.withUnsafeBufferPointer { body($0, foundMatch?.lowerBound ?? 0, fitted) }
    }

    private func styles(of text: UnsafeBufferPointer<UInt32>) -> [TextStyle] {
        guard state.search != nil else { return state.styling.styles }
        var styles = [TextStyle](repeating: .plain, count: text.count)
        for index in foundMatch ?? 0..<0 { styles[index] = .match }
        return styles
    }

    /// The suggestion cut to the row, or the closing words.
    private func ghost(
        behind layout: ScreenLayout, closing: String?, isAtEnd: Bool
    ) -> StyledPoints {
        let room = screen.columns - (layout.rows.last?.cells ?? 0) - 1
        guard room > 0 else { return StyledPoints() }
        if let closing { return StyledPoints(StyledText(closing), columns: room) }
        guard isAtEnd, state.search == nil, state.menu == nil, let ghost = state.styling.ghost
        else { return StyledPoints() }
        return StyledPoints(StyledText(ghost, .ghost), columns: room)
    }

    private func menuRows(below entryRows: Int) -> [ScreenFrame.Row] {
        let room = max(1, screen.rows - min(entryRows, screen.rows - 1))
        guard
            let lines = state.menu?.rows(columns: screen.columns - 1, height: room)
        else { return [] }
        return lines.prefix(room).map {
            FrameBuilder.row(
                $0, columns: screen.columns - 1, colours: screen.colours, isLight: screen.isLight)
        }
    }

    /// The rows that fit on the screen, including the cursor's.
    private func visibleRows(of layout: ScreenLayout, menu: Int) -> Range<Int> {
        let height = min(layout.rows.count, max(1, screen.rows - menu))
        var top = min(state.top, layout.rows.count - height)
        top = min(top, layout.cursorRow)
        top = max(top, layout.cursorRow - height + 1)
        state.top = top
        return top..<(top + height)
    }
}
