import Crypto
import FoundationEssentials
import PushText

/// Seals what a server hands out to get it back unread and unchanged, such as access tokens, so
/// that it has to remember none of it.
///
/// AES-GCM of swift-crypto, with a random nonce for each text.
public struct TokenSeal: Sendable {
    private let key: SymmetricKey

    /// Makes a seal with a random key: what it seals ends with it.
    public init() { key = SymmetricKey(size: .bits256) }

    /// Makes the seal that belongs to a secret with enough randomness, by HKDF (RFC 5869); seals
    /// for different purposes open nothing of each other.
    public init(secret: String, purpose: String) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Array(secret.utf8)), info: Array(purpose.utf8),
            outputByteCount: 32)
    }

    /// Returns bytes sealed, as hexadecimal digits: two for each byte, and 56.
    public func seal(_ bytes: [UInt8]) -> String {
        // Only a nonce of another length fails, and the library makes this one.
        let box = try? AES.GCM.seal(bytes, using: key).combined
        return Hex.text(box.map(Array.init) ?? [])
    }

    /// Returns the bytes of a sealed text; nil unless this seal made it.
    public func open(_ sealed: some StringProtocol) -> [UInt8]? {
        guard let bytes = Hex.bytes(sealed.utf8),
            let opened = try? AES.GCM.open(.init(combined: bytes), using: key)
        else { return nil }
        return Array(opened)
    }
}
