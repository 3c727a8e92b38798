import PushModel
import PushSimulation

/// The options of `upload`.
public struct UploadOptions: Equatable, Sendable {
    /// The known outcome of a bulk import whose commit got no answer.
    ///
    /// Only the user can find out, by looking at Treasure Data; a wrong word stores the records
    /// twice or leaves them out.
    public enum Settlement: String, CaseIterable, Sendable {
        /// Its records are at Treasure Data.
        case stored
        /// Its records are not there.
        case lost
    }

    /// The data to upload: a database, or a table as `DATABASE.TABLE`.
    public var source: String
    /// The database or table at Treasure Data; nil = of the same name.
    public var target: String?
    /// The region, or the URL of the REST API; nil = that of `config` and `endpoint`.
    public var site: String?
    /// The source of the key; nil = the one that `td.api_key` names.
    public var key: KeySource?
    /// The records of a part.
    public var partRows = 50_000
    /// Whether the records are only listed instead of sent.
    public var isDryRun = false
    /// Whether the question before sending to Treasure Data is already answered.
    public var isConfirmed = false
    /// Whether an unfinished bulk import is abandoned and started again.
    public var restarts = false
    /// The outcome of a bulk import whose commit got no answer; nil if nobody has said.
    public var settlement: Settlement?

    /// Makes the options of an upload.
    public init(source: String) { self.source = source }
}
