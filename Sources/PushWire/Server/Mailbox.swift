import Glibc
import Synchronization

/// The queue of requests for the one thread that answers: bounded, and watched by a descriptor.
public final class Mailbox: Sendable {
    private struct State {
        var waiting: [Exchange] = []
        /// The number of requests that the owner has taken and set aside.
        var aside = 0
        var isClosed = false
        var deputy: (@Sendable () -> Bool)?

        /// Whether another request may wait, among at most `limit`.
        func hasRoom(_ limit: Int) -> Bool { !isClosed && waiting.count + aside < limit }

        /// Returns the number of requests to take so that at most `gatewayLimit` are for gateways.
        func count(gatewayLimit: Int) -> Int {
            guard waiting.count > gatewayLimit else { return waiting.count }
            var gateways = 0
            for (index, exchange) in waiting.enumerated() where exchange.service.isGateway {
                if gateways == gatewayLimit { return index }
                gateways += 1
            }
            return waiting.count
        }
    }

    /// The number of requests that the connections' thread answers itself; beyond it, two threads
    /// side by side are faster than one that need not wake another.
    static let few = 8

    private let state = Mutex(State())
    private let limit: Int
    private let writeEnd: Int32
    /// A descriptor that becomes readable when something waits; -1 if the process has none left.
    public let descriptor: Int32

    /// Makes a mailbox that holds at most `limit` requests.
    public init(limit: Int) {
        self.limit = limit
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 {
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
        }
        descriptor = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    /// Adds a request; false if the mailbox is full or closed.
    func put(_ exchange: Exchange) -> Bool {
        let (isTaken, wasEmpty) = state.withLock { state in
            guard state.hasRoom(limit) else { return (false, false) }
            state.waiting.append(exchange)
            return (true, state.waiting.count == 1)
        }
        if wasEmpty { wake() }
        return isTaken
    }

    /// Adds a request without waking the owner.
    ///
    /// - Returns: how many wait now; nil if the mailbox is full or closed.
    func putQuietly(_ exchange: Exchange) -> Int? {
        state.withLock { state in
            guard state.hasRoom(limit) else { return nil }
            state.waiting.append(exchange)
            return state.waiting.count
        }
    }

    /// Lets the thread that receives brief requests answer a few of them itself, while the owner
    /// sleeps.
    ///
    /// Waking a thread costs more than answering one push or event. `deputy` answers waiting
    /// requests, or returns false if the owner is at work; nil ends the loan.
    public func lend(to deputy: (@Sendable () -> Bool)?) {
        state.withLock { $0.deputy = deputy }
    }

    /// Whether the receiving thread may answer requests.
    var isLent: Bool { state.withLock { $0.deputy != nil } }

    /// Has waiting requests answered: on this thread, if they are few and the owner sleeps.
    func settle() {
        let (count, deputy) = state.withLock { state in
            let isLittle =
                state.waiting.count <= Self.few
                && state.waiting.allSatisfy(\.isBrief)
            return (state.waiting.count, isLittle ? state.deputy : nil)
        }
        guard count > 0 else { return }
        if let deputy, deputy() { return }
        wake()
    }

    /// Takes waiting requests, in the order of arrival.
    ///
    /// - Parameters:
    ///   - isOwner: whether the caller is the one that `wake` wakes; another thread leaves it to be
    ///     woken, since it may be woken for more than requests.
    ///   - gatewayLimit: the maximum number of gateway requests to take. The rest stays, with what
    ///     came after it, and the owner is woken for it.
    /// - Returns: the requests.
    public func take(isOwner: Bool = true, gatewayLimit: Int = .max) -> [Exchange] {
        var bytes: (UInt64, UInt64) = (0, 0)
        // A read that does not fill the buffer has emptied the pipe.
        while isOwner, read(descriptor, &bytes, 16) == 16 {}
        let (taken, isAll) = state.withLock { state in
            let count = state.count(gatewayLimit: gatewayLimit)
            guard count < state.waiting.count else {
                let taken = state.waiting
                state.waiting.removeAll(keepingCapacity: true)
                return (taken, true)
            }
            let taken = Array(state.waiting[..<count])
            state.waiting.removeFirst(count)
            return (taken, false)
        }
        if !isAll { wake() }
        return taken
    }

    /// Counts requests that the owner has taken and answers later, or no longer has set aside if
    /// the number is negative: they go on to wait.
    public func setAside(_ count: Int) { state.withLock { $0.aside += count } }

    /// Makes the descriptor readable although no request arrived.
    public func wake() {
        var byte: UInt8 = 1
        // A full pipe already signals that something waits.
        _ = write(writeEnd, &byte, 1)
    }

    /// Accepts no further request.
    public func shut() {
        state.withLock { $0.isClosed = true }
    }
}
