import PushText

/// A JSON Web Token in its three parts, whose signature nobody has checked yet (RFC 7519).
struct JSONWebToken {
    let head: JSON
    let claims: JSON
    /// The signed bytes: the header and the claims, as sent.
    let signed: [UInt8]
    let signature: [UInt8]

    /// Takes a text apart; nil if it has not three parts in Base64, or the first two are not JSON.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let head = Self.json(parts[0]), let claims = Self.json(parts[1]),
            let signature = Base64.url.bytes(parts[2], isBare: true)
        else { return nil }
        self.head = head
        self.claims = claims
        signed = Array((parts[0] + "." + parts[1]).utf8)
        self.signature = signature
    }

    private static func json(_ part: Substring) -> JSON? {
        Base64.url.bytes(part, isBare: true).flatMap { try? JSONParser.parse($0) }
    }
}
