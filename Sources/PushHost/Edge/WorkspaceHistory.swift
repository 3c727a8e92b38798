import Glibc
import PushStore
import PushTerminal
import PushText

/// The history of the prompt: this workspace's entries, and older than them those of all others.
///
/// Nothing is read before a key asks for it.
final class WorkspaceHistory: HistoryStore, @unchecked Sendable {
    private let workspace: Workspace
    /// The newest entries, oldest first, for suggestions; nil until someone asks.
    private var entries: [String]?
    /// The text of the last suggestion, and the end of the entries that may begin with it: a text
    /// that extends it needs no newer ones.
    private var reached: (text: String, end: Int)?
    /// The entries of a private workspace, oldest first, which has no file for them.
    private var privateEntries: [String] = []
    /// The history of every workspace; nil if it cannot be kept.
    private lazy var common: TypedHistory? = isShared ? Self.openCommon() : nil
    private let isShared: Bool

    /// The number of entries that a private workspace remembers.
    private static let privateLimit = 10_000
    /// The number of entries that are searched for suggestions.
    private static let reach = 5000

    /// Makes the history of a workspace; one that is not shared knows no other workspace's entries.
    init(_ workspace: Workspace, isShared: Bool = true) {
        self.workspace = workspace
        self.isShared = isShared
    }

    private static func openCommon() -> TypedHistory? {
        guard let state = StandardPlaces.state else { return nil }
        let path = state + "/pushsh/history"
        StandardPlaces.makeDirectories(of: path)
        return try? TypedHistory.open(path)
    }

    private var own: TypedHistory? { (try? workspace.history).flatMap { $0 } }

    func recent(_ count: Int) -> [String] {
        let mine = own.map { (try? $0.recent(limit: count)) ?? [] }
        var found = Array((mine ?? privateEntries.suffix(count)).reversed())
        // Only the newest entry is needed to see whether another repeats it.
        guard count > 1, found.count < count, let common else { return found }
        let known = Set(found.map { ExactText($0) })
        let others = ((try? common.recent(limit: count)) ?? []).reversed()
        found += others.filter { !known.contains(ExactText($0)) }.prefix(count - found.count)
        return found
    }

    func append(_ entry: String) {
        entries?.append(entry)
        reached = nil
        if let count = entries?.count, count > 2 * Self.reach {
            entries?.removeFirst(count - Self.reach)
        }
        guard workspace.directory != nil else {
            // A private entry leaves no trace.
            privateEntries.append(entry)
            if privateEntries.count > Self.privateLimit { privateEntries.removeFirst() }
            return
        }
        let now = SystemClock.now()
        try? own?.append(entry, at: now)
        try? common?.append(entry, at: now)
    }

    func hasNews() -> Bool { own?.hasNews() == true || common?.hasNews() == true }

    /// Every entry of this workspace, oldest first.
    func all() -> [String] {
        own.map { (try? $0.recent()) ?? [] } ?? privateEntries
    }

    /// The newest entry that begins with a text and is longer.
    func entry(beginningWith text: String) -> String? {
        let known = entries ?? recent(Self.reach).reversed()
        entries = known
        var end = known.count
        if let reached, text.utf8.starts(with: reached.text.utf8) { end = reached.end }
        let newest = known[..<end].lastIndex {
            $0.utf8.count > text.utf8.count && $0.utf8.starts(with: text.utf8)
        }
        reached = (text, newest.map { $0 + 1 } ?? 0)
        // An entry with the same bytes may end within a letter, and is then no match for a reader.
        return newest.flatMap { place in
            known[...place].last {
                $0.utf8.count > text.utf8.count && $0.utf8.starts(with: text.utf8)
                    && $0.hasPrefix(text)
            }
        }
    }
}
