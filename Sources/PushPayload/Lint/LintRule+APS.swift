extension LintRule {
    static let apsEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .missingAPS, .error, "A payload has an `aps` object.",
            then: "nothing is shown and nothing wakes up; the simulator refuses the file", "A-GEN",
            .high,
            right: #"{"aps": {"alert": "Hello"}, "screen": "news"}"#,
            wrong: #"{"screen": "news"}"#),
        LintRuleEntry(
            .apsType, .error, "`aps` is an object.",
            then: "nothing is shown and nothing wakes up", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello"}}"#, wrong: #"{"aps": "Hello"}"#),
        LintRuleEntry(
            .apsEmpty, .warning, "`aps` contains something to do.",
            then: "nothing is shown and no app code runs, not documented by Apple", "A-GEN",
            .medium,
            right: #"{"aps": {"content-available": 1}}"#, wrong: #"{"aps": {}}"#),
        LintRuleEntry(
            .apsBare, .error, "The keys of `aps` are inside `aps`.",
            then: "sent as it is, nothing is shown", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "badge": 1}}"#,
            wrong: #"{"alert": "Hello", "badge": 1}"#),
        LintRuleEntry(
            .unknownAPSKey, .warning, "`aps` has only Apple's keys; custom keys are next to it.",
            then: "the system ignores the key", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello"}, "screen": "news"}"#,
            wrong: #"{"aps": {"alert": "Hello", "screen": "news"}}"#),
        LintRuleEntry(
            .apsKeySpelling, .warning, "The keys of `aps` are in lower case, with hyphens.",
            then: "the system ignores the key", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "mutable-content": 1}}"#,
            wrong: #"{"aps": {"alert": "Hello", "mutableContent": 1}}"#),
        LintRuleEntry(
            .alertKeyInAPS, .warning, "Title, subtitle, body and the like are inside `alert`.",
            then: "the system ignores the key", "A-GEN", .high,
            right: #"{"aps": {"alert": {"title": "Sale", "body": "Today"}}}"#,
            wrong: #"{"aps": {"alert": {"body": "Today"}, "title": "Sale"}}"#),
        LintRuleEntry(
            .apsKeyOutside, .warning, "The keys of `aps` are inside `aps`.",
            then: "the system ignores the key; the app finds it in userInfo", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "mutable-content": 1}}"#,
            wrong: #"{"aps": {"alert": "Hello"}, "mutable-content": 1}"#),
        LintRuleEntry(
            .headerInBody, .warning, "APNs headers belong in the request, not in the payload.",
            then: "the key does nothing; the header keeps its default", "A-SEND", .high,
            right: #"{"aps": {"alert": "Hello"}}"#,
            wrong: #"{"aps": {"alert": "Hello"}, "apns-priority": 5}"#),
        LintRuleEntry(
            .flagType, .warning, "`content-available` and `mutable-content` are the number 1.",
            then: "iOS treats it as 1, as observed; not documented by Apple", "A-GEN", .medium,
            right: #"{"aps": {"alert": "Hello", "mutable-content": 1}}"#,
            wrong: #"{"aps": {"alert": "Hello", "mutable-content": true}}"#),
        LintRuleEntry(
            .flagValue, .error, "`content-available` and `mutable-content` are 1 or absent.",
            then: "the key does nothing", "A-GEN", .high,
            right: #"{"aps": {"content-available": 1}}"#,
            wrong: #"{"aps": {"content-available": -1}}"#),
        LintRuleEntry(
            .badgeType, .error, "`badge` is a number.",
            then: "the badge stays as it is, not documented by Apple", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "badge": 3}}"#,
            wrong: #"{"aps": {"alert": "Hello", "badge": "3"}}"#),
        LintRuleEntry(
            .badgeRange, .error, "`badge` is a whole number from 0.",
            then: "the badge stays as it is, not documented by Apple", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "badge": 0}}"#,
            wrong: #"{"aps": {"alert": "Hello", "badge": -1}}"#),
        LintRuleEntry(
            .stringType, .error, "Keys for text have string values.",
            then: "the system ignores the key, not documented by Apple", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "thread-id": "42"}}"#,
            wrong: #"{"aps": {"alert": "Hello", "thread-id": 42}}"#),
        LintRuleEntry(
            .levelValue, .error,
            "`interruption-level` is `passive`, `active`, `time-sensitive` or `critical`.",
            then: "the notification is delivered as `active`, not documented by Apple",
            "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "interruption-level": "passive"}}"#,
            wrong: #"{"aps": {"alert": "Hello", "interruption-level": "Passive"}}"#),
        LintRuleEntry(
            .relevanceType, .error, "`relevance-score` is a number.",
            then: "the notification gets no score, not documented by Apple", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "relevance-score": 0.5}}"#,
            wrong: #"{"aps": {"alert": "Hello", "relevance-score": "0.5"}}"#),
        LintRuleEntry(
            .relevanceRange, .warning,
            "A notification's `relevance-score` is from 0 to 1; only Live Activities go beyond.",
            then: "how iOS orders it in the summary is not documented by Apple", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "relevance-score": 1}}"#,
            wrong: #"{"aps": {"alert": "Hello", "relevance-score": 75}}"#),
        LintRuleEntry(
            .webPushKey, .note, "`url-args` belongs to Safari's web pushes.",
            then: "iOS ignores the key", "sideshow/apns2", .medium,
            right: #"{"aps": {"alert": "Hello"}}"#,
            wrong: #"{"aps": {"alert": "Hello", "url-args": ["a"]}}"#),
    ]
}
