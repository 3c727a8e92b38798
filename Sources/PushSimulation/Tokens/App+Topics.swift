import PushModel

/// A subscription that a provider's server makes or ends for an app (FCM's topic API).
public struct TopicChange: Equatable, Sendable {
    /// The app whose registration was named; nil for the current one.
    public var bundleID: String?
    /// The topic's name, without `/topics/`.
    public var topic: String
    /// The sender ID of the project that the topic belongs to; nil for the app's own project.
    public var senderID: String?
    /// Whether it subscribes; otherwise it ends the subscription.
    public var subscribes: Bool

    /// Makes a change.
    public init(
        bundleID: String? = nil, topic: String, senderID: String? = nil, subscribes: Bool
    ) {
        self.bundleID = bundleID
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

    /// The most topics that an installation may be subscribed to (FCM-TOPIC).
    public static let topicLimit = 2000

    /// Whether FCM subscribes the app's present installation to no further topic of a project.
    public func hasAllTopics(of senderID: String) -> Bool {
        let own = tokens.subscriptions.count {
            $0.senderID == senderID && $0.installationID == tokens.installationID
        }
        return own >= Self.topicLimit
    }

    /// `subscribe(toTopic:)` and `unsubscribe(fromTopic:)`, which ask for the token first.
    ///
    /// A missing subscription is no error.
    mutating func change(
        _ topic: String, subscribes: Bool, _ project: FirebaseProject, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        guard try hasTokenForTopics(project, on: device, in: &world, &step) else {
            step.failure = noTokenArrived(on: device, in: world)
            return
        }
        guard device.isOnline, world.network.mode != .off else {
            keepPending(topic, subscribes: subscribes, &step)
            return
        }
        makePendingTopicCalls(on: device, in: world, &step)
        step.failure = ask(
            topic, of: project.senderID, subscribes: subscribes, at: world.now, &step)
    }

    /// Lets the SDK ask FCM for a change, whose refusal reaches the completion and is reported.
    private mutating func ask(
        _ topic: String, of senderID: String, subscribes: Bool, at now: Tick, _ step: inout Step
    ) -> Refusal? {
        guard
            let refusal = change(topic, of: senderID, subscribes: subscribes, at: now, &step)
        else { return nil }
        step.report(
            Fact(.not, "subscribed", "\(topic): \(refusal.message)", rule: .fcmTopicLimit))
        return refusal
    }

    /// Asks for the token as a topic call does, with `token(completion:)`; false if none came.
    ///
    /// A fresh token needs no question. An app that registers by installation ID cannot ask.
    private mutating func hasTokenForTopics(
        _ project: FirebaseProject, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) throws(Refusal) -> Bool {
        let asks = !settings.usesInstallationID
        if asks {
            try checkFetch(.fetch, project)
            if freshToken(of: project, on: device, at: world.now) == nil {
                return fetchExplicitly(project, on: device, in: &world, &step)
            }
        }
        guard tokens.cached(project.senderID)?.isRegistered == true else {
            throw Refusal(
                .noToken, "FCM does not know the registration of the app that is to be subscribed",
                hint: "`token \(asks ? "refresh" : "register")` asks for another one")
        }
        return true
    }

    /// Keeps a topic call that found no network: its completion is not called, and the list
    /// outlives the process (`FIRMessagingPendingTopicsList`).
    private mutating func keepPending(_ topic: String, subscribes: Bool, _ step: inout Step) {
        let call = TokenService.PendingTopic(topic: topic, subscribes: subscribes)
        if tokens.pendingTopics.last != call { tokens.pendingTopics.append(call) }
        step.touch(.appState(address))
        step.report(
            Fact(
                .held, "topic",
                "\(topic): there is no network, so the SDK asks FCM once there is one",
                rule: .fcmTopic))
    }

    /// Makes the topic calls that the SDK kept, as it does when the network is back, when it has a
    /// token after its start, and at the next call.
    mutating func makePendingTopicCalls(
        on device: DeviceStatus, in world: Surroundings, _ step: inout Step
    ) {
        guard !tokens.pendingTopics.isEmpty, isRunning, device.isOnline,
            world.network.mode != .off, let project = settings.firebase,
            tokens.cached(project.senderID)?.isRegistered == true
        else { return }
        let calls = tokens.pendingTopics
        tokens.pendingTopics = []
        for call in calls {
            _ = ask(
                call.topic, of: project.senderID, subscribes: call.subscribes, at: world.now, &step)
        }
    }

    /// Keeps or ends a subscription of the installation.
    ///
    /// - Returns: FCM's refusal; nil if it accepts the change.
    private mutating func change(
        _ topic: String, of senderID: String, subscribes: Bool, at now: Tick, _ step: inout Step
    ) -> Refusal? {
        let installationID = tokens.installationID ?? ""
        let isSubscribed = isSubscribed(to: topic, of: senderID)
        if subscribes, !isSubscribed, hasAllTopics(of: senderID) {
            return Refusal(
                .tooManyTopics,
                "the installation is subscribed to \(Self.topicLimit) topics, and FCM allows it no "
                    + "more",
                hint: "`topic unsubscribe` ends one, and `topics` lists them")
        }
        if subscribes, !isSubscribed {
            tokens.subscriptions.append(
                .init(
                    topic: topic, senderID: senderID, installationID: installationID, since: now))
        } else if !subscribes, isSubscribed {
            tokens.subscriptions.removeAll {
                $0.topic == topic && $0.senderID == senderID
                    && $0.installationID == installationID
            }
        }
        step.touch(.appState(address))
        step.report(
            Fact(
                subscribes ? .kept : .removed, "topic",
                subscribes
                    ? "\(topic): FCM delivers it to this installation"
                    : "\(topic): this installation is not subscribed", rule: .fcmTopic,
                subscribes == isSubscribed ? nil : .topic(topic, isOn: subscribes), of: address))
        return nil
    }

    /// Keeps or ends a subscription as a provider's server asks, which names the app's token.
    ///
    /// Neither the device nor the app has a part in it: FCM need only know the registration.
    fileprivate mutating func change(
        _ change: TopicChange, at now: Tick, _ step: inout Step
    ) throws(Refusal) {
        guard let senderID = change.senderID ?? settings.firebase?.senderID else {
            throw Refusal(.noToken, "`\(address.bundleID)` does not use Firebase")
        }
        guard tokens.cached(senderID)?.isRegistered == true else {
            throw Refusal(
                .noToken,
                "FCM knows no registration of `\(address.bundleID)` with the sender \(senderID)",
                hint: "`token history` lists what the app had")
        }
        let refusal = self.change(
            change.topic, of: senderID, subscribes: change.subscribes, at: now, &step)
        if let refusal { throw refusal }
    }
}

extension World {
    /// Makes the topic calls that a device's apps kept while there was no network.
    mutating func makePendingTopicCalls(on device: Int, _ step: inout Step) {
        let status = devices[device].status
        for app in devices[device].apps.indices {
            devices[device].apps[app].makePendingTopicCalls(
                on: status, in: surroundings, &step)
        }
    }

    /// Makes or ends a subscription at the request of a provider's server.
    mutating func reduce(
        _ change: TopicChange, on name: String?, _ step: inout Step
    ) throws(Refusal) {
        let device = try index(of: name)
        guard let app = appIndex(change.bundleID, on: device) else {
            let missing = change.bundleID.map { "`\($0)` is not" } ?? "no app is"
            throw Refusal(
                .notInstalled, "\(missing) installed on `\(devices[device].name)`",
                hint: "\(App.installCommand(change.bundleID)) first")
        }
        try devices[device].apps[app].change(change, at: surroundings.now, &step)
    }

    /// The apps to which FCM delivers a topic's messages of a project, in the devices' order.
    public func apps(
        subscribed isMeant: (_ isSubscribed: (String) -> Bool) -> Bool, senderID: String
    ) -> [AppAddress] {
        devices.flatMap(\.apps).filter { app in
            // `!('sale' in topics)` also holds for who follows nothing, but not for strangers to
            // the project (FCM-TOPIC).
            app.state != .uninstalled && isMeant { app.isSubscribed(to: $0, of: senderID) }
                && (app.tokens.subscriptions.contains { $0.senderID == senderID }
                    || app.tokens.cached(senderID)?.isRegistered == true)
        }.map(\.address)
    }
}
