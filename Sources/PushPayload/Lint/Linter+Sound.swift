import PushText

extension Linter {
    /// A string is a file's name; an object is a critical alert's sound, which has `critical` set
    /// to 1.
    mutating func checkSound(_ sound: JSONNodeMember) {
        if sound.value.stringValue != nil {
            checkSoundFile(sound.value)
            return
        }
        guard let members = sound.value.members else {
            report(.soundType, sound.value.span, wrongType(sound, "a string or an object"))
            return
        }
        var isCritical = false
        for member in members {
            switch member.key {
            case "critical":
                isCritical = member.value.isSetFlag
                if member.value.numberValue != 1 {
                    report(.soundCritical, member.value.span, wrongType(member, "the number 1"))
                }
            case "name":
                if member.value.isText {
                    checkSoundFile(member.value)
                } else {
                    report(.soundName, member.value.span, wrongType(member, "a file name"))
                }
            case "volume":
                if !(member.value.numberValue.map { (0...1).contains($0) } ?? false) {
                    report(
                        .soundVolume, member.value.span, wrongType(member, "a number from 0 to 1"))
                } else if member.value.numberValue == 0 {
                    report(
                        .soundVolume, member.value.span, "found `volume` 0, which is silent",
                        cure: "send more than 0, up to 1", severity: .note,
                        then: "a critical alert makes no sound")
                }
            default:
                let names = ["critical", "name", "volume"]
                let meant = Suggestion.meant(by: member.key, among: names)
                report(
                    .soundKey, member.keySpan,
                    "found `\(member.key.shownKey)` in `sound`, "
                        + "wanted `critical`, `name` or `volume`",
                    cure: meant.map(Suggestion.question))
            }
        }
        if !isCritical, !members.contains(where: { $0.key == "critical" }) {
            report(
                .soundCritical, sound.value.span,
                "found no `critical` in `sound`, wanted the number 1",
                cure: "write the file's name as a string unless the alert is critical",
                then: members.isEmpty
                    ? "iOS plays no sound, as observed; not documented by Apple" : nil)
        }
    }

    /// Looks at the file's extension alone; the length is known only for an app that lists its
    /// sounds.
    private mutating func checkSoundFile(_ value: JSONNode) {
        guard let name = value.stringValue, !name.isEmpty, name != "default" else { return }
        let bytes = Array(name.utf8)
        guard let dot = bytes.lastIndex(of: Ascii.dot) else {
            let isDefault = name.lowercased() == "default"
            report(
                .soundFormat, value.span,
                "found the sound `\(name.shownKey)`, wanted "
                    + (isDefault ? "`default`" : "a file with its extension"),
                cure: isDefault ? "write `default`" : nil, severity: isDefault ? .note : nil,
                fix: isDefault ? replacing(value, with: #""default""#) : nil)
            return
        }
        let type = String(decoding: bytes[(dot + 1)...], as: UTF8.self).lowercased()
        if !["aiff", "aif", "wav", "caf"].contains(type) {
            report(
                .soundFormat, value.span,
                "found the sound `\(name.shownKey)`, wanted an `aiff`, `wav` or `caf` file")
        }
    }
}

extension LintRule {
    private static func critical(_ sound: String) -> LintExample {
        LintExample(
            #"{"aps": {"alert": "Hello", "sound": \#(sound)}}"#,
            with: LintContext(entitlements: [.criticalAlerts]))
    }

    static let soundEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .soundType, .error, "`sound` is a string or an object.",
            then: "no sound is played, not documented by Apple", "A-GEN", .high,
            right: #"{"aps": {"alert": "Hello", "sound": "default"}}"#,
            wrong: #"{"aps": {"alert": "Hello", "sound": 1}}"#),
        LintRuleEntry(
            .soundFormat, .warning,
            "A sound is an `aiff`, `wav` or `caf` file shorter than \(Sound.tooManySeconds) s.",
            then: "the default sound is played, not documented by Apple", "A-SOUND", .medium,
            right: #"{"aps": {"alert": "Hello", "sound": "bell.caf"}}"#,
            wrong: #"{"aps": {"alert": "Hello", "sound": "bell.mp3"}}"#),
        LintRuleEntry(
            .soundKey, .warning, "A sound object holds `critical`, `name` and `volume`.",
            then: "the system ignores the key", "A-GEN", .high,
            right: critical(#"{"critical": 1, "name": "bell.caf"}"#),
            wrong: critical(#"{"critical": 1, "file": "bell.caf"}"#)),
        LintRuleEntry(
            .soundCritical, .warning,
            "A sound object is for critical alerts, with `critical` as 1.",
            then: "the sound is played as one of a normal alert, not documented by Apple",
            "A-GEN", .high,
            right: critical(#"{"critical": 1, "name": "default"}"#),
            wrong: #"{"aps": {"alert": "Hello", "sound": {"name": "default"}}}"#),
        LintRuleEntry(
            .soundVolume, .error, "A critical sound's `volume` is from 0 to 1.",
            then: "iOS may ignore it; FCM's libraries refuse to send it", "A-GEN", .high,
            right: critical(#"{"critical": 1, "volume": 0.5}"#),
            wrong: critical(#"{"critical": 1, "volume": 50}"#)),
        LintRuleEntry(
            .soundName, .error, "A sound's `name` is a file name or `default`.",
            then: "the default sound is played; FCM's libraries refuse to send an empty name",
            "A-GEN", .high,
            right: critical(#"{"critical": 1, "name": "default"}"#),
            wrong: critical(#"{"critical": 1, "name": ""}"#)),
    ]
}
