import PushModel
import PushSimulation
import PushText

/// A push that `send` handed to a real gateway: its path is known only up to the gateway's answer.
extension ChainWalk {
    /// The fact of the push in question if a real gateway accepted it and no device here got it.
    var sentPush: Fact? { sentEntry?.fact }

    /// The push in question if a gateway on the network refused it, and accepted none since.
    var refusedOutside: RefusedPush? {
        guard let refused = refusedPush, refused.isSentOut, !isLocal else { return nil }
        return sentEntry.map { isLater($0, than: refused) } == true ? nil : refused
    }

    private var sentEntry: TimedFact? {
        guard row == nil, subject.needsPush, !isLocal else { return nil }
        return evidence.appFacts.last { entry in
            guard case .accepted(_, let id)? = entry.fact.occurrence else { return false }
            guard let wanted = subject.id else {
                return subject.event == nil && mayBeOwn(entry)
            }
            return wanted.isExactly(id) || wanted.isExactly(entry.fact.subject)
        }
    }

    /// Follows the push to the gateway, beyond which nothing is known.
    mutating func walkSent(_ fact: Fact) {
        skipAddressesOutside()
        ok(.gateway, fact.text, .sentOut)
        skipDeviceOutside("no gateway reports what the device does")
    }

    /// Begins at the gateway, since the addresses of this world were not the push's.
    mutating func walkRefused(_ push: RefusedPush) {
        skipAddressesOutside()
        refusedByGateway(push)
        skipDeviceOutside("the gateway refused the push")
    }

    private mutating func skipAddressesOutside() {
        for stage in Self.addresses {
            skipped(stage, .sentOut, "the push went to a device outside the simulation")
        }
    }

    private mutating func skipDeviceOutside(_ reason: String) {
        let rest: [ChainLink.Stage] = [
            .device, .display, .serviceExtension, .tap, .link, .event, .queue, .upload, .warehouse,
        ]
        for stage in rest { skipped(stage, .sentOut, reason) }
    }
}
