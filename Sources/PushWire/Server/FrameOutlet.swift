import NIOCore
import NIOHTTP2

/// The output of a handler that writes frames itself: it flushes once for everything that is ready
/// in a turn of its loop.
final class FrameOutlet {
    /// The handler's place in its channel; nil before and after.
    var context: ChannelHandlerContext?
    private var isFlushing = false

    func write(_ payload: HTTP2Frame.FramePayload, on id: HTTP2StreamID) {
        context?.write(NIOAny(HTTP2Frame(streamID: id, payload: payload)), promise: nil)
    }

    /// Flushes once for everything that is ready.
    func flushSoon() {
        guard let context, !isFlushing else { return }
        isFlushing = true
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.execute {
            bound.value.isFlushing = false
            bound.value.context?.flush()
        }
    }
}
