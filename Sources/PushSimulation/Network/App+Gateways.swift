import PushPayload

extension App {
    /// Why FCM or APNs refuses a push for the app; nil where both take it.
    ///
    /// FCM comes first, since what it refuses never reaches APNs. A push that needs no FCM is not
    /// held up by a dead registration token.
    func gatewayRefusal(
        of push: Push, in network: inout Network
    ) -> ArrivalDecision.Reason? {
        guard state != .uninstalled, let deviceToken = tokens.deviceToken else { return nil }
        if push.isSentByFCM {
            if let answer = network.takeFCMRefusal() { return .init(answer.rule, answer.text) }
            if let reason = registrationRefusal(of: push) { return reason }
            if isRefusedByFCM(push) {
                return .init(
                    .thirdPartyAuth,
                    "Firebase has no APNs key of the app: THIRD_PARTY_AUTH_ERROR")
            }
        }
        return network.takeAPNsRefusal(of: deviceToken).map { .init($0.rule, $0.text) }
    }

    /// What FCM answers where the app's registration is gone, or of another project (FCM-ERR).
    private func registrationRefusal(of push: Push) -> ArrivalDecision.Reason? {
        guard let project = settings.firebase else { return nil }
        let found: String
        if let cached = tokens.cached(project.senderID) {
            guard !cached.isRegistered else { return nil }
            found = "the registration token is expired"
        } else if tokens.orphanedSender == project.senderID {
            // FCM was not told of the deletion, and goes on delivering.
            return nil
        } else if let other = tokens.cache.first {
            guard !push.isSentToTopic else {
                return .init(.fcmSenderMismatch, "no token of the project subscribed to the topic")
            }
            return .init(
                .fcmSenderMismatch,
                "FCM answers SENDER_ID_MISMATCH (403): the token is of sender \(other.senderID), "
                    + "the project of \(project.senderID)")
        } else {
            found = "the app has no registration token"
        }
        return push.isSentToTopic
            ? .init(.fcmExpiry, "\(found), and with it no subscription to a topic")
            : .init(.fcmExpiry, "FCM answers UNREGISTERED (404): \(found)")
    }

    /// Whether FCM cannot hand a push to APNs, since it lacks the key to sign in with (FCM-ERR).
    private func isRefusedByFCM(_ push: Push) -> Bool {
        push.isSentByFCM && settings.firebase != nil && !settings.firebaseHasAPNsKey
    }
}

extension GatewayAnswer {
    /// What a provider does about the answer (A-RESP, FCM-ERR).
    var cure: String {
        switch status {
        case 404 where gateway == .fcm, 410:
            "forget the token; the app uploads another at its next registration"
        case 429, 500...: "send it again later, waiting longer each time"
        case 401, 403: "mend the provider's credentials"
        default: "mend the provider's request"
        }
    }

    /// The answer that a line's text names; nil where it names none.
    init?(in text: String) {
        guard let found = Self.documented.first(where: { text.hasPrefix($0.text) }) else {
            return nil
        }
        self = found
    }
}
