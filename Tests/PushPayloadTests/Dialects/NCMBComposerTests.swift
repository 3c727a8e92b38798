import PushText
import Testing

@testable import PushPayload

@Suite struct NCMBComposerTests {
    @Test(
        arguments: [
            (["message": "Hi"], ["alert": "Hi", "sound": "default"]),
            (["message": "Hi", "sound": ""], ["alert": "Hi"]),
            (
                ["title": "T", "message": "Hi", "sound": "coin.caf"],
                ["alert": ["title": "T", "body": "Hi"], "sound": "coin.caf"]
            ),
            (
                ["message": "Hi", "badgeIncrementFlag": true, "sound": "default", "category": "C"],
                ["alert": "Hi", "badge": 5, "sound": "default", "category": "C"]
            ),
            (
                ["message": "Hi", "badgeSetting": 0],
                ["alert": "Hi", "badge": 0, "sound": "default"]
            ),
            (["badgeSetting": 2], ["badge": 2]),
            (["contentAvailable": true], ["content-available": 1]),
        ] as [(JSON, JSON)])
    func `settings become aps`(_ push: JSON, _ aps: JSON) throws {
        let composition = try NCMBComposer(pushID: "p1", installationBadge: 4).compose(push)
        #expect(composition.payload == ["aps": aps, "com.nifcloud.mbaas.PushId": "p1"])
    }

    @Test func `user JSON stands where the configuration says`() throws {
        let push: JSON = [
            "message": "Hi", "richUrl": "https://a", "userSettingValue": ["k": 1, "aps": "no"],
        ]
        let top = try NCMBComposer(pushID: "p").compose(push)
        #expect(
            top.payload == [
                "aps": ["alert": "Hi", "sound": "default"], "com.nifcloud.mbaas.PushId": "p",
                "com.nifcloud.mbaas.RichUrl": "https://a", "k": 1,
            ])
        #expect(top.notes == ["without `contentAvailable` the app only reads the payload on a tap"])
        let nested = try NCMBComposer(pushID: "p", userJSONPlace: .data).compose(push)
        #expect(nested.payload["com.nifcloud.mbaas.Data"] == ["k": 1, "aps": "no"])
    }

    @Test(
        arguments: [
            (["contentAvailable": true, "badgeSetting": 1], "contentAvailable"),
            (["userSettingValue": "text"], "userSettingValue"), ("text", "push"),
        ] as [(JSON, String)])
    func `what the console refuses is refused`(_ push: JSON, _ field: String) {
        let refusal = #expect(throws: CompositionRefusal.self) {
            try NCMBComposer(pushID: "p").compose(push)
        }
        #expect(refusal?.field == field)
    }
}
