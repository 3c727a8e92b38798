import PushModel
import PushSimulation

/// The second reason in an answer: with only the first one gone, there is still nothing to hear or
/// see.
extension ChainWalk {
    /// Adds to an answer that denies a sound, a badge or an image a second reason: that none was
    /// sent, or that the one which its sender adds would be silenced.
    func withSecondReason(
        _ answer: Explanation.Answer, _ symptom: Symptom
    ) -> Explanation.Answer {
        guard answer.verdict != .yes, payload != nil else { return answer }
        var answer = answer
        let unsent = unsent(symptom)
        if let unsent, unsent.link.cause != answer.link.cause, isAlert,
            Self.arrival.contains(answer.link.stage)
        {
            answer.sentence += "; and \(unsent.link.found)"
            answer.link.cure = [answer.link.cure, unsent.link.cure].compactMap(\.self)
                .joined(separator: "; then ")
        } else if symptom == .sound,
            link(.display)?.cause == .focus || unsent != nil && fact(.shown)?.rule == .focus,
            answer.link.cause != .focus, answer.link.cause != lostCritical?.cause
        {
            answer.sentence += "; and a Focus is on, which silences it as well"
        } else if unsent != nil, let silencer = silencer(of: symptom) {
            answer.sentence += "; and \(silencer.text)"
        } else if symptom == .sound, answer.link.cause == .passiveLevel,
            let silencer = silencer(of: symptom)
        {
            answer.sentence += "; and \(silencer.text)"
        } else if symptom == .sound, unsent == nil, let next = silence(behind: answer.link) {
            answer.sentence += "; and \(next.reason ?? next.found)"
            answer.link.cure = [answer.link.cure, next.cure].compactMap(\.self)
                .joined(separator: "; then ")
        }
        return answer
    }

    /// The reason for which a sound would still be missing, or another one would be played, with
    /// the reason of an answer gone; nil if there is none, or if that is gone already.
    private func silence(behind link: ChainLink) -> ChainLink? {
        guard row != nil, !subject.isInTrial, let now = currentApp, now.state != .uninstalled,
            let cause = link.cause, !isMended(cause, link)
        else { return nil }
        let cured: Action
        switch cause {
        case .muteSwitch: cured = .device(.set(.mute, on: false))
        case .focus: cured = .device(.set(.focus, on: false))
        case .heldForSummary: cured = .device(.summary([]))
        case .settingsSwitch: cured = .permission(.turn(.sounds, isOn: true))
        case .willPresentOptions:
            cured = .app(.set(key: "will-present", value: "banner,list,sound,badge"))
        default: return nil
        }
        return obstacle(after: [cured]).flatMap { $0.cause == cause ? nil : $0 }
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

    /// Whether a key that the app's extension reads holds the address of an image.
    private var hasImage: Bool {
        guard let app, let root = payload?.root else { return true }
        return App.firstText(app.settings.imageKeys, root) != nil
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
