import PushText
import Testing

@testable import PushGateways

/// KD-06: what a sender signs is what the gateways read.
@Suite struct SenderClaimsTests {
    @Test func `a provider token is read back`() throws {
        let signed = SenderClaims.provider(key: "ABC123DEFG", team: "DEF123GHIJ", at: 1_437_179_036)
        let token = try ProviderToken(SenderClaims.token(signed, [1, 2, 3]))
        #expect(token.algorithm == "ES256" && token.issuedAt == 1_437_179_036)
        #expect(token.key == ProviderKeyName(id: "ABC123DEFG", team: "DEF123GHIJ"))
        #expect(token.signature == [1, 2, 3] && token.signed == Array(signed.utf8))
    }

    @Test func `an assertion passes the checks of Google's endpoint`() throws {
        let url = "https://oauth2.googleapis.com/token"
        let signed = SenderClaims.assertion(
            email: "a@p.iam.gserviceaccount.com", key: "k1", audience: url, at: 1_000_000)
        let read = try ServiceAssertion(
            SenderClaims.token(signed, [9]), audiences: [url], now: 1_000_000)
        #expect(read.issuer == "a@p.iam.gserviceaccount.com" && read.keyID == "k1")
        #expect(SenderClaims.form("A").hasSuffix("jwt-bearer&assertion=A"))
    }

    @Test func `base64 of the web is encoded as it is decoded`() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
            let text = Base64.url.text(bytes, isPadded: false)
            #expect(Base64.url.bytes(text[...], isBare: true) == bytes)
        }
        #expect(Base64.url.text([251, 255], isPadded: false) == "-_8")
    }
}
