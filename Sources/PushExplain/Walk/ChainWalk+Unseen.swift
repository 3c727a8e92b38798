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
        guard asksForEffectsAlone, let effects = effects(of: payload.aps) else { return nil }
        return ("nothing was to be shown; " + effects, .alertNeedsText)
    }

    /// Whether the push only sets a badge or plays a sound, or should.
    private var asksForEffectsAlone: Bool {
        guard subject.event == nil, [nil, .sound, .badge].contains(subject.symptom), let payload
        else { return false }
        return row?.pushType == "alert" && !payload.aps.hasVisibleAlert && !isMeantAsAlert(payload)
    }

    /// The badge or the sound that such a push asks for and did not get; nil for any other push.
    var missingEffect: Symptom? {
        guard asksForEffectsAlone, let aps = payload?.aps else { return nil }
        if aps.badge != nil || aps.hasUnreadBadge, fact(.badge) == nil { return .badge }
        return aps.sound != nil && fact(.sound) == nil ? .sound : nil
    }

    /// The link that kept such a push from setting its badge or playing its sound; nil without one.
    var deniedEffect: ChainLink? {
        guard let missing = missingEffect else { return nil }
        let answer = missing == .badge ? badgeAnswer : soundAnswer
        return answer.link.stage == .display && answer.link.status == .broken ? answer.link : nil
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

/// Whether a push woke the app, which it does for `content-available` alone (A-BG).
extension ChainWalk {
    /// The reason why the payload does not ask iOS to wake the app.
    struct UnaskedWake {
        var found: String
        /// The remedy for its sender.
        var cure: String
    }

    /// A `content-available` that is there, and that iOS does not read; nil if it does, or if there
    /// is none.
    private var misreadWake: UnaskedWake? {
        let key = "content-available"
        guard let payload, !payload.aps.contentAvailable, !isActivity, !isLocal else { return nil }
        if let misplaced = misplacedKey(key) {
            return UnaskedWake(found: misplaced.found, cure: misplaced.cure)
        }
        return payload.root["aps"]?[key].map {
            UnaskedWake(
                found: "`\(key)` is \(DisplayWidth.truncated($0.text, to: 40))",
                cure: "send `\"\(key)\": 1`")
        }
    }

    /// The same, of a push that asks for nothing else: its sender can only have meant to wake the
    /// app.
    var unreadWake: UnaskedWake? {
        guard subject.event == nil, subject.symptom == nil, let row, row.state != .refused,
            row.pushType == PushType.alert.rawValue || row.pushType == PushType.background.rawValue,
            let payload, !payload.aps.hasInteraction, !isMeantAsAlert(payload), !wasCalledBack
        else { return nil }
        return misreadWake
    }

    /// The answer to whether the app was woken; nil if nobody asked, or if the chain has to answer.
    var wakeAnswer: Explanation.Answer? {
        guard subject.asksForWake, subject.symptom == nil, !isActivity else { return nil }
        guard let row, row.state != .refused else {
            return unarrivedWake
        }
        if isLocal {
            return notWoken(
                "the app posted it itself, and only a push wakes it", .localNotification,
                cure: "send a push with `\"content-available\": 1`")
        }
        guard let device = link(.device) else { return nil }
        if device.status == .broken { return notWoken(device) }
        if wasCalledBack || fact(.woke) != nil {
            let run = fact(saying: .called(.remoteNotification))
            return Explanation.Answer(
                verdict: .yes, sentence: "woken: \(device.found)",
                link: ChainLink(
                    .device, device.status, device.found, Basis(run?.rule ?? .backgroundWake),
                    cause: device.cause, cure: device.cure, reason: device.reason))
        }
        guard payload?.aps.contentAvailable == false else { return unheardWake }
        let unasked =
            misreadWake
            ?? UnaskedWake(
                found: "`aps` has no `content-available`",
                cure: "add `\"content-available\": 1` to \(apsName)")
        return notWoken(unasked.found, .backgroundWake, cure: unasked.cure)
    }

    /// The answer for an app in front, which runs already, and has no code for such a push.
    private var unheardWake: Explanation.Answer? {
        guard app?.settings.hasRemoteNotificationCallback == false else { return nil }
        return notWoken(
            "the app does not implement didReceiveRemoteNotification", .backgroundCallback,
            cure: "implement didReceiveRemoteNotification: `app set remote-callback on`")
    }

    /// The answer about a push that has not arrived: the app has nothing to run for.
    private var unarrivedWake: Explanation.Answer? {
        let stages = Self.addresses + [.gateway, .device]
        let relevant = links.filter { stages.contains($0.stage) }
        if let broken = relevant.first(where: { $0.status == .broken }) { return notWoken(broken) }
        return relevant.first { $0.status == .notReached }.map {
            Explanation.Answer(
                verdict: .notYet, sentence: "not woken yet: \($0.found)", link: $0)
        }
    }

    /// Makes the answer from a link of the chain.
    private func notWoken(_ link: ChainLink) -> Explanation.Answer {
        let found = link.found.dropFirst(link.opening.count)
        return Explanation.Answer(verdict: .no, sentence: "not woken: \(found)", link: link)
    }

    /// Makes an answer that no link of the chain gives.
    private func notWoken(_ found: String, _ rule: RuleID, cure: String) -> Explanation.Answer {
        notWoken(
            ChainLink(.device, .broken, found, Basis(rule), cause: .notWoken, cure: cure))
    }
}
