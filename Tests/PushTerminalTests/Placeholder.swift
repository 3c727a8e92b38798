import Testing
@testable import PushTerminal

@Suite struct PushTerminalPlaceholder {
    @Test func `the module builds`() {}
}
