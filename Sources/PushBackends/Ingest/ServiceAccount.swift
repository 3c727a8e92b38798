/// The account behind the embedded Treasure Data: where it lives, and the keys it knows.
public struct ServiceAccount: Equatable, Sendable {
    /// The region that knows its keys; other regions do not.
    public var region: String
    /// The keys that may write and do nothing else, as an app should hold one.
    public var writeOnlyKeys: [String]
    /// The keys that may do everything; the Ingest API is not for them.
    public var masterKeys: [String]

    /// Makes an account.
    public init(region: String, writeOnlyKeys: [String], masterKeys: [String]) {
        self.region = region
        self.writeOnlyKeys = writeOnlyKeys
        self.masterKeys = masterKeys
    }
}
