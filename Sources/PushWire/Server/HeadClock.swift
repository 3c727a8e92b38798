import NIOCore
import NIOHTTP1
import PushBackends
import PushText

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
    /// The bytes that are being read.
    private var piece: ByteBuffer?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireUserInboundEventTriggered(Begun())
        piece = unwrapInboundIn(data)
        context.fireChannelRead(data)
        piece = nil
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            context.fireUserInboundEventTriggered(Closed())
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// The method in the request line with which the bytes that are being read begin; nil if they
    /// begin with anything else, such as the rest of an earlier request.
    ///
    /// The parser tells a method that it does not know from nonsense no more than by its error.
    var method: String? {
        let line = piece?.readableBytesView.prefix { $0 != 13 }.prefix(4096) ?? []
        let words = line.split(separator: 32, omittingEmptySubsequences: false)
        guard words.count == 3, !words[1].isEmpty, words[2].starts(with: "HTTP/1.".utf8),
            !words[0].isEmpty, words[0].count <= 20,
            words[0].allSatisfy({ Ascii.isWord($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        return String(decoding: words[0], as: UTF8.self)
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
