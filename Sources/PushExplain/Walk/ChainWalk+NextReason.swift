import PushModel
import PushSimulation

/// The reason behind the one in an answer: whoever follows the cure would meet it next.
extension ChainWalk {
    /// Adds to an answer what would keep the same push away with the answer's reason gone.
    ///
    /// Sounds and badges have second reasons of their own.
    func withNextReason(_ answer: Explanation.Answer) -> Explanation.Answer {
        guard answer.verdict == .no, ![.sound, .badge].contains(subject.symptom),
            !answer.sentence.contains("; and "), let next = reason(behind: answer.link)
        else { return answer }
        var answer = answer
        answer.sentence += "; and " + Self.clause(next.reason ?? next.found, behind: answer.link)
        answer.link.add(cure: next.cure)
        return answer
    }

    /// A finding without the start that the answer has said already: the link's address, or that
    /// the app is not woken.
    private static func clause(_ found: String, behind link: ChainLink) -> String {
        let address = link.found.prefix { !$0.isWhitespace }
        for start in [notWoken, address + " "] where start.contains(": ") {
            if found.hasPrefix(start) { return String(found.dropFirst(start.count)) }
        }
        return found
    }

    /// The obstacle that the push would meet after the commands of a link's cure; nil if there is
    /// none, or if the cure is more than commands for this device.
    private func reason(behind link: ChainLink) -> ChainLink? {
        guard row != nil, !subject.isInTrial, let now = currentApp, now.state != .uninstalled,
            // NCMB counts an open by the way the push came, which may be another one next time.
            let cause = link.cause, cause != .openNotCounted, !isMended(cause, link),
            let cure = link.cure,
            let actions = cause == .heldForSummary
                ? [.device(.summary([]))] : Self.actions(in: cure)
        else { return nil }
        return obstacle(after: actions).flatMap { next in
            // One cause covers all that keeps an app asleep.
            next.cause == cause && (cause != .notWoken || next.basis == link.basis) ? nil : next
        }
    }

    /// The actions of the commands in a cure, up to its first alternative; nil if one of them is
    /// unknown, or if there is none.
    private static func actions(in cure: String) -> [Action]? {
        var actions: [Action] = []
        let commands = cure.split(separator: "`", omittingEmptySubsequences: false)
        for (place, text) in commands.enumerated() {
            guard place % 2 == 1 else {
                if text.contains(";") || text.contains(", or ") { break }
                continue
            }
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
        return switch command {
        case "app launch": .app(.launch)
        case "device focus off": .device(.set(.focus, on: false))
        case "device low-power off": .device(.set(.lowPower, on: false))
        case "device background-refresh on": .device(.set(.backgroundRefresh, on: true))
        case "device summary off": .device(.summary([]))
        default: nil
        }
    }
}
