import NIOCore
import NIOEmbedded
import Testing

@testable import PushWire

/// A client is told few streams, and what it sends before it knows is taken.
@Suite struct StreamAllowanceTests {
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    private static let acknowledgement: [UInt8] = [0, 0, 0, 4, 1, 0, 0, 0, 0]

    private static func settings(streams: UInt8) -> [UInt8] {
        [0, 0, 12, 4, 0, 0, 0, 0, 0] + [0, 4, 0, 0, 255, 255] + [0, 3, 0, 0, 0, streams]
    }

    /// A frame whose body could be taken for an acknowledgement.
    private static let data: [UInt8] = [0, 0, 9, 0, 0, 0, 0, 0, 1] + acknowledgement

    private func bytes(_ channel: EmbeddedChannel) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try channel.readInbound(as: ByteBuffer.self) {
            bytes += piece.readableBytesView
        }
        return bytes
    }

    @Test(arguments: [1, 2, 7, 24, 1000])
    func `the settings count as acknowledged, whatever the pieces`(size: Int) throws {
        let channel = EmbeddedChannel(handler: StreamAllowance(told: 1))
        let own = Self.settings(streams: 9)
        let sent = Self.preface + own + Self.data + Self.acknowledgement + Self.data
        for start in stride(from: 0, to: sent.count, by: size) {
            let piece = sent[start..<min(start + size, sent.count)]
            try channel.writeInbound(ByteBuffer(bytes: piece))
        }
        #expect(
            try bytes(channel)
                == Self.preface + own + Self.acknowledgement + Self.data + Self.data)
        // It has gone, and a later acknowledgement passes.
        #expect(throws: (any Error).self) {
            try channel.pipeline.syncOperations.handler(type: StreamAllowance.self)
        }
        try channel.writeInbound(ByteBuffer(bytes: Self.acknowledgement))
        #expect(try bytes(channel) == Self.acknowledgement)
    }

    /// RFC 9113, 6.5: it is an error of the connection, FRAME_SIZE_ERROR.
    @Test(arguments: [1, 9, 1000])
    func `an acknowledgement with content is left to the state machine`(size: Int) throws {
        let channel = EmbeddedChannel(handler: StreamAllowance(told: 1))
        let own = Self.settings(streams: 9)
        let wrong: [UInt8] = [0, 0, 6, 4, 1, 0, 0, 0, 0] + [0, 3, 0, 0, 0, 1]
        let sent = Self.preface + own + wrong
        for start in stride(from: 0, to: sent.count, by: size) {
            let piece = sent[start..<min(start + size, sent.count)]
            try channel.writeInbound(ByteBuffer(bytes: piece))
        }
        #expect(try bytes(channel) == Self.preface + own + Self.acknowledgement + wrong)
    }

    /// RFC 9113, 4.2: 16,384 bytes, unless the server has announced another size.
    @Test(arguments: [(16_384, false), (16_385, true), (0xFF_FFFF, true)])
    func `of settings that are too long nothing is kept`(length: Int, isHanded: Bool) throws {
        let channel = EmbeddedChannel(handler: StreamAllowance(told: 1))
        let head = [16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
        let sent = Self.preface + head + [4, 0, 0, 0, 0, 0] + [0, 3, 0]
        try channel.writeInbound(ByteBuffer(bytes: sent))
        #expect(try bytes(channel) == (isHanded ? sent : []))
    }

    @Test func `what is no SETTINGS frame is left to the state machine`() throws {
        let channel = EmbeddedChannel(handler: StreamAllowance(told: 1))
        try channel.writeInbound(ByteBuffer(bytes: Self.preface + Self.data))
        #expect(try bytes(channel) == Self.preface + Self.data)
    }

    @Test func `the first settings tell the client another number`() throws {
        let channel = EmbeddedChannel(handler: StreamAllowance(told: 1))
        for _ in 0..<2 {
            try channel.writeOutbound(ByteBuffer(bytes: Self.settings(streams: 200)))
        }
        let first = try channel.readOutbound(as: ByteBuffer.self)
        let second = try channel.readOutbound(as: ByteBuffer.self)
        #expect(first.map { Array($0.readableBytesView) } == Self.settings(streams: 1))
        #expect(second.map { Array($0.readableBytesView) } == Self.settings(streams: 200))
    }
}
