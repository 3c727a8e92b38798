import NIOCore
import Synchronization

/// Carries answers from the answering thread to the connections'.
///
/// Answers given together cross together: the connections' thread is woken once, and its output to
/// a client goes out in one piece.
final class Outbox: Sendable {
    typealias Delivery = @Sendable () -> Void

    private struct State {
        var waiting: [Delivery] = []
        var isHeld = false
        var isOnTheWay = false

        /// Whether the caller has to carry the waiting answers.
        mutating func startsWay() -> Bool {
            guard !isHeld, !isOnTheWay, !waiting.isEmpty else { return false }
            isOnTheWay = true
            return true
        }
    }

    private let state = Mutex(State())
    let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    /// Delivers an answer on the connections' thread, now or when held ones are released.
    func put(_ delivery: @escaping Delivery) {
        let isFirst = state.withLock { state in
            state.waiting.append(delivery)
            return state.startsWay()
        }
        if isFirst { carry() }
    }

    /// Holds everything put from now on until `release`.
    func hold() { state.withLock { $0.isHeld = true } }

    /// Delivers everything put since `hold`.
    func release() {
        let isFirst = state.withLock { state in
            state.isHeld = false
            return state.startsWay()
        }
        if isFirst { carry() }
    }

    private func carry() {
        loop.execute {
            let deliveries = self.state.withLock { state in
                state.isOnTheWay = false
                let waiting = state.waiting
                state.waiting = []
                return waiting
            }
            for delivery in deliveries { delivery() }
        }
    }
}
