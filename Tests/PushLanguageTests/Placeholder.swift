import Testing
@testable import PushLanguage

@Suite struct PushLanguagePlaceholder {
    @Test func `the module builds`() {}
}
