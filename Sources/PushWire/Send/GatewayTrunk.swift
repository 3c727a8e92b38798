import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS

/// The connection to one gateway for many requests: opened when needed, and replaced after the
/// gateway has closed it.
///
/// Confined to its event loop, except `init`, `send` and `close`, which any thread may call.
final class GatewayTrunk: @unchecked Sendable {
    /// A request, and the receiver of its answer.
    struct Order: Sendable {
        var message: GatewaySender.Message
        var receiver: @Sendable (Result<GatewayReply, any Error>) -> Void
    }

    /// The reason why no connection came about, so that nothing of a request was sent.
    struct Unopened: Error {
        var cause: any Error
    }

    private let loop: any EventLoop
    private let host: String
    private let port: Int
    private let serverName: String?
    private let authority: String
    private let tls: NIOSSLContext
    private let limit: TimeAmount
    private var line: GatewayLine?
    private var waiting: [Order] = []
    private var isConnecting = false
    private var isClosed = false

    /// The time limit for connecting, and then for the handshake.
    private static let patience = TimeAmount.seconds(10)

    /// Makes the way along a route.
    init(_ route: GatewayRoute, on loop: any EventLoop) throws(WireFailure) {
        try route.checkPlace()
        self.loop = loop
        limit = route.limit
        (host, port) = route.target ?? (route.name, 443)
        authority = port == 443 ? route.name : "\(route.name):\(port)"
        // An address is not a name that TLS could send the server.
        serverName = (try? SocketAddress(ipAddress: route.name, port: 0)) == nil ? route.name : nil
        var configuration = try route.trust()
        configuration.applicationProtocols = ["h2"]
        do {
            tls = try NIOSSLContext(configuration: configuration)
        } catch { throw WireFailure(.tls, "the TLS of \(route.name) cannot be set up") }
    }

    /// Sends requests, in their order.
    func send(_ orders: [Order]) {
        loop.execute { for order in orders { self.begin(order) } }
    }

    /// Ends the connection once the last answer is there; what was not sent yet never is.
    func close() {
        loop.execute {
            self.isClosed = true
            self.line?.close()
            let orders = self.waiting
            self.waiting = []
            for order in orders { order.receiver(.failure(Self.unprocessed)) }
        }
    }

    /// The failure of a request that no gateway has seen.
    private static var unprocessed: any Error {
        NIOHTTP2Errors.streamClosed(streamID: .rootStream, errorCode: .refusedStream)
    }

    /// Requests wait while the connection is being made; all of them share its success or failure.
    private func begin(_ order: Order) {
        guard !isClosed else { return order.receiver(.failure(Self.unprocessed)) }
        if let line, !line.isLeaving { return line.send(order.message, order.receiver) }
        line = nil
        waiting.append(order)
        if !isConnecting { connect() }
    }

    private func connect() {
        isConnecting = true
        ClientBootstrap(group: loop)
            .connectTimeout(Self.patience)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try self.configure(channel) }
            }
            .connect(host: host, port: port)
            .whenFailure { self.opened(.failure($0)) }
    }

    private func configure(_ channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        let opening = LineOpening(within: Self.patience) { self.opened(.failure($0)) }
        let bound = NIOLoopBound(opening, eventLoop: channel.eventLoop)
        try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: serverName))
        try pipeline.addHandler(
            ApplicationProtocolNegotiationHandler { result, channel in
                channel.eventLoop.makeCompletedFuture {
                    guard case .negotiated("h2") = result else {
                        throw WireFailure(.tls, "`\(self.host)` does not speak HTTP/2")
                    }
                    try self.speak(on: channel, bound.value)
                }
            })
        try pipeline.addHandler(opening)
    }

    /// Begins HTTP/2 after the handshake.
    private func speak(on channel: any Channel, _ opening: LineOpening) throws {
        let pipeline = channel.pipeline.syncOperations
        let line = GatewayLine(to: authority, limit: limit)
        try pipeline.addHandler(WriteGatherer())
        try pipeline.addHandler(
            NIOHTTP2Handler(
                mode: .client, connectionConfiguration: GatewayLine.configuration,
                streamConfiguration: .init()))
        try pipeline.addHandler(line)
        opening.isOver = true
        pipeline.removeHandler(opening, promise: nil)
        opened(.success(line))
    }

    private func opened(_ result: Result<GatewayLine, any Error>) {
        guard isConnecting else { return }
        isConnecting = false
        let orders = waiting
        waiting = []
        switch result {
        case .success(let line):
            self.line = line
            if isClosed { line.close() }
            for order in orders { begin(order) }
        case .failure(let error):
            for order in orders { order.receiver(.failure(Unopened(cause: error))) }
        }
    }
}

/// The last handler of a connection until its protocol is agreed on; it reports why it never is.
private final class LineOpening: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    /// Whether the protocol is agreed on.
    var isOver = false
    private let time: TimeAmount
    private let fail: (any Error) -> Void
    private var deadline: Scheduled<Void>?

    init(within time: TimeAmount, _ fail: @escaping (any Error) -> Void) {
        self.time = time
        self.fail = fail
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: time) {
            let (opening, context) = bound.value
            opening.end(ChannelError.connectTimeout(opening.time), context)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        end(ChannelError.eof, context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { end(error, context) }

    private func end(_ error: any Error, _ context: ChannelHandlerContext) {
        guard !isOver else { return }
        isOver = true
        deadline?.cancel()
        fail(error)
        context.close(promise: nil)
    }
}
