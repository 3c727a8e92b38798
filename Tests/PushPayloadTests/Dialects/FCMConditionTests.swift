import Testing

@testable import PushPayload

/// Conditions over topics, as Google describes them: at most five topics, `&&`, `||`, `!` and
/// parentheses (FCM-TOPIC).
@Suite struct FCMConditionTests {
    static let forms: [(String, FCMCondition)] = [
        ("'a' in topics", .topic("a")), (#""a" in topics"#, .topic("a")),
        ("  'a'  in\ttopics ", .topic("a")), ("'a' in\r\n topics\n", .topic("a")),
        ("('a' in topics)", .topic("a")),
        ("!('a' in topics)", .not(.topic("a"))), ("! 'a' in topics", .not(.topic("a"))),
        ("!!'a' in topics", .not(.not(.topic("a")))),
        ("'a' in topics && 'b' in topics", .all([.topic("a"), .topic("b")])),
        ("'a' in topics || 'b' in topics", .any([.topic("a"), .topic("b")])),
        (
            "'a' in topics || 'b' in topics && 'c' in topics",
            .all([.any([.topic("a"), .topic("b")]), .topic("c")])
        ),
        (
            "'a' in topics || ('b' in topics && 'c' in topics)",
            .any([.topic("a"), .all([.topic("b"), .topic("c")])])
        ),
        (
            "'a' in topics && 'b' in topics && 'c' in topics || 'd' in topics",
            .any([.all([.topic("a"), .topic("b"), .topic("c")]), .topic("d")])
        ),
        (
            "('a' in topics || 'b' in topics) && 'c' in topics",
            .all([.any([.topic("a"), .topic("b")]), .topic("c")])
        ),
        (
            "!'a' in topics && 'b' in topics",
            .all([.not(.topic("a")), .topic("b")])
        ),
        ("'news-1_a.b~c%d' in topics", .topic("news-1_a.b~c%d")),
    ]

    @Test(arguments: forms) func `[KD-06] a condition is read from left to right`(
        _ text: String, _ condition: FCMCondition
    ) {
        #expect(FCMCondition(text) == condition)
    }

    @Test(
        arguments: [
            (
                "'a' in topics || 'b' in topics && 'c' in topics",
                "('a' in topics || 'b' in topics) && 'c' in topics"
            ),
            (
                "'a' in topics||'b' in topics&&!'c' in topics||'d' in topics",
                "(('a' in topics || 'b' in topics) && !('c' in topics)) || 'd' in topics"
            ),
            (
                "!('a' in topics || 'b' in topics && 'c' in topics)",
                "!(('a' in topics || 'b' in topics) && 'c' in topics)"
            ),
            ("'a' in topics && 'b' in topics || 'c' in topics", nil),
            ("('a' in topics || 'b' in topics) && 'c' in topics", nil),
            ("'a' in topics || ('b' in topics && 'c' in topics)", nil),
            ("'a' in topics || 'b' in topics &&", nil),
        ] as [(String, String?)])
    func `it is written out where another precedence would read it otherwise`(
        _ text: String, _ written: String?
    ) {
        #expect(FCMCondition.leftToRight(text) == written)
    }

    @Test(arguments: [
        "", " ", "a", "'a'", "'a' in", "'a' in topic", "'a' in topicss", "'a in topics",
        "'a\" in topics", "'' in topics", "'/topics/a' in topics", "'a b' in topics",
        "'a' in topics &&", "&& 'a' in topics", "'a' in topics & 'b' in topics",
        "'a' in topics 'b' in topics", "'a' in topics and 'b' in topics", "('a' in topics",
        "'a' intopics", "'a' in topics)", "()", "!", "'a' IN topics", "'ä' in topics",
    ])
    func `anything else is none`(_ text: String) {
        #expect(FCMCondition(text) == nil)
    }

    @Test func `it names one topic to five`() {
        func joined(_ count: Int) -> FCMCondition? {
            let topics = (0..<count).map { "'t\($0)' in topics" }
            return FCMCondition(topics.joined(separator: " || "))
        }
        #expect(joined(1) != nil && joined(5) != nil)
        #expect(joined(6) == nil)
        // Counted as they stand, also one that is named twice.
        #expect(
            FCMCondition(String(repeating: "'a' in topics||", count: 5) + "'a' in topics") == nil)
    }

    @Test func `a condition that nests without end is refused at once`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "'a' in topics"
                + String(repeating: ")", count: depth)
        }
        #expect(FCMCondition(nested(20)) == .topic("a"))
        #expect(FCMCondition(nested(4000)) == nil)
        #expect(FCMCondition(String(repeating: "!", count: 4000) + "'a' in topics") == nil)
        #expect(FCMCondition("'a' in topics" + String(repeating: " ", count: 20_000)) == nil)
    }

    /// Who is subscribed, and whether the condition holds: the document's own example.
    static let example = "'TopicA' in topics && ('TopicB' in topics || 'TopicC' in topics)"

    @Test(
        arguments: [
            ([], false), (["TopicA"], false), (["TopicB"], false), (["TopicB", "TopicC"], false),
            (["TopicA", "TopicB"], true), (["TopicA", "TopicC"], true),
            (["TopicA", "TopicB", "TopicC"], true), (["topica", "topicb"], false),
        ] as [(Set<String>, Bool)])
    func `it holds for those who are subscribed`(_ topics: Set<String>, _ holds: Bool) throws {
        let condition = try #require(FCMCondition(Self.example))
        #expect(condition.holds(topics.contains) == holds)
        #expect(FCMCondition.not(condition).holds(topics.contains) == !holds)
    }
}
