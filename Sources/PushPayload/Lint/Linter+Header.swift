import PushText

extension Linter {
    static let headerNames = PayloadKeyEntry.headers.map(\.key)

    /// Reports a header's name among the keys; returns whether it is one.
    mutating func checkHeaderName(_ member: JSONNodeMember, place: String) -> Bool {
        guard Self.headerNames.contains(member.key) || member.key == "priority" else {
            return false
        }
        let isOwnWord = member.key == "priority"
        if isOwnWord, !member.value.isPriority { return true }
        report(
            .headerInBody, member.keySpan,
            "found `\(member.key)` in \(place), wanted it as a header",
            cure: isOwnWord ? nil : "send it as a header of the request",
            severity: isOwnWord ? .note : nil)
        return true
    }

    /// Whether it is a background push, by its header or by its payload, as `receive` decides.
    private func isBackground(_ aps: APSMembers) -> Bool {
        if let type = context.pushType { return type == .background }
        return aps.wakes && !aps.hasParts
    }

    /// Whether it is a push to a Live Activity, by its header or by its payload.
    private func isForLiveActivity(_ aps: APSMembers) -> Bool {
        context.pushType == .liveactivity || context.pushType == nil && aps.isLive
    }

    /// `place` serves a header that the text does not hold; one in FCM's message has its own place.
    mutating func checkHeaders(_ aps: APSMembers, at place: ByteSpan) {
        if let priority = context.priority {
            let place = headers?.member("apns-priority")?.value.span ?? place
            if ![1, 5, 10].contains(priority) {
                report(
                    .priorityValue, place,
                    "found the priority \(priority), wanted 1, 5 or 10")
            } else if isForLiveActivity(aps) {
                if priority == 1 {
                    report(
                        .livePriority, place,
                        "found the priority 1 in a push to a Live Activity, wanted 5 or 10")
                }
            } else if isBackground(aps), priority != 5 {
                report(
                    .backgroundPriority, place,
                    "found the priority \(priority) with the push type `background`, wanted 5",
                    cure: "send it with the priority 5",
                    then: outcome(ofBackgroundPriority: priority))
            }
        } else if headers == nil, context.pushType == .background, aps.wakes {
            report(
                .backgroundPriority, place,
                "found no priority with the push type `background`, wanted 5",
                cure: "send it with the priority 5", severity: .note,
                then: "without the header APNs takes 10, which Apple calls an error")
        }
        if let collapseID = context.collapseID, collapseID.utf8.count > 64 {
            report(
                .collapseIDLength,
                headers?.member("apns-collapse-id")?.value.span ?? place,
                "found a collapse ID of \(collapseID.utf8.count) bytes, wanted at most 64")
        }
        checkTopic(place)
        checkPushType(aps, place)
    }

    /// The fate of a background push of another priority than 5; nil = as the rule says.
    private func outcome(ofBackgroundPriority priority: Int) -> String? {
        if priority == 1 {
            return "Apple asks for 5; APNs' answer to 1 is not documented by Apple"
        }
        let isForFCM = headers?.hasMember("apns-priority") == true
        if isForFCM { return "FCM answers INVALID_ARGUMENT (400)" }
        return context.pushType == nil
            ? "Apple asks for 5; APNs takes it where no `apns-push-type` says what it is" : nil
    }

    /// Checks the topic of a message to FCM, which sends the app's own one if none is named.
    mutating func checkTopicOfMessage(_ place: ByteSpan) {
        let suffix = context.pushType?.topicSuffix ?? ""
        guard context.topic == nil, !suffix.isEmpty, let type = context.pushType else {
            return checkTopic(place)
        }
        report(
            .topicMismatch, place,
            "found the push type `\(type.rawValue)` without `apns-topic`, wanted `…\(suffix)`",
            cure: "send `alert` or `background`; pushes of this type go to APNs itself")
    }

    /// Without a bundle ID only the suffix can be wrong.
    ///
    /// `mdm` is skipped, as its topic comes from the certificate.
    private mutating func checkTopic(_ place: ByteSpan) {
        guard let topic = context.topic else { return }
        let type = context.pushType ?? (isForLiveActivity ? .liveactivity : .alert)
        guard type != .mdm else { return }
        let wanted = context.bundleID.map { $0 + type.topicSuffix }
        let isWrong = wanted.map { $0 != topic } ?? !topic.hasSuffix(type.topicSuffix)
        guard isWrong || topic.isEmpty else { return }
        report(
            .topicMismatch, place,
            "found the topic `\(topic.shownKey)` with the push type `\(type.rawValue)`, "
                + "wanted `\(wanted ?? "…" + type.topicSuffix)`")
    }

    /// At most one finding: an alert sent as `background` is reported as that and not also as a
    /// push without `content-available`.
    private mutating func checkPushType(_ aps: APSMembers, _ place: ByteSpan) {
        guard let type = context.pushType else { return }
        let wanted: String?
        switch type {
        case .alert:
            let hasInteraction =
                aps.hasVisibleAlert || alertIsImplied || aps.badge != nil || aps.hasSound
            wanted = hasInteraction ? nil : "an alert, a badge or a sound"
        case .background:
            wanted = aps.wakes ? nil : "`content-available`"
            if !aps.wakes, aps.hasVisibleAlert || alertIsImplied {
                report(
                    .pushTypeMismatch, aps.alert?.keySpan ?? place,
                    "found an alert with the push type `background`, wanted `alert`",
                    cure: "send it with the push type `alert`",
                    then: "a push of the type `background` is never shown")
                return
            }
        // The rules of Live Activities say what is missing.
        case .liveactivity: wanted = nil
        default: wanted = nil
        }
        if let wanted {
            let rest = type == .alert ? "wanted one of them" : "wanted both"
            report(
                .pushTypeMismatch, place,
                "found the push type `\(type.rawValue)` without \(wanted), \(rest)")
        } else if aps.isLive, type.reader == nil, type != .liveactivity, let event = aps.event {
            report(
                .pushTypeMismatch, event.keySpan,
                "found `event` with the push type `\(type.rawValue)`, wanted `liveactivity`")
        }
    }
}

extension JSONNode {
    /// Whether it is a priority as APNs or FCM writes one, and not an app's own word.
    fileprivate var isPriority: Bool {
        ["high", "normal", "5", "10"].contains(stringValue?.lowercased() ?? json.text)
    }
}

extension LintRule {
    private static let silent = #"{"aps": {"content-available": 1}}"#
    private static let alert = #"{"aps": {"alert": "Hello"}}"#
    private static func topic(_ topic: String) -> LintContext {
        LintContext(pushType: .alert, topic: topic, bundleID: "com.example.myapp")
    }

    static let headerEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .backgroundPriority, .error, "A push of the type `background` has the priority 5.",
            then: "Apple calls it an error; the push may be refused or dropped", "A-SEND", .high,
            right: LintExample(
                silent, with: LintContext(pushType: .background, priority: 5)),
            wrong: LintExample(
                silent, with: LintContext(pushType: .background, priority: 10))),
        LintRuleEntry(
            .priorityValue, .error, "`apns-priority` is 10, 5 or 1.",
            then: "APNs refuses it with 400 BadPriority", "A-SEND", .high,
            right: LintExample(alert, with: LintContext(priority: 10)),
            wrong: LintExample(alert, with: LintContext(priority: 7))),
        LintRuleEntry(
            .pushTypeMismatch, .warning, "`apns-push-type` says what the payload does.",
            then: "APNs may refuse, delay or drop it", "A-SEND", .high,
            right: LintExample(
                silent, with: LintContext(pushType: .background, priority: 5)),
            wrong: LintExample(silent, with: LintContext(pushType: .alert, priority: 5))),
        LintRuleEntry(
            .topicMismatch, .error, "`apns-topic` is the bundle ID with the push type's suffix.",
            then: "APNs refuses it with 400 BadTopic, TopicDisallowed or DeviceTokenNotForTopic",
            "A-SEND", .high,
            right: LintExample(alert, with: topic("com.example.myapp")),
            wrong: LintExample(alert, with: topic("com.example.myapp.voip"))),
        LintRuleEntry(
            .collapseIDLength, .error, "`apns-collapse-id` has at most 64 bytes.",
            then: "APNs refuses it with 400 BadCollapseId", "A-SEND", .high,
            right: LintExample(
                alert, with: LintContext(collapseID: String(repeating: "x", count: 64))),
            wrong: LintExample(
                alert, with: LintContext(collapseID: String(repeating: "x", count: 65)))),
    ]
}
