import PushText
import Testing

@testable import PushGateways

/// KD-06: how a provider's token is read.
@Suite struct ProviderTokenTests {
    /// `{"alg":"ES256","kid":"ABC123DEFG","typ":"JWT"}`, `{"iss":"DEF123GHIJ","iat":1437179036}`.
    private static let text =
        "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkciLCJ0eXAiOiJKV1QifQ."
        + "eyJpc3MiOiJERUYxMjNHSElKIiwiaWF0IjoxNDM3MTc5MDM2fQ.AQID"

    @Test func `Apple's example is read`() throws {
        let token = try ProviderToken(Self.text)
        #expect(token.algorithm == "ES256" && token.issuedAt == 1_437_179_036)
        #expect(token.key == ProviderKeyName(id: "ABC123DEFG", team: "DEF123GHIJ"))
        #expect(token.signature == [1, 2, 3])
        #expect(token.signed == Array(Self.text.dropLast(5).utf8))
    }

    @Test(arguments: ["", "a", "a.b", "a.b.c", "..", text + ".x", text + "=", text + "x"])
    func `another text is none`(text: String) {
        #expect(throws: APNsRefusal(.notThreeParts)) { try ProviderToken(text) }
    }

    @Test(
        arguments: [
            ("", []), ("AA", [0]), ("-_8", [251, 255]), ("AQID", [1, 2, 3]), ("A", nil),
            ("A+", nil),
        ] as [(String, [UInt8]?)])
    func `base64 of the web is decoded`(text: String, bytes: [UInt8]?) {
        #expect(Base64.url.bytes(text[...], isBare: true) == bytes)
    }
}
