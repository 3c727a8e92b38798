import NIOCore

/// Tells the handlers behind it when the first bytes of a head arrived, which they do not see.
final class HeadClock: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The event: bytes arrived.
    struct Begun {}

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireUserInboundEventTriggered(Begun())
        context.fireChannelRead(data)
    }
}
