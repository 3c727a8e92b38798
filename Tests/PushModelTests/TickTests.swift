import Testing

@testable import PushModel

@Suite struct TickTests {
    @Test(
        arguments: [
            (0, 0), (999, 0), (1000, 1), (1999, 1), (-1, -1), (-1000, -1), (-1001, -2),
            (1_767_225_600_000, 1_767_225_600),
        ] as [(Int64, Int64)])
    func `whole seconds round down on both sides of the epoch`(milliseconds: Int64, seconds: Int64)
    {
        #expect(Tick(milliseconds: milliseconds).unixSeconds == seconds)
    }

    @Test(
        arguments: [
            (0, 5, 5), (5, -6, -1), (.max, 1, .max), (.max - 1, 1, .max), (.min, -1, .min),
            (.min, .max, -1),
        ] as [(Int64, Int64, Int64)])
    func `an instant moves without overflow`(start: Int64, by: Int64, end: Int64) {
        #expect(Tick(milliseconds: start).advanced(by: by) == Tick(milliseconds: end))
    }

    @Test func `instants are ordered by time`() {
        let ticks = [3, -1, 0].map { Tick(milliseconds: $0) }
        #expect(ticks.sorted().map(\.milliseconds) == [-1, 0, 3])
        #expect(Tick.scriptStart.milliseconds == 1_767_225_600_000)
    }
}
