import Testing

@testable import PushModel

/// What the moments in the life of a token mean; the walks of tokens show their order.
@Suite struct TokenRowChangeTests {
    typealias Change = TokenRow.Change

    /// What FCM and APNs answer to a send after each moment.
    @Test func `a sender learns of a token's end, but not of one that was dropped`() {
        func changes(_ isTrue: (Change) -> Bool) -> [Change] { Change.allCases.filter(isTrue) }
        #expect(changes(\.isValid) == [.issued, .confirmed])
        #expect(changes(\.isUnknownToFCM) == [.expired, .unregistered, .invalidated, .deleted])
        #expect(changes(\.isUnknownToAPNs) == [.retired, .replaced])
        #expect(!Change.dropped.isValid && !Change.dropped.isUnknownToFCM)
    }

    @Test func `only links that the app's code opened are tracked`() {
        #expect(LinkRow.Outcome.allCases.filter(\.isOpened) == [.screen, .safari])
    }
}
