import NIOHTTP2
import PushBackends
import PushText

/// Something that a connection refused by itself: no service ever saw the request.
public struct ConnectionRefusal: Equatable, Sendable {
    /// The end of the matter as the client saw it.
    public enum Outcome: Hashable, Sendable {
        /// An answer with this HTTP status.
        case answer(Int)
        /// Nothing: the connection was closed, or over HTTP/2 the request's stream was reset.
        case closed(Cause)
    }

    /// The reason why a connection was closed without an answer.
    public enum Cause: String, CaseIterable, Sendable {
        /// TLS was not set up, or its client left right after it was.
        case handshake
        /// The client speaks a protocol that the port does not take.
        case `protocol`
        /// Too many connections are open.
        case full
    }

    /// The name of the proxy's port, which leads to several services.
    public static let proxy = "proxy"

    /// The port's name: its service, or `proxy`.
    public var port: String
    /// The answer, or the reason why there is none.
    public var outcome: Outcome
    /// The method and the path of the request; empty if they are not known.
    public var subject: String
    /// The sentence that says what was found and what was wanted.
    public var message: String

    init(_ port: String, _ outcome: Outcome, _ message: String, of subject: String = "") {
        (self.port, self.outcome) = (port, outcome)
        (self.subject, self.message) = (subject, message)
    }

    init(_ service: ServiceKind, _ outcome: Outcome, _ message: String, of subject: String = "") {
        self.init(service.rawValue, outcome, message, of: subject)
    }

    /// The refusal of a connection for which there is no room.
    static func full(_ port: String, _ limits: ServerLimits) -> ConnectionRefusal {
        ConnectionRefusal(port, .closed(.full), "\(limits.connections) connections are open")
    }

    /// The refusal of a client that broke a rule of HTTP/2, or sent more headers in a request than
    /// are read: NIO ends the connection for both alike.
    static func broken(_ service: ServiceKind, _ error: any Error) -> ConnectionRefusal {
        let tooLong = "a request has over \(ServerLimits.streamHeadBytes) bytes of headers"
        let fault =
            switch error {
            case is NIOHTTP2Errors.ExcessivelyLargeHeaderBlock: tooLong
            case is NIOHTTP2Errors.UnableToParseFrame:
                "cannot read a frame of HTTP/2, or " + tooLong
            default: "the client broke a rule of HTTP/2 (\(type(of: error)))"
            }
        return ConnectionRefusal(service, .closed(.protocol), fault)
    }

    /// The refusal of a request over HTTP/2 that RFC 9113 calls malformed (8.1.1): its stream is
    /// reset, and the others go on.
    static func malformed(_ service: ServiceKind, _ fault: String) -> ConnectionRefusal {
        ConnectionRefusal(
            service, .closed(.protocol), "a malformed request was reset: \(fault) (RFC 9113, 8.2)")
    }

    /// Returns the method and the path of a request as its line shows them: a query may have
    /// anything in it, and any length.
    static func subject(_ method: String, _ path: String) -> String {
        let request = ServiceRequest(method: method, path: path)
        // Names of databases and tables are kept whole, and device tokens are not.
        let shown = RequestPath.shown(request.barePath.prefix(100), longest: 60)
        return "\(method.prefix(20)) \(shown)"
    }

    /// The line that reports it.
    var line: String {
        switch outcome {
        case .answer(let status):
            "refused \(subject.isEmpty ? port : subject) \(status): \(message)"
        case .closed: "refused \(port): \(message)"
        }
    }

    /// Whether a line about the other says the same, except for the path.
    func isLike(_ other: ConnectionRefusal) -> Bool {
        port == other.port && outcome == other.outcome && message == other.message
    }
}

extension ServiceRequest {
    /// The method and the path, as the line about a refusal shows them.
    public var subject: String { ConnectionRefusal.subject(method, path) }
}
