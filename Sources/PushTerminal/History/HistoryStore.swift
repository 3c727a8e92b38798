/// The store of entries from earlier sessions.
public protocol HistoryStore: AnyObject {
    /// Returns at most `count` of the latest entries, newest first.
    func recent(_ count: Int) -> [String]
    /// Keeps an entry that has just been accepted.
    func append(_ entry: String)
    /// Whether others have added entries since the last call.
    func hasNews() -> Bool
}

extension HistoryStore {
    /// Always false: nobody else adds any.
    public func hasNews() -> Bool { false }
}
