import Testing

@testable import PushRuntime

@Suite struct PushRuntimePlaceholder {
    @Test func `the module builds`() {}
}
