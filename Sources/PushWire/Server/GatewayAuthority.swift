import Crypto
import FoundationEssentials
import NIOCore
import NIOSSL
import PushBackends
import PushGateways
import PushModel
import PushText
import SwiftASN1
import X509

/// The certificate authority of a workspace: it vouches for the gateways' names, and for senders
/// that present a certificate.
public struct GatewayAuthority: Sendable {
    /// A certificate with its key, both in PEM.
    public struct Identity: Equatable, Sendable {
        /// The certificate.
        public var certificate: String
        /// The key, which is secret.
        public var key: String

        /// Makes an identity from a certificate and its key.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The authority's own certificate with its key.
    public let identity: Identity
    private let certificate: Certificate
    private let key: P256.Signing.PrivateKey

    /// Makes an authority that is valid for ten years.
    public static func make() throws(Fault) -> GatewayAuthority {
        try attempt("cannot make a certificate") {
            let key = P256.Signing.PrivateKey()
            let name = try DistinguishedName {
                OrganizationName("pushsh")
                CommonName("pushsh gateway authority")
            }
            let issuer = Certificate.PrivateKey(key)
            let now = Date()
            let certificate = try Certificate(
                version: .v3, serialNumber: .init(), publicKey: issuer.publicKey,
                notValidBefore: now - day, notValidAfter: now + 3650 * day, issuer: name,
                subject: name, signatureAlgorithm: .ecdsaWithSHA256,
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                    Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                    SubjectKeyIdentifier(hash: issuer.publicKey)
                }, issuerPrivateKey: issuer)
            let pem = try certificate.serializeAsPEM().pemString
            return GatewayAuthority(
                identity: Identity(
                    certificate: pem + "\n", key: key.pemRepresentation + "\n"),
                certificate: certificate, key: key)
        }
    }

    /// Reads an authority that was made before.
    public init(_ identity: Identity) throws(Fault) {
        self = try Self.attempt("the certificate or its key is damaged") {
            GatewayAuthority(
                identity: identity, certificate: try Certificate(pemEncoded: identity.certificate),
                key: try P256.Signing.PrivateKey(pemRepresentation: identity.key))
        }
    }

    private init(identity: Identity, certificate: Certificate, key: P256.Signing.PrivateKey) {
        self.identity = identity
        self.certificate = certificate
        self.key = key
    }

    private static let day: TimeInterval = 86_400

    /// Runs a library call; its errors say little that a person could use, so the message is ours.
    private static func attempt<Value>(
        _ message: String, _ body: () throws -> Value
    ) throws(Fault) -> Value {
        do { return try body() } catch { throw Fault(message) }
    }
}

extension GatewayAuthority {
    /// Makes the TLS context of a server that stands in for Apple's and Google's gateways.
    ///
    /// `names` are those that clients use for this machine, names of hosts or addresses, besides
    /// the loopback's. If it asks for one, clients may present a certificate of this authority.
    public func serverContext(
        for names: [String] = [], asksForCertificate: Bool
    ) throws(Fault) -> NIOSSLContext {
        try Self.attempt("cannot make the gateways' certificate") {
            let all = GatewayAddress.apns + GatewayAddress.google + Loopback.names + names
            let subject = try DistinguishedName { CommonName(GatewayAddress.apnsProduction) }
            let leaf = try issue(
                subject, days: 397, SubjectAlternativeNames(all.map(Self.name)),
                .serverAuth)
            let own = try NIOSSLCertificate(bytes: Array(leaf.certificate.utf8), format: .pem)
            let root = try NIOSSLCertificate(bytes: Array(identity.certificate.utf8), format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: [.certificate(own), .certificate(root)],
                privateKey: .privateKey(
                    try NIOSSLPrivateKey(bytes: Array(leaf.key.utf8), format: .pem)))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["h2", "http/1.1"]
            if asksForCertificate {
                configuration.certificateVerification = .optionalVerification
                configuration.trustRoots = .certificates([root])
            }
            return try NIOSSLContext(configuration: configuration)
        }
    }

    /// The entry of a certificate for a host: clients compare addresses with addresses alone.
    private static func name(_ host: String) -> GeneralName {
        guard let address = try? SocketAddress(ipAddress: host, port: 0) else {
            return .dnsName(host)
        }
        let bytes =
            switch address {
            case .v4(let address):
                withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
            case .v6(let address):
                withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            case .unixDomainSocket: [UInt8]()
            }
        return .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
    }

    /// Makes a sender's certificate for an app, with its bundle ID in `UID`, as in Apple's
    /// certificates.
    ///
    /// The environment is `development` or `production`; nil is both.
    public func client(
        bundleID: String, environment: String? = nil
    ) throws(Fault) -> Identity {
        try Self.attempt("cannot make the sender's certificate") {
            let name = DistinguishedName([
                RelativeDistinguishedName(
                    .init(type: Self.userID, utf8String: bundleID)),
                RelativeDistinguishedName(
                    .init(
                        type: .RDNAttributeType.commonName,
                        utf8String: "Apple Push Services: \(bundleID)")),
            ])
            let marks = Self.environments.filter { environment == nil || $0.name == environment }
            return try issue(
                name, days: 397, SubjectAlternativeNames([]), .clientAuth,
                marks.map { Certificate.Extension(oid: $0.mark, critical: false, value: [5, 0]) }
                    + [try CertificateTopics.made(for: bundleID)])
        }
    }

    /// The attribute `UID` of a name (RFC 4519).
    private static let userID: ASN1ObjectIdentifier = [0, 9, 2342, 19_200_300, 100, 1, 1]

    private func issue(
        _ subject: DistinguishedName, days: Double, _ names: SubjectAlternativeNames,
        _ usage: ExtendedKeyUsage.Usage, _ own: [Certificate.Extension] = []
    ) throws -> Identity {
        let secret = P256.Signing.PrivateKey()
        let now = Date()
        let leaf = Certificate.PrivateKey(secret)
        let issuer = Certificate.PrivateKey(key)
        let made = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: leaf.publicKey,
            notValidBefore: now - Self.day, notValidAfter: now + days * Self.day,
            issuer: certificate.subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([usage])
                SubjectKeyIdentifier(hash: leaf.publicKey)
                // RFC 5280, 4.2.1.1, asks for it, and Python from 3.13 on insists.
                AuthorityKeyIdentifier(
                    keyIdentifier: SubjectKeyIdentifier(hash: issuer.publicKey).keyIdentifier)
                if !names.isEmpty { names }
                for entry in own { entry }
            }, issuerPrivateKey: issuer)
        return Identity(
            certificate: try made.serializeAsPEM().pemString + "\n",
            key: secret.pemRepresentation + "\n")
    }

    /// An environment of APNs, and the extension that marks it in Apple's certificates.
    typealias Environment = (name: String, mark: ASN1ObjectIdentifier)

    private static let environments: [Environment] = [
        ("development", [1, 2, 840, 113_635, 100, 6, 3, 1]),
        ("production", [1, 2, 840, 113_635, 100, 6, 3, 2]),
    ]

    /// Reads and judges a client's certificate: TLS has only verified that the client has its key,
    /// so the fault is reported in an answer, not by ending the handshake.
    func judged(_ der: [UInt8]) -> ServiceConnection.Certificate {
        guard let leaf = try? Certificate(derEncoded: der),
            var found = Self.certificate(der)
        else {
            var unreadable = ServiceConnection.Certificate(bundleID: nil, fingerprint: "")
            unreadable.fault = "a certificate that cannot be read"
            return unreadable
        }
        found.fault = fault(of: leaf)
        return found
    }

    private func fault(of leaf: Certificate) -> String? {
        let root = Certificate.PublicKey(key.publicKey)
        guard leaf.issuer == certificate.subject, root.isValidSignature(leaf.signature, for: leaf)
        else { return "a certificate that gateway-ca.pem did not sign" }
        let now = Date()
        guard leaf.notValidAfter > now else { return "a certificate whose time is over" }
        guard leaf.notValidBefore <= now else { return "a certificate whose time has not begun" }
        let usages = try? leaf.extensions.extendedKeyUsage
        guard usages?.contains(.clientAuth) == true else {
            return "a certificate that is for no client"
        }
        return nil
    }

    /// Reads a sender's certificate.
    static func certificate(_ der: [UInt8]) -> ServiceConnection.Certificate? {
        guard let certificate = try? Certificate(derEncoded: der) else { return nil }
        let marks = environments.filter { environment in
            certificate.extensions.contains { $0.oid == environment.mark }
        }
        let attributes = certificate.subject.flatMap { Array($0) }
        let name = attributes.first { $0.type == userID }.flatMap { String($0.value) }
        let digest = SHA256.hash(data: der)
        var found = ServiceConnection.Certificate(
            bundleID: name,
            fingerprint: digest.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined(),
            environment: marks.count == 1 ? marks[0].name : nil)
        found.topics = CertificateTopics.read(certificate)
        return found
    }
}
