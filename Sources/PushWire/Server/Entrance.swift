import NIOSSL
import PushBackends

/// The settings of a gateway's port: its service, and the protocols that it accepts.
public struct Entrance: Sendable {
    /// The service that requests are for.
    public var service: ServiceKind
    /// The context for TLS; nil if the port has no TLS.
    public var context: NIOSSLContext?
    /// The authority for clients' certificates; nil if clients are not asked for one.
    public var authority: GatewayAuthority?
    /// Whether a connection without TLS is read as HTTP.
    public var takesCleartext: Bool
    /// Whether HTTP/1.1 is accepted as well as HTTP/2.
    public var takesHTTP1: Bool
    /// Whether a client that names no protocol in its TLS handshake speaks HTTP/2.
    public var defaultsToHTTP2: Bool

    /// APNs: HTTP/2 only, even if the client offers no ALPN, as with aioapns.
    public static func apns(
        _ context: NIOSSLContext, _ authority: GatewayAuthority, takesCleartext: Bool
    ) -> Entrance {
        Entrance(
            service: .apns, context: context, authority: authority,
            takesCleartext: takesCleartext, takesHTTP1: false, defaultsToHTTP2: true)
    }

    /// The management of APNs' broadcast channels: the same protocol on another port.
    public static func channels(
        _ context: NIOSSLContext, _ authority: GatewayAuthority, takesCleartext: Bool
    ) -> Entrance {
        var entrance = apns(context, authority, takesCleartext: takesCleartext)
        entrance.service = .channels
        return entrance
    }

    /// Google's services: HTTP/2 and HTTP/1.1, over TLS and, only on this machine, without it.
    public static func google(_ context: NIOSSLContext, takesCleartext: Bool) -> Entrance {
        Entrance(
            service: .fcm, context: context, takesCleartext: takesCleartext, takesHTTP1: true,
            defaultsToHTTP2: false)
    }

    /// Treasure Data's services: HTTP/1.1 and HTTP/2, over TLS and optionally without it.
    public static func treasureData(
        _ service: ServiceKind, _ context: NIOSSLContext, takesCleartext: Bool
    ) -> Entrance {
        Entrance(
            service: service, context: context, takesCleartext: takesCleartext, takesHTTP1: true,
            defaultsToHTTP2: false)
    }
}
