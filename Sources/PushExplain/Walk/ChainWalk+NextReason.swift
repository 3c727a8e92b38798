import PushModel
import PushSimulation

/// The reason behind the one in an answer: whoever follows the cure would meet it next.
extension ChainWalk {
    /// Adds to an answer what would keep the same push away with the answer's reason gone.
    ///
    /// Sounds and badges have second reasons of their own.
    func withNextReason(_ answer: Explanation.Answer) -> Explanation.Answer {
        guard answer.verdict == .no, ![.sound, .badge].contains(subject.symptom),
            !answer.sentence.contains("; and "), !answer.sentence.contains(Self.next),
            let next = storeBehind(answer.link) ?? reason(behind: answer.link),
            // On the lock screen nothing is wrong, and a switch that leaves only the list is told
            // with the Focus.
            next.cause != .deviceLocked,
            next.cause != .focus || answer.link.cause != .settingsSwitch
        else { return answer }
        var answer = answer
        var clause = Self.ahead(next)
        clause.text = Self.clause(clause.text, of: next, behind: answer.link)
        answer.sentence += clause.joint + clause.text
        answer.link.add(cure: next.cure)
        return answer
    }

    private static let next = "; next: "

    /// An obstacle that only a copy of the world has met, behind the reason in front of it.
    ///
    /// Nothing of it has happened yet: a state is told as it is, without what it would bring, and
    /// what code did, or did not do, is told as the next thing that a push would meet.
    static func ahead(_ link: ChainLink) -> (joint: String, text: String) {
        guard link.cause != .focus else { return ("; and ", focusAsWell) }
        var text = link.reason ?? link.found
        for effect in [", so ", "; the text is shown ", "; the original is shown"] {
            if let end = text.firstRange(of: effect) { text = String(text[..<end.lowerBound]) }
        }
        let isOfCode =
            link.cause == .willPresentOptions || link.cause == .completionMissing
            || link.cause == .extensionFailed || link.cause == .previewHidden
        return (isOfCode ? next : "; and ", text)
    }

    /// The link of the table that uploads would miss with a key that is taken; nil for another
    /// fault, or if it is there.
    private func storeBehind(_ link: ChainLink) -> ChainLink? {
        guard link.stage == .upload, [.wrongWriteKey, .wrongRegion].contains(link.cause) else {
            return nil
        }
        return currentApp.flatMap(missingStore)
    }

    /// A finding without the start that the answer has said already: the link's address, or that
    /// the app is not woken.
    private static func clause(
        _ found: String, of next: ChainLink, behind link: ChainLink
    ) -> String {
        if !next.opening.isEmpty, next.reason == nil {
            return String(found.dropFirst(next.opening.count))
        }
        let start = link.found.prefix { !$0.isWhitespace } + " "
        guard start.contains(": "), found.hasPrefix(start) else { return found }
        return String(found.dropFirst(start.count))
    }

    /// The obstacle that the push would meet after the commands of a link's cure; nil if there is
    /// none, or if the cure is more than commands for this device.
    private func reason(behind link: ChainLink) -> ChainLink? {
        guard row != nil || storedPush != nil, !subject.isInTrial, let now = currentApp,
            now.state != .uninstalled,
            // NCMB counts an open by the way the push came, which may be another one next time.
            let cause = link.cause, cause != .openNotCounted, !isMended(cause, link),
            let cure = link.cure,
            let actions = cause == .heldForSummary
                ? [.device(.summary([]))] : Self.actions(in: cure)
        else { return nil }
        // An event that was tracked only has its upload before it: nobody sends the push again.
        let isTracked = Self.afterEvent.contains(link.stage) && !expectedEvents.isEmpty
        return (isTracked ? nextUploadFault : obstacle(after: actions)).flatMap { next in
            // One cause covers all that keeps an app asleep.
            next.cause == cause && (cause != .notWoken || next.basis == link.basis) ? nil : next
        }
    }

    /// The actions of the commands in a cure, up to its first alternative; nil if one of them is
    /// unknown, or if there is none.
    ///
    /// Commands that send or answer something are left out: the copy sends the push by itself.
    static func actions(in cure: String) -> [Action]? {
        var actions: [Action] = []
        let commands = cure.split(separator: "`", omittingEmptySubsequences: false)
        for (place, text) in commands.enumerated() {
            guard place % 2 == 1 else {
                // Alternatives before the first command are changes of the app's code.
                if text.contains(";") || !actions.isEmpty && text.contains(", or ") { break }
                continue
            }
            let verb = text.prefix { $0 != " " }
            if ["open", "tap", "receive", "flush"].contains(verb) { continue }
            guard let action = action(String(text)) else { return nil }
            actions.append(action)
        }
        return actions.isEmpty ? nil : actions
    }

    /// The action of a command that changes the app or its device; nil for other texts.
    private static func action(_ command: String) -> Action? {
        let words = command.split(separator: " ", maxSplits: 3).map(String.init)
        if words.count == 4, words[0] == "app", words[1] == "set" {
            return .app(.set(key: words[2], value: words[3]))
        }
        if words.count == 4, words[0] == "permission", words[1] == "switch", words[3] == "on" {
            return PermissionSwitch(rawValue: words[2]).map { .permission(.turn($0, isOn: true)) }
        }
        return switch command {
        case "app launch": .app(.launch)
        case "app kill": .app(.kill)
        case "permission ask": .permission(.ask)
        case "permission grant": .permission(.grant(timeSensitive: nil, alerts: nil))
        case "permission grant --alerts on": .permission(.grant(timeSensitive: nil, alerts: true))
        case "device online": .device(.online)
        case "device unlock": .device(.unlock)
        case "device mute off": .device(.set(.mute, on: false))
        case "network simulated": .network(.simulated)
        case "device focus off": .device(.set(.focus, on: false))
        case "device low-power off": .device(.set(.lowPower, on: false))
        case "device background-refresh on": .device(.set(.backgroundRefresh, on: true))
        case "device summary off": .device(.summary([]))
        default: nil
        }
    }
}
