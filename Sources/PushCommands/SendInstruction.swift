import PushModel
import PushPayload
import PushSimulation
import PushText

/// The targets of `send`, as they are typed.
public enum SendAddress: Equatable, Sendable {
    /// One address: a token, a device's name, a topic, a condition, a channel.
    case text(String, at: Span)
    /// A file with one address a line.
    case file(String, at: Span)
    /// One address per line on standard input.
    case standardInput(at: Span)
    /// One address per line of a here-document.
    case list(String, at: Span)
    /// The target that the FCM message names itself, as `receive` obeys it.
    case message(at: Span)

    /// The place of the word in the script.
    public var span: Span {
        switch self {
        case .text(_, let span), .file(_, let span), .standardInput(let span),
            .list(_, let span), .message(let span):
            span
        }
    }
}

/// The options of `send`.
///
/// Nothing here has been checked against the gateway yet; the rehearsal before sending does that.
public struct SendOptions: Equatable, Sendable {
    /// The gateway; nil = the one that the form of the address belongs to.
    public var gateway: CredentialOptions.Gateway?
    /// The name of the credential; nil = the only one there is for the gateway.
    public var credential: String?
    /// The environment of APNs; nil = the credential's.
    public var environment: CredentialOptions.Environment?
    /// `apns-push-type`; nil = derived from the payload.
    public var pushType: PushType?
    /// `apns-priority`: 10, 5 or 1.
    public var priority: Int?
    /// The bundle ID to send to.
    public var topic: String?
    /// `apns-collapse-id`, at most 64 bytes.
    public var collapseID: String?
    /// Seconds for which the gateway keeps it for a device that cannot be reached.
    public var timeToLive: Int?
    /// `apns-id`, a UUID.
    public var id: String?
    /// Whether the gateway only validates the message, so that nothing reaches a device.
    public var isDryRun = false
    /// Requests at once.
    public var jobs = 100
    /// Requests a second; nil = as fast as answers come.
    public var rate: Int?
    /// Further tries for a target.
    public var retries = 3
    /// The file of the targets that can be sent again as they are.
    public var failedPath: String?
    /// The file for targets that no longer exist.
    public var deadPath: String?
    /// Whether the question before sending to real devices is already answered.
    public var isConfirmed = false
    /// Whether malformed lines of a list are skipped.
    public var skipsMalformed = false
    /// Whether it is sent even if the rehearsal refuses it.
    public var isForced = false
    /// Whether to print the equivalent curl command instead of sending.
    public var printsCurl = false
    /// The host and port to contact instead of the vendor's, under the vendor's name.
    public var host: String?
    /// A file of certificates that are trusted besides the system's.
    public var authority: String?

    /// Makes the defaults.
    public init() {}
}

/// An order about the credentials that `send` uses.
public enum SenderInstruction: Equatable, Sendable {
    case add(CredentialFile)
    case list
    case test(String, SendOptions)
    case remove(String)
}

/// A credential as `credential add` names it.
///
/// Only the path and the source of the password are here; neither the key nor the password is kept.
public struct CredentialFile: Equatable, Sendable {
    /// The name to store it under.
    public var name: String
    /// The declared form of its file.
    public var kind: SenderCredential.Kind
    /// The file.
    public var path: String
    /// The place of the file's word in the script.
    public var span: Span
    /// The source of a PKCS #12 file's password.
    public var password: KeySource?
    /// The place of its word in the script.
    public var passwordSpan: Span?
    /// The key ID; nil = taken from the file's name.
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
