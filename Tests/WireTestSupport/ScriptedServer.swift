import Glibc
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

/// A service on loopback that answers as a test says, bytes and faults alike, and keeps what came.
public final class ScriptedServer: Sendable {
    /// What came in.
    public struct Request: Equatable, Sendable {
        /// `POST`, `GET`, or `CONNECT` where the server plays a proxy.
        public var method: String
        /// The target as it stood in the first line.
        public var path: String
        /// The fields of the head, names in lower case.
        public var headers: [String: String]
        /// The body as it was sent.
        public var body: [UInt8]
    }

    /// What happens to a request.
    public enum Reply: Sendable {
        /// An answer with its length; fields may be added.
        case status(Int, headers: [String: String] = [:], body: String = "")
        /// An answer whose body is bytes.
        case bytes(Int, headers: [String: String] = [:], body: [UInt8])
        /// These bytes and nothing more; the connection stays open.
        case raw(String)
        /// These bytes, then the end of the connection.
        case cut(String)
        /// These bytes, then a reset.
        case reset(String = "")
        /// Never an answer.
        case silence
    }

    private struct State {
        var replies: [Reply]
        var requests: [Request] = []
        var connections = 0
    }

    private let state: NIOLockedValueBox<State>
    private let channel: any Channel
    /// The port on 127.0.0.1.
    public let port: Int

    /// Listens; the replies are used in order, and `reply` makes those after them.
    public init(
        _ replies: [Reply] = [], tls: NIOSSLContext? = nil,
        then reply: @escaping @Sendable (Request) -> Reply = { _ in .status(200) }
    ) throws {
        let state = NIOLockedValueBox(State(replies: replies))
        self.state = state
        channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                state.withLockedValue { $0.connections += 1 }
                return channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLServerHandler(context: tls))
                    }
                    try channel.pipeline.syncOperations.addHandler(
                        Conversation { request in
                            state.withLockedValue { state in
                                state.requests.append(request)
                                return state.replies.isEmpty
                                    ? reply(request) : state.replies.removeFirst()
                            }
                        })
                }
            }
            .bind(host: "127.0.0.1", port: 0).wait()
        port = channel.localAddress?.port ?? 0
    }

    deinit { channel.close(promise: nil) }

    /// Closes the port; nobody listens there when it returns.
    public func stop() {
        try? channel.close().wait()
    }

    /// What came in, in order.
    public var requests: [Request] { state.withLockedValue(\.requests) }
    /// Connections that were made.
    public var connections: Int { state.withLockedValue(\.connections) }
    /// The address for clients.
    public var url: String { "http://127.0.0.1:\(port)" }
}

/// Reads requests with a `Content-Length`, one after another, and writes replies.
private final class Conversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: (ScriptedServer.Request) -> ScriptedServer.Reply
    private var bytes: [UInt8] = []

    init(_ answer: @escaping (ScriptedServer.Request) -> ScriptedServer.Reply) {
        self.answer = answer
    }

    /// The first byte of a TLS handshake (RFC 8446, section 5.1).
    private static let tlsRecord: UInt8 = 22

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes += unwrapInboundIn(data).readableBytesView
        if bytes.first == Self.tlsRecord {
            // A handshake that this server does not speak counts as a request of no form.
            bytes = []
            let none = ScriptedServer.Request(method: "", path: "", headers: [:], body: [])
            reply(answer(none), context)
        }
        while let request = next() { reply(answer(request), context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func next() -> ScriptedServer.Request? {
        guard let end = headEnd else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        let first = lines.first?.split(separator: " ") ?? []
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 {
                headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
            }
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        guard bytes.count >= end + 4 + length else { return nil }
        let body = Array(bytes[(end + 4)..<(end + 4 + length)])
        bytes.removeFirst(end + 4 + length)
        return ScriptedServer.Request(
            method: first.first.map(String.init) ?? "",
            path: first.count > 1 ? String(first[1]) : "", headers: headers, body: body)
    }

    private var headEnd: Int? {
        let mark = Array("\r\n\r\n".utf8)
        guard bytes.count >= 4 else { return nil }
        return (0...(bytes.count - 4)).first { bytes[$0...].starts(with: mark) }
    }

    private func reply(_ reply: ScriptedServer.Reply, _ context: ChannelHandlerContext) {
        switch reply {
        case .status(let status, let headers, let body):
            write(status, headers, Array(body.utf8), context)
        case .bytes(let status, let headers, let body): write(status, headers, body, context)
        case .raw(let text): write(Array(text.utf8), context)
        case .cut(let text):
            write(Array(text.utf8), context)
            context.close(promise: nil)
        case .reset(let text):
            if !text.isEmpty { write(Array(text.utf8), context) }
            let channel = context.channel
            let provider = channel as? any SocketOptionProvider
            let isSet = provider?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
            (isSet ?? channel.eventLoop.makeSucceededVoidFuture())
                .whenComplete { _ in channel.close(promise: nil) }
        case .silence: break
        }
    }

    private func write(
        _ status: Int, _ headers: [String: String], _ body: [UInt8],
        _ context: ChannelHandlerContext
    ) {
        var head = "HTTP/1.1 \(status) Scripted\r\nContent-Length: \(body.count)\r\n"
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            head += "\(name): \(value)\r\n"
        }
        write(Array((head + "\r\n").utf8) + body, context)
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(
            wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
    }
}
