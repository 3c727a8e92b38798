import Crypto

/// The signature of provider tokens: ES256, ECDSA over P-256 with SHA-256.
public enum ProviderSignature {
    /// Whether a signature over some bytes was made with a public key, an uncompressed point of 65
    /// bytes.
    ///
    /// A signature has 64 bytes (RFC 7518), or is in DER: Apple's page on command-line tools sends
    /// what `openssl dgst -sign` writes.
    public static func isValid(_ signature: [UInt8], over bytes: [UInt8], key: [UInt8]) -> Bool {
        guard let key = try? P256.Signing.PublicKey(x963Representation: key),
            let signature = signature.count == 64
                ? try? P256.Signing.ECDSASignature(rawRepresentation: signature)
                : try? P256.Signing.ECDSASignature(derRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: bytes)
    }

    /// Returns the public key of a `.p8` file, an uncompressed point; nil if it holds no P-256 key.
    public static func publicKey(p8: String) -> [UInt8]? {
        let key = try? P256.Signing.PrivateKey(pemRepresentation: p8)
        return key.map { Array($0.publicKey.x963Representation) }
    }

    /// Signs the header and the claims of a provider token, with 64 bytes as in RFC 7518; nil if
    /// the file holds no P-256 key.
    public static func sign(_ bytes: [UInt8], p8: String) -> [UInt8]? {
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: p8) else { return nil }
        return (try? key.signature(for: bytes)).map { Array($0.rawRepresentation) }
    }

    /// Makes a key like those of Apple's developer account.
    ///
    /// - Returns: the `.p8` file, a secret, and the public key as an uncompressed point.
    public static func makeKey() -> (p8: String, publicKey: [UInt8]) {
        let key = P256.Signing.PrivateKey()
        return (key.pemRepresentation + "\n", Array(key.publicKey.x963Representation))
    }
}
