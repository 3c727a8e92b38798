import NIOCore

/// Accepts the streams that a client opened before it read how many it may have.
///
/// APNs announces one stream to a new connection, yet accepts what was sent before the client knew.
/// NIO's state machine allows 100 streams until SETTINGS are acknowledged, and ends the connection
/// at one more. This handler is below it: NIO is given no limit, acknowledged at once; the client
/// reads how many it may have, and its own acknowledgement is dropped. Then the handler is removed.
final class StreamAllowance: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The part of the client's opening that has passed.
    private enum State {
        /// Nothing; `PRI * HTTP/2.0` and a SETTINGS frame come first.
        case beginning
        /// The client's SETTINGS; its acknowledgement is still to come.
        case waiting
        /// The acknowledgement.
        case over
    }

    private static let prefaceBytes = 24
    private static let headBytes = 9
    private static let settings: UInt8 = 4
    /// The maximum size of a frame's content in bytes, as long as the server announces no other
    /// (RFC 9113, 4.2).
    private static let frameBytes = 16_384
    private static let maximumStreams: UInt16 = 3

    /// The number announced to the client in place of NIO's; nil once it is announced.
    private var told: UInt32?
    private var state = State.beginning
    private var bytes = ByteBuffer()
    /// The remaining bytes of the frame in progress.
    private var rest = 0

    /// Whether the client will acknowledge the settings, which it does if it gets them.
    private let isAcknowledged: Bool
    /// Called when the client has read the settings.
    private let whenRead: () -> Void

    init(told: Int, isAcknowledged: Bool = true, whenRead: @escaping () -> Void = {}) {
        self.told = UInt32(clamping: told)
        self.isAcknowledged = isAcknowledged
        self.whenRead = whenRead
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard state != .over else { return context.fireChannelRead(data) }
        var piece = unwrapInboundIn(data)
        bytes.writeBuffer(&piece)
        if state == .beginning, !begin(context) { return }
        walk(context)
        bytes.discardReadBytes()
    }

    /// Passes on the opening of every connection, and acknowledges NIO's settings after it.
    ///
    /// - Returns: false if it is incomplete.
    private func begin(_ context: ChannelHandlerContext) -> Bool {
        guard let frame = frame(at: Self.prefaceBytes) else { return false }
        // NIO should complain about anything but a SETTINGS frame, and about one that is too long,
        // of which nothing is kept.
        let isTaken =
            frame.type == Self.settings && frame.count <= Self.headBytes + Self.frameBytes
        let count = isTaken ? Self.prefaceBytes + frame.count : 0
        guard bytes.readableBytes >= count else { return false }
        state = .waiting
        hand(count, context)
        let acknowledgement: [UInt8] = [0, 0, 0, Self.settings, 1, 0, 0, 0, 0]
        guard count > 0 else {
            finish(context)
            return false
        }
        context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: acknowledgement)))
        if !isAcknowledged { finish(context) }
        return isAcknowledged
    }

    /// Passes frames on until the acknowledgement, which is dropped if it is well-formed.
    private func walk(_ context: ChannelHandlerContext) {
        while bytes.readableBytes > 0 {
            guard rest > 0 else {
                guard let frame = frame(at: 0) else { return }
                // NIO should complain about an acknowledgement with content.
                guard frame.type == Self.settings, frame.isAcknowledgement,
                    frame.count == Self.headBytes
                else {
                    rest = frame.count
                    continue
                }
                bytes.moveReaderIndex(forwardBy: Self.headBytes)
                whenRead()
                return finish(context)
            }
            let count = min(rest, bytes.readableBytes)
            rest -= count
            hand(count, context)
        }
    }

    private func finish(_ context: ChannelHandlerContext) {
        state = .over
        hand(bytes.readableBytes, context)
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    /// Returns the frame whose header is at an offset; nil if the header is incomplete.
    private func frame(at offset: Int) -> (count: Int, type: UInt8, isAcknowledgement: Bool)? {
        let start = bytes.readerIndex + offset
        guard let high: UInt16 = bytes.getInteger(at: start),
            let low: UInt8 = bytes.getInteger(at: start + 2),
            let type: UInt8 = bytes.getInteger(at: start + 3),
            let flags: UInt8 = bytes.getInteger(at: start + 4),
            bytes.readableBytes >= offset + Self.headBytes
        else { return nil }
        return (Self.headBytes + Int(high) << 8 + Int(low), type, flags & 1 == 1)
    }

    private func hand(_ count: Int, _ context: ChannelHandlerContext) {
        guard count > 0, let piece = bytes.readSlice(length: count) else { return }
        context.fireChannelRead(wrapInboundOut(piece))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard let told else { return context.write(data, promise: promise) }
        self.told = nil
        var frame = unwrapOutboundIn(data)
        let start = frame.readerIndex
        let type: UInt8? = frame.getInteger(at: start + 3)
        let size: UInt16 = frame.getInteger(at: start + 1) ?? 0
        if type == Self.settings {
            let end = start + Self.headBytes + Int(size)
            for place in stride(from: start + Self.headBytes, to: end, by: 6)
            where frame.getInteger(at: place) == Self.maximumStreams {
                frame.setInteger(told, at: place + 2)
            }
        }
        context.write(wrapOutboundOut(frame), promise: promise)
    }
}
