import PushPayload
import PushText

extension App {
    /// The user taps a notification, or one of its buttons.
    mutating func tap(
        _ id: String?, button: String?, opensLink: Bool, on device: inout DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        let notification = try find(id)
        if let button {
            try press(button, notification, on: device, in: &world, &step)
            return
        }
        device.isLocked = false
        take(notification, "tapped", in: world, &step)
        var wasRead = false
        switch state {
        case .foreground: respond(to: notification, in: &world, &step)
        case .background:
            // The two callbacks around the response come in this order (jigarm's table, M).
            step.report(
                Fact(
                    .app, address.bundleID, "background → foreground", rule: .tap,
                    notification: notification.sequence))
            state = .foreground
            isBehindLock = false
            step.touch(.appState(address))
            if screen == nil { screen = "home" }
            call("applicationWillEnterForeground", &step)
            respond(to: notification, in: &world, &step)
            call("applicationDidBecomeActive", &step)
        case .notRunning, .forceQuit, .uninstalled:
            if crashesAtLaunch(on: device, &step) { return }
            coldStart(
                foreground: true, on: device, in: &world, &step,
                options: .notification)
            if let root = notification.payload {
                readNCMBPayload(
                    root,
                    from: settings.lifeCycle == .scene
                        ? "the connection options" : "the launch options",
                    notification: notification.sequence,
                    in: &world, &step)
                wasRead = true
            }
            respond(to: notification, in: &world, &step)
            call("applicationDidBecomeActive", &step)
        }
        if !wasRead, !settings.handlesResponses, settings.hasRemoteNotificationCallback,
            let root = notification.payload
        {
            readNCMBPayload(
                root, from: "didReceiveRemoteNotification", notification: notification.sequence,
                in: &world, &step)
        }
        deliverHeld(on: device, in: &world, &step)
        if opensLink, let link = notification.link {
            follow(link, of: notification, in: &world, &step)
        }
    }

    /// The delegate learns of the tap and tracks `open`.
    private mutating func respond(
        to notification: PushNotification, in world: inout Surroundings, _ step: inout Step
    ) {
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

    /// Why no code of the app learns of a tap, a button or a dismissal; nil when it does.
    private var missingHandler: ArrivalDecision.Reason? {
        guard settings.hasDelegate else {
            return .init(.tapWithoutDelegate, "the app has no notification-centre delegate")
        }
        return settings.implementsDidReceive
            ? nil
            : .init(
                .tapWithoutDidReceive, "the app's notification-centre delegate has no didReceive")
    }

    private var missingObstacle: Occurrence.Obstacle {
        settings.hasDelegate ? .noHandler : .noDelegate
    }

    /// A button wakes the app in the background, also when it was killed (A-HANDLE).
    private mutating func press(
        _ button: String, _ notification: PushNotification, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        let category = settings.categories.first { $0.id == notification.category }
        guard let category, category.buttons.contains(button) else {
            let known = category?.buttons ?? []
            throw Refusal(
                .unknownAction,
                known.isEmpty
                    ? "`\(notification.id)` has no buttons"
                    : "`\(notification.id)` has no button `\(button)`",
                hint: known.isEmpty
                    ? "buttons come from a category the app registered: `app set categories`"
                    : "its buttons are " + known.map { "`\($0)`" }.joined(separator: ", "))
        }
        take(notification, "tapped", in: world, &step)
        if !isRunning {
            if crashesAtLaunch(on: device, &step) { return }
            coldStart(foreground: false, on: device, in: &world, &step)
        }
        if let missing = missingHandler {
            step.report(
                Fact(
                    .not, "called", "didReceive for the action \(button): \(missing.text)",
                    rule: missing.rule, notification: notification.sequence))
            return
        }
        step.report(
            Fact(
                .called, "userNotificationCenter(_:didReceive:withCompletionHandler:)",
                "action \(button)", rule: .tapButton, notification: notification.sequence,
                .called(.button)))
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
        take(notification, "dismissed", in: world, &step)
        step.report(
            Fact(
                .removed, notification.id, "dismissed", rule: rule,
                notification: notification.sequence))
        let category = settings.categories.first { $0.id == notification.category }
        let missing = missingHandler
        guard let category, category.customDismiss, missing == nil else {
            guard settings.usesTreasureData else { return }
            let why: String
            let obstacle: Occurrence.Obstacle
            let isUnknown = notification.category != nil && category == nil
            if let missing {
                (obstacle, why) = (missingObstacle, missing.text)
            } else if let name = notification.category {
                (obstacle, why) =
                    category == nil
                    ? (.unknownCategory, "category `\(name)` is not registered")
                    : (.noCustomDismiss, "category `\(name)` lacks customDismissAction")
            } else {
                obstacle = .noCategory
                why = "the notification has no category with customDismissAction"
            }
            step.report(
                Fact(
                    .not, "tracked", "dismiss \(notification.id): \(why)",
                    rule: missing?.rule ?? (isUnknown ? .unknownCategory : .dismiss),
                    notification: notification.sequence, .untracked(.dismiss, obstacle)))
            return
        }
        if !isRunning {
            if crashesAtLaunch(on: device, &step) { return }
            coldStart(foreground: false, on: device, in: &world, &step)
        }
        step.report(
            Fact(
                .called, "userNotificationCenter(_:didReceive:withCompletionHandler:)",
                "dismiss action", rule: .dismiss, notification: notification.sequence,
                .called(.dismissal)))
        track(
            .dismiss, campaignID: notification.campaignID, messageID: notification.id,
            notification: notification.sequence, in: &world, &step)
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
            EditDistance.nearest(to: id, among: shown).map { "did you mean `\($0)`?" }
            ?? (shown.isEmpty
                ? "nothing is shown now; `receive` sends a push"
                : "`notifications` lists what is shown")
        throw Refusal(.noNotification, "`\(id)` is not shown", hint: hint)
    }

    private mutating func take(
        _ notification: PushNotification, _ newState: String, in world: Surroundings,
        _ step: inout Step
    ) {
        center.remove(notification.sequence)
        step.touch(.appNow(address))
        step.changes.append(
            .notificationState(sequence: notification.sequence, state: newState, at: world.now))
        step.result("id", .string(notification.id))
    }
}
