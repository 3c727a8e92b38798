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
            let failure = try run(&queue, with: sender, on: route)
            #expect(failure == nil)
            let answer = try #require(queue.finished().first)
            #expect(answer.reason == "connection reset")
            #expect(answer.verdict == .retry)
            #expect(answer.isUnsent && !answer.isLost)
        }
    }

    private static let message = GatewaySender.Message(
        path: "/3/device/00", fields: [], body: [])

    private struct NoToken: Error {}

    /// Runs a queue, with an access token for so many requests.
    private func run(
        _ queue: inout SendQueue, with sender: GatewaySender, on route: GatewayRoute,
        tokens: Int = .max, isInterrupted: () -> Bool = { false }
    ) throws(NoToken) -> WireFailure? {
        var made = 0
        return try sender.run(&queue, for: .apns, on: route, isInterrupted: isInterrupted) {
            (_) throws(NoToken) in
            made += 1
            if made > tokens { throw NoToken() }
            return Self.message
        } halt: { _ in
            SendAnswer(reason: "no token", verdict: .retry)
        }
    }

    @Test func `a later request that cannot be made only ends the run`() throws {
        try withDeafHost { port in
            let sender = GatewaySender { _ in nil }
            let route = GatewayRoute(to: "api.push.apple.com", at: "127.0.0.1:\(port)")
            for (made, isThrown) in [(0, true), (1, false)] {
                var queue = SendQueue(.apns, count: 1, .init(retries: 3))
                let hasThrown: Bool
                do throws(NoToken) {
                    _ = try run(&queue, with: sender, on: route, tokens: made)
                    hasThrown = false
                } catch { hasThrown = true }
                #expect(hasThrown == isThrown)
                #expect(queue.halt?.reason == (isThrown ? nil : "no token"))
            }
        }
    }

    @Test func `what an interrupt keeps from being sent is not called lost`() throws {
        // It takes connections, and never says a word.
        let server = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).wait()
        defer { server.close(promise: nil) }
        let sender = GatewaySender { _ in nil }
        let route = GatewayRoute(
            to: "api.push.apple.com", at: "127.0.0.1:\(server.localAddress?.port ?? 0)")
        var queue = SendQueue(.apns, count: 3, .init(retries: 3))
        var looks = 0
        let failure = try run(&queue, with: sender, on: route) {
            looks += 1
            return looks > 5
        }
        #expect(failure == nil)
        #expect(queue.finished().allSatisfy { $0.reason == "Interrupted" && !$0.isLost })
    }
}
