import Testing
@testable import PushSimulation

@Suite struct PushSimulationPlaceholder {
    @Test func `the module builds`() {}
}
