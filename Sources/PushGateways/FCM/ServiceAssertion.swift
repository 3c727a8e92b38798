import PushPayload
import PushText

/// The signed claims with which a service account asks Google for an access token (RFC 7523).
public struct ServiceAssertion: Equatable, Sendable {
    /// `iss`: the account's e-mail address.
    public var issuer: String
    /// `kid` of the header; nil if the library sends none.
    public var keyID: String?
    /// The signed bytes: the header and the claims, as sent.
    public var signed: [UInt8]
    /// The signature, RS256.
    public var signature: [UInt8]

    /// Whether one of its scopes allows sending.
    public var maySend: Bool

    /// The scopes that allow sending, each enough by itself.
    public static let scopes = [
        "https://www.googleapis.com/auth/firebase.messaging",
        "https://www.googleapis.com/auth/cloud-platform",
    ]

    /// The lifetime of an access token in seconds.
    public static let lifetime: Int64 = 3600
    /// The maximum distance of `exp` from `iat`, and of either from now: an hour and a clock's
    /// error.
    private static let tolerance: Int64 = 3900

    /// Reads an assertion and checks its claims.
    ///
    /// - Parameters:
    ///   - text: the JSON Web Token.
    ///   - audiences: the URLs of the token endpoint, one of which `aud` must name.
    ///   - now: the time in Unix seconds.
    /// - Throws: the endpoint's answer.
    public init(_ text: String, audiences: [String], now: Int64) throws(OAuthRefusal) {
        guard let token = JSONWebToken(text), let issuer = token.claims["iss"]?.stringValue else {
            throw OAuthRefusal("invalid_grant", "Invalid JWT: malformed assertion.")
        }
        let claims = token.claims
        guard token.head["alg"]?.stringValue == "RS256" else {
            throw OAuthRefusal("invalid_grant", "Invalid JWT: only RS256 is supported.")
        }
        guard let audience = claims["aud"]?.stringValue, audiences.contains(audience) else {
            throw OAuthRefusal("invalid_grant", "Invalid JWT: Failed audience check.")
        }
        // Both can be any number: only sums of a time that is near `now` are taken.
        guard let issuedAt = claims["iat"]?.intValue.map(Int64.init),
            let expiry = claims["exp"]?.intValue.map(Int64.init),
            issuedAt <= now + (Self.tolerance - Self.lifetime), issuedAt >= now - Self.tolerance,
            expiry > now - (Self.tolerance - Self.lifetime), expiry <= issuedAt + Self.tolerance
        else {
            throw OAuthRefusal(
                "invalid_grant",
                "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable "
                    + "timeframe. Check your iat and exp values in the JWT claim.")
        }
        // Only an account with domain-wide delegation may act for a user.
        if let user = claims["sub"]?.stringValue, user != issuer {
            throw OAuthRefusal(
                "unauthorized_client",
                "Client is unauthorized to retrieve access tokens using this method, or client not "
                    + "authorized for any of the scopes requested.", status: 401)
        }
        let asked = (claims["scope"]?.stringValue ?? "").split(separator: " ").map(String.init)
        // Google hands out a token for any of its scopes, and each service looks for its own.
        guard !asked.isEmpty, asked.allSatisfy(Self.isScope) else {
            throw OAuthRefusal(
                "invalid_scope", "Invalid OAuth scope or ID token audience provided.")
        }
        maySend = asked.contains(where: Self.scopes.contains)
        self.issuer = issuer
        keyID = token.head["kid"]?.stringValue
        signed = token.signed
        signature = token.signature
    }

    private static func isScope(_ text: String) -> Bool {
        let start = "https://www.googleapis.com/auth/"
        return text.hasPrefix(start) && text.utf8.count > start.utf8.count
            || ["openid", "email", "profile", "https://mail.google.com/"].contains(text)
    }
}

/// The answer of Google's token endpoint to a request that it refuses (RFC 6749, 5.2).
public struct OAuthRefusal: Error, Equatable, Sendable {
    /// The error code, such as `invalid_grant`.
    public var code: String
    /// The sentence that explains it.
    public var description: String
    /// The HTTP status.
    public var status: Int

    /// Makes a refusal.
    public init(_ code: String, _ description: String, status: Int = 400) {
        self.code = code
        self.description = description
        self.status = status
    }

    /// The body of the answer.
    public var body: JSON {
        ["error": .string(code), "error_description": .string(description)]
    }
}
