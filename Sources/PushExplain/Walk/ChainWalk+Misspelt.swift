import PushModel
import PushPayload
import PushSimulation
import PushText

/// Texts and other values under keys that nobody reads, since they are misspelt or out of place.
extension ChainWalk {
    /// The alert, or a text of it, that the payload has under a key that iOS does not read.
    var unreadText: MisplacedKey? {
        guard let aps = payload?.root["aps"], !isActivity else { return nil }
        if let alert = misplacedKey("alert"), Self.isAlert(alert.value) { return alert }
        for key in Alert.textKeys.map(\.rawValue) {
            if let other = Self.member(meaning: key, in: aps["alert"], .alert) {
                return MisplacedKey(misspelt: other, key, " in `aps.alert`")
            }
            if let value = aps[key] {
                return MisplacedKey(
                    found: "`\(key)` is in `aps`, where iOS does not look for it",
                    cure: "move it into `\(isMessage ? "apns.payload." : "")aps.alert`",
                    value: value)
            }
        }
        return nil
    }

    /// Whether a value could be an alert with a text.
    private static func isAlert(_ value: JSON) -> Bool {
        value.objectMembers != nil || value.stringValue?.isEmpty == false
    }

    /// Notes the misspelt keys of a notification that was shown without what they hold.
    ///
    /// A question about one effect names the key that this effect lacks, so only the whole chain,
    /// and the text, which is there without one of its parts, need a note.
    mutating func noteMisspelt() {
        let isWhole = subject.symptom == nil && subject.event == nil
        guard isWhole || subject.symptom == .text, !isActivity, isPresented,
            let aps = payload?.root["aps"]
        else { return }
        let objects: [(String, JSON?, AppleObject)] =
            [("aps.alert", aps["alert"], .alert)] + (isWhole ? [("aps", aps, .aps)] : [])
        for (name, object, kind) in objects {
            for member in object?.objectMembers ?? [] {
                guard let meant = kind.meant(by: member.key),
                    object?[meant] == nil || kind == .aps && isAdded(meant)
                else { continue }
                note("`\(member.key)` in `\(name)` is not a key of iOS: write `\(meant)`")
            }
        }
    }

    /// The misspelt key of a push to a Live Activity that lacks one; nil if it has none.
    var misspeltActivityKey: MisplacedKey? {
        guard let aps = payload?.root["aps"] else { return nil }
        let keys = [
            APSKey.event, .timestamp, .contentState, .attributesType, .attributes, .alert,
        ]
        return keys.lazy.map(\.rawValue).filter { aps[$0] == nil }.compactMap { key in
            Self.member(meaning: key, in: aps, .aps).map { MisplacedKey(misspelt: $0, key) }
        }.first
    }

    /// The member next to `aps` with an address, and a key that is nearly one that the app reads.
    func nearAddress(among keys: [String]) -> (key: String, meant: String)? {
        payload?.root.objectMembers?.lazy.compactMap { member in
            guard member.value.stringValue?.contains("://") == true,
                let meant = Suggestion.meant(by: member.key, among: keys)
            else { return nil }
            return (member.key, meant)
        }.first
    }
}
