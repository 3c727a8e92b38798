import PushCrypto
import PushGateways
import PushPayload
import PushSimulation
import PushText
import PushWire

/// Google's token endpoint: takes assertions of service accounts and issues access tokens.
///
/// A token is sealed with what it grants, so that it outlives the process that made it: libraries
/// keep theirs for the hour that they were told.
struct AccessDesk {
    /// The account and project of an access token.
    struct Access {
        /// The service account, as its assertion names it.
        var email: String
        /// The project that it may send for; nil for any, if the workspace knows no account.
        var projectID: String?
        /// Whether its scopes allow sending.
        var maySend: Bool
        /// When it ends, in Unix seconds.
        var end: Int64
    }

    /// The beginning of each access token, which is that of Google's.
    private static let mark = "ya29.c."
    private let seal: TokenSeal
    /// The only grant that a service account's library asks for.
    private static let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    /// Makes the desk of a workspace's authority; without one, its tokens end with it.
    init(of authority: GatewayAuthority?) {
        seal =
            authority.map {
                TokenSeal(secret: $0.identity.key, purpose: "access tokens of serve --fcm")
            } ?? TokenSeal()
    }

    /// Exchanges an assertion for an access token.
    ///
    /// `host` is the host that the client asked, which `aud` may name; `accounts` are those that
    /// the workspace knows; if empty, any is accepted.
    ///
    /// Throws Google's `invalid_grant` for an account that is unknown or a signature that does not
    /// fit, in the words of its endpoint. The token lives for an hour; `expires_in` says a second
    /// less.
    func exchange(
        grant: String, assertion text: String, host: String, accounts: [FirebaseServiceAccount],
        now: Int64
    ) throws(OAuthRefusal) -> JSON {
        guard grant == Self.grant else {
            throw OAuthRefusal("unsupported_grant_type", "Invalid grant_type: \(grant.prefix(80))")
        }
        guard !text.isEmpty else {
            throw OAuthRefusal("invalid_request", "Missing required parameter: assertion")
        }
        let assertion = try ServiceAssertion(
            text,
            audiences: [
                "https://oauth2.googleapis.com/token", "https://accounts.google.com/o/oauth2/token",
                "https://www.googleapis.com/oauth2/v4/token", "http://\(host)/token",
                "https://\(host)/token",
            ], now: now)
        var project: String?
        if !accounts.isEmpty {
            let named = accounts.filter { $0.email == assertion.issuer }
            guard let first = named.first else {
                throw OAuthRefusal("invalid_grant", "Invalid grant: account not found")
            }
            let isSigned = named.contains { account in
                guard assertion.keyID == nil || assertion.keyID == account.keyID,
                    let key = Hex.bytes(account.publicKey.utf8)
                else { return false }
                return ServiceAccountKey.isValid(
                    assertion.signature, over: assertion.signed, key: key)
            }
            guard isSigned else { throw OAuthRefusal("invalid_grant", "Invalid JWT Signature.") }
            project = first.projectID
        }
        return [
            "access_token": .string(issue(assertion, project, now)),
            "expires_in": .int64(ServiceAssertion.lifetime - 1), "token_type": "Bearer",
        ]
    }

    /// Makes an access token.
    private func issue(
        _ assertion: ServiceAssertion, _ project: String?, _ now: Int64
    ) -> String {
        let rights: JSON = [
            "email": .string(assertion.issuer), "project": project.map(JSON.string) ?? .null,
            "sends": .bool(assertion.maySend), "end": .int64(now + ServiceAssertion.lifetime),
        ]
        return Self.mark + seal.seal(Array(rights.text.utf8))
    }

    /// Returns the rights of an access token, also of one that has ended; nil if this workspace
    /// made none such.
    func access(_ token: String) -> Access? {
        guard token.hasPrefix(Self.mark),
            let opened = seal.open(token.dropFirst(Self.mark.utf8.count)),
            let rights = try? JSONParser.parse(opened),
            let email = rights["email"]?.stringValue, let maySend = rights["sends"]?.boolValue,
            let end = rights["end"]?.intValue
        else { return nil }
        return Access(
            email: email, projectID: rights["project"]?.stringValue, maySend: maySend,
            end: Int64(end))
    }
}

/// The fields of an HTML form in a body.
///
/// A plus is a blank, as in every HTML form; a field without a value is empty.
struct FormBody {
    /// In the order of the body; of equal names the first one counts.
    private var fields: [(name: String, value: String)] = []

    init(_ body: [UInt8]) {
        for pair in String(decoding: body, as: UTF8.self).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields.append(
                (
                    PercentCoding.decode(parts[0], plusIsBlank: true),
                    PercentCoding.decode(parts.count > 1 ? parts[1] : "", plusIsBlank: true)
                ))
        }
    }

    /// The name of the first field; empty if there is none.
    var firstName: String { fields.first?.name ?? "" }

    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
}
