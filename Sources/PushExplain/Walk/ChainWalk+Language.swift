import PushModel
import PushPayload
import PushSimulation

/// The language of a notification's text.
extension ChainWalk {
    /// Notes a key that is shown in place of its text, or that the app has no strings for the
    /// device's language, so that others stood in, unless the answer says so itself.
    mutating func noteLanguage() {
        let isShown = subject.symptom == .banner && status(.display) == .ok
        if isShown || subject.symptom == nil && subject.event == nil && isPresented,
            let missingKeys, let id
        {
            note("\(missingKeys): `why \(id.asWord) text` has the cure")
        }
        guard subject.symptom == .text, isPresented, isLocalised,
            fact(ofRules: [.localisedMissingKey], [.not]) == nil,
            answer?.link.cause != .localisationMissing
        else { return }
        let wanted = device.status.language
        for app in [app, currentApp] {
            guard let used = app?.settings.strings.strings(for: wanted)?.language,
                !wanted.lowercased().hasPrefix(used.lowercased())
            else { return }
        }
        let used = app?.settings.strings.strings(for: wanted)?.language ?? ""
        note(
            "the app has no strings for `\(wanted)`, so those of `\(used)` were used: "
                + "`app strings \(wanted) FILE` adds them")
    }

    /// Whether the payload's texts are keys of the app's strings.
    private var isLocalised: Bool {
        payload?.root["aps"]?["alert"]?.objectMembers?.contains { $0.key.hasSuffix("loc-key") }
            ?? false
    }
}
