import NIOCore
import NIOHTTP2

extension ChannelHandlerContext {
    /// Writes a frame of a stream.
    ///
    /// Whoever writes a body flushes at once, which only hands it to the connection's
    /// `WriteGatherer`: NIO sends bodies that wait together in no particular order, and then has to
    /// search for each stream that ends.
    func write(_ payload: HTTP2Frame.FramePayload, on id: HTTP2StreamID) {
        write(NIOAny(HTTP2Frame(streamID: id, payload: payload)), promise: nil)
    }
}
