import Testing
@testable import PushStore

@Suite struct PushStorePlaceholder {
    @Test func `the module builds`() {}
}
