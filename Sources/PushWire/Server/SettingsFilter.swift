import NIOCore

/// Keeps a server's SETTINGS from its client, as `stub apns no-settings` and
/// `stub fcm no-settings` ask.
///
/// It is below the state machine, which writes each frame separately. The acknowledgement of the
/// client's own SETTINGS passes.
final class SettingsFilter: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let settings: UInt8 = 4

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let frame = unwrapOutboundIn(data)
        let type: UInt8? = frame.getInteger(at: frame.readerIndex + 3)
        let flags: UInt8 = frame.getInteger(at: frame.readerIndex + 4) ?? 0
        let stream: UInt32 = frame.getInteger(at: frame.readerIndex + 5) ?? 1
        guard type == Self.settings, stream == 0, flags & 1 == 0 else {
            return context.write(data, promise: promise)
        }
        promise?.succeed(())
    }
}
