import NIOCore
import NIOEmbedded
import Testing

@testable import PushWire

/// The writes of a turn leave as one piece, in their order.
@Suite struct WriteGathererTests {
    private func sent(_ channel: EmbeddedChannel) throws -> [String] {
        var pieces: [String] = []
        while let piece = try channel.readOutbound(as: ByteBuffer.self) {
            pieces.append(String(buffer: piece))
        }
        return pieces
    }

    private func connected() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: WriteGatherer())
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "gatherer")).wait()
        return channel
    }

    @Test func `what is flushed in one turn is one piece`() throws {
        let channel = try connected()
        let first = channel.writeAndFlush(ByteBuffer(string: "a"))
        let second = channel.writeAndFlush(ByteBuffer(string: "b"))
        #expect(try sent(channel) == [])
        channel.embeddedEventLoop.run()
        #expect(try sent(channel) == ["ab"])
        try first.wait()
        try second.wait()
        channel.writeAndFlush(ByteBuffer(string: "c"), promise: nil)
        channel.embeddedEventLoop.run()
        #expect(try sent(channel) == ["c"])
    }

    @Test func `what nobody flushes waits`() throws {
        let channel = try connected()
        channel.write(ByteBuffer(string: "a"), promise: nil)
        channel.embeddedEventLoop.run()
        #expect(try sent(channel) == [])
        channel.flush()
        channel.embeddedEventLoop.run()
        #expect(try sent(channel) == ["a"])
    }

    @Test func `a large body is passed on without a copy of what is behind it`() throws {
        let channel = try connected()
        let large = String(repeating: "x", count: 70_000)
        channel.write(ByteBuffer(string: "a"), promise: nil)
        channel.write(ByteBuffer(string: large), promise: nil)
        channel.writeAndFlush(ByteBuffer(string: "b"), promise: nil)
        channel.embeddedEventLoop.run()
        #expect(try sent(channel) == ["a" + large, "b"])
    }

    @Test func `what waits leaves before the connection closes`() throws {
        let channel = try connected()
        let write = channel.writeAndFlush(ByteBuffer(string: "last"))
        channel.close(promise: nil)
        #expect(try sent(channel) == ["last"])
        try write.wait()
        channel.embeddedEventLoop.run()
    }

    @Test func `a write behind the close fails`() throws {
        let channel = try connected()
        channel.close(promise: nil)
        channel.embeddedEventLoop.run()
        let write = channel.writeAndFlush(ByteBuffer(string: "late"))
        channel.embeddedEventLoop.run()
        #expect(throws: (any Error).self) { try write.wait() }
    }
}
