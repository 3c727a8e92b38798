import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import PushBackends
import PushText

/// Lets the embedded services answer on ports, over HTTP/1.1.
///
/// One thread serves every connection; requests wait in the mailbox for the thread that owns the
/// services. No thread or socket exists before `init`.
public final class Listener {
    /// The mailbox in which requests wait.
    public let mailbox: Mailbox
    private let table: ConnectionTable
    private let outbox: Outbox
    private let group: MultiThreadedEventLoopGroup
    private var channels: [any Channel] = []

    /// Starts the thread; no port is open yet.
    ///
    /// `refused` hears on that thread of what connections refuse by themselves, and
    /// `webGuard` knows the web pages that may read it.
    public init(
        limits: ServerLimits = ServerLimits(), webGuard: WebGuard = WebGuard(),
        refused: @escaping @Sendable (ConnectionRefusal) -> Void = { _ in }
    ) {
        mailbox = Mailbox(limit: limits.waitingRequests)
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        outbox = Outbox(group.next())
        table = ConnectionTable(limits, mailbox, outbox, webGuard, refused: refused)
        table.systemClock = { Int64(time(nil)) }
    }

    /// Opens a port for a service; 0 chooses a free one.
    ///
    /// - Returns: the port.
    public func open(
        _ service: ServiceKind, host: String, port: Int
    ) throws(ListenFault) -> Int {
        let table = table
        return try listen(host, port, halfClosure: true) { channel in
            try Self.configure(channel, table, service)
        }
    }

    /// Opens a port for a service that answers over TLS; 0 chooses a free one.
    ///
    /// - Returns: the port.
    public func open(
        _ entrance: Entrance, host: String, port: Int
    ) throws(ListenFault) -> Int {
        let table = table
        // A client without TLS may close its side and still read the answer.
        let halfClosure = entrance.takesCleartext && entrance.takesHTTP1
        return try listen(host, port, halfClosure: halfClosure) { channel in
            try channel.pipeline.syncOperations.addHandler(ConnectionGate(table, entrance))
        }
    }

    /// Opens the port of a proxy that leads to gateways by their names, and nowhere else.
    ///
    /// - Returns: the port.
    public func openProxy(
        to entrances: [String: Entrance], host: String, port: Int
    ) throws(ListenFault) -> Int {
        let table = table
        return try listen(host, port, halfClosure: false) { channel in
            try channel.pipeline.syncOperations.addHandler(ProxyGate(table, entrances))
        }
    }

    /// Sends everything answered in the closure together, at its end.
    public func together(_ body: () -> Void) {
        outbox.hold()
        body()
        outbox.release()
    }

    /// Sends everything answered in the closure before the end of `together`.
    public func atOnce(_ body: () -> Void) {
        outbox.release()
        body()
        outbox.hold()
    }

    /// Takes the lines about what connections refused by themselves: few in a second, however many
    /// there were.
    public func takeRefusals() -> [String] { table.refusals.take() }

    /// Wakes the mailbox's owner after a time.
    public func wakeOwner(afterMilliseconds time: Int64, _ before: @escaping @Sendable () -> Void) {
        let mailbox = mailbox
        group.next().scheduleTask(in: .milliseconds(time)) {
            before()
            mailbox.wake()
        }
    }

    /// Withholds a gateway's SETTINGS from connections that begin from now on, or sends them again.
    public func withholdSettings(apns: Bool, fcm: Bool) {
        let table = table
        group.next().execute { table.withholdsSettings = (apns, fcm) }
    }

    private func listen(
        _ host: String, _ port: Int, halfClosure: Bool,
        _ configure: @escaping @Sendable (any Channel) throws -> Void
    ) throws(ListenFault) -> Int {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: halfClosure)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try configure(channel) }
            }
        do {
            let channel = try bootstrap.bind(host: host, port: port).wait()
            channels.append(channel)
            return channel.localAddress?.port ?? port
        } catch let error as IOError {
            throw ListenFault(error.errnoCode)
        } catch {
            throw .address("the address is not known here")
        }
    }

    /// Installs the handlers of a connection.
    static func configure(
        _ channel: any Channel, _ table: ConnectionTable, _ service: ServiceKind,
        _ connection: ServiceConnection? = nil
    ) throws {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = table.limits.headBytes
        limits.maxHeaderListSize = table.limits.headBytes
        limits.maxHeaderFieldCount = table.limits.headFields
        let decoder = HTTPRequestDecoder(
            leftOverBytesStrategy: .dropBytes, limitConfiguration: limits)
        let pipeline = channel.pipeline.syncOperations
        let clock = HeadClock()
        try pipeline.addHandler(clock)
        try pipeline.addHandler(HTTPResponseEncoder())
        try pipeline.addHandler(ByteToMessageHandler(decoder))
        try pipeline.addHandler(HTTPServerPipelineHandler())
        try pipeline.addHandler(ConnectionHandler(table, service, clock, connection))
    }

    /// Accepts no new connections, and no new requests on open ones.
    ///
    /// The mailbox is woken when the last connection has closed.
    public func drain() {
        for channel in channels { channel.close(promise: nil) }
        channels = []
        let (table, mailbox) = (table, mailbox)
        group.next().execute { table.drain { mailbox.wake() } }
    }

    /// Whether every connection has closed, after `drain`.
    public var isDrained: Bool {
        let table = table
        return (try? group.next().submit { table.isEmpty }.wait()) ?? true
    }

    /// Closes the remaining connections and ends the thread.
    public func shut() {
        mailbox.shut()
        let table = table
        try? group.next().submit { table.closeAll() }.wait()
        try? group.syncShutdownGracefully()
    }
}
