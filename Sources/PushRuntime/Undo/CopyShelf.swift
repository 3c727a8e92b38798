import PushModel

/// Keeps whole copies of a session's store, and restores them: for `undo` and `snapshot`.
///
/// The program keeps them next to the workspace on disk, or in memory for a private one; tests keep
/// them in memory. The session calls it between commands, never inside a transaction.
public protocol CopyShelf: SharedStoreMarks {
    /// The size of a copy on disk, in bytes; 0 if copies are in memory.
    var size: Int64 { get }
    /// Keeps a copy of everything, replacing one with the same name.
    func keep(_ kind: CopyKind, _ name: String, note: String) throws(Failure)
    /// Replaces the note on a copy.
    func annotate(_ kind: CopyKind, _ name: String, note: String) throws(Failure)
    /// The copies of a kind.
    func entries(_ kind: CopyKind) -> [CopyEntry]
    /// Restores the store from a copy, which is kept; with a `line`, only if that is still the
    /// journal's newest once nobody else can write, and the warehouse holds what it held.
    ///
    /// - Returns: false if another process has written: nothing was changed.
    func bringBack(
        _ kind: CopyKind, _ name: String, from line: Int64?, stored: String?
    ) throws(Failure) -> Bool
    /// Deletes a copy; a missing one is not an error.
    func drop(_ kind: CopyKind, _ name: String) throws(Failure)
}

/// The marks by which a session knows what others did to its store.
public protocol SharedStoreMarks: AnyObject {
    /// The warehouse's content, in a line that is another one once something was stored there;
    /// nil if it cannot be read.
    var stored: String? { get }
    /// The newest statement of each copy that replaced the store, whichever process restored it;
    /// empty if no other process sees the store.
    var restored: [Int64] { get }
    /// Lets other processes on the store know that a copy replaced it.
    func noteRestored(newest: Int64)
}
