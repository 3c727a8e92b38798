/// The ciphers for an encrypted body that a service extension accepts, both authenticated.
public enum BodyCipher: String, CaseIterable, Sendable {
    /// AES-GCM with a key of 16, 24 or 32 bytes (NIST SP 800-38D).
    case aesGCM = "aes-gcm"
    /// ChaCha20-Poly1305 with a key of 32 bytes (RFC 8439).
    case chaChaPoly = "chacha20-poly1305"
}

/// An encrypted body that the service extension hands to the app's key.
public struct DecryptionRequest: Equatable, Sendable {
    /// The app whose extension asks.
    public var app: AppAddress
    /// The sequence of the notification that waits for the answer.
    public var notification: Int64
    /// The cipher that the app's extension is written for.
    public var cipher: BodyCipher
    /// The source of the key: `embedded`, `env:NAME` or `file:PATH`; never a key.
    public var keySource: String
    /// Nonce, ciphertext and tag in Base64, as in the payload.
    public var text: String

    /// Makes a request.
    public init(
        app: AppAddress, notification: Int64, cipher: BodyCipher, keySource: String, text: String
    ) {
        self.app = app
        self.notification = notification
        self.cipher = cipher
        self.keySource = keySource
        self.text = text
    }
}

/// The outcome of a decryption.
public struct DecryptionAnswer: Equatable, Sendable {
    /// The reason why a body was not decrypted.
    public enum Fault: Hashable, Error, Sendable {
        /// There is no key, or none of a length that the cipher takes; the reason in words.
        case key(String)
        case notBase64
        /// Shorter than a nonce of 12 bytes and a tag of 16.
        case tooShort
        /// The tag does not match: another key, another cipher, or a changed text.
        case notAuthentic
        case notText
    }

    /// The request that it answers.
    public var request: DecryptionRequest
    /// The text, or the reason why there is none.
    public var outcome: Result<String, Fault>

    /// Makes an answer.
    public init(_ request: DecryptionRequest, _ outcome: Result<String, Fault>) {
        self.request = request
        self.outcome = outcome
    }
}

extension DecryptionAnswer.Fault {
    /// The fault in words, about a body by its name or by `it`.
    public func reason(_ body: String = "it") -> String {
        switch self {
        case .key(let reason): reason
        case .notBase64: "\(body) is not Base64"
        case .tooShort: "\(body) is shorter than a nonce of 12 bytes and a tag of 16"
        case .notAuthentic: "the tag does not match: the key or cipher differs, or it was changed"
        case .notText: "what was decrypted is not UTF-8 text"
        }
    }
}
