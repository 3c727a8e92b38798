import NIOCore
import NIOHPACK
import NIOHTTP2
import PushBackends
import PushText

/// One HTTP/2 connection: gathers the requests of its streams and writes their answers.
///
/// It works on frames, without a channel for each stream: requests and answers are small, and this
/// keeps the order of the fields and their duplicates as they were sent.
final class StreamConnection: ChannelInboundHandler, OpenConnection {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// A request that is not answered yet.
    private struct Stream {
        var head: StreamHead.Parts
        var body: [UInt8] = []
        var isAsked = false
        var isAnswered = false
        /// Whether the client has sent everything.
        var isEnded = false
        /// The bytes of the body beyond those that are kept.
        var skipped = 0
    }

    let table: ConnectionTable
    private let service: ServiceKind
    private let connection: ServiceConnection
    var context: ChannelHandlerContext?
    private var streams: [HTTP2StreamID: Stream] = [:]
    private var lastStream = HTTP2StreamID.rootStream
    var asked = 0
    /// The bytes that the client has sent since it was last told that it may send as many again.
    private var unacknowledged = 0
    /// Whether streams were reset here, on which the client may still send: then NIO alone knows
    /// what is left of the connection's window.
    private var hasReset = false
    /// The bytes that a client may send ahead, on the connection and on each stream.
    static let window = 65_535
    /// The bytes beyond a body's limit that are read and thrown away before the answer: clients
    /// such as httpx read none before they have sent everything.
    private static let patience = 16 << 20
    /// The time for a client's farewell when the server ends.
    private static let farewell = TimeAmount.milliseconds(200)
    private var malformed = 0
    private lazy var remoteAddress = context?.channel.remoteAddress?.ipAddress ?? ""
    private var isLimited: Bool
    /// Whether the client has read how many streams it may have.
    private var knowsLimit = false
    private var isLeaving = false
    /// Whether the client broke HTTP/2's rules, so that nothing more of it is read.
    private var isBroken = false
    private var isOpened = false
    /// Whether the client has sent a whole frame.
    var hasBegun = false
    /// The time of the TLS handshake, as long as nothing came after it.
    private var silentSince: NIODeadline?
    var lastRequest = NIODeadline.now()
    /// The last time at which an answer began, or the client took something of one.
    var lastTaken = NIODeadline.now()
    var watch: Scheduled<Void>?
    private(set) var idleSince: UInt64 = 0

    init(_ table: ConnectionTable, _ service: ServiceKind, _ connection: ServiceConnection) {
        self.table = table
        self.service = service
        self.connection = connection
        isLimited = service.isAPNs && !connection.hasValidCertificate
    }

    /// The number of streams announced to the client at first.
    var toldStreams: Int { isLimited ? table.limits.firstStreams : table.limits.streams }

    /// The number of streams that are accepted: more than `streams` of a client that has not read
    /// yet how many it may have.
    private var allowedStreams: Int {
        knowsLimit ? table.limits.streams : max(table.limits.streams, ServerLimits.unreadStreams)
    }

    /// Notes that the client has read how many streams it may have.
    func noteLimitIsKnown() { knowsLimit = true }

    var isIdle: Bool { asked == 0 }

    /// Whether a request waits for its answer.
    var hasUnanswered: Bool { streams.values.contains { $0.isAsked && !$0.isAnswered } }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        guard context.channel.isActive, !isOpened else { return }
        isOpened = true
        if connection.isEncrypted { silentSince = context.eventLoop.now }
        idleSince = table.stamp()
        guard table.open(self) else {
            table.note(.full(service.rawValue, table.limits))
            return goAway("ServiceUnavailable")
        }
        watchIdleness(.seconds(table.limits.handshakeSeconds))
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        watch?.cancel()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        watch?.cancel()
        table.noteSilence(service, since: silentSince, now: context.eventLoop.now)
        for stream in streams.values { table.release(stream.body.count) }
        streams = [:]
        table.close(self)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        silentSince = nil
        hasBegun = true
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let headers): take(headers, on: frame.streamID)
        case .data(let data): take(data, on: frame.streamID)
        case .rstStream: drop(frame.streamID)
        default: break
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Each stream brings several events; a cast costs more than comparing the type.
        let kind = type(of: event)
        if kind == StreamClosedEvent.self, let event = event as? StreamClosedEvent {
            drop(event.streamID)
        } else if hasReset, kind == NIOHTTP2WindowUpdatedEvent.self {
            if let event = event as? NIOHTTP2WindowUpdatedEvent { refill(event) }
        } else if kind == ChannelEvent.self, case ChannelEvent.inputClosed? = event as? ChannelEvent
        {
            context.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? NIOHTTP2Errors.StreamError {
            hasReset = true
            return drop(error.streamID)
        }
        // NIO has reset the stream, whose end it reports, and goes on.
        if error is NIOHTTP2Errors.TrailersWithoutEndStream { return }
        guard error is any NIOHTTP2Error || error is any NIOHPACKError else {
            return context.close(promise: nil)
        }
        guard !isBroken else { return }
        // At the end the server's own GOAWAYs come twice, which NIO reports as the client's fault.
        if !table.isDraining { table.note(.broken(service, error)) }
        leaveBroken(context)
    }

    /// Closes a connection whose client broke HTTP/2's rules, which NIO has answered with GOAWAY.
    ///
    /// Closed with bytes unread, it would be reset, and the client might never read the reason.
    private func leaveBroken(_ context: ChannelHandlerContext) {
        isBroken = true
        context.flush()
        try? context.channel.syncOptions?.setOption(.autoRead, value: false)
        watch?.cancel()
        watch = context.eventLoop.assumeIsolated()
            .scheduleTask(in: .seconds(table.limits.lingerSeconds)) { [weak self] in
                self?.context?.close(promise: nil)
            }
    }
}

extension StreamConnection {
    private func take(_ headers: HTTP2Frame.FramePayload.Headers, on id: HTTP2StreamID) {
        if streams[id] == nil {
            lastStream = max(lastStream, id)
            guard streams.count < allowedStreams else { return reset(id, .refusedStream) }
            let head = StreamHead.parts(headers.headers, from: remoteAddress, on: connection)
            guard let head else { return reject(id, StreamHead.fault(of: headers.headers)) }
            streams[id] = Stream(head: head)
        } else if !StreamHead.areTrailers(headers.headers) {
            return reject(id, StreamHead.fault(of: headers.headers))
        }
        if headers.endStream {
            streams[id]?.isEnded = true
            ask(id)
        }
    }

    private func take(_ data: HTTP2Frame.FramePayload.Data, on id: HTTP2StreamID) {
        guard case .byteBuffer(let buffer) = data.data else { return }
        let count = buffer.readableBytes
        makeRoom(count + (data.paddingBytes.map { $0 + 1 } ?? 0), on: data.endStream ? nil : id)
        guard let place = streams.index(forKey: id) else { return }
        if data.endStream { streams.values[place].isEnded = true }
        guard !streams.values[place].isAnswered, !streams.values[place].isAsked else { return }
        let limit = table.limits.bodyBytes(of: service, overHTTP2: true)
        let kept = min(count, limit - streams.values[place].body.count)
        guard table.hold(kept) else {
            return refuse(503, "other requests hold all the memory", on: id)
        }
        streams.values[place].body.append(contentsOf: buffer.readableBytesView.prefix(kept))
        streams.values[place].skipped += count - kept
        let skipped = streams.values[place].skipped
        guard data.endStream || skipped > Self.patience else { return }
        guard skipped == 0 || service == .apns else {
            return refuse(413, "the body has over \(limit) bytes", on: id)
        }
        // APNs checks a body last, and `why` explains its refusal: the beginning is enough.
        ask(id, isCut: skipped > 0)
    }

    /// Lets the client send as many bytes again as it has sent.
    private func makeRoom(_ count: Int, on id: HTTP2StreamID?) {
        if !hasReset {
            unacknowledged += count
            if unacknowledged >= Self.window / 2 {
                context?.write(.windowUpdate(windowSizeIncrement: unacknowledged), on: .rootStream)
                unacknowledged = 0
                context?.flush()
            }
        }
        if let id, count > 0 {
            context?.write(.windowUpdate(windowSizeIncrement: count), on: id)
            context?.flush()
        }
    }

    /// Fills the connection's window up, by NIO's own count of what is left of it.
    ///
    /// Bytes that a client sends on a stream before it reads of its reset count, too (RFC 9113,
    /// 5.1), and NIO passes none of them on: with the window used up, nothing on the connection
    /// would ever be answered again. Only a connection with such streams pays for looking at each
    /// event.
    private func refill(_ event: NIOHTTP2WindowUpdatedEvent) {
        guard event.streamID == .rootStream, let left = event.inboundWindowSize,
            left <= Self.window / 2
        else { return }
        context?.write(.windowUpdate(windowSizeIncrement: Self.window - left), on: .rootStream)
        context?.flush()
    }

    /// Passes a request on that is complete, or that has too long a body, of which the rest is not
    /// kept.
    private func ask(_ id: HTTP2StreamID, isCut: Bool = false) {
        guard let context, let stream = streams[id], !stream.isAsked, !stream.isAnswered else {
            return
        }
        let length = stream.head.contentLength
        guard isCut || length == nil || length == stream.body.count else {
            return reject(id, "`content-length` is not the length of the body")
        }
        lastRequest = .now()
        var request = stream.head.request
        request.isCut = isCut
        request.body = stream.body
        streams[id]?.body = []
        streams[id]?.isAsked = true
        asked += 1
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let outbox = table.outbox
        // The request holds its body until it is answered, even if its stream is reset before.
        let exchange = Exchange(request, for: service) { [table, count = stream.body.count] reply in
            outbox.put {
                table.release(count)
                bound.value.reply(reply, on: id)
            }
        }
        if !table.hand(exchange) {
            table.release(stream.body.count)
            refuse(503, "too many requests wait", on: id)
        }
    }

    /// Resets a stream whose request is malformed; a client that sends many is flooding.
    private func reject(_ id: HTTP2StreamID, _ fault: String) {
        table.note(.malformed(service, fault))
        reset(id, .protocolError)
        malformed += 1
        guard malformed > table.limits.faults, let context else { return }
        context.write(
            .goAway(lastStreamID: lastStream, errorCode: .enhanceYourCalm, opaqueData: nil),
            on: .rootStream)
        context.flush()
        context.close(promise: nil)
    }

    private func reset(_ id: HTTP2StreamID, _ code: HTTP2ErrorCode) {
        hasReset = true
        context?.write(.rstStream(code), on: id)
        context?.flush()
        drop(id)
    }

    /// Forgets a stream that is closed.
    private func drop(_ id: HTTP2StreamID) {
        guard let stream = streams.removeValue(forKey: id) else { return }
        table.release(stream.body.count)
        if stream.isAsked { asked -= 1 }
        if asked == 0 { idleSince = table.stamp() }
        leaveIfDone()
    }
}

extension StreamConnection {
    private func reply(_ reply: ServiceReply, on id: HTTP2StreamID) {
        guard let context, let stream = streams[id], !stream.isAnswered else { return }
        switch reply {
        case .response(let response): respond(response, on: id)
        case .stream(_, let feed):
            feed.end()
            respond(service.refusal(505, "streams are for HTTP/1.1"), on: id)
        case .silence: break
        case .slow(let response, let milliseconds): trickle(response, milliseconds, on: id)
        case .late(let reply, let milliseconds):
            context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(milliseconds)) {
                [weak self] in self?.reply(reply, on: id)
            }
        case .hangUp: context.close(promise: nil)
        case .reset:
            reset(id, .internalError)
        case .goAway(let reason, let after):
            // Some clients accept nothing after GOAWAY, so the answer comes before it.
            self.reply(after, on: id)
            goAway(reason)
        }
    }

    private func refuse(_ status: Int, _ message: String, on id: HTTP2StreamID) {
        let request = streams[id]?.head.request
        table.note(
            .init(
                service, .answer(status), message,
                of: ConnectionRefusal.subject(request?.method ?? "", request?.path ?? "")))
        respond(service.refusal(status, message), on: id)
    }

    /// Tells the client that it need not send the rest of an answered request (RFC 9113, 8.1).
    ///
    /// The answer leaves first, with what else waits in this turn: curl drops an answer that comes
    /// in one piece with the reset of its stream.
    private func stopAsking(_ id: HTTP2StreamID) {
        hasReset = true
        drop(id)
        guard let context else { return }
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.execute {
            bound.value.context?.write(.rstStream(.noError), on: id)
            bound.value.context?.flush()
        }
    }

    private func respond(_ response: ServiceResponse, on id: HTTP2StreamID) {
        lastTaken = .now()
        guard let context, let stream = streams[id] else { return }
        // An answer to HEAD has no content.
        let isHead = stream.head.request.method == "HEAD"
        let body = isHead ? [] : response.body
        let file = isHead || response.file?.count == 0 ? nil : response.file
        writeHead(response, on: id, isWhole: body.isEmpty && file == nil)
        if !body.isEmpty {
            let buffer = context.channel.allocator.buffer(bytes: body)
            context.write(.data(.init(data: .byteBuffer(buffer), endStream: file == nil)), on: id)
        }
        context.flush()
        if let file { send(FileSender(file), on: id) }
        if !stream.isEnded { stopAsking(id) }
    }

    /// Sends the rest of a file piece by piece, as the client's window takes them: only one is in
    /// memory.
    private func send(_ sender: FileSender, on id: HTTP2StreamID) {
        lastTaken = .now()
        guard let context, streams[id] != nil else { return }
        guard let bytes = sender.next(), !bytes.isEmpty else {
            // The head was sent: only a reset can show that the body is not whole.
            return reset(id, .internalError)
        }
        let bound = NIOLoopBound((self, sender), eventLoop: context.eventLoop)
        let sent = context.eventLoop.makePromise(of: Void.self)
        if !sender.isOver {
            sent.futureResult.whenSuccess { bound.value.0.send(bound.value.1, on: id) }
        }
        let buffer = context.channel.allocator.buffer(bytes: bytes)
        let data = HTTP2Frame.FramePayload.Data(
            data: .byteBuffer(buffer), endStream: sender.isOver)
        context.write(
            NIOAny(HTTP2Frame(streamID: id, payload: .data(data))), promise: sent)
        context.flush()
    }

    /// Sends a head now, and the body in pieces over a time; the last of them ends the stream.
    private func trickle(
        _ response: ServiceResponse, _ milliseconds: Int64, on id: HTTP2StreamID
    ) {
        guard let context, let stream = streams[id] else { return }
        guard stream.head.request.method != "HEAD" else { return respond(response, on: id) }
        writeHead(response, on: id, isWhole: false)
        context.flush()
        lastTaken = .now() + .milliseconds(milliseconds)
        let pieces = BodyPieces.of(response.body)
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            let time = milliseconds * Int64(index + 1) / Int64(pieces.count)
            context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(time)) {
                [weak self] in
                guard let self, let context = self.context, streams[id] != nil else { return }
                let buffer = context.channel.allocator.buffer(bytes: piece)
                context.write(.data(.init(data: .byteBuffer(buffer), endStream: isLast)), on: id)
                context.flush()
                if isLast, streams[id]?.isEnded == false { stopAsking(id) }
            }
        }
    }

    private func writeHead(
        _ response: ServiceResponse, on id: HTTP2StreamID, isWhole: Bool
    ) {
        streams[id]?.isAnswered = true
        if response.opensStreams, isLimited {
            // Set before the answer, so that a client that has read it may rely on it.
            isLimited = false
            let setting = HTTP2Setting(
                parameter: .maxConcurrentStreams, value: table.limits.streams)
            context?.write(.settings(.settings([setting])), on: .rootStream)
        }
        var head = HPACKHeaders()
        head.add(name: ":status", value: String(response.status))
        let missing = streams[id].flatMap {
            response.missingID(for: $0.head.request, at: service)
        }
        if let missing {
            head.add(name: missing.name, value: missing.value, indexing: .nonIndexable)
        }
        for field in response.headers where field.isWritable {
            // Fields that differ in each answer would only fill the client's table.
            head.add(
                name: field.name.lowercased(), value: field.value,
                indexing: Self.passing.contains(field.name) ? .nonIndexable : .indexable)
        }
        if let date = table.date {
            head.add(name: "date", value: date, indexing: .nonIndexable)
        }
        context?.write(.headers(.init(headers: head, endStream: isWhole)), on: id)
    }

    private static let passing = [
        "apns-id", "apns-unique-id", "apns-request-id", HeaderField.event,
    ]
}

extension StreamConnection {
    /// Announces that no further request is accepted, and why.
    private func goAway(_ reason: [UInt8]) {
        guard let context, !isLeaving else { return }
        isLeaving = true
        // Bodies wait for a flush, and GOAWAY does not.
        context.flush()
        let data = context.channel.allocator.buffer(bytes: reason)
        context.write(
            .goAway(lastStreamID: lastStream, errorCode: .noError, opaqueData: data),
            on: .rootStream)
        context.flush()
        leaveIfDone()
    }

    func goAway(_ reason: String) {
        goAway(service.isAPNs ? Array("{\"reason\":\"\(reason)\"}".utf8) : [])
    }

    private func leaveIfDone() {
        guard isLeaving, streams.isEmpty, let context else { return }
        // A stream can end in the middle of a flush, which comes to its own end first; what is
        // still pending then leaves before the connection does.
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.execute {
            bound.value.context?.flush()
            bound.value.context?.close(promise: nil)
        }
        guard table.isDraining else { return }
        // A client that does not read while it has nothing to send never says farewell, and would
        // hold up the end of the server for the five seconds that TLS waits.
        context.eventLoop.scheduleTask(in: Self.farewell) { bound.value.context?.leaveAtOnce() }
    }

    func evict() {
        goAway("Shutdown")
        context?.leaveAtOnce()
    }

    func drain() {
        // Streams that are still being sent are not waited for.
        for (id, stream) in streams where !stream.isAsked { drop(id) }
        goAway("Shutdown")
    }
}
