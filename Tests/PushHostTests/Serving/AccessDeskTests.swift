import PushCrypto
import PushGateways
import PushSimulation
import PushText
import PushWire
import Testing

@testable import PushHost

/// KD-06: Google's token endpoint, as `serve --fcm` stands in for it.
@Suite struct AccessDeskTests {
    private static let now: Int64 = 1_767_225_600
    private static let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    private static let email = "s@shop-1.iam.gserviceaccount.com"
    private let key: (pem: String, publicKey: [UInt8])
    private let account: FirebaseServiceAccount

    init() throws {
        key = try #require(ServiceAccountKey.make())
        account = FirebaseServiceAccount(
            email: Self.email, projectID: "shop-1", keyID: "k1", publicKey: Hex.text(key.publicKey))
    }

    /// An assertion; its signature is another one where `signs` is another text.
    private func assertion(
        email: String = email, keyID: String? = "k1",
        audience: String = "https://oauth2.googleapis.com/token", at: Int64 = now,
        signs other: String? = nil
    ) throws -> String {
        let claims = SenderClaims.assertion(email: email, key: keyID, audience: audience, at: at)
        let signature = try #require(
            ServiceAccountKey.sign(Array((other ?? claims).utf8), pem: key.pem))
        return SenderClaims.token(claims, signature)
    }

    private func refusal(
        _ text: String, _ accounts: [FirebaseServiceAccount], grant: String = grant
    ) -> String? {
        let desk = AccessDesk(of: nil)
        do throws(OAuthRefusal) {
            _ = try desk.exchange(
                grant: grant, assertion: text, host: "127.0.0.1:9", accounts: accounts,
                now: Self.now)
            return nil
        } catch { return "\(error.code): \(error.description)" }
    }

    @Test func `an access token stands for the account's project, for an hour`() throws {
        let desk = AccessDesk(of: nil)
        let answer = try desk.exchange(
            grant: Self.grant, assertion: assertion(), host: "127.0.0.1:9", accounts: [account],
            now: Self.now)
        #expect(answer["token_type"] == "Bearer" && answer["expires_in"] == 3599)
        let token = try #require(answer["access_token"]?.stringValue)
        #expect(token.hasPrefix("ya29.c.") && token.utf8.allSatisfy { $0 < 0x80 })
        let access = desk.access(token)
        #expect(access?.projectID == "shop-1" && access?.email == Self.email)
        #expect(access?.end == Self.now + 3600)
        #expect(desk.access(token + "x") == nil)
        #expect(desk.access("") == nil)
    }

    @Test func `a workspace without accounts takes every well-formed assertion`() throws {
        let desk = AccessDesk(of: nil)
        let answer = try desk.exchange(
            grant: Self.grant, assertion: assertion(signs: "something else"), host: "x",
            accounts: [], now: Self.now)
        let token = try #require(answer["access_token"]?.stringValue)
        let access = desk.access(token)
        #expect(access != nil && access?.projectID == nil)
    }

    @Test func `the endpoint may be named as Google does or as it was asked`() throws {
        for audience in [
            "https://oauth2.googleapis.com/token", "https://accounts.google.com/o/oauth2/token",
            "https://www.googleapis.com/oauth2/v4/token", "http://127.0.0.1:9/token",
            "https://127.0.0.1:9/token",
        ] {
            #expect(refusal(try assertion(audience: audience), [account]) == nil, "\(audience)")
        }
        #expect(
            refusal(try assertion(audience: "https://example.com/token"), [account])
                == "invalid_grant: Invalid JWT: Failed audience check.")
    }

    @Test func `an unknown account, key or signature is refused as Google does`() throws {
        #expect(
            refusal(try assertion(email: "x@shop-1.iam.gserviceaccount.com"), [account])
                == "invalid_grant: Invalid grant: account not found")
        #expect(
            refusal(try assertion(keyID: "k2"), [account])
                == "invalid_grant: Invalid JWT Signature.")
        #expect(
            refusal(try assertion(signs: "something else"), [account])
                == "invalid_grant: Invalid JWT Signature.")
        #expect(refusal(try assertion(keyID: nil), [account]) == nil)
    }

    @Test func `of two keys of an account each is good`() throws {
        let other = try #require(ServiceAccountKey.make())
        let second = FirebaseServiceAccount(
            email: Self.email, projectID: "shop-1", keyID: "k0",
            publicKey: Hex.text(other.publicKey))
        #expect(refusal(try assertion(), [second, account]) == nil)
        #expect(
            refusal(try assertion(), [second]) == "invalid_grant: Invalid JWT Signature.")
    }

    @Test(arguments: ["", "refresh_token", "authorization_code"])
    func `another grant is not supported`(grant: String) throws {
        #expect(
            refusal(try assertion(), [account], grant: grant)
                == "unsupported_grant_type: Invalid grant_type: \(grant)")
    }

    @Test func `an assertion of another hour is refused`() throws {
        for at in [Self.now - 4000, Self.now + 4000] {
            let found = refusal(try assertion(at: at), [account])
            #expect(found?.hasPrefix("invalid_grant: Invalid JWT: Token must be") == true)
        }
        #expect(
            refusal("a.b", [account]) == "invalid_grant: Invalid JWT: malformed assertion.")
        #expect(
            refusal("", [account]) == "invalid_request: Missing required parameter: assertion")
    }

    @Test func `a token outlives the desk that made it, and its own end, in its workspace alone`()
        throws
    {
        let authority = try GatewayAuthority.make()
        let answer = try AccessDesk(of: authority).exchange(
            grant: Self.grant, assertion: assertion(), host: "x", accounts: [account],
            now: Self.now)
        let token = try #require(answer["access_token"]?.stringValue)
        let again = AccessDesk(of: try GatewayAuthority(authority.identity))
        #expect(again.access(token)?.projectID == "shop-1")
        #expect(again.access(token)?.end == Self.now + 3600)
        #expect(AccessDesk(of: try .make()).access(token) == nil)
        #expect(AccessDesk(of: nil).access(token) == nil)
    }

    @Test func `a token shows nothing of what it grants, and none is equal to another`() throws {
        let desk = AccessDesk(of: nil)
        let tokens = try (0..<2).map { _ in
            try desk.exchange(
                grant: Self.grant, assertion: assertion(), host: "x", accounts: [account],
                now: Self.now)["access_token"]?.stringValue ?? ""
        }
        #expect(tokens[0] != tokens[1])
        let bytes = try #require(Hex.bytes(tokens[0].dropFirst(7).utf8))
        #expect(bytes.firstRange(of: Array("shop-1".utf8)) == nil)
    }

    @Test func `a form's fields are decoded, and the first of a name counts`() {
        let form = FormBody(
            Array("grant_type=urn%3Aietf&assertion=a+b%2Bc&empty=&bare&grant_type=x&a=b=c".utf8))
        #expect(form["grant_type"] == "urn:ietf")
        #expect(form["assertion"] == "a b+c")
        #expect(form["empty"] == "" && form["bare"] == "" && form["a"] == "b=c")
        #expect(form["missing"] == nil)
        #expect(FormBody([])["a"] == nil)
    }
}
