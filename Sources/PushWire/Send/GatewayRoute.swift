import AsyncHTTPClient
import NIOCore
import NIOSSL
import PushSimulation

/// The route to a gateway: its name, its address, whom to trust, and the sender's identity.
public struct GatewayRoute: Sendable {
    /// The vendor's name, which the certificate must be for.
    public var name: String
    /// The host and port to contact in its place; nil for the name itself, on port 443.
    public var place: String?
    /// A file of certificates trusted in addition to the system's.
    public var authority: String?
    /// The certificate that the sender presents.
    public var identity: SenderIdentity?
    /// Seconds that a request may take; Google wants at least ten (FCM-SCALE).
    public var timeoutSeconds = 30

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

    /// The key that is equal for routes that share a connection.
    var key: [String] {
        [
            name, place ?? "", authority ?? "", identity?.fingerprint ?? "", String(timeoutSeconds),
        ]
    }

    /// The time limit of a request.
    var limit: TimeAmount { .seconds(Int64(timeoutSeconds)) }

    /// The host and port to contact in the name's place; nil for the name itself.
    var target: (host: String, port: Int)? {
        guard let place else { return nil }
        guard let found = WireURL.place(place[...]) else { return nil }
        return (found.host, found.port ?? 443)
    }

    /// Refuses a place that cannot be read: the vendor itself must not be asked in its stead.
    func checkPlace() throws(WireFailure) {
        guard let place, target == nil else { return }
        throw WireFailure(.badOptions, "`\(place)` is not a host with a port")
    }

    /// The beginning of every URL on this route.
    var base: String { "https://\(name):\(target?.port ?? 443)" }

    /// Returns the proxy that the environment names; nil if another host takes the name's place.
    func proxy(_ environment: (String) -> String?) throws(WireFailure) -> ProxyChoice? {
        guard place == nil else { return nil }
        return try ProxyChoice.choose(scheme: "https", host: name, environment: environment)
    }

    /// The URL for messages about failures, which names the host that is really contacted.
    var asked: WireURL? {
        guard let target else { return WireURL(base) }
        let host = target.host.contains(":") ? "[\(target.host)]" : target.host
        return WireURL("https://\(host):\(target.port)")
    }

    /// Returns the TLS configuration: whom to trust, and the identity to present.
    func trust() throws(WireFailure) -> TLSConfiguration {
        var tls = try WireClient.trust(authorityFile: authority)
        if let identity {
            tls.certificateChain = identity.chain
            tls.privateKey = identity.key
        }
        return tls
    }

    /// Returns the configuration: HTTP/2 on one connection if the server supports it.
    func configuration(
        _ environment: (String) -> String?
    ) throws(WireFailure) -> HTTPClient.Configuration {
        try checkPlace()
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: try trust(), redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(10), read: nil))
        configuration.httpVersion = .automatic
        // Otherwise a refused connection is retried until the deadline (async-http-client 1.37).
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
        configuration.proxy = try proxy(environment).map(WireClient.proxy)
        // The certificate is still checked for the name, and the server still sees the name.
        if let target { configuration.dnsOverride = [name: target.host] }
        return configuration
    }
}
