import PushText

extension Linter {
    /// `isLive` lets through the keys that only the alert of a Live Activity has.
    ///
    /// `aps` is needed for keys that belong one level up, which can be moved there.
    mutating func checkAlert(_ alert: JSONNodeMember, in aps: JSONNode, isLive: Bool) {
        if let text = alert.value.stringValue {
            if isLive, mayBeForActivity {
                report(.liveAlert, alert.value.span, wrongType(alert, "an object"))
            } else if text.isEmpty {
                reportEmptyAlert(alert)
            }
            return
        }
        guard let members = alert.value.members else {
            report(.alertType, alert.value.span, wrongType(alert, "a string or an object"))
            return
        }
        var texts: [AlertKey] = []
        var visible = false
        for member in members {
            if isLive, Self.isLiveText(member) {
                visible = visible || member.key != "sound"
                continue
            }
            guard let key = AlertKey(rawValue: member.key) else {
                checkUnknownAlertKey(member, alert.value, aps)
                continue
            }
            texts.append(key)
            visible = checkAlertMember(key, member) || visible
        }
        checkLocalisation(texts, members)
        // FCM puts the texts of `notification` into an alert that is an object.
        guard !visible, !alertIsImplied else { return }
        if isLive, mayBeForActivity {
            report(
                .liveAlert, alert.value.span,
                "found no text in `alert`, wanted a `title` and a `body`")
        } else {
            reportEmptyAlert(alert)
        }
    }

    /// Whether no header says that it is a push of another type than those to Live Activities.
    private var mayBeForActivity: Bool {
        context.pushType == nil || context.pushType == .liveactivity
    }

    /// Whether the member is one that only the alert of a Live Activity may have: its sound, and
    /// texts as objects with `loc-key` and `loc-args`.
    private static func isLiveText(_ member: JSONNodeMember) -> Bool {
        switch member.key {
        case "sound": true
        case "title", "body": member.value.member("loc-key") != nil
        default: false
        }
    }

    private mutating func reportEmptyAlert(_ alert: JSONNodeMember) {
        report(
            .alertEmpty, alert.value.span,
            "found no text in `alert`, wanted a `title`, `subtitle` or `body`")
    }

    /// Checks one member; returns whether it is visible text.
    private mutating func checkAlertMember(_ key: AlertKey, _ member: JSONNodeMember) -> Bool {
        switch key {
        case .title, .subtitle, .body, .titleLocKey, .subtitleLocKey, .locKey:
            return checkString(member) && member.value.isText
        case .launchImage: checkString(member)
        case .titleLocArgs, .subtitleLocArgs, .locArgs:
            guard let items = member.value.items else {
                report(.locArgsType, member.value.span, wrongType(member, "an array of strings"))
                break
            }
            for item in items where item.stringValue == nil {
                report(
                    .locArgsType, item.span,
                    "found \(item.shown) in `\(member.key)`, wanted a string")
            }
        case .actionLocKey, .action, .summaryArg, .summaryArgCount:
            report(
                .legacyAlertKey, member.keySpan,
                "found `\(member.key)`, which iOS no longer uses", cure: "leave it out")
        }
        return false
    }

    /// As `suitsAPS`, under a key of `alert`.
    func suitsAlert(_ member: JSONNodeMember, as key: String) -> Bool {
        guard let key = AlertKey(rawValue: key) else { return false }
        return suits { _ = $0.checkAlertMember(key, member) }
    }

    private mutating func checkUnknownAlertKey(
        _ member: JSONNodeMember, _ alert: JSONNode, _ aps: JSONNode
    ) {
        let key = member.key
        let shown = key.shownKey
        if APSKey(rawValue: key) != nil {
            report(
                .apsKeyInAlert, member.keySpan, "found `\(shown)` in `alert`, wanted it in `aps`",
                cure: "move `\(shown)` out of `alert`, into `aps`",
                fix: suitsAPS(member, as: key)
                    ? moving(member, from: alert.members, into: aps) : nil)
        } else if let right = AppleObject.alert.respelled(key) {
            report(
                .alertKeySpelling, member.keySpan, "found `\(shown)` in `alert`, wanted `\(right)`",
                cure: "write `\(right)`",
                fix: suitsAlert(member, as: right)
                    ? renaming(member, to: right, in: alert.members) : nil)
        } else {
            if omits(.unknownAlertKey) { return }
            let nearest = AppleObject.alert.nearest(to: key)
            report(
                .unknownAlertKey, member.keySpan,
                "found `\(shown)` in `alert`, wanted one of Apple's keys there",
                cure: nearest.map(Suggestion.question) ?? "move it next to `aps`")
        }
    }

    /// Compares each text with its key in the app's strings and the arguments of that key.
    ///
    /// An alert of plain texts leaves at once, as most do.
    private mutating func checkLocalisation(_ keys: [AlertKey], _ members: [JSONNodeMember]) {
        let triples: [(AlertKey, AlertKey, AlertKey)] = [
            (.title, .titleLocKey, .titleLocArgs),
            (.subtitle, .subtitleLocKey, .subtitleLocArgs), (.body, .locKey, .locArgs),
        ]
        guard keys.contains(where: { $0 != .title && $0 != .body }) else { return }
        for (plain, key, arguments) in triples {
            func member(_ key: AlertKey) -> JSONNodeMember? {
                members.last { $0.key == key.rawValue }
            }
            if keys.contains(key) {
                if keys.contains(plain), let member = member(plain) {
                    report(
                        .locKeyHidesText, member.keySpan,
                        "found `\(plain.rawValue)` beside `\(key.rawValue)`, wanted one of them")
                }
            } else if keys.contains(arguments), let member = member(arguments) {
                report(
                    .locArgsWithoutKey, member.keySpan,
                    "found `\(arguments.rawValue)` without `\(key.rawValue)`")
            }
        }
    }
}

extension LintRule {
    static let alertEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .alertType, .error, "`alert` is a string or an object.",
            then: "nothing is shown, not documented by Apple", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello"}}"#, wrong: #"{"aps": {"alert": ["Hello"]}}"#),
        LintRuleEntry(
            .alertEmpty, .warning, "`alert` has a title, subtitle or body to show.",
            then: "nothing is shown and no service extension runs", "A-NSEART", .medium,
            right: #"{"aps": {"alert": {"title": "Sale"}}}"#,
            wrong: #"{"aps": {"alert": {"title": ""}}}"#),
        LintRuleEntry(
            .unknownAlertKey, .warning, "`alert` holds Apple's keys only.",
            then: "the system ignores the key", "A-GEN", .high,
            right: #"{"aps": {"alert": {"title": "Sale"}}, "image": "a.png"}"#,
            wrong: #"{"aps": {"alert": {"title": "Sale", "image": "a.png"}}}"#),
        LintRuleEntry(
            .alertKeySpelling, .warning, "The keys of `alert` are in lower case, with hyphens.",
            then: "the system ignores the key", "A-GEN", .high,
            right: #"{"aps": {"alert": {"loc-key": "HELLO"}}}"#,
            wrong: #"{"aps": {"alert": {"body": "Hello", "locKey": "HELLO"}}}"#),
        LintRuleEntry(
            .apsKeyInAlert, .warning, "Sound, badge and the like belong in `aps`, not in `alert`.",
            then: "the system ignores the key", "A-GEN", .high,
            right: #"{"aps": {"alert": {"title": "Sale"}, "sound": "default"}}"#,
            wrong: #"{"aps": {"alert": {"title": "Sale", "sound": "default"}}}"#),
        LintRuleEntry(
            .legacyAlertKey, .note,
            "`action`, `action-loc-key` and the two `summary-arg` keys are obsolete.",
            then: "iOS 15 and later ignore the key", "A-GEN", .medium,
            right: #"{"aps": {"alert": {"title": "Sale"}}}"#,
            wrong: #"{"aps": {"alert": {"title": "Sale", "summary-arg": "Shop"}}}"#),
        LintRuleEntry(
            .locArgsType, .error, "The arguments of a localised text are an array of strings.",
            then: "what is filled in is not documented by Apple", "A-GEN", .high,
            right: #"{"aps": {"alert": {"loc-key": "SCORE", "loc-args": ["Ann", "3"]}}}"#,
            wrong: #"{"aps": {"alert": {"loc-key": "SCORE", "loc-args": ["Ann", 3]}}}"#),
        LintRuleEntry(
            .locArgsWithoutKey, .warning, "Arguments of a localised text come with its key.",
            then: "the arguments have no effect, not documented by Apple", "A-GEN", .medium,
            right: #"{"aps": {"alert": {"loc-key": "HELLO", "loc-args": ["Ann"]}}}"#,
            wrong: #"{"aps": {"alert": {"body": "Hello", "loc-args": ["Ann"]}}}"#),
        LintRuleEntry(
            .locKeyHidesText, .note, "A text is either written out or named by its key.",
            then:
                "the key is looked up; the text is only shown if the key is missing, not "
                + "documented by Apple",
            "A-LOC", .low,
            right: #"{"aps": {"alert": {"loc-key": "HELLO"}}}"#,
            wrong: #"{"aps": {"alert": {"loc-key": "HELLO", "body": "Hello"}}}"#),
    ]
}
