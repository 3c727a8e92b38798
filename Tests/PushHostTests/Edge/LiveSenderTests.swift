import Glibc
import PushCommands
import PushCrypto
import PushGateways
import PushModel
import PushRuntime
import PushSimulation
import PushTestSupport
import PushText
import Testing

@testable import PushHost

/// KD-06: provider tokens, and credentials that changed behind the workspace's back.
@Suite struct LiveSenderTests {
    private let directory: TemporaryDirectory
    private let sender = LiveSender { false }

    init() throws { directory = try TemporaryDirectory() }

    /// Writes a key, and adds it as a credential.
    private func credential(_ key: (p8: String, publicKey: [UInt8])) throws -> SenderCredential {
        let path = try directory.write(key.p8, to: "AuthKey_ABCDE12345.p8")
        chmod(path, 0o600)
        var file = CredentialFile(name: "c", kind: .p8, path: path, at: Span(start: 0, end: 0))
        file.team = "TEAM123456"
        return try sender.inspect(file)
    }

    @Test func `a provider token names key and team, and is signed with the key`() throws {
        let key = ProviderSignature.makeKey()
        let text = try sender.providerToken(try credential(key))
        let token = try ProviderToken(text)
        #expect(token.key.id == "ABCDE12345" && token.key.team == "TEAM123456")
        #expect(token.algorithm == "ES256")
        #expect(abs(token.issuedAt - SystemClock.now().unixSeconds) <= 2)
        let known = ProviderKey(
            id: "ABCDE12345", team: "TEAM123456", publicKey: Hex.text(key.publicKey),
            environment: "development")
        #expect(sender.isSigned(token, by: known))
        let other = ProviderKey(
            id: "ABCDE12345", team: "TEAM123456",
            publicKey: Hex.text(ProviderSignature.makeKey().publicKey), environment: "development")
        #expect(!sender.isSigned(token, by: other))
        let garbled = ProviderKey(
            id: "ABCDE12345", team: "TEAM123456", publicKey: "no hex", environment: "development")
        #expect(!sender.isSigned(token, by: garbled))
    }

    @Test func `a token is used again, for another key it is made anew`() throws {
        let first = try credential(ProviderSignature.makeKey())
        let text = try sender.providerToken(first)
        #expect(try sender.providerToken(first) == text)
        let second = try credential(ProviderSignature.makeKey())
        #expect(try sender.providerToken(second) != text)
        // The file is the second one's now; the first one's token is still good.
        #expect(try sender.providerToken(first) == text)
    }

    @Test func `a credential whose file was replaced is refused`() throws {
        let first = try credential(ProviderSignature.makeKey())
        #expect(throws: Never.self) { try sender.check(first) }
        _ = try credential(ProviderSignature.makeKey())
        let error = failure { () throws(Failure) in try sender.check(first) }
        #expect(error?.code.name == "invalid_credential")
        #expect(
            error?.message == "`\(first.path)` is no longer the file that was added as `c`")
        #expect(error?.hint == "`credential remove c` removes it; then add the new one")
        unlink(first.path)
        let gone = failure { () throws(Failure) in try sender.check(first) }
        #expect(gone?.code.name == "file_not_found")
    }

    @Test func `a key that became unreadable is refused when it signs`() throws {
        let credential = try credential(ProviderSignature.makeKey())
        try directory.write("no key", to: "AuthKey_ABCDE12345.p8")
        chmod(credential.path, 0o600)
        let error = failure { () throws(Failure) in _ = try sender.providerToken(credential) }
        #expect(error?.message == "found no P-256 private key in `\(credential.path)`")
    }

    @Test func `each request has an ID of its own`() {
        let ids = (0..<100).map { _ in sender.makeUUID() }
        #expect(Set(ids).count == 100)
    }
}
