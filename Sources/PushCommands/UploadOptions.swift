import PushModel
import PushSimulation

/// What `upload` takes.
public struct UploadOptions: Equatable, Sendable {
    /// What is known of a bulk import whose commit nobody saw.
    public enum Settlement: String, CaseIterable, Sendable {
        /// Its records are at Treasure Data.
        case stored
        /// They are not.
        case lost
    }

    /// What is uploaded: a database, or a table as `DATABASE.TABLE`.
    public var source: String
    /// The database or table at Treasure Data; nil = of the same name.
    public var target: String?
    /// The region, or the URL of the REST API; nil = that of `config` and `endpoint`.
    public var site: String?
    /// Where the key is read; nil = where `td.api_key` says.
    public var key: KeySource?
    /// The records of a part.
    public var partRows = 50_000
    /// Whether it is only told what would be sent.
    public var isDryRun = false
    /// Whether the guard before Treasure Data is answered.
    public var isConfirmed = false
    /// Whether an unfinished bulk import is given up, and begun anew.
    public var restarts = false
    /// What became of a bulk import whose commit nobody saw.
    public var settlement: Settlement?

    /// Makes the options of an upload.
    public init(source: String) { self.source = source }
}
