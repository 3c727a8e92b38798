import PushModel
import PushPayload
import PushSimulation
import PushText

/// FCM's HTTP v1 API as a function of the world: who a message reaches, and what is refused.
///
/// `receive` and `serve` both use it, so that a typed message and one over HTTP meet the same
/// rules.
public struct FCMGateway: Sendable {
    /// The registrations, topics and planted answers.
    let world: World
    /// The sender ID of the sending project: no message reaches the apps of two.
    let senderID: String

    /// Makes the gateway of a project.
    public init(_ world: World, senderID: String) {
        self.world = world
        self.senderID = senderID
    }

    /// An app that a message is for.
    public struct Recipient: Equatable, Sendable {
        /// The app.
        public var app: AppAddress
        /// The address that the sender named; nil for a topic.
        public var address: PushAddress?

        /// Makes a recipient.
        public init(app: AppAddress, address: PushAddress?) {
            self.app = app
            self.address = address
        }
    }

    /// Finds the apps that a message is for; only a topic may have none.
    ///
    /// - Parameters:
    ///   - target: the target of the message.
    ///   - lastHolder: the app that a token belonged to earlier, by the history.
    /// - Returns: the apps.
    /// - Throws: UNREGISTERED for an address that FCM knows nothing of.
    public func recipients(
        of target: FCMTarget, lastHolder: (String) -> AppAddress?
    ) throws(FCMRefusal) -> [Recipient] {
        switch target {
        case .token(let named), .installation(let named):
            guard let app = holder(of: named) ?? lastHolder(named) else {
                var refusal = FCMRefusal(.replaced)
                refusal.field = "message.token"
                refusal.found = "FCM knows no registration with this address"
                throw refusal
            }
            return [Recipient(app: app, address: .registration(named))]
        case .topic(let topic): return subscribers { $0(topic) }
        case .condition(let condition): return subscribers { condition.holds($0) }
        }
    }

    /// The topic or condition of a message that some apps get, and other installed ones of the
    /// project do not, whether they have run or not.
    ///
    /// - Parameters:
    ///   - request: the message.
    ///   - recipients: the apps that it is for.
    /// - Returns: the audience; nil if everybody gets it, if nobody does, or if it names one app.
    public func selection(
        of request: FCMRequest, _ recipients: [Recipient]
    ) -> Occurrence.Audience? {
        guard let audience = request.audience, !recipients.isEmpty else { return nil }
        var count = 0
        for device in world.devices.indices {
            world.devices[device].apps.withUnsafeBufferPointer { apps in
                count += apps.indices.count { app in
                    apps[app].state != .uninstalled
                        && apps[app].settings.firebase?.senderID == senderID
                }
            }
        }
        return count > recipients.count ? audience : nil
    }

    /// Returns the app that a registration token or an installation ID belongs to now.
    private func holder(of named: String) -> AppAddress? {
        // A device and its apps are large: they are read in place, not copied.
        for device in world.devices.indices {
            let found = world.devices[device].apps.withUnsafeBufferPointer { apps in
                apps.indices.first {
                    apps[$0].tokens.registration(named) != nil
                        || apps[$0].tokens.orphanedToken == named
                }
            }
            if let found { return world.devices[device].apps[found].address }
        }
        return nil
    }

    private func subscribers(
        _ isMeant: (_ isSubscribed: (String) -> Bool) -> Bool
    ) -> [Recipient] {
        world.apps(subscribed: isMeant, senderID: senderID).map {
            Recipient(app: $0, address: nil)
        }
    }

    /// Returns why FCM or APNs refuses a push to an app, planted answers included; nil if it is
    /// delivered.
    ///
    /// `network` is a copy of the world's network, whose planted answers are used up here; the
    /// world uses up its own when the push reaches it.
    public func refusal(
        of push: Push, to address: AppAddress, in network: inout Network
    ) -> FCMRefusal? {
        guard let place = world.place(of: address) else {
            return FCMRefusal(.deviceTokenRetired)
        }
        // An app is large: it is asked in place, not copied.
        let refusal = world.devices[place.device].apps.withUnsafeBufferPointer { apps in
            apps[place.app].gatewayRefusal(of: push, in: &network)
        }
        if let refusal { return FCMRefusal(refusal) }
        let isReachable =
            world[place].state != .uninstalled && world[place].tokens.deviceToken != nil
        return isReachable ? nil : FCMRefusal(.deviceTokenRetired)
    }

    /// Returns a push to an app as the stubs of FCM choose it.
    func request(of push: Push, to address: AppAddress) -> GatewayRequest {
        guard let place = world.place(of: address) else {
            return GatewayRequest(fcm: push, stage: .identified)
        }
        return world.devices[place.device].apps.withUnsafeBufferPointer { apps in
            apps[place.app].request(atFCM: push)
        }
    }
}
