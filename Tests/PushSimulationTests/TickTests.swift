import Testing

@testable import PushSimulation

@Suite struct TickTests {
    @Test func `whole seconds round down on both sides of the epoch`() {
        #expect(Tick(milliseconds: 1999).unixSeconds == 1)
        #expect(Tick(milliseconds: -1).unixSeconds == -1)
    }
}
