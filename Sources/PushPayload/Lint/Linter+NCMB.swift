import PushText

extension Linter {
    static let ncmbKeys = [
        "deliveryTime", "immediateDeliveryFlag", "target", "searchCondition", "title", "message",
        "userSettingValue", "deliveryExpirationDate", "deliveryExpirationTime", "badgeSetting",
        "badgeIncrementFlag", "sound", "contentAvailable", "richUrl", "category", "action",
        "dialog",
    ]

    /// Checks a push object as the service would take it; the members first, then their
    /// combinations.
    mutating func checkNCMB(_ push: JSONNode) {
        for member in push.members ?? [] { checkNCMBMember(member) }
        let wakes = push["contentAvailable"]?.isSetFlag == true
        if wakes, let badge = push.member("badgeSetting") ?? push.setMember("badgeIncrementFlag") {
            report(
                .ncmbBadgeAndWake, badge.keySpan,
                "found `\(badge.key)` together with `contentAvailable`, wanted only one")
        }
        checkNCMBDelivery(push)
        if let date = push.member("deliveryExpirationDate"),
            push.member("deliveryExpirationTime") != nil
        {
            report(
                .ncmbExpiration, date.keySpan,
                "found `deliveryExpirationDate` and `deliveryExpirationTime`, wanted one of them")
        }
        if !wakes, let own = push.member("userSettingValue") {
            report(
                .ncmbUnread, own.keySpan,
                "found `userSettingValue` without `contentAvailable`")
        }
        let hasText = push["title"]?.isText == true || push["message"]?.isText == true
        if !hasText, !wakes {
            report(
                .ncmbNothing, push.openingSpan,
                "found no `title`, `message` or `contentAvailable`, wanted one of them")
        }
    }

    /// `immediateDeliveryFlag` is true by default, so a push with neither of the two goes out at
    /// once; without a time, only a flag that is switched off is reported.
    private mutating func checkNCMBDelivery(_ push: JSONNode) {
        guard let time = push.member("deliveryTime") else {
            if let flag = push.member("immediateDeliveryFlag"), !flag.value.isSetFlag {
                report(
                    .ncmbDelivery, flag.keySpan,
                    "found neither immediate delivery nor `deliveryTime`, wanted one of them")
            }
            return
        }
        if let flag = push.setMember("immediateDeliveryFlag") {
            report(
                .ncmbDelivery, time.keySpan,
                "found `deliveryTime` together with `\(flag.key)`, wanted one of them")
        }
    }

    /// Checks the type of one member.
    ///
    /// The form of the two dates is not judged.
    private mutating func checkNCMBMember(_ member: JSONNodeMember) {
        let wanted: String?
        switch (member.key, member.value.value) {
        case ("title", let value), ("message", let value), ("sound", let value),
            ("category", let value), ("richUrl", let value):
            if case .string = value { wanted = nil } else { wanted = "a string" }
        case ("action", _), ("dialog", _):
            wanted = nil
            report(
                .ncmbAndroidKey, member.keySpan,
                "found `\(member.key)`, which only Android reads")
        case ("badgeSetting", let value):
            if case .number = value { wanted = nil } else { wanted = "a number" }
        case ("immediateDeliveryFlag", let value), ("badgeIncrementFlag", let value),
            ("contentAvailable", let value):
            if case .bool = value { wanted = nil } else { wanted = "true or false" }
        case ("userSettingValue", let value), ("searchCondition", let value):
            if case .object = value { wanted = nil } else { wanted = "an object" }
        case ("target", let value):
            wanted = nil
            checkNCMBTarget(member, value)
        case ("deliveryExpirationTime", let value):
            wanted = nil
            if case .string(let text) = value, Self.isLifetime(text) { break }
            report(
                .ncmbExpiration, member.value.span,
                wrongType(member, "`1 hour` to `24 hour` or `1 day` to `28 day`"))
        case ("deliveryTime", _), ("deliveryExpirationDate", _): wanted = nil
        default:
            wanted = nil
            let meant = Suggestion.meant(by: member.key, among: Self.ncmbKeys)
            report(
                .ncmbUnknownKey, member.keySpan,
                "found `\(member.key.shownKey)`, wanted one of a push object's keys",
                cure: meant.map(Suggestion.question) ?? "put it into `userSettingValue`")
        }
        if let wanted { report(.ncmbType, member.value.span, wrongType(member, wanted)) }
    }

    private mutating func checkNCMBTarget(_ member: JSONNodeMember, _ value: JSONNodeValue) {
        guard case .array(let items) = value else {
            report(
                .ncmbTarget, member.value.span, wrongType(member, "an array of `ios` and `android`")
            )
            return
        }
        for item in items where item.stringValue != "ios" && item.stringValue != "android" {
            report(
                .ncmbTarget, item.span,
                "found \(item.shown) in `target`, wanted `ios` or `android`")
        }
    }

    /// Whether the text is a lifetime, such as `6 hour` or `28 day`.
    static func isLifetime(_ text: String) -> Bool {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, let count = Int(digits: words[0]) else { return false }
        switch words[1] {
        case "hour": return (1...24).contains(count)
        case "day": return (1...28).contains(count)
        default: return false
        }
    }
}

extension JSONNode {
    /// The member with the key, if iOS would take its value as 1.
    fileprivate func setMember(_ key: String) -> JSONNodeMember? {
        guard let member = member(key), member.value.isSetFlag else { return nil }
        return member
    }
}

extension LintRule {
    private static func push(_ inside: String) -> LintExample {
        LintExample(#"{"message": "Hello", \#(inside)}"#, as: .ncmb)
    }

    static let ncmbEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .ncmbBadgeAndWake, .error, "A badge and `contentAvailable` cannot be used together.",
            then: "the service's console refuses it; iOS itself would accept both", "NCMB sample",
            .high,
            right: push(#""contentAvailable": true"#),
            wrong: push(#""contentAvailable": true, "badgeSetting": 1"#)),
        LintRuleEntry(
            .ncmbDelivery, .error, "A push is delivered immediately or at a set time.",
            then: "the service refuses the push", "NC-SW", .high,
            right: push(#""immediateDeliveryFlag": true"#),
            wrong: push(#""immediateDeliveryFlag": true, "deliveryTime": "2024-01-01""#)),
        LintRuleEntry(
            .ncmbTarget, .error, "`target` lists `ios` and `android`.",
            then: "the service refuses the push", "NC-SW", .high,
            right: push(#""target": ["ios"]"#), wrong: push(#""target": ["iOS"]"#)),
        LintRuleEntry(
            .ncmbExpiration, .error,
            "A push expires at a date, or after 1–24 `hour` or 1–28 `day`.",
            then: "the service refuses the push", "NC-SW", .high,
            right: push(#""deliveryExpirationTime": "6 hour""#),
            wrong: push(#""deliveryExpirationTime": "36 hour""#)),
        LintRuleEntry(
            .ncmbType, .error, "The settings of a push object have the types of the REST API.",
            then: "the service refuses the push", "NC-SW", .high,
            right: push(#""badgeSetting": 3"#), wrong: push(#""badgeSetting": "3""#)),
        LintRuleEntry(
            .ncmbUnknownKey, .warning, "A push object has the keys of the REST API.",
            then: "the service does not deliver the key", "NC-SW", .medium,
            right: push(#""contentAvailable": true, "userSettingValue": {"coupon": "a"}"#),
            wrong: push(#""coupon": "a""#)),
        LintRuleEntry(
            .ncmbUnread, .note, "An app that reads the payload on arrival is woken for it.",
            then: "the app only reads it on a tap, or in the foreground", "NCMB sample", .medium,
            right: push(#""contentAvailable": true, "userSettingValue": {"coupon": "a"}"#),
            wrong: push(#""userSettingValue": {"coupon": "a"}"#)),
        LintRuleEntry(
            .ncmbAndroidKey, .note, "`action` and `dialog` are for Android.",
            then: "iOS devices do not get it", "NC-SW", .high,
            right: push(#""category": "INVITE""#), wrong: push(#""dialog": true"#)),
        LintRuleEntry(
            .ncmbNothing, .warning, "A push has text or wakes the app.",
            then: "nothing is shown and no app code runs", "NC-SW", .medium,
            right: LintExample(#"{"message": "Hello"}"#, as: .ncmb),
            wrong: LintExample(#"{"sound": "default"}"#, as: .ncmb)),
    ]
}
