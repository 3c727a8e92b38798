import PushModel
import PushPayload
import PushText

extension App {
    /// Handles a push that reached the device.
    mutating func arrive(
        _ push: Push, id: String, refusal: Reason?, on device: inout DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) {
        world.counters.notification += 1
        var arrival = Arrival(
            push, sequence: world.counters.notification, id: id, at: world.now)
        arrival.lacksProtectedData = device.isBeforeFirstUnlock
        arrival.urlReading = urlReading(on: device)
        step.result("id", .string(id))
        step.touch(.appNow(address))
        let facts = step.facts.count
        let row = step.changes.count
        for text in push.warnings {
            step.report(arrival.fact(.warning, "payload", text, .payloadText))
        }
        for text in push.notes { step.report(arrival.fact(.note, "", text, .fcmMessage)) }
        for path in push.added {
            step.report(arrival.fact(.added, "", path, .senderEngage))
        }
        if let reason = unreachable(by: push, refusal) {
            step.report(
                arrival.fact(
                    .not, "shown", "\(id): \(reason.text)", reason.rule,
                    .refused(reason: reason.answer, fault: reason.fault)))
            keep(arrival, .refused, row: row, &step)
            return
        }
        if let doubt = Self.doubt(aboutPriorityOf: push) {
            step.report(arrival.fact(.note, "", doubt.text, doubt.rule))
        }
        if push.priority ?? 10 < 10 {
            // Nobody reads this line: it is for a complaint that the push came late.
            step.changes.append(
                .fact(arrival.fact(.note, "", "may wait", .powerPriority, .mayWait)))
        }
        guard !push.isForActivity else {
            let state = changeActivity(arrival, on: device, in: &world, &step)
            keep(arrival, state, row: row, &step)
            return
        }
        let decision = decide(about: push, on: device, at: world.now)
        announce(&arrival, decision, on: device, &step)
        if decision.runsExtension {
            if let effect = startExtension(&arrival, in: &world, &step) {
                suspend(arrival, decision, effect, facts: facts, changes: row, &step)
                return
            }
        }
        finish(&arrival, decision, row: row, on: &device, in: &world, &step)
    }

    /// Takes the steps after the extension: the presentation, the wake, and the missing parts.
    mutating func finish(
        _ arrival: inout Arrival, _ decision: ArrivalDecision, row: Int,
        on device: inout DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        let state = present(&arrival, decision, on: device, in: &world, &step)
        wake(decision.wake, &arrival, on: &device, in: &world, &step)
        explainMissingDelivery(arrival, decision, &step)
        explainUnreadPayload(arrival, &step)
        keep(arrival, state, row: row, &step)
        // What the extension held came on the screen only when it was done (A-NSERECV).
        guard world.now > arrival.at else { return }
        step.changes.append(
            .notificationState(sequence: arrival.sequence, state: state, at: world.now))
    }

    /// The row must precede its facts, but its state is only known once they are collected.
    private func keep(
        _ arrival: Arrival, _ state: NotificationRow.State, row: Int, _ step: inout Step
    ) {
        step.changes.insert(
            .notification(arrival.row(of: address, state: state)), at: row)
        step.result(state)
    }

    /// Whether APNs knows an address of the app and may keep a push; it learns of deletions late.
    var isKnownToAPNs: Bool { tokens.deviceToken != nil || state == .uninstalled }

    /// The reason why no push can reach the app at all; nil if one can.
    private func unreachable(by push: Push, _ refusal: Reason?) -> Reason? {
        // Its sender has already been answered.
        if push.isAnswered { return refusal }
        if state == .uninstalled {
            // The sender of a message to a token hears FCM's answer; of one to a topic, none.
            let fcm = "FCM answers UNREGISTERED (404), since "
            return .init(
                .unregistered,
                "\(address.bundleID) is not installed; "
                    + (push.isSentByFCM && !push.isSentToTopic ? fcm : "")
                    + "APNs answers 410 Unregistered")
        }
        // ActivityKit's tokens come without a registration.
        if tokens.deviceToken == nil, !push.isForActivity {
            if hadDeviceToken { return Self.deadAddress(of: push) }
            // A token that the sender names is of an earlier installation.
            if push.address != nil {
                return Reason(push.isSentByFCM ? .replaced : .deviceTokenRetired)
            }
            return .init(
                .noDeviceToken,
                "the app has no device token yet: it has not registered with APNs")
        }
        return refusal
    }

    /// The answer to an address from before iOS was reinstalled, which its sender still has.
    private static func deadAddress(of push: Push) -> Reason {
        let found = "iOS was reinstalled, and the device token from before that is dead"
        if push.isSentToTopic { return .init(.osReinstall, found) }
        return push.isSentByFCM
            ? .init(
                .osReinstall, "FCM answers UNREGISTERED (404): " + found, answer: "UNREGISTERED")
            : .init(
                .osReinstall, "APNs answers Unregistered (410): " + found, answer: "Unregistered")
    }

    /// Apple's objection to the priority of a push that APNs accepts here; nil if it has none.
    private static func doubt(aboutPriorityOf push: Push) -> Reason? {
        if push.priority == 10, push.pushType == nil, !push.isSentByFCM, push.isSilent {
            return .init(
                .backgroundPriority,
                "Apple asks for priority 5 in a background push; APNs takes 10 where no "
                    + "apns-push-type says that it is one")
        }
        guard push.priority == 1, !push.isBroadcast else { return nil }
        let unknown = "; APNs' answer to 1 is not documented by Apple"
        if push.isForActivity {
            return .init(
                .activityPriority,
                "Apple asks for priority 5 or 10 in a push to a Live Activity" + unknown)
        }
        guard push.isSilent else { return nil }
        return .init(
            .backgroundPriority, "Apple asks for priority 5 in a background push" + unknown)
    }

    /// Looks up the texts, and reports the decision's changes to level and extension.
    func announce(
        _ arrival: inout Arrival, _ decision: ArrivalDecision, on device: DeviceStatus,
        _ step: inout Step
    ) {
        localise(&arrival, on: device, &step)
        if let obstacle = decision.levelObstacle, let level = arrival.aps.interruptionLevel {
            step.report(
                arrival.fact(
                    .not, level.rawValue,
                    "\(arrival.id): it counts as active, since \(obstacle.reason(level))",
                    obstacle.rule(level), .levelLowered(obstacle)))
        }
        if let note = decision.extensionNote {
            step.report(
                arrival.fact(
                    .not, "run", "the service extension: \(note.text)", note.rule, .extensionIdle))
        }
    }

    /// Presents the content that the extension left; returns the row's state.
    mutating func present(
        _ arrival: inout Arrival, _ decision: ArrivalDecision, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) -> NotificationRow.State {
        switch decision.presentation {
        case .delegateDecides:
            return presentInForeground(&arrival, decision, on: device, in: &world, &step)
        case .system(let place):
            touchSystem(arrival, decision, on: device, &step)
            show(&arrival, place, decision, moved: decision.moved, at: world.now, &step)
            trackInExtension(&arrival, in: &world, &step)
            return place == .summary ? .held : .shown
        case .nothing(let reason):
            let isSilent =
                arrival.aps.contentAvailable && !decision.hasText && !arrival.aps.hasInteraction
            if !isSilent {
                step.report(
                    arrival.fact(
                        .not, "shown", "\(arrival.id): \(reason.text)", reason.rule, .notShown))
            }
            touchSystem(arrival, decision, on: device, &step)
            // The extension, if there is one, runs before a foreground app's delegate is asked.
            trackInExtension(&arrival, in: &world, &step)
            return isSilent ? .silent : .hidden
        }
    }

    /// Asks `willPresent` and shows the options that it returns.
    private mutating func presentInForeground(
        _ arrival: inout Arrival, _ decision: ArrivalDecision, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) -> NotificationRow.State {
        step.report(
            arrival.fact(
                .called, "userNotificationCenter(_:willPresent:withCompletionHandler:)", "",
                decision.hasText ? .foregroundWillPresent : .foregroundWithoutText,
                .called(.willPresent)))
        let options = settings.willPresent
        guard decision.hasText else {
            return applyWithoutText(&arrival, decision, on: device, in: &world, &step)
        }
        if permission.status == .authorized {
            if options.contains(.badge) { setBadge(arrival, .badgeForeground, &step) }
            if options.contains(.sound) { playSound(arrival, decision, on: device, &step) }
        }
        let isAllowed = ArrivalDecision.alertObstacle(self) == nil
        let place = isAllowed ? placeInFront : nil
        if let place {
            show(
                &arrival, place, decision, moved: displacement(from: wantedInFront, to: place),
                at: world.now, &step)
        } else {
            let obstacle = ArrivalDecision.alertObstacle(self) ?? absenceInFront
            step.report(
                arrival.fact(
                    .not, "shown", "\(arrival.id): \(obstacle.text)", obstacle.rule, .notShown))
        }
        trackDelivery(&arrival, in: &world, &step)
        return place == nil ? .hidden : .shown
    }

    /// Puts the notification at the place where the user sees it.
    private mutating func show(
        _ arrival: inout Arrival, _ place: PushNotification.Place, _ decision: ArrivalDecision,
        moved: Displacement?, at now: Tick, _ step: inout Step
    ) {
        arrival.level = decision.level
        let notification = PushNotification(
            sequence: arrival.sequence, id: arrival.id, arrivedAt: arrival.at,
            title: arrival.title, subtitle: arrival.subtitle, body: arrival.body,
            campaignID: arrival.campaignID, link: arrival.link,
            threadID: arrival.aps.threadID, category: arrival.aps.category,
            collapseID: arrival.push.collapseID, place: place,
            level: decision.level, relevance: arrival.aps.relevance, attachment: arrival.attachment,
            contentAvailable: arrival.aps.contentAvailable,
            payload: settings.usesNCMB ? arrival.push.payload.root : Optional.none)
        collapse(notification, isLocal: arrival.isLocal, &step)
        let headline =
            decision.hidesPreview
            ? settings.withoutPreview(notification).headline : notification.headline
        if center.holds(arrival.id) {
            step.report(
                arrival.fact(
                    .note, arrival.id,
                    "is also the ID of an earlier notification; commands mean the newest",
                    .sameMessageID))
        }
        if let oldest = center.add(notification) {
            step.changes.append(
                .notificationState(
                    sequence: oldest.sequence, state: .evicted, at: oldest.arrivedAt))
        }
        arrival.isShown = true
        arrival.place = place
        if place == .banner { notePassing(arrival.sequence, at: now, &step) }
        guard place != .summary else {
            step.report(
                arrival.fact(
                    .held, arrival.id,
                    "\"\(headline)\" waits for the scheduled summary", .summaryHeld,
                    .heldForSummary))
            return
        }
        // In the foreground willPresent decides; only a provisional permission is quiet there too.
        let quiet = state == .foreground && permission.status == .authorized ? nil : decision.quiet
        let reason = quiet ?? moved?.reason
        let seen = "\(place.rawValue) \"\(headline)\""
        let text = reason.map { "\(seen), \($0.text)" } ?? seen
        step.report(
            arrival.fact(
                .shown, arrival.id, text, reason?.rule ?? .presented,
                .shown(place, off: moved?.control)))
        reportText(arrival, decision, &step)
    }

    /// Replaces an earlier notification with the same collapse ID (A-SEND).
    private mutating func collapse(
        _ notification: PushNotification, isLocal: Bool, _ step: inout Step
    ) {
        guard let collapseID = notification.collapseID,
            let earlier = center.waiting.last(where: {
                $0.collapseID?.isExactly(collapseID) == true
            })
        else { return }
        center.remove(earlier.sequence)
        step.changes.append(
            .notificationState(
                sequence: earlier.sequence, state: .replaced, at: notification.arrivedAt))
        step.report(
            Fact(
                .removed, earlier.id,
                isLocal
                    ? "replaced: the app posts with the same identifier"
                    : "replaced: the same collapse ID", rule: .collapse,
                notification: earlier.sequence))
    }

    /// Tracks the delivery in the service extension, if it does so, whether or not it is presented.
    private mutating func trackInExtension(
        _ arrival: inout Arrival, in world: inout Surroundings, _ step: inout Step
    ) {
        guard arrival.extensionRan, settings.serviceExtensionTracksDelivery else { return }
        guard !arrival.lacksProtectedData else {
            if settings.usesTreasureData {
                step.report(
                    arrival.fact(
                        .not, "tracked",
                        "delivery \(arrival.id): "
                            + Occurrence.Obstacle.protectedData.reason(for: .delivery),
                        .protectedData, .untracked(.delivery, .protectedData)))
            }
            return
        }
        trackDelivery(&arrival, in: &world, &step)
    }

    /// Tracks `delivery`, once per notification.
    mutating func trackDelivery(
        _ arrival: inout Arrival, in world: inout Surroundings, _ step: inout Step
    ) {
        guard settings.usesTreasureData, !arrival.isTracked else { return }
        arrival.isTracked = true
        track(
            .delivery, campaignID: arrival.campaignID, messageID: arrival.id,
            notification: arrival.sequence, in: &world, &step)
    }

    /// Reports why a notification that was shown has no `delivery`, which people expect.
    private func explainMissingDelivery(
        _ arrival: Arrival, _ decision: ArrivalDecision, _ step: inout Step
    ) {
        guard arrival.isShown, !arrival.isTracked, settings.usesTreasureData,
            background.heldSequence != arrival.sequence,
            !(arrival.lacksProtectedData && arrival.extensionRan)
        else { return }
        let obstacle = missingCode(arrival, decision)
        step.report(
            arrival.fact(
                .not, "tracked", "delivery \(arrival.id): \(obstacle.reason(for: .delivery))",
                .deliveryNeedsCode, .untracked(.delivery, obstacle)))
    }

    /// The reason why no code of the app could track the delivery.
    private func missingCode(
        _ arrival: Arrival, _ decision: ArrivalDecision
    ) -> Occurrence.Obstacle {
        guard arrival.aps.mutableContent, !arrival.isLocal else { return .noCode }
        guard settings.hasServiceExtension else { return .noExtension }
        if decision.extensionNote?.rule == .extensionTooNew { return .extensionTooNew }
        return arrival.extensionRan ? .extensionSilent : .extensionKilled
    }
}
