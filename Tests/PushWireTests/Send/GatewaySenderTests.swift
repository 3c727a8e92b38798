import Glibc
import NIOCore
import NIOPosix
import PushGateways
import Testing

@testable import PushWire

/// What `send` says of a request that got no answer.
@Suite struct GatewaySenderTests {
    /// A host that takes connections and resets each at once, before TLS is set up.
    private func withDeafHost<Result>(_ body: (Int) throws -> Result) throws -> Result {
        let server = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                guard let socket = channel as? any SocketOptionProvider else {
                    return channel.close()
                }
                return socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).flatMap {
                    channel.close()
                }
            }
            .bind(host: "127.0.0.1", port: 0).wait()
        defer { server.close(promise: nil) }
        return try body(server.localAddress?.port ?? 0)
    }

    @Test func `without a connection nothing was sent, so another attempt is harmless`() throws {
        try withDeafHost { port in
            let sender = GatewaySender { _ in nil }
            let route = GatewayRoute(to: "api.push.apple.com", at: "127.0.0.1:\(port)")
            var queue = SendQueue(.apns, count: 1, .init(retries: 0))
            let failure = sender.run(&queue, for: .apns, on: route, isInterrupted: { false }) { _ in
                GatewaySender.Message(path: "/3/device/00", fields: [], body: [])
            }
            #expect(failure == nil)
            let answer = try #require(queue.finished().first)
            #expect(answer.reason == "connection reset")
            #expect(answer.verdict == .retry)
            #expect(answer.isUnsent && !answer.isLost)
        }
    }
}
