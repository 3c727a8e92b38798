import PushModel

/// A text that a backend wants encrypted for an app's service extension.
public struct SealingRequest: Equatable, Sendable {
    /// The text, which is secret.
    public var text: String
    /// The cipher the app's extension is written for.
    public var cipher: BodyCipher
    /// The source of the key.
    public var keySource: String
    /// The nonce to use, 12 bytes; nil = one of the edge's choice.
    public var nonce: [UInt8]?
    /// Whether a nonce that the edge chooses must be the same in every run.
    public var isReplayable: Bool

    /// Makes a request.
    public init(
        text: String, cipher: BodyCipher, keySource: String, nonce: [UInt8]?, isReplayable: Bool
    ) {
        self.text = text
        self.cipher = cipher
        self.keySource = keySource
        self.nonce = nonce
        self.isReplayable = isReplayable
    }
}

/// An encrypted text.
public struct SealedBody: Equatable, Sendable {
    /// Nonce, ciphertext and tag in Base64.
    public var text: String
    /// The nonce that was used.
    public var nonce: [UInt8]

    /// Makes an encrypted text.
    public init(text: String, nonce: [UInt8]) {
        self.text = text
        self.nonce = nonce
    }
}
