import PushModel
import PushPayload
import PushText

extension App {
    /// Starts or resumes the app for a push, keeps the push, or reports why the app stays asleep.
    mutating func wake(
        _ wake: ArrivalDecision.Wake, _ arrival: inout Arrival, on device: inout DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) {
        switch wake {
        case .no: break
        case .callback(let rule, let isCharged):
            if isCharged { charge(&device, at: world.now, &step) }
            guard startForPush(arrival.sequence, on: device, in: &world, &step) else { return }
            receiveRemoteNotification(&arrival, rule, on: device, in: &world, &step)
        case .held(let reason):
            hold(arrival, reason, on: device, &step)
        case .discarded(let reason):
            step.report(
                arrival.fact(
                    .not, "woken", "\(arrival.id): \(reason.text)", reason.rule, .notWoken))
        }
    }

    /// Starts the app for a push unless it is running; false if it cannot start.
    mutating func startForPush(
        _ sequence: Int64, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) -> Bool {
        if isRunning { return true }
        let failure = step.failure
        guard !crashesAtLaunch(on: device, for: sequence, &step) else {
            // The failure is the app's, and the sender's command succeeded.
            step.failure = failure
            return false
        }
        coldStart(foreground: false, on: device, in: &world, &step)
        return true
    }

    private mutating func charge(
        _ device: inout DeviceStatus, at now: Tick, _ step: inout Step
    ) {
        step.touch(.appState(address))
        step.touch(.device(address.device))
        background.charge(at: now)
        device.wakes.charge(at: now)
    }

    /// Holds the newest push only (A-BG).
    private mutating func hold(
        _ arrival: Arrival, _ reason: Reason, on device: DeviceStatus,
        _ step: inout Step
    ) {
        if let older = background.held {
            step.report(
                Fact(
                    .dropped, older.id ?? "the held push",
                    "iOS holds only the newest background push for an app, and \(arrival.id) is "
                        + "newer",
                    rule: .backgroundHeld, notification: background.heldSequence,
                    .lost(.superseded, older.id ?? "")))
        }
        step.touch(.appState(address))
        var held = arrival.push
        held.forgetSender()
        held.id = arrival.id
        background.held = held
        background.heldSequence = arrival.sequence
        background.heldDelivery = !arrival.isShown ? .unseen : arrival.isTracked ? .tracked : .shown
        step.report(
            arrival.fact(
                .held, arrival.id, "the app is not woken: \(reason.text)", reason.rule,
                .wakeHeld(lowPower: device.lowPower, refreshOff: !device.backgroundRefresh)))
    }

    /// Runs the app's callback: it tracks a shown push, and may post a local notification.
    private mutating func receiveRemoteNotification(
        _ arrival: inout Arrival, _ rule: RuleID, _ detail: String = "",
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        step.report(
            arrival.fact(
                .called, "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                detail, rule, .called(.remoteNotification)))
        readNCMBPayload(
            arrival.push.payload.root, from: "didReceiveRemoteNotification",
            notification: arrival.sequence, on: device, in: &world, &step)
        if arrival.isShown { trackDelivery(&arrival, in: &world, &step) }
        if settings.postsLocalNotification, arrival.aps.contentAvailable {
            postLocalNotification(for: arrival, on: device, in: &world, &step)
        }
        completeFetch(arrival, &step)
    }

    /// Gives the app 30 s to call `fetchCompletionHandler`; iOS ends it otherwise (A-DIDRECV).
    private mutating func completeFetch(_ arrival: Arrival, _ step: inout Step) {
        guard state == .background, settings.fetchCompletion != .inTime else { return }
        let isNever = settings.fetchCompletion == .never
        step.report(
            arrival.fact(
                .failed, "fetchCompletionHandler",
                isNever
                    ? "it was never called: iOS ends the app after 30 s"
                    : "it was called after 30 s: by then iOS has suspended the app, and it wakes "
                        + "it less often",
                .fetchCompletion, .completionMissed))
        guard isNever else { return }
        step.report(
            arrival.fact(
                .app, address.bundleID, "background → not running", .fetchCompletion))
        endProcess(&step)
    }

    /// Delivers the background push that iOS held, since the app was opened (A-BG).
    mutating func deliverHeld(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step,
        rule: RuleID = .backgroundHeld
    ) {
        let delivery = background.heldDelivery
        guard let (push, sequence) = background.release() else { return }
        let id = push.id ?? ""
        var arrival = Arrival(push, sequence: sequence, id: id, at: world.now)
        arrival.isShown = delivery != .unseen
        arrival.isTracked = delivery == .tracked
        step.touch(.appState(address))
        guard settings.hasRemoteNotificationCallback else { return }
        receiveRemoteNotification(
            &arrival, rule, "for the held \(id)", on: device, in: &world, &step)
    }

    /// Wakes the app for the held push once iOS lets it through.
    mutating func wakeForHeld(
        on device: inout DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        guard background.held != nil, let due = heldDue(on: device), due <= world.now else {
            return
        }
        charge(&device, at: world.now, &step)
        guard startForPush(background.heldSequence, on: device, in: &world, &step) else {
            step.touch(.appState(address))
            discardHeld(
                because: "the app does not start; it is not woken for the held push a second "
                    + "time, which Apple does not document", &step)
            return
        }
        deliverHeld(on: device, in: &world, &step, rule: .backgroundWake)
    }

    /// The reason why the push that iOS holds does not wake the app now; nil if nothing is held, or
    /// nothing keeps it any more.
    ///
    /// It waits for the hour's limit whatever its priority, as `heldDue` has it.
    package func holdReason(on device: DeviceStatus, at now: Tick) -> Reason? {
        guard background.held != nil else { return nil }
        return ArrivalDecision.obstacle(self, type: "background", hasInteraction: false)
            ?? ArrivalDecision.pause(self, device, isLow: true, now: now)
    }

    /// Returns the time at which iOS lets the held push through; nil if nothing is held or the
    /// device wakes no apps.
    func heldDue(on device: DeviceStatus) -> Tick? {
        guard background.held != nil, device.wakesApps, !device.isBeforeFirstUnlock,
            settings.backgroundModeRemote, state != .forceQuit, state != .uninstalled
        else { return nil }
        return max(background.reopens, device.wakes.reopens)
    }

    /// Posts a local notification of the app with the text of a silent push (KD-02).
    private mutating func postLocalNotification(
        for arrival: Arrival, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        let root = arrival.push.payload.root
        if let lack = Self.lackOfLocalTexts(in: root) {
            step.report(
                arrival.fact(
                    .not, "posted", "a local notification: \(arrival.id) \(lack)",
                    .localNotification, .notPosted))
            return
        }
        world.counters.notification += 1
        var push = Self.localPush(from: root)
        push.collapseID = Self.localIdentifier
        var local = Arrival(
            push, sequence: world.counters.notification,
            id: arrival.id + Self.localEnding, at: world.now)
        local.isLocal = true
        let row = step.changes.count
        // `why` tells from this fact what the app made of the push.
        step.report(
            arrival.fact(
                .added, local.id, "the app posts a local notification", .localNotification,
                .posted(local.id)))
        let decision = decide(about: push, on: device, at: world.now)
        announce(&local, decision, on: device, &step)
        let state = present(&local, decision, on: device, in: &world, &step)
        step.changes.insert(
            .notification(local.row(of: address, state: state)), at: row)
    }

    /// The request identifier of every notification that the kinds article's app posts; each one
    /// therefore replaces the last.
    package static let localIdentifier = "local-notification"

    /// The end of its message ID, after that of the push.
    package static let localEnding = "-local"

    /// The local notification's title and text in a silent push.
    private static func localTexts(in root: JSON) -> (title: String?, body: String?) {
        let data = root["data"]
        return (data?["newTitle"]?.stringValue, data?["newBody"]?.stringValue)
    }

    /// The verb and object for what a silent push lacks for the local notification; nil if it has
    /// both texts (KD-02).
    package static func lackOfLocalTexts(in root: JSON) -> String? {
        switch localTexts(in: root) {
        case (nil, nil): "has neither data.newTitle nor data.newBody"
        case (nil, _): "has no data.newTitle, and the app needs both"
        case (_, nil): "has no data.newBody, and the app needs both"
        default: nil
        }
    }

    /// Returns a push for the local notification, with the original push's keys outside `aps`.
    private static func localPush(from root: JSON) -> Push {
        let (title, body) = localTexts(in: root)
        var alert: [JSON.Member] = []
        if let title { alert.append(.init(key: "title", value: .string(title))) }
        if let body { alert.append(.init(key: "body", value: .string(body))) }
        var members: [JSON.Member] = [
            .init(key: "aps", value: ["alert": .object(alert), "sound": "default"])
        ]
        members += (root.objectMembers ?? []).filter { $0.key != "aps" }
        let payload = Payload(root: .object(members))
        return Push(payload: payload, byteCount: 0, pushType: "alert")
    }
}
