import PushText
import Testing

@testable import PushPayload

@Suite struct EngageComposerTests {
    static let campaign: JSON = ["td_campaign_id": "c", "title": "T", "body": "B"]
    static let text: JSON = ["title": "T", "body": "B"]

    @Test func `a campaign payload gets what its sender would add`() {
        let (payload, added) = EngageComposer.compose(
            Self.campaign, addCategory: "PROMO", addMutableContent: true)
        #expect(added == ["aps.alert", "aps.category", "aps.mutable-content"])
        #expect(
            payload == [
                "aps": ["alert": Self.text, "category": "PROMO", "mutable-content": 1],
                "td_campaign_id": "c", "title": "T", "body": "B",
            ])
    }

    @Test(
        arguments: [
            (["a": 1, "aps": ["alert": "x"]], nil, false, ["a": 1, "aps": ["alert": "x"]], []),
            (
                ["title": "T", "aps": [:]], nil, false,
                ["title": "T", "aps": ["alert": ["title": "T"]]], ["aps.alert"]
            ),
            (
                ["a": 1, "aps": ["alert": "x"]], "C", false,
                ["a": 1, "aps": ["alert": "x", "category": "C"]], ["aps.category"]
            ),
            (
                ["aps": ["alert": "x", "category": "D", "mutable-content": 0]], "C", true,
                ["aps": ["alert": "x", "category": "D", "mutable-content": 0]], []
            ),
            (
                ["title": "T", "aps": ["content-available": 1]], nil, false,
                ["title": "T", "aps": ["content-available": 1]], []
            ),
            (
                ["aps": ["badge": 1], "image_url": "i"], "C", true,
                ["aps": ["badge": 1], "image_url": "i"], []
            ),
            (["title": 5], nil, false, ["title": 5], []), ("text", "C", true, "text", []),
            (
                ["body": "B"], nil, false, ["aps": ["alert": ["body": "B"]], "body": "B"],
                ["aps.alert"]
            ),
        ] as [(JSON, String?, Bool, JSON, [String])])
    func `what is there stays as it is`(
        _ root: JSON, _ category: String?, _ mutable: Bool, _ payload: JSON, _ added: [String]
    ) {
        let result = EngageComposer.compose(
            root, addCategory: category, addMutableContent: mutable)
        #expect(result.payload == payload)
        #expect(result.added == added)
        var completed = root
        let additions = EngageComposer.complete(
            &completed, addAlert: true, addCategory: category, addMutableContent: mutable)
        #expect(
            completed.text.utf8.count == root.text.utf8.count + (additions?.byteCount ?? 0))
    }
}
