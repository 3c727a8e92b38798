import PushModel
import PushPayload
import PushText

/// Broadcast channels, as APNs keeps them for providers.
extension World {
    /// Makes or deletes a channel; without a bundle ID it is for the device's current app.
    mutating func reduce(
        _ action: ChannelAction, on device: String?, _ step: inout Step
    ) throws(Refusal) {
        switch action {
        case .create(let named, let policy, let environment):
            let place = named == nil ? currentPlace(on: device) : nil
            let bundleID = named ?? place.map { self[$0].address.bundleID } ?? ""
            if let reason = channelRefusal(for: bundleID, in: environment) {
                throw Self.refusal(reason)
            }
            let id = BroadcastChannel.makeID(&surroundings.random)
            surroundings.channels.append(
                BroadcastChannel(
                    id: id, bundleID: bundleID, environment: environment, policy: policy))
            step.result("channel", .string(id))
            step.report(
                Fact(
                    .added, "channel",
                    "\(id) for \(bundleID), "
                        + (policy == .none
                            ? "which keeps nothing for offline devices"
                            : "which keeps the newest message for 8 h at most"),
                    rule: .channelStorage))
        case .delete(let id):
            guard let place = surroundings.channels.firstIndex(where: { $0.id == id }) else {
                throw Refusal(
                    .noChannel, "there is no channel `\(id)`", hint: "`channel list` lists them")
            }
            surroundings.channels.remove(at: place)
            step.report(
                Fact(
                    .removed, "channel", "\(id); its ID is never reused", rule: .activityChannel))
        }
    }

    /// APNs' reason for refusing an app a channel; nil if it grants it.
    public func channelRefusal(for bundleID: String, in environment: String) -> String? {
        guard allowsBroadcast(bundleID) else { return "FeatureNotEnabled" }
        let count = surroundings.channels.count {
            $0.bundleID == bundleID && $0.isIn(environment)
        }
        return count < BroadcastChannel.limit ? nil : "CannotCreateChannelConfig"
    }

    /// Whether an app's identifier has the broadcast capability; an identifier of no installed app
    /// is assumed to have it.
    private func allowsBroadcast(_ bundleID: String) -> Bool {
        var isKnown = false
        for device in devices {
            for app in device.apps where app.address.bundleID == bundleID {
                if app.settings.hasBroadcastCapability { return true }
                isKnown = true
            }
        }
        return !isKnown
    }

    /// Deletes the channels of an identifier that has lost the broadcast capability, which nothing
    /// reverses (A-BROADCAST).
    mutating func dropChannelsWithoutCapability(of bundleID: String, _ step: inout Step) {
        let count = surroundings.channels.count { $0.bundleID == bundleID }
        guard count > 0, !allowsBroadcast(bundleID) else { return }
        surroundings.channels.removeAll { $0.bundleID == bundleID }
        step.report(
            Fact(
                .removed, "channel",
                (count == 1 ? "the one" : "all \(count)") + " of \(bundleID), whose identifier has "
                    + "lost the broadcast capability",
                rule: .activityChannel))
    }

    /// APNs' reason for refusing a push to a channel; nil if it accepts it.
    ///
    /// - Parameters:
    ///   - id: the channel's ID.
    ///   - bundleID: the app that it is sent for.
    ///   - environment: the one that the provider sends to; empty = a name of this machine.
    ///   - bytes: the size of the body.
    ///   - seconds: how long it may be kept; nil = the sender gave no limit.
    /// - Returns: the reason.
    public func broadcastRefusal(
        of id: String, to bundleID: String, in environment: String, bytes: Int, seconds: Int?
    ) -> String? {
        guard Base64.plain.isWhole(id) else { return "BadChannelId" }
        guard allowsBroadcast(bundleID) else { return "FeatureNotEnabled" }
        let channel = surroundings.channels.first {
            $0.id == id && $0.bundleID == bundleID && $0.isIn(environment)
        }
        guard let channel else { return "ChannelNotRegistered" }
        if bytes == 0 { return "PayloadEmpty" }
        guard bytes <= PushType.broadcastLimit else { return "PayloadTooLarge" }
        if channel.policy == .none, seconds ?? 0 != 0 { return "BadExpirationDate" }
        return nil
    }

    /// A push to a channel reaches every Live Activity that is subscribed to it.
    mutating func broadcast(_ push: Push, _ step: inout Step) throws(Refusal) {
        guard case .channel(let id)? = push.activity else { return }
        let bundleID = push.bundleID ?? nearestApp?.bundleID ?? ""
        if let reason = broadcastRefusal(
            of: id, to: bundleID, in: "", bytes: push.byteCount, seconds: push.timeToLive)
        {
            throw Self.refusal(reason)
        }
        var push = push
        push.bundleID = bundleID
        push.id = push.id ?? push.payload.messageID ?? surroundings.nextGeneratedID()
        push.pushType = PushType.liveactivity.rawValue
        // A planted fault counts once for the push instead of once for each subscriber.
        let request = GatewayRequest(
            token: id, topic: bundleID, connection: push.connection)
        push.refusal = surroundings.network.takeAPNsFault(of: request)
            .flatMap { GatewayRefusal($0, at: .apns) }
            .map { .init($0.rule, $0.text, answer: $0.answer?.reason) }
        if push.refusal == nil { keepNewest(push) }
        let subscribed = subscribers(of: id, bundleID)
        if push.refusal == nil, !subscribed.isEmpty, isMissed(by: bundleID, besides: subscribed) {
            note(.channel(id), of: push.id ?? "", &step)
        }
        for device in subscribed { try receive(push, on: device, &step) }
        guard subscribed.isEmpty else { return }
        step.result("id", .string(push.id ?? ""))
        if let refusal = push.refusal {
            step.result(.refused)
            step.report(
                Fact(
                    .not, "live", "\(push.id ?? ""): \(refusal.text)", rule: refusal.rule,
                    .refused(reason: refusal.answer, fault: refusal.fault)))
            return
        }
        step.result("state", "unsubscribed")
        step.report(
            Fact(
                .note, "",
                "\(push.id ?? ""): APNs accepts the push, but no Live Activity is subscribed to "
                    + "the channel",
                rule: .activityChannel, .unfollowed(.channel(id), push.id ?? "")))
    }

    /// Whether the app runs a Live Activity on another device than some.
    private func isMissed(by bundleID: String, besides places: [Int]) -> Bool {
        devices.indices.contains { place in
            !places.contains(place)
                && devices[place].apps.contains { app in
                    app.address.bundleID == bundleID
                        && app.activities.all.contains(where: \.isRunning)
                }
        }
    }

    /// A channel of policy 1 keeps its newest message, for eight hours at most.
    private mutating func keepNewest(_ push: Push) {
        guard case .channel(let id)? = push.activity,
            let place = surroundings.channels.firstIndex(where: { $0.id == id }),
            surroundings.channels[place].policy == .newest
        else { return }
        let seconds = min(push.timeToLive ?? .max, BroadcastChannel.storageSeconds)
        surroundings.channels[place].stored =
            seconds > 0
            ? StoredPush(
                push: push, storedAt: surroundings.now,
                expiresAt: surroundings.now.advanced(by: Int64(seconds) * 1000)) : nil
    }

    /// The devices with an app's Live Activity that is subscribed to a channel.
    private func subscribers(of id: String, _ bundleID: String) -> [Int] {
        guard let channel = surroundings.channels.first(where: { $0.id == id }) else { return [] }
        return devices.indices.filter { place in
            devices[place].apps.contains { app in
                app.address.bundleID == bundleID && channel.isIn(app.settings.apnsEnvironment)
                    && app.activities.all.contains { $0.channel == id && $0.isRunning }
            }
        }
    }

    private static func refusal(_ reason: String) -> Refusal {
        let answer = GatewayAnswer.apns(reason)
        // No other expiration can be wrong here: a command has no header to misspell.
        let fault = reason == "BadExpirationDate" ? RequestFault.channelStoresNothing : nil
        return Refusal(
            .pushRefused, "\(answer.text): \(fault?.clause ?? answer.cause)",
            hint: fault?.cure ?? answer.cure, answer: answer.reason, fault: fault)
    }

    /// The policy of a channel; a deleted one keeps nothing.
    func storage(of channel: String) -> BroadcastChannel.Policy {
        surroundings.channels.first { $0.id == channel }?.policy ?? .none
    }
}
