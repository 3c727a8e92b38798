/// The two keys of an application at the NIFCLOUD mobile backend.
public struct NCMBKeys: Equatable, Sendable {
    /// Identifies the application.
    public let application: String
    /// Signs its requests.
    public let client: String

    /// Makes a pair; nil if one is empty, which the SDK also refuses.
    public init?(application: String, client: String) {
        guard !application.isEmpty, !client.isEmpty else { return nil }
        self.application = application
        self.client = client
    }

    private init(embedded: Void) {
        application = "embedded-application-key"
        client = "embedded-client-key"
    }

    /// The keys of the embedded backend; they open nothing else.
    public static let embedded = NCMBKeys(embedded: ())
}
