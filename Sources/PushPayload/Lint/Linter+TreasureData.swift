import PushText

extension Linter {
    static let tdKeys = [
        "td_campaign_id", "title", "body", "image_url", "link", "deeplink", "message_id",
    ]

    /// Checks a campaign's payload as the sender reads it, before the alert is made from its texts.
    mutating func checkTreasureData(_ root: JSONNode) {
        let aps = root.member("aps")
        checkCampaign(root, hasTexts: aps != nil)
        if let aps { checkAPS(aps, in: root) }
        checkOwnKeys(root)
        if context.app != nil { checkApp([root]) }
    }

    /// Reports a campaign's ID inside another object: the app reads it at the top level, and a push
    /// without it looks like one of no campaign.
    mutating func checkNestedCampaign(_ root: JSONNode) {
        let key = "td_campaign_id"
        guard !root.hasMember(key) else { return }
        for outer in root.members ?? [] {
            guard let inner = outer.value.member(key) else { continue }
            report(
                .tdRequired, inner.keySpan,
                "found `\(key)` in `\(outer.key.shownKey)`, wanted it at the top level",
                cure: "move it out of `\(outer.key.shownKey)`", severity: .warning)
        }
    }

    /// Checks the payload of a campaign in the message that carries it through FCM.
    mutating func checkCarried(by message: JSONNode) {
        guard let data = message["data"], data.members != nil else {
            report(
                .tdRequired, message.openingSpan,
                "found no `data`, wanted one with the keys of the campaign")
            return
        }
        checkCampaign(
            data,
            hasTexts: message["notification"] != nil
                || message["apns"]?["payload"]?["aps"]?["alert"] != nil)
    }

    /// Checks the keys that a campaign's payload brings.
    ///
    /// `hasTexts` says whether the sender has already moved the texts into the alert.
    private mutating func checkCampaign(_ root: JSONNode, hasTexts: Bool) {
        // The guide's own files for the simulator name the campaign without the prefix.
        let required = hasTexts ? ["td_campaign_id"] : ["td_campaign_id", "title", "body"]
        for key in required where !root.hasMember(key) {
            if key == "td_campaign_id", let other = root.member("campaign_id") {
                if hasTexts { continue }
                report(
                    .tdRequired, other.keySpan, "found `campaign_id`, wanted `td_campaign_id`",
                    cure: "write `td_campaign_id`", severity: .warning,
                    fix: other.value.stringValue == nil
                        ? nil : renaming(other, to: key, in: root.members))
            } else {
                report(.tdRequired, root.openingSpan, "found no `\(key)`, wanted one")
            }
        }
        // Looked up once: a search for each key would be slow in a long payload.
        lazy var absent = Self.tdKeys.filter { !root.hasMember($0) }
        for member in root.members ?? [] {
            if Self.tdKeys.contains(member.key) {
                // The checks of links and images report their own types.
                if !["image_url", "link", "deeplink"].contains(member.key) {
                    checkString(member, rule: .tdType)
                }
            } else if let right = Self.tdKeyMeant(by: member.key, absent) {
                report(
                    .tdKeySpelling, member.keySpan,
                    "found `\(member.key.shownKey)`, wanted `\(right)`", cure: "write `\(right)`",
                    fix: member.value.stringValue == nil
                        || Suggestion.respelled(member.key, among: absent) == nil
                        ? nil : renaming(member, to: right, in: root.members))
            }
        }
    }

    private static func tdKeyMeant(by key: String, _ absent: [String]) -> String? {
        Suggestion.meant(by: key, among: absent)
    }
}

extension LintRule {
    private static func td(_ inside: String) -> LintExample {
        LintExample(
            #"{"td_campaign_id": "c1", "message_id": "m1", "title": "Sale", \#(inside)}"#,
            as: .treasureData)
    }

    static let treasureDataEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .tdRequired, .error, "A campaign payload has `td_campaign_id`, `title` and `body`.",
            then: "the sender cannot make a notification that counts for its campaign", "TD guide",
            .high,
            right: td(#""body": "Today""#), wrong: td(#""link": "https://example.com/""#)),
        LintRuleEntry(
            .tdType, .error, "The keys of a campaign payload hold strings.",
            then: "the text is not shown, or the event lacks it", "TD guide", .high,
            right: td(#""body": "Today""#), wrong: td(#""body": 1"#)),
        LintRuleEntry(
            .tdKeySpelling, .warning, "The keys of a campaign payload are in snake case.",
            then: "the app does not read the key", "TD guide", .high,
            right: td(#""body": "Today", "image_url": "https://a.example/i.png""#),
            wrong: td(#""body": "Today", "imageUrl": "https://a.example/i.png""#)),
    ]
}
