import PushTerminal

/// A history in memory, filled from the command line.
final class ProbeHistory: HistoryStore {
    private(set) var entries: [String]

    init(_ entries: some Sequence<String>) {
        self.entries = Array(entries)
    }

    func recent(_ count: Int) -> [String] { Array(entries.reversed().prefix(count)) }
    func append(_ entry: String) { entries.append(entry) }
}
