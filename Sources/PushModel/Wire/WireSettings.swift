/// How the real network is spoken to (`config KEY VALUE`); without effect on the simulated one.
public struct WireSettings: Equatable, Sendable {
    /// The source of the Ingest API's key.
    public var writeKey = KeySource.variable("TD_WRITE_KEY")
    /// The source of the query API's key.
    public var apiKey = KeySource.variable("TD_API_KEY")
    /// The base URL of the query API; nil = that of the endpoint's region.
    public var apiEndpoint: String?
    /// A file of certificates that are trusted beside the system's; nil = none.
    public var authorityFile: String?
    /// Servers that are spoken to, as typed; nil = every one that is trusted.
    public var pins: String?
    /// Seconds that a request may take; NSURLSession's own limit is 60, too (TDClient.m).
    public var timeoutSeconds = 60

    /// Makes the usual settings.
    public init() {}
}
