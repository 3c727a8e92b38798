import Glibc
import Synchronization

/// Where requests wait for the one thread that answers them: bounded, and watched by a descriptor.
public final class Mailbox: Sendable {
    private struct State {
        var waiting: [Exchange] = []
        var isClosed = false
    }

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

    /// Takes everything that waits, in the order of arrival.
    public func take() -> [Exchange] {
        var bytes: (UInt64, UInt64) = (0, 0)
        // A read that does not fill the place has emptied the pipe.
        while read(descriptor, &bytes, 16) == 16 {}
        return state.withLock { state in
            let taken = state.waiting
            state.waiting.removeAll(keepingCapacity: true)
            return taken
        }
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
