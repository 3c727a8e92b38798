import PushModel
import PushPayload

extension World {
    /// A push reaches APNs for a device: it is refused, stored, or delivered to the app.
    mutating func receive(_ push: Push, on device: Int, _ step: inout Step) throws(Refusal) {
        var push = push
        if let audience = push.unfollowed {
            guard let refusal = takePlantedRefusal(of: push) else {
                return noteUnfollowed(push, by: audience, &step)
            }
            guard let app = appIndex(nil, on: device) else {
                return note(refusal, of: push, &step)
            }
            // The current app's history has the trace, as that of any message without an app.
            push.bundleID = devices[device].apps[app].address.bundleID
            push.answered = refusal
        }
        let limit = push.pushType == "voip" || push.isBroadcast ? 5120 : 4096
        guard push.byteCount <= limit || push.answered != nil else {
            throw tooLarge(push, limit)
        }
        let bundleID = push.bundleID ?? push.payload.simulatorBundleID
        guard let app = appIndex(bundleID, on: device) else {
            guard let bundleID else {
                throw Refusal(
                    .notInstalled, "no app is installed on `\(devices[device].name)`",
                    hint: "`app install` first")
            }
            throw wrongBundle(bundleID, on: device)
        }
        let id = push.id ?? push.payload.messageID ?? surroundings.nextGeneratedID()
        if push.answered == nil, let audience = push.audience { note(audience, of: id, &step) }
        if push.isForActivity { devices[device].apps[app].address(&push) }
        let refusal =
            push.answered.map { takeReason(for: $0) }
            ?? Self.refusal(
                of: push, for: &devices[device].apps[app], in: &surroundings.network)
            ?? push.refusal
        if !devices[device].status.isOnline || devices[device].status.isAsleep(for: push),
            refusal == nil,
            devices[device].apps[app].isKnownToAPNs || push.isForActivity
        {
            if push.isForActivity {
                storeForActivity(push, id: id, device: device, app: app, &step)
            } else {
                store(push, id: id, device: device, app: app, &step)
            }
            return
        }
        devices[device].arrive(
            push, id: id, refusal: refusal, app: app, in: &surroundings, &step)
        // The start may have subscribed to a channel that keeps its newest message.
        if push.isForActivity { deliverStoredToActivities(on: device, &step) }
    }

    /// Returns why a push is refused that a gateway has refused; uses up the stub that came before
    /// the gateway's own check.
    private mutating func takeReason(for answered: RefusedRequest) -> Reason {
        let gateway = answered.answer.gateway
        if let request = answered.request,
            let fault = surroundings.network.takeFault(of: request, at: gateway),
            let planted = GatewayRefusal(fault, at: gateway)
        {
            return Reason(planted)
        }
        return Reason(
            .providerRequest, answered.text, answer: answered.answer.reason,
            fault: answered.fault)
    }

    /// Takes the fault planted for a message to nobody; nil if FCM accepts the message.
    private mutating func takePlantedRefusal(of push: Push) -> RefusedRequest? {
        guard surroundings.network.hasStubs,
            let fault = surroundings.network.takeFCMFault(of: .init(fcm: push))
        else { return nil }
        return GatewayRefusal(fault, at: .fcm)?.recorded
    }

    /// Reports the refusal of a message that no app is there for.
    private mutating func note(_ refused: RefusedRequest, of push: Push, _ step: inout Step) {
        let id = push.id ?? push.payload.messageID ?? surroundings.nextGeneratedID()
        step.result("id", .string(id))
        step.result(.refused)
        step.report(
            Fact(
                .not, "shown", "\(id): \(refused.text)", rule: .providerRequest,
                .refused(reason: refused.answer.reason, fault: nil)))
    }

    /// Records a message that FCM accepted but delivered to nobody, so that `why` can explain it.
    private mutating func noteUnfollowed(
        _ push: Push, by audience: Occurrence.Audience, _ step: inout Step
    ) {
        let id = push.id ?? push.payload.messageID ?? surroundings.nextGeneratedID()
        step.result("id", .string(id))
        step.result("state", "unfollowed")
        step.report(
            Fact(
                .note, "", "\(id): FCM accepts the message, but no installation is subscribed",
                rule: .fcmTopic, .unfollowed(audience, id)))
    }

    /// Records that some apps are not in a message's audience, so that `why` can explain it there.
    func note(_ audience: Occurrence.Audience, of id: String, _ step: inout Step) {
        let (text, rule): (String, RuleID) =
            switch audience {
            case .topic(let name):
                ("not every installation is subscribed to the topic `\(name)`", .fcmTopic)
            case .condition(let text): ("not every installation matches \(text)", .fcmTopic)
            case .channel:
                ("not every Live Activity is subscribed to the channel", .activityChannel)
            }
        step.report(Fact(.note, "", "\(id): \(text)", rule: rule, .selected(audience, id)))
    }

    /// The refusal of a push by the gateways; the app is passed `inout`, since reading it next to
    /// the network would copy it.
    private static func refusal(
        of push: Push, for app: inout App, in network: inout Network
    ) -> Reason? {
        app.gatewayRefusal(of: push, in: &network).map(Reason.init)
    }

    private func tooLarge(_ push: Push, _ limit: Int) -> Refusal {
        var hint: String?
        let added = push.additions?.byteCount ?? 0
        if added > 0 {
            let fits = push.byteCount - added <= limit
            hint =
                "the sender added \(added) of them "
                + "(\(push.added.joined(separator: ", ")))"
                + (fits ? ": `--verbatim` adds nothing" : "")
        }
        return Refusal(
            .payloadTooLarge, PushType.excess(push.byteCount, over: limit), hint: hint)
    }

    /// The index of an app among those of a device; without a bundle ID that of the current one.
    func appIndex(_ bundleID: String?, on device: Int) -> Int? {
        guard let bundleID else {
            let current = devices[device].currentApp
            return devices[device].apps.indices.contains(current) ? current : nil
        }
        return devices[device].apps.firstIndex { $0.address.bundleID == bundleID }
    }

    private func wrongBundle(_ bundleID: String, on device: Int) -> Refusal {
        let apps = devices[device].apps.map(\.address.bundleID)
        if let near = apps.first(where: { $0.lowercased() == bundleID.lowercased() }) {
            return Refusal(
                .notInstalled,
                "`\(bundleID)` is not installed on `\(devices[device].name)`: "
                    + "bundle IDs are case-sensitive",
                hint: "the app is `\(near)`: send to that bundle ID")
        }
        if let app = apps.first(where: { bundleID.hasPrefix($0 + ".push-type.") }) {
            return Refusal(
                .notInstalled, "`\(bundleID)` is not installed on `\(devices[device].name)`",
                hint: "`--bundle \(app)`: the suffix of a topic comes with the push type, `--type "
                    + "\(bundleID.dropFirst(app.utf8.count + ".push-type.".utf8.count))`")
        }
        return Refusal(
            .notInstalled, "`\(bundleID)` is not installed on `\(devices[device].name)`",
            hint: apps.isEmpty
                ? "\(App.installCommand(bundleID)) first"
                : (apps.count == 1 ? "installed is " : "installed are ")
                    + apps.map { "`\($0)`" }.joined(separator: ", ")
                    + ": send to "
                    + (apps.count == 1 ? "that bundle ID" : "one of those bundle IDs")
                    + " (`receive --bundle`), or first \(App.installCommand(bundleID))")
    }

    /// APNs keeps one push for an app of a device that is away or asleep: the newest (A-SEND).
    private mutating func store(
        _ push: Push, id: String, device: Int, app: Int, _ step: inout Step
    ) {
        let address = devices[device].apps[app].address
        let isOffline = !devices[device].status.isOnline
        let reason =
            isOffline
            ? "`\(address.device)` is offline"
            : "`\(address.device)` is locked, and priority 1 does not wake it"
        let rule = isOffline ? RuleID.storeAndForward : .powerPriority
        step.touch(.appState(address))
        step.result("id", .string(id))
        if push.timeToLive == 0 {
            step.result(.refused)
            step.report(
                Fact(
                    .not, "shown",
                    "\(id): \(reason) and apns-expiration is 0 or past, so APNs drops it",
                    rule: rule,
                    .lost(isOffline ? .offline : .asleep, id, on: push.addressee(of: address)),
                    of: address))
            return
        }
        if let earlier = devices[device].apps[app].stored {
            step.report(
                Fact(
                    .dropped, earlier.push.id ?? "the stored push",
                    "APNs stores only the newest push for an app, and \(id) is newer",
                    rule: .storeAndForward,
                    .lost(
                        .replaced, earlier.push.id ?? "", on: earlier.push.addressee(of: address)),
                    of: address))
        }
        let seconds = min(push.timeToLive.map { Int64($0) } ?? .max, StoredPush.longestSeconds)
        devices[device].apps[app].stored = StoredPush(
            keeping: push, id: id, at: surroundings.now, seconds: seconds)
        step.reportHeld(id, reason, rule, of: address)
    }

    /// APNs delivers its stored pushes when the device is back, or awake.
    mutating func deliverStored(on device: Int, _ step: inout Step) {
        guard devices[device].status.isOnline else { return }
        for app in devices[device].apps.indices {
            guard let stored = devices[device].apps[app].stored,
                !devices[device].status.isAsleep(for: stored.push)
            else { continue }
            devices[device].apps[app].stored = nil
            step.touch(.appState(devices[device].apps[app].address))
            devices[device].arrive(
                stored.push, id: stored.push.id ?? "", app: app, in: &surroundings, &step)
        }
        deliverStoredToActivities(on: device, &step)
    }

    /// Drops stored pushes that have expired.
    mutating func expireStoredPushes(on places: [Int], _ step: inout Step) {
        for device in places {
            for app in devices[device].apps.indices {
                devices[device].apps[app].expireStoredForActivities(at: surroundings.now, &step)
                guard let stored = devices[device].apps[app].stored,
                    stored.expiresAt <= surroundings.now
                else { continue }
                devices[device].apps[app].stored = nil
                let address = devices[device].apps[app].address
                step.touch(.appState(address))
                step.report(
                    stored.expired(as: stored.push.id ?? "the stored push", of: address))
            }
        }
    }
}
