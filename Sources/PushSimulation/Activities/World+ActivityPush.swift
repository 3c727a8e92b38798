import PushModel
import PushText

/// The pushes to Live Activities that APNs keeps for a device that is away.
extension World {
    /// Keeps the newest push for each token, and for each channel with a storing policy.
    mutating func storeForActivity(
        _ push: Push, id: String, device: Int, app: Int, _ step: inout Step
    ) {
        let address = devices[device].apps[app].address
        step.touch(.appState(address))
        step.result("id", .string(id))
        var limit = StoredPush.longestSeconds
        var rule = RuleID.storeAndForward
        var channelKeeps = true
        if case .channel(let channel)? = push.activity {
            channelKeeps = storage(of: channel) == .newest
            limit = Int64(BroadcastChannel.storageSeconds)
            rule = .channelStorage
        }
        let status = devices[device].status
        let reason =
            !status.isOnline
            ? "`\(address.device)` is offline"
            : "`\(address.device)` is locked, and priority 1 does not wake it"
        guard channelKeeps, push.timeToLive != 0 else {
            step.result(.refused)
            let why =
                channelKeeps
                ? " and apns-expiration is 0 or past, so APNs drops it"
                : ", and its channel keeps nothing"
            step.report(
                Fact(
                    .not, "live", "\(id): \(reason)\(why)",
                    rule: channelKeeps ? .storeAndForward : .channelStorage,
                    .lost(
                        status.isOnline ? .asleep : .offline, id, on: push.addressee(of: address)),
                    of: address))
            return
        }
        devices[device].apps[app].activities.replaceStored(
            StoredPush(
                keeping: push, id: id, at: surroundings.now,
                seconds: min(Int64(push.timeToLive ?? Int(limit)), limit)),
            of: address, &step)
        step.reportHeld(id, reason, rule, of: address)
    }

    /// Delivers the pushes that APNs kept for Live Activities, in the order they came; an offline
    /// device gets none.
    mutating func deliverStoredToActivities(on device: Int, _ step: inout Step) {
        guard devices[device].status.isOnline else { return }
        for app in devices[device].apps.indices {
            // A start may subscribe to a channel, whose newest message is then due as well.
            while let push = nextStoredForActivities(device, app) {
                step.touch(.appState(devices[device].apps[app].address))
                devices[device].arrive(
                    push, id: push.id ?? "", app: app, in: &surroundings, &step)
            }
        }
    }

    /// Takes the oldest kept push that the device is awake for.
    private mutating func nextStoredForActivities(_ device: Int, _ app: Int) -> Push? {
        let status = devices[device].status
        let stored = devices[device].apps[app].activities.stored
        guard let place = stored.firstIndex(where: { !status.isAsleep(for: $0.push) }) else {
            return nil
        }
        return devices[device].apps[app].activities.stored.remove(at: place).push
    }
}

extension ActivityService {
    fileprivate mutating func replaceStored(
        _ push: StoredPush, of app: AppAddress, _ step: inout Step
    ) {
        if let place = stored.firstIndex(where: { $0.push.activity == push.push.activity }) {
            let replaced = stored.remove(at: place).push
            let earlier = replaced.id ?? "the stored push"
            step.report(
                Fact(
                    .dropped, earlier,
                    "APNs keeps only the newest push for an address, and \(push.push.id ?? "") "
                        + "is newer",
                    rule: .storeAndForward,
                    .lost(.replaced, earlier, on: replaced.addressee(of: app)), of: app))
        }
        stored.append(push)
    }
}

extension App {
    /// Completes the address of a push to a Live Activity: the named token, else the one that its
    /// sender would use.
    func address(_ push: inout Push) {
        if case .device(let named)? = push.address, named != tokens.deviceToken {
            push.activity = .token(named)
            push.address = nil
        }
        guard push.activity == nil, push.address == nil, push.answered == nil,
            !push.lacksActivityToken
        else { return }
        push.activity = activityAddress(for: push.payload.aps.event)
    }

    /// Drops kept pushes to Live Activities that have expired.
    mutating func expireStoredForActivities(at now: Tick, _ step: inout Step) {
        for push in activities.stored where push.expiresAt <= now {
            step.touch(.appState(address))
            step.report(push.expired(as: push.push.id ?? "the stored push", of: address))
        }
        activities.stored.removeAll { $0.expiresAt <= now }
    }
}
