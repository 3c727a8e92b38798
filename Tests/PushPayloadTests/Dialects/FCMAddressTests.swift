import Testing

@testable import PushPayload

/// The shapes of FCM's addresses, as Firebase's SDK makes them (FB@12.7.0).
@Suite struct FCMAddressTests {
    private static let secret = "APA91b" + String(repeating: "x", count: 134)
    private static let installation = "cAbcdefghijklmnopqrstu"

    @Test func `a token is an installation, a colon and a secret that begins as all do`() {
        #expect(FCMAddress.isToken(Self.installation + ":" + Self.secret))
        // An older one, with an installation of 11 characters.
        #expect(FCMAddress.isToken("abcdefghijk:" + Self.secret))
    }

    @Test(arguments: [
        "", ":", installation, secret, installation + secret, ":" + secret,
        installation + ":" + secret.dropFirst(), installation + ":APA91b",
        installation + ":" + secret + "=", installation + ":" + secret + " ",
        "c/" + installation.dropFirst(2) + ":" + secret,
        String(repeating: "a", count: 31) + ":" + secret, "abcdefghij:" + secret,
        installation + ":" + secret + String(repeating: "x", count: 4096),
        String(repeating: "ab", count: 32),
    ])
    func `anything else is no token`(_ text: String) {
        #expect(!FCMAddress.isToken(text))
    }

    @Test(
        arguments: [
            ("cAbcdefghijklmnopqrstu", true), ("d_-0123456789012345678", true),
            ("fAbcdefghijklmnopqrstu", true), ("bAbcdefghijklmnopqrstu", false),
            ("gAbcdefghijklmnopqrstu", false), ("cAbcdefghijklmnopqrst", false),
            ("cAbcdefghijklmnopqrstuv", false), ("c.bcdefghijklmnopqrstu", false), ("", false),
        ])
    func `an installation has 22 characters and begins with c to f`(
        _ text: String, _ isRight: Bool
    ) {
        #expect(FCMAddress.isInstallation(text) == isRight)
    }

    @Test(
        arguments: [
            ("news", true), ("a", true), ("A-Z_0.9~%", true),
            (String(repeating: "x", count: 900), true),
            (String(repeating: "x", count: 901), false), ("", false), ("a b", false),
            ("/topics/a", false), ("a/b", false), ("é", false), ("a\n", false),
        ])
    func `a topic has 1 to 900 plain characters`(_ text: String, _ isRight: Bool) {
        #expect(FCMAddress.isTopic(text) == isRight)
    }
}
