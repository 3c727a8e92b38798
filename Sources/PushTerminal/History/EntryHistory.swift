/// The entries that can be recalled: those of the store, fetched when first needed, and this
/// session's.
final class EntryHistory {
    /// The maximum number of entries in memory.
    static let limit = 100_000

    private let store: any HistoryStore
    private var fetched: [String]?

    init(store: any HistoryStore) {
        self.store = store
    }

    /// The entries, the oldest first.
    var entries: [String] {
        if let fetched { return fetched }
        let entries = Array(store.recent(EntryHistory.limit).reversed())
        fetched = entries
        return entries
    }

    /// Fetches entries that others have added, before a walk or a search begins.
    func refresh() {
        if store.hasNews() { fetched = nil }
    }

    /// Keeps an entry unless it is blank, begins with a space, or repeats the one before.
    func add(_ entry: String) {
        guard let first = entry.utf8.first, first != 0x20 else { return }
        guard entry.utf8.contains(where: { $0 > 0x20 }) else { return }
        let latest = fetched.map { $0.last } ?? store.recent(1).first
        if let latest, latest.isExactly(entry) { return }
        store.append(entry)
        fetched?.append(entry)
        // Removed by the thousand, since each removal moves all the others.
        if let count = fetched?.count, count >= EntryHistory.limit + 1000 {
            fetched?.removeFirst(count - EntryHistory.limit)
        }
    }
}
