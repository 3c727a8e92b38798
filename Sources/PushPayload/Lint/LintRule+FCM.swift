extension LintRule {
    private static func fcm(_ inside: String) -> LintExample {
        LintExample(#"{"message": {\#(inside)}}"#, as: .fcmMessage)
    }
    private static let target = #""token": "abc""#
    private static let shown = #""notification": {"title": "Sale"}"#
    private static let silent = #""payload": {"aps": {"content-available": 1}}"#
    private static let filler = String(repeating: "0123456789abcdef", count: 160)

    static let fcmEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .fcmEnvelope, .error, "A request to FCM's HTTP v1 API holds a `message`.",
            then: "FCM refuses it with 400 INVALID_ARGUMENT", "FCM-DISC", .high,
            right: fcm("\(target), \(shown)"),
            wrong: LintExample(
                #"{"to": "abc", "notification": {"title": "Sale"}}"#, as: .fcmMessage)),
        LintRuleEntry(
            .fcmTarget, .error, "A message has one of `token`, `topic`, `condition` and `fid`.",
            then: "FCM refuses it with 400 INVALID_ARGUMENT", "FCM-DISC", .high,
            right: fcm("\(target), \(shown)"),
            wrong: fcm(#"\#(target), "topic": "news", \#(shown)"#)),
        LintRuleEntry(
            .fcmTopicName, .error, "A topic has letters, digits and `-_.~%`, without a prefix.",
            then: "FCM refuses it with 400 INVALID_ARGUMENT", "FCM-DISC", .high,
            right: fcm(#""topic": "news", \#(shown)"#),
            wrong: fcm(#""topic": "/topics/news", \#(shown)"#)),
        LintRuleEntry(
            .fcmDataType, .error, "`data` holds strings only.",
            then: "FCM refuses it with 400 INVALID_ARGUMENT", "FCM-ERR", .high,
            right: fcm(#"\#(target), \#(shown), "data": {"count": "3"}"#),
            wrong: fcm(#"\#(target), \#(shown), "data": {"count": 3}"#)),
        LintRuleEntry(
            .fcmReservedKey, .error,
            "`data` has no `from` and no `message_type`, and nothing that starts with `google` or "
                + "`gcm.notification` and a full stop.",
            then: "FCM refuses it with 400 INVALID_ARGUMENT", "FCM-DISC", .high,
            right: fcm(#"\#(target), \#(shown), "data": {"sender": "shop"}"#),
            wrong: fcm(#"\#(target), \#(shown), "data": {"from": "shop"}"#)),
        LintRuleEntry(
            .fcmCollapseKey, .note, "`collapse_key` does not belong in `data`.",
            then: "FCM overwrites it", "FCM-ERR", .high,
            right: fcm(#"\#(target), \#(shown), "data": {"group": "a"}"#),
            wrong: fcm(#"\#(target), \#(shown), "data": {"collapse_key": "a"}"#)),
        LintRuleEntry(
            .fcmDataAPS, .warning, "`aps` does not belong in `data`.",
            then: "FCM replaces it with the `aps` it builds from the message", "FCM-DISC", .low,
            right: fcm(#"\#(target), \#(shown), "apns": {"payload": {"aps": {"badge": 1}}}"#),
            wrong: fcm(#"\#(target), \#(shown), "data": {"aps": "{}"}"#)),
        LintRuleEntry(
            .fcmHeaderType, .error, "The headers of `apns` are strings.",
            then: "FCM refuses it with 400 INVALID_ARGUMENT", "FCM-DISC", .high,
            right: fcm(#"\#(target), \#(shown), "apns": {"headers": {"apns-priority": "5"}}"#),
            wrong: fcm(#"\#(target), \#(shown), "apns": {"headers": {"apns-priority": 5}}"#)),
        LintRuleEntry(
            .fcmTooLarge, .error, "A message has at most 4096 bytes, one to a topic 2048.",
            then: "FCM refuses it with 400 INVALID_ARGUMENT", "FCM-ERR", .high,
            right: fcm(#"\#(target), \#(shown), "data": {"text": "\#(filler)"}"#),
            wrong: fcm(#""topic": "news", \#(shown), "data": {"text": "\#(filler)"}"#)),
        LintRuleEntry(
            .fcmDataOnly, .warning, "A data message for iOS says that it wakes the app.",
            then: "iOS shows nothing and does not wake the app", "FCM-DISC", .medium,
            right: fcm(
                #"\#(target), "data": {"a": "b"}, "apns": {"headers": {"apns-priority": "5", "#
                    + #""apns-push-type": "background"}, \#(silent)}"#),
            wrong: fcm(#"\#(target), "data": {"a": "b"}"#)),
        LintRuleEntry(
            .fcmSilentHeaders, .warning,
            "A background push over FCM sets `apns-push-type` `background` and priority 5.",
            then: "APNs may refuse, delay or drop it", "A-BG", .medium,
            right: fcm(
                #"\#(target), "apns": {"headers": {"apns-priority": "5", "#
                    + #""apns-push-type": "background"}, \#(silent)}"#),
            wrong: fcm(#"\#(target), "apns": {\#(silent)}"#)),
        LintRuleEntry(
            .fcmUnknownKey, .error, "A message has only FCM's field names.",
            then: "FCM refuses it with 400 INVALID_ARGUMENT", "FCM-DISC", .medium,
            right: fcm("\(target), \(shown)"),
            wrong: fcm(#"\#(target), \#(shown), "priority": "high""#)),
        LintRuleEntry(
            .fcmLiveToken, .error,
            "A `live_activity_token` comes with the `aps` of a Live Activity.",
            then: "no Live Activity starts, changes or ends", "FCM-DISC", .medium,
            right: fcm(
                #"\#(target), "apns": {"live_activity_token": "def", "payload": {"aps": "#
                    + #"{"event": "update", "timestamp": 1672680658, "content-state": {}}}}"#),
            wrong: fcm(#"\#(target), \#(shown), "apns": {"live_activity_token": "def"}"#)),
        LintRuleEntry(
            .fcmOverride, .note, "A title or body is given once.",
            then: "iOS shows the one in `apns.payload`", "FCM-DISC", .high,
            right: fcm(#"\#(target), \#(shown), "apns": {"payload": {"aps": {"badge": 1}}}"#),
            wrong: fcm(
                #"\#(target), \#(shown), "#
                    + #""apns": {"payload": {"aps": {"alert": {"title": "iOS"}}}}"#)),
    ]
}
