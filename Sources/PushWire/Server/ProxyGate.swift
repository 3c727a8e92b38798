import NIOCore
import PushBackends

/// A connection to the proxy's port: answers CONNECT for the gateways' names, and for no others.
///
/// The connection then continues as one to the gateway itself; nothing is ever forwarded.
final class ProxyGate: ChannelInboundHandler, RemovableChannelHandler, OpenConnection {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let table: ConnectionTable
    private let entrances: [String: Entrance]
    private var context: ChannelHandlerContext?
    private var bytes = ByteBuffer()
    /// The number of bytes in which the head is known not to end.
    private var searched = 0
    private var deadline: Scheduled<Void>?
    private var isOver = false
    private(set) var idleSince: UInt64 = 0

    init(_ table: ConnectionTable, _ entrances: [String: Entrance]) {
        self.table = table
        self.entrances = entrances
    }

    var isIdle: Bool { true }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        idleSince = table.stamp()
        guard table.open(self) else {
            table.note(.full(ConnectionRefusal.proxy, table.limits))
            return context.close(promise: nil)
        }
        deadline = context.eventLoop.assumeIsolated()
            .scheduleTask(in: .seconds(table.limits.headSeconds)) { [weak self] in
                self?.context?.close(promise: nil)
            }
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        var piece = unwrapInboundIn(data)
        bytes.writeBuffer(&piece)
        let head = bytes.readableBytesView
        guard head.first != ConnectionGate.handshakeRecord else {
            return refuse(
                400, "Bad Request",
                "the client began TLS, wanted `CONNECT HOST:PORT HTTP/1.1` before it", "")
        }
        guard let end = Self.end(of: head, from: searched) else {
            searched = max(0, head.count - 3)
            if head.count > 8192 { refuse(431, "Request Header Fields Too Large", "", "") }
            return
        }
        let line = String(decoding: head.prefix { $0 != 13 && $0 != 10 }, as: UTF8.self)
        bytes.moveReaderIndex(forwardBy: end)
        connect(line)
    }

    private static func end(of head: ByteBufferView, from start: Int) -> Int? {
        let mark: [UInt8] = [13, 10, 13, 10]
        guard head.count >= mark.count else { return nil }
        let last = head.endIndex - mark.count
        for place in stride(from: head.startIndex + start, through: last, by: 1)
        where head[place...].starts(with: mark) {
            return place - head.startIndex + mark.count
        }
        return nil
    }

    private func connect(_ line: String) {
        let words = line.split(separator: " ")
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else {
            return refuse(400, "Bad Request", "wanted `CONNECT HOST:PORT HTTP/1.1`", "")
        }
        let subject = ConnectionRefusal.subject(String(words[0]), String(words[1]))
        guard words[0] == "CONNECT" else {
            return refuse(405, "Method Not Allowed", "this proxy only accepts CONNECT", subject)
        }
        // There is no usual port (RFC 9110, 9.3.6).
        let parts = words[1].split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, UInt16(parts[1]) ?? 0 > 0 else {
            return refuse(400, "Bad Request", "wanted `CONNECT HOST:PORT HTTP/1.1`", subject)
        }
        let name = parts[0].lowercased()
        let host = name.hasSuffix(".") ? String(name.dropLast()) : name
        guard let entrance = entrances[host] else {
            return refuse(
                403, "Forbidden",
                "this proxy leads to the gateways of this workspace and to no other host",
                subject)
        }
        guard let context else { return }
        leave()
        write("HTTP/1.1 200 Connection established\r\n\r\n")
        do {
            try context.pipeline.syncOperations.addHandler(ConnectionGate(table, entrance))
        } catch { return context.close(promise: nil) }
        if bytes.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(bytes)) }
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    private func refuse(_ status: Int, _ name: String, _ message: String, _ subject: String) {
        table.note(
            .init(
                ConnectionRefusal.proxy, .answer(status),
                message.isEmpty ? "the head has no end" : message, of: subject))
        let body = message.isEmpty ? "" : message + "\n"
        leave()
        write(
            "HTTP/1.1 \(status) \(name)\r\nContent-Type: text/plain; charset=utf-8\r\n"
                + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
        context?.close(promise: nil)
    }

    private func write(_ text: String) {
        guard let context else { return }
        context.writeAndFlush(
            wrapOutboundOut(context.channel.allocator.buffer(string: text)), promise: nil)
    }

    private func leave() {
        deadline?.cancel()
        guard !isOver else { return }
        isOver = true
        table.close(self)
    }

    func evict() { context?.close(promise: nil) }

    func drain() { context?.close(promise: nil) }
}
