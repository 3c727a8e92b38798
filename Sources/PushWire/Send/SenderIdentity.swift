import CNIOBoringSSL
import NIOSSL
import PushCrypto
import PushText
import SwiftASN1
import X509

/// A sender's certificate with its key, as TLS presents it to APNs.
public struct SenderIdentity: Sendable {
    /// The reason why a file holds no usable identity.
    public enum Fault: Error, Equatable, Sendable {
        /// The file is in BER, like old exports, not in DER.
        case indefiniteLength
        /// The password is wrong, or the file is damaged.
        case unreadable
        /// The certificate or its key is missing.
        case incomplete
        /// The key is encrypted.
        case encrypted
        /// The key does not belong to the certificate.
        case foreignKey
    }

    /// The bundle ID that the certificate is for; nil if its subject names none.
    public let bundleID: String?
    /// The topics that the certificate lists; empty if it is for its app alone.
    public let topics: [String]
    /// `development` or `production`; nil for both, or if it does not say.
    public let environment: String?
    /// The SHA-256 digest of the certificate, in hexadecimal.
    public let fingerprint: String
    let chain: [NIOSSLCertificateSource]
    let key: NIOSSLPrivateKeySource

    /// Reads a PKCS #12 file, including the old ciphers of Keychain's exports.
    public init(p12 bytes: [UInt8], password: String) throws(Fault) {
        // A sequence of indefinite length: BER.
        if bytes.starts(with: [0x30, 0x80]) { throw .indefiniteLength }
        // NIO ends the process on a file without a key, or with another certificate's.
        guard let isWhole = Self.holdsCertificateAndKey(bytes, password) else { throw .unreadable }
        guard isWhole else { throw .incomplete }
        guard
            let bundle = try? NIOSSLPKCS12Bundle(buffer: bytes, passphrase: Array(password.utf8))
        else { throw .unreadable }
        try self.init(bundle.certificateChain, bundle.privateKey)
    }

    /// Reads a PEM file with a certificate, possibly its chain, and its key.
    public init(pem bytes: [UInt8]) throws(Fault) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.contains("ENCRYPTED") { throw .encrypted }
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(bytes), !chain.isEmpty,
            let start = text.firstRange(of: "PRIVATE KEY-----")?.lowerBound,
            let head = text[..<start].lastIndex(of: "\n") ?? text.indices.first
        else { throw .incomplete }
        guard let key = try? NIOSSLPrivateKey(bytes: Array(text[head...].utf8), format: .pem)
        else { throw .unreadable }
        try self.init(chain, key)
    }

    private init(_ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey) throws(Fault) {
        guard let der = try? chain.first?.toDERBytes(),
            (try? Certificate(derEncoded: der)) != nil
        else { throw .incomplete }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateChain = chain.map { .certificate($0) }
        configuration.privateKey = .privateKey(key)
        // BoringSSL compares the two here.
        guard (try? NIOSSLContext(configuration: configuration)) != nil else { throw .foreignKey }
        self.chain = configuration.certificateChain
        self.key = .privateKey(key)
        fingerprint = Hex.text(Fingerprint.sha256(der))
        let certificate = GatewayAuthority.certificate(der)
        bundleID = certificate?.bundleID
        topics = certificate?.topics ?? []
        environment = certificate?.environment
    }

    /// Whether a PKCS #12 file has a key and the certificate for it; nil if it does not open.
    private static func holdsCertificateAndKey(_ bytes: [UInt8], _ password: String) -> Bool? {
        let opened = bytes.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let reader = BIO_new_mem_buf(bytes.baseAddress, bytes.count) else {
                return nil
            }
            defer { BIO_free(reader) }
            return d2i_PKCS12_bio(reader, nil)
        }
        guard let file = opened else { return nil }
        var key: OpaquePointer?
        var certificate: OpaquePointer?
        defer {
            PKCS12_free(file)
            EVP_PKEY_free(key)
            X509_free(certificate)
        }
        guard PKCS12_parse(file, password, &key, &certificate, nil) == 1 else {
            return nil
        }
        return key != nil && certificate != nil
    }
}
