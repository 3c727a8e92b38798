import PushModel
import PushPayload
import PushSimulation
import PushText

/// The further reasons in an answer: with only the first one gone, there is still nothing to hear
/// or see.
extension ChainWalk {
    /// Adds to an answer that denies a sound, a badge, an image or a link what else keeps it away:
    /// that none was sent, that the one which its sender adds would be silenced, and what is found
    /// behind the first reason.
    func withSecondReason(
        _ answer: Explanation.Answer, _ symptom: Symptom
    ) -> Explanation.Answer {
        guard answer.verdict != .yes, !subject.isInTrial else { return answer }
        var answer = answer
        let first = answer.link
        guard payload != nil else {
            addReasons(behind: first, [first.cause], to: &answer)
            return answer
        }
        var known = [first.cause]
        let unsent = unsent(symptom)
        if let unsent, unsent.link.cause != first.cause, isAlert,
            Self.arrival.contains(first.stage)
        {
            answer.add(unsent.link.found, cure: unsent.link.cure)
            known.append(unsent.link.cause)
        } else if symptom == .sound,
            link(.display)?.cause == .focus || unsent != nil && fact(.shown)?.rule == .focus,
            first.cause != .focus, first.cause != lostCritical?.cause
        {
            let cure = device.status.focus ? silence(by: .focus)?.cure : nil
            answer.add(Self.focusAsWell, cure: cure)
            known.append(.focus)
        } else if unsent != nil, let silencer = silencer(of: symptom) {
            answer.add(silencer.text, cure: cure(of: silencer.rule, symptom))
            known.append(Self.cause(of: silencer.rule))
        }
        guard [.sound, .image, .link].contains(symptom) else { return answer }
        let hasMore = addReasons(behind: first, known, to: &answer)
        if symptom == .sound, !hasMore, known == [.passiveLevel],
            let silencer = silencer(of: symptom)
        {
            answer.add(silencer.text, cure: cure(of: silencer.rule, symptom))
        }
        return answer
    }

    /// Adds what is found behind the reasons that are known; false if nothing is.
    @discardableResult
    private func addReasons(
        behind first: ChainLink, _ known: [Cause?], to answer: inout Explanation.Answer
    ) -> Bool {
        var hasMore = false
        for next in reasons(behind: first, known) {
            let clause = Self.ahead(next)
            guard !answer.sentence.contains(clause.text) else { continue }
            answer.add(clause.text, cure: next.cure, joint: clause.joint)
            hasMore = true
        }
        return hasMore
    }

    static let focusAsWell = "a Focus is on, which silences it as well"

    /// The reasons for which it would still be missing, or another sound would be played, with
    /// those that are known gone; none if the first of them is gone already.
    ///
    /// The push is sent again in a copy of the world in which all that is known is undone, until
    /// nothing new stops it, or only the outside could tell.
    private func reasons(behind first: ChainLink, _ known: [Cause?]) -> [ChainLink] {
        guard row != nil || storedPush != nil, let now = currentApp, now.state != .uninstalled,
            let cause = first.cause, !isMended(cause, first)
        else { return [] }
        let cured = first.cure.flatMap(Self.actions)
        var found: [ChainLink] = []
        var causes = known
        while true {
            var actions: [Action] = []
            var keys: [JSON.Member] = []
            for cause in causes {
                if cause == first.cause, let cured {
                    actions += cured
                } else if let action = cause.flatMap({ undoing($0, first) }) {
                    actions.append(action)
                } else if let key = cause.flatMap(sending) {
                    keys.append(key)
                } else {
                    return found
                }
            }
            let next = obstacle(after: actions, sending: keys)
            guard let next, !causes.contains(next.cause) else { return found }
            found.append(next)
            causes.append(next.cause)
        }
    }

    /// The key of `aps` with which the push would not have a fault; nil for another fault.
    private func sending(_ cause: Cause) -> JSON.Member? {
        switch cause {
        case .noSound where payload?.aps.sound == nil: .init(key: "sound", value: "default")
        case .passiveLevel: .init(key: "interruption-level", value: "active")
        case .mutableContentMissing: .init(key: "mutable-content", value: 1)
        default: nil
        }
    }

    /// The action that takes a reason away; nil where there is none.
    private func undoing(_ cause: Cause, _ first: ChainLink) -> Action? {
        switch cause {
        case .muteSwitch: .device(.set(.mute, on: false))
        case .focus: .device(.set(.focus, on: false))
        case .heldForSummary: .device(.summary([]))
        case .settingsSwitch: .permission(.turn(.sounds, isOn: true))
        case .alertsOff: .permission(.grant(timeSensitive: nil, alerts: true))
        case .permissionDenied, .provisional:
            .permission(.grant(timeSensitive: nil, alerts: nil))
        case .willPresentOptions:
            .app(.set(key: "will-present", value: "banner,list,sound,badge"))
        case .entitlementMissing where payload?.aps.interruptionLevel == .timeSensitive:
            .app(.set(key: "entitlement.time-sensitive", value: "on"))
        case .delegateMissing: .app(.set(key: "delegate", value: "on"))
        case .notPresented where first.basis == Basis(.foregroundNoDelegate):
            .app(.set(key: "delegate", value: "on"))
        case .responseHandlerMissing: .app(.set(key: "delegate.did-receive", value: "on"))
        default: nil
        }
    }

    /// The remedy for a rule that silences whatever is sent; nil where the first one is due before.
    private func cure(of rule: RuleID, _ symptom: Symptom) -> String? {
        switch rule {
        case .muteSwitch: "`device mute off`"
        case .settingsSwitch: Self.turningOn(symptom == .badge ? .badges : .sounds)
        case .permissionProvisional: Self.loudPermission
        default: nil
        }
    }

    /// The cause of a rule that silences whatever is sent; nil where it cannot be undone here.
    private static func cause(of rule: RuleID) -> Cause? {
        switch rule {
        case .muteSwitch: .muteSwitch
        case .settingsSwitch: .settingsSwitch
        case .permissionProvisional: .provisional
        case .permissionDenied: .permissionDenied
        default: nil
        }
    }

    /// The link of a local notification's sound that the app cannot play; nil if it can.
    var unplayable: ChainLink? {
        guard isLocal, subject.symptom == .sound, let name = payload?.aps.sound?.name,
            let fault = currentApp?.settings.soundFault(name)
        else { return nil }
        return ChainLink(
            .display, .quiet, fault.reason(for: name),
            Basis(.soundFallback), cause: .soundMissing, cure: soundCure)
    }

    /// The answer that nothing was sent which brings a symptom; nil if something was.
    private func unsent(_ symptom: Symptom) -> Explanation.Answer? {
        switch symptom {
        case .sound: unsentSound
        case .badge: unsentBadge
        case .image where !isLocal && fact(.image) == nil && !hasImage: unnamedImage
        default: nil
        }
    }

    /// Whether a key holds the address of an image, be it one that the app's extension does not
    /// read.
    private var hasImage: Bool {
        guard let app, let root = payload?.root else { return true }
        return App.firstText(app.settings.imageKeys + App.knownImageKeys, root) != nil
    }

    /// The reason that would keep a sound or a badge away which is sent now; nil if there is none.
    private func silencer(of symptom: Symptom) -> Reason? {
        guard let app = currentApp, app.state != .uninstalled else { return nil }
        switch symptom {
        case .sound: return app.soundObstacle(on: device.status)
        case .badge: return app.badgeObstacle
        default: return nil
        }
    }
}

extension Explanation.Answer {
    /// Adds a further reason, and what to do about it then.
    fileprivate mutating func add(_ reason: String, cure: String?, joint: String = "; and ") {
        sentence += joint + reason
        link.found += joint + reason
        if let first = link.reason { link.reason = first + joint + reason }
        link.add(cure: cure)
    }
}

extension ChainLink {
    /// Adds to the remedy what is due after it.
    mutating func add(cure next: String?) {
        cure = [cure, next].compactMap(\.self).joined(separator: "; then ")
    }
}
