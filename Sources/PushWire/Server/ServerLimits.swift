import NIOCore

/// The limits of a listener, so that no client can make it grow or wait without end.
public struct ServerLimits: Sendable {
    /// Connections that are open at once; beyond them the one that was idle longest is closed.
    public var connections = 1000
    /// Bytes of a request's head, its line and every field together.
    public var headBytes = 65_536
    /// Fields of a request's head.
    public var headFields = 128
    /// Bytes of a request's body, as sent.
    public var bodyBytes = 5_000_000
    /// Bytes of a request's body to the REST API, which takes files.
    public var fileBytes = 32 << 20
    /// Bytes of all bodies that are being read or wait for their answer.
    public var heldBytes = 128 << 20
    /// Requests that wait for the thread that answers.
    public var waitingRequests = 4096
    /// Seconds from a head's first byte to its last.
    public var headSeconds: Int64 = 10
    /// Seconds from a body's first byte to its last.
    public var bodySeconds: Int64 = 60
    /// Seconds after which a body that still arrives may have to make room for another connection.
    public var slowSeconds: Int64 = 5
    /// Seconds that a connection may wait for its next request.
    public var idleSeconds: Int64 = 60
    /// Bytes of a request's body over HTTP/2.
    public var streamBodyBytes = 1 << 20
    /// Streams of an HTTP/2 connection at once, once its client is known.
    public var streams = 1000
    /// Streams of an HTTP/2 connection to APNs at once, before its client is known.
    public var firstStreams = 1
    /// Seconds that an HTTP/2 connection may wait for its next request.
    public var gatewayIdleSeconds: Int64 = 3600
    /// Bytes of a stream that a client may leave unread before its connection is closed.
    public var unreadBytes = 1 << 20
    /// Seconds between the signs of life that a stream is given.
    public var pulseSeconds: Int64 = 15
    /// Seconds that a client has to take the answer before its connection is closed.
    public var lingerSeconds: Int64 = 2

    /// Makes the usual limits.
    public init() {}

    /// Descriptors that the databases, the ports and the process itself need.
    private static let ownDescriptors = 64

    /// Takes no more connections than a process can have with so many descriptors: each may need a
    /// second one for a result that it is sent.
    public mutating func fit(descriptors: Int) {
        connections = max(8, min(connections, (descriptors - Self.ownDescriptors) / 2))
    }
}
