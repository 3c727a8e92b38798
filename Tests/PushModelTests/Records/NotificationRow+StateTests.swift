import Testing

@testable import PushModel

/// What each state of a notification means; the world's walks show the transitions.
@Suite struct NotificationRowStateTests {
    typealias State = NotificationRow.State

    @Test func `what waits can end, and what has ended does not wait`() {
        for state in State.allCases {
            #expect(!(state.isWaiting && state.isOver), "\(state)")
            #expect(State.waiting.contains(state) == state.isWaiting, "\(state)")
            let ends = State.allCases.contains { state.canBecome($0) && $0.isOver }
            #expect(ends == state.isWaiting, "\(state)")
        }
        #expect(
            State.allCases.filter(\.isOver) == [
                .tapped, .dismissed, .replaced, .evicted, .cleared, .removed, .over,
            ])
    }

    /// The texts stand in databases of older workspaces and in scripts.
    @Test func `the words of the output stay`() {
        #expect(
            State.allCases.map(\.rawValue) == [
                "shown", "listed", "held", "hidden", "silent", "live", "refused", "stored",
                "tapped", "dismissed", "replaced", "evicted", "cleared", "removed", "over",
            ])
    }
}
