import Testing
@testable import PushPayload

@Suite struct PushPayloadPlaceholder {
    @Test func `the module builds`() {}
}
