/// The faults that `repair` found in the files of a workspace, and what it did about them.
public struct RepairReport: Equatable, Sendable {
    /// The state of a file.
    public enum State: String, Sendable {
        /// Every page of it was read, and nothing is wrong.
        case sound
        /// Something in it is wrong.
        case damaged
        /// It is not a workspace's file, or one of a newer version: nothing is done about it.
        case foreign
    }

    /// The rows of a table in a damaged file.
    public struct Table: Equatable, Sendable {
        /// The table.
        public var name: String
        /// The number of readable rows.
        ///
        /// Read into a private copy to count them, even if nothing is repaired.
        public var rows: Int
        /// The maximum number of unreadable rows; nil if unknown.
        ///
        /// Numbers without a row count as well, since a gap may have been there before.
        public var lost: Int64?
    }

    /// A file of the workspace.
    public struct File: Equatable, Sendable {
        /// Its path.
        public var path: String
        /// The state in which `repair` found the file.
        public var state: State
        /// The first few faults, in SQLite's words or ours.
        ///
        /// At most five from SQLite's check, and before them a difference in the list of tables.
        public var faults: [String] = []
        /// The tables of a damaged file, each with what can be saved.
        public var tables: [Table] = []
    }

    /// The files, the device's first.
    public var files: [File] = []
    /// The folder for damaged files; nil if nothing was repaired.
    public var aside: String?
    /// A sentence about a return to a copy that was interrupted and not completed yet; nil if there
    /// is none.
    public var waitingReturn: String?

    /// A sentence about each file that is missing: the device's, and those of databases in which
    /// uploads were stored.
    public var missing: [String] = []

    /// A sentence about each snapshot and each step of `undo` that is damaged.
    ///
    /// Nothing is saved from them: the workspace itself is another one.
    public var damagedCopies: [String] = []

    /// The files that are damaged.
    public var damaged: [File] { files.filter { $0.state == .damaged } }
}
