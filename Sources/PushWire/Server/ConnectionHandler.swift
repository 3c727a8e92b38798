import Glibc
import NIOCore
import NIOHTTP1
import PushBackends
import PushText

/// One connection: gathers a request, puts it into the mailbox, and writes the answer.
///
/// The pipeline before it lets one request through at a time. `waiting` becomes `reading` with a
/// head, `asked` with the end of a body, and `waiting` again with the answer, or `streaming` if
/// that has no end; `leaving` has sent its last answer and reads on only so that the client can
/// read it too.
final class ConnectionHandler: ChannelInboundHandler, OpenConnection {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        case waiting
        case reading(HTTPRequestHead)
        case asked(HTTPRequestHead)
        case streaming(ServiceFeed)
        case leaving
    }

    private let table: ConnectionTable
    private let service: ServiceKind
    private let clock: HeadClock
    private let connection: ServiceConnection?
    private lazy var remoteAddress = context?.channel.remoteAddress?.ipAddress ?? ""
    private var isOpened = false
    /// The time of the TLS handshake, as long as nothing came after it.
    private var silentSince: NIODeadline?
    private var state = State.waiting
    private var context: ChannelHandlerContext?
    private var body: [UInt8] = []
    private var held = 0
    private var deadline: MovingDeadline<ConnectionHandler>?
    private var isTold = false
    /// The time at which a body began, or the client last took something of the answer's file.
    private var movedAt: NIODeadline?
    private var outgoing: FileSender?
    private var unread = 0
    /// The client of the control request in progress.
    private var client: ClientPresence?
    /// The time at which it became idle, as a number of the table.
    private(set) var idleSince: UInt64 = 0

    init(
        _ table: ConnectionTable, _ service: ServiceKind, _ clock: HeadClock,
        _ connection: ServiceConnection? = nil
    ) {
        self.connection = connection
        self.clock = clock
        self.table = table
        self.service = service
    }

    /// Whether no request is in progress.
    var isIdle: Bool {
        if case .waiting = state { true } else { false }
    }

    var isSlow: Bool {
        guard let movedAt, let context else { return false }
        let time = context.eventLoop.now - movedAt
        if outgoing != nil { return time > .seconds(table.limits.slowSeconds) }
        guard case .reading = state else { return false }
        return table.limits.isSlow(held, after: time)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        deadline = MovingDeadline(of: self, on: context.eventLoop)
        // After TLS the connection has long been open.
        if context.channel.isActive { begin() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.end()
        deadline = nil
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        begin()
    }

    private func begin() {
        guard !isOpened else { return }
        isOpened = true
        if connection?.isEncrypted == true { silentSince = context?.eventLoop.now }
        guard table.open(self) else {
            return refuse(503, "\(table.limits.connections) connections are open")
        }
        becomeIdle()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.end()
        table.noteSilence(service, since: silentSince, now: context.eventLoop.now)
        client?.leave()
        release()
        outgoing = nil
        if case .streaming(let feed) = state { feed.end() }
        state = .leaving
        table.close(self)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(var head):
            head.headers = head.headers.withoutBlanksAround
            begin(head)
        case .body(let buffer): take(buffer)
        case .end: finish()
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is HeadClock.Begun:
            silentSince = nil
            guard isIdle else { return }
            limit(table.limits.headSeconds) { $0.refuse(408, "the head did not arrive in time") }
        case is HeadClock.Closed:
            if case .asked(let head) = state { probe(head) }
        case let event as ChannelEvent where event == .inputClosed:
            // A client may close its side and still read the answer to its request.
            if case .asked = state { isTold = true } else { context.close(promise: nil) }
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if case .leaving = state { return }
        guard let error = error as? HTTPParserError else {
            context.close(promise: nil)
            return
        }
        switch error {
        case .headerOverflow:
            refuse(
                431,
                "the head has over \(table.limits.headBytes) bytes or "
                    + "\(table.limits.headFields) fields")
        case .invalidVersion:
            refuse(505, "found another version of HTTP, wanted 1.1, each line ended by CR LF")
        case .invalidEOFState, .closedConnection: context.close(promise: nil)
        case .invalidMethod where isIdle && clock.method != nil:
            refuse(501, "found the method `\(clock.method ?? "")`, wanted one that HTTP knows")
        default: refuse(400, "the request is not HTTP")
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { sendFile() }
        context.fireChannelWritabilityChanged()
    }
}

extension ConnectionHandler {
    private func begin(_ head: HTTPRequestHead) {
        guard case .waiting = state else { return }
        state = .reading(head)
        movedAt = context?.eventLoop.now
        // After an offer of another protocol, such as Java's client makes, the decoder reads
        // nothing.
        isTold = !head.isKeepAlive || table.isDraining || head.headers.contains(name: "upgrade")
        limit(table.limits.bodySeconds) { $0.refuse(408, "the body did not arrive in time") }
        if let fault = HeadFault(head) { return refuse(fault.status, fault.message) }
        let announced = head.headers.first(name: "content-length").flatMap(Int.init) ?? 0
        guard announced <= bodyBytes else { return refuseLarge("\(announced)") }
        guard let expected = head.headers.first(name: "expect") else { return }
        guard expected.lowercased() == "100-continue" else {
            return refuse(417, "found another expectation, wanted `100-continue`")
        }
        let isChunked = head.headers.contains(name: "transfer-encoding")
        guard head.version == .http1_1, announced > 0 || isChunked else { return }
        write(.head(HTTPResponseHead(version: head.version, status: .continue)))
        context?.flush()
    }

    private var bodyBytes: Int { table.limits.bodyBytes(of: service) }

    private func take(_ buffer: ByteBuffer) {
        guard case .reading = state else { return }
        let count = buffer.readableBytes
        guard body.count + count <= bodyBytes else {
            return refuseLarge("over \(body.count + count - 1)")
        }
        guard table.hold(count) else {
            return refuse(503, "other requests hold all the memory", retryAfter: 1)
        }
        held += count
        body.append(contentsOf: buffer.readableBytesView)
    }

    private func refuseLarge(_ found: String) {
        refuse(413, "the body has \(found) bytes, wanted at most \(bodyBytes)")
    }

    /// Finds out whether a client that has closed its side of a control request still reads.
    ///
    /// Its script may wait for minutes. A client that has gone answers any byte with a reset; one
    /// that reads on ignores this one, as RFC 9110 (15.2) demands.
    private func probe(_ head: HTTPRequestHead) {
        guard client != nil, head.version == .http1_1 else { return }
        write(.head(HTTPResponseHead(version: head.version, status: .continue)))
        context?.flush()
    }

    private func finish() {
        guard case .reading(let head) = state, let context else { return }
        deadline?.clear()
        state = .asked(head)
        var request = ServiceRequest(
            method: head.method.rawValue, path: head.uri,
            headers: head.headers.map { HeaderField($0.name, $0.value) }, body: body,
            remoteAddress: remoteAddress, connection: connection)
        request.resolveAbsoluteForm()
        body = []
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        client = service == .control ? ClientPresence() : nil
        // The request holds its body until it is answered, even if its client leaves before.
        let count = held
        held = 0
        let exchange = Exchange(request, for: service, from: client) { [table] reply in
            table.outbox.put {
                table.release(count)
                bound.value.reply(reply)
            }
        }
        if !table.hand(exchange) {
            table.release(count)
            let message = "too many requests wait"
            note(503, message)
            respond(service.refusal(503, message, retryAfter: 1), to: head)
        }
    }
}

extension ConnectionHandler {
    private func reply(_ reply: ServiceReply) {
        guard case .asked(let head) = state, let context else { return }
        switch reply {
        case .response(let response): respond(response, to: head)
        case .stream(let response, let feed): stream(response, feed, to: head)
        case .silence: release()
        case .late(let reply, let milliseconds): delay(reply, milliseconds)
        case .slow(let response, _) where head.method == .HEAD: respond(response, to: head)
        case .slow(let response, let milliseconds):
            release()
            deadline?.clear()
            writeHead(response, version: head.version)
            context.flush()
            let pieces = BodyPieces.of(response.body)
            trickle(pieces[...], every: milliseconds / Int64(pieces.count))
        case .goAway(_, let after):
            isTold = true
            self.reply(after)
        case .hangUp:
            state = .leaving
            context.close(promise: nil)
        case .reset:
            state = .leaving
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            guard let socket = context.channel as? any SocketOptionProvider else {
                return context.close(promise: nil)
            }
            // A lingering time of zero makes the system send RST instead of FIN.
            socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
                .whenComplete { _ in bound.value.close(promise: nil) }
        }
    }

    /// Replies later, unless the connection has closed by then.
    private func delay(_ reply: ServiceReply, _ milliseconds: Int64) {
        release()
        deadline?.set(.milliseconds(milliseconds)) { $0.reply(reply) }
    }

    /// Sends the pieces of a body one after another, unless the connection has closed by then.
    private func trickle(_ pieces: ArraySlice<[UInt8]>, every milliseconds: Int64) {
        guard let piece = pieces.first else { return endResponse() }
        deadline?.set(.milliseconds(milliseconds)) { handler in
            guard let context = handler.context, case .asked = handler.state else { return }
            handler.write(.body(.byteBuffer(context.channel.allocator.buffer(bytes: piece))))
            context.flush()
            handler.trickle(pieces.dropFirst(), every: milliseconds)
        }
    }

    private func respond(_ response: ServiceResponse, to head: HTTPRequestHead) {
        release()
        writeHead(response, version: head.version)
        if head.method != .HEAD {
            if !response.body.isEmpty, let context {
                let buffer = context.channel.allocator.buffer(bytes: response.body)
                write(.body(.byteBuffer(buffer)))
            }
            if let file = response.file {
                outgoing = FileSender(file)
                // A full channel takes more only when some of what it has was sent.
                context?.flush()
                return sendFile()
            }
        }
        endResponse()
    }

    private func writeHead(
        _ response: ServiceResponse, version: HTTPVersion, hasEnd: Bool = true
    ) {
        var head = HTTPResponseHead(
            version: version, status: HTTPResponseStatus(statusCode: response.status))
        for field in response.headers where field.isWritable {
            head.headers.add(name: field.name, value: field.value)
        }
        if let date = table.date { head.headers.add(name: "Date", value: date) }
        if hasEnd {
            let count = response.body.count + (response.file?.count ?? 0)
            head.headers.add(name: "Content-Length", value: String(count))
        }
        isTold = isTold || table.isDraining
        if isTold {
            head.headers.add(name: "Connection", value: "close")
        } else if version == .http1_0 {
            head.headers.add(name: "Connection", value: "keep-alive")
        }
        write(.head(head))
    }

    private func sendFile() {
        guard let context, outgoing != nil else { return }
        movedAt = context.eventLoop.now
        limit(table.limits.bodySeconds) { $0.context?.close(promise: nil) }
        while context.channel.isWritable, let sender = outgoing {
            switch sender.next() {
            case .some(let bytes) where bytes.isEmpty:
                outgoing = nil
                return endResponse()
            case .some(let bytes):
                let buffer = context.channel.allocator.buffer(bytes: bytes)
                context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
            case nil:
                // The length was announced: only closing the connection can show that it is wrong.
                outgoing = nil
                context.close(promise: nil)
                return
            }
        }
    }

    private func endResponse() {
        // The end of an answer lets the next request in, before `write` returns.
        let isLast = isTold || table.isDraining
        if isLast { state = .leaving } else { becomeIdle() }
        write(.end(nil))
        context?.flush()
        if isLast { leave() }
    }

    /// Answers before the request is complete, and closes.
    private func refuse(_ status: Int, _ message: String, retryAfter: Int? = nil) {
        if case .leaving = state { return }
        release()
        isTold = true
        note(status, message)
        var response = service.refusal(status, message, retryAfter: retryAfter)
        // The control port lets no page in.
        if service != .control, case .reading(let head) = state,
            let origin = head.headers.first(name: "origin")
        {
            response.headers += table.webGuard.fields(for: origin) ?? []
        }
        if isIdle {
            clock.write(response, at: table.date)
            return leave()
        }
        writeHead(response, version: .http1_1)
        if let context {
            write(.body(.byteBuffer(context.channel.allocator.buffer(bytes: response.body))))
        }
        write(.end(nil))
        context?.flush()
        leave()
    }

    private func note(_ status: Int, _ message: String) {
        var subject = ""
        switch state {
        case .reading(let head), .asked(let head):
            subject = ConnectionRefusal.subject(head.method.rawValue, head.uri)
        default: break
        }
        table.note(.init(service, .answer(status), message, of: subject))
    }

    /// Closes after the client has had time to read: bytes that arrive at a closed socket would
    /// make the system discard what the client has not read yet.
    private func leave() {
        state = .leaving
        guard let context else { return }
        context.close(mode: .output, promise: nil)
        limit(table.limits.lingerSeconds) { $0.context?.close(promise: nil) }
    }

    private func becomeIdle() {
        state = .waiting
        isTold = false
        idleSince = table.stamp()
        if table.isDraining {
            context?.close(promise: nil)
            return
        }
        limit(table.limits.idleSeconds) { $0.context?.close(promise: nil) }
    }

    private func release() {
        table.release(held)
        held = 0
        body = []
    }

    private func write(_ part: HTTPServerResponsePart) {
        context?.write(wrapOutboundOut(part), promise: nil)
    }

    /// Sets what happens if nothing else does for a time.
    private func limit(_ seconds: Int64, _ action: @escaping (ConnectionHandler) -> Void) {
        deadline?.set(.seconds(seconds), action)
    }
}

extension ConnectionHandler {
    /// Makes room for another connection.
    func evict() { context?.leaveAtOnce() }

    /// Closes at once if idle, else after the answer; a stream ends here.
    func drain() {
        if isIdle { context?.close(promise: nil) }
        if case .streaming(let feed) = state { feed.end() }
    }
}

extension ConnectionHandler {
    /// Sends a head and then the feed's pieces, until one side ends it.
    private func stream(
        _ response: ServiceResponse, _ feed: ServiceFeed, to head: HTTPRequestHead
    ) {
        guard let context else { return feed.end() }
        release()
        // For clients without chunked encoding, the end of the body is the end of the connection.
        isTold = isTold || head.version != .http1_1
        state = .streaming(feed)
        writeHead(response, version: head.version, hasEnd: false)
        push(response.body)
        pulse()
        let loop = context.eventLoop
        let bound = NIOLoopBound(self, eventLoop: loop)
        feed.take { bytes in
            loop.execute {
                if let bytes { bound.value.push(bytes, of: feed) } else { bound.value.endStream() }
            }
        }
    }

    private func endStream() {
        if case .streaming = state { endResponse() }
    }

    /// Sends a piece, whatever its size, unless the client has left too much unread before it.
    ///
    /// `feed` learns when its piece has left.
    private func push(_ bytes: [UInt8], of feed: ServiceFeed? = nil) {
        guard case .streaming = state, let context else { return }
        guard unread <= table.limits.unreadBytes else { return context.close(promise: nil) }
        unread += bytes.count
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.whenComplete { _ in
            bound.value.unread -= bytes.count
            feed?.leave(bytes.count)
        }
        let buffer = context.channel.allocator.buffer(bytes: bytes)
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: sent)
    }

    /// Sends a comment now and then, so that a disconnected client is noticed; bytes that wait to
    /// be read show it as well.
    private func pulse() {
        limit(table.limits.pulseSeconds) { handler in
            guard case .streaming = handler.state else { return }
            if handler.unread == 0 { handler.push(Array(":\n\n".utf8)) }
            handler.pulse()
        }
    }
}
