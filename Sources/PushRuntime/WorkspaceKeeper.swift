import PushModel
import PushText

/// Keeps a workspace against loss: for `backup`, `restore` and `repair`.
public protocol WorkspaceKeeper: AnyObject {
    /// Writes everything into one file.
    func backUp(to path: String, replaces: Bool, now: Tick) throws(Failure) -> KeptFile
    /// Replaces the store by the contents of such a file.
    func restore(from path: String) throws(Failure) -> KeptFile
    /// Looks for damage, and repairs it if `writes` allows it.
    func repair(writes: Bool) throws(Failure) -> DamageReport
}

/// The contents of a backup.
public struct KeptFile: Equatable, Sendable {
    /// The time at which it was made, on the workspace's clock.
    public var at: Tick
    /// The databases of the warehouse in it, besides the device's side.
    public var databases: [String]
    /// The size of its contents, in bytes.
    public var bytes: Int64

    /// Describes a backup.
    public init(at: Tick, databases: [String], bytes: Int64) {
        self.at = at
        self.databases = databases
        self.bytes = bytes
    }
}

/// The condition of the files of a workspace.
public struct DamageReport: Equatable, Sendable {
    /// The rows of a table in a damaged file.
    public struct Table: Equatable, Sendable {
        /// The table.
        public var name: String
        /// The number of rows that can be read.
        public var rows: Int
        /// The most rows that can be lost; nil if that is unknown.
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
        /// The faults that were found.
        public var faults: [String]
        /// The readable tables of a damaged file.
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
    /// The directory of the damaged files; nil if nothing was repaired.
    public var aside: String?
    /// A sentence about a return to a snapshot or an undo step that was interrupted; nil if there
    /// is none.
    public var waitingReturn: String?
    /// A sentence about each snapshot and undo step that is damaged.
    public var damagedCopies: [String]
    /// A sentence about each file that is missing: the device's, and those of databases in which
    /// uploads were stored.
    public var missing: [String]

    /// Describes the findings.
    public init(
        files: [File], aside: String?, waitingReturn: String? = nil, damagedCopies: [String] = [],
        missing: [String] = []
    ) {
        self.files = files
        self.aside = aside
        self.waitingReturn = waitingReturn
        self.damagedCopies = damagedCopies
        self.missing = missing
    }
}
