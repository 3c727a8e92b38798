import PushModel
import PushPayload
import PushSimulation
import PushText

/// Whom `send` sends to, as it is typed.
public enum SendAddress: Equatable, Sendable {
    /// One address: a token, a device's name, a topic, a condition, a channel.
    case text(String, at: Span)
    /// A file with one address a line.
    case file(String, at: Span)
    /// The same on standard input.
    case standardInput(at: Span)

    /// Where it stands in the script.
    public var span: Span {
        switch self {
        case .text(_, let span), .file(_, let span), .standardInput(let span): span
        }
    }
}

/// What `send` takes beside the payload and the addresses.
public struct SendOptions: Equatable, Sendable {
    /// The gateway; nil = the one that knows the address.
    public var gateway: CredentialOptions.Gateway?
    /// The name of the credential; nil = the only one there is for the gateway.
    public var credential: String?
    /// The environment of APNs; nil = the credential's.
    public var environment: CredentialOptions.Environment?
    /// `apns-push-type`; nil = told from the payload.
    public var pushType: PushType?
    /// `apns-priority`: 10, 5 or 1.
    public var priority: Int?
    /// The bundle ID that is sent to.
    public var topic: String?
    /// `apns-collapse-id`, at most 64 bytes.
    public var collapseID: String?
    /// Seconds that the gateway keeps it for a device that is away.
    public var timeToLive: Int?
    /// `apns-id`, a UUID.
    public var id: String?
    /// Whether nothing reaches a device.
    public var isDryRun = false
    /// Requests at once.
    public var jobs = 100
    /// Requests a second; nil = as fast as answers come.
    public var rate: Int?
    /// Further tries for a target.
    public var retries = 3
    /// The file of the targets that can be sent again as they are.
    public var failedPath: String?
    /// The file of the targets that lead nowhere any more.
    public var deadPath: String?
    /// Whether the guard before real devices is answered.
    public var isConfirmed = false
    /// Whether it is sent though the rehearsal refuses it.
    public var isForced = false
    /// Whether the equivalent command of curl is printed, and nothing is sent.
    public var printsCurl = false
    /// The host and port that are asked in the vendor's place, under the vendor's name.
    public var host: String?
    /// A file of certificates that are trusted beside the system's.
    public var authority: String?

    /// Makes the defaults.
    public init() {}
}

/// What is done with the credentials that `send` uses.
public enum SenderInstruction: Equatable, Sendable {
    case add(CredentialFile)
    case list
    case test(String, SendOptions)
    case remove(String)
}

/// A credential as `credential add` names it.
public struct CredentialFile: Equatable, Sendable {
    /// The name that it gets.
    public var name: String
    /// The form that its file is said to have.
    public var kind: SenderCredential.Kind
    /// The file.
    public var path: String
    /// Where the word of the file stands.
    public var span: Span
    /// Where the password of a PKCS #12 file is read.
    public var password: KeySource?
    /// The key ID; nil = told from the file's name.
    public var keyID: String?
    /// The team.
    public var team: String?
    /// The bundle ID.
    public var topic: String?
    /// The environment; nil = both, or what the certificate says.
    public var environment: CredentialOptions.Environment?

    /// Names a file.
    public init(name: String, kind: SenderCredential.Kind, path: String, at span: Span) {
        self.name = name
        self.kind = kind
        self.path = path
        self.span = span
    }
}
