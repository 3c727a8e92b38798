import NIOCore
import NIOEmbedded
import PushBackends
import Testing

@testable import PushWire

/// A connection whose protocol is not known yet: it has time for a slow handshake, and no more.
@Suite struct ConnectionGateTests {
    @Test func `a silent connection has longer than a head, and then is closed`() throws {
        let loop = EmbeddedEventLoop()
        let limits = ServerLimits()
        let table = ConnectionTable(limits, Mailbox(limit: 10), Outbox(loop))
        let entrance = Entrance(
            service: .apns, takesCleartext: true, takesHTTP1: true, defaultsToHTTP2: false)
        let channel = EmbeddedChannel(handler: ConnectionGate(table, entrance), loop: loop)
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        loop.run()
        loop.advanceTime(by: .seconds(limits.headSeconds + 1))
        #expect(channel.isActive && !table.isEmpty)
        loop.advanceTime(by: .seconds(limits.handshakeSeconds - limits.headSeconds))
        #expect(!channel.isActive && table.isEmpty)
    }
}
