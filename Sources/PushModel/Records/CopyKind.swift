/// The purpose of a copy of a workspace.
public enum CopyKind: String, CaseIterable, Sendable {
    /// The workspace before a command, for `undo`.
    case undo
    /// The workspace before an `undo`, for `redo`.
    case redo
    /// A copy with a name that a person gave it.
    case snapshots
}

/// A copy that is kept, with what its maker wrote on it.
public struct CopyEntry: Equatable, Sendable {
    /// Its name among those of its kind.
    public var name: String
    /// The note, JSON by its maker's choice.
    public var note: String

    /// Describes a copy.
    public init(name: String, note: String) {
        self.name = name
        self.note = note
    }
}
