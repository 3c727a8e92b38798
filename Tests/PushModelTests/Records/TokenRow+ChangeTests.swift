import Testing

@testable import PushModel

/// The life of a token, a line for each moment and those that may follow it.
@Suite struct TokenRowChangeTests {
    typealias Change = TokenRow.Change

    static let lives: [(Change?, [Change])] = [
        (nil, [.issued]),
        (
            .issued,
            [
                .confirmed, .expired, .unregistered, .invalidated, .deleted, .dropped, .retired,
                .replaced,
            ]
        ),
        (
            .confirmed,
            [
                .confirmed, .expired, .unregistered, .invalidated, .deleted, .dropped, .retired,
                .replaced,
            ]
        ),
        (.expired, [.issued, .expired, .invalidated, .deleted, .dropped]),
        (.unregistered, [.issued, .expired, .invalidated, .deleted, .dropped]),
        (.invalidated, [.issued]), (.deleted, [.issued]), (.dropped, [.issued]),
        // APNs never gives a device token twice.
        (.retired, []), (.replaced, []),
    ]

    @Test(arguments: lives.indices) func `a moment is followed by those that the table names`(
        _ index: Int
    ) {
        let (earlier, later) = Self.lives[index]
        #expect(Change.allCases.filter { $0.canFollow(earlier) } == later)
    }

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
