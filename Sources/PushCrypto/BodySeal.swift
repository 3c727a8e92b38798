import Crypto
import FoundationEssentials
import PushText

/// Encrypted bodies: a nonce of 12 bytes, the ciphertext and a tag of 16, in Base64.
///
/// Both ciphers are swift-crypto's; the form is that of its `combined` representation.
public struct BodySeal: Sendable {
    /// The ciphers, both authenticated.
    public enum Cipher: Sendable {
        /// NIST SP 800-38D, with a key of 16, 24 or 32 bytes.
        case aesGCM
        /// RFC 8439, with a key of 32 bytes.
        case chaChaPoly
    }

    /// The reason why a body cannot be sealed or opened.
    public enum Fault: Error, Equatable, Sendable {
        /// The cipher does not accept a key of this length.
        case keyLength(Int)
        /// The nonce is not 12 bytes long.
        case nonceLength(Int)
        case notBase64
        /// Shorter than nonce and tag.
        case tooShort
        /// The tag does not match.
        case notAuthentic
    }

    /// The length of a nonce in bytes.
    public static let nonceLength = 12
    private static let tagLength = 16

    private let cipher: Cipher
    private let key: SymmetricKey

    /// Makes a seal with a key.
    ///
    /// - Throws: `keyLength` for a key that the cipher does not accept.
    public init(_ cipher: Cipher, key: [UInt8]) throws(Fault) {
        let lengths = cipher == .aesGCM ? [16, 24, 32] : [32]
        guard lengths.contains(key.count) else { throw .keyLength(key.count) }
        self.cipher = cipher
        self.key = SymmetricKey(data: key)
    }

    /// Encrypts a text; the same text, key and nonce give the same result.
    public func seal(_ text: [UInt8], nonce: [UInt8]) throws(Fault) -> String {
        guard nonce.count == Self.nonceLength else { throw .nonceLength(nonce.count) }
        do {
            switch cipher {
            case .aesGCM:
                let box = try AES.GCM.seal(text, using: key, nonce: AES.GCM.Nonce(data: nonce))
                let bytes = nonce + Array(box.ciphertext) + Array(box.tag)
                return Data(bytes).base64EncodedString()
            case .chaChaPoly:
                let box = try ChaChaPoly.seal(
                    text, using: key, nonce: ChaChaPoly.Nonce(data: nonce))
                return box.combined.base64EncodedString()
            }
        } catch { throw .keyLength(key.bitCount / 8) }
    }

    /// Decrypts a body and checks its tag.
    public func open(_ text: String) throws(Fault) -> [UInt8] {
        guard let bytes = Data(base64Encoded: text) else { throw .notBase64 }
        guard bytes.count >= Self.nonceLength + Self.tagLength else { throw .tooShort }
        do {
            switch cipher {
            case .aesGCM: return Array(try AES.GCM.open(.init(combined: bytes), using: key))
            case .chaChaPoly: return Array(try ChaChaPoly.open(.init(combined: bytes), using: key))
            }
        } catch { throw .notAuthentic }
    }

    /// Returns a nonce that depends only on key and text, for scripts, which must replay byte for
    /// byte.
    ///
    /// As with the synthetic IV of RFC 8452, two texts share one only by a collision of 96 bits, so
    /// no nonce is used for two texts; all it reveals is that two texts are equal.
    public func derivedNonce(for text: [UInt8]) -> [UInt8] {
        let own = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, info: Array("pushsh nonce of a body".utf8), outputByteCount: 32)
        let code = HMAC<SHA256>.authenticationCode(for: text, using: own)
        return Array(Array(code).prefix(Self.nonceLength))
    }
}

extension BodySeal {
    /// Reads a key as people write it: hexadecimal, or Base64, of 16, 24 or 32 bytes.
    ///
    /// 32 hexadecimal digits are 16 bytes, although they could be Base64 too.
    public static func key(_ text: String) -> [UInt8]? {
        let lengths = [16, 24, 32]
        if let bytes = Hex.bytes(text.utf8), lengths.contains(bytes.count) { return bytes }
        guard let data = Data(base64Encoded: text), lengths.contains(data.count) else { return nil }
        return Array(data)
    }
}
