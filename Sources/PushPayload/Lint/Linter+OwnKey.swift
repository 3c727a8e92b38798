extension Linter {
    /// Checks the members beside `aps`.
    mutating func checkOwnKeys(_ root: JSONNode) {
        let aps = root["aps"]
        for member in root.members ?? [] {
            switch member.key {
            case "aps": continue
            case "Simulator Target Bundle": checkSimulatorBundle(member)
            case "image_url": checkImageURL(member)
            case "deeplink", "link": checkLink(member)
            case "google.c.a.e":
                if member.value.stringValue != "1" {
                    report(
                        .analyticsMark, member.value.span, wrongType(member, #"the string "1""#))
                }
            case "fcm_options":
                if let image = member.value.member("image") { checkImageURL(image) }
            case "mdm":
                report(.mdmKey, member.keySpan, "found `mdm`, which only device management has")
            default: checkOwnKey(member, beside: aps)
            }
            if case .null = member.value.value {
                report(.nullValue, member.value.span, "found null as `\(member.key.shownKey)`")
            }
        }
        if let campaign = root.campaign, root.member("message_id") == nil,
            root.member("gcm.message_id") == nil
        {
            report(
                .messageIDMissing, campaign.keySpan,
                "found `\(campaign.key)` without `message_id`, wanted both")
        }
    }

    private mutating func checkSimulatorBundle(_ member: JSONNodeMember) {
        guard let name = member.value.stringValue, !name.isEmpty else {
            report(.simulatorBundle, member.value.span, wrongType(member, "a bundle ID"))
            return
        }
        guard let bundleID = context.bundleID, bundleID != name else { return }
        report(
            .simulatorBundle, member.value.span,
            "found `\(name.shownKey)`, wanted the app's bundle ID `\(bundleID)`",
            severity: .warning)
    }

    private mutating func checkOwnKey(_ member: JSONNodeMember, beside aps: JSONNode?) {
        let key = member.key
        if let right = Self.apsKeyMeant(by: key) {
            guard aps?.member(right) == nil else { return }
            report(
                .apsKeyOutside, member.keySpan,
                "found `\(key.shownKey)` beside `aps`, wanted `\(right)` in it",
                cure: "move it into `aps`, as `\(right)`")
        } else if key.hasPrefix("apns-") || key == "priority" {
            _ = checkHeaderName(member, place: "the payload")
        } else if key.hasPrefix("Simulator") || key.hasPrefix("simulator") {
            report(
                .simulatorBundle, member.keySpan,
                "found `\(key.shownKey)`, wanted `Simulator Target Bundle`")
        }
    }

    /// The key of `aps` that a key beside it can only have meant.
    ///
    /// Words that apps use for themselves, such as `event`, are left alone.
    private static func apsKeyMeant(by key: String) -> String? {
        switch key {
        case "alert", "badge", "sound", "category", "thread-id", "content-available",
            "mutable-content", "target-content-id", "interruption-level", "relevance-score",
            "filter-criteria", "content-state", "stale-date", "dismissal-date":
            key
        case "contentAvailable", "content_available": "content-available"
        case "mutableContent", "mutable_content": "mutable-content"
        default: nil
        }
    }

    mutating func checkImageURL(_ image: JSONNodeMember) {
        guard let url = image.value.stringValue else {
            report(.imageURL, image.value.span, wrongType(image, "a URL as a string"))
            return
        }
        guard !url.isEmpty, Self.scheme(of: url) != "https" else { return }
        report(.imageURL, image.value.span, wrongType(image, "a URL that starts with `https://`"))
    }

    mutating func checkLink(_ link: JSONNodeMember) {
        guard let url = link.value.stringValue else {
            report(
                .linkScheme, link.value.span, wrongType(link, "a URL as a string"),
                then: "the app finds no link, and a tap opens nothing")
            return
        }
        guard !url.isEmpty else { return }
        switch Self.scheme(of: url) {
        case "javascript", "file", "data":
            report(.linkScheme, link.value.span, wrongType(link, "a web or app link"))
        case nil:
            report(
                .linkScheme, link.value.span, wrongType(link, "a URL with a scheme"),
                then: "the app cannot tell where it leads, and refuses it")
        default: break
        }
    }

    /// The scheme of a URL in lower case, or nil if it has none.
    ///
    /// White space and control characters before and in it are passed over, as browsers do, since a
    /// scheme may be disguised with them.
    static func scheme(of url: String) -> String? {
        var scheme: [UInt8] = []
        for byte in url.utf8 {
            switch byte {
            case ...Ascii.space: continue
            case Ascii.colon: return scheme.isEmpty ? nil : String(decoding: scheme, as: UTF8.self)
            case 0x41...0x5A: scheme.append(byte | 0x20)
            case 0x61...0x7A: scheme.append(byte)
            case Ascii.zero...Ascii.nine, Ascii.plus, Ascii.minus, Ascii.dot:
                guard !scheme.isEmpty else { return nil }
                scheme.append(byte)
            default: return nil
            }
        }
        return nil
    }
}

extension LintRule {
    static let ownKeyEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .nullValue, .note, "An own key without a value is better left out.",
            then: "the app finds an NSNull in userInfo, which many apps do not expect",
            "A-DIDRECV", .high,
            right: #"{"aps": {"alert": "Hello"}}"#,
            wrong: #"{"aps": {"alert": "Hello"}, "coupon": null}"#),
        LintRuleEntry(
            .imageURL, .error, "An image is loaded over HTTPS.",
            then: "App Transport Security blocks the download; the text is shown without it",
            "A-ATT", .medium,
            right: #"""
                {"aps": {"alert": "Hello", "mutable-content": 1},
                 "image_url": "https://a.example/i.png"}
                """#,
            wrong: #"""
                {"aps": {"alert": "Hello", "mutable-content": 1},
                 "image_url": "http://a.example/i.png"}
                """#),
        LintRuleEntry(
            .linkScheme, .error, "A link leads to the web or into an app.",
            then: "the app must refuse it: it would run or read what the sender says", "TD-15",
            .high,
            right: #"{"aps": {"alert": "Hello"}, "link": "https://example.com/promo"}"#,
            wrong: #"{"aps": {"alert": "Hello"}, "link": "javascript:alert(1)"}"#),
        LintRuleEntry(
            .messageIDMissing, .note, "A campaign's push carries a `message_id`.",
            then: "its events have only the ID that FCM adds, or none", "TD-04", .medium,
            right: #"""
                {"aps": {"alert": "Hello", "category": "P", "mutable-content": 1},
                 "campaign_id": "c", "message_id": "m"}
                """#,
            wrong: #"{"aps": {"alert": "Hello", "category": "P"}, "campaign_id": "c"}"#),
        LintRuleEntry(
            .simulatorBundle, .error, "`Simulator Target Bundle` is the app's bundle ID.",
            then: "the simulator does not know for which app the push is", "simctl", .medium,
            right: #"{"aps": {"alert": "Hello"}, "Simulator Target Bundle": "com.example.myapp"}"#,
            wrong: #"{"aps": {"alert": "Hello"}, "Simulator Target Bundle": 1}"#),
        LintRuleEntry(
            .analyticsMark, .warning, "`google.c.a.e` is the string `1`.",
            then: "Firebase's SDK logs no analytics event", "FIRMessagingAnalytics.m", .high,
            right: #"{"aps": {"alert": "Hello"}, "google.c.a.e": "1"}"#,
            wrong: #"{"aps": {"alert": "Hello"}, "google.c.a.e": 1}"#),
        LintRuleEntry(
            .mdmKey, .note, "`mdm` belongs to device management.",
            then: "an app's push is not changed by it", "sideshow/apns2", .medium,
            right: #"{"aps": {"alert": "Hello"}}"#,
            wrong: #"{"aps": {"alert": "Hello"}, "mdm": "996ac527"}"#),
    ]
}
