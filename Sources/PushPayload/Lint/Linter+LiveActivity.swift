import PushText

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
        let meant = Suggestion.meant(by: text, among: names)
        report(
            .liveEvent, member.value.span, wrongType(member, "`start`, `update` or `end`"),
            cure: meant.map { "write `\($0)`" })
    }

    /// For any other push only the range of `relevance-score` is checked, which a Live Activity may
    /// exceed.
    mutating func checkLiveActivity(_ aps: APSMembers, _ whole: JSONNodeMember) {
        guard aps.isLive else {
            if let score = aps.relevanceScore, let number = score.value.numberValue,
                !(0...1).contains(number)
            {
                report(.relevanceRange, score.value.span, wrongType(score, "a number from 0 to 1"))
            }
            return
        }
        guard let event = aps.event else {
            guard let first = aps.live.first else {
                report(
                    .liveWithoutEvent, whole.keySpan,
                    "found no `event` in a push to a Live Activity, wanted one",
                    then: "iOS does not know what to do with it, not documented by Apple")
                return
            }
            report(
                .liveWithoutEvent, first.keySpan,
                "found `\(first.key)` without `event`, wanted both")
            return
        }
        guard let name = event.value.stringValue.flatMap(APS.Event.init) else { return }
        checkLiveNeeds(name, event, aps)
        checkLiveInputs(name, aps)
    }

    /// Checks for the keys that an event requires.
    private mutating func checkLiveNeeds(
        _ name: APS.Event, _ event: JSONNodeMember, _ aps: APSMembers
    ) {
        func lacks(_ key: APSKey) -> Bool { !aps.live.contains { $0.key == key.rawValue } }
        guard name == .start else {
            for key in [APSKey.timestamp, .contentState] where lacks(key) {
                // Without a state the last one stays on the screen, which may be intended.
                let isEnd = name == .end && key == .contentState
                report(
                    .liveUpdate, event.value.span,
                    "found `event` `\(name.rawValue)` without `\(key.rawValue)`, wanted both",
                    severity: isEnd ? .warning : nil,
                    then: isEnd ? "the Live Activity ends with what it showed last" : nil)
            }
            return
        }
        for key in [APSKey.timestamp, .attributesType, .attributes, .contentState] where lacks(key)
        {
            report(
                .liveStart, event.value.span,
                "found `event` `start` without `\(key.rawValue)`, wanted both")
        }
        if aps.alert == nil {
            report(
                .liveStart, event.value.span,
                "found `event` `start` without `alert`, wanted both")
        }
    }

    /// Checks the keys of iOS 18 that say where the updates will come from.
    private mutating func checkLiveInputs(_ name: APS.Event, _ aps: APSMembers) {
        let inputs = aps.live.filter {
            [APSKey.inputPushToken.rawValue, APSKey.inputPushChannel.rawValue].contains($0.key)
        }
        for input in inputs where name != .start {
            report(
                .liveInput, input.keySpan,
                "found `\(input.key)` with `event` `\(name.rawValue)`, wanted `start`")
        }
        if name == .start, inputs.count > 1 {
            report(
                .liveInput, inputs[1].keySpan,
                "found `input-push-token` and `input-push-channel`, wanted one of them")
        }
    }
}

extension LintRule {
    private static let now = #""timestamp": 1672680658"#
    private static let full =
        #"\#(now), "attributes-type": "Match", "attributes": {}, "content-state": {}"#
    private static let shown = #""alert": {"title": "Kick-off"}"#

    static let liveEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .liveDateType, .error, "The dates of a Live Activity are numbers.",
            then: "the update fails, not documented by Apple", "A-GEN", .high,
            right: #"{"aps": {"event": "end", "timestamp": 1672680658, "content-state": {}}}"#,
            wrong: #"{"aps": {"event": "end", "timestamp": "2023-01-02"}}"#),
        LintRuleEntry(
            .liveDateUnit, .error, "The dates of a Live Activity are in UNIX seconds.",
            then: "the date lies thousands of years ahead", "A-GEN", .high,
            right: #"{"aps": {"event": "end", "timestamp": 1672680658, "content-state": {}}}"#,
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
            "A Live Activity starts with attributes, their type, a state, a time and an alert.",
            then: "no Live Activity starts, not documented by Apple", "A-LIVE", .medium,
            right: LintExample(#"{"aps": {"event": "start", \#(full), \#(shown)}}"#),
            wrong: LintExample(
                #"{"aps": {"event": "start", \#(now), "attributes-type": "Match", "#
                    + #""content-state": {}, \#(shown)}}"#)),
        LintRuleEntry(
            .liveUpdate, .error,
            "An update or end of a Live Activity has `timestamp` and `content-state`.",
            then: "the Live Activity stays as it is, not documented by Apple", "A-LIVE", .medium,
            right: LintExample(#"{"aps": {"event": "update", \#(now), "content-state": {}}}"#),
            wrong: LintExample(#"{"aps": {"event": "update", "content-state": {}}}"#)),
        LintRuleEntry(
            .liveInput, .warning,
            "`input-push-token` or `input-push-channel` goes with the start of a Live Activity.",
            then: "the key does nothing, not documented by Apple", "A-LIVE", .medium,
            right: LintExample(
                #"{"aps": {"event": "start", \#(full), \#(shown), "input-push-token": 1}}"#),
            wrong: LintExample(
                #"{"aps": {"event": "update", \#(now), "content-state": {}, "#
                    + #""input-push-token": 1}}"#)),
        LintRuleEntry(
            .liveWithoutEvent, .warning, "The keys of a Live Activity come with `event`.",
            then: "iOS does not know what to do with them, not documented by Apple",
            "A-GEN", .medium,
            right: LintExample(#"{"aps": {"event": "update", \#(now), "content-state": {}}}"#),
            wrong: LintExample(#"{"aps": {\#(now), "content-state": {}}}"#)),
        LintRuleEntry(
            .liveAlert, .warning, "The `alert` of a Live Activity is an object with texts.",
            then: "whether it lights the screen is not documented by Apple", "A-LIVE", .medium,
            right: LintExample(#"{"aps": {"event": "start", \#(full), \#(shown)}}"#),
            wrong: LintExample(#"{"aps": {"event": "start", \#(full), "alert": "Kick-off"}}"#)),
        LintRuleEntry(
            .livePriority, .warning, "A push to a Live Activity has the priority 5 or 10.",
            then: "APNs' answer to 1 is documented for channels alone", "A-LIVE", .medium,
            right: LintExample(
                #"{"aps": {"event": "update", \#(now), "content-state": {}}}"#,
                with: LintContext(pushType: .liveactivity, priority: 5)),
            wrong: LintExample(
                #"{"aps": {"event": "update", \#(now), "content-state": {}}}"#,
                with: LintContext(pushType: .liveactivity, priority: 1))),
    ]
}
