import PushCommands
import PushGateways
import PushModel
import PushSimulation

/// What only the outside can do for `send`: keys, signatures, and the wire to Apple and Google.
///
/// The program has one; sessions without one play on the embedded gateways alone.
public protocol SendPort: AnyObject {
    /// Reads a credential's file and tells what it is; nothing secret comes back.
    func inspect(_ file: CredentialFile) throws(EdgeError) -> SenderCredential
    /// Reads a credential's file again, which must still be the one that was added.
    func check(_ credential: SenderCredential) throws(EdgeError)
    /// The provider token of a `.p8` for the next requests: the same one for 40 minutes.
    func providerToken(_ credential: SenderCredential) throws(EdgeError) -> String
    /// Whether a signature is that of a key over what a provider token signs.
    func isSigned(_ token: ProviderToken, by key: ProviderKey) -> Bool
    /// Sends requests on one connection, and returns when each has its answer.
    func send(
        _ order: SendOrder, _ request: (Int) -> SendRequest
    ) throws(EdgeError) -> SendQueue
    /// Asks Google's token endpoint for an access token, and forgets it.
    func authorise(_ order: SendOrder) throws(EdgeError)
    /// Asks the person at the terminal; true for yes.
    func confirm(_ question: String) -> Bool
    /// A fresh UUID, for the `apns-id` of a request.
    func makeUUID() -> String
}

/// Where requests go, with which credential, and how fast.
public struct SendOrder: Sendable {
    /// The credential.
    public var credential: SenderCredential
    /// The vendor's name of the host, which the certificate must be for.
    public var name: String
    /// The host and port that are asked in the vendor's place; nil = the vendor's own.
    public var host: String?
    /// A file of certificates that are trusted beside the system's.
    public var authority: String?
    /// The number of requests.
    public var count: Int
    /// How fast they go.
    public var pace: SendQueue.Pace

    /// The gateway that is asked.
    public var gateway: GatewayAnswer.Gateway { credential.kind.gateway }

    /// Makes an order.
    public init(
        _ credential: SenderCredential, to name: String, host: String?, authority: String?,
        count: Int, pace: SendQueue.Pace = .init()
    ) {
        self.credential = credential
        self.name = name
        self.host = host
        self.authority = authority
        self.count = count
        self.pace = pace
    }
}

/// One request to a gateway, without its credentials.
public struct SendRequest: Sendable {
    /// The path.
    public var path: String
    /// The fields of the head.
    public var fields: [APNsRequest.Field]
    /// The body.
    public var body: [UInt8]

    /// Makes a request.
    public init(path: String, fields: [APNsRequest.Field], body: [UInt8]) {
        self.path = path
        self.fields = fields
        self.body = body
    }
}
