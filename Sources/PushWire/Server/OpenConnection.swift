import NIOCore
import NIOSSL

/// A connection as the listener's table sees it, whichever protocol it speaks.
protocol OpenConnection: AnyObject {
    /// Whether no request is in progress.
    var isIdle: Bool { get }
    /// The time at which it became idle, as a number of the table.
    var idleSince: UInt64 { get }
    /// Whether it has been sending a body for longer than others should wait.
    var isSlow: Bool { get }
    /// Makes room for another connection.
    func evict()
    /// Closes at once if idle, else after the answer.
    func drain()
}

extension OpenConnection {
    var isSlow: Bool { false }
}

extension ChannelHandlerContext {
    /// Closes without waiting for the other side's farewell, which TLS would do for seconds: a
    /// connection that makes room must not stay open next to its successor.
    func leaveAtOnce() {
        let pipeline = pipeline
        close(promise: nil)
        // From the TLS handler's place a close goes only to the socket.
        let tls = try? pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
        tls?.close(promise: nil)
    }
}
