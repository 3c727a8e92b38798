import NIOCore
import NIOEmbedded
import PushBackends
import Testing

@testable import PushWire

/// KD-06: an answer without an end, on a connection whose time the test moves.
@Suite struct StreamedAnswerTests {
    private let channel = EmbeddedChannel()
    private let table: ConnectionTable
    private let feed = ServiceFeed()

    init() throws {
        var limits = ServerLimits()
        limits.unreadBytes = 100
        table = ConnectionTable(
            limits, Mailbox(limit: 4), Outbox(channel.embeddedEventLoop))
        try Listener.configure(channel, table, .control)
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        channel.embeddedEventLoop.run()
    }

    private func ask(_ version: String = "HTTP/1.1") throws {
        try channel.writeInbound(ByteBuffer(string: "GET / \(version)\r\nHost: x\r\n\r\n"))
        channel.embeddedEventLoop.run()
        let exchange = try #require(table.mailbox.take().first)
        exchange.answer(
            .stream(ServiceResponse(status: 200, body: Array(":\n\n".utf8)), feed))
        channel.embeddedEventLoop.run()
    }

    private func received() throws -> String {
        channel.embeddedEventLoop.run()
        var text = ""
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
            text += String(buffer: buffer)
        }
        return text
    }

    private func send(_ text: String) { feed.send(Array(text.utf8)) }

    @Test func `pieces go out as they come, in chunks, and the end ends the answer`() throws {
        send("early ")
        try ask()
        #expect(
            try received()
                == "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\n:\n\n\r\n"
                + "6\r\nearly \r\n")
        send("one")
        #expect(try received() == "3\r\none\r\n")
        feed.end()
        #expect(try received() == "0\r\n\r\n")
        // The connection takes the next request.
        #expect(channel.isActive)
        try channel.writeInbound(ByteBuffer(string: "GET /2 HTTP/1.1\r\nHost: x\r\n\r\n"))
        #expect(table.mailbox.take().first?.request.path == "/2")
    }

    @Test func `a stream has signs of life, and no other limit of time`() throws {
        try ask()
        _ = try received()
        channel.embeddedEventLoop.advanceTime(by: .seconds(46))
        #expect(try received() == String(repeating: "3\r\n:\n\n\r\n", count: 3))
        #expect(channel.isActive && feed.isOpen)
    }

    @Test func `a client that goes ends the feed`() throws {
        try ask()
        channel.close(promise: nil)
        channel.embeddedEventLoop.run()
        #expect(!feed.isOpen)
        send("late")
        #expect(table.isEmpty)
    }

    @Test func `a client of HTTP 1.0 is told the end by the end of the connection`() throws {
        try ask("HTTP/1.0")
        #expect(try received().contains("Connection: close"))
        send("one")
        #expect(try received() == "one")
        feed.end()
        channel.embeddedEventLoop.run()
        channel.embeddedEventLoop.advanceTime(by: .seconds(3))
        #expect(!channel.isActive)
    }

    @Test func `what a client does not read is bounded`() throws {
        try ask()
        _ = try received()
        send(String(repeating: "x", count: 101))
        channel.embeddedEventLoop.run()
        #expect(!channel.isActive && !feed.isOpen)
    }

    @Test func `draining ends a stream`() throws {
        try ask()
        _ = try received()
        table.drain {}
        #expect(try received() == "0\r\n\r\n")
        channel.embeddedEventLoop.advanceTime(by: .seconds(3))
        #expect(!channel.isActive && !feed.isOpen)
    }
}
