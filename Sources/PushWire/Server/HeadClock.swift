import NIOCore

/// The handler nearest to the socket: it sees bytes that are not a request yet.
///
/// It reports when the first bytes of a head arrived and when the client closed its side, and
/// writes the answers to anything that never became a request: the handlers in between would call
/// those an answer without a request.
final class HeadClock: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The event that bytes arrived.
    struct Begun {}

    /// The event that the client has closed its side of the connection.
    ///
    /// The handlers in between hold back the channel's own event while requests wait behind the one
    /// in progress.
    struct Closed {}

    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireUserInboundEventTriggered(Begun())
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            context.fireUserInboundEventTriggered(Closed())
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Writes bytes past every other handler.
    func write(_ text: String, _ body: [UInt8]) {
        guard let context else { return }
        var buffer = context.channel.allocator.buffer(string: text)
        buffer.writeBytes(body)
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    }
}
