import Glibc
import PushModel
import PushRuntime
import PushTestSupport
import Testing

@testable import PushHost

/// PL-05, KD-03: bodies that a service extension decrypts.
@Suite struct BodyKeyTests {
    private let directory: TemporaryDirectory
    private static let app = AppAddress(device: "phone", bundleID: "com.example.myapp")

    init() throws { directory = try TemporaryDirectory() }

    private func source(_ text: String) throws -> String {
        let path = try directory.write(text, to: "body.key")
        chmod(path, 0o600)
        return "file:" + path
    }

    private func opened(
        _ text: String, _ cipher: BodyCipher = .aesGCM, key: String = "embedded"
    ) -> Result<String, DecryptionAnswer.Fault> {
        let request = DecryptionRequest(
            app: Self.app, notification: 7, cipher: cipher, keySource: key, text: text)
        let answer = BodyKey.answer(request)
        #expect(answer.request == request)
        return answer.outcome
    }

    private func sealed(
        _ text: String, _ cipher: BodyCipher = .aesGCM, key: String = "embedded",
        nonce: [UInt8]? = nil, isReplayable: Bool = true
    ) throws -> SealedBody {
        try BodyKey.seal(
            SealingRequest(
                text: text, cipher: cipher, keySource: key, nonce: nonce,
                isReplayable: isReplayable))
    }

    @Test(arguments: BodyCipher.allCases)
    func `what was encrypted is decrypted`(cipher: BodyCipher) throws {
        for text in ["", "春の coupon", String(repeating: "a", count: 5000)] {
            let body = try sealed(text, cipher)
            #expect(opened(body.text, cipher) == .success(text))
        }
    }

    @Test func `the embedded key is that of published examples`() {
        #expect(BodyKey.embedded == (UInt8(0)...31).map { $0 })
    }

    @Test func `a script's bodies are the same in each run, and others are not`() throws {
        let first = try sealed("Hello")
        let second = try sealed("Hello")
        #expect(first == second && first.nonce.count == 12)
        #expect(try sealed("Hellp").nonce != first.nonce)
        let real = try sealed("Hello", isReplayable: false)
        #expect(real.nonce.count == 12 && real.nonce != first.nonce)
        #expect(try sealed("Hello", isReplayable: false).nonce != real.nonce)
        #expect(opened(real.text) == .success("Hello"))
    }

    @Test func `a nonce that was asked for is used`() throws {
        let nonce = [UInt8](repeating: 9, count: 12)
        let body = try sealed("Hello", nonce: nonce)
        #expect(body.nonce == nonce && opened(body.text) == .success("Hello"))
        let error = failure { () throws(Failure) in
            _ = try BodyKey.seal(
                SealingRequest(
                    text: "x", cipher: .aesGCM, keySource: "embedded", nonce: [1],
                    isReplayable: true))
        }
        #expect(error?.code.name == "invalid_keys" && error?.message == "cannot be used")
    }

    @Test func `another key, cipher or text is told apart from what is no text at all`() throws {
        let body = try sealed("Hello")
        let other = try source(String(repeating: "ab", count: 32))
        #expect(opened(body.text, key: other) == .failure(.notAuthentic))
        #expect(opened(body.text, .chaChaPoly) == .failure(.notAuthentic))
        #expect(opened("AAAA") == .failure(.tooShort))
        #expect(opened("?") == .failure(.notBase64))
        #expect(opened("") == .failure(.tooShort))
    }

    @Test(arguments: [
        (String(repeating: "0f", count: 16), "aes-gcm", true),
        (String(repeating: "0f", count: 24), "aes-gcm", true),
        (String(repeating: "0f", count: 32), "aes-gcm", true),
        (String(repeating: "0f", count: 32), "chacha20-poly1305", true),
        (String(repeating: "0f", count: 16), "chacha20-poly1305", false),
        ("AAECAwQFBgcICQoLDA0ODw==", "aes-gcm", true),
    ])
    func `a key has a length that the cipher takes`(
        text: String, cipher: String, isTaken: Bool
    ) throws {
        let key = try source(text + "\n")
        let cipher = try #require(BodyCipher(rawValue: cipher))
        let error = failure { () throws(Failure) in
            _ = try BodyKey.seal(
                SealingRequest(
                    text: "x", cipher: cipher, keySource: key, nonce: nil, isReplayable: true))
        }
        #expect((error == nil) == isTaken)
        if let error {
            #expect(
                error.message
                    == "the key of `\(key)` has 16 bytes, and chacha20-poly1305 takes 32")
        }
    }

    @Test func `a source without a key says so, and does not repeat what it holds`() throws {
        let key = try source("a password that is no key")
        #expect(
            opened("AAAA", key: key)
                == .failure(
                    .key(
                        "`\(key)` has no key of 16, 24 or 32 bytes in hexadecimal or Base64")))
        #expect(
            opened("AAAA", key: "a text")
                == .failure(.key("`a text` does not say where a key is")))
        let variable = opened("AAAA", key: "env:PUSHSH_TEST_NO_SUCH_KEY")
        #expect(
            variable
                == .failure(.key("the variable `PUSHSH_TEST_NO_SUCH_KEY` is not set")))
    }
}
