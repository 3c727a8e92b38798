import PushText

extension Linter {
    /// Checks members of `aps` that are right by themselves and wrong, or pointless, together.
    ///
    /// `whole` is the member `aps`, `root` the object around it.
    mutating func checkCombinations(
        _ aps: APSMembers, _ whole: JSONNodeMember, in root: JSONNode
    ) {
        if !aps.isLive { checkWaking(aps, whole) }
        if aps.wakes, !aps.hasParts, let simulator = root.member("Simulator Target Bundle") {
            report(
                .simulatorSilent, simulator.keySpan,
                "found a background push in a file for the simulator")
        }
        let hasAlert = aps.hasVisibleAlert || alertIsImplied
        if aps.isMutable, !hasAlert, let flag = aps.mutableContent {
            report(
                .mutableWithoutAlert, flag.keySpan,
                "found `mutable-content` without text in `alert`, wanted both")
        }
        let isEmpty = whole.value.members?.isEmpty ?? true
        if !hasAlert, !aps.wakes, !aps.isLive, !aps.isMutable, aps.alert == nil,
            aps.contentChanged == nil, !isEmpty
        {
            report(.nothingToSee, whole.keySpan, "found no `alert`")
        }
        checkEntitlements(aps)
        if let known = context.categories, let category = aps.category,
            let name = category.value.stringValue, !known.contains(name)
        {
            reportCategory(category.value, name, known)
        }
        guard hasAlert, !aps.isLive else { return }
        if !aps.isMutable { checkImage(in: root, whole.value) }
        guard isTreasureData, let campaign = root.campaign else { return }
        if aps.category == nil {
            report(
                .dismissWithoutCategory, campaign.keySpan,
                "found `\(campaign.key)` without `category` in `aps`")
        }
        if !aps.isMutable, !aps.wakes {
            report(
                .deliveryWithoutCode, campaign.keySpan,
                "found `\(campaign.key)` without `mutable-content` in `aps`")
        }
    }

    /// iOS compares the letters of a category as they are.
    private mutating func reportCategory(_ value: JSONNode, _ name: String, _ known: [String]) {
        if let right = known.first(where: { $0.lowercased() == name.lowercased() }) {
            report(
                .categoryNotRegistered, value.span,
                "found the category `\(name.shownKey)`; the app registers `\(right.shownKey)`, "
                    + "and categories are case-sensitive",
                cure: "write `\(right.shownKey)`",
                fix: replacing(value, with: JSON.string(right).text))
            return
        }
        report(
            .categoryNotRegistered, value.span,
            "found the category `\(name.shownKey)`, wanted one that the app registers",
            cure: Suggestion.meant(by: name, among: known).map(Suggestion.question))
    }

    /// A push that is sent as `alert` may have `content-available` beside its text, so only the
    /// others are asked.
    ///
    /// The severity follows the header: an error for `background`, which APNs and iOS hold to its
    /// word; a note if the text is visible anyway.
    private mutating func checkWaking(_ aps: APSMembers, _ whole: JSONNodeMember) {
        guard aps.wakes, let flag = aps.contentAvailable, context.pushType != .alert else { return }
        var found: [String] = []
        if aps.hasVisibleAlert || alertIsImplied && context.pushType == .background {
            found.append("`alert`")
        }
        if aps.badge != nil { found.append("`badge`") }
        if aps.hasSound { found.append("`sound`") }
        guard !found.isEmpty else {
            if let sound = aps.sound, sound.value.stringValue == "" {
                report(
                    .silentWithInteraction, sound.keySpan,
                    "found an empty `sound` together with `content-available`, wanted no `sound`",
                    cure: "leave `sound` out", severity: .note,
                    then: "iOS plays nothing, but Apple allows no `sound` in a background push",
                    fix: removing(sound, from: whole.value.members))
            }
            return
        }
        report(
            .silentWithInteraction, flag.keySpan,
            "found `content-available` together with \(found.joined(separator: " and "))",
            cure: "send it with the push type `alert`, or leave the rest out",
            severity: context.pushType == .background
                ? .error : aps.hasVisibleAlert ? .note : nil)
    }

    private static let criticalSound = "a critical sound"

    /// A note as long as the app's entitlements are unknown, a breach once they are known to lack
    /// it.
    private mutating func checkEntitlements(_ aps: APSMembers) {
        var needs: [(PushEntitlement, ByteSpan, String)] = []
        if let level = aps.interruptionLevel {
            switch level.value.stringValue.flatMap(InterruptionLevel.init) {
            case .timeSensitive:
                needs.append((.timeSensitive, level.value.span, "the level `time-sensitive`"))
            case .critical:
                needs.append((.criticalAlerts, level.value.span, "the level `critical`"))
            default: break
            }
        }
        if let critical = aps.sound?.value["critical"], critical.isSetFlag {
            needs.append((.criticalAlerts, critical.span, Self.criticalSound))
        }
        for (entitlement, span, found) in needs {
            let lost =
                found == Self.criticalSound
                ? "without it the sound is played as one of a normal alert, not documented by Apple"
                : nil
            if let held = context.entitlements {
                guard !held.contains(entitlement) else {
                    if entitlement == .criticalAlerts { checkCriticalOption(found, span, lost) }
                    continue
                }
                report(
                    .entitlementMissing, span, "found \(found) in an app without the entitlement",
                    cure: "give the app `\(entitlement.rawValue)`", then: lost,
                    source: entitlement.source)
            } else {
                report(
                    .entitlementMissing, span, "found \(found), which needs an entitlement",
                    cure: "give the app `\(entitlement.rawValue)`", severity: .note, then: lost,
                    source: entitlement.source)
            }
        }
    }

    /// Reports a critical alert for an app that never asks to send any.
    private mutating func checkCriticalOption(
        _ found: String, _ span: ByteSpan, _ consequence: String?
    ) {
        guard context.asksForCritical == false else { return }
        report(
            .entitlementMissing, span,
            "found \(found), and the app never asks for the option `.criticalAlert`",
            cure: "ask for it in requestAuthorization", then: consequence,
            source: PushEntitlement.criticalAlerts.source)
    }

    /// One finding at most, for the first of the keys under which an image may lie.
    private mutating func checkImage(in root: JSONNode, _ aps: JSONNode) {
        if let image = root["fcm_options"]?.member("image"), image.value.isText {
            reportImage(image, aps)
        } else if let image = root.member("image_url"), image.value.isText {
            reportImage(image, aps, severity: isImageRead ? nil : .note)
        } else if let image = root["data"]?.member("imageUrl"), image.value.isText {
            reportImage(image, aps)
        }
    }

    /// Adds the fix only if `aps` is there and lacks the key; a wrong value is another rule's.
    mutating func reportImage(
        _ image: JSONNodeMember, _ aps: JSONNode?, severity: LintSeverity? = nil
    ) {
        report(
            .imageWithoutMutable, image.keySpan,
            "found an image without `mutable-content` in `aps`, wanted both",
            cure: #"add "mutable-content": 1 to `aps`"#, severity: severity,
            fix: aps.flatMap { aps in
                aps.member("mutable-content") == nil
                    ? adding(#""mutable-content": 1"#, to: aps) : nil
            })
    }
}

extension JSONNode {
    /// The member that names a campaign.
    var campaign: JSONNodeMember? { member("td_campaign_id") ?? member("campaign_id") }
}

extension LintRule {
    private static let entitled = LintContext(entitlements: [.timeSensitive])
    private static let unentitled = LintContext(entitlements: [])
    private static let registered = LintContext(categories: ["INVITE"])

    static let combinationEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .silentWithInteraction, .warning,
            "A background push has no alert, badge or sound with `content-available`.",
            then: "it is no longer a background push and must be sent with the push type `alert`",
            "A-BG", .high,
            right: #"{"aps": {"content-available": 1}}"#,
            wrong: #"{"aps": {"content-available": 1, "badge": 8}}"#),
        LintRuleEntry(
            .mutableWithoutAlert, .warning, "`mutable-content` comes with an alert to change.",
            then: "the service extension does not run", "A-NSEART", .high,
            right: #"{"aps": {"mutable-content": 1, "alert": "Hello"}}"#,
            wrong: #"{"aps": {"mutable-content": 1, "badge": 1}}"#),
        LintRuleEntry(
            .nothingToSee, .note, "A push without an alert shows nothing.",
            then: "at most the badge and the sound change, and no service extension runs",
            "A-NSE", .high,
            right: #"{"aps": {"alert": "Hello", "badge": 2}}"#, wrong: #"{"aps": {"badge": 2}}"#),
        LintRuleEntry(
            .entitlementMissing, .warning,
            "The levels `time-sensitive` and `critical`, and critical sounds, need entitlements.",
            then: "the notification is delivered as `active`, not documented by Apple",
            "A-TS", .medium,
            right: LintExample(
                #"{"aps": {"alert": "Taxi", "interruption-level": "time-sensitive"}}"#,
                with: entitled),
            wrong: LintExample(
                #"{"aps": {"alert": "Taxi", "interruption-level": "time-sensitive"}}"#,
                with: unentitled)),
        LintRuleEntry(
            .categoryNotRegistered, .warning, "`category` names a category that the app registers.",
            then: "it is shown without actions, and a dismissal is not reported", "A-GEN", .medium,
            right: LintExample(
                #"{"aps": {"alert": "Hello", "category": "INVITE"}}"#, with: registered),
            wrong: LintExample(
                #"{"aps": {"alert": "Hello", "category": "invite"}}"#, with: registered)),
        LintRuleEntry(
            .imageWithoutMutable, .warning, "An image comes with `mutable-content`.",
            then: "the service extension does not run, so no image is loaded", "A-NSEART", .high,
            right: #"""
                {"aps": {"alert": "Hello", "mutable-content": 1},
                 "image_url": "https://a.example/i.png"}
                """#,
            wrong: #"{"aps": {"alert": "Hello"}, "image_url": "https://a.example/i.png"}"#),
        LintRuleEntry(
            .dismissWithoutCategory, .note,
            "A campaign that counts dismissals names a category.",
            then: "iOS reports a dismissal only for categories with `customDismissAction`",
            "A-DISM", .high,
            right: #"""
                {"aps": {"alert": "Hello", "mutable-content": 1, "category": "PROMO"},
                 "td_campaign_id": "c", "message_id": "m"}
                """#,
            wrong: #"{"aps": {"alert": "Hello"}, "td_campaign_id": "c", "message_id": "m"}"#),
        LintRuleEntry(
            .simulatorSilent, .note, "Background pushes are not tested in the simulator.",
            then: "one report says that the simulator drops it; a device wakes the app",
            "simctl", .low,
            right: #"{"aps": {"alert": "Hello"}, "Simulator Target Bundle": "com.example.myapp"}"#,
            wrong: #"""
                {"aps": {"content-available": 1}, "Simulator Target Bundle": "com.example.myapp"}
                """#),
        LintRuleEntry(
            .deliveryWithoutCode, .note,
            "A campaign that counts deliveries runs code on arrival.",
            then: "a push that arrives in the background tracks no `delivery`: no code runs",
            "TD guide", .medium,
            right: #"""
                {"aps": {"alert": "Hello", "mutable-content": 1, "category": "PROMO"},
                 "td_campaign_id": "c", "message_id": "m"}
                """#,
            wrong: #"{"aps": {"alert": "Hello"}, "td_campaign_id": "c", "message_id": "m"}"#),
    ]
}
