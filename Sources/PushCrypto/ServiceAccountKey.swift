import Crypto
import CryptoExtras

/// The key of a service account: RSA with SHA-256, with which assertions are signed (RS256).
public enum ServiceAccountKey {
    /// Whether a signature over some bytes was made with a public key, given in DER.
    public static func isValid(_ signature: [UInt8], over bytes: [UInt8], key: [UInt8]) -> Bool {
        guard let key = try? _RSA.Signing.PublicKey(derRepresentation: key) else { return false }
        return key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature),
            for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
    }

    /// Makes a key like those of Google's console; nil if the system has no randomness left.
    ///
    /// - Returns: the private key in PEM, a secret, and the public key in DER.
    public static func make() -> (pem: String, publicKey: [UInt8])? {
        guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { return nil }
        return (key.pkcs8PEMRepresentation + "\n", Array(key.publicKey.derRepresentation))
    }

    /// Returns the public key, in DER, of a private one in PEM; nil if the PEM holds no RSA key.
    public static func publicKey(pem: String) -> [UInt8]? {
        let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem)
        return key.map { Array($0.publicKey.derRepresentation) }
    }

    /// Signs the header and the claims of an assertion; nil if the PEM holds no RSA key.
    public static func sign(_ bytes: [UInt8], pem: String) -> [UInt8]? {
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem),
            let signature = try? key.signature(
                for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
        else { return nil }
        return Array(signature.rawRepresentation)
    }
}
