/// The purpose of a copy of a workspace.
public enum CopyKind: String, CaseIterable, Sendable {
    /// The workspace before a command, for `undo`.
    case undo
    /// The workspace before an `undo`, for `redo`.
    case redo
    /// A copy that a person named.
    case snapshots
}

/// A copy with its creator's note.
public struct CopyEntry: Equatable, Sendable {
    /// Its name among those of its kind.
    public var name: String
    /// The note, in the JSON of its creator's choice.
    public var note: String

    /// Describes a copy.
    public init(name: String, note: String) {
        self.name = name
        self.note = note
    }
}
