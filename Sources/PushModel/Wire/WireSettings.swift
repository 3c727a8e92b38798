/// The settings of the real network (`config KEY VALUE`); without effect on the simulated one.
public struct WireSettings: Equatable, Sendable {
    /// The source of the Ingest API's key.
    public var writeKey = KeySource.variable("TD_WRITE_KEY")
    /// The source of the query API's key.
    public var apiKey = KeySource.variable("TD_API_KEY")
    /// The base URL of the query API; nil for that of the endpoint's region.
    public var apiEndpoint: String?
    /// A file of certificates trusted in addition to the system's; nil for none.
    public var authorityFile: String?
    /// Servers that may be used, as typed; nil for every trusted one.
    public var pins: String?
    /// The time limit of a request in seconds; NSURLSession's own is 60 too (TDClient.m).
    public var timeoutSeconds = 60

    /// Makes the usual settings.
    public init() {}
}
