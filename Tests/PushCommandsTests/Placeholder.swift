import Testing
@testable import PushCommands

@Suite struct PushCommandsPlaceholder {
    @Test func `the module builds`() {}
}
