import PushModel
import PushPayload
import PushText

extension App {
    /// The user taps a notification, or presses one of its buttons.
    mutating func tap(
        _ id: String?, press: ButtonPress?, opensLink: Bool, on device: inout DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        let notification = try find(id)
        if let press {
            try self.press(press, notification, on: &device, in: &world, &step)
            return
        }
        device.isLocked = false
        take(notification, .tapped, in: world, &step)
        guard comeForward(for: notification, nil, on: device, in: &world, &step) else { return }
        deliverHeld(on: device, in: &world, &step)
        guard opensLink, let link = notification.link else { return }
        // The NCMB sample reads its link from the launch options.
        guard let missing = missingHandler, !settings.usesNCMB else {
            follow(link, of: notification, on: device, in: &world, &step)
            return
        }
        step.report(
            Fact(
                .not, "opened", "\(link): \(missing.text)", rule: missing.rule,
                notification: notification.sequence, .notCalled(.response)))
    }

    /// Brings the app to the foreground for a response, and calls its delegate on the way; false if
    /// the app does not launch.
    mutating func comeForward(
        for notification: PushNotification, _ press: ButtonPress?, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) -> Bool {
        var wasRead = false
        switch state {
        case .foreground: respond(to: notification, press, in: &world, &step)
        case .background:
            // The two callbacks around the response come in this order (jigarm's table, M).
            step.report(
                Fact(
                    .app, address.bundleID, "background → foreground",
                    rule: press == nil ? .tap : .buttonForeground,
                    notification: notification.sequence))
            state = .foreground
            isBehindLock = false
            step.touch(.appState(address))
            if screen == nil { screen = "home" }
            call("applicationWillEnterForeground", &step)
            respond(to: notification, press, in: &world, &step)
            becomeActive(in: world, &step)
        case .notRunning, .forceQuit, .uninstalled:
            if crashesAtLaunch(on: device, for: notification.sequence, &step) { return false }
            coldStart(
                foreground: true, on: device, in: &world, &step,
                options: .notification)
            if let root = notification.payload {
                readNCMBPayload(
                    root,
                    from: settings.lifeCycle == .scene
                        ? "the connection options" : "the launch options",
                    notification: notification.sequence,
                    on: device, in: &world, &step)
                wasRead = true
            }
            respond(to: notification, press, in: &world, &step)
            becomeActive(in: world, &step)
        }
        if !wasRead, !settings.handlesResponses, settings.hasRemoteNotificationCallback,
            let root = notification.payload
        {
            readNCMBPayload(
                root, from: "didReceiveRemoteNotification", notification: notification.sequence,
                on: device, in: &world, &step)
        }
        return true
    }

    /// Calls the delegate for a tap, which tracks `open`, or for a button.
    private mutating func respond(
        to notification: PushNotification, _ press: ButtonPress?, in world: inout Surroundings,
        _ step: inout Step
    ) {
        if let press {
            report(press, of: notification, .buttonForeground, &step)
            return
        }
        step.report(Fact(.opened, notification.id, rule: .tap, notification: notification.sequence))
        guard let missing = missingHandler else {
            step.report(
                Fact(
                    .called, "userNotificationCenter(_:didReceive:withCompletionHandler:)",
                    rule: .tap, notification: notification.sequence, .called(.response)))
            track(
                .open, campaignID: notification.campaignID, messageID: notification.id,
                notification: notification.sequence, in: &world, &step)
            return
        }
        if settings.hasRemoteNotificationCallback {
            let isAgain = notification.contentAvailable
            step.report(
                Fact(
                    .called,
                    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                    isAgain ? "for the tap" : "",
                    rule: isAgain ? .tapSecondCall : missing.rule,
                    notification: notification.sequence))
        }
        if settings.usesTreasureData {
            step.report(
                Fact(
                    .not, "tracked", "open \(notification.id): \(missing.text)",
                    rule: missing.rule, notification: notification.sequence,
                    .untracked(.open, missingObstacle)))
        }
    }

    /// The reason why a tap, a button or a dismissal calls no code of the app; nil if it does.
    var missingHandler: Reason? {
        guard settings.hasDelegate else {
            return .init(
                .tapWithoutDelegate, Occurrence.Obstacle.noDelegate.reason(for: .open))
        }
        return settings.implementsDidReceive
            ? nil
            : .init(
                .tapWithoutDidReceive, Occurrence.Obstacle.noHandler.reason(for: .open))
    }

    private var missingObstacle: Occurrence.Obstacle {
        settings.hasDelegate ? .noHandler : .noDelegate
    }

    /// The user dismisses a notification, or all of them.
    mutating func dismiss(
        _ id: String?, on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        let notification = try find(id)
        remove(notification, .dismiss, on: device, in: &world, &step)
    }

    mutating func dismissAll(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        let all = Array(center.visible.reversed())
        guard !all.isEmpty else { throw Self.nothingShown }
        step.report(
            Fact(
                .note, "",
                "that clearing all counts as dismissing each is not documented by Apple",
                rule: .clearAll))
        for notification in all {
            remove(notification, .clearAll, on: device, in: &world, &step)
        }
    }

    private mutating func remove(
        _ notification: PushNotification, _ rule: RuleID, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) {
        take(notification, .dismissed, in: world, &step)
        step.report(
            Fact(
                .removed, notification.id, "dismissed", rule: rule,
                notification: notification.sequence))
        if let unheard = unheardDismissal(
            of: notification.id, category: notification.category,
            notification: notification.sequence)
        {
            if settings.usesTreasureData { step.report(unheard) }
            return
        }
        if !isRunning {
            if crashesAtLaunch(on: device, for: notification.sequence, &step) { return }
            coldStart(foreground: false, on: device, in: &world, &step)
        }
        step.report(
            Fact(
                .called, "userNotificationCenter(_:didReceive:withCompletionHandler:)",
                "dismiss action", rule: .dismiss, notification: notification.sequence,
                .called(.dismissal)))
        if device.isBeforeFirstUnlock {
            guard settings.usesTreasureData else { return }
            step.report(
                Fact(
                    .not, "tracked",
                    "dismiss \(notification.id): "
                        + Occurrence.Obstacle.protectedData.reason(for: .dismiss),
                    rule: .protectedData,
                    notification: notification.sequence, .untracked(.dismiss, .protectedData)))
            return
        }
        track(
            .dismiss, campaignID: notification.campaignID, messageID: notification.id,
            notification: notification.sequence, in: &world, &step)
    }

    /// The fact that a dismissal of a notification was not tracked, since no code of the app learns
    /// of it; nil if it does.
    package func unheardDismissal(
        of id: String, category: String?, notification: Int64
    ) -> Fact? {
        func fact(_ obstacle: Occurrence.Obstacle, _ rule: RuleID) -> Fact {
            let reason = obstacle.reason(for: .dismiss, category: category)
            return Fact(
                .not, "tracked", "dismiss \(id): \(reason)", rule: rule,
                notification: notification, .untracked(.dismiss, obstacle))
        }
        if let missingHandler { return fact(missingObstacle, missingHandler.rule) }
        guard let category else { return fact(.noCategory, .dismiss) }
        guard let known = settings.categories.first(where: { $0.id == category }) else {
            return fact(.unknownCategory, .unknownCategory)
        }
        return known.customDismiss ? nil : fact(.noCustomDismiss, .dismiss)
    }

    static let nothingShown = Refusal(.noNotification, "no notification is shown")

    private func find(_ id: String?) throws(Refusal) -> PushNotification {
        guard state != .uninstalled else { throw notInstalled }
        if let found = center.find(id) {
            guard found.place == .summary else { return found }
            throw Refusal(
                .noNotification, "`\(found.id)` waits for the scheduled summary",
                hint: "`clock advance` to its time, or `device summary off`")
        }
        guard let id else { throw Self.nothingShown }
        let shown = center.visible.map(\.id)
        let hint =
            id.lookalikeHint(among: center.waiting.map(\.id))
            ?? Suggestion.nearestName(to: id, among: shown)
            .map { Suggestion.question($0.asShownWord) }
            ?? (shown.isEmpty
                ? "nothing is shown now; `receive` sends a push"
                : "`notifications` lists what is shown")
        throw Refusal(.noNotification, "`\(id)` is not shown", hint: hint)
    }

    mutating func take(
        _ notification: PushNotification, _ newState: NotificationRow.State, in world: Surroundings,
        _ step: inout Step
    ) {
        forget(notification, newState, in: world, &step)
        step.result("id", .string(notification.id))
    }

    /// `removeAllDeliveredNotifications()`: the app's notifications leave Notification Center, and
    /// nobody has answered them.
    ///
    /// One that still waits for the scheduled summary stays, since the user has not seen it;
    /// whether iOS counts it as delivered is not documented by Apple.
    mutating func clearNotifications(in world: Surroundings, _ step: inout Step) {
        for notification in center.visible.reversed() {
            forget(notification, .cleared, in: world, &step)
            step.report(
                Fact(
                    .removed, notification.id, "by the app: removeAllDeliveredNotifications()",
                    rule: .appClears, notification: notification.sequence))
        }
    }

    private mutating func forget(
        _ notification: PushNotification, _ newState: NotificationRow.State, in world: Surroundings,
        _ step: inout Step
    ) {
        center.remove(notification.sequence)
        step.touch(.appNow(address))
        step.changes.append(
            .notificationState(sequence: notification.sequence, state: newState, at: world.now))
    }
}
