import NIOCore
import NIOEmbedded
import PushBackends
import Testing

@testable import PushWire

/// One HTTP/2 connection in an event loop whose time the test moves.
@Suite struct StreamConnectionTests {
    private final class Line {
        let channel: EmbeddedChannel
        let mailbox = Mailbox(limit: 10)
        let table: ConnectionTable
        let limits: ServerLimits
        var refusals: [String] = []

        init(heldBytes: Int = 100) throws {
            let loop = EmbeddedEventLoop()
            var limits = ServerLimits()
            limits.heldBytes = heldBytes
            self.limits = limits
            var note: (String) -> Void = { _ in }
            table = ConnectionTable(limits, mailbox, Outbox(loop)) { note($0.message) }
            let entrance = Entrance(
                service: .fcm, takesCleartext: true, takesHTTP1: true, defaultsToHTTP2: true)
            channel = EmbeddedChannel(handler: ConnectionGate(table, entrance), loop: loop)
            note = { [unowned self] in refusals.append($0) }
            channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
            loop.run()
        }

        func send(_ bytes: [UInt8]) throws {
            try channel.writeInbound(ByteBuffer(bytes: bytes))
            channel.embeddedEventLoop.run()
        }

        func wait(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }
    }

    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    private static let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]

    /// POST / for the host x, with a body of five bytes.
    private static func post(on stream: UInt8) -> [UInt8] {
        [0, 0, 6, 1, 4, 0, 0, 0, stream, 0x83, 0x86, 0x84, 0x41, 1, 0x78]
            + [0, 0, 5, 0, 1, 0, 0, 0, stream] + Array("hello".utf8)
    }

    /// Once it was counted only until it was asked: while a query had the thread, such bodies took
    /// all the memory.
    @Test(arguments: [false, true])
    func `a body is held until its request is answered, even if its stream is reset`(
        isReset: Bool
    ) throws {
        let line = try Line(heldBytes: 8)
        try line.send(Self.preface + Self.settings + Self.post(on: 1))
        if isReset { try line.send([0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 8]) }
        let first = try #require(line.mailbox.take().first)
        #expect(first.request.body == Array("hello".utf8))
        try line.send(Self.post(on: 3))
        #expect(line.refusals == ["other requests hold all the memory"])
        #expect(line.mailbox.take().isEmpty)
        first.answer(.response(ServiceResponse(status: 200)))
        line.channel.embeddedEventLoop.run()
        try line.send(Self.post(on: 5))
        #expect(line.mailbox.take().map(\.request.body) == [Array("hello".utf8)])
    }

    @Test(arguments: [false, true])
    func `a client that sends no whole frame has the time of the handshake`(
        isWhole: Bool
    ) throws {
        let line = try Line()
        try line.send(Self.preface + (isWhole ? Self.settings : [0, 0, 6, 4, 0, 0, 0, 0, 0, 0]))
        line.wait(line.limits.handshakeSeconds - 1)
        #expect(line.channel.isActive)
        line.wait(1)
        #expect(line.channel.isActive == isWhole)
    }
}
