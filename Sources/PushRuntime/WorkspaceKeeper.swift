import PushModel
import PushText

/// Keeps a workspace against loss: for `backup`, `restore` and `repair`.
public protocol WorkspaceKeeper: AnyObject {
    /// Writes everything into one file.
    func backUp(to path: String, replaces: Bool, now: Tick) throws(EdgeError) -> KeptFile
    /// Makes the store what such a file holds.
    func restore(from path: String) throws(EdgeError) -> KeptFile
    /// Looks for damage, and mends it when it may.
    func repair(writes: Bool) throws(EdgeError) -> DamageReport
}

/// What a backup holds.
public struct KeptFile: Equatable, Sendable {
    /// When it was made, on the workspace's clock.
    public var at: Tick
    /// The databases of the warehouse in it, beside the device's side.
    public var databases: [String]
    /// The bytes of what is in it.
    public var bytes: Int64

    /// Describes a backup.
    public init(at: Tick, databases: [String], bytes: Int64) {
        self.at = at
        self.databases = databases
        self.bytes = bytes
    }
}

/// What was found in the files of a workspace.
public struct DamageReport: Equatable, Sendable {
    /// The rows of a table in a damaged file.
    public struct Table: Equatable, Sendable {
        /// The table.
        public var name: String
        /// How many rows can be read.
        public var rows: Int
        /// How many are lost at most; nil where nobody knows.
        public var lost: Int64?

        /// Describes a table.
        public init(name: String, rows: Int, lost: Int64?) {
            self.name = name
            self.rows = rows
            self.lost = lost
        }
    }

    /// A file.
    public struct File: Equatable, Sendable {
        /// Its path.
        public var path: String
        /// `sound`, `damaged` or `foreign`.
        public var state: String
        /// What is wrong.
        public var faults: [String]
        /// What can be read of a damaged one.
        public var tables: [Table]

        /// Describes a file.
        public init(path: String, state: String, faults: [String], tables: [Table]) {
            self.path = path
            self.state = state
            self.faults = faults
            self.tables = tables
        }
    }

    /// The files.
    public var files: [File]
    /// Where the damaged ones were put; nil where nothing was mended.
    public var aside: String?

    /// Describes what was found.
    public init(files: [File], aside: String?) {
        self.files = files
        self.aside = aside
    }
}
