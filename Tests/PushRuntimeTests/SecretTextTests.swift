import Testing

@testable import PushRuntime

/// TD-15: what must not be kept of what people type.
@Suite struct SecretTextTests {
    private static let hex = String(repeating: "0123456789abcdef", count: 4)

    @Test(arguments: [
        ("config td.key 1/\(hex)", "config td.key 1/REDACTED"),
        ("<string>12345/\(hex)</string>", "<string>12345/REDACTED</string>"),
        (
            "key AIzaSyA1234567890123456789012345678901 end", "key REDACTED end"
        ),
        ("NCMB_CLIENT_KEY=\(hex)\nx", "NCMB_CLIENT_KEY=REDACTED\nx"),
        ("ncmb key \(hex)", "ncmb key REDACTED"),
        (
            "a\n-----BEGIN EC PRIVATE KEY-----\nMHc\n-----END EC PRIVATE KEY-----\nb",
            "a\nREDACTED\nb"
        ),
        ("-----BEGIN PRIVATE KEY-----\nMHc", "REDACTED"),
        ("1/\(hex) 2/\(hex)", "1/REDACTED 2/REDACTED"),
    ])
    func `a secret is taken out`(text: String, wanted: String) {
        #expect(SecretText.redacted(text) == wanted)
        #expect(SecretText.isSecret(text))
    }

    @Test(arguments: [
        "login cust-001", "open https://example.com/7/abcdef", "send f --to \(hex)",
        "query 'SELECT 1/2'", "AIza", "----- BEGIN", "ncmb key environment", "a=b", "",
    ])
    func `ordinary text stays`(text: String) {
        #expect(SecretText.redacted(text) == text)
        #expect(!SecretText.isSecret(text))
    }

    @Test func `what is hashed stays out of the history`() {
        #expect(SecretText.isSecret("login ann@example.com --hash sha256"))
    }
}
