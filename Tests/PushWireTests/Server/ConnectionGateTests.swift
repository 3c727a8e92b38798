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
        #expect(table.refusals.take().isEmpty)
    }

    @Test(arguments: [
        (false, "GET / HTTP/1.1\r\n", "the client began without TLS, which this port demands"),
        (true, "GET / HTTP/1.1\r\n", "the client does not speak HTTP/2, as this port demands"),
    ])
    func `a protocol that the port does not take is reported`(
        takesCleartext: Bool, text: String, message: String
    ) throws {
        let loop = EmbeddedEventLoop()
        var found: [ConnectionRefusal] = []
        let table = ConnectionTable(ServerLimits(), Mailbox(limit: 10), Outbox(loop)) {
            found.append($0)
        }
        let entrance = Entrance(
            service: .apns, takesCleartext: takesCleartext, takesHTTP1: false,
            defaultsToHTTP2: true)
        let channel = EmbeddedChannel(handler: ConnectionGate(table, entrance), loop: loop)
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        loop.run()
        try channel.writeInbound(ByteBuffer(string: text))
        loop.run()
        #expect(!channel.isActive && table.isEmpty)
        #expect(found == [ConnectionRefusal(.apns, .closed(.protocol), message)])
        #expect(table.refusals.take() == ["refused apns: \(message)"])
    }
}
