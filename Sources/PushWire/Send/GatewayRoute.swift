import AsyncHTTPClient
import NIOSSL
import PushSimulation

/// The way to a gateway: under which name, at which address, trusting whom, and as whom.
public struct GatewayRoute: Sendable {
    /// The vendor's name, which the certificate must be for.
    public var name: String
    /// The host and port that are asked in its place; nil = the name itself, on port 443.
    public var place: String?
    /// A file of certificates that are trusted beside the system's.
    public var authority: String?
    /// The certificate that the sender shows.
    public var identity: SenderIdentity?

    /// Makes a route.
    public init(
        to name: String, at place: String? = nil, authority: String? = nil,
        identity: SenderIdentity? = nil
    ) {
        self.name = name
        self.place = place
        self.authority = authority
        self.identity = identity
    }

    /// Which routes share a connection.
    var key: [String] {
        [name, place ?? "", authority ?? "", identity?.fingerprint ?? ""]
    }

    /// The host and port that are asked in the name's place; nil if that is asked itself.
    var target: (host: String, port: Int)? {
        guard let place else { return nil }
        guard let found = WireURL.place(place[...]) else { return nil }
        return (found.host, found.port ?? 443)
    }

    /// The beginning of every URL on this route.
    var base: String { "https://\(name):\(target?.port ?? 443)" }

    /// The proxy that the environment names; none where another host stands in.
    func proxy(_ environment: (String) -> String?) throws(WireFailure) -> ProxyChoice? {
        guard place == nil else { return nil }
        return try ProxyChoice.choose(scheme: "https", host: name, environment: environment)
    }

    /// The URL for messages about failures, which name the host that is really asked.
    var asked: WireURL? {
        guard let target else { return WireURL(base) }
        let host = target.host.contains(":") ? "[\(target.host)]" : target.host
        return WireURL("https://\(host):\(target.port)")
    }

    /// Whom TLS trusts, and as whom it speaks.
    func trust() throws(WireFailure) -> TLSConfiguration {
        var tls = try WireClient.trust(authorityFile: authority)
        if let identity {
            tls.certificateChain = identity.chain
            tls.privateKey = identity.key
        }
        return tls
    }

    /// HTTP/2 on one connection where the server speaks it.
    func configuration(
        _ environment: (String) -> String?
    ) throws(WireFailure) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: try trust(), redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(10), read: nil))
        configuration.httpVersion = .automatic
        // Else a refused connection is tried again until the deadline (async-http-client 1.37).
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
        configuration.proxy = try proxy(environment).map(WireClient.proxy)
        // The certificate is still checked for the name, and the server still sees the name.
        if let target { configuration.dnsOverride = [name: target.host] }
        return configuration
    }
}
