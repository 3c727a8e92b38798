import PushModel
import PushPayload
import PushSimulation
import PushText

/// Pushes that ask for nothing to be seen: badge and sound alone are allowed (A-NSE), and other
/// types than `alert` have receivers of their own.
extension ChainWalk {
    /// The reason why nothing was to be shown, if the push did all it asks for; nil if it did not,
    /// or if the question is about something that only an alert has.
    var doneUnseen: (found: String, rule: RuleID)? {
        guard subject.event == nil, let row, let payload, !payload.aps.hasVisibleAlert else {
            return nil
        }
        if subject.symptom == nil, let type = PushType(rawValue: row.pushType),
            ![.alert, .background, .liveactivity].contains(type)
        {
            return ("push type \(row.pushType) presents no notification", .otherPushType)
        }
        guard [nil, .sound, .badge].contains(subject.symptom), row.pushType == "alert",
            !isMeantAsAlert(payload), let effects = effects(of: payload.aps)
        else { return nil }
        return ("nothing was to be shown; " + effects, .alertNeedsText)
    }

    /// Whether a payload without a text has something that only an alert needs.
    private func isMeantAsAlert(_ payload: Payload) -> Bool {
        let aps = payload.root["aps"]
        return aps?["alert"] != nil || misplacedKey("alert") != nil || payload.aps.mutableContent
            || payload.aps.category != nil || payload.isLiveActivity
            || ["title", "subtitle", "body"].contains {
                aps?[$0] != nil || payload.root[$0] != nil
            }
    }

    /// The badge and the sound that a push asks for, if it has set and played them; nil if one of
    /// them is missing, or it asks for neither.
    private func effects(of aps: APS) -> String? {
        var found: [String] = []
        if aps.badge != nil || aps.hasUnreadBadge {
            guard let badge = fact(.badge) else { return nil }
            found.append(aps.badge == 0 ? "the badge is removed" : "the badge is \(badge.text)")
        }
        if aps.sound != nil {
            guard let sound = fact(.sound) else { return nil }
            found.append("the sound is \(sound.text)")
        }
        return found.isEmpty ? nil : found.joined(separator: ", ")
    }
}
