import NIOCore
import PushBackends

/// The limits of a listener, so that no client can make it grow or wait without end.
public struct ServerLimits: Sendable {
    /// The maximum number of open connections; beyond it the one that was idle longest is closed.
    public var connections = 1000
    /// The maximum size of a request's head in bytes, its line and all fields together.
    public var headBytes = 65_536
    /// The maximum size of a request's headers over HTTP/2 in bytes, as HPACK counts them.
    static let streamHeadBytes = 16_384
    /// The maximum number of fields in a request's head.
    public var headFields = 128
    /// The maximum size of a request's body in bytes, as sent.
    public var bodyBytes = 5_000_000
    /// The same for the REST API, which accepts files.
    public var fileBytes = 32 << 20
    /// The same for the control port.
    public var controlBytes = 1 << 20
    /// The maximum size in bytes of all bodies that are being read or wait for their answer.
    public var heldBytes = 128 << 20
    /// The maximum number of requests waiting for the answering thread.
    public var waitingRequests = 4096
    /// The seconds from a connection's beginning until its protocol is known, with TLS if it has
    /// it: a Java program that starts on a busy machine takes long for its first handshake.
    public var handshakeSeconds: Int64 = 60
    /// The seconds from a head's first byte to its last.
    public var headSeconds: Int64 = 10
    /// The seconds from a body's first byte to its last, and those for which a client may take
    /// nothing of an answer.
    public var bodySeconds: Int64 = 60
    /// The seconds after which a body that is still arriving may have to make room for another
    /// connection, however fast it arrives.
    public var slowSeconds: Int64 = 5
    /// The bytes per second below which a body may have to do so at once.
    public var slowRate: Int64 = 65_536
    /// The milliseconds in which the first bytes of any body may arrive.
    static let firstMilliseconds: Int64 = 50
    /// The seconds that a connection may wait for its next request.
    public var idleSeconds: Int64 = 60
    /// The maximum size in bytes of a body over HTTP/2 to a gateway: pushes are small, and many
    /// streams may bring them at once.
    public var pushBytes = 1 << 20
    /// The maximum number of streams of an HTTP/2 connection at once, once its client is known.
    public var streams = 1000
    /// The streams that are accepted of a client that has not read yet how many it may have.
    static let unreadStreams = 1000
    /// The malformed or reset streams beyond which a client is flooding.
    var faults: Int { max(200, 2 * streams) }
    /// The maximum number of streams of an HTTP/2 connection to APNs before its client is known.
    public var firstStreams = 1
    /// The seconds that an HTTP/2 connection may wait for its next request.
    public var gatewayIdleSeconds: Int64 = 3600
    /// The bytes of a stream that a client may leave unread before its connection is closed.
    public var unreadBytes = 1 << 20
    /// The seconds between two signs of life on a stream.
    public var pulseSeconds: Int64 = 15
    /// The seconds that a client has to read the answer before its connection is closed.
    public var lingerSeconds: Int64 = 2

    /// Makes the usual limits.
    public init() {}

    /// Whether so many bytes of a body in a time are few enough for it to make room for others.
    func isSlow(_ bytes: Int, after time: TimeAmount) -> Bool {
        if time > .seconds(slowSeconds) { return true }
        let milliseconds = time.nanoseconds / 1_000_000
        return milliseconds > Self.firstMilliseconds
            && Int64(bytes) * 1000 < slowRate * milliseconds
    }

    /// The maximum size in bytes of a request's body to a service, whether over HTTP/2 or HTTP/1.1.
    func bodyBytes(of service: ServiceKind, overHTTP2: Bool = false) -> Int {
        switch service {
        case .api: fileBytes
        case .control: controlBytes
        case .apns, .channels, .fcm: overHTTP2 ? pushBytes : bodyBytes
        case .ingest, .trino: bodyBytes
        }
    }

    /// The descriptors that the databases, the ports and the process itself need.
    private static let ownDescriptors = 64

    /// Limits the connections to what a process with a number of descriptors can have: each may
    /// need a second one for a result.
    public mutating func fit(descriptors: Int) {
        connections = max(8, min(connections, (descriptors - Self.ownDescriptors) / 2))
    }
}
