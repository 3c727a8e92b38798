import PushModel

/// The facts of workspaces that say less than today's, whose lines say the rest.
///
/// This is the one place where a fact's text is read: the lines that older versions wrote do not
/// change any more.
extension Fact {
    /// Completes the occurrence of a row that an older version wrote with a code, or with none.
    ///
    /// A fact of this version is left alone. `code` is the code as it was stored, since an
    /// occurrence that was read from it has the same case with or without its data.
    mutating func complete(_ code: String) {
        switch occurrence {
        case nil where code.isEmpty: self = saying(olderOccurrence)
        case .lost(let loss, let id, nil) where loss == .offline || loss == .asleep:
            self = saying(.lost(loss, id, on: firstQuoted.map { Occurrence.Addressee($0) }))
        case .extensionFailed(.expired(let byOwnWork, _))
        where !code.hasSuffix(":answered") && !code.hasSuffix(":silent"):
            let answers = text.hasSuffix("it delivers what it has")
            self = saying(.extensionFailed(.expired(byOwnWork: byOwnWork, answers: answers)))
        case .extensionUnchanged where rule == .extensionDecryption:
            let faults: [DecryptionAnswer.Fault] = [.notBase64, .tooShort, .notAuthentic, .notText]
            let failures = faults.map { Occurrence.ExtensionFailure.undecrypted($0) }
            if let found = failures.first(where: { text.hasSuffix($0.reason()) }) {
                self = saying(.extensionFailed(found))
            }
        default: return
        }
    }

    /// The occurrence of a row without a code, by its rule, verb and words; nil if it says nothing
    /// more.
    private var olderOccurrence: Occurrence? {
        switch rule {
        case .permissionPrompt where [.asked, .granted, .refused].contains(verb):
            let answer: Occurrence.PermissionAnswer =
                verb == .refused ? .denied : text.contains("alerts off") ? .alertsOff : .granted
            return .chosen(.permission(answer))
        case .permissionProvisional where verb == .granted:
            return .chosen(.permission(.provisional))
        case .settingsSwitch where verb == .granted || verb == .refused:
            let control = PermissionSwitch(rawValue: String(text.prefix { $0 != " " }))
            return control.map { .chosen(.turned($0, isOn: verb == .granted)) }
        case .command where verb == .app: return .chosen(.setting(subject, text))
        case .authorizationOption, .settingsSwitch:
            return verb == .not && subject == "badge" ? .badgeNotSet : nil
        case .tapWithoutDelegate, .tapWithoutDidReceive:
            guard verb == .not else { return nil }
            return subject == "called"
                ? .notCalled(.button) : subject == "opened" ? .notCalled(.response) : nil
        case .fcmDelegate where verb == .token && text == "none": return .tokenGone
        case .soundFallback: return soundFault.map { .soundReplaced($0) }
        case .extensionMemory:
            let number = text.split(separator: " ").compactMap { Int64($0) }.first
            return number.map { .extensionFailed(.killed(megabytes: $0)) }
        default: return nil
        }
    }

    /// The reason why a sound was replaced, by the end of the sentence.
    private var soundFault: Occurrence.SoundFault? {
        if text.hasSuffix("is not in the app") { return .missing }
        if text.hasSuffix("is not aiff, wav or caf") { return .format }
        let words = text.split(separator: " ")
        let place = words.lastIndex(of: "lasts").map { $0 + 1 }
        guard let place, place < words.count else { return nil }
        return Int(words[place]).map { .length($0) }
    }

    /// The text between the first two backquotes.
    private var firstQuoted: String? {
        let parts = text.split(separator: "`", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count > 2 ? String(parts[1]) : nil
    }
}
