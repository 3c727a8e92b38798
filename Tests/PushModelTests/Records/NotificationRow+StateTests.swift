import Testing

@testable import PushModel

/// The life of a notification in the history, a line for each transition.
@Suite struct NotificationRowStateTests {
    typealias State = NotificationRow.State

    /// Every transition that there is; no other pair of states follows one another.
    static let transitions: [(State, State)] = [
        (.held, .shown), (.held, .hidden),
        (.held, .replaced), (.held, .evicted), (.held, .removed),
        (.shown, .tapped), (.shown, .dismissed), (.shown, .cleared), (.shown, .over),
        (.shown, .replaced), (.shown, .evicted), (.shown, .removed),
        (.listed, .tapped), (.listed, .dismissed), (.listed, .cleared),
        (.listed, .replaced), (.listed, .evicted), (.listed, .removed),
    ]

    @Test(arguments: State.allCases) func `a state leads to those that the table names`(
        _ state: State
    ) {
        let next = State.allCases.filter(state.canBecome)
        let wanted = Self.transitions.filter { $0.0 == state }.map(\.1)
        #expect(Set(next) == Set(wanted))
    }

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
