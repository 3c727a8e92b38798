import PushPayload

/// A push on its way through one device: what is known of it, gathered once.
struct Arrival {
    var push: Push
    var sequence: Int64
    var id: String
    var at: Tick
    /// The content as it will be shown; the extension may replace it.
    var title: String?
    var subtitle: String?
    var body: String?
    var attachment: String?
    /// Whether a delivery was tracked already, so that it is tracked once.
    var isTracked = false
}

extension App {
    /// Takes a push that reached the device.
    mutating func arrive(
        _ push: Push, id: String, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        world.counters.notification += 1
        var arrival = Arrival(push: push, sequence: world.counters.notification, id: id,
            at: world.now)
        let alert = push.payload.aps.alert
        arrival.title = alert?.title
        arrival.subtitle = alert?.subtitle
        arrival.body = alert?.body
        step.result("id", .string(id))
        step.touch(.appState(address))
        let row = step.changes.count
        step.changes.append(.notification(NotificationRow(arrival, address, world.now)))
        for note in push.added {
            step.report(
                Fact(.added, "", note, rule: .senderEngage, notification: arrival.sequence))
        }
        let state: String
        if let reason = unreachable {
            step.report(
                Fact(
                    .not, "shown", "\(id): \(reason.text)", rule: reason.rule,
                    notification: arrival.sequence))
            state = "refused"
        } else {
            state = present(&arrival, on: device, in: &world, &step)
        }
        step.changes[row] = .notification(
            NotificationRow(arrival, address, world.now, state: state))
        step.result("state", .string(state))
    }

    /// Why no push can reach the app at all.
    private var unreachable: (rule: RuleID, text: String)? {
        if state == .uninstalled {
            return (.unregistered, "\(address.bundleID) is not installed; APNs answers 410 Unregistered")
        }
        if tokens.deviceToken == nil {
            return (.noDeviceToken, "the app has no device token yet: it has not registered with APNs")
        }
        return nil
    }

    /// Runs the decision: extension, callbacks, presentation, badge. Returns the row's state.
    private mutating func present(
        _ arrival: inout Arrival, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) -> String {
        let decision = ArrivalDecision(app: self, device: device, push: arrival.push)
        if let note = decision.extensionNote {
            step.report(
                Fact(
                    .not, "run", "the service extension: \(note.reason)", rule: note.rule,
                    notification: arrival.sequence))
        }
        if decision.runsExtension { runExtension(&arrival, in: &world, &step) }
        var state = "hidden"
        switch decision.presentation {
        case .delegateDecides:
            state = presentInForeground(&arrival, in: &world, &step)
        case .system(let place):
            setBadge(arrival, &step)
            show(arrival, place, quiet: decision.quiet, &step)
            state = place == .summary ? "held" : "shown"
            if decision.runsExtension, settings.serviceExtensionTracksDelivery {
                trackDelivery(&arrival, in: &world, &step)
            }
        case .nothing(let rule, let reason):
            let aps = arrival.push.payload.aps
            if aps.hasVisibleAlert || !aps.contentAvailable {
                step.report(
                    Fact(
                        .not, "shown", "\(arrival.id): \(reason)", rule: rule,
                        notification: arrival.sequence))
            } else {
                state = "silent"
            }
            if self.state != .foreground { setBadge(arrival, &step) }
        }
        wake(decision.wake, &arrival, on: device, in: &world, &step)
        if state == "shown", !arrival.isTracked, settings.usesTreasureData {
            step.report(
                Fact(
                    .not, "tracked",
                    "delivery \(arrival.id): no app code runs for this push; it needs "
                        + "mutable-content and an extension that tracks it",
                    rule: .deliveryNeedsCode, notification: arrival.sequence))
        }
        return state
    }

    /// Asks `willPresent` and shows what it returns.
    private mutating func presentInForeground(
        _ arrival: inout Arrival, in world: inout Surroundings, _ step: inout Step
    ) -> String {
        step.report(
            Fact(
                .called, "userNotificationCenter(_:willPresent:withCompletionHandler:)",
                rule: .foregroundWillPresent, notification: arrival.sequence))
        let options = settings.willPresent
        if options.contains(.badge) { setBadge(arrival, &step) }
        var state = "hidden"
        if options.contains(.banner) || options.contains(.list) {
            show(arrival, options.contains(.banner) ? .banner : .list, quiet: nil, &step)
            state = "shown"
        } else {
            step.report(
                Fact(
                    .not, "shown",
                    "\(arrival.id): willPresent returns neither banner nor list",
                    rule: .foregroundWillPresent, notification: arrival.sequence))
        }
        trackDelivery(&arrival, in: &world, &step)
        return state
    }

    /// Puts the notification where the user sees it.
    private mutating func show(
        _ arrival: Arrival, _ place: PushNotification.Place, quiet: String?, _ step: inout Step
    ) {
        let aps = arrival.push.payload.aps
        let notification = PushNotification(
            sequence: arrival.sequence, id: arrival.id, arrivedAt: arrival.at,
            title: arrival.title, subtitle: arrival.subtitle, body: arrival.body,
            campaignID: arrival.push.payload.campaignID, link: arrival.push.payload.link,
            threadID: aps.threadID, category: aps.category,
            collapseID: arrival.push.collapseID, place: place,
            level: aps.interruptionLevel ?? .active, relevance: aps.relevanceScore ?? 0,
            attachment: arrival.attachment)
        collapse(notification, &step)
        if let evicted = center.add(notification) {
            step.changes.append(
                .notificationState(
                    sequence: evicted.sequence, state: "evicted", at: evicted.arrivedAt))
        }
        var text = place.rawValue + " \"" + notification.headline + "\""
        if let quiet { text += ", " + quiet }
        step.report(
            Fact(
                place == .summary ? .held : .shown, arrival.id, text, rule: .presented,
                notification: arrival.sequence))
    }

    /// The same collapse ID replaces the earlier notification (A-SEND).
    private mutating func collapse(_ notification: PushNotification, _ step: inout Step) {
        guard let collapseID = notification.collapseID,
            let earlier = center.waiting.last(where: { $0.collapseID == collapseID })
        else { return }
        center.remove(earlier.sequence)
        step.changes.append(
            .notificationState(
                sequence: earlier.sequence, state: "replaced", at: notification.arrivedAt))
        step.report(
            Fact(
                .removed, earlier.id, "replaced: the same collapse ID", rule: .collapse,
                notification: earlier.sequence))
    }

    private mutating func setBadge(_ arrival: Arrival, _ step: inout Step) {
        guard let number = arrival.push.payload.aps.badge,
            permission.status == .authorized
        else { return }
        badge = number
        step.report(
            Fact(
                .badge, "", number == 0 ? "removed" : String(number), rule: .badge,
                notification: arrival.sequence))
    }

    /// Tracks `delivery`, once for a notification.
    mutating func trackDelivery(
        _ arrival: inout Arrival, in world: inout Surroundings, _ step: inout Step
    ) {
        guard settings.usesTreasureData, !arrival.isTracked else { return }
        arrival.isTracked = true
        track(
            .delivery, campaignID: arrival.push.payload.campaignID, messageID: arrival.id,
            notification: arrival.sequence, in: &world, &step)
    }

    private mutating func wake(
        _ wake: ArrivalDecision.Wake, _ arrival: inout Arrival, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) {
        switch wake {
        case .no: break
        case .callback(let rule):
            if !isRunning {
                coldStart(foreground: false, on: device, in: &world, &step)
            }
            step.report(
                Fact(
                    .called,
                    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                    rule: rule, notification: arrival.sequence))
            let isShown = center.find(arrival.id)?.sequence == arrival.sequence
            if isShown { trackDelivery(&arrival, in: &world, &step) }
        case .held(let rule, let reason):
            background.held = arrival.push
            background.held?.id = arrival.id
            step.report(
                Fact(
                    .held, arrival.id, "the app is not woken: \(reason)", rule: rule,
                    notification: arrival.sequence))
        case .discarded(let rule, let reason):
            step.report(
                Fact(
                    .not, "woken", "\(arrival.id): \(reason)", rule: rule,
                    notification: arrival.sequence))
        }
    }

    /// Opening the app delivers the background push that iOS held (A-BG).
    mutating func deliverHeld(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        guard let push = background.held else { return }
        background.held = nil
        step.report(
            Fact(
                .called, "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                "for the held \(push.id ?? "push")", rule: .backgroundHeld))
    }
}

extension NotificationRow {
    init(_ arrival: Arrival, _ app: AppAddress, _ now: Tick, state: String = "hidden") {
        let aps = arrival.push.payload.aps
        self.init(
            sequence: arrival.sequence, id: arrival.id, app: app, arrivedAt: now, state: state,
            title: arrival.title, subtitle: arrival.subtitle, body: arrival.body,
            campaignID: arrival.push.payload.campaignID, link: arrival.push.payload.link,
            threadID: aps.threadID, category: aps.category,
            collapseID: arrival.push.collapseID,
            pushType: arrival.push.pushType ?? "alert",
            payload: arrival.push.payload.root.text)
    }
}
