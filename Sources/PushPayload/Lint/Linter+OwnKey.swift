import PushText

extension Linter {
    /// Checks the members outside `aps`.
    mutating func checkOwnKeys(_ root: JSONNode) {
        let aps = root["aps"]
        // Gathered once: otherwise each of many keys would search a long `aps` again.
        var present: Set<String>?
        for member in root.members ?? [] {
            switch member.key {
            case "aps": continue
            case "Simulator Target Bundle": checkSimulatorBundle(member)
            case "image_url", "deeplink", "link": checkAddress(member)
            case "google.c.a.e":
                if member.value.stringValue != "1" {
                    report(
                        .analyticsMark, member.value.span, wrongType(member, #"the string "1""#),
                        fix: member.value.numberValue == 1
                            ? replacing(member.value, with: #""1""#) : nil)
                }
            case "fcm_options":
                if let image = member.value.member("image") { checkImageURL(image) }
            case "mdm":
                report(.mdmKey, member.keySpan, "found `mdm`, which only device management has")
            default: checkOwnKey(member, in: root, beside: aps, &present)
            }
            if case .null = member.value.value {
                report(.nullValue, member.value.span, "found null as `\(member.key.shownKey)`")
            }
        }
        checkMessageID(root, beside: nil)
    }

    /// Checks the keys of a message's `data` that lie next to `aps` on the device, where they are
    /// read as those of a payload; what else `data` may hold has rules of its own.
    ///
    /// `payload` is the object that the message brings for APNs.
    mutating func checkCarriedKeys(_ data: JSONNode, beside payload: JSONNode?) {
        for member in data.members ?? []
        where ["image_url", "deeplink", "link"].contains(member.key) {
            // Another type than a string is an error of `data` itself.
            if member.value.stringValue != nil { checkAddress(member) }
        }
        checkMessageID(data, beside: payload)
    }

    /// Checks the image or the link of a payload; without a sign of Treasure Data, or of an app
    /// that reads the key, it is anybody's word.
    private mutating func checkAddress(_ member: JSONNodeMember) {
        guard member.key == "image_url" else {
            return checkLink(member, isOwnWord: !isTreasureData)
        }
        checkImageURL(member, isOwnWord: !isImageRead)
    }

    /// Whether `image_url` is certainly the image: the key is the Treasure Data guide's, and
    /// another app may load it by itself.
    var isImageRead: Bool {
        isTreasureData || context.app?.imageKeys.contains("image_url") == true
    }

    /// Checks that a campaign's push has an ID, in one of the two objects of a message for FCM.
    private mutating func checkMessageID(_ root: JSONNode, beside other: JSONNode?) {
        guard isTreasureData, let campaign = root.campaign else { return }
        for place in [root, other] {
            for key in ["message_id", "gcm.message_id"] where place?.hasMember(key) == true {
                return
            }
        }
        report(
            .messageIDMissing, campaign.keySpan,
            "found `\(campaign.key)` without `message_id`, wanted both")
    }

    /// The ID of another app than the session's is only a warning: the file may be meant for that
    /// app.
    private mutating func checkSimulatorBundle(_ member: JSONNodeMember) {
        guard let name = member.value.stringValue, BundleID.isValid(name) else {
            report(.simulatorBundle, member.value.span, wrongType(member, "a bundle ID"))
            return
        }
        guard let bundleID = context.bundleID, bundleID != name else { return }
        report(
            .simulatorBundle, member.value.span,
            "found `\(name.shownKey)`, wanted the app's bundle ID `\(bundleID)`",
            severity: .warning)
    }

    /// `present` are the keys of `aps`, filled when a key that belongs there is met first.
    private mutating func checkOwnKey(
        _ member: JSONNodeMember, in root: JSONNode, beside aps: JSONNode?,
        _ present: inout Set<String>?
    ) {
        let key = member.key
        if let right = Self.apsKeyMeant(by: key) ?? registeredCategory(member) {
            let keys = present ?? Set((aps?.members ?? []).map(\.key))
            present = keys
            guard !keys.contains(right), !omits(.apsKeyOutside) else { return }
            report(
                .apsKeyOutside, member.keySpan,
                "found `\(key.shownKey)` next to `aps`, wanted `\(right)` in it",
                cure: "move it into `aps`, as `\(right)`",
                fix: suitsAPS(member, as: right)
                    ? moving(member, from: root.members, into: aps, as: right) : nil)
        } else if key.begins(with: "apns-") || key == "priority" {
            _ = checkHeaderName(member, place: "the payload")
        } else if key.begins(with: "Simulator") || key.begins(with: "simulator") {
            report(
                .simulatorBundle, member.keySpan,
                "found `\(key.shownKey)`, wanted `Simulator Target Bundle`")
        }
    }

    /// The key of `aps` that a key outside it was certainly meant to be.
    ///
    /// Words that apps use for themselves, such as `event` and `category`, are left alone; but see
    /// `registeredCategory`.
    static func apsKeyMeant(by key: String) -> String? { meantKeys[key] }

    private static let meantKeys = NameTable<String>(
        [
            "alert", "badge", "sound", "thread-id", "content-available", "mutable-content",
            "target-content-id", "interruption-level", "relevance-score", "filter-criteria",
            "content-state", "stale-date", "dismissal-date",
        ].map { ($0, $0) } + [
            ("contentAvailable", "content-available"), ("content_available", "content-available"),
            ("mutableContent", "mutable-content"), ("mutable_content", "mutable-content"),
        ])

    /// `category` if a key of that name holds a category that the app is known to register.
    private func registeredCategory(_ member: JSONNodeMember) -> String? {
        guard member.key == "category", let name = member.value.stringValue,
            context.categories?.contains(name) == true
        else { return nil }
        return member.key
    }

    /// Checks the address of an image; under an app's own key, which may hold anything, only values
    /// that are certainly an address.
    mutating func checkImageURL(_ image: JSONNodeMember, isOwnWord: Bool = false) {
        guard let url = image.value.stringValue else {
            if !isOwnWord {
                report(.imageURL, image.value.span, wrongType(image, "a URL as a string"))
            }
            return
        }
        guard !url.isEmpty else { return }
        if let fault = AttachmentURL.fault(of: url) {
            return checkImageFault(fault, image, url, isOwnWord)
        }
        checkCharacters(image, url)
        guard !isOwnWord, let suffix = AttachmentURL.otherPicture(of: url) else { return }
        report(
            .imageType, image.value.span,
            "found a `.\(suffix)` file as `\(image.key.shownKey)`, wanted a JPEG, PNG or GIF",
            cure: "send a `.jpg` or `.png`, or let the server answer with such a `Content-Type`")
    }

    /// An address with `https` and characters that only newer systems encode is a matter of the
    /// characters.
    ///
    /// Under an app's own key a value must look like a picture's address to count.
    private mutating func checkImageFault(
        _ fault: AttachmentURL.Fault, _ image: JSONNodeMember, _ url: String, _ isOwnWord: Bool
    ) {
        let scheme = Self.scheme(of: url)
        if scheme == "https" {
            guard !URLReading.dependsOnSystem(url) else { return checkCharacters(image, url) }
            report(
                .imageURL, image.value.span, "\(wrongType(image, "a URL")): \(fault.text)",
                then: "nothing is loaded; the text is shown without it")
            return
        }
        // Under an app's own key, a file's name may be one of the app's own pictures.
        let isSure = !isOwnWord || scheme == "http"
        guard isSure || scheme == nil || scheme == "ftp", isSure || AttachmentURL.namesPicture(url)
        else { return }
        let effect =
            isSure ? "nothing is loaded" : "an extension that loads it as it is gets nothing"
        report(
            .imageURL, image.value.span, wrongType(image, "a URL that starts with `https://`"),
            severity: isSure ? nil : .note,
            then: fault == .cleartext ? nil : "\(effect): \(fault.text)")
    }

    /// Checks the link of a tap; under an app's own key, only values that are certainly a link.
    mutating func checkLink(_ link: JSONNodeMember, isOwnWord: Bool = false) {
        guard let url = link.value.stringValue else {
            if isOwnWord { return }
            report(
                .linkScheme, link.value.span, wrongType(link, "a URL as a string"),
                then: "the app finds no link, and a tap opens nothing")
            return
        }
        guard !url.isEmpty else { return }
        switch Self.scheme(of: url) {
        case let scheme? where Link.dangerous.contains(scheme):
            report(.linkScheme, link.value.span, wrongType(link, "a web or app link"))
        case nil:
            if isOwnWord { return }
            report(
                .linkScheme, link.value.span, wrongType(link, "a URL with a scheme"),
                then: "the app cannot tell where it leads, and refuses it")
        default:
            if !reportUnfollowed(link, url) { checkCharacters(link, url) }
        }
    }

    /// Reports what keeps an app on any system from following a link; false if nothing does.
    ///
    /// The link itself is not shown: a password may stand in it.
    private mutating func reportUnfollowed(_ member: JSONNodeMember, _ url: String) -> Bool {
        guard let link = Link(url) else { return false }
        let problem = link.textProblem(.encoding)
        let fault = problem?.text ?? (link.isWeb ? link.webFault() : nil)
        guard let fault else { return false }
        report(
            .linkScheme, member.value.span,
            "found a broken link as `\(member.key.shownKey)`, wanted one that can be followed",
            cure: problem?.cure(for: url), then: "the app refuses it: \(fault)")
        return true
    }

    /// Checks for characters that only iOS 17 and later turn into a URL.
    private mutating func checkCharacters(_ member: JSONNodeMember, _ url: String) {
        guard let first = URLReading.firstRefused(in: url) else { return }
        let trimmed = String(url.trimming { $0 == " " })
        let written = URLReading.encoded(trimmed)
        let fix = written.flatMap { replacing(member.value, with: JSON.string($0).text) }
        if first == " " {
            report(
                .linkBlank, member.value.span,
                "found a blank in `\(member.key.shownKey)`, wanted "
                    + (trimmed.utf8.contains(Ascii.space) ? "`%20`" : "none"),
                cure: "write `%20` for a blank inside a URL", fix: fix)
        } else {
            report(
                .linkBlank, member.value.span,
                "found `\(first)` in `\(member.key.shownKey)`, wanted it percent-encoded",
                cure: URLReading.cure(for: trimmed), fix: fix)
        }
    }

    /// The scheme of a URL in lower case, or nil if it has none.
    ///
    /// White space and control characters before and in it are ignored, as browsers do, since they
    /// can be used to disguise a scheme.
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
            .nullValue, .note, "Custom keys without a value are better left out.",
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
            .imageType, .warning, "An image is a JPEG, a PNG or a GIF.",
            then: "iOS cannot attach it; the text is shown without it", "A-ATT", .high,
            right: #"""
                {"aps": {"alert": "Hello", "category": "P", "mutable-content": 1},
                 "td_campaign_id": "c", "message_id": "m",
                 "image_url": "https://a.example/i.png"}
                """#,
            wrong: #"""
                {"aps": {"alert": "Hello", "category": "P", "mutable-content": 1},
                 "td_campaign_id": "c", "message_id": "m",
                 "image_url": "https://a.example/i.webp"}
                """#),
        LintRuleEntry(
            .linkScheme, .error, "A link leads to the web or into an app.",
            then: "the app must refuse it: it would run or read what the sender says", "TD guide",
            .high,
            right: #"{"aps": {"alert": "Hello"}, "link": "https://example.com/promo"}"#,
            wrong: #"{"aps": {"alert": "Hello"}, "link": "javascript:alert(1)"}"#),
        LintRuleEntry(
            .messageIDMissing, .note, "A campaign's push carries a `message_id`.",
            then: "its events have only the ID that FCM adds, or none", "TD guide", .medium,
            right: #"""
                {"aps": {"alert": "Hello", "category": "P", "mutable-content": 1},
                 "td_campaign_id": "c", "message_id": "m"}
                """#,
            wrong: #"{"aps": {"alert": "Hello", "category": "P"}, "td_campaign_id": "c"}"#),
        LintRuleEntry(
            .linkBlank, .warning, "A URL is ASCII, without blanks.",
            then: "before iOS 17 it is not a valid URL, so nothing is opened or loaded", "A-URL",
            .medium,
            right: #"{"aps": {"alert": "Hello"}, "link": "https://example.com/a%20b"}"#,
            wrong: #"{"aps": {"alert": "Hello"}, "link": "https://example.com/a b"}"#),
        LintRuleEntry(
            .simulatorBundle, .error, "`Simulator Target Bundle` is the app's bundle ID.",
            then: "the simulator does not know which app the push is for", "simctl", .medium,
            right: #"{"aps": {"alert": "Hello"}, "Simulator Target Bundle": "com.example.myapp"}"#,
            wrong: #"{"aps": {"alert": "Hello"}, "Simulator Target Bundle": 1}"#),
        LintRuleEntry(
            .analyticsMark, .warning, "`google.c.a.e` is the string `1`.",
            then: "Firebase's SDK logs no analytics event", "FB@12.7.0", .high,
            right: #"{"aps": {"alert": "Hello"}, "google.c.a.e": "1"}"#,
            wrong: #"{"aps": {"alert": "Hello"}, "google.c.a.e": 1}"#),
        LintRuleEntry(
            .mdmKey, .note, "`mdm` belongs to device management.",
            then: "it has no effect on an app's push", "sideshow/apns2", .medium,
            right: #"{"aps": {"alert": "Hello"}}"#,
            wrong: #"{"aps": {"alert": "Hello"}, "mdm": "996ac527"}"#),
    ]
}
