extension Linter {
    mutating func checkLiveDate(_ member: JSONNodeMember) {
        guard let seconds = member.value.numberValue else {
            report(.liveDateType, member.value.span, wrongType(member, "a number of UNIX seconds"))
            return
        }
        // In seconds this lies beyond the year 5000, in milliseconds after 1973.
        if seconds > 100_000_000_000 {
            report(
                .liveDateUnit, member.value.span,
                "found \(member.value.shown) as `\(member.key)`, wanted seconds, not milliseconds",
                cure: "divide it by 1000")
        }
    }

    mutating func checkLiveEvent(_ member: JSONNodeMember) {
        guard checkString(member), let text = member.value.stringValue,
            APS.Event(rawValue: text) == nil
        else { return }
        let names = APS.Event.allCases.map(\.rawValue)
        let meant =
            EditDistance.respelled(text, among: names)
            ?? EditDistance.nearest(to: text, among: names)
        report(
            .liveEvent, member.value.span, wrongType(member, "`start`, `update` or `end`"),
            cure: meant.map { "write `\($0)`" })
    }

    mutating func checkLiveActivity(_ aps: APSMembers, _ whole: JSONNodeMember) {
        guard aps.isLive else {
            if let score = aps.relevanceScore, let number = score.value.numberValue,
                !(0...1).contains(number)
            {
                report(.relevanceRange, score.value.span, wrongType(score, "a number from 0 to 1"))
            }
            return
        }
        func lacks(_ key: APSKey) -> Bool { !aps.live.contains { $0.key == key.rawValue } }
        guard let event = aps.event else {
            if let first = aps.live.first {
                report(
                    .liveWithoutEvent, first.keySpan,
                    "found `\(first.key)` without `event`, wanted both")
            }
            return
        }
        guard event.value.stringValue == APS.Event.start.rawValue else { return }
        for key in [APSKey.attributesType, .attributes, .contentState] where lacks(key) {
            report(
                .liveStart, event.value.span,
                "found `event` `start` without `\(key.rawValue)`, wanted both")
        }
    }
}

extension LintRule {
    private static let now = #""timestamp": 1672680658"#

    static let liveEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .liveDateType, .error, "The dates of a Live Activity are numbers.",
            then: "the update fails, not documented by Apple", "A-GEN", .high,
            right: #"{"aps": {"event": "end", "timestamp": 1672680658}}"#,
            wrong: #"{"aps": {"event": "end", "timestamp": "2023-01-02"}}"#),
        LintRuleEntry(
            .liveDateUnit, .error, "The dates of a Live Activity are in UNIX seconds.",
            then: "the date lies thousands of years ahead", "A-GEN", .high,
            right: #"{"aps": {"event": "end", "timestamp": 1672680658}}"#,
            wrong: #"{"aps": {"event": "end", "timestamp": 1672680658000}}"#),
        LintRuleEntry(
            .liveEvent, .error, "A Live Activity's `event` is `start`, `update` or `end`.",
            then: "the Live Activity stays as it is, not documented by Apple", "A-GEN", .high,
            right: LintExample(#"{"aps": {"event": "update", \#(now), "content-state": {}}}"#),
            wrong: LintExample(#"{"aps": {"event": "updated", \#(now), "content-state": {}}}"#)),
        LintRuleEntry(
            .liveObjectType, .error, "`content-state` and `attributes` are objects.",
            then: "the app's types cannot be decoded, so the Live Activity stays as it is",
            "A-GEN", .high,
            right: LintExample(
                #"{"aps": {"event": "update", \#(now), "content-state": {"goals": 2}}}"#),
            wrong: LintExample(#"{"aps": {"event": "update", \#(now), "content-state": "2"}}"#)),
        LintRuleEntry(
            .liveStart, .error,
            "A Live Activity starts with `attributes-type`, `attributes` and `content-state`.",
            then: "no Live Activity starts, not documented by Apple", "A-GEN", .medium,
            right: LintExample(
                #"{"aps": {"event": "start", \#(now), "attributes-type": "Match", "#
                    + #""attributes": {}, "content-state": {}}}"#),
            wrong: LintExample(
                #"{"aps": {"event": "start", \#(now), "attributes-type": "Match", "#
                    + #""content-state": {}}}"#)),
        LintRuleEntry(
            .liveWithoutEvent, .warning, "The keys of a Live Activity come with `event`.",
            then: "iOS does not know what to do with them, not documented by Apple",
            "A-GEN", .medium,
            right: LintExample(#"{"aps": {"event": "update", \#(now), "content-state": {}}}"#),
            wrong: LintExample(#"{"aps": {\#(now), "content-state": {}}}"#)),
    ]
}
