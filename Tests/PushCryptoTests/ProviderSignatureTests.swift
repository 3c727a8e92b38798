import PushTestSupport
import Testing

@testable import PushCrypto

/// Provider tokens are signed with ES256, in the form of RFC 7518 or in DER (KD-06).
@Suite struct ProviderSignatureTests {
    @Test func `what openssl signs counts, as on Apple's page about command-line tools`() throws {
        let place = try TemporaryDirectory()
        let key = ProviderSignature.makeKey()
        let other = ProviderSignature.makeKey()
        try place.write(key.p8, to: "key.p8")
        let signed = try Shell.run(
            "openssl", ["dgst", "-binary", "-sha256", "-sign", "key.p8"], input: "head.claims",
            directory: place.path)
        #expect(signed.status == 0, "\(signed.stderr)")
        let bytes = Array("head.claims".utf8)
        #expect(ProviderSignature.isValid(signed.output, over: bytes, key: key.publicKey))
        #expect(!ProviderSignature.isValid(signed.output, over: bytes, key: other.publicKey))
        #expect(!ProviderSignature.isValid(signed.output, over: bytes + [1], key: key.publicKey))
        #expect(!ProviderSignature.isValid([], over: bytes, key: key.publicKey))
        // A fixed last byte would now and then be the one that stands there already.
        var damaged = signed.output
        damaged[damaged.count - 1] ^= 1
        #expect(!ProviderSignature.isValid(damaged, over: bytes, key: key.publicKey))
    }
}
