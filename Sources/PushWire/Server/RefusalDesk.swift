import Synchronization

/// The refusals that wait to be reported: few, however many connections are refused.
final class RefusalDesk: Sendable {
    private struct State {
        var waiting: [(refusal: ConnectionRefusal, count: Int)] = []
        /// The number of refusals for which there was no room.
        var others = 0
        /// Whether it is time to report them.
        var isDue = false
    }

    /// The maximum number of lines at once, without the one about all others.
    static let few = 8

    private let state = Mutex(State())

    /// Adds a refusal, to the line of those like it if there is one.
    func add(_ refusal: ConnectionRefusal) {
        state.withLock { state in
            if let index = state.waiting.firstIndex(where: { refusal.isLike($0.refusal) }) {
                state.waiting[index].count += 1
            } else if state.waiting.count < Self.few {
                state.waiting.append((refusal, 1))
            } else {
                state.others += 1
            }
        }
    }

    /// Lets what waits be reported; false if nothing does.
    func ring() -> Bool {
        state.withLock { state in
            state.isDue = !state.waiting.isEmpty
            return state.isDue
        }
    }

    /// Takes the lines whose time has come.
    func take() -> [String] {
        state.withLock { state in
            guard state.isDue else { return [] }
            let lines = state.waiting.map { refusal, count in
                count == 1 ? refusal.line : "\(refusal.line) (\(count) times)"
            }
            let others = state.others
            state = State()
            return others == 0 ? lines : lines + ["refused \(others) more, for other reasons"]
        }
    }
}
