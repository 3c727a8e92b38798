import PushModel
import Testing

@testable import PushSimulation

/// PL-04: how many background pushes iOS lets through, and when the next one may pass.
@Suite struct WakeBudgetTests {
    private static let day: Int64 = 86_400_000
    private static let hour: Int64 = 3_600_000

    private static func spent(_ count: Int, from start: Int64 = 0) -> WakeBudget {
        var budget = WakeBudget()
        for number in 0..<count {
            budget.charge(at: Tick(milliseconds: start + Int64(number)))
        }
        return budget
    }

    @Test(arguments: [(0, Int64.min), (1, .min), (47, .min), (48, day), (49, day)])
    func `a device lets 48 pushes through in the 24 hours from the first`(
        count: Int, reopens: Int64
    ) {
        #expect(Self.spent(count).reopens == Tick(milliseconds: reopens))
    }

    @Test(
        arguments: [
            // The time of the next push, and the start of its 24 hours and their count.
            (47, 0, 49), (day - 1, 0, 49), (day, day, 1), (5 * day, 5 * day, 1),
            // A clock that was set back begins anew, as its 24 hours have not begun yet.
            (-1, -1, 1),
        ] as [(Int64, Int64, Int)])
    func `the 24 hours begin anew with the push behind them`(
        next: Int64, start: Int64, used: Int
    ) {
        var budget = Self.spent(48)
        budget.charge(at: Tick(milliseconds: next))
        #expect(budget.start == Tick(milliseconds: start) && budget.used == used)
    }

    @Test func `an app lets three pushes through in any hour`() {
        var budget = BackgroundBudget()
        let times: [Int64] = [0, 10, 20]
        for time in times {
            #expect(budget.reopens == Tick(milliseconds: .min))
            budget.charge(at: Tick(milliseconds: time))
        }
        #expect(budget.reopens == Tick(milliseconds: Self.hour))
        budget.charge(at: Tick(milliseconds: Self.hour))
        // The hour slides: the second of the first three is the oldest that counts now.
        #expect(budget.reopens == Tick(milliseconds: Self.hour + 10))
        #expect(budget.recent.count == 3)
    }

    @Test func `a held push is given back once`() {
        var budget = BackgroundBudget()
        #expect(budget.release() == nil)
        budget.held = Push(payload: .init(root: ["aps": [:]]), byteCount: 10)
        budget.heldSequence = 7
        budget.heldDelivery = .tracked
        #expect(budget.release()?.sequence == 7)
        #expect(budget == BackgroundBudget())
    }
}
