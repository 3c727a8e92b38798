import PushBackends

/// A request that waits for its answer, which may come from any thread.
public final class Exchange: Sendable {
    /// The request, with its transfer coding removed.
    public let request: ServiceRequest
    /// The service that it is for.
    public let service: ServiceKind
    private let deliver: @Sendable (ServiceReply) -> Void

    init(
        _ request: ServiceRequest, for service: ServiceKind,
        deliver: @escaping @Sendable (ServiceReply) -> Void
    ) {
        self.request = request
        self.service = service
        self.deliver = deliver
    }

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
    public func adding(_ headers: [ServiceHeader]) -> Exchange {
        let deliver = deliver
        return Exchange(request, for: service) { deliver($0.adding(headers)) }
    }

    /// Returns the same exchange with a watcher, which gets the answer when it leaves.
    public func watched(by watcher: @escaping @Sendable (ServiceReply) -> Void) -> Exchange {
        let deliver = deliver
        return Exchange(request, for: service) {
            watcher($0)
            deliver($0)
        }
    }

    /// Sends the answer; to be called once.
    public func answer(_ reply: ServiceReply) { deliver(reply) }
}
