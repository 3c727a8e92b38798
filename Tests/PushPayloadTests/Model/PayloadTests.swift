import PushText
import Testing

@testable import PushPayload

@Suite struct PayloadTests {
    static let alert: JSON = ["alert": "x"]

    private static func twice(_ key: String, _ first: JSON, _ second: JSON) -> JSON {
        .object([JSON.Member(key: key, value: first), JSON.Member(key: key, value: second)])
    }

    @Test(
        arguments: [
            (["aps": alert], .normal), (["aps": ["badge": 1]], .normal), ([:], .normal),
            (["aps": ["content-available": 1]], .silent),
            (["aps": ["content-available": 1, "sound": ""]], .silent),
            (["aps": ["content-available": 1, "alert": "x"]], .normal),
            (["aps": ["mutable-content": 1, "alert": "x"]], .rich),
            (["aps": ["mutable-content": 1, "content-available": 1, "alert": "x"]], .rich),
            (["aps": ["mutable-content": 1, "badge": 1]], .normal),
            (["aps": ["mutable-content": 1, "content-available": 1]], .silent),
        ] as [(JSON, PushKind)])
    func `the kind follows from what iOS does`(_ root: JSON, _ kind: PushKind) {
        #expect(Payload(root: root).kind == kind)
    }

    @Test(
        arguments: [
            (["td_campaign_id": "a", "campaign_id": "b"], ["a", nil, nil]),
            (["campaign_id": "b", "message_id": "m", "gcm.message_id": "g"], ["b", "m", nil]),
            (["campaign_id": "", "gcm.message_id": "g", "link": "l"], [nil, "g", "l"]),
            (
                ["campaign_id": 42, "message_id": ["x"], "deeplink": "d", "link": "l"],
                ["42", nil, "d"]
            ),
            (["data": ["link": "l"]], [nil, nil, nil]), ("text", [nil, nil, nil]),
            // Of equal keys the last one counts, whatever its value.
            (twice("message_id", "a", "b"), [nil, "b", nil]),
            (twice("deeplink", "a", ["b"]), [nil, nil, nil]),
            (["gcm.message_ie": "g", "message_iD": "m", "linK": "l"], [nil, nil, nil]),
        ] as [(JSON, [String?])])
    func `campaign, message and link have their order of keys`(_ root: JSON, _ words: [String?]) {
        let payload = Payload(root: root)
        #expect([payload.campaignID, payload.messageID, payload.link] == words)
    }

    @Test func `pictures and the simulator's app are found`() {
        let payload = Payload(root: [
            "image_url": "https://a",
            "Simulator Target Bundle": "com.example.myapp",
        ])
        #expect(Payload.imageURL(of: payload.root) == "https://a")
        #expect(payload.simulatorBundleID == "com.example.myapp")
    }

    @Test func `the app sees one line a key`() throws {
        let text = "{ \"aps\": {\"badge\": 1}, \"coupon\": \"A\\n\", \"n\": 1.50,}"
        let payload = try Payload(bytes: Array(text.utf8))
        #expect(payload.userInfoLines == [#""aps":{"badge":1}"#, #""coupon":"A\n""#, #""n":1.50"#])
        #expect(payload.byteCount == #"{"aps":{"badge":1},"coupon":"A\n","n":1.50}"#.utf8.count)
        #expect(payload == Payload(root: payload.root))
        #expect(payload != Payload(root: [:]))
    }

    @Test(
        arguments: [
            (.alert, "", 4096), (.background, "", 4096), (.complication, ".complication", 4096),
            (.voip, ".voip", 5120), (.liveactivity, ".push-type.liveactivity", 4096),
            (.location, ".location-query", 4096), (.pushtotalk, ".voip-ptt", 4096),
            (.fileprovider, ".pushkit.fileprovider", 4096), (.widgets, ".push-type.widgets", 4096),
        ] as [(PushType, String, Int)])
    func `a push type has a topic suffix and a limit`(
        _ type: PushType, _ suffix: String, _ limit: Int
    ) {
        #expect(type.topicSuffix == suffix)
        #expect(type.payloadLimit == limit)
    }
}
