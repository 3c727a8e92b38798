import Testing

@testable import PushPayload

/// A request to FCM's HTTP v1 API: its envelope, its address, its data and its size (FCM-DISC).
@Suite struct LinterFCMTests {
    private static func request(_ text: String, _ lines: String...) -> Saying {
        Saying(text, as: .fcmMessage, says: lines)
    }

    private static func message(_ members: String, _ lines: String...) -> Saying {
        Saying(
            #"{"message":{"notification":{"title":"t"},\#(members)}}"#, as: .fcmMessage,
            says: lines)
    }

    private static let cure = #"write {"message": {"token": …}}"#

    static let envelopes: [Saying] = [
        request(#"{"message":{"token":"a","notification":{"title":"t"}}}"#),
        request(#"{"validate_only":true,"message":{"token":"a","notification":{"title":"t"}}}"#),
        request(
            #"{"to":"a","notification":{"title":"t"}}"#,
            "error fcm-envelope: found the legacy API's form, "
                + "wanted an object with `message`; \(cure)"
        ),
        request(
            #"{"registration_ids":["a"],"notification":{"title":"t"}}"#,
            "error fcm-envelope: found the legacy API's form, "
                + "wanted an object with `message`; \(cure)"
        ),
        request(
            #"{"token":"a","notification":{"title":"t"}}"#,
            "error fcm-envelope: found no `message`, wanted the message in it; \(cure)"),
        request(
            #"{"message":"Hi"}"#,
            #"error fcm-envelope: found `"Hi"` as `message`, wanted an object"#),
        request(
            #"{"message":{"token":"a","notification":{"title":"t"}},"validateonly":true}"#,
            "error fcm-unknown-key: found `validateonly` in the request, "
                + "wanted one of FCM's names there; did you mean `validate_only`?"),
        request(
            #"{"message":{"token":"a","notification":"Hi"}}"#,
            "note fcm-data-only: found no text in `notification` and no `apns.payload.aps`; "
                + "write a `title` or `body` in `notification`",
            #"error fcm-data-type: found `"Hi"` as `notification`, wanted an object"#),
    ]

    @Test(arguments: envelopes) func `a request holds a message`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    private static let one = "wanted one of `token`, `topic`, `condition`, `fid`"

    private static func topic(_ name: String, isRight: Bool) -> Saying {
        isRight
            ? message(#""topic":"\#(name)""#)
            : message(
                #""topic":"\#(name)""#,
                #"error fcm-topic-name: found `"\#(name)"` as `topic`, "#
                    + "wanted letters, digits and `-_.~%` without `/topics/`")
    }

    static let addresses: [Saying] = [
        message(#""topic":"a","token":null"#),
        message(#""name":"n""#, "error fcm-target: found no target, \(one)"),
        message(
            #""token":"a","topic":"b""#, "error fcm-target: found `token` and `topic`, \(one)"),
        message(
            #""token":"a","topic":"b","fid":"c123456789012345678901""#,
            "error fcm-target: found `token` and `topic` and `fid`, \(one)"),
        message(
            #""token":"\#(String(repeating: "0aF9", count: 16))""#,
            "error fcm-target: found a device token of APNs in `token`, wanted a registration "
                + "token of FCM; send to the token that `Messaging.token` returns"),
        message(#""token":"\#(String(repeating: "0aF9", count: 15))""#),
        topic("news-2024_a.b~c%d", isRight: true), topic("/topics/news", isRight: false),
        topic("", isRight: false), topic("a b", isRight: false), topic("ニュース", isRight: false),
        topic(String(repeating: "a", count: 900), isRight: true),
        message(
            #""topic":"\#(String(repeating: "a", count: 901))""#,
            "error fcm-topic-name: the topic has 901 bytes, wanted at most 900"),
    ]

    @Test(arguments: addresses) func `a message has one address`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    private static func data(_ members: String, _ lines: String...) -> Saying {
        Saying(
            #"{"message":{"token":"a","notification":{"title":"t"},"data":\#(members)}}"#,
            as: .fcmMessage, says: lines)
    }

    private static func reserved(_ key: String) -> Saying {
        data(
            #"{"\#(key)":"x"}"#,
            "error fcm-reserved-key: found `\(key)` in `data`, which FCM keeps for itself")
    }

    static let dataRows: [Saying] = [
        data("{}"), data(#"{"a":"","b":"{\"c\":1}"}"#), data(#"{"googled":"x","gcm_id":"x"}"#),
        data(#"{"gcm.notification":"x","message_types":"x","From":"x"}"#),
        reserved("from"), reserved("message_type"), reserved("google.a"),
        reserved("gcm.notification.title"),
        data(
            #"{"n":3}"#,
            "error fcm-data-type: found `3` as `n`, wanted a string; write it in quotes"),
        data(
            #"{"n":null}"#,
            "error fcm-data-type: found `null` as `n`, wanted a string; leave it out"),
        data(
            #"{"n":{"a":"b"}}"#,
            "error fcm-data-type: found an object as `n`, wanted a string; write it in quotes"),
        data("[]", "error fcm-data-type: found an array as `data`, wanted an object"),
        data(#"{"collapse_key":"x"}"#, "note fcm-collapse-key: found `collapse_key` in `data`"),
        data(
            #"{"aps":"{}"}"#,
            "warning fcm-data-aps: found `aps` in `data`; put it into `apns.payload`"),
        data(
            #"{"sound":"default","badge":"3"}"#,
            "warning aps-key-outside: found `sound` in `data`, wanted `sound` in "
                + "`apns.payload.aps`; move it into `apns.payload.aps`, as `sound`",
            "warning aps-key-outside: found `badge` in `data`, wanted `badge` in "
                + #"`apns.payload.aps`; move it into `apns.payload.aps`, as `"badge": 3`"#),
        data(
            #"{"mutable_content":"1"},"apns":{"payload":{"aps":{"badge":1}}}"#,
            "warning aps-key-outside: found `mutable_content` in `data`, wanted `mutable-content` "
                + "in `apns.payload.aps`; move it into `apns.payload.aps`, as "
                + #"`"mutable-content": 1`"#),
        // The message has it for iOS as well, so the one in `data` may be for other devices.
        data(#"{"badge":"1"},"apns":{"payload":{"aps":{"badge":1}}}"#),
    ]

    @Test(arguments: dataRows) func `data holds strings under names of one's own`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    /// The legacy API's keys, each with its place in a message of today.
    static let legacy = [
        ("collapse_key", "`apns-collapse-id` in `apns.headers`"),
        ("content_available", "`apns.payload.aps.content-available`"),
        ("mutable_content", "`apns.payload.aps.mutable-content`"),
        ("priority", "`apns-priority` in `apns.headers`, and `android.priority`"),
        ("time_to_live", "`apns-expiration` in `apns.headers`, and `android.ttl`"),
        ("to", "`token`, `topic` or `condition`"),
        ("registration_ids", "a message for each `token`"),
    ]

    @Test(arguments: legacy) func `a key of the legacy API is told its new place`(
        _ key: String, _ place: String
    ) {
        let row = Self.message(#""token":"a","\#(key)":"x""#)
        #expect(
            row.said == [
                "error fcm-unknown-key: found `\(key)` in `message`, "
                    + "wanted one of FCM's names there; the legacy API's key; now it is \(place)"
            ])
    }

    static let names: [Saying] = [
        message(
            #""token":"a","notificatoin":{}"#,
            "error fcm-unknown-key: found `notificatoin` in `message`, "
                + "wanted one of FCM's names there; did you mean `notification`?"),
        message(
            #""token":"a","aps":{"badge":1}"#,
            "error fcm-unknown-key: found `aps` in `message`, "
                + "wanted one of FCM's names there; move it to `apns.payload.aps`"),
        message(
            #""token":"a","apns":{"aps":{}}"#,
            "error fcm-unknown-key: found `aps` in `apns`, "
                + "wanted one of FCM's names there; move it to `apns.payload.aps`"),
        message(#""token":"a","fcmOptions":{"analyticsLabel":"x"},"apns":{"fcmOptions":{}}"#),
        message(
            #""token":"a","apns":{"headers":{"apns-priority":5}}"#,
            "error fcm-header-type: found `5` as `apns-priority`, wanted a string; "
                + "write it in quotes"),
        message(
            #""token":"a","apns":{"headers":["apns-priority"]}"#,
            "error fcm-header-type: found an array as `headers`, wanted an object"),
        message(
            #""token":"a","apns":{"live_activity_token":"""#
                + #","payload":{"aps":{"event":"update","timestamp":1,"content-state":{}}}}"#,
            #"error fcm-live-activity-token: found `""` as `live_activity_token`, "#
                + "wanted a token as a string"),
        message(
            #""token":"a","apns":{"live_activity_token":"b"}"#,
            "error fcm-live-activity-token: "
                + "found `live_activity_token` without `apns.payload.aps`, wanted both"),
    ]

    private static func live(_ apns: String, _ lines: String...) -> Saying {
        Saying(
            #"{"message":{"token":"a","apns":{\#(apns),"payload":{"aps":{"event":"update","#
                + #""timestamp":1,"content-state":{}}}}}}"#, as: .fcmMessage,
            says: lines.map { "error fcm-live-activity-token: found " + $0 })
    }

    private static let missing =
        "without `live_activity_token`, wanted both; add the Live Activity's token, or for a "
        + "start the push-to-start token, to `apns`"

    static let tokens: [Saying] = [
        live(#""live_activity_token":"b""#), live(#""liveActivityToken":"b","headers":{}"#),
        live(
            #""headers":{"apns-push-type":"liveactivity"}"#,
            "the push type `liveactivity` \(missing)"),
        live(#""headers":{"apns-priority":"5"}"#, "`event` \(missing)"),
        live(#""live_activity_token":null"#, "`event` \(missing)"),
    ]

    @Test(arguments: tokens) func `a message to a Live Activity names its token`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    private static let known = "wanted one of FCM's names there"

    static let deep: [Saying] = [
        message(
            #""token":"a","apns":{"payload":[]}"#,
            "error fcm-value: found an array as `payload`, wanted an object"),
        message(
            #""token":"a","apns":{"payload":"{}"}"#,
            #"error fcm-value: found `"{}"` as `payload`, wanted an object"#),
        message(
            #""token":"a","apns":{"fcm_options":{"image":1,"link":"x"}}"#,
            "error fcm-value: found `1` as `image`, wanted a string",
            "error fcm-unknown-key: found `link` in `fcm_options`, \(known)"),
        message(
            #""token":"a","fcmOptions":{"x":1}"#,
            "error fcm-unknown-key: found `x` in `fcmOptions`, \(known)"),
        message(
            #""token":"a","apns":{"headers":{"apns-topic":""}}"#,
            "error topic-mismatch: found the topic `` with the push type `alert`, wanted `…`"),
        message(
            #""token":"a","webpush":{"headers":{"TTL":5},"notification":"x"}"#,
            "error fcm-value: found `5` as `TTL`, wanted a string",
            #"error fcm-value: found `"x"` as `notification`, wanted an object"#),
        message(
            #""token":"a","android":{"notification":{"event_time":"x","vibrate_timings":["3.5"]}}"#,
            #"error fcm-value: found `"x"` as `event_time`, "#
                + "wanted an instant like `2026-01-02T03:04:05Z`",
            #"error fcm-value: found `"3.5"` in `vibrate_timings`, wanted seconds like `3600s`"#),
        message(
            #""token":"a","android":{"notification":{"titel":"x","body_loc_args":["a",1]}}"#,
            "error fcm-unknown-key: found `titel` in `notification`, \(known); "
                + "did you mean `title`?",
            "error fcm-value: found `1` in `body_loc_args`, wanted a string"),
        message(
            #""token":"a","android":{"collapse_key":1,"notification":{"notification_count":3.5}}"#,
            "error fcm-value: found `1` as `collapse_key`, wanted a string",
            "error fcm-value: found `3.5` as `notification_count`, wanted a number"),
        request(
            #"{"validate_only":"yes","message":{"token":"a","notification":{"title":"t"}}}"#,
            #"error fcm-value: found `"yes"` as `validate_only`, wanted a Boolean"#),
        message(
            #""fid":"cQot7IkCXMG-642hZY7sZ_:APA91b\#(String(repeating: "x", count: 134))""#,
            "error fcm-target: found a registration token in `fid`, wanted a Firebase "
                + "installation ID; name it `token`, or send to the ID, which stands before the "
                + "colon"),
    ]

    @Test(arguments: deep) func `what lies deeper has FCM's names and types, too`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    @Test(arguments: names) func `a message has FCM's names`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    /// Counts what FCM counts: the payload that APNs gets, with the keys that FCM adds; for a topic
    /// the keys and values that the sender wrote.
    @Test(arguments: [("token", 4096), ("topic", 2048)])
    func `a message is small enough for its address`(_ target: String, _ limit: Int) throws {
        let composer = FCMComposer(
            messageID: "1767225600000000", senderID: "123456789012",
            registrationToken: "cQot7IkCXMG-642hZY7sZ_:APA91b", sentAt: 0)
        func text(_ count: Int) -> String {
            let filler = String(repeating: "x", count: count)
            return #"{"message":{"\#(target)":"a","notification":{"title":"t"},"#
                + #""data":{"k":"\#(filler)"}}}"#
        }
        let empty = try composer.compose(
            ["message": [target: "a", "notification": ["title": "t"], "data": ["k": ""]]])
        let added = target == "topic" ? "titletk".utf8.count : empty.payload.text.utf8.count
        let most = limit - added
        #expect(Saying(text(most), says: []).said == [])
        #expect(
            Saying(text(most + 1), says: []).said == [
                "error fcm-too-large: found \(limit + 1) bytes, wanted at most \(limit)"
            ])
    }

    private static func shown(_ members: String, _ lines: String...) -> Saying {
        Saying(
            #"{"message":{"token":"a","notification":{"title":"t"},\#(members)}}"#,
            as: .fcmMessage, says: lines)
    }

    private static let mutable = #""apns":{"payload":{"aps":{"mutable-content":1}}}"#
    private static let campaign = #""td_campaign_id":"c","message_id":"m""#

    /// What `data` brings lies next to `aps` on the device (FCM-DISC), where the app reads it.
    static let carried: [Saying] = [
        shown(
            #""data":{\#(campaign),"image_url":"http://a.example/a.png"},\#(mutable)"#,
            #"error image-url: found `"http://a.example/a.png"` as `image_url`, wanted a URL that "#
                + "starts with `https://`"),
        shown(
            #""data":{\#(campaign),"image_url":"https://a.example/a.webp"},\#(mutable)"#,
            "warning image-type: found a `.webp` file as `image_url`, wanted a JPEG, PNG or GIF; "
                + "send a `.jpg` or `.png`, or let the server answer with such a `Content-Type`"),
        shown(
            #""data":{"image_url":"https://a.example/a.png"}"#,
            "note image-without-mutable-content: found an image without `mutable-content` in "
                + #"`aps`, wanted both; add "mutable-content": 1 to `aps`"#),
        shown(
            #""data":{"link":"https://a.example/a "}"#,
            "warning link-blank: found a blank in `link`, wanted none; write `%20` for a blank "
                + "inside a URL"),
        shown(#""data":{"link":"/orders/12","image_url":"cat"},\#(mutable)"#),
        shown(
            #""apns":{"fcm_options":{"image":"http://a.example/a.png"},"payload":{"aps":"#
                + #"{"mutable-content":1}}}"#,
            #"error image-url: found `"http://a.example/a.png"` as `image`, wanted a URL that "#
                + "starts with `https://`"),
    ]

    @Test(arguments: carried)
    func `[TD-08] an image and a link are read in data and in the options as well`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    @Test(
        arguments: [
            ("apns-prority", "apns-priority"), ("apns_priority", "apns-priority"),
            ("apnsPriority", "apns-priority"), ("priority", "apns-priority"),
            ("collapse-id", "apns-collapse-id"), ("apns_collapse_id", "apns-collapse-id"),
            ("Apns-Priority", nil), ("apns-id", nil), ("x-trace", nil),
        ] as [(String, String?)])
    func `a header has the name that APNs knows`(_ name: String, _ meant: String?) {
        let row = Self.shown(#""apns":{"headers":{"\#(name)":"1"}}"#)
        #expect(
            row.said.filter { $0.contains("header-name") }
                == (meant.map {
                    [
                        "warning fcm-header-name: found `\(name)` in `headers`, wanted `\($0)`; "
                            + "write `\($0)`"
                    ]
                } ?? []))
    }

    private static let waking = #""payload":{"aps":{"content-available":1}}"#

    private static func apns(_ members: String, _ lines: String...) -> Saying {
        Saying(
            #"{"message":{"token":"a","data":{"a":"b"},"apns":{\#(members)}}}"#, as: .fcmMessage,
            says: lines)
    }

    static let silent: [Saying] = [
        apns(
            #""headers":{"apns-push-type":"background","apns-priority":"5"},\#(waking)"#),
        apns(
            waking,
            "warning fcm-silent-headers: found a background push without `apns-push-type` "
                + #"`background` and `apns-priority` `5`; add "apns-push-type": "background", "#
                + #""apns-priority": "5" to `apns.headers`"#),
        apns(
            #""headers":{"apns-priority":"5"},\#(waking)"#,
            "warning fcm-silent-headers: found a background push without `apns-push-type` "
                + #"`background`; add "apns-push-type": "background" to `apns.headers`"#),
        apns(
            #""headers":{"apns-push-type":"background"},\#(waking)"#,
            "warning fcm-silent-headers: found a background push without `apns-priority` `5`; "
                + #"add "apns-priority": "5" to `apns.headers`"#),
        apns(
            #""headers":{"apns-push-type":"background","apns-priority":"10"},\#(waking)"#,
            "error background-priority: found the priority 10 with the push type `background`, "
                + "wanted 5; send it with the priority 5"),
        Saying(
            #"{"message":{"token":"a","data":{"a":"b"}}}"#, as: .fcmMessage,
            says: [
                "warning fcm-data-only: found `data` without `notification` and without "
                    + #"`apns.payload.aps`; add "content-available": 1 in `apns.payload.aps` "#
                    + "to wake the app"
            ]),
        Saying(
            #"{"message":{"token":"a"}}"#, as: .fcmMessage,
            says: [
                "note fcm-data-only: found no text in `notification` and no `apns.payload.aps`; "
                    + "write a `title` or `body` in `notification`"
            ]),
    ]

    @Test(arguments: silent) func `data alone wakes the app with the right headers`(_ row: Saying) {
        #expect(row.said == row.lines)
    }
}
