/// The store of entries from earlier sessions.
public protocol HistoryStore: AnyObject {
    /// Gives at most `count` of the latest entries, the newest first.
    func recent(_ count: Int) -> [String]
    /// Keeps an entry that has just been accepted.
    func append(_ entry: String)
    /// Whether others have added entries since this was asked before.
    func hasNews() -> Bool
}

extension HistoryStore {
    /// Never: nobody else adds any.
    public func hasNews() -> Bool { false }
}
