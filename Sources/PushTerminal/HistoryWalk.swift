/// A walk with Up and Down through the entries that begin as the typed text does.
struct HistoryWalk {
    /// The text that was typed when the walk began; Down ends on it.
    let typed: String
    /// The entry now shown.
    private(set) var shown: String
    /// The entries not yet passed, counted from the oldest; `count` is below the newest.
    private var position: Int
    private var passed: [Int] = []

    /// Begins a walk below the newest entry.
    init(typed: String, count: Int) {
        self.typed = typed
        shown = typed
        position = count
    }

    /// Goes to the next older entry that fits and differs; nil when there is none.
    mutating func older(in entries: [String]) -> String? {
        var index = min(position, entries.count) - 1
        while index >= 0 {
            let entry = entries[index]
            if entry.hasExactPrefix(typed) && !entry.isExactly(shown) && !entry.isExactly(typed) {
                passed.append(position)
                position = index
                shown = entry
                return entry
            }
            index -= 1
        }
        return nil
    }

    /// Goes back to the entry before, and at last to the typed text; nil when already there.
    mutating func newer(in entries: [String]) -> String? {
        guard let last = passed.popLast() else { return nil }
        position = last
        shown = last < entries.count && !passed.isEmpty ? entries[last] : typed
        return shown
    }
}

extension String {
    /// Compares bytes, as canonical equality would take different spellings for one.
    func isExactly(_ other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    func hasExactPrefix(_ prefix: String) -> Bool {
        utf8.starts(with: prefix.utf8)
    }
}
