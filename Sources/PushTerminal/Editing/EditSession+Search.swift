import CEditLine

extension EditSession {
    /// The entry at which the search is.
    var foundEntry: [UInt32]? {
        guard let search = state.search, history.entries.indices.contains(search.index) else {
            return nil
        }
        return UTF32Text.points(history.entries[search.index])
    }

    /// The range of the query in the found entry; nil if no search has found one.
    var foundMatch: Range<Int>? {
        guard let search = state.search, history.entries.indices.contains(search.index) else {
            return nil
        }
        return search.match(in: history.entries[search.index])
    }

    /// Searches the history while the user types a query; the entry found becomes the text.
    func searchHistory() {
        history.refresh()
        state.search = HistorySearch(count: history.entries.count)
        while outcome == nil, let isGoing = searchStep(), isGoing {}
        state.search = nil
    }

    /// Handles one key of the search; false if it is over.
    private func searchStep() -> Bool? {
        guard case .key(let key)? = nextEvent() else { return outcome == nil }
        let entries = history.entries
        switch key {
        case 0x12: state.search?.again(step: -1, in: entries)
        case 0x13: state.search?.again(step: 1, in: entries)
        case 0x08, 0x7F:
            if state.search?.shorten(in: entries) != true { screen.painter.put("\u{07}") }
        case 0x07, 0x03: return false
        case 0x1B: return leaveSearchByEscape()
        case 0x00..<0x20:
            acceptFound()
            keys.pushBack([key])
            return false
        default: state.search?.extend(key, in: entries)
        }
        if state.search?.hasFailed == true { screen.painter.put("\u{07}") }
        return true
    }

    /// A lone ESC cancels; one that begins a key's sequence accepts, and the key is then handled.
    private func leaveSearchByEscape() -> Bool {
        guard case .key(let next)? = nextEvent(timeout: 25) else { return false }
        acceptFound()
        keys.pushBack([0x1B, next])
        return false
    }

    private func acceptFound() {
        guard let found = foundEntry else { return }
        setText(found)
        if let match = foundMatch { ce_move(editor, match.lowerBound - found.count) }
    }
}
