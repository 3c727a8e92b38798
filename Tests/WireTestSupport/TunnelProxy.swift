import Glibc
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A proxy on loopback that opens a tunnel to one server, whatever host a client asks for: with
/// `CONNECT` (RFC 9110, section 9.3.6) or SOCKS 5 without a user (RFC 1928).
public final class TunnelProxy: Sendable {
    /// How clients ask for a tunnel.
    public enum Kind: Sendable {
        case connect, socks5
    }

    private let asked = NIOLockedValueBox<[String]>([])
    private let channel: any Channel
    /// The port on 127.0.0.1.
    public let port: Int

    /// Listens; every tunnel ends at the server's port of this machine.
    public init(_ kind: Kind, to server: ScriptedServer) throws {
        let asked = asked
        let target = server.port
        channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        Opening(kind, target) { host in asked.withLockedValue { $0.append(host) } })
                }
            }
            .bind(host: "127.0.0.1", port: 0).wait()
        port = channel.localAddress?.port ?? 0
    }

    deinit { channel.close(promise: nil) }

    /// The targets that clients asked for, as `host:port`, in order.
    public var targets: [String] { asked.withLockedValue { $0 } }
}

/// Reads what a client asks for, opens the tunnel, and hands bytes through in both directions.
private final class Opening: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum State {
        case greeting, asking, opening
        case open(any Channel)
    }

    private let kind: TunnelProxy.Kind
    private let target: Int
    private let note: (String) -> Void
    private var state: State
    private var bytes: [UInt8] = []

    init(_ kind: TunnelProxy.Kind, _ target: Int, _ note: @escaping (String) -> Void) {
        self.kind = kind
        self.target = target
        self.note = note
        state = kind == .socks5 ? .greeting : .asking
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes += unwrapInboundIn(data).readableBytesView
        if case .greeting = state, bytes.count >= 2, bytes.count >= 2 + Int(bytes[1]) {
            bytes.removeFirst(2 + Int(bytes[1]))
            state = .asking
            write([5, 0], context)
        }
        if case .asking = state, let (host, answer) = question() {
            note(host)
            state = .opening
            open(answer, context)
        }
        if case .open(let other) = state { handOn(to: other) }
    }

    /// The target that the client asks for, and what says that the tunnel is open; nil while the
    /// question is not whole.
    private func question() -> (host: String, answer: [UInt8])? {
        switch kind {
        case .connect:
            let text = String(decoding: bytes, as: UTF8.self)
            guard text.hasSuffix("\r\n\r\n") else { return nil }
            bytes = []
            let words = text.split(separator: " ", maxSplits: 2)
            return (words.count > 1 ? String(words[1]) : "", Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
        case .socks5:
            // Version, CONNECT, reserved, then a name with its length and the port.
            guard bytes.count >= 5, bytes[3] == 3, bytes.count >= 7 + Int(bytes[4]) else {
                return nil
            }
            let end = 5 + Int(bytes[4])
            let name = String(decoding: bytes[5..<end], as: UTF8.self)
            let port = Int(bytes[end]) << 8 | Int(bytes[end + 1])
            bytes.removeFirst(end + 2)
            return ("\(name):\(port)", [5, 0, 0, 1, 127, 0, 0, 1, 0, 0])
        }
    }

    private func open(_ answer: [UInt8], _ context: ChannelHandlerContext) {
        let client = context.channel
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        ClientBootstrap(group: context.eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Back(client))
                }
            }
            .connect(host: "127.0.0.1", port: target)
            .whenComplete { result in
                let (opening, context) = bound.value
                guard case .success(let other) = result else {
                    return context.close(promise: nil)
                }
                opening.state = .open(other)
                opening.write(answer, context)
                opening.handOn(to: other)
            }
    }

    private func handOn(to other: any Channel) {
        guard !bytes.isEmpty else { return }
        other.writeAndFlush(other.allocator.buffer(bytes: bytes), promise: nil)
        bytes = []
    }

    func channelInactive(context: ChannelHandlerContext) {
        if case .open(let other) = state { other.close(promise: nil) }
        context.fireChannelInactive()
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(
            wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
    }
}

/// Hands what the server says back to the client.
private final class Back: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let client: any Channel

    init(_ client: any Channel) { self.client = client }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        client.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        client.close(promise: nil)
        context.fireChannelInactive()
    }
}
