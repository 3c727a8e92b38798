import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// A certificate authority that lives as long as a test, so that no key is ever committed.
public struct TestAuthority {
    private let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    private let certificate: Certificate
    private let name: DistinguishedName

    /// Makes an authority.
    public init(_ title: String = "pushsh test authority") throws {
        name = try DistinguishedName { CommonName(title) }
        certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: key.publicKey,
            notValidBefore: Date() - 86_400, notValidAfter: Date() + 86_400, issuer: name,
            subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true))
            }, issuerPrivateKey: key)
    }

    /// The authority's certificate in PEM, as `config tls.ca_file` takes it.
    public var pem: String {
        get throws { try certificate.serializeAsPEM().pemString }
    }

    /// A server's certificate.
    public struct Server {
        /// What a TLS server needs.
        public var context: NIOSSLContext
        /// The digest of its public key in the form of `config tls.pin`.
        public var keyPin: String
        /// The digest of the certificate in the form of `config tls.pin`.
        public var certificatePin: String
    }

    /// Makes a server that this authority vouches for.
    ///
    /// - Parameters:
    ///   - host: the name it is for; 127.0.0.1 is in it where the name is `localhost`.
    ///   - days: when its time begins and ends, in days from now.
    /// - Returns: what a listener needs, and what clients can pin.
    /// - Throws: where the libraries cannot make it.
    public func server(
        host: String = "localhost", days: ClosedRange<Double> = -1...1
    ) throws -> Server {
        let own = P256.Signing.PrivateKey()
        let key = Certificate.PrivateKey(own)
        var names: [GeneralName] = [.dnsName(host)]
        if host == "localhost" {
            names.append(.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])))
        }
        let made = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: key.publicKey,
            notValidBefore: Date() + days.lowerBound * 86_400,
            notValidAfter: Date() + days.upperBound * 86_400, issuer: name,
            subject: try DistinguishedName { CommonName(host) },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions { SubjectAlternativeNames(names) },
            issuerPrivateKey: self.key)
        let pem = try made.serializeAsPEM()
        let bytes = try NIOSSLCertificate(bytes: Array(pem.pemString.utf8), format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(bytes)],
            privateKey: .privateKey(
                try NIOSSLPrivateKey(bytes: Array(own.pemRepresentation.utf8), format: .pem)))
        configuration.minimumTLSVersion = .tlsv12
        let digest = SHA256.hash(data: own.publicKey.derRepresentation)
        return Server(
            context: try NIOSSLContext(configuration: configuration),
            keyPin: "sha256//" + Data(digest).base64EncodedString(),
            certificatePin: "cert:"
                + SHA256.hash(data: pem.derBytes)
                .map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined(separator: ":"))
    }
}
