import PushCommands
import PushText

/// A place in the stream of what happens, as a follower keeps it.
///
/// A restored copy takes the numbers of statements back, so a number alone may mean two facts: one
/// that is gone, and one that came later.
struct StreamPlace: Equatable {
    /// The last fact that the follower has.
    var fact: FactPlace
    /// The number of copies that had been restored by then.
    var restored: Int

    /// Makes the place after a fact.
    init(_ fact: FactPlace, restored: Int) {
        self.fact = fact
        self.restored = restored
    }

    /// Reads `12.3`, or `12.3@2` from after two restored copies; nil for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let fact = FactPlace(String(parts[0])) else { return nil }
        guard parts.count > 1 else {
            self.init(fact, restored: 0)
            return
        }
        guard let restored = Int(digits: parts[1]) else { return nil }
        self.init(fact, restored: restored)
    }

    /// The place as text, which is never that of a fact alone.
    var text: String { fact.text + "@\(restored)" }

    /// Finds out what a restored copy has made new to the follower.
    ///
    /// - Parameters:
    ///   - copies: the newest statement of every copy that was restored.
    ///   - newest: the newest statement.
    /// - Returns: the place after which everything is new; nil if no copy was restored since.
    func movedBack(_ copies: [Int64], newest: Int64) -> StreamPlace? {
        let since = min(restored, copies.count)
        // Another process may be about to note the one that it has just restored.
        let start = copies[since...].min().map { min($0, newest) } ?? newest
        guard since < copies.count || fact.statement > newest else { return nil }
        let kept = fact.statement > start ? FactPlace(statement: start) : fact
        return StreamPlace(kept, restored: copies.count)
    }
}
