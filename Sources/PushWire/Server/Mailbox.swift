import Glibc
import Synchronization

/// The queue of requests for the one thread that answers: bounded, and watched by a descriptor.
public final class Mailbox: Sendable {
    private struct State {
        var waiting: [Exchange] = []
        var isClosed = false
        var deputy: (@Sendable () -> Bool)?

        /// How many of those that wait have so many requests to gateways among them.
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

    /// Requests that the connections' thread answers itself; with more of them, two threads that
    /// work side by side are faster than one that is not woken.
    static let few = 8

    private let state = Mutex(State())
    private let limit: Int
    private let writeEnd: Int32
    /// Becomes readable when something waits; -1 when the process has no descriptors left.
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

    /// Adds a request; false when the mailbox is full or closed.
    func put(_ exchange: Exchange) -> Bool {
        let (isTaken, wasEmpty) = state.withLock { state in
            guard !state.isClosed, state.waiting.count < limit else { return (false, false) }
            state.waiting.append(exchange)
            return (true, state.waiting.count == 1)
        }
        if wasEmpty { wake() }
        return isTaken
    }

    /// Adds a request of which the owner is not told.
    ///
    /// - Returns: how many wait now; nil if the mailbox is full or closed.
    func putQuietly(_ exchange: Exchange) -> Int? {
        state.withLock { state in
            guard !state.isClosed, state.waiting.count < limit else { return nil }
            state.waiting.append(exchange)
            return state.waiting.count
        }
    }

    /// Lets the thread that brings brief requests answer a few of them itself, while the owner
    /// sleeps: waking a thread costs more than answering one push or event. nil ends that.
    ///
    /// `deputy` answers what waits, or returns false if the owner is at work.
    public func lend(to deputy: (@Sendable () -> Bool)?) {
        state.withLock { $0.deputy = deputy }
    }

    /// Whether the thread that brings requests may answer them.
    var isLent: Bool { state.withLock { $0.deputy != nil } }

    /// Has what waits answered: on this thread, if it is little and the owner sleeps.
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

    /// Takes what waits, in the order of arrival.
    ///
    /// - Parameters:
    ///   - isOwner: whether the caller is the one that `wake` wakes; another thread leaves it to be
    ///     woken, since it may be woken for more than requests.
    ///   - gatewayLimit: requests to gateways that are taken at most. The rest stays, with what
    ///     came behind it, and the owner is woken for it.
    public func take(isOwner: Bool = true, gatewayLimit: Int = .max) -> [Exchange] {
        var bytes: (UInt64, UInt64) = (0, 0)
        // A read that does not fill the place has emptied the pipe.
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

    /// Makes the descriptor readable though no request came.
    public func wake() {
        var byte: UInt8 = 1
        // A full pipe already says that something waits.
        _ = write(writeEnd, &byte, 1)
    }

    /// Takes no further request.
    public func shut() {
        state.withLock { $0.isClosed = true }
    }
}
