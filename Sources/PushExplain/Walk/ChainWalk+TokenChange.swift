import PushModel
import PushSimulation
import PushText

/// The answer about a token that is another one than before (MG-01): the token history knows when
/// it changed, and why.
extension ChainWalk {
    /// The newest token of a kind, and the one before it.
    private struct Exchange {
        var issued: TokenRow
        /// The moment that ended the one before it; nil if that is the first of this installation,
        /// or nothing ended it.
        var ended: TokenRow?
        var isFirst: Bool

        init?(_ kind: String, in rows: [TokenRow]) {
            let rows = rows.filter { $0.kind == kind }
            guard let issued = rows.last(where: { $0.change == .issued }) else { return nil }
            self.issued = issued
            let old = rows.last { $0.change.isValid && $0.token != issued.token }
            isFirst = old == nil
            ended = rows.last { !$0.change.isValid && $0.token == old?.token }
        }

        /// Whether the device token took it along.
        var followsDeviceToken: Bool {
            ended?.change == .invalidated || ended?.change == .unregistered
        }

        /// The reason for the exchange.
        var reason: String {
            guard let ended else { return issued.reason }
            return ended.isDeletion ? "the app called \(ended.reason)" : ended.reason
        }

        /// The end of a sentence: the fate of pushes to the old token.
        var consequence: String {
            guard let change = ended?.change else { return "" }
            if change.isUnknownToAPNs { return "; APNs answers Unregistered to the old one" }
            return change.isUnknownToFCM
                ? "; FCM answers UNREGISTERED to the old one"
                : "; pushes to the old one still arrive"
        }

        /// The rule behind the exchange.
        var rule: RuleID {
            switch ended?.change {
            case .replaced: .apnsEnvironment
            case .retired: .unregistered
            case .invalidated: .fcmInvalidation
            case .deleted, .dropped: .fcmDelete
            default: issued.kind == "device" ? .apnsRegistration : .fcmExpiry
            }
        }
    }

    /// The answer; nil if nobody asked, or if the app has no valid token now.
    var changedTokenAnswer: Explanation.Answer? {
        guard subject.complaint == .changed, status(.deviceToken) == .ok,
            status(.registrationToken) != .broken
        else { return nil }
        let device = Exchange("device", in: evidence.tokens)
        let registration = Exchange("registration", in: evidence.tokens)
        let isByDevice = registration?.followsDeviceToken == true && device?.isFirst == false
        if !isByDevice, let registration, !registration.isFirst {
            return answer(about: registration)
        }
        return (device ?? registration).map(answer)
    }

    private func answer(about exchange: Exchange) -> Explanation.Answer {
        let isDevice = exchange.issued.kind == "device"
        let name = isDevice ? "device token" : "registration token"
        let time = InstantText.format(exchange.issued.at.milliseconds)
        let stage: ChainLink.Stage = isDevice ? .deviceToken : .registrationToken
        if exchange.isFirst {
            let found =
                "the \(name), issued at \(time), is the first of this installation; a reinstalled "
                + "app, a restored backup and another phone each get their own"
            return yes(.token, found, ChainLink(stage, .ok, found, Basis(exchange.rule)))
        }
        let found =
            "the \(name) changed at \(time): \(exchange.reason)\(exchange.consequence)"
        let flush = app?.settings.usesTreasureData == true ? " (here `flush`)" : ""
        let unsent = isDevice ? nil : lostTokenLink
        return Explanation.Answer(
            verdict: .yes,
            sentence: "token: \(found)" + (unsent.map { "; the new one is \($0.found)" } ?? ""),
            link: ChainLink(
                stage, .quiet, found, Basis(exchange.rule), cause: .tokenChanged,
                cure: unsent?.cure
                    ?? "the app uploads its token at each launch\(flush), and the server sends to "
                    + "the newest: `tokens export` lists it"))
    }
}
