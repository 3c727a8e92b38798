import NIOCore
import NIOHTTP1
import PushBackends

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

    /// Writes the answer to something that never became a request, past every other handler.
    func write(_ response: ServiceResponse, at date: String?) {
        guard let context else { return }
        let status = HTTPResponseStatus(statusCode: response.status)
        let fields = response.headers.filter(\.isWritable)
            .map { "\($0.name): \($0.value)\r\n" }.joined()
        let dated = date.map { "Date: \($0)\r\n" } ?? ""
        var buffer = context.channel.allocator.buffer(
            string: "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n\(fields)\(dated)"
                + "Content-Length: \(response.body.count)\r\nConnection: close\r\n\r\n")
        buffer.writeBytes(response.body)
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    }
}
