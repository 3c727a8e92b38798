import PushModel

/// Keeps whole copies of a session's store, and brings them back: for `undo` and `snapshot`.
///
/// The program keeps them beside the workspace on disk, or in memory for a private one; tests keep
/// them in memory. The session calls it between commands, never inside a transaction.
public protocol CopyShelf: AnyObject {
    /// The bytes that a copy takes on disk; 0 where copies lie in memory.
    var size: Int64 { get }
    /// Keeps a copy of everything; one with the same name is replaced.
    func keep(_ kind: CopyKind, _ name: String, note: String) throws(EdgeError)
    /// Writes another note on a copy.
    func annotate(_ kind: CopyKind, _ name: String, note: String) throws(EdgeError)
    /// The copies of a kind.
    func entries(_ kind: CopyKind) -> [CopyEntry]
    /// Makes the store again what a copy holds; the copy is kept.
    func bringBack(_ kind: CopyKind, _ name: String) throws(EdgeError)
    /// Forgets a copy; one that is not there is no error.
    func drop(_ kind: CopyKind, _ name: String) throws(EdgeError)
}
