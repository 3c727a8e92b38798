import PushText

/// A server identified by the digest of its certificate or of its public key.
public struct CertificatePin: Hashable, Sendable {
    /// The part of a certificate that the digest covers.
    public enum Kind: Hashable, Sendable {
        /// The public key (SubjectPublicKeyInfo), as in RFC 7469 and curl; it outlives renewals.
        case publicKey
        /// The whole certificate, as `openssl x509 -fingerprint -sha256` shows it.
        case certificate
    }

    /// The part of the certificate that the digest covers.
    public var kind: Kind
    /// SHA-256: 32 bytes.
    public var digest: [UInt8]

    /// Makes a pin.
    public init(_ kind: Kind, digest: [UInt8]) {
        self.kind = kind
        self.digest = digest
    }

    /// Reads `sha256//BASE64` (a public key) or `cert:HEX` with or without colons (a certificate).
    public init?(_ text: some StringProtocol) {
        if text.hasPrefix("sha256//") {
            guard let digest = Base64.plain.bytes(String(text.dropFirst(8))), digest.count == 32
            else { return nil }
            self.init(.publicKey, digest: digest)
        } else if text.hasPrefix("cert:") {
            let digits = text.utf8.dropFirst(5).filter { $0 != UInt8(ascii: ":") }
            guard let digest = Hex.bytes(digits), digest.count == 32 else { return nil }
            self.init(.certificate, digest: digest)
        } else {
            return nil
        }
    }

    /// Reads pins separated by `;`, as in curl; nil if one of them is invalid.
    public static func list(_ text: String) -> [CertificatePin]? {
        var pins: [CertificatePin] = []
        for part in text.split(separator: ";") {
            guard let pin = CertificatePin(part) else { return nil }
            pins.append(pin)
        }
        return pins.isEmpty ? nil : pins
    }
}
