import PushModel
import PushText

/// A named credential that `send` uses; only its file holds the key itself.
public struct SenderCredential: Equatable, Sendable {
    /// The forms in which Apple and Google issue credentials.
    public enum Kind: String, CaseIterable, Sendable {
        /// A key for provider tokens.
        case p8
        /// A certificate with its key in PKCS #12.
        case p12
        /// A certificate with its key in PEM.
        case pem
        /// A Google service account in JSON.
        case serviceAccount = "service-account"

        /// The gateway that accepts it.
        public var gateway: GatewayAnswer.Gateway { self == .serviceAccount ? .fcm : .apns }
    }

    /// The name by which commands refer to it.
    public var name: String
    /// The form of its file.
    public var kind: Kind
    /// The file's absolute path.
    public var path: String
    /// The source of a PKCS #12 file's password; nil = it has none.
    public var password: KeySource?
    /// The key ID of a `.p8`, or that of a service account's key.
    public var keyID: String?
    /// The team of a `.p8`.
    public var team: String?
    /// The bundle ID to send to if a command names none.
    public var topic: String?
    /// The topics that a certificate covers; empty for another kind, or if it is not known.
    public var certifiedTopics: [String] = []
    /// `development` or `production`; nil = both, or unknown.
    public var environment: String?
    /// The Firebase project of a service account.
    public var projectID: String?
    /// The e-mail address of a service account.
    public var email: String?
    /// The SHA-256 digest of the public key or of the certificate, in hexadecimal.
    public var fingerprint: String
    /// The time of its last use; nil if it has not been used.
    public var lastUse: Tick?

    /// Makes a credential; the unknown properties are nil.
    public init(name: String, kind: Kind, path: String, fingerprint: String) {
        self.name = name
        self.kind = kind
        self.path = path
        self.fingerprint = fingerprint
    }

    /// Whether a text can be a name: letters, digits, hyphens, dots and underscores.
    public static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                Ascii.isWord($0) || $0 == Ascii.minus || $0 == Ascii.dot
            }
    }

    /// The credential as a person recognises it, its identifiers cut short:
    /// `AuthKey ABC…FG, team TE…AM, development`.
    public var shown: String {
        let place = environment ?? "both environments"
        switch kind {
        case .p8:
            return "AuthKey \(Self.cut(keyID ?? "", 3)), team \(Self.cut(team ?? "", 2)), \(place)"
        case .p12, .pem:
            return "certificate \(fingerprint.prefix(8))… of \(topic ?? "no app"), \(place)"
        case .serviceAccount:
            return "service account \(Self.cut(email ?? "", 12)) of project \(projectID ?? "")"
        }
    }

    private static func cut(_ text: String, _ count: Int) -> String {
        guard text.count > count + 2 else { return text }
        return "\(text.prefix(count))…\(text.suffix(2))"
    }
}

/// A change to the credentials that `send` knows.
public enum CredentialAction: Equatable, Sendable {
    case add(SenderCredential)
    case remove(String)
}

extension Surroundings {
    /// Changes the credentials that `send` knows.
    mutating func reduce(_ action: CredentialAction) throws(Refusal) {
        switch action {
        case .add(let credential):
            guard !senderCredentials.contains(where: { $0.name == credential.name }) else {
                throw Refusal(
                    .credentialExists, "there is already a credential `\(credential.name)`",
                    hint: "`credential remove \(credential.name)` removes it")
            }
            guard senderCredentials.count < 100 else {
                throw Refusal(
                    .credentialExists, "the workspace already has 100 credentials",
                    hint: "`credential remove NAME` removes one")
            }
            senderCredentials.append(credential)
        case .remove(let name):
            senderCredentials.remove(at: try place(ofCredential: name))
        }
    }

    /// Records when a credential was used to reach somebody, by the system's clock.
    mutating func noteUse(ofCredential name: String, at now: Tick) {
        guard let place = senderCredentials.firstIndex(where: { $0.name == name }) else { return }
        senderCredentials[place].lastUse = now
    }

    private func place(ofCredential name: String) throws(Refusal) -> Int {
        guard let place = senderCredentials.firstIndex(where: { $0.name == name }) else {
            throw Refusal(
                .noCredential, "there is no credential `\(name)`",
                hint: senderCredentials.isEmpty
                    ? "`credential add NAME --p8 FILE --team TEAM` adds one"
                    : "there are "
                        + senderCredentials.map { "`\($0.name)`" }.joined(separator: ", "))
        }
        return place
    }

    /// A credential by its name.
    ///
    /// - Throws: `no_credential`, with a list of the known ones.
    public func credential(_ name: String) throws(Refusal) -> SenderCredential {
        senderCredentials[try place(ofCredential: name)]
    }
}

extension SenderCredential {
    /// The credential as the workspace stores it, and as scripts see it.
    public var json: JSON {
        func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
        var json: JSON = [
            "name": .string(name), "kind": .string(kind.rawValue), "path": .string(path),
            "password": text(password?.text), "key": text(keyID), "team": text(team),
            "topic": text(topic), "environment": text(environment), "project": text(projectID),
            "email": text(email), "sha256": .string(fingerprint),
            "used": lastUse.map { .int64($0.milliseconds) } ?? .null,
        ]
        if !certifiedTopics.isEmpty {
            json["topics"] = .array(certifiedTopics.map(JSON.string))
        }
        return json
    }

    init?(_ json: JSON) {
        guard let name = json["name"]?.stringValue,
            let kind = json["kind"]?.stringValue.flatMap(Kind.init),
            let path = json["path"]?.stringValue, let digest = json["sha256"]?.stringValue
        else { return nil }
        self.init(name: name, kind: kind, path: path, fingerprint: digest)
        password = json["password"]?.stringValue.flatMap { KeySource($0) }
        keyID = json["key"]?.stringValue
        team = json["team"]?.stringValue
        topic = json["topic"]?.stringValue
        certifiedTopics = (json["topics"]?.arrayValue ?? []).compactMap(\.stringValue)
        environment = json["environment"]?.stringValue
        projectID = json["project"]?.stringValue
        email = json["email"]?.stringValue
        lastUse = json["used"]?.int64Value.map { Tick(milliseconds: $0) }
    }
}
