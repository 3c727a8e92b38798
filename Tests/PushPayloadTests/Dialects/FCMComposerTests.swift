import PushText
import Testing

@testable import PushPayload

@Suite struct FCMComposerTests {
    static let composer = FCMComposer(
        messageID: "1605234052304782", senderID: "492937043190", sentAt: 1_000)

    static func compose(_ message: JSON) throws -> Composition {
        try composer.compose(["message": message])
    }

    @Test func `a message becomes aps, data and FCM's own keys`() throws {
        let composition = try Self.compose([
            "token": "cAbc:APA91b", "notification": ["title": "T", "body": "B"],
            "data": ["link": "https://a", "n": "1"], "fcm_options": ["analytics_label": "spring"],
        ])
        #expect(
            composition
                == Composition(
                    payload: [
                        "aps": ["alert": ["title": "T", "body": "B"]], "link": "https://a",
                        "n": "1",
                        "gcm.message_id": "1605234052304782", "google.c.a.e": "1",
                        "google.c.a.m_l": "spring", "google.c.fid": "cAbc",
                        "google.c.sender.id": "492937043190",
                    ],
                    headers: [
                        HeaderField("apns-push-type", "alert"), HeaderField("apns-priority", "10"),
                        HeaderField("apns-expiration", "2593000"),
                    ], notes: []))
    }

    @Test(
        arguments: [
            (
                ["aps": ["alert": ["title": "iOS"], "badge": 1]],
                ["alert": ["body": "B", "title": "iOS"], "badge": 1]
            ),
            (["aps": ["alert": "iOS"]], ["alert": "iOS"]),
            (
                ["aps": ["sound": "default"]],
                ["alert": ["title": "T", "body": "B"], "sound": "default"]
            ),
            (["k": 1], ["alert": ["title": "T", "body": "B"]]),
        ] as [(JSON, JSON)])
    func `the platform's payload overrides the notification`(_ own: JSON, _ aps: JSON) throws {
        let composition = try Self.compose([
            "topic": "news", "notification": ["title": "T", "body": "B"],
            "data": ["k": "from data"], "apns": ["payload": own],
        ])
        #expect(composition.payload["aps"] == aps)
        #expect(composition.payload["k"] == (own["k"] ?? "from data"))
    }

    @Test func `headers are kept in lower case, and a silent push gets its type`() throws {
        let composition = try Self.compose([
            "token": "t",
            "apns": [
                "headers": ["APNS-Priority": "5", "apns-collapse-id": "x"],
                "payload": ["aps": ["content-available": 1]],
            ],
        ])
        #expect(
            composition.headers == [
                HeaderField("apns-priority", "5"), HeaderField("apns-collapse-id", "x"),
                HeaderField("apns-push-type", "background"),
                HeaderField("apns-expiration", "2593000"),
            ])
    }

    @Test func `an image goes into fcm_options, and the more specific one wins`() throws {
        let composition = try Self.compose([
            "token": "t", "notification": ["title": "T", "image": "https://a"],
            "apns": ["fcm_options": ["image": "https://b"]],
        ])
        #expect(composition.payload["fcm_options"] == ["image": "https://b"])
        #expect(composition.notes == ["the image is not loaded: `aps` lacks `mutable-content`"])
    }

    @Test func `a data message alone does nothing on iOS`() throws {
        let composition = try Self.compose(["token": "t", "data": ["collapse_key": "a"]])
        #expect(composition.payload["aps"] == [:])
        #expect(
            composition.notes == [
                "a data message alone neither shows anything nor wakes the app on iOS",
                "`collapse_key` in `data` is overwritten by FCM",
            ])
    }

    @Test func `FCM's own keys win over those of the same name in apns.payload`() throws {
        let composition = try Self.compose([
            "token": "t", "data": ["gcm.message_id": "data's"],
            "apns": [
                "payload": [
                    "aps": ["alert": "a"], "gcm.message_id": "sender's", "google.c.a.e": "0",
                    "own": "kept",
                ]
            ],
        ])
        let members = composition.payload.objectMembers ?? []
        #expect(members.count { $0.key == "gcm.message_id" } == 1)
        #expect(members.count { $0.key == "google.c.a.e" } == 1)
        #expect(composition.payload["gcm.message_id"] == "1605234052304782")
        #expect(composition.payload["google.c.a.e"] == "1")
        #expect(composition.payload["own"] == "kept")
    }

    @Test func `a payload has each key once, whatever the data names`() throws {
        let composition = try Self.compose([
            "token": "t", "notification": ["title": "a"],
            "data": ["aps": "oops", "gcm.message_id": "mine"],
        ])
        let keys = composition.payload.objectMembers?.map(\.key) ?? []
        #expect(keys.count { $0 == "aps" } == 1 && keys.count { $0 == "gcm.message_id" } == 1)
        #expect(composition.payload["aps"]?["alert"]?["title"] == "a")
        #expect(composition.notes == ["`aps` in `data` gives way to the message's own `aps`"])
    }

    static let big = JSON.string(String(repeating: "x", count: 2100))

    @Test(
        arguments: [
            ([:], "message", "found no target, wanted one of `token`, `topic`, `condition`, `fid`"),
            (
                ["token": "a", "topic": "b"], "message",
                "found `token` and `topic`, wanted one of `token`, `topic`, `condition`, `fid`"
            ),
            (
                ["token": "a", "data": ["n": 1]], "message.data[n]",
                "found a number, wanted a string"
            ),
            (
                ["token": "a", "data": ["from": "x"]], "message.data[from]",
                "found a key that FCM reserves"
            ),
            (
                ["token": "a", "data": ["google.x": "x"]], "message.data[google.x]",
                "found a key that FCM reserves"
            ),
            (["token": "a", "data": ["a"]], "message.data", "found an array, wanted an object"),
            (
                ["token": "a", "apns": ["headers": ["apns-priority": 5]]],
                "message.apns.headers[apns-priority]", "found a number, wanted a string"
            ),
            (
                ["topic": "a", "data": ["x": big]], "message",
                "found 2101 bytes, wanted at most 2048"
            ),
            (
                [
                    "token": "a",
                    "android": ["data": ["x": .string(String(repeating: "x", count: 4096))]],
                ], "message", "found 4097 bytes, wanted at most 4096"
            ),
        ] as [(JSON, String, String)])
    func `what FCM refuses is refused with its field`(
        _ message: JSON, _ field: String, _ text: String
    ) {
        let refusal = #expect(throws: CompositionRefusal.self) { try Self.compose(message) }
        #expect(refusal?.field == field && refusal?.message == text)
        #expect(refusal?.isTooLarge == text.contains("bytes"))
    }

    @Test func `a bare message needs no envelope, and a text is none`() throws {
        let bare = try Self.composer.compose(["token": "t", "notification": ["title": "T"]])
        #expect(bare.payload["aps"] == ["alert": ["title": "T"]])
        #expect(throws: CompositionRefusal.self) { try Self.composer.compose("text") }
    }

    @Test(
        arguments: [
            ("message.data[from]", "\"from\""), ("message.data[a.b]", "\"a.b\""),
            ("message.data", "\"data\""), ("message", "\"message\""), ("other", "{"),
            ("message.apns.headers[x]", "\"message\""),
        ])
    func `a refusal finds its place in the text`(field: String, place: String) throws {
        let text = #"{"message": {"data": {"from": "x", "a.b": 1}}}"#
        let bytes = Array(text.utf8)
        let root = try JSONParser.document(bytes, .strict).root
        let span = CompositionRefusal(field: field, message: "").span(in: root)
        #expect(String(decoding: bytes[span.start..<span.end], as: UTF8.self) == place)
    }
}
