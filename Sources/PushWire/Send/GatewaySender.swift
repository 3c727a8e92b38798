import AsyncHTTPClient
import Glibc
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import PushGateways
import PushModel

/// Sends to APNs and FCM: many requests in flight on one connection to a gateway.
///
/// Confined to one thread, which waits; answers come on the connection's thread. Connections stay
/// open for the next run.
public final class GatewaySender {
    private let environment: (String) -> String?
    private var clients: [[String]: HTTPClient] = [:]
    private var trunks: [[String]: GatewayTrunk] = [:]
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    /// The interval, in milliseconds, at which a waiting run checks for ^C.
    private static let poll: Int64 = 20
    /// The milliseconds that an interrupted run waits for requests in flight.
    private static let patience: Int64 = 2000

    /// The client of token endpoints.
    let tokens: WireClient

    /// Makes a sender that takes proxies from an environment.
    public init(environment: @escaping (String) -> String?) {
        self.environment = environment
        tokens = WireClient(environment: environment)
    }

    deinit {
        for trunk in trunks.values { trunk.close() }
        for client in clients.values { try? client.syncShutdown() }
    }

    /// A request to a gateway.
    public struct Message: Sendable {
        /// The path.
        public var path: String
        /// The header fields, including the credentials.
        public var fields: [(name: String, value: String)]
        /// The body.
        public var body: [UInt8]

        /// Makes a message.
        public init(path: String, fields: [(name: String, value: String)], body: [UInt8]) {
            self.path = path
            self.fields = fields
            self.body = body
        }
    }

    /// Works through a queue: until everything has its answer, the queue stops, or ^C.
    ///
    /// `message` makes the request for a target, and is called again for another attempt. Throws
    /// what it throws for the first one; later that only ends the run, with the answer that
    /// `halt` makes of it, since the targets before have theirs. Returns why no connection can be
    /// made at all.
    public func run<Fault: Error>(
        _ queue: inout SendQueue, for gateway: GatewayAnswer.Gateway, on route: GatewayRoute,
        isInterrupted: () -> Bool, message makeMessage: (Int) throws(Fault) -> Message,
        halt: (Fault) -> SendAnswer
    ) throws(Fault) -> WireFailure? {
        let way: Way
        let proxy: ProxyChoice?
        do throws(WireFailure) {
            proxy = try route.proxy(environment)
            way = try self.way(to: gateway, route, hasProxy: proxy != nil)
        } catch { return error }
        var orders: [GatewayTrunk.Order] = []
        let answers = AnswerBox()
        var started: [Int: Int64] = [:]
        var end = Int64.max
        while Self.now() < end {
            if end == .max, isInterrupted() {
                queue.interrupt()
                end = Self.now() + Self.patience
                // Requests that still wait for their turn come back as never sent.
                trunks.removeValue(forKey: route.key)?.close()
            }
            switch queue.next(at: Self.now()) {
            case .send(let target):
                let message: Message
                do throws(Fault) { message = try makeMessage(target) } catch {
                    guard queue.hasBegun else { throw error }
                    queue.stop(before: target, because: isInterrupted() ? nil : halt(error))
                    continue
                }
                started[target] = Self.now()
                switch way {
                case .trunk:
                    orders.append(.init(message: message) { answers.put(target, $0) })
                case .client(let client): start(message, target, route, client, answers)
                }
            case .over: return nil
            case .wait(let time):
                if case .trunk(let trunk) = way, !orders.isEmpty {
                    trunk.send(orders)
                    orders.removeAll(keepingCapacity: true)
                }
                for (target, result) in answers.take(waiting: min(time ?? .max, Self.poll)) {
                    var answer = Self.answer(result, gateway, route, proxy)
                    answer.milliseconds = started.removeValue(forKey: target).map {
                        Self.now() - $0
                    }
                    queue.take(answer, for: target, at: Self.now())
                }
            }
        }
        abandon(route)
        return nil
    }

    /// The connections that carry the requests of a run.
    private enum Way {
        case trunk(GatewayTrunk)
        case client(HTTPClient)
    }

    /// Chooses the connections.
    ///
    /// APNs speaks only HTTP/2, and gets a connection of frames; requests through a proxy, or to
    /// Google, which also speaks HTTP/1.1, use the general client.
    private func way(
        to gateway: GatewayAnswer.Gateway, _ route: GatewayRoute, hasProxy: Bool
    ) throws(WireFailure) -> Way {
        guard gateway == .apns, !hasProxy else { return .client(try client(route)) }
        if let trunk = trunks[route.key] { return .trunk(trunk) }
        let trunk = try GatewayTrunk(route, on: loop)
        trunks[route.key] = trunk
        return .trunk(trunk)
    }

    private func start(
        _ message: Message, _ target: Int, _ route: GatewayRoute, _ client: HTTPClient,
        _ answers: AnswerBox
    ) {
        var headers = HTTPHeaders()
        for field in message.fields { headers.add(name: field.name, value: field.value) }
        let request: HTTPClient.Request
        do {
            request = try HTTPClient.Request(
                url: route.base + message.path, method: .POST, headers: headers,
                body: .bytes(message.body))
        } catch { return answers.put(target, .failure(error)) }
        let task = client.execute(
            request: request, delegate: AnswerDelegate(), eventLoop: .delegate(on: loop),
            deadline: .now() + route.limit)
        task.futureResult.whenComplete { answers.put(target, $0) }
    }

    private static func answer(
        _ result: Result<GatewayReply, any Error>, _ gateway: GatewayAnswer.Gateway,
        _ route: GatewayRoute, _ proxy: ProxyChoice?
    ) -> SendAnswer {
        switch result {
        case .success(let reply):
            var answer = SendAnswer(
                gateway, status: reply.status, field: { reply.headers.first(name: $0) },
                body: reply.body)
            let response = WireResponse(
                status: reply.status, headers: reply.headers.map { .init($0.name, $0.value) })
            answer.retryAfter = HTTPDate.retryAfter(response, now: Int64(time(nil)))
            return answer
        case .failure(let error): return lost(error, route, proxy)
        }
    }

    /// Returns the result of a request that got no answer.
    private static func lost(
        _ error: any Error, _ route: GatewayRoute, _ proxy: ProxyChoice?
    ) -> SendAnswer {
        // Streams that a GOAWAY names as unprocessed end like this.
        let closed = error as? NIOHTTP2Errors.StreamClosed
        // The client reports this for a request that met a closing connection: it was never sent.
        let isLate = (error as? HTTPClientError) == .cancelled
        if closed?.errorCode == .refusedStream || isLate { return .goneAway }
        guard let asked = route.asked else {
            return SendAnswer(reason: "`\(route.place ?? "")` is not a host", verdict: .fix)
        }
        let unopened = error as? GatewayTrunk.Unopened
        let error = unopened?.cause ?? error
        let failure = WireFailure(error, asked, proxy: proxy)
        var answer = SendAnswer(
            reason: failure.message, verdict: failure.mayPass ? .retry : .fix)
        answer.message = failure.cure(at: route.place)
        switch failure.kind {
        case .refused, .nameNotFound, .unreachable, .proxy: answer.isUnsent = true
        default: answer.isUnsent = unopened != nil || isBeforeConnection(error)
        }
        return answer
    }

    /// Whether an error of the general client is about a connection that never came about.
    private static func isBeforeConnection(_ error: any Error) -> Bool {
        if error is NIOConnectionError { return true }
        switch error as? HTTPClientError {
        case .connectTimeout?, .tlsHandshakeTimeout?, .getConnectionFromPoolTimeout?: return true
        default: return false
        }
    }

    /// Sends one request and waits for its answer.
    func ask(
        _ request: WireRequest, on route: GatewayRoute, isInterrupted: () -> Bool
    ) throws(WireFailure) -> WireResponse {
        let client = try client(route)
        let answers = AnswerBox()
        let fields = request.headers.map { ($0.name, $0.value) }
        let path = String(request.url.dropFirst(route.base.count))
        start(Message(path: path, fields: fields, body: request.body), 0, route, client, answers)
        while true {
            if isInterrupted() {
                abandon(route)
                throw WireFailure(.interrupted, "interrupted")
            }
            guard let result = answers.take(waiting: Self.poll).first?.1 else { continue }
            switch result {
            case .success(let reply):
                return WireResponse(
                    status: reply.status,
                    headers: reply.headers.map { .init($0.name, $0.value) }, body: reply.body)
            case .failure(let error):
                guard let asked = route.asked else {
                    throw WireFailure(.badURL, "`\(route.place ?? route.name)` is not a host")
                }
                throw WireFailure(error, asked)
            }
        }
    }

    private func client(_ route: GatewayRoute) throws(WireFailure) -> HTTPClient {
        if let client = clients[route.key] { return client }
        let made = HTTPClient(
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            configuration: try route.configuration(environment))
        clients[route.key] = made
        return made
    }

    /// Abandons a client whose server does not answer: closing its connection takes seconds.
    private func abandon(_ route: GatewayRoute) {
        trunks.removeValue(forKey: route.key)?.close()
        guard let client = clients.removeValue(forKey: route.key) else { return }
        Task.detached { try? await client.shutdown() }
    }

    /// Returns milliseconds of a clock that never goes back.
    private static func now() -> Int64 {
        Int64(NIODeadline.now().uptimeNanoseconds / 1_000_000)
    }
}

/// The reply of a gateway.
struct GatewayReply: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var body: [UInt8]
}

/// Answers on their way from the connection's thread to the waiting one.
private final class AnswerBox: Sendable {
    private let items = NIOLockedValueBox<[(Int, Result<GatewayReply, any Error>)]>([])
    private let signal = ConditionLock(value: 0)

    func put(_ target: Int, _ result: Result<GatewayReply, any Error>) {
        signal.lock()
        items.withLockedValue { $0.append((target, result)) }
        signal.unlock(withValue: 1)
    }

    /// Returns everything that has arrived, waiting up to a number of milliseconds for the first.
    func take(waiting milliseconds: Int64) -> [(Int, Result<GatewayReply, any Error>)] {
        guard signal.lock(whenValue: 1, timeoutSeconds: Double(max(1, milliseconds)) / 1000) else {
            return []
        }
        let taken = items.withLockedValue { items in
            defer { items.removeAll(keepingCapacity: true) }
            return items
        }
        signal.unlock(withValue: 0)
        return taken
    }
}

/// Receives an answer; gateways need a few hundred bytes.
private final class AnswerDelegate: HTTPClientResponseDelegate {
    typealias Response = GatewayReply

    private let reply = NIOLockedValueBox<GatewayReply?>(nil)
    private static let limit = 65_536

    func didReceiveHead(
        task: HTTPClient.Task<Response>, _ head: HTTPResponseHead
    ) -> EventLoopFuture<Void> {
        reply.withLockedValue {
            $0 = GatewayReply(status: Int(head.status.code), headers: head.headers, body: [])
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(
        task: HTTPClient.Task<Response>, _ buffer: ByteBuffer
    ) -> EventLoopFuture<Void> {
        reply.withLockedValue { reply in
            let room = Self.limit - (reply?.body.count ?? 0)
            reply?.body.append(contentsOf: buffer.readableBytesView.prefix(max(0, room)))
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<Response>) throws -> Response {
        guard let reply = reply.withLockedValue({ $0 }) else {
            throw HTTPClientError.remoteConnectionClosed
        }
        return reply
    }
}
