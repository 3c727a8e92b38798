import PushModel

extension App {
    /// Shows the notifications that the scheduled summary held, the most relevant first.
    ///
    /// What can be read of them is decided now, and not when they came.
    mutating func deliverSummary(on device: DeviceStatus, at now: Tick, _ step: inout Step) {
        guard let due = summaryDue(on: device), due <= now else { return }
        step.touch(.appState(address))
        let held = center.summary
        if let obstacle = summaryObstacle {
            return drop(held, for: obstacle, at: now, &step)
        }
        for (index, notification) in held.enumerated() {
            center.release(notification.sequence)
            step.changes.append(
                .notificationState(sequence: notification.sequence, state: .shown, at: now))
            let mark = index == 0 && held.count > 1 ? ", featured" : ""
            step.report(
                Fact(
                    .shown, notification.id,
                    "summary \"\(readable(notification, on: device).headline)\"\(mark)",
                    rule: .summaryOrder, notification: notification.sequence, .shown(.summary)))
            if device.hidesPreviews {
                reportHiddenText(notification.id, notification.sequence, &step)
            }
        }
    }

    /// The reason why nothing that the summary held may be shown any more; nil if it may.
    private var summaryObstacle: Reason? {
        if let reason = ArrivalDecision.hiding(self, hasText: true, type: "alert") { return reason }
        return isAllowedNowhere ? Reason(.settingsSwitch, absence(from: .summary)) : nil
    }

    /// Hides held notifications for good: the user has refused them since they arrived.
    private mutating func drop(
        _ held: [PushNotification], for reason: Reason, at now: Tick, _ step: inout Step
    ) {
        for notification in held {
            center.remove(notification.sequence)
            step.changes.append(
                .notificationState(sequence: notification.sequence, state: .hidden, at: now))
            step.report(
                Fact(
                    .not, "shown", "\(notification.id): \(reason.text)", rule: reason.rule,
                    notification: notification.sequence, .notShown))
        }
    }

    /// Returns the time at which the summary shows its notifications; nil if it holds none.
    func summaryDue(on device: DeviceStatus) -> Tick? {
        guard center.heldCount > 0,
            let first = center.waiting.first(where: { $0.place == .summary })
        else { return nil }
        return device.summaryTime(heldAt: first.arrivedAt)
    }
}

/// The times of the scheduled summary.
package enum Summary {
    private static let day: Int64 = 86_400_000

    /// A minute of the day as `device summary` takes it: `08:00`.
    package static func text(_ minute: Int) -> String {
        let (hours, rest) = minute.quotientAndRemainder(dividingBy: 60)
        return (hours < 10 ? "0" : "") + "\(hours):" + (rest < 10 ? "0" : "") + "\(rest)"
    }

    /// The first summary after an instant, in UTC; the instant itself if the summary is off.
    package static func time(after instant: Tick, of minutes: [Int]) -> Tick {
        let time = instant.milliseconds
        let rest = time % day
        let midnight = time - (rest < 0 ? rest + day : rest)
        var next: Int64?
        for minute in minutes {
            var candidate = midnight &+ Int64(minute) * 60_000
            if candidate <= time { candidate = candidate &+ day }
            next = min(next ?? candidate, candidate)
        }
        return Tick(milliseconds: max(next ?? time, time))
    }
}
