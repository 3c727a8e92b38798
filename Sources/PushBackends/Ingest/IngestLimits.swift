/// The limits of Treasure Data's Ingest API (docs.treasuredata.com, streaming limits).
public struct IngestLimits: Equatable, Sendable {
    /// Records of one request.
    public var records = 500
    /// Bytes of one record.
    public var recordBytes = 1_000_000
    /// Bytes of the body of a batch.
    public var bodyBytes = 5_000_000
    /// Bytes of the body of a postback (docs.treasure.ai, postback v2).
    public var postbackBytes = 1_048_064

    /// Makes the documented limits.
    public init() {}
}
