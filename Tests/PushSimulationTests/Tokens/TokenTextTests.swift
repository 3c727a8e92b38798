import PushModel
import Testing

@testable import PushSimulation

@Suite struct TokenTextTests {
    @Test func `a device token is 32 bytes in hexadecimal`() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<100 {
            let token = TokenText.deviceToken(&random)
            #expect(token.wholeMatch(of: /[0-9a-f]{64}/) != nil, "\(token)")
        }
    }

    @Test func `an installation ID has 22 characters and begins with c to f`() {
        var random = SplitMix64(seed: 3)
        var first: Set<Character> = []
        for _ in 0..<500 {
            let id = TokenText.installationID(&random)
            #expect(id.wholeMatch(of: /[c-f][A-Za-z0-9_-]{21}/) != nil, "\(id)")
            first.formUnion(id.prefix(1))
        }
        #expect(first == ["c", "d", "e", "f"])
    }

    @Test func `a registration token begins with its installation ID`() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<100 {
            let id = TokenText.installationID(&random)
            let token = TokenText.registrationToken(id, &random)
            #expect(token.wholeMatch(of: /.{22}:APA91b[A-Za-z0-9_-]{134}/) != nil, "\(token)")
            #expect(token.hasPrefix(id + ":") && token.utf8.count == 163)
        }
    }

    @Test(arguments: [
        ("", ""), ("abcdefghijkl", "abcdefghijkl"), ("abcdefghijklm", "abcdefghij…"),
    ])
    func `output shows the beginning of a token`(token: String, shown: String) {
        #expect(TokenText.short(token) == shown)
    }
}
