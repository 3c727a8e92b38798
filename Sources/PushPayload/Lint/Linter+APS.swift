import PushText

/// The members of one `aps` that other rules need, gathered in a single pass.
struct APSMembers {
    var alert: JSONNodeMember?
    var badge: JSONNodeMember?
    var sound: JSONNodeMember?
    var category: JSONNodeMember?
    var contentAvailable: JSONNodeMember?
    var mutableContent: JSONNodeMember?
    var interruptionLevel: JSONNodeMember?
    var relevanceScore: JSONNodeMember?
    var event: JSONNodeMember?
    /// The members that only a push to a Live Activity has, `event` and the alert apart, in their
    /// order.
    var live: [JSONNodeMember] = []
    var contentChanged: JSONNodeMember?
    /// Whether it is for a Live Activity, even if only the header or the token says so.
    var isForLiveActivity = false

    var hasVisibleAlert: Bool { alert?.value.isVisibleAlert == true }
    var wakes: Bool { contentAvailable?.value.isSetFlag == true }
    var isMutable: Bool { mutableContent?.value.isSetFlag == true }
    /// An empty string as the sound is silence, so it counts as none.
    var hasSound: Bool {
        guard let sound else { return false }
        return sound.value.stringValue != ""
    }
    /// Whether the user would see or hear anything.
    var hasParts: Bool { hasVisibleAlert || badge != nil || hasSound }
    /// One key of a Live Activity is enough: a push that lacks `event` is one that somebody got
    /// wrong.
    var isLive: Bool { event != nil || !live.isEmpty || isForLiveActivity }
}

extension JSONNode {
    /// Whether an `alert` would show text; see `Alert.hasVisibleText`.
    fileprivate var isVisibleAlert: Bool {
        if let text = stringValue { return !text.isEmpty }
        return (members ?? []).contains { member in
            switch AlertKey(rawValue: member.key) {
            case .title, .subtitle, .body, .titleLocKey, .subtitleLocKey, .locKey:
                member.value.isText
            default: false
            }
        }
    }
}

extension Linter {
    /// Checks `aps` member by member, then what the members say together and with the headers.
    ///
    /// `root` is the object around it, in which images and links lie. Of equal keys the last one is
    /// gathered, as Apple's parser keeps it.
    mutating func checkAPS(_ aps: JSONNodeMember, in root: JSONNode) {
        guard let members = aps.value.members else {
            report(.apsType, aps.value.span, wrongType(aps, "an object"))
            return
        }
        if members.isEmpty {
            report(.apsEmpty, aps.value.span, "found an empty `aps`, wanted something to do")
        }
        var gathered = APSMembers()
        gathered.isForLiveActivity = isForLiveActivity || context.pushType == .liveactivity
        for member in members {
            guard let key = APSKey(rawValue: member.key) else {
                checkUnknownAPSKey(member, in: aps.value)
                continue
            }
            gather(key, member, into: &gathered)
            if key != .alert { checkAPSMember(key, member) }
        }
        // An alert of a Live Activity has other keys, and the key that identifies it may follow.
        if let alert = gathered.alert {
            checkAlert(alert, in: aps.value, isLive: gathered.isLive)
        }
        checkLiveActivity(gathered, aps)
        checkCombinations(gathered, aps, in: root)
        checkHeaders(gathered, at: aps.keySpan)
    }

    private func gather(_ key: APSKey, _ member: JSONNodeMember, into aps: inout APSMembers) {
        switch key {
        case .alert: aps.alert = member
        case .badge: aps.badge = member
        case .sound: aps.sound = member
        case .category: aps.category = member
        case .contentAvailable: aps.contentAvailable = member
        case .mutableContent: aps.mutableContent = member
        case .interruptionLevel: aps.interruptionLevel = member
        case .relevanceScore: aps.relevanceScore = member
        case .event: aps.event = member
        case .contentChanged: aps.contentChanged = member
        case .staleDate, .contentState, .timestamp, .dismissalDate, .attributesType, .attributes,
            .inputPushToken, .inputPushChannel:
            aps.live.append(member)
        case .threadID, .targetContentID, .filterCriteria, .urlArgs: break
        }
    }

    private mutating func checkAPSMember(_ key: APSKey, _ member: JSONNodeMember) {
        switch key {
        case .alert: break
        case .badge: checkBadge(member)
        case .sound: checkSound(member)
        case .contentAvailable, .mutableContent, .contentChanged, .inputPushToken:
            checkFlag(key, member)
        case .threadID, .category, .targetContentID, .filterCriteria, .attributesType,
            .inputPushChannel:
            checkString(member)
        case .interruptionLevel: checkLevel(member)
        case .relevanceScore:
            if member.value.numberValue == nil {
                report(.relevanceType, member.value.span, wrongType(member, "a number"))
            }
        case .staleDate, .timestamp, .dismissalDate: checkLiveDate(member)
        case .event: checkLiveEvent(member)
        case .contentState, .attributes:
            if member.value.members == nil {
                report(.liveObjectType, member.value.span, wrongType(member, "an object"))
            }
        case .urlArgs:
            report(
                .webPushKey, member.keySpan, "found `url-args`, which only Safari's web pushes have"
            )
        }
    }

    /// Sorts a key that Apple does not define into the likeliest mistake: a key of `alert`, a
    /// header, a misspelling, or an own key in the wrong place.
    ///
    /// Only the first three have a certain remedy.
    private mutating func checkUnknownAPSKey(_ member: JSONNodeMember, in aps: JSONNode) {
        let key = member.key
        let shown = key.shownKey
        if AlertKey(rawValue: key) != nil {
            report(
                .alertKeyInAPS, member.keySpan, "found `\(shown)` in `aps`, wanted it in `alert`",
                cure: aps["alert"]?.stringValue == nil
                    ? "move `\(shown)` into `aps.alert`"
                    : "make `alert` an object with its text as `body`, and move `\(shown)` into it",
                fix: suitsAlert(member, as: key)
                    ? moving(member, from: aps.members, into: aps["alert"]) : nil)
        } else if checkHeaderName(member, place: "`aps`") {
            return
        } else if let right = AppleObject.aps.respelled(key) {
            report(
                .apsKeySpelling, member.keySpan, "found `\(shown)` in `aps`, wanted `\(right)`",
                cure: "write `\(right)`",
                fix: suitsAPS(member, as: right)
                    ? renaming(member, to: right, in: aps.members) : nil)
        } else {
            if omits(.unknownAPSKey) { return }
            let nearest = AppleObject.aps.nearest(to: key)
            report(
                .unknownAPSKey, member.keySpan,
                "found `\(shown)` in `aps`, wanted one of Apple's keys there",
                cure: nearest.map(Suggestion.question) ?? "move it next to `aps`")
        }
    }

    /// Whether nothing would be wrong with a member's value under a key of `aps`, so that it was
    /// certainly meant to be there.
    func suitsAPS(_ member: JSONNodeMember, as key: String) -> Bool {
        guard let key = APSKey(rawValue: key) else { return false }
        if key == .alert { return member.value.stringValue != nil || member.value.members != nil }
        return suits { $0.checkAPSMember(key, member) }
    }

    /// The number 1 is right; `content-changed` may also be a Boolean.
    ///
    /// Values that iOS takes as 1 all the same are a matter of the type, and are mended if they say
    /// so themselves: who wrote "no" may have meant the opposite. A zero or false does what leaving
    /// the key out does, so it is only a note.
    private mutating func checkFlag(_ key: APSKey, _ member: JSONNodeMember) {
        if key == .contentChanged, case .bool = member.value.value { return }
        switch member.value.value {
        case .number(let lexeme) where lexeme == "1": break
        case .number where member.value.json.doubleValue == 1: break
        case _ where member.value.isSetFlag:
            report(
                .flagType, member.value.span, wrongType(member, "the number 1"),
                cure: member.value.saysYes ? "write 1" : "write 1, or leave `\(member.key)` out",
                fix: member.value.saysYes ? replacing(member.value, with: "1") : nil)
        case .number where member.value.numberValue == 0, .bool(false):
            report(
                .flagValue, member.value.span, wrongType(member, "1, or no such key"),
                cure: "leave `\(member.key)` out", severity: .note)
        default:
            report(
                .flagValue, member.value.span, wrongType(member, "the number 1"), cure: "write 1")
        }
    }

    /// A Boolean is a warning, as iOS takes it for a number.
    ///
    /// A text may be a sender's placeholder, which is a note, or an increment such as `+1`, which
    /// APNs does not know; other digits lose their quotes.
    private mutating func checkBadge(_ member: JSONNodeMember) {
        if case .bool(let isSet) = member.value.value {
            let number = isSet ? "1" : "0"
            report(
                .badgeType, member.value.span, wrongType(member, "a number"),
                cure: "write \(number)", severity: .warning,
                then: "iOS sets the badge to \(number), as observed; not documented by Apple",
                fix: replacing(member.value, with: number))
            return
        }
        guard let number = member.value.numberValue else {
            let text = member.value.stringValue ?? ""
            if Self.isTemplate(text) { return reportTemplate(member) }
            let digits = Int(digits: text)
            guard text.utf8.first != UInt8(ascii: "+") else {
                report(
                    .badgeType, member.value.span, wrongType(member, "a number"),
                    cure:
                        "APNs does not add to the badge: send the whole number, or let the app "
                        + "count"
                )
                return
            }
            report(
                .badgeType, member.value.span, wrongType(member, "a number"),
                cure: digits.map { "write \($0), without quotes" },
                fix: digits.map { replacing(member.value, with: String($0)) })
            return
        }
        if Int(whole: number).map({ $0 < 0 }) ?? true {
            report(.badgeRange, member.value.span, wrongType(member, "a whole number from 0"))
        }
    }

    /// Whether a text is a placeholder for a value that a sender fills in: `#(badge)`,
    /// `{{ count }}`.
    private static func isTemplate(_ text: String) -> Bool {
        text.hasPrefix("#(") && text.hasSuffix(")") || text.hasPrefix("{{") && text.hasSuffix("}}")
    }

    /// Reports a placeholder: not a mistake, but no proof of a right payload either.
    private mutating func reportTemplate(_ member: JSONNodeMember) {
        report(
            .badgeType, member.value.span,
            "found \(member.value.shown) as `badge`, which is a template placeholder for a number",
            cure: "lint the payload that the sender renders", severity: .note,
            then: "the sender puts the number in")
    }

    private mutating func checkLevel(_ member: JSONNodeMember) {
        guard checkString(member), let text = member.value.stringValue,
            InterruptionLevel(rawValue: text) == nil
        else { return }
        let names = InterruptionLevel.allCases.map(\.rawValue)
        let meant = Suggestion.meant(by: text, among: names)
        report(
            .levelValue, member.value.span,
            wrongType(member, "`passive`, `active`, `time-sensitive` or `critical`"),
            cure: meant.map { "write `\($0)`" },
            fix: Suggestion.respelled(text, among: names).map {
                replacing(member.value, with: JSON.string($0).text)
            })
    }
}

extension JSONNode {
    /// Whether a flag with this value is meant to be on: true, a number above 0, or a text that
    /// says so.
    fileprivate var saysYes: Bool {
        guard let text = stringValue else { return items == nil && members == nil && isSetFlag }
        return ["1", "true", "yes", "on"].contains(text.lowercased())
    }
}

extension LintRule {
    static let apsEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .missingAPS, .error, "A payload has an `aps` object.",
            then: "nothing is shown and nothing wakes up; the simulator refuses the file", "A-GEN",
            .high,
            right: #"{"aps": {"alert": "Hello"}, "screen": "news"}"#,
            wrong: #"{"screen": "news"}"#),
        LintRuleEntry(
            .apsType, .error, "`aps` is an object.",
            then: "nothing is shown and nothing wakes up", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello"}}"#, wrong: #"{"aps": "Hello"}"#),
        LintRuleEntry(
            .apsEmpty, .warning, "`aps` contains something to do.",
            then: "nothing is shown and no app code runs, not documented by Apple", "A-GEN",
            .medium,
            right: #"{"aps": {"content-available": 1}}"#, wrong: #"{"aps": {}}"#),
        LintRuleEntry(
            .apsBare, .error, "The keys of `aps` are inside `aps`.",
            then: "sent as it is, nothing is shown", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "badge": 1}}"#,
            wrong: #"{"alert": "Hello", "badge": 1}"#),
        LintRuleEntry(
            .unknownAPSKey, .warning, "`aps` has only Apple's keys; custom keys are next to it.",
            then: "the system ignores the key", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello"}, "screen": "news"}"#,
            wrong: #"{"aps": {"alert": "Hello", "screen": "news"}}"#),
        LintRuleEntry(
            .apsKeySpelling, .warning, "The keys of `aps` are in lower case, with hyphens.",
            then: "the system ignores the key", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "mutable-content": 1}}"#,
            wrong: #"{"aps": {"alert": "Hello", "mutableContent": 1}}"#),
        LintRuleEntry(
            .alertKeyInAPS, .warning, "Title, subtitle, body and the like are inside `alert`.",
            then: "the system ignores the key", "A-GEN", .high,
            right: #"{"aps": {"alert": {"title": "Sale", "body": "Today"}}}"#,
            wrong: #"{"aps": {"alert": {"body": "Today"}, "title": "Sale"}}"#),
        LintRuleEntry(
            .apsKeyOutside, .warning, "The keys of `aps` are inside `aps`.",
            then: "the system ignores the key; the app finds it in userInfo", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "mutable-content": 1}}"#,
            wrong: #"{"aps": {"alert": "Hello"}, "mutable-content": 1}"#),
        LintRuleEntry(
            .headerInBody, .warning, "APNs headers belong in the request, not in the payload.",
            then: "the key does nothing; the header keeps its default", "A-SEND", .high,
            right: #"{"aps": {"alert": "Hello"}}"#,
            wrong: #"{"aps": {"alert": "Hello"}, "apns-priority": 5}"#),
        LintRuleEntry(
            .flagType, .warning, "`content-available` and `mutable-content` are the number 1.",
            then: "iOS treats it as 1, as observed; not documented by Apple", "A-GEN", .medium,
            right: #"{"aps": {"alert": "Hello", "mutable-content": 1}}"#,
            wrong: #"{"aps": {"alert": "Hello", "mutable-content": true}}"#),
        LintRuleEntry(
            .flagValue, .error, "`content-available` and `mutable-content` are 1 or absent.",
            then: "the key does nothing", "A-GEN", .high,
            right: #"{"aps": {"content-available": 1}}"#,
            wrong: #"{"aps": {"content-available": -1}}"#),
        LintRuleEntry(
            .badgeType, .error, "`badge` is a number.",
            then: "the badge stays as it is, not documented by Apple", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "badge": 3}}"#,
            wrong: #"{"aps": {"alert": "Hello", "badge": "3"}}"#),
        LintRuleEntry(
            .badgeRange, .error, "`badge` is a whole number from 0.",
            then: "the badge stays as it is, not documented by Apple", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "badge": 0}}"#,
            wrong: #"{"aps": {"alert": "Hello", "badge": -1}}"#),
        LintRuleEntry(
            .stringType, .error, "Keys for text have string values.",
            then: "the system ignores the key, not documented by Apple", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "thread-id": "42"}}"#,
            wrong: #"{"aps": {"alert": "Hello", "thread-id": 42}}"#),
        LintRuleEntry(
            .levelValue, .error,
            "`interruption-level` is `passive`, `active`, `time-sensitive` or `critical`.",
            then: "the notification is delivered as `active`, not documented by Apple",
            "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "interruption-level": "passive"}}"#,
            wrong: #"{"aps": {"alert": "Hello", "interruption-level": "Passive"}}"#),
        LintRuleEntry(
            .relevanceType, .error, "`relevance-score` is a number.",
            then: "the notification gets no score, not documented by Apple", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "relevance-score": 0.5}}"#,
            wrong: #"{"aps": {"alert": "Hello", "relevance-score": "0.5"}}"#),
        LintRuleEntry(
            .relevanceRange, .warning,
            "A notification's `relevance-score` is from 0 to 1; only Live Activities go beyond.",
            then: "how iOS orders it in the summary is not documented by Apple", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "relevance-score": 1}}"#,
            wrong: #"{"aps": {"alert": "Hello", "relevance-score": 75}}"#),
        LintRuleEntry(
            .webPushKey, .note, "`url-args` belongs to Safari's web pushes.",
            then: "iOS ignores the key", "sideshow/apns2", .medium,
            right: #"{"aps": {"alert": "Hello"}}"#,
            wrong: #"{"aps": {"alert": "Hello", "url-args": ["a"]}}"#),
    ]
}
