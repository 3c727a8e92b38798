import NIOCore
import PushBackends

/// The open connections of a listener, and the bytes that they hold together.
///
/// Confined to the listener's one event loop, which makes sharing it safe.
final class ConnectionTable: @unchecked Sendable {
    let limits: ServerLimits
    /// The web pages that may read what connections refuse by themselves.
    let webGuard: WebGuard
    let mailbox: Mailbox
    let outbox: Outbox
    /// Whether no further request is accepted.
    private(set) var isDraining = false
    /// Returns the Unix seconds; nil = the server has no clock, and its answers have no `Date`
    /// (RFC 9110, 6.6.1).
    var systemClock: (() -> Int64)?
    /// The last second that was written out, and its text.
    private var dated: (second: Int64, text: String)?
    /// Whether new connections to a gateway are sent no SETTINGS.
    var withholdsSettings = (apns: false, fcm: false)
    private var connections: [ObjectIdentifier: any OpenConnection] = [:]
    /// The bytes of all bodies that are held for requests in progress.
    private var heldBytes = 0
    private var clock: UInt64 = 0
    private var connectionCount: UInt64 = 0
    private var whenEmpty: (() -> Void)?
    private var isSettling = false
    /// The refusals to report.
    let refusals = RefusalDesk()
    private let countRefusal: (ConnectionRefusal) -> Void
    /// Whether refusals were reported in the last second.
    private var isReporting = false

    init(
        _ limits: ServerLimits, _ mailbox: Mailbox, _ outbox: Outbox,
        _ webGuard: WebGuard = WebGuard(),
        refused: @escaping (ConnectionRefusal) -> Void = { _ in }
    ) {
        countRefusal = refused
        self.limits = limits
        self.webGuard = webGuard
        self.mailbox = mailbox
        self.outbox = outbox
    }

    /// Counts a connection, for which the one whose client lets the server wait longest may have
    /// to close: it sends no request, or trickles a body.
    ///
    /// - Returns: false if every connection is busy, none is slow, and the new one is one too many.
    func open(_ connection: some OpenConnection) -> Bool {
        if connections.count >= limits.connections {
            // A new connection has no request yet: the slow must not outlive it.
            let idle = connections.values.filter { $0.isIdle || $0.isSlow }
                .min { $0.idleSince < $1.idleSince }
            guard let idle else { return false }
            connections[ObjectIdentifier(idle)] = nil
            idle.evict()
        }
        connections[ObjectIdentifier(connection)] = connection
        return true
    }

    func close(_ connection: some OpenConnection) {
        connections[ObjectIdentifier(connection)] = nil
        if isDraining, connections.isEmpty { finishDraining() }
    }

    /// Passes a request on; false if too many wait.
    ///
    /// Brief requests wait for the end of the loop's turn: then it is known whether they are few
    /// enough to be answered here.
    func hand(_ exchange: Exchange) -> Bool {
        // With many connections two threads that work side by side store more events.
        let isFew = exchange.service.isGateway || connections.count <= Mailbox.few
        guard isFew, exchange.isBrief, mailbox.isLent else { return mailbox.put(exchange) }
        guard let count = mailbox.putQuietly(exchange) else { return false }
        if count == Mailbox.few + 1 { mailbox.wake() }
        guard !isSettling else { return true }
        isSettling = true
        outbox.loop.execute {
            self.isSettling = false
            self.mailbox.settle()
        }
        return true
    }

    /// Counts a refusal, and has it reported: the first one at once, those of the second after it
    /// together.
    func note(_ refusal: ConnectionRefusal) {
        countRefusal(refusal)
        refusals.add(refusal)
        if !isReporting { report() }
    }

    /// Notes a client that left within a second of its TLS handshake and had sent nothing: some
    /// only look at the server's certificate then.
    func noteSilence(_ service: ServiceKind, since start: NIODeadline?, now: NIODeadline) {
        guard let start, !isDraining, now - start <= .seconds(1) else { return }
        note(.init(service, .closed(.handshake), HandshakeWatch.unused))
    }

    private func report() {
        isReporting = refusals.ring()
        guard isReporting else { return }
        mailbox.wake()
        outbox.loop.scheduleTask(in: .seconds(1)) { self.report() }
    }

    /// Returns a number greater than every earlier one, to compare how long connections have
    /// waited.
    func stamp() -> UInt64 {
        clock += 1
        return clock
    }

    /// Returns a new number, which distinguishes a connection from all others.
    func nextConnectionID() -> UInt64 {
        connectionCount += 1
        return connectionCount
    }

    /// The `Date` of an answer that leaves now, which is written out once a second.
    var date: String? {
        guard let second = systemClock?() else { return nil }
        if let dated, dated.second == second { return dated.text }
        let text = HTTPDate.text(second)
        dated = (second, text)
        return text
    }

    /// Counts bytes of a body; false if all bodies together would be too many.
    func hold(_ count: Int) -> Bool {
        guard heldBytes + count <= limits.heldBytes else { return false }
        heldBytes += count
        return true
    }

    func release(_ count: Int) { heldBytes -= count }

    /// Closes idle connections, lets busy ones finish, and calls back when none is left.
    func drain(_ whenEmpty: @escaping () -> Void) {
        isDraining = true
        self.whenEmpty = whenEmpty
        for connection in connections.values { connection.drain() }
        if connections.isEmpty { finishDraining() }
    }

    private func finishDraining() {
        whenEmpty?()
        whenEmpty = nil
    }

    /// Whether no connection is open.
    var isEmpty: Bool { connections.isEmpty }

    /// Closes all open connections.
    func closeAll() {
        for connection in connections.values { connection.evict() }
    }
}
