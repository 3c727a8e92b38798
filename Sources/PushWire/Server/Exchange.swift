import PushBackends
import PushText
import Synchronization

/// The presence of a client that waits for its answer; set by the connection, and read by the
/// thread that answers.
final class ClientPresence: Sendable {
    private let hasLeft = Atomic(false)

    var isGone: Bool { hasLeft.load(ordering: .relaxed) }

    func leave() { hasLeft.store(true, ordering: .relaxed) }
}

/// A request that waits for its answer, which may come from any thread.
public final class Exchange: Sendable {
    /// The request, with its transfer coding removed.
    public let request: ServiceRequest
    /// The service that it is for.
    public let service: ServiceKind
    private let deliver: @Sendable (ServiceReply) -> Void
    /// Nil for a request that is carried out whether or not its client waits.
    private let client: ClientPresence?

    init(
        _ request: ServiceRequest, for service: ServiceKind, from client: ClientPresence? = nil,
        deliver: @escaping @Sendable (ServiceReply) -> Void
    ) {
        self.request = request
        self.service = service
        self.client = client
        self.deliver = deliver
    }

    /// Whether the client of a control request has hung up: nobody would read the answer.
    public var isAbandoned: Bool { client?.isGone ?? false }

    /// The size in bytes up to which storing an upload takes less time than waking a thread.
    static let briefBytes = 16_384

    /// Whether answering takes so little time that the receiving thread may do it: a push, or an
    /// upload of few events that is not compressed.
    var isBrief: Bool {
        if service == .ingest {
            return request.body.count <= Self.briefBytes
                && request.header("Content-Encoding") == nil
        }
        return service.isGateway
    }

    /// Returns the same exchange, whose answer gets additional header fields.
    public func adding(_ headers: [HeaderField]) -> Exchange {
        let deliver = deliver
        return Exchange(request, for: service, from: client) { deliver($0.adding(headers)) }
    }

    /// Returns the same exchange about a request in another form.
    public func replacing(_ request: ServiceRequest) -> Exchange {
        Exchange(request, for: service, from: client, deliver: deliver)
    }

    /// Returns the same exchange with a watcher, which gets the answer when it leaves.
    public func watched(by watcher: @escaping @Sendable (ServiceReply) -> Void) -> Exchange {
        let deliver = deliver
        return Exchange(request, for: service, from: client) {
            watcher($0)
            deliver($0)
        }
    }

    /// Sends the answer; to be called once.
    public func answer(_ reply: ServiceReply) { deliver(reply) }
}
