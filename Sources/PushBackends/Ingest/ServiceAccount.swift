/// The account behind the embedded Treasure Data: its region, and the keys it knows.
public struct ServiceAccount: Equatable, Sendable {
    /// The region that knows its keys; other regions do not.
    public var region: String
    /// The keys that may only write; an app should have one of these.
    public var writeOnlyKeys: [String]
    /// The keys that may do everything; the Ingest API does not accept them.
    public var masterKeys: [String]

    /// Makes an account.
    public init(region: String, writeOnlyKeys: [String], masterKeys: [String]) {
        self.region = region
        self.writeOnlyKeys = writeOnlyKeys
        self.masterKeys = masterKeys
    }
}
