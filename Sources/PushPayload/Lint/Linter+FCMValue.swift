import PushText

/// The values that FCM refuses although their names are right.
extension Linter {
    /// Checks the name of a topic: 1 to 900 of the characters that FCM knows.
    mutating func checkTopic(_ topic: JSONNodeMember) {
        guard let name = topic.value.stringValue else { return }
        let isPlain = name.utf8.allSatisfy { byte in
            Ascii.isWord(byte) || [Ascii.minus, Ascii.dot, 0x7E, 0x25].contains(byte)
        }
        if !isPlain || name.isEmpty {
            report(
                .fcmTopicName, topic.value.span,
                wrongType(topic, "letters, digits and `-_.~%` without `/topics/`"))
        } else if name.utf8.count > 900 {
            report(
                .fcmTopicName, topic.value.span,
                "the topic has \(name.utf8.count) bytes, wanted at most 900")
        }
    }

    /// Checks the fields of a message whose values have a form of their own; their types are
    /// checked apart.
    mutating func checkFCMValues(_ message: JSONNode) {
        for key in ["token", "fid"] {
            if let address = message.field(key) { checkAddressForm(address) }
        }
        if let condition = message.field("condition") { checkCondition(condition) }
        let others = ["android", "android_v2", "androidV2", "webpush"].map { message[$0] }
        for part in [message, message["apns"]] + others {
            let options = part?["fcm_options"] ?? part?["fcmOptions"]
            let label = options?.field("analytics_label") ?? options?.field("analyticsLabel")
            if let label { checkLabel(label) }
        }
        for part in others { part?.field("ttl").map { checkLifetime($0) } }
        if let headers = message["apns"]?["headers"] { checkHeaderValues(headers, message) }
        if let payload = message["apns"]?["payload"] { checkNumbers(payload) }
    }

    /// Checks an address for stray white space.
    ///
    /// Nothing else of it is judged here: a placeholder may stand for it, such as `{{ token }}` or
    /// words in capitals, around which white space is stray as well.
    private mutating func checkAddressForm(_ address: JSONNodeMember) {
        guard let text = address.value.stringValue else { return }
        let name = address.key == "fid" ? "a Firebase installation ID" : "a registration token"
        guard let blank = text.first(where: \.isWhitespace) else {
            if text.isEmpty, address.key == "token" {
                report(.fcmValue, address.value.span, wrongType(address, name))
            }
            return
        }
        let trimmed = String(text.trimming(where: \.isWhitespace))
        let isAround = !trimmed.isEmpty && !trimmed.contains(where: \.isWhitespace)
        guard isAround || trimmed.isEmpty || FCMAddress.hasStrayBlank(text) else { return }
        report(
            .fcmValue, address.value.span,
            "found \(blank.isNewline ? "a line break" : "a blank") in `\(address.key)`, wanted "
                + "\(name)", cure: "leave it out",
            fix: isAround ? replacing(address.value, with: JSON.string(trimmed).text) : nil)
    }

    /// Checks the numbers that the type of `apns.payload` cannot hold, at any depth.
    private mutating func checkNumbers(_ node: JSONNode) {
        if case .number(let text) = node.value, let nearest = FCMNumber.rounded(text) {
            report(
                .fcmNumber, node.span, "found \(text), which becomes \(nearest.text)",
                cure: "write it in quotes, and let the app read a string")
        }
        for item in node.items ?? [] { checkNumbers(item) }
        for member in node.members ?? [] { checkNumbers(member.value) }
    }

    private mutating func checkCondition(_ member: JSONNodeMember) {
        guard let text = member.value.stringValue, FCMCondition(text) == nil else { return }
        report(.fcmValue, member.value.span, wrongType(member, FCMCondition.form))
    }

    /// The form of `analytics_label` (FCM-DISC); an empty one is none to Google.
    private mutating func checkLabel(_ member: JSONNodeMember) {
        guard let text = member.value.stringValue else { return }
        let isPlain = text.utf8.allSatisfy { byte in
            Ascii.isWord(byte) || [Ascii.minus, Ascii.dot, 0x7E, 0x25].contains(byte)
        }
        guard !isPlain || text.utf8.count > 50 else { return }
        report(
            .fcmValue, member.value.span,
            wrongType(member, "1 to 50 letters, digits and `-_.~%`"))
    }

    private mutating func checkLifetime(_ member: JSONNodeMember) {
        guard let text = member.value.stringValue, FCMSchema.seconds(text) != nil,
            !FCMSchema.isLifetime(text)
        else { return }
        report(
            .fcmValue, member.value.span,
            wrongType(member, "0 to \(FCMSchema.longestLifetime) seconds"))
    }

    /// The headers are strings; only those that are a number or a push type inside are read.
    ///
    /// Priority 10 on data alone is reported unless a push type says what the message is.
    private mutating func checkHeaderValues(_ headers: JSONNode, _ message: JSONNode) {
        if let type = headers.member("apns-push-type"), let text = type.value.stringValue,
            PushType(rawValue: text) == nil
        {
            let names = PushType.allCases.map(\.rawValue)
            let meant = Suggestion.meant(by: text, among: names)
            report(
                .fcmValue, type.value.span, wrongType(type, "a push type, as `alert`"),
                cure: meant.map { "write `\($0)`" })
        }
        for name in ["apns-priority", "apns-expiration"] {
            guard let header = headers.member(name), let text = header.value.stringValue else {
                continue
            }
            if name == "apns-expiration", let unit = Int64(text).flatMap(ExpirationUnit.init) {
                report(
                    .fcmExpiration, header.value.span, "found \"\(text)\", which \(unit.fault)",
                    cure: unit.cure, then: unit.consequence)
            } else if !text.isDigits {
                report(
                    .fcmValue, header.value.span,
                    wrongType(
                        header,
                        name == "apns-priority" ? "10, 5 or 1" : "seconds since 1970, or 0"))
            }
        }
        guard let priority = headers.member("apns-priority"), priority.value.stringValue == "10",
            headers.field("apns-push-type") == nil, Self.isData(message)
        else { return }
        report(
            .fcmValue, priority.value.span,
            "found the priority 10 in a message of `data` alone, wanted 5", cure: #"write "5""#)
    }

    /// Whether a message has nothing to show, to play or to count on an Apple device.
    private static func isData(_ message: JSONNode) -> Bool {
        guard message.field("notification") == nil else { return false }
        let apns = message["apns"]
        let token = apns?.field("live_activity_token") ?? apns?.field("liveActivityToken")
        // Of a push to a Live Activity, the token is what is missing.
        let aps = apns?["payload"]?["aps"].map { APS($0.json) }
        return token == nil && aps?.hasInteraction != true && aps?.isLiveActivity != true
    }
}

extension LintRule {
    static let fcmValueEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .fcmValue, .error, "A message's fields have values of FCM's types and forms.",
            then: "FCM refuses it with 400 INVALID_ARGUMENT", "FCM-DISC", .high,
            right: LintExample(
                #"{"message": {"topic": "a", "data": {"a": "b"}, "android": {"ttl": "60s"}, "#
                    + #""apns": {"payload": {"aps": {"alert": "Hello"}}}}}"#, as: .fcmMessage),
            wrong: LintExample(
                #"{"message": {"topic": "a", "data": {"a": "b"}, "android": {"ttl": 60}, "#
                    + #""apns": {"payload": {"aps": {"alert": "Hello"}}}}}"#, as: .fcmMessage)),
        LintRuleEntry(
            .fcmNumber, .warning,
            "A whole number in `apns.payload` is one that a double can hold: up to 2^53.",
            then: "FCM, whose type for it is a Struct, hands on the nearest double", "FCM-DISC",
            .medium,
            right: LintExample(
                #"{"message": {"token": "abc", "apns": {"payload": {"#
                    + #""aps": {"alert": "Hello"}, "order": "9007199254740993"}}}}"#,
                as: .fcmMessage),
            wrong: LintExample(
                #"{"message": {"token": "abc", "apns": {"payload": {"#
                    + #""aps": {"alert": "Hello"}, "order": 9007199254740993}}}}"#,
                as: .fcmMessage)),
        LintRuleEntry(
            .fcmExpiration, .warning, "`apns-expiration` is a moment in Unix seconds, or 0.",
            then: ExpirationUnit.span.consequence, "A-SEND", .high,
            right: expiring("1790000000"), wrong: expiring("3600")),
    ]

    private static func expiring(_ value: String) -> LintExample {
        LintExample(
            #"{"message": {"topic": "a", "notification": {"title": "Hello"}, "apns": {"headers": "#
                + #"{"apns-expiration": "\#(value)"}}}}"#, as: .fcmMessage)
    }
}
