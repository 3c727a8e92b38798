import PushModel
import PushPayload

extension App {
    /// The reason why FCM or APNs refuses a push for the app; nil if both accept it.
    ///
    /// FCM comes first, since a push that it refuses never reaches APNs. A push without FCM is not
    /// affected by a dead registration token. Uses up the planted refusal that answers.
    public func gatewayRefusal(
        of push: Push, in network: inout Network
    ) -> GatewayRefusal? {
        // A broadcast is judged once instead of once for each of its subscribers.
        if push.isBroadcast { return nil }
        if push.isSentByFCM {
            let own = refusalByFCM(of: push)
            if network.hasStubs,
                let fault = network.takeFCMFault(of: request(atFCM: push, own)),
                let planted = GatewayRefusal(fault, at: .fcm)
            {
                return planted
            }
            if let own { return own }
        }
        guard let deviceToken = knownToken(for: push) else { return nil }
        let refusal = refusalByAPNs(of: push, to: deviceToken, in: &network)
        // FCM has accepted a message to a topic before it asks APNs.
        return push.isSentByFCM && !push.isSentToTopic ? refusal?.behindFCM : refusal
    }

    /// A message as the stubs of FCM choose it.
    public func request(atFCM push: Push) -> GatewayRequest {
        request(atFCM: push, refusalByFCM(of: push))
    }

    private func request(atFCM push: Push, _ own: GatewayRefusal?) -> GatewayRequest {
        let sender = push.senderID ?? settings.firebase?.senderID
        return GatewayRequest(
            fcm: push, registration: sender.flatMap { tokens.cached($0)?.token },
            stage: own == nil && knownToken(for: push) != nil ? .accepted : .identified)
    }

    /// The token that the sender of a push has; nil if the app is gone or never had one.
    private func knownToken(for push: Push) -> String? {
        guard state != .uninstalled else { return nil }
        return push.isForActivity ? pushToken(of: push) : tokens.deviceToken
    }

    /// The refusal by FCM itself; nil if it asks APNs.
    private func refusalByFCM(of push: Push) -> GatewayRefusal? {
        guard knownToken(for: push) != nil else { return nil }
        if let refusal = registrationRefusal(of: push) { return refusal }
        if let known = settings.firebase?.bundleID, known != address.bundleID {
            return .otherBundle(firebase: known, app: address.bundleID)
        }
        return !settings.firebaseHasAPNsKey && settings.firebase != nil ? .noAPNsKey : nil
    }

    /// The refusal by APNs, which knows nothing of registrations.
    private func refusalByAPNs(
        of push: Push, to deviceToken: String, in network: inout Network
    ) -> GatewayRefusal? {
        let (own, stage) = ownRefusalByAPNs(of: push)
        guard network.hasStubs else { return own }
        let request = GatewayRequest(
            token: deviceToken, topic: address.bundleID,
            connection: push.isSentByFCM ? nil : push.connection, stage: stage)
        let fault = network.takeAPNsFault(of: request)
        return fault.flatMap { GatewayRefusal($0, at: .apns) } ?? own
    }

    /// The refusal by APNs without any stub, and how far the push gets.
    private func ownRefusalByAPNs(
        of push: Push
    ) -> (refusal: GatewayRefusal?, stage: GatewayRequest.Stage) {
        // FCM fills in 10 for every message, and its background messages arrive. A push that names
        // no type is one that APNs has not read as a background push.
        if !push.isSentByFCM, push.pushType == PushType.background.rawValue, push.priority == 10 {
            return (.backgroundPriority, .received)
        }
        if let refusal = tokenRefusal(of: push) { return (refusal, .identified) }
        return (nil, .accepted)
    }

    /// The token that a push to a Live Activity goes to; empty if there is none.
    private func pushToken(of push: Push) -> String {
        if case .token(let token)? = push.activity { return token }
        return ""
    }

    /// The answer of APNs to a token that is dead, or of another topic; nil if it is good.
    private func tokenRefusal(of push: Push) -> GatewayRefusal? {
        if push.lacksActivityToken { return .activityTokenMissing }
        if case .device(let named)? = push.address {
            if named == tokens.deviceToken { return push.isForActivity ? .otherTopic : nil }
            return activities.tokens.contains(named) ? .otherTopic : .deviceTokenRetired
        }
        let named: String
        switch push.activity {
        case .token(let token): named = token
        case .unissued: return .activityTokenUnissued
        case .channel, nil: return nil
        }
        if activities.tokens.contains(named) { return push.isForActivity ? nil : .otherTopic }
        if named == tokens.deviceToken { return .otherTopic }
        let isStart = push.payload.aps.event == .start
        if push.isSentByFCM { return isStart ? .startTokenDisabled : .activityTokenDisabled }
        return isStart ? .startTokenRetired : .activityTokenRetired
    }

    /// The answer of FCM if the app's registration is gone, or of another project (FCM-ERR).
    private func registrationRefusal(of push: Push) -> GatewayRefusal? {
        guard let own = settings.firebase?.senderID else { return .noRegistration }
        let sender = push.senderID ?? own
        if case .registration(let named)? = push.address { return refusal(of: named, from: sender) }
        let refusal: GatewayRefusal
        let found: String
        if let place = tokens.cache.firstIndex(where: { $0.senderID == sender }) {
            guard !tokens.cache[place].isRegistered else { return nil }
            (refusal, found) = (.expired, "the registration token is expired")
        } else if tokens.orphanedSender == sender {
            // FCM did not learn of the deletion, and continues to deliver.
            return nil
        } else if let other = tokens.cache.first {
            return push.isSentToTopic
                ? .topicOfOtherProject : .otherSender(token: other.senderID, project: sender)
        } else {
            (refusal, found) = (.noRegistration, "the app has no registration token")
        }
        return push.isSentToTopic ? .notSubscribed(because: found) : refusal
    }

    /// The answer of FCM to a project that sends to a token or an installation ID of the app.
    ///
    /// Decision 27: a dead token is UNREGISTERED even if it is also of another sender.
    private func refusal(of named: String, from sender: String) -> GatewayRefusal? {
        guard let cached = tokens.registration(named) else {
            let isOrphan = tokens.orphanedToken == named && tokens.orphanedSender == sender
            return isOrphan ? nil : .replaced
        }
        guard cached.isRegistered else { return .expired }
        guard cached.senderID == sender else {
            return .otherSender(token: cached.senderID, project: sender)
        }
        return nil
    }
}

extension Reason {
    /// The refusal as the reason why a push reaches no app.
    convenience init(_ refusal: GatewayRefusal) {
        self.init(refusal.rule, refusal.text, answer: refusal.answer?.reason, fault: refusal.fault)
    }
}

extension TokenService {
    /// The record of a registration token or an installation ID.
    public func registration(_ named: String) -> Cached? {
        cache.first { $0.token == named || $0.installationID == named }
    }
}

extension TokenService.Cached {
    /// The installation ID, which is the start of the token.
    public var installationID: Substring { token.prefix { $0 != ":" } }
}

extension GatewayAnswer {
    /// The answer with a gateway's reason; nil if none is documented.
    package init?(reason: String) {
        guard let found = Self.answered.first(where: { $0.reason == reason }) else {
            return nil
        }
        self = found
    }
}
