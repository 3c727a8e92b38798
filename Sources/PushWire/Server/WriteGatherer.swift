import NIOCore

/// Joins what a connection writes in a turn of its loop: TLS seals it as one record instead of
/// three for each answer, and the system sends it with one call.
final class WriteGatherer: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var context: ChannelHandlerContext?
    private var gathered = ByteBuffer()
    /// The promise of the first write that has one; those of later writes follow it.
    private var written: EventLoopPromise<Void>?
    private var isFlushing = false

    /// The bytes that are passed on without waiting for a flush, so that a large body is not moved
    /// again and again.
    private static let most = 65_536

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        written?.fail(ChannelError.ioOnClosedChannel)
        written = nil
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var bytes = unwrapOutboundIn(data)
        gathered.writeBuffer(&bytes)
        if let promise {
            if let written {
                written.futureResult.cascade(to: promise)
            } else {
                written = promise
            }
        }
        if gathered.readableBytes >= Self.most { passOn() }
    }

    func flush(context: ChannelHandlerContext) {
        guard !isFlushing else { return }
        isFlushing = true
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.execute {
            bound.value.isFlushing = false
            bound.value.passOn()
            bound.value.context?.flush()
        }
    }

    func close(
        context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
    ) {
        passOn()
        context.flush()
        context.close(mode: mode, promise: promise)
    }

    private func passOn() {
        guard let context, gathered.readableBytes > 0 else { return }
        let bytes = gathered
        let promise = written
        gathered = context.channel.allocator.buffer(capacity: min(bytes.readableBytes, 4096))
        written = nil
        context.write(wrapOutboundOut(bytes), promise: promise)
    }
}
