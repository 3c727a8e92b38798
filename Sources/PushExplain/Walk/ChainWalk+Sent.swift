import PushModel
import PushSimulation
import PushText

/// A push that `send` handed to a real gateway: its path is known only up to the gateway's answer.
extension ChainWalk {
    /// The fact of the push in question if a real gateway accepted it and no device here got it.
    var sentPush: Fact? {
        guard row == nil, subject.needsPush, !isLocal else { return nil }
        return evidence.appFacts.last { entry in
            guard case .accepted(_, let id)? = entry.fact.occurrence else { return false }
            guard let wanted = subject.id else {
                return subject.event == nil && mayBeOwn(entry)
            }
            return wanted.isExactly(id) || wanted.isExactly(entry.fact.subject)
        }?.fact
    }

    /// Follows the push to the gateway, beyond which nothing is known.
    mutating func walkSent(_ fact: Fact) {
        for stage in [ChainLink.Stage.permission, .deviceToken, .registrationToken] {
            skipped(stage, .sentOut, "the push went to a device outside the simulation")
        }
        ok(.gateway, fact.text, .sentOut)
        let rest: [ChainLink.Stage] = [
            .device, .display, .serviceExtension, .tap, .link, .event, .queue, .upload, .warehouse,
        ]
        for stage in rest { skipped(stage, .sentOut, "no gateway reports what the device does") }
    }
}
