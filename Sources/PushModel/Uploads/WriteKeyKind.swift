/// The kind of key that an app sends to Treasure Data as its `TDWriteKey`.
///
/// The world knows only the kind: a key itself never enters it.
public enum WriteKeyKind: String, CaseIterable, Sendable {
    /// The account's write-only key, which the guide asks for.
    case writeOnly = "write-only"
    /// The account's master key, which may write as well, and does not belong in an app (TD-15).
    case master
    /// A well-formed key of another account, or a deleted one.
    case otherAccount = "other-account"
    /// The placeholder of the guide's listing, `YOUR_WRITE_KEY`, or another text that is not a key.
    case placeholder
    /// `TDWriteKey` is absent or empty.
    case missing

    /// Whether another region would not take the key either: it is malformed, or another account's.
    package var isOfNoRegion: Bool { [.placeholder, .missing, .otherAccount].contains(self) }

    /// The fault for which no account takes the key, or only another; nil if it may write.
    package var fault: String? {
        switch self {
        case .writeOnly, .master: nil
        case .otherAccount: "a key of another account"
        case .placeholder: "a placeholder"
        case .missing: "missing"
        }
    }
}

/// The key that a request to the embedded Treasure Data carries, and the account behind it.
public struct UploadCredential: Equatable, Sendable {
    /// The kind of the app's key.
    public var key = WriteKeyKind.writeOnly
    /// The region that the account lives in, by the name of its endpoint.
    public var accountRegion = UploadCredential.defaultRegion
    /// The region that the request goes to; nil if that is the account's own.
    public var region: String?

    /// The region that a fresh workspace's account lives in.
    public static let defaultRegion = "us"

    /// Makes the credential of a correctly built app.
    public init() {}
}
