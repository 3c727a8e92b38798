import PushText
import Testing

@testable import PushGateways

/// KD-06: the assertions that Google's token endpoint takes, and its words for the others.
@Suite struct ServiceAssertionTests {
    private static let now: Int64 = 1_767_225_600
    private static let endpoint = "https://oauth2.googleapis.com/token"
    private static let scope = "https://www.googleapis.com/auth/firebase.messaging"

    private static func claims(
        at issued: Int64 = now, until expiry: Int64 = now + 3600, for audience: String = endpoint,
        scope: String = scope
    ) -> String {
        #"{"iss":"a@b","aud":"\#(audience)","iat":\#(issued),"exp":\#(expiry),"#
            + #""scope":"\#(scope)"}"#
    }

    private static func token(
        _ claims: String, head: String = #"{"alg":"RS256"}"#, signature: String = "AQID"
    ) -> String {
        let parts = [head, claims].map { Base64.url.text(Array($0.utf8), isPadded: false) }
        return parts.joined(separator: ".") + "." + signature
    }

    private static func refusal(_ text: String) -> OAuthRefusal? {
        do throws(OAuthRefusal) {
            _ = try ServiceAssertion(text, audiences: [endpoint], now: now)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            // Issued in the past and in the future: an hour, and five minutes for a clock's error.
            (now - 3900, now, true), (now - 3901, now - 10, false), (now + 300, now + 4000, true),
            (now + 301, now + 3000, false),
            // Expiring: not yet five minutes ago, and 65 minutes after the issue at most.
            (now - 1000, now - 299, true), (now - 1000, now - 300, false), (now, now + 3900, true),
            (now, now + 3901, false), (now, now - 1, true),
            // Numbers whose difference is none.
            (.min, .max, false), (-1, .max, false), (.min, now + 60, false), (now, .max, false),
            (.max, .max, false), (now, .min, false),
        ] as [(Int64, Int64, Bool)])
    func `an assertion lives for an hour`(issued: Int64, expiry: Int64, isTaken: Bool) {
        let refusal = Self.refusal(Self.token(Self.claims(at: issued, until: expiry)))
        #expect((refusal == nil) == isTaken)
        #expect(refusal?.description.contains("short-lived token (60 minutes)") ?? true)
    }

    @Test(arguments: [
        ("", "malformed assertion"), ("a.b", "malformed assertion"),
        (token(claims()) + ".x", "malformed assertion"), (token("[]"), "malformed assertion"),
        (token(claims(), signature: "A"), "malformed assertion"),
        (token(#"{"aud":"x","iat":1,"exp":2}"#), "malformed assertion"),
        (token(claims(), head: "{}"), "only RS256"),
        (token(claims(), head: #"{"alg":"none"}"#), "only RS256"),
        (token(claims(), head: #"{"alg":"HS256"}"#), "only RS256"),
        (token(claims(for: "https://example.com")), "Failed audience check"),
        (token(claims(for: endpoint + "/")), "Failed audience check"),
        (token(#"{"iss":"a@b","iat":1}"#), "Failed audience check"),
        (token(#"{"iss":"a@b","aud":"\#(endpoint)","iat":"1","exp":2}"#), "short-lived token"),
        (token(#"{"iss":"a@b","aud":"\#(endpoint)","exp":2}"#), "short-lived token"),
    ])
    func `a refusal says what is wrong`(text: String, part: String) {
        let refusal = Self.refusal(text)
        #expect(refusal?.code == "invalid_grant")
        #expect(refusal?.description.contains(part) == true, "\(refusal?.description ?? "none")")
    }

    @Test(
        arguments: [
            (scope, true), ("https://www.googleapis.com/auth/cloud-platform", true),
            ("openid email \(scope)", true), ("https://www.googleapis.com/auth/drive", false),
            ("openid", false), ("", nil), ("firebase.messaging", nil), ("\(scope) nonsense", nil),
            ("https://www.googleapis.com/auth/", nil),
        ] as [(String, Bool?)])
    func `a token is handed out for each scope of Google's, and sends for two`(
        scope: String, maySend: Bool?
    ) {
        let text = Self.token(Self.claims(scope: scope))
        let read = try? ServiceAssertion(text, audiences: [Self.endpoint], now: Self.now)
        #expect(read?.maySend == maySend)
        if maySend == nil { #expect(Self.refusal(text)?.code == "invalid_scope") }
    }

    @Test(arguments: [("a@b", true), ("user@example.com", false), ("", false)])
    func `an account may not act for a user`(user: String, isTaken: Bool) {
        let claims = Self.claims().dropLast() + #","sub":"\#(user)"}"#
        let refusal = Self.refusal(Self.token(String(claims)))
        #expect((refusal == nil) == isTaken)
        #expect(refusal?.code ?? "unauthorized_client" == "unauthorized_client")
        #expect(refusal?.status ?? 401 == 401)
    }

    @Test func `the signed bytes are those that came`() throws {
        let text = Self.token(Self.claims(), head: #"{"alg":"RS256","kid":"k1"}"#)
        let read = try ServiceAssertion(text, audiences: ["x", Self.endpoint], now: Self.now)
        #expect(read.issuer == "a@b" && read.keyID == "k1" && read.signature == [1, 2, 3])
        #expect(String(decoding: read.signed, as: UTF8.self) + ".AQID" == text)
    }
}
