import Testing

@testable import PushPayload

/// The subscriptions that `why` names where an installation does not match a condition.
@Suite struct FCMConditionRemediesTests {
    static let cases: [(String, [String], [[String]])] = [
        ("'a' in topics", [], [["+a"]]),
        ("'a' in topics", ["a"], [[]]),
        ("!('a' in topics)", ["a"], [["-a"]]),
        ("!('a' in topics)", [], [[]]),
        ("'a' in topics && !('b' in topics)", ["a", "b"], [["-b"]]),
        ("'a' in topics && !('b' in topics)", ["b"], [["+a", "-b"]]),
        ("'a' in topics || 'b' in topics", [], [["+a"], ["+b"]]),
        ("'a' in topics || 'b' in topics && 'c' in topics", ["a"], [["+c"]]),
        ("'a' in topics || ('b' in topics && 'c' in topics)", [], [["+a"]]),
        ("('a' in topics || 'b' in topics) && 'c' in topics", ["b"], [["+c"]]),
        ("'a' in topics && !('a' in topics)", ["a"], []),
        ("'a' in topics && ('a' in topics || 'b' in topics)", [], [["+a"]]),
    ]

    @Test(arguments: cases) func `the fewest changes are named that let it hold`(
        _ text: String, _ subscribed: [String], _ expected: [[String]]
    ) throws {
        let found = try #require(FCMCondition(text)).remedies { subscribed.contains($0) }
        #expect(found.map { $0.map { ($0.subscribes ? "+" : "-") + $0.topic } } == expected)
    }

    @Test(arguments: cases) func `each of them is enough`(
        _ text: String, _ subscribed: [String], _ expected: [[String]]
    ) throws {
        let condition = try #require(FCMCondition(text))
        for changes in condition.remedies({ subscribed.contains($0) }) {
            var topics = subscribed
            for change in changes {
                topics.removeAll { $0 == change.topic }
                if change.subscribes { topics.append(change.topic) }
            }
            #expect(condition.holds { topics.contains($0) })
        }
    }
}
