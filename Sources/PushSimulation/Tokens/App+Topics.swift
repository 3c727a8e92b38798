import PushModel

/// A subscription that a provider's server makes or ends for an app (FCM's topic API).
public struct TopicChange: Equatable, Sendable {
    /// The app whose registration was named.
    public var app: AppAddress
    /// The topic's name, without `/topics/`.
    public var topic: String
    /// The sender ID of the project that the topic belongs to.
    public var senderID: String
    /// Whether it subscribes; otherwise it ends the subscription.
    public var subscribes: Bool

    /// Makes a change.
    public init(app: AppAddress, topic: String, senderID: String, subscribes: Bool) {
        self.app = app
        self.topic = topic
        self.senderID = senderID
        self.subscribes = subscribes
    }
}

/// Topics of FCM, which stores subscriptions by installation instead of by token.
extension App {
    /// Whether a topic of a project reaches the installation that the app has now.
    public func isSubscribed(to topic: String, of senderID: String) -> Bool {
        tokens.subscriptions.contains {
            $0.topic == topic && $0.senderID == senderID
                && $0.installationID == tokens.installationID
        }
    }

    /// `subscribe(toTopic:)`, which asks FCM with the registration token.
    mutating func subscribe(
        to topic: String, _ project: FirebaseProject, in world: Surroundings, _ step: inout Step
    ) throws(Refusal) {
        try checkTopicCall(project)
        change(
            TopicChange(
                app: address, topic: topic, senderID: project.senderID, subscribes: true),
            at: world.now, &step)
    }

    /// `unsubscribe(fromTopic:)`; a missing subscription is not an error.
    mutating func unsubscribe(
        from topic: String, _ project: FirebaseProject, _ step: inout Step
    ) throws(Refusal) {
        try checkTopicCall(project)
        change(
            TopicChange(
                app: address, topic: topic, senderID: project.senderID, subscribes: false),
            at: .scriptStart, &step)
    }

    private func checkTopicCall(_ project: FirebaseProject) throws(Refusal) {
        guard tokens.cached(project.senderID)?.isRegistered == true else {
            throw Refusal(
                .noToken, "the app has no registration token for FCM to subscribe",
                hint: "`token fetch` asks for one")
        }
    }

    /// Keeps or ends a subscription of the installation.
    mutating func change(_ change: TopicChange, at now: Tick, _ step: inout Step) {
        let installationID = tokens.installationID ?? ""
        let isSubscribed = isSubscribed(to: change.topic, of: change.senderID)
        if change.subscribes, !isSubscribed {
            tokens.subscriptions.append(
                .init(
                    topic: change.topic, senderID: change.senderID,
                    installationID: installationID, since: now))
        } else if !change.subscribes, isSubscribed {
            tokens.subscriptions.removeAll {
                $0.topic == change.topic && $0.senderID == change.senderID
                    && $0.installationID == installationID
            }
        }
        step.touch(.appState(address))
        step.report(
            Fact(
                change.subscribes ? .kept : .removed, "topic",
                change.subscribes
                    ? "\(change.topic): FCM delivers it to this installation"
                    : "\(change.topic): this installation is not subscribed", rule: .fcmTopic))
    }
}

extension World {
    /// Makes or ends subscriptions at the request of a provider's server.
    mutating func change(_ changes: [TopicChange], _ step: inout Step) {
        for change in changes {
            guard let (device, app) = place(of: change.app) else { continue }
            devices[device].apps[app].change(change, at: surroundings.now, &step)
        }
    }

    /// The apps to which FCM delivers a topic's messages of a project, in the devices' order.
    public func apps(
        subscribed isMeant: (_ isSubscribed: (String) -> Bool) -> Bool, senderID: String
    ) -> [AppAddress] {
        devices.flatMap(\.apps).filter { app in
            // A condition such as `!('sale' in topics)` also holds for strangers to the project.
            app.tokens.subscriptions.contains { $0.senderID == senderID }
                && app.state != .uninstalled
                && isMeant { app.isSubscribed(to: $0, of: senderID) }
        }.map(\.address)
    }
}
