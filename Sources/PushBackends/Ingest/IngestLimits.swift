/// The limits of Treasure Data's Ingest API (docs.treasuredata.com, streaming limits).
public struct IngestLimits: Equatable, Sendable {
    /// The maximum number of records in one request.
    public var records = 500
    /// The maximum size of one record in bytes.
    public var recordBytes = 1_000_000
    /// The maximum size of the body of a batch in bytes.
    public var bodyBytes = 5_000_000
    /// The maximum size of the body of a postback in bytes (docs.treasure.ai, postback v2).
    public var postbackBytes = 1_048_064

    /// Makes the documented limits.
    public init() {}
}
