import NIOCore
import NIOEmbedded
import PushBackends
import Testing

@testable import PushWire

/// KD-06: an answer without an end, on a connection whose time the test moves.
@Suite struct StreamedAnswerTests {
    private let channel = EmbeddedChannel()
    private let table: ConnectionTable
    private let dam = Dam()
    private let feed = ServiceFeed(room: 50)

    init() throws {
        var limits = ServerLimits()
        limits.unreadBytes = 100
        table = ConnectionTable(
            limits, Mailbox(limit: 4), Outbox(channel.embeddedEventLoop))
        try Listener.configure(channel, table, .control)
        try channel.pipeline.syncOperations.addHandler(dam, position: .first)
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

    /// One piece may have more than a client may leave unread.
    @Test func `a client that reads gets pieces of any size`() throws {
        try ask()
        _ = try received()
        for _ in 0..<3 {
            send(String(repeating: "x", count: 250))
            #expect(try received() == "fa\r\n" + String(repeating: "x", count: 250) + "\r\n")
        }
        #expect(channel.isActive && feed.hasRoom)
    }

    @Test func `what a client does not read is bounded`() throws {
        try ask()
        _ = try received()
        dam.isShut = true
        send(String(repeating: "x", count: 101))
        #expect(try received().isEmpty && channel.isActive && !feed.hasRoom)
        // Bytes that wait to be read are a sign of life.
        channel.embeddedEventLoop.advanceTime(by: .seconds(46))
        #expect(try received().isEmpty && channel.isActive)
        send("y")
        channel.embeddedEventLoop.run()
        #expect(!channel.isActive && !feed.isOpen)
    }

    @Test func `a service learns that a client reads on`() throws {
        try ask()
        _ = try received()
        dam.isShut = true
        send(String(repeating: "x", count: 60))
        #expect(try received().isEmpty && !feed.hasRoom)
        dam.open()
        #expect(try received().hasPrefix("3c\r\n") && feed.hasRoom)
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

/// Holds back what is written, as a socket does whose client does not read.
private final class Dam: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    var isShut = false
    private var context: ChannelHandlerContext?
    private var held: [(data: NIOAny, promise: EventLoopPromise<Void>?)] = []

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        for write in held { write.promise?.fail(ChannelError.ioOnClosedChannel) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if isShut { held.append((data, promise)) } else { context.write(data, promise: promise) }
    }

    /// Lets everything go.
    func open() {
        isShut = false
        for write in held { context?.write(write.data, promise: write.promise) }
        held = []
        context?.flush()
    }
}
