import PushText

extension Linter {
    /// A message without its envelope is reported and then checked as if it had one; a request to
    /// the legacy API is only reported, as its keys have other meanings.
    mutating func checkFCM(_ root: JSONNode, size: Int) {
        guard let message = root.member("message") else {
            let isLegacy = root.member("to") != nil || root.member("registration_ids") != nil
            report(
                .fcmEnvelope, root.openingSpan,
                isLegacy
                    ? "found the legacy API's form, wanted an object with `message`"
                    : "found no `message`, wanted the message in it",
                cure: #"write {"message": {"token": …}}"#)
            if !isLegacy {
                checkMessage(root, size: size)
                checkFCMFields(root, as: .message, message: .root)
            }
            return
        }
        guard message.value.members != nil else {
            report(.fcmEnvelope, message.value.span, wrongType(message, "an object"))
            return
        }
        checkMessage(message.value, size: size)
        checkFCMFields(root, as: .request, message: .field(.root, "message"))
    }

    /// A null counts as an absent field here, except inside maps such as `data`.
    private mutating func checkMessage(_ message: JSONNode, size: Int) {
        if let data = message.field("data") { checkData(data, in: message) }
        if let image = message["notification"]?.field("image") { checkImageURL(image) }
        checkHeaderFields(message["apns"]?.field("headers"))
        checkLiveToken(message)
        checkTarget(message)
        checkFCMValues(message)
        checkPlatform(message)
        // FCM adds keys of its own, so the request may be shorter than what is counted.
        if size > FCMComposer.topicPayloadLimit / 2 { checkFCMSize(message) }
    }

    /// Checks that the token of a Live Activity and its `aps` come together.
    ///
    /// The message's address is the app's registration, so without the token FCM sends it to the
    /// app itself.
    private mutating func checkLiveToken(_ message: JSONNode) {
        let apns = message["apns"]
        let aps = apns?["payload"]?["aps"]
        if let token = apns?.liveActivityToken {
            if !token.value.isText {
                report(.fcmLiveToken, token.value.span, wrongType(token, "a token as a string"))
            } else if aps == nil {
                report(
                    .fcmLiveToken, token.keySpan,
                    "found `\(token.key)` without `apns.payload.aps`, wanted both")
            }
            return
        }
        let headers = apns?["headers"]
        let cure =
            "add the Live Activity's token, or for a start the push-to-start token, to `apns`"
        if contextWith(headers).pushType == .liveactivity {
            report(
                .fcmLiveToken,
                headers?.member("apns-push-type")?.value.span ?? message.openingSpan,
                "found the push type `liveactivity` without `live_activity_token`, wanted both",
                cure: cure,
                then: "FCM sends it to the app's own token, and APNs answers "
                    + "DeviceTokenNotForTopic (400)")
        } else if let key = aps?.member("event") ?? aps?.member("content-state") {
            report(
                .fcmLiveToken, key.keySpan,
                "found `\(key.key)` without `live_activity_token`, wanted both", cure: cure)
        }
    }

    /// The cure is the best guess of three: the place of `aps`, the heir of a key of the legacy
    /// API, or the nearest of the known names.
    mutating func reportUnknown(
        _ member: JSONNodeMember, in place: String, _ known: [String], legacy: [String: String]
    ) {
        let meant = Suggestion.meant(by: member.key, among: known)
        report(
            .fcmUnknownKey, member.keySpan,
            "found `\(member.key.shownKey)` in \(place), wanted one of FCM's names there",
            cure: member.key == "aps"
                ? "move it to `apns.payload.aps`"
                : legacy[member.key].map { "the legacy API's key; now it is \($0)" }
                    ?? meant.map(Suggestion.question))
    }

    /// The places of the legacy API's keys in a message of the v1 API (FCM-DISC).
    static let legacyKeys = [
        "badge": "`apns.payload.aps.badge`",
        "body_loc_args": "`apns.payload.aps.alert.loc-args`",
        "body_loc_key": "`apns.payload.aps.alert.loc-key`",
        "click_action": "`apns.payload.aps.category`",
        "collapse_key": "`apns-collapse-id` in `apns.headers`",
        "content_available": "`apns.payload.aps.content-available`",
        "mutable_content": "`apns.payload.aps.mutable-content`",
        "priority": "`apns-priority` in `apns.headers`, and `android.priority`",
        "registration_ids": "a message for each `token`",
        "sound": "`apns.payload.aps.sound`",
        "subtitle": "`apns.payload.aps.alert.subtitle`",
        "time_to_live": "`apns-expiration` in `apns.headers`, and `android.ttl`",
        "title_loc_args": "`apns.payload.aps.alert.title-loc-args`",
        "title_loc_key": "`apns.payload.aps.alert.title-loc-key`",
        "to": "`token`, `topic` or `condition`",
    ]

    /// Several addresses are reported at the last of them, none at the message itself.
    private mutating func checkTarget(_ message: JSONNode) {
        let targets = ["token", "topic", "condition", "fid"].compactMap { message.field($0) }
        if targets.count != 1 {
            let names = targets.map { "`\($0.key)`" }.joined(separator: " and ")
            report(
                .fcmTarget, targets.last?.keySpan ?? message.openingSpan,
                "found \(targets.isEmpty ? "no target" : names), "
                    + "wanted one of `token`, `topic`, `condition`, `fid`")
        }
        if let topic = message.member("topic") { checkTopic(topic) }
        if let token = message.member("token"),
            FCMAddress.isDeviceToken(token.value.stringValue ?? "")
        {
            report(
                .fcmTarget, token.value.span,
                "found a device token of APNs in `token`, wanted a registration token of FCM",
                cure: "send to the token that `Messaging.token` returns")
        }
        if let fid = message.member("fid"), FCMAddress.isToken(fid.value.stringValue ?? "") {
            report(
                .fcmTarget, fid.value.span,
                "found a registration token in `fid`, wanted a Firebase installation ID",
                cure: "name it `token`, or send to the ID, which stands before the colon")
        }
    }

    private mutating func checkData(_ data: JSONNodeMember, in message: JSONNode) {
        guard let members = data.value.members else {
            report(.fcmDataType, data.value.span, wrongType(data, "an object"))
            return
        }
        var present: Set<String>?
        for member in members {
            if FCMComposer.isReserved(member.key) {
                report(
                    .fcmReservedKey, member.keySpan,
                    "found `\(member.key.shownKey)` in `data`, which FCM keeps for itself")
            } else if member.key == "collapse_key" {
                report(.fcmCollapseKey, member.keySpan, "found `collapse_key` in `data`")
            } else if member.key == "aps" {
                report(
                    .fcmDataAPS, member.keySpan, "found `aps` in `data`",
                    cure: "put it into `apns.payload`")
            } else if let right = Self.apsKeyMeant(by: member.key) {
                checkMisplaced(member, as: right, in: message, &present)
            }
            if member.value.stringValue == nil {
                report(
                    .fcmDataType, member.value.span, wrongType(member, "a string"),
                    cure: member.value.isNull ? "leave it out" : "write it in quotes",
                    fix: quoting(member.value))
            }
        }
    }

    /// Checks a key of `aps` in `data`, where only the app reads it.
    ///
    /// If `aps` has it as well, that of `data` is for other devices. `present` are the keys of
    /// `aps`, filled when such a key is met first.
    private mutating func checkMisplaced(
        _ member: JSONNodeMember, as right: String, in message: JSONNode,
        _ present: inout Set<String>?
    ) {
        let keys =
            present ?? Set((message["apns"]?["payload"]?["aps"]?.members ?? []).map(\.key))
        present = keys
        guard !keys.contains(right), !omits(.apsKeyOutside) else { return }
        let number = member.value.stringValue.flatMap { Int($0) }
        report(
            .apsKeyOutside, member.keySpan,
            "found `\(member.key.shownKey)` in `data`, wanted `\(right)` in `apns.payload.aps`",
            cure: "move it into `apns.payload.aps`, as "
                + (number.map { "`\"\(right)\": \($0)`" } ?? "`\(right)`"))
    }

    /// Writes a number or a Boolean as a string; nil for other values, for which it would be a
    /// guess.
    func quoting(_ node: JSONNode) -> LintFix? {
        switch node.value {
        case .number, .bool: replacing(node, with: JSON.string(node.json.text).text)
        case .null, .string, .array, .object: nil
        }
    }

    /// Checks what happens to the message on iOS.
    ///
    /// A linter of its own does it, because the headers inside the message take the place of those
    /// that the caller knows, and an alert may come from `notification`.
    private mutating func checkPlatform(_ message: JSONNode) {
        let apns = message["apns"]
        let payload = apns?["payload"]
        let notification = message["notification"]
        let texts = ["title", "body"].filter { notification?[$0]?.isText == true }
        let headers = apns?["headers"]
        var inner = Linter(context: contextWith(headers))
        inner.source = source
        inner.headers = headers
        inner.alertIsImplied = !texts.isEmpty
        inner.isForLiveActivity = apns?.liveActivityToken != nil
        inner.isTreasureData =
            isTreasureData || message["data"]?.hasTreasureDataKey == true
            || payload?.hasTreasureDataKey == true
        if let type = inner.context.pushType, let reader = type.reader,
            let field = headers?.member("apns-push-type")
        {
            inner.report(
                .pushTypeReader, field.value.span,
                "found the push type `\(type.rawValue)`, which goes to \(reader.name)",
                then: reader.duty, source: reader.source)
            inner.checkTopicOfMessage(field.value.span)
            absorb(inner)
            return
        }
        let options = apns?["fcm_options"] ?? apns?["fcmOptions"]
        let image = options?.member("image") ?? notification?.member("image")
        if inner.context.app != nil {
            let places = [payload, message["data"]].compactMap { $0 }
            inner.checkApp(places, fcmImage: image)
        }
        inner.checkAddresses(message, options)
        if let aps = payload?.member("aps"), let payload {
            if aps.value.members?.isEmpty == true, texts.isEmpty {
                inner.report(
                    .fcmEmptyAPS, aps.value.span, "found an empty `aps`, wanted something in it",
                    cure: #"add "content-available": 1 to wake the app, or leave `aps` out"#)
            } else {
                inner.checkAPS(aps, in: payload)
            }
            if let alert = aps.value["alert"] {
                for key in texts where alert.stringValue != nil || alert.member(key) != nil {
                    inner.report(
                        .fcmOverride, alert.span,
                        "found the `\(key)` of `notification` and of `apns.payload`")
                }
            }
            inner.checkSilentHeaders(aps, headers)
        } else {
            if let headers, !inner.isForLiveActivity {
                inner.checkHeaders(APSMembers(), at: headers.span)
            }
            inner.reportDataAlone(message, texts)
        }
        if payload?["aps"]?["mutable-content"]?.isSetFlag != true {
            inner.checkUnloaded(image, message, payload?["aps"])
        }
        absorb(inner)
    }

    /// Checks the images and links that the message brings to the app.
    private mutating func checkAddresses(_ message: JSONNode, _ options: JSONNode?) {
        if let image = options?.field("image"), image.value.stringValue != nil {
            checkImageURL(image)
        }
        let payload = message["apns"]?["payload"]
        if let payload { checkOwnKeys(payload) }
        if let data = message["data"] { checkCarriedKeys(data, beside: payload) }
    }

    /// Reports the image of a notification whose extension does not run: FCM's own, or else the
    /// one that `data` names.
    private mutating func checkUnloaded(
        _ image: JSONNodeMember?, _ message: JSONNode, _ aps: JSONNode?
    ) {
        if let image, image.value.isText {
            reportImage(image, aps)
        } else if alertIsImplied || aps.map({ APS($0.json).hasVisibleAlert }) == true,
            let named = message["data"]?.member("image_url"), named.value.isText
        {
            reportImage(named, aps, severity: isImageRead ? nil : .note)
        }
    }

    /// Data that nobody is woken for, or a message for other platforms alone.
    private mutating func reportDataAlone(_ message: JSONNode, _ texts: [String]) {
        guard texts.isEmpty, !isForLiveActivity else { return }
        guard message.field("data") != nil else {
            // A misspelt key is reported, and is text once it is spelt right.
            let hasOthers = message["notification"]?.members?.contains { $0.key != "image" }
            guard hasOthers != true else { return }
            report(
                .fcmDataOnly, message.openingSpan,
                "found no text in `notification` and no `apns.payload.aps`",
                cure: "write a `title` or `body` in `notification`", severity: .note)
            return
        }
        report(
            .fcmDataOnly, message.openingSpan,
            "found `data` without `notification` and without `apns.payload.aps`",
            cure: #"add "content-available": 1 in `apns.payload.aps` to wake the app"#)
    }

    private mutating func checkSilentHeaders(_ member: JSONNodeMember, _ headers: JSONNode?) {
        guard member.value["content-available"]?.isSetFlag == true, !alertIsImplied,
            !isForLiveActivity, !APS(member.value.json).hasInteraction
        else { return }
        let wanted = [("apns-push-type", "background"), ("apns-priority", "5")]
        // A priority that is present has a rule of its own.
        let missing = wanted.filter { name, value in
            guard let text = headers?[name]?.stringValue else { return true }
            return name == "apns-priority" ? Int(text) == nil : text != value
        }
        guard !missing.isEmpty else { return }
        report(
            .fcmSilentHeaders, member.keySpan,
            "found a background push without "
                + missing.map { "`\($0.0)` `\($0.1)`" }.joined(separator: " and "),
            cure: "add " + missing.map { #""\#($0.0)": "\#($0.1)""# }.joined(separator: ", ")
                + " to `apns.headers`")
    }

    /// A header in the message wins over the caller's; an unknown push type makes the type unknown.
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

    /// Composes the payload with IDs of the usual length, those of the app and its project too.
    ///
    /// A message that cannot be composed has findings of its own and is not measured.
    private mutating func checkFCMSize(_ message: JSONNode) {
        let composer = FCMComposer(
            messageID: "0000000000000000", senderID: "000000000000",
            registrationToken: "c000000000000000000000:", sentAt: 0)
        let json = message.json
        guard let draft = try? composer.assemble(json),
            let excess = FCMComposer.excess(of: json, composed: draft.byteCount)
        else { return }
        report(
            .fcmTooLarge, message.openingSpan,
            "found \(excess.size) bytes, wanted at most \(excess.limit)")
    }
}

extension JSONNode {
    /// A field of a message; nil also if it is null, which JSON for protocol buffers treats as
    /// absent.
    ///
    /// The values of a map, such as `data`, may not be null.
    func field(_ key: String) -> JSONNodeMember? {
        member(key).flatMap { $0.value.isNull ? nil : $0 }
    }

    fileprivate var isNull: Bool { if case .null = value { true } else { false } }

    /// The member of `apns` that names a Live Activity.
    fileprivate var liveActivityToken: JSONNodeMember? {
        field("live_activity_token") ?? field("liveActivityToken")
    }
}

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
            .fcmTarget, .error,
            "A message has one of `token`, `topic`, `condition` and `fid`, no token of APNs.",
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
            .fcmEmptyAPS, .error, "An `aps` has something in it, unless `notification` has a text.",
            then: "FCM refuses it with 400 INVALID_ARGUMENT", "FCM-APS", .medium,
            right: fcm(#"\#(target), "apns": {"payload": {"aps": {"alert": "Hello"}}}"#),
            wrong: fcm(#"\#(target), "apns": {"payload": {"aps": {}}}"#)),
        LintRuleEntry(
            .fcmHeaderType, .error, "The headers of `apns` are strings.",
            then: "FCM refuses it with 400 INVALID_ARGUMENT", "FCM-DISC", .high,
            right: fcm(#"\#(target), \#(shown), "apns": {"headers": {"apns-priority": "5"}}"#),
            wrong: fcm(#"\#(target), \#(shown), "apns": {"headers": {"apns-priority": 5}}"#)),
        LintRuleEntry(
            .fcmHeaderName, .warning, "The headers of `apns` have APNs' names.",
            then: "APNs ignores a header that it does not know", "A-SEND", .medium,
            right: fcm(#"\#(target), \#(shown), "apns": {"headers": {"apns-priority": "5"}}"#),
            wrong: fcm(#"\#(target), \#(shown), "apns": {"headers": {"priority": "5"}}"#)),
        LintRuleEntry(
            .fcmTooLarge, .error,
            "The payload that FCM composes for APNs has at most 4096 bytes; a topic's message has "
                + "at most 2048 in its keys and values.",
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
            "A `live_activity_token` and the `aps` of a Live Activity come together.",
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
