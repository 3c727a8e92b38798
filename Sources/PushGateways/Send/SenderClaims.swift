import PushText

/// The claims that a sender signs to identify itself; the edge adds the signature.
public enum SenderClaims {
    /// The seconds that a provider token is used: Apple wants a new one every 20 to 60 minutes.
    public static let tokenAge: Int64 = 2400

    /// Returns the header and the claims of a provider token (ES256), to be signed.
    public static func provider(key: String, team: String, at now: Int64) -> String {
        joined(
            ["alg": "ES256", "kid": .string(key), "typ": "JWT"],
            ["iss": .string(team), "iat": .int64(now)])
    }

    /// Returns the header and the claims of a service account's assertion (RS256), to be signed.
    public static func assertion(
        email: String, key: String?, audience: String, at now: Int64
    ) -> String {
        var head: JSON = ["alg": "RS256", "typ": "JWT"]
        if let key { head["kid"] = .string(key) }
        return joined(
            head,
            [
                "iss": .string(email), "sub": .string(email),
                "scope": .string(ServiceAssertion.scopes[0]), "aud": .string(audience),
                "iat": .int64(now), "exp": .int64(now + ServiceAssertion.lifetime),
            ])
    }

    /// Returns a token: the signed text and the signature.
    public static func token(_ signed: String, _ signature: [UInt8]) -> String {
        signed + "." + Base64.url.text(signature, isPadded: false)
    }

    /// Returns the form that exchanges an assertion for an access token (RFC 7523).
    public static func form(_ assertion: String) -> String {
        "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=" + assertion
    }

    private static func joined(_ head: JSON, _ claims: JSON) -> String {
        part(head) + "." + part(claims)
    }

    private static func part(_ json: JSON) -> String {
        Base64.url.text(Array(json.text.utf8), isPadded: false)
    }
}
