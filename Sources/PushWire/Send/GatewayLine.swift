import AsyncHTTPClient
import NIOCore
import NIOHPACK
import NIOHTTP1
import NIOHTTP2
import NIOSSL

/// One HTTP/2 connection to APNs, as its sender sees it.
///
/// It works on frames, without a channel for each stream: a push and its answer are small, and a
/// channel would cost five times as much as both. Confined to its event loop.
final class GatewayLine: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame
    /// A function that receives the outcome of one request, once.
    typealias Receiver = (Result<GatewayReply, any Error>) -> Void

    /// A request whose answer is incomplete.
    private struct Exchange {
        var receiver: Receiver
        var deadline: NIODeadline
        var reply: GatewayReply?
    }

    private let authority: String
    private let limit: TimeAmount
    private var context: ChannelHandlerContext?
    private var exchanges: [HTTP2StreamID: Exchange] = [:]
    /// The requests that wait until the gateway has accepted the sender, or allows another stream.
    private var waiting = CircularBuffer<(GatewaySender.Message, Receiver)>()
    /// Whether it has: until then APNs allows a connection one stream (A-SEND).
    private var isAccepted = false
    /// The time since which requests wait, and none could begin.
    private var stuckSince: NIODeadline?
    private var nextStream = HTTP2StreamID(1)
    /// The streams that are open, also those whose answer is complete before their body is.
    private var streams = 0
    /// The streams that may be open at once; until the gateway says a number, the library's own.
    private var allowance = 100
    private var taken = 0
    private var watch: RepeatedTask?
    private var failure: (any Error)?
    /// Whether it accepts no further request: the gateway is closing it, or it is gone.
    private(set) var isLeaving = false

    /// The size limit of an answer's body in bytes; gateways need a few hundred.
    private static let bodyLimit = 65_536
    /// The last stream of one connection, of the 2^30 for which HTTP/2 has numbers.
    private static let lastStream = HTTP2StreamID(1 << 30 | 1)

    /// Makes the line to a host; `limit` is the time limit of a request.
    init(to authority: String, limit: TimeAmount) {
        self.authority = authority
        self.limit = limit
    }

    /// The settings with which the connection begins.
    static var configuration: NIOHTTP2Handler.ConnectionConfiguration {
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.headerBlockValidation = .disabled
        configuration.contentLengthValidation = .disabled
        configuration.initialSettings = [
            HTTP2Setting(parameter: .enablePush, value: 0),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
        ]
        return configuration
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        watch = context.eventLoop.scheduleRepeatedTask(
            initialDelay: .seconds(1), delay: .seconds(1)
        ) { _ in bound.value.expire() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end(ChannelError.eof)
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(failure ?? ChannelError.eof)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? NIOHTTP2Errors.StreamError {
            return finish(error.streamID, .failure(error.baseError))
        }
        failure = failure ?? error
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let headers): take(headers, on: frame.streamID)
        case .data(let data): take(data, on: frame.streamID)
        case .rstStream(let code):
            finish(
                frame.streamID,
                .failure(NIOHTTP2Errors.streamClosed(streamID: frame.streamID, errorCode: code)))
        case .goAway(let last, _, _): leave(after: last)
        case .settings(.settings(let settings)):
            for setting in settings where setting.parameter == .maxConcurrentStreams {
                allowance = setting.value
            }
            proceed()
        default: break
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard type(of: event) == StreamClosedEvent.self, let event = event as? StreamClosedEvent
        else { return }
        streams -= 1
        guard let reason = event.reason else { return proceed() }
        finish(
            event.streamID,
            .failure(NIOHTTP2Errors.streamClosed(streamID: event.streamID, errorCode: reason)))
        proceed()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        proceed()
        context.fireChannelWritabilityChanged()
    }
}

extension GatewayLine {
    /// Sends a request, as soon as the gateway allows it another stream; the receiver gets the
    /// answer, or the reason why none came, once.
    func send(_ message: GatewaySender.Message, _ receiver: @escaping Receiver) {
        guard !isLeaving, context != nil else { return receiver(.failure(unprocessed)) }
        guard waiting.isEmpty, mayStart else { return waiting.append((message, receiver)) }
        start(message, receiver)
    }

    /// Whether a request would go out at once.
    ///
    /// The library would keep one that does not, and end the whole connection for it after a
    /// GOAWAY, with the answers that were still to come.
    private var mayStart: Bool {
        (isAccepted || exchanges.isEmpty) && streams < allowance
            && context?.channel.isWritable == true
    }

    /// The failure of a request that the gateway has not begun to process.
    private var unprocessed: any Error {
        NIOHTTP2Errors.streamClosed(streamID: nextStream, errorCode: .refusedStream)
    }

    private func start(_ message: GatewaySender.Message, _ receiver: @escaping Receiver) {
        let id = nextStream
        nextStream = id.advanced(by: 2)
        stuckSince = nil
        streams += 1
        exchanges[id] = Exchange(receiver: receiver, deadline: .now() + limit)
        var head = HPACKHeaders()
        head.reserveCapacity(message.fields.count + 5)
        head.add(name: ":method", value: "POST")
        head.add(name: ":scheme", value: "https")
        // Apple wants fields that differ in each request, or are secret, to stay out of the table.
        head.add(name: ":path", value: message.path, indexing: .nonIndexable)
        head.add(name: ":authority", value: authority)
        for field in message.fields {
            head.add(
                name: field.name, value: field.value,
                indexing: Self.passing.contains(field.name) ? .nonIndexable : .indexable)
        }
        head.add(name: "content-length", value: String(message.body.count))
        context?.write(.headers(.init(headers: head, endStream: message.body.isEmpty)), on: id)
        if !message.body.isEmpty, let context {
            let body = context.channel.allocator.buffer(bytes: message.body)
            context.write(.data(.init(data: .byteBuffer(body), endStream: true)), on: id)
        }
        if id >= Self.lastStream { leave(after: id) }
        context?.flush()
    }

    private static let passing = ["authorization", "apns-id", "apns-request-id"]

    /// Sends what waits for its turn, unless the gateway is closing the connection.
    private func proceed() {
        while !isLeaving, mayStart, let next = waiting.popFirst() {
            start(next.0, next.1)
        }
    }

    /// Ends the connection once the last answer is there.
    func close() {
        isLeaving = true
        giveBack()
        closeIfDone()
    }

    /// Gives back what was never sent; another connection may take it.
    private func giveBack() {
        let left = waiting
        waiting = []
        for (_, receiver) in left { receiver(.failure(unprocessed)) }
    }

    private func take(_ headers: HTTP2Frame.FramePayload.Headers, on id: HTTP2StreamID) {
        guard let place = exchanges.index(forKey: id) else { return }
        if exchanges.values[place].reply == nil {
            guard let status = headers.headers.first(name: ":status").flatMap({ Int($0) }) else {
                return finish(id, .failure(HTTPParserError.invalidStatus))
            }
            // Informational answers before the real one are ignored.
            if status < 200 { return }
            var fields = HTTPHeaders()
            for (name, value, _) in headers.headers where name != ":status" {
                fields.add(name: name, value: value)
            }
            exchanges.values[place].reply = GatewayReply(status: status, headers: fields, body: [])
        }
        if headers.endStream { finish(id) }
    }

    private func take(_ data: HTTP2Frame.FramePayload.Data, on id: HTTP2StreamID) {
        guard case .byteBuffer(let buffer) = data.data else { return }
        taken += buffer.readableBytes + (data.paddingBytes.map { $0 + 1 } ?? 0)
        if taken >= 16_384 {
            context?.write(.windowUpdate(windowSizeIncrement: taken), on: .rootStream)
            taken = 0
            context?.flush()
        }
        guard let place = exchanges.index(forKey: id), exchanges.values[place].reply != nil else {
            return
        }
        let room = Self.bodyLimit - (exchanges.values[place].reply?.body.count ?? 0)
        exchanges.values[place].reply?.body.append(
            contentsOf: buffer.readableBytesView.prefix(max(0, room)))
        if data.endStream { finish(id) }
    }

    private func finish(_ id: HTTP2StreamID) {
        guard let reply = exchanges[id]?.reply else { return }
        finish(id, .success(reply))
    }

    private func finish(_ id: HTTP2StreamID, _ result: Result<GatewayReply, any Error>) {
        guard let exchange = exchanges.removeValue(forKey: id) else { return }
        if case .success(let reply) = result, Self.isAcceptance(reply.status) { isAccepted = true }
        exchange.receiver(result)
        proceed()
        closeIfDone()
    }

    /// Whether an answer shows that the gateway knows the sender: it judges the push, and neither
    /// the sender nor the gateway itself is at fault.
    private static func isAcceptance(_ status: Int) -> Bool {
        (200..<500).contains(status) && ![401, 403, 429].contains(status)
    }

    /// Handles that the gateway processes no stream after `last`; earlier ones are still answered.
    private func leave(after last: HTTP2StreamID) {
        isLeaving = true
        for id in exchanges.keys.sorted() where id > last {
            finish(
                id,
                .failure(NIOHTTP2Errors.streamClosed(streamID: id, errorCode: .refusedStream)))
        }
        giveBack()
        closeIfDone()
    }

    /// A line that is leaving takes no new requests and closes when the last one is answered.
    private func closeIfDone() {
        guard isLeaving, exchanges.isEmpty else { return }
        context?.close(promise: nil)
    }

    /// Gives up requests whose time is over.
    ///
    /// A connection that has not answered anything is given up with them: each request that waits
    /// would otherwise take as long. So is one that has nothing in flight and lets nothing begin.
    private func expire() {
        let now = NIODeadline.now()
        if exchanges.isEmpty, !waiting.isEmpty {
            let since = stuckSince ?? now
            stuckSince = since
            if now - since >= limit { return giveUp() }
        }
        let overdue = exchanges.filter { $0.value.deadline <= now }
        if !overdue.isEmpty, !isAccepted { isLeaving = true }
        for (id, _) in overdue {
            // The stream's end is reported while it is being reset.
            finish(id, .failure(HTTPClientError.deadlineExceeded))
            context?.write(.rstStream(.cancel), on: id)
            context?.flush()
        }
        if isLeaving { giveBack() }
    }

    /// Ends a connection on which the gateway allows no stream.
    private func giveUp() {
        isLeaving = true
        let left = waiting
        waiting = []
        for (_, receiver) in left {
            receiver(.failure(GatewayTrunk.Unopened(cause: HTTPClientError.deadlineExceeded)))
        }
        closeIfDone()
    }

    private func end(_ error: any Error) {
        watch?.cancel()
        isLeaving = true
        let left = exchanges
        exchanges = [:]
        for (_, exchange) in left.sorted(by: { $0.key < $1.key }) {
            exchange.receiver(.failure(error))
        }
        giveBack()
    }
}
