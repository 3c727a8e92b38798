/// The account behind the embedded Treasure Data: its region, and the keys it knows.
public struct ServiceAccount: Equatable, Sendable {
    /// The region that knows its keys; other regions do not.
    public var region: String
    /// The keys that may write: those that may only write, one of which an app should have, and the
    /// master keys, which may do everything.
    public var keys: [String]

    /// Makes an account.
    public init(region: String, keys: [String]) {
        self.region = region
        self.keys = keys
    }
}
