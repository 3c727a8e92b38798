/// A walk with Up and Down: first through the entries that begin with the typed text, from the
/// newest to the oldest, then through those that contain it elsewhere.
struct HistoryWalk {
    /// The text typed when the walk began; Down ends on it.
    let typed: String
    /// The entry now shown.
    private(set) var shown: String
    /// The number of entries not yet passed, from the oldest; `count` is below the newest.
    private var position: Int
    /// Whether all entries that begin with the text have been passed.
    private var isInside = false
    private var passed: [(position: Int, isInside: Bool)] = []

    /// Begins a walk below the newest entry.
    init(typed: String, count: Int) {
        self.typed = typed
        shown = typed
        position = count
    }

    /// Goes to the next entry that matches and differs; nil if there is none.
    mutating func older(in entries: [String]) -> String? {
        if !isInside, let index = next(below: position, in: entries, { $0.hasExactPrefix(typed) }) {
            return go(to: index, isInside: false, in: entries)
        }
        guard !typed.isEmpty else { return nil }
        let needle = HistoryNeedle(typed)
        let start = isInside ? position : entries.count
        let index = next(below: start, in: entries) {
            needle.isIn($0) && !$0.hasExactPrefix(typed)
        }
        return index.map { go(to: $0, isInside: true, in: entries) }
    }

    private func next(
        below position: Int, in entries: [String], _ fits: (String) -> Bool
    ) -> Int? {
        entries[..<min(position, entries.count)].lastIndex {
            fits($0) && !$0.isExactly(shown) && !$0.isExactly(typed)
        }
    }

    private mutating func go(to index: Int, isInside: Bool, in entries: [String]) -> String {
        passed.append((position, self.isInside))
        position = index
        self.isInside = isInside
        shown = entries[index]
        return shown
    }

    /// Goes back to the previous entry, and at last to the typed text; nil if already there.
    mutating func newer(in entries: [String]) -> String? {
        guard let last = passed.popLast() else { return nil }
        (position, isInside) = last
        shown = position < entries.count && !passed.isEmpty ? entries[position] : typed
        return shown
    }
}

extension String {
    func hasExactPrefix(_ prefix: String) -> Bool {
        utf8.starts(with: prefix.utf8)
    }
}
