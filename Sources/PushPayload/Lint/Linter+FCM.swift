extension Linter {
    static let fcmMessageKeys = [
        "token", "topic", "condition", "fid", "notification", "data", "apns", "android", "webpush",
        "fcm_options", "name",
    ]

    mutating func checkFCM(_ root: JSONNode, size: Int) {
        guard let message = root.member("message") else {
            let isLegacy = root.member("to") != nil || root.member("registration_ids") != nil
            report(
                .fcmEnvelope, root.openingSpan,
                isLegacy
                    ? "found the legacy API's form, wanted an object with `message`"
                    : "found no `message`, wanted the message in it",
                cure: #"write {"message": {"token": …}}"#)
            if !isLegacy { checkMessage(root, size: size) }
            return
        }
        for member in root.members ?? [] where !["message", "validate_only"].contains(member.key) {
            reportUnknown(member, in: "the request", ["message", "validate_only"])
        }
        guard message.value.members != nil else {
            report(.fcmEnvelope, message.value.span, wrongType(message, "an object"))
            return
        }
        checkMessage(message.value, size: size)
    }

    private mutating func checkMessage(_ message: JSONNode, size: Int) {
        for member in message.members ?? [] {
            switch member.key {
            case "data": checkData(member)
            case "notification":
                checkKeys(member, ["title", "body", "image"], "`notification`")
                if let image = member.value.member("image") { checkImageURL(image) }
            case "apns":
                let known = ["headers", "payload", "fcm_options", "live_activity_token"]
                checkKeys(member, known, "`apns`")
                checkHeaderFields(member.value.member("headers"))
            default:
                if !Self.fcmMessageKeys.contains(member.key) {
                    reportUnknown(member, in: "`message`", Self.fcmMessageKeys)
                }
            }
        }
        checkTarget(message)
        checkPlatform(message)
        if size > FCMComposer.topicPayloadLimit { checkFCMSize(message) }
    }

    private mutating func checkKeys(_ object: JSONNodeMember, _ known: [String], _ place: String) {
        guard let members = object.value.members else {
            report(.fcmDataType, object.value.span, wrongType(object, "an object"))
            return
        }
        for member in members where !known.contains(member.key) {
            reportUnknown(member, in: place, known)
        }
    }

    private mutating func reportUnknown(
        _ member: JSONNodeMember, in place: String, _ known: [String]
    ) {
        let meant =
            EditDistance.respelled(member.key, among: known)
            ?? EditDistance.nearest(to: member.key, among: known)
        report(
            .fcmUnknownKey, member.keySpan,
            "found `\(member.key.shownKey)` in \(place), wanted one of FCM's names there",
            cure: meant.map { "did you mean `\($0)`?" })
    }

    private mutating func checkTarget(_ message: JSONNode) {
        let targets = ["token", "topic", "condition", "fid"].compactMap { message.member($0) }
        if targets.count != 1 {
            let names = targets.map { "`\($0.key)`" }.joined(separator: " and ")
            report(
                .fcmTarget, targets.last?.keySpan ?? message.openingSpan,
                "found \(targets.isEmpty ? "no target" : names), "
                    + "wanted one of `token`, `topic`, `condition`, `fid`")
        }
        guard let topic = message.member("topic"), let name = topic.value.stringValue else {
            return
        }
        let isPlain = name.utf8.allSatisfy { byte in
            Ascii.isWord(byte) || [Ascii.minus, Ascii.dot, 0x7E, 0x25].contains(byte)
        }
        if !isPlain || name.isEmpty {
            report(
                .fcmTopicName, topic.value.span,
                wrongType(topic, "letters, digits and `-_.~%` without `/topics/`"))
        }
    }

    private mutating func checkData(_ data: JSONNodeMember) {
        guard let members = data.value.members else {
            report(.fcmDataType, data.value.span, wrongType(data, "an object"))
            return
        }
        for member in members {
            if FCMComposer.isReserved(member.key) {
                report(
                    .fcmReservedKey, member.keySpan,
                    "found `\(member.key.shownKey)` in `data`, which FCM keeps for itself")
            } else if member.key == "collapse_key" {
                report(.fcmCollapseKey, member.keySpan, "found `collapse_key` in `data`")
            }
            if member.value.stringValue == nil {
                report(
                    .fcmDataType, member.value.span, wrongType(member, "a string"),
                    cure: "write it in quotes")
            }
        }
    }

    private mutating func checkHeaderFields(_ headers: JSONNodeMember?) {
        guard let headers else { return }
        guard let members = headers.value.members else {
            report(.fcmHeaderType, headers.value.span, wrongType(headers, "an object"))
            return
        }
        for member in members where member.value.stringValue == nil {
            report(
                .fcmHeaderType, member.value.span, wrongType(member, "a string"),
                cure: "write it in quotes")
        }
    }

    /// Checks what becomes of the message on iOS.
    private mutating func checkPlatform(_ message: JSONNode) {
        let payload = message["apns"]?["payload"]
        let notification = message["notification"]
        let texts = ["title", "body"].filter { notification?[$0]?.isText == true }
        let headers = message["apns"]?["headers"]
        var inner = Linter(context: contextWith(headers))
        inner.alertIsImplied = !texts.isEmpty
        if let payload { inner.checkOwnKeys(payload) }
        if let aps = payload?.member("aps"), let payload {
            inner.checkAPS(aps, in: payload)
            if let alert = aps.value["alert"] {
                for key in texts where alert.stringValue != nil || alert.member(key) != nil {
                    inner.report(
                        .fcmOverride, alert.span,
                        "found the `\(key)` of `notification` and of `apns.payload`")
                }
            }
            inner.checkSilentHeaders(APS(aps.value.json), aps, headers)
        } else if texts.isEmpty, message.member("data") != nil {
            inner.report(
                .fcmDataOnly, message.openingSpan,
                "found `data` without `notification` and without `apns.payload.aps`",
                cure: #"add "content-available": 1 in `apns.payload.aps` to wake the app"#)
        }
        if payload?["aps"]?["mutable-content"]?.isSetFlag != true {
            let image =
                message["apns"]?["fcm_options"]?.member("image") ?? notification?.member("image")
            if let image, image.value.isText { inner.reportImage(image) }
        }
        findings += inner.findings
    }

    private mutating func checkSilentHeaders(
        _ aps: APS, _ member: JSONNodeMember, _ headers: JSONNode?
    ) {
        guard aps.contentAvailable, !aps.hasInteraction, !alertIsImplied else { return }
        if headers?["apns-push-type"]?.stringValue != "background"
            || headers?["apns-priority"]?.stringValue != "5"
        {
            report(
                .fcmSilentHeaders, member.keySpan,
                "found a background push without its headers, wanted both",
                cure: #"add "apns-push-type": "background", "apns-priority": "5""#)
        }
    }

    private func contextWith(_ headers: JSONNode?) -> LintContext {
        var inner = context
        if let type = headers?["apns-push-type"]?.stringValue {
            inner.pushType = PushType(rawValue: type)
        }
        if let priority = headers?["apns-priority"]?.stringValue { inner.priority = Int(priority) }
        if let id = headers?["apns-collapse-id"]?.stringValue { inner.collapseID = id }
        if let topic = headers?["apns-topic"]?.stringValue { inner.topic = topic }
        return inner
    }

    private mutating func checkFCMSize(_ message: JSONNode) {
        let toTopic = message.member("topic") != nil || message.member("condition") != nil
        let limit = toTopic ? FCMComposer.topicPayloadLimit : FCMComposer.payloadLimit
        let composer = FCMComposer(messageID: "0000000000000000", sentAt: 0)
        guard let size = try? composer.assemble(message.json).byteCount, size > limit else {
            return
        }
        report(
            .fcmTooLarge, message.openingSpan, "found \(size) bytes, wanted at most \(limit)")
    }
}
