import PushCommands
import PushGateways
import PushModel
import PushSimulation
import PushText

/// The outside that `send` needs: keys, signatures, and the connection to Apple and Google.
///
/// The program has one; sessions without one use only the embedded gateways.
public protocol SendPort: AnyObject {
    /// Reads a credential's file and identifies it; nothing secret is returned.
    func inspect(_ file: CredentialFile) throws(Failure) -> SenderCredential
    /// Reads a credential's file again and checks that it is still the one that was added.
    func check(_ credential: SenderCredential) throws(Failure)
    /// The provider token of a `.p8` for the next requests; it is reused for 40 minutes.
    func providerToken(_ credential: SenderCredential) throws(Failure) -> String
    /// Whether a provider token is signed with a key.
    func isSigned(_ token: ProviderToken, by key: ProviderKey) -> Bool
    /// Sends requests on one connection, and returns when all of them have answers.
    func send(
        _ order: SendOrder, _ request: (Int) -> SendRequest
    ) throws(Failure) -> SendQueue
    /// Requests an access token from Google's token endpoint, and discards it.
    func authorise(_ order: SendOrder) throws(Failure)
    /// Asks the person at the terminal; true for yes.
    func confirm(_ question: String) -> Bool
    /// A fresh UUID, for the `apns-id` of a request.
    func makeUUID() -> String
}

/// The destination, credential and pace of a series of requests.
public struct SendOrder: Sendable {
    /// The credential.
    public var credential: SenderCredential
    /// The vendor's name of the host, which the certificate must be for.
    public var name: String
    /// The host and port to contact instead of the vendor's; nil = the vendor's own.
    public var host: String?
    /// A file of certificates that are trusted besides the system's.
    public var authority: String?
    /// The number of requests.
    public var count: Int
    /// The pace at which they are sent.
    public var pace: SendQueue.Pace
    /// Seconds that a request may take.
    public var timeoutSeconds: Int

    /// The gateway that gets the requests.
    public var gateway: GatewayAnswer.Gateway { credential.kind.gateway }

    /// Makes an order.
    public init(
        _ credential: SenderCredential, to name: String, host: String?, authority: String?,
        count: Int, pace: SendQueue.Pace = .init(), timeoutSeconds: Int
    ) {
        self.credential = credential
        self.name = name
        self.host = host
        self.authority = authority
        self.count = count
        self.pace = pace
        self.timeoutSeconds = timeoutSeconds
    }
}

/// One request to a gateway, without its credentials.
public struct SendRequest: Sendable {
    /// The path.
    public var path: String
    /// The header fields.
    public var fields: [HeaderField]
    /// The body.
    public var body: [UInt8]

    /// Makes a request.
    public init(path: String, fields: [HeaderField], body: [UInt8]) {
        self.path = path
        self.fields = fields
        self.body = body
    }
}
