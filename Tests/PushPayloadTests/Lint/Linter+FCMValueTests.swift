import PushText
import Testing

@testable import PushPayload

/// The values that FCM answers with 400 INVALID_ARGUMENT although their names are right (FCM-DISC).
@Suite struct LinterFCMValueTests {
    /// A message with a text, to one address, and what is said of its values.
    private static func message(_ members: String, _ lines: String...) -> Saying {
        Saying(
            #"{"message":{"notification":{"title":"t"},\#(members)}}"#, as: .fcmMessage,
            says: lines.map { "error fcm-value: " + $0 })
    }

    private static let form =
        "wanted `'TOPIC' in topics` up to five times, joined by `&&`, `||` and `!`"

    static let addresses: [Saying] = [
        message(#""token":"abc""#), message(#""fid":"c123456789012345678901""#),
        message(#""condition":"'a' in topics""#),
        message(#""token":"""#, #"found `""` as `token`, wanted a registration token"#),
        message(#""token":7"#, "found `7` as `token`, wanted a string"),
        message(#""topic":["a"]"#, "found an array as `topic`, wanted a string"),
        message(#""condition":true"#, "found `true` as `condition`, wanted a string"),
        message(#""condition":"a""#, #"found `"a"` as `condition`, \#(form)"#),
        message(#""condition":"""#, #"found `""` as `condition`, \#(form)"#),
        message(
            #""token":"abc ""#,
            "found a blank in `token`, wanted a registration token; leave it out"),
        message(
            #""token":"abc\n""#,
            "found a line break in `token`, wanted a registration token; leave it out"),
        message(
            #""token":"c23456789012:APA 91b\#(String(repeating: "a", count: 100))""#,
            "found a blank in `token`, wanted a registration token; leave it out"),
        message(#""token":"c1:APA 91b""#),
        message(#""token":"{{ token }}""#), message(#""token":"YOUR REGISTRATION TOKEN""#),
        message(#""token":"abc","name":1"#, "found `1` as `name`, wanted a string"),
    ]

    @Test(arguments: addresses) func `an address is a text of its form`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    @Test(
        arguments: [
            ("9007199254740992", nil), ("9007199254740993", "9007199254740992"),
            ("-9007199254740993", "-9007199254740992"), ("9007199254740994", nil),
            ("9223372036854775807", "9.223372036854776e+18"),
            ("12345678901234567890", "1.2345678901234567e+19"), ("18446744073709549568", nil),
            ("0.12345678901234567", nil), ("1767225600", nil),
        ] as [(String, String?)])
    func `a whole number that no double is gets rounded, and a warning`(
        _ number: String, _ nearest: String?
    ) throws {
        let payload = #"{"aps":{"badge":1},"a":[{"b":\#(number)}]}"#
        let message =
            #"{"message":{"token":"abc","notification":{"title":"t"},"#
            + #""apns":{"payload":\#(payload)}}}"#
        let saying = Saying(
            message, as: .fcmMessage,
            says: nearest.map {
                [
                    "warning fcm-number: found \(number), which becomes \($0); write it in quotes, "
                        + "and let the app read a string"
                ]
            } ?? [])
        #expect(saying.said == saying.lines)
        let composer = FCMComposer(messageID: "1", sentAt: 0)
        let composition = try composer.compose(try JSONParser.parse(Array(message.utf8)))
        #expect(composition.payload["a"]?[0]?["b"] == .number(nearest ?? number))
        #expect(composition.notes.count == (nearest == nil ? 0 : 1))
    }

    private static func label(_ text: String, isRight: Bool) -> Saying {
        let line =
            text.utf8.count > 40
            ? "found a long string as `analytics_label`"
            : #"found `"\#(text)"` as `analytics_label`"#
        let value = #""token":"a","fcm_options":{"analytics_label":"\#(text)"}"#
        return isRight
            ? message(value) : message(value, line + ", wanted 1 to 50 letters, digits and `-_.~%`")
    }

    @Test(arguments: [
        label("spring_2024-a.b~c%d", isRight: true),
        label(String(repeating: "x", count: 50), isRight: true),
        label(String(repeating: "x", count: 51), isRight: false), label("", isRight: true),
        label("spring sale", isRight: false), label("春", isRight: false),
        label("a/b", isRight: false),
        message(
            #""token":"a","apns":{"fcm_options":{"analyticsLabel":1}}"#,
            "found `1` as `analyticsLabel`, wanted a string"),
    ]) func `a label has 1 to 50 plain characters`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    private static func ttl(
        _ value: String, isRight: Bool, wanted: String = "seconds like `3600s`"
    ) -> Saying {
        let members = #""token":"a","android":{"ttl":\#(value)}"#
        return isRight
            ? message(members) : message(members, "found `\(value)` as `ttl`, wanted \(wanted)")
    }

    @Test(arguments: [
        ttl(#""0s""#, isRight: true), ttl(#""3600s""#, isRight: true),
        ttl(#""3.5s""#, isRight: true), ttl("60", isRight: false), ttl(#""60""#, isRight: false),
        ttl(#""s""#, isRight: false), ttl(#""2419200s""#, isRight: true),
        ttl(#""-1s""#, isRight: false, wanted: "0 to 2419200 seconds"),
        ttl(#""2419201s""#, isRight: false, wanted: "0 to 2419200 seconds"),
        ttl(#""1.s""#, isRight: false), ttl(#""1.2.3s""#, isRight: false),
        ttl(#""1 s""#, isRight: false),
        message(#""token":"a","android":{"priority":"HIGH"}"#),
        message(
            #""token":"a","android":{"priority":10}"#,
            "found `10` as `priority`, wanted `normal` or `high`"),
        message(
            #""token":"a","android":{"data":{"n":1}},"webpush":{"data":{"n":null}}"#,
            "found `1` as `n`, wanted a string", "found `null` as `n`, wanted a string"),
        message(
            #""token":"a","android_v2":{"ttl":"60s","data":{"n":"1"},"backgroundSync":{}}"#),
        message(
            #""token":"a","androidV2":{"ttl":60,"data":{"n":1}},"android_v2":5"#,
            "found `60` as `ttl`, wanted seconds like `3600s`",
            "found `1` as `n`, wanted a string", "found `5` as `android_v2`, wanted an object"),
    ]) func `Android's fields have their forms`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    @Test(arguments: [
        ("android", "notification", true), ("android", "priority", true),
        ("android", "remote_notification", false), ("android_v2", "remote_notification", true),
        ("android_v2", "backgroundSync", true), ("android_v2", "direct_boot_ok", true),
        ("android_v2", "notification", false), ("androidV2", "priority", false),
    ]) func `each form of Android's part has its own names`(
        _ part: String, _ key: String, _ isKnown: Bool
    ) {
        let value = key == "priority" ? #""high""# : key == "direct_boot_ok" ? "true" : "{}"
        let said = Saying(
            #"{"message":{"token":"a","notification":{"title":"t"},"#
                + #""\#(part)":{"\#(key)":\#(value)}}}"#, as: .fcmMessage, says: []
        ).said
        let line =
            "error fcm-unknown-key: found `\(key)` in `\(part)`, "
            + "wanted one of FCM's names there"
        #expect(said.contains { $0.hasPrefix(line) } != isKnown, "\(said)")
    }

    private static func header(_ name: String, _ value: String, _ lines: String...) -> Saying {
        Saying(
            #"{"message":{"token":"a","notification":{"title":"t"},"#
                + #""apns":{"headers":{"\#(name)":"\#(value)"}}}}"#,
            as: .fcmMessage, says: lines)
    }

    @Test(arguments: [
        header("apns-push-type", "alert"), header("apns-priority", "5"),
        header("apns-expiration", "0"), header("apns-expiration", "1700000000"),
        header(
            "apns-push-type", "alerts",
            #"error fcm-value: found `"alerts"` as `apns-push-type`, wanted a push type, "#
                + "as `alert`; write `alert`"),
        header(
            "apns-push-type", "sms",
            #"error fcm-value: found `"sms"` as `apns-push-type`, wanted a push type, as `alert`"#),
        header(
            "apns-priority", "high",
            #"error fcm-value: found `"high"` as `apns-priority`, wanted 10, 5 or 1"#),
        header(
            "apns-priority", "",
            #"error fcm-value: found `""` as `apns-priority`, wanted 10, 5 or 1"#),
        header(
            "apns-expiration", "-1",
            #"error fcm-value: found `"-1"` as `apns-expiration`, "#
                + "wanted seconds since 1970, or 0"),
        header(
            "apns-expiration", "60s",
            #"error fcm-value: found `"60s"` as `apns-expiration`, "#
                + "wanted seconds since 1970, or 0"
        ),
        // A number in form, which APNs does not know.
        header(
            "apns-priority", "7",
            "error priority-value: found the priority 7, wanted 1, 5 or 10"),
    ]) func `APNs' headers are texts of their form`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    @Test(arguments: [
        (#""data":{"a":"b"},"apns":{"headers":{"apns-priority":"10"}}"#, true),
        (#""data":{"a":"b"},"apns":{"headers":{"apns-priority":"5"}}"#, false),
        (
            #""data":{"a":"b"},"apns":{"headers":{"apns-priority":"10"},"#
                + #""payload":{"aps":{"alert":"x"}}}"#, false
        ),
        (
            #""notification":{"title":"t"},"data":{"a":"b"},"#
                + #""apns":{"headers":{"apns-priority":"10"}}"#, false
        ),
    ]) func `data alone is not sent with priority 10`(_ members: String, _ isRefused: Bool) {
        let said = Saying(#"{"message":{"token":"a",\#(members)}}"#, says: []).said
        let line =
            "error fcm-value: found the priority 10 in a message of `data` alone, wanted 5; "
            + #"write "5""#
        #expect(said.contains(line) == isRefused)
    }
}
