import Testing
@testable import PushServices

@Suite struct PushServicesPlaceholder {
    @Test func `the module builds`() {}
}
