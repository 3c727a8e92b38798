import NIOCore

/// The handler behind TLS that hears why a handshake failed, and is removed after one that did not.
final class HandshakeWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private var error: (any Error)?
    /// The number of an alert that the client sent without encryption.
    private var alert: UInt8?

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        self.error = error
        context.fireErrorCaught(error)
    }

    /// Looks for an alert at the end of bytes from the client.
    ///
    /// OpenSSL sends its alert about a certificate in clear, where TLS 1.3 demands encryption, so
    /// the library finds only a broken record.
    func look(at bytes: ByteBuffer) {
        let end = Array(bytes.readableBytesView.suffix(7))
        guard end.count == 7, end.starts(with: [0x15, 0x03]), end[3...4] == [0, 2] else { return }
        alert = end[6]
    }

    /// The sentence about a client that hung up, for its developer.
    static let hungUp = "the client hung up during the TLS handshake; \(doubt)"
    /// The same for one that finished the handshake, and only then looked at the certificate.
    static let unused = "the client hung up right after the TLS handshake; \(doubt)"

    private static let doubt =
        "it may not trust this workspace's certificate authority (`ca`), or use a name of this "
        + "machine that the certificate lacks (`--name` adds one)"

    /// The alerts by which clients say that they do not trust a certificate (RFC 8446, 6.2).
    private static let mistrust: [UInt8: String] = [
        42: "bad_certificate", 46: "certificate_unknown", 48: "unknown_ca",
    ]

    /// The sentence about a handshake that came to no good end.
    var message: String {
        let name = alert.flatMap { Self.mistrust[$0] }
        return Self.message(name.map { "OPENSSL_internal:\($0)" } ?? error.map { "\($0)" } ?? "")
    }

    /// Returns the sentence for the description of an error: the library has no other way to learn
    /// the name of an alert.
    static func message(_ error: String) -> String {
        let parts = error.split(separator: "OPENSSL_internal:", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return hungUp }
        let name = parts[1].prefix { $0 == "_" || $0.isLetter || $0.isNumber }.lowercased()
        let alert = name.split(separator: "_alert_").last.map(String.init) ?? name
        guard mistrust.values.contains(alert) else {
            return "the TLS handshake failed: `\(alert)`"
        }
        // A name that is not in the certificate has no alert of its own.
        let cause =
            alert == mistrust[48]
            ? "does not trust this workspace's certificate authority (`ca`)"
            : "does not accept the certificate: \(doubt)"
        return "the client \(cause): `\(alert)`"
    }
}
