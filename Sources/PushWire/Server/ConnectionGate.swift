import NIOCore
import NIOHTTP2
import NIOSSL
import NIOTLS
import PushBackends
import PushGateways

/// A connection to a gateway before its protocol is known: checks the first bytes, shakes hands,
/// builds the rest of the pipeline, and is removed.
///
/// Until then the connection counts as idle, and has a time limit of its own.
final class ConnectionGate: ChannelInboundHandler, RemovableChannelHandler, OpenConnection {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// - `sniffing`: the first bytes decide between TLS, HTTP/2 and HTTP/1.
    /// - `shakingHands`: TLS is being set up.
    /// - `over`: another handler has the connection, or it is closed.
    private enum State {
        case sniffing
        case shakingHands
        case over
    }

    private let table: ConnectionTable
    private let entrance: Entrance
    private var state = State.sniffing
    private var context: ChannelHandlerContext?
    private var bytes = ByteBuffer()
    private var deadline: Scheduled<Void>?
    private var serverName: String?
    /// Hears why TLS fails; nil before it begins.
    private var watch: HandshakeWatch?
    private(set) var idleSince: UInt64 = 0

    init(_ table: ConnectionTable, _ entrance: Entrance) {
        self.table = table
        self.entrance = entrance
    }

    var isIdle: Bool { true }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if context.channel.isActive { begin() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        begin()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if case .shakingHands = state, let watch { note(.handshake, watch.message) }
        leave()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .sniffing = state, case ChannelEvent.inputClosed? = event as? ChannelEvent {
            return context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    /// Ends the connection as soon as its client closes a side: only HTTP/1 without TLS can go on.
    private func endWithInput(_ context: ChannelHandlerContext) {
        try? context.channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
    }

    /// The number of a connection to a gateway, by which stubs choose it; others have none.
    private func nextID() -> UInt64 {
        entrance.service.isGateway ? table.nextConnectionID() : 0
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .sniffing = state else {
            watch?.look(at: unwrapInboundIn(data))
            return context.fireChannelRead(data)
        }
        var piece = unwrapInboundIn(data)
        bytes.writeBuffer(&piece)
        guard let first = bytes.readableBytesView.first else { return }
        if first == Self.handshakeRecord, let tls = entrance.context {
            guard let isOffered = offersProtocol() else { return }
            guard isOffered else { return refuseProtocols(context) }
            shakeHands(tls)
        } else if entrance.takesCleartext {
            guard let isHTTP2 = beginsHTTP2() else { return }
            guard isHTTP2 || entrance.takesHTTP1 else {
                return refuse(.protocol, "the client does not speak HTTP/2, as this port demands")
            }
            guard isHTTP2 ? install(http2: nil) : install(http1: nil) else {
                return context.close(promise: nil)
            }
        } else {
            return refuse(.protocol, "the client began without TLS, which this port demands")
        }
        context.fireChannelRead(wrapInboundOut(bytes))
        bytes.clear()
        if case .over = state { context.pipeline.syncOperations.removeHandler(self, promise: nil) }
    }

    /// The first byte of a TLS connection: a record of the handshake.
    static let handshakeRecord: UInt8 = 0x16

    /// Whether the client offers an accepted protocol, or names none; nil if there are too few
    /// bytes to tell.
    private func offersProtocol() -> Bool? {
        guard !entrance.takesHTTP1 else { return true }
        switch ClientHello(bytes.readableBytesView) {
        case .incomplete: return nil
        case .unreadable, .offer(nil): return true
        case .offer(let names?): return names.contains("h2")
        }
    }

    /// Tells the client that none of its protocols is accepted, and closes.
    private func refuseProtocols(_ context: ChannelHandlerContext) {
        let alert = context.channel.allocator.buffer(bytes: ClientHello.refusal)
        context.writeAndFlush(NIOAny(alert), promise: nil)
        refuse(.handshake, "the client does not offer HTTP/2 (`h2` in ALPN), as this port demands")
    }

    /// Closes, and tells the client's developer why.
    private func refuse(_ cause: ConnectionRefusal.Cause, _ message: String) {
        note(cause, message)
        leave()
        context?.close(promise: nil)
    }

    private func note(_ cause: ConnectionRefusal.Cause, _ message: String) {
        table.note(.init(entrance.service, .closed(cause), message))
    }

    /// Whether the bytes begin HTTP/2's preface; nil if there are too few to tell.
    private func beginsHTTP2() -> Bool? {
        let preface: [UInt8] = Array("PRI ".utf8)
        let found = bytes.readableBytesView.prefix(preface.count)
        guard preface.starts(with: found) else { return false }
        return found.count == preface.count ? true : nil
    }

    private func begin() {
        guard let context, deadline == nil else { return }
        idleSince = table.stamp()
        guard table.open(self) else {
            table.note(.full(entrance.service.rawValue, table.limits))
            return context.close(promise: nil)
        }
        let seconds = table.limits.handshakeSeconds
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(seconds)) {
            [weak self] in
            guard let self, case .shakingHands = state else {
                self?.context?.close(promise: nil)
                return
            }
            refuse(.handshake, "the TLS handshake was not over after \(seconds) s")
        }
    }

    /// Takes the connection out of the table; doing it twice is harmless.
    private func leave() {
        deadline?.cancel()
        if case .over = state { return }
        state = .over
        table.close(self)
    }

    func evict() {
        leave()
        context?.leaveAtOnce()
    }

    func drain() {
        leave()
        context?.close(promise: nil)
    }
}

extension ConnectionGate {
    private func shakeHands(_ tls: NIOSSLContext) {
        guard let context else { return }
        endWithInput(context)
        state = .shakingHands
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let channel = context.channel
        let names = ByteToMessageHandler(
            SNIHandler { result in
                channel.eventLoop.makeCompletedFuture {
                    if case .hostname(let name) = result {
                        bound.value.serverName = name.lowercased()
                    }
                    try bound.value.encrypt(tls)
                }
            })
        do {
            try context.pipeline.syncOperations.addHandler(names)
        } catch { context.close(promise: nil) }
    }

    private func encrypt(_ tls: NIOSSLContext) throws {
        guard let context else { return }
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let pipeline = context.pipeline.syncOperations
        let watch = HandshakeWatch()
        self.watch = watch
        // Any certificate is let in: the answer to a request says what is wrong with it, and every
        // client can read that, unlike an alert after the handshake of TLS 1.3.
        try pipeline.addHandler(
            entrance.authority == nil
                ? NIOSSLServerHandler(context: tls)
                : NIOSSLServerHandler(
                    context: tls,
                    customVerificationCallback: { $1.succeed(.certificateVerified) }))
        try pipeline.addHandler(
            ApplicationProtocolNegotiationHandler { result, channel in
                bound.value.agreed(result)
                return channel.eventLoop.makeSucceededVoidFuture()
            })
        try pipeline.addHandler(watch)
    }

    /// Installs the protocol that both sides agreed on.
    private func agreed(_ result: ALPNResult) {
        guard let context else { return }
        let isTaken: Bool
        let client = client()
        switch result {
        case .negotiated("h2"): isTaken = install(http2: client)
        case .negotiated: isTaken = entrance.takesHTTP1 && install(http1: client)
        case .fallback:
            isTaken = entrance.defaultsToHTTP2 ? install(http2: client) : install(http1: client)
        }
        guard isTaken else { return context.close(promise: nil) }
        let pipeline = context.pipeline.syncOperations
        if let watch { pipeline.removeHandler(watch, promise: nil) }
        pipeline.removeHandler(self, promise: nil)
    }

    /// Returns the facts about the client that TLS has established.
    private func client() -> ServiceConnection {
        var connection = ServiceConnection(id: nextID(), serverName: serverName)
        let tls = try? context?.pipeline.syncOperations.handler(type: NIOSSLServerHandler.self)
        connection.isEncrypted = true
        if let found = tls?.peerCertificate, let der = try? found.toDERBytes() {
            connection.certificate = entrance.authority?.judged(der)
        }
        return connection
    }

    private func install(http2 client: ServiceConnection?) -> Bool {
        guard let context else { return false }
        leave()
        endWithInput(context)
        let client = client ?? ServiceConnection(id: nextID())
        let handler = StreamConnection(table, entrance.service, client)
        let pipeline = context.pipeline.syncOperations
        do {
            try pipeline.addHandler(WriteGatherer())
            let withheld = table.withholdsSettings
            let isSilent =
                entrance.service.isAPNs && withheld.apns || entrance.service == .fcm && withheld.fcm
            if isSilent { try pipeline.addHandler(SettingsFilter()) }
            try pipeline.addHandler(
                StreamAllowance(
                    told: handler.toldStreams, isAcknowledged: !isSilent,
                    whenRead: handler.noteLimitIsKnown))
            try pipeline.addHandler(
                NIOHTTP2Handler(
                    mode: .server, connectionConfiguration: handler.configuration,
                    streamConfiguration: handler.streamConfiguration))
            try pipeline.addHandler(handler)
        } catch { return false }
        return true
    }

    private func install(http1 client: ServiceConnection?) -> Bool {
        guard let context else { return false }
        leave()
        let client = client ?? ServiceConnection(id: nextID())
        do {
            try Listener.configure(context.channel, table, entrance.service, client)
        } catch { return false }
        return true
    }
}
