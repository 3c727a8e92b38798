import NIOSSL
import PushCrypto
import PushModel

extension CertificatePin {
    /// Whether a server's certificate is the pinned one.
    func matches(_ certificate: NIOSSLCertificate) -> Bool {
        let bytes: [UInt8]?
        switch kind {
        case .certificate: bytes = try? certificate.toDERBytes()
        case .publicKey: bytes = try? certificate.extractPublicKey().toSPKIBytes()
        }
        return bytes.map(Fingerprint.sha256) == digest
    }
}
