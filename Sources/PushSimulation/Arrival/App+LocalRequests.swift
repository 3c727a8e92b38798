import PushModel
import PushPayload
import PushText

/// Local notifications that an app schedules, and that fire without it.
extension App {
    /// Carries out a running app's action on its scheduled notifications.
    mutating func reduce(
        _ action: LocalAction, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        guard isRunning else { throw notRunning }
        switch action {
        case .add(let request): add(request, on: device, in: &world, &step)
        case .remove(let id): try remove(id, &step)
        }
    }

    private mutating func add(
        _ request: LocalRequest, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        step.result("id", .string(request.id))
        if let fault = intervalFault(request) {
            crash(fault, of: request.id, &step)
            return
        }
        guard permission.status == .authorized || permission.status == .provisional else {
            step.report(
                Fact(
                    .not, "scheduled",
                    "\(request.id): the permission is \(permission.status.rawValue) "
                        + "(UNErrorDomain 1, notificationsNotAllowed)", rule: .localSchedule,
                    .lost(.notAllowed, request.id), of: address))
            return
        }
        let aps = request.push.payload.aps
        // A badge of 0 alone removes a number and shows nothing.
        guard aps.hasVisibleAlert || aps.sound != nil || (aps.badge ?? 0) != 0 else {
            step.report(
                Fact(
                    .not, "scheduled",
                    "\(request.id): it has neither a text nor a sound nor a badge"
                        + (aps.badge == 0 ? " above 0" : ""),
                    rule: .localSchedule, .lost(.notAllowed, request.id), of: address))
            return
        }
        let isReplaced = scheduled.contains { $0.id.isExactly(request.id) }
        scheduled.removeAll { $0.id.isExactly(request.id) }
        guard let milliseconds = request.milliseconds else {
            step.touch(.appState(address))
            deliver(
                request, "posted at once" + (isReplaced ? "; it replaces the scheduled one" : ""),
                on: device, in: &world, &step)
            return
        }
        var request = request
        request.fireAt = min(world.now.advanced(by: milliseconds), .end)
        insert(request)
        step.touch(.appState(address))
        step.report(
            Fact(
                .added, request.id,
                "scheduled for \(InstantText.format(request.fireAt.milliseconds))"
                    + (request.repeats ? ", repeatedly" : "")
                    + (isReplaced ? "; it replaces the earlier one" : ""), rule: .localSchedule))
        guard scheduled.count > LocalRequest.limit else { return }
        let last = scheduled.removeLast()
        step.report(
            Fact(
                .dropped, last.id,
                "iOS keeps an app's \(LocalRequest.limit) soonest scheduled notifications, and "
                    + "reports no error",
                rule: .localLimit, .lost(.overLimit, last.id), of: address))
    }

    /// Keeps the order in which requests fire; at equal times the first scheduled is first.
    private mutating func insert(_ request: LocalRequest) {
        let index = scheduled.firstIndex { $0.fireAt > request.fireAt } ?? scheduled.endIndex
        scheduled.insert(request, at: index)
    }

    /// The reason why `UNTimeIntervalNotificationTrigger` raises an exception; nil if it does not.
    private func intervalFault(_ request: LocalRequest) -> String? {
        guard let milliseconds = request.milliseconds else { return nil }
        if milliseconds <= 0 { return "time interval must be greater than 0" }
        return request.repeats && milliseconds < LocalRequest.shortest
            ? "time interval must be at least 60 if repeating" : nil
    }

    private mutating func crash(_ fault: String, of id: String, _ step: inout Step) {
        step.report(
            Fact(
                .failed, "UNTimeIntervalNotificationTrigger",
                "NSInternalInconsistencyException: \(fault)", rule: .localInterval,
                .lost(.exception, id), of: address))
        step.report(
            Fact(
                .app, address.bundleID, "\(state.rawValue) → not running", rule: .localInterval))
        endProcess(&step)
        step.failure = Refusal(
            .appCrashed, "`\(address.bundleID)` ended with an exception: \(fault)")
    }

    private mutating func remove(_ id: String?, _ step: inout Step) throws(Refusal) {
        if let id, !scheduled.contains(where: { id.isExactly($0.id) }) {
            throw Refusal(
                .noNotification, "`\(id)` is not scheduled",
                hint: "`local list` shows what is scheduled; `dismiss` removes what was shown")
        }
        removeScheduled(withID: id, "it is no longer scheduled", .localSchedule, &step)
        step.touch(.appState(address))
    }

    /// Removes what is scheduled under an ID, or everything, with a report of each.
    mutating func removeScheduled(
        withID id: String? = nil, _ reason: String, _ rule: RuleID, _ step: inout Step
    ) {
        for request in scheduled where id?.isExactly(request.id) ?? true {
            step.report(Fact(.removed, request.id, reason, rule: rule, of: address))
        }
        scheduled.removeAll { id?.isExactly($0.id) ?? true }
    }

    /// The time at which the next scheduled notification fires.
    var localDue: Tick? { state == .uninstalled ? nil : scheduled.first?.fireAt }

    /// The most firings at once; those that are left are due again.
    ///
    /// Only one that repeats has more than one, after a wait in real time, or in a workspace whose
    /// clock an older version moved past them.
    private static let firingsAtOnce = 4096

    /// Shows the notifications that are due; the app's code runs only in the foreground.
    mutating func fireLocal(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        for _ in 0..<Self.firingsAtOnce {
            guard let due = localDue, due <= world.now else { return }
            var request = scheduled.removeFirst()
            if request.repeats, let milliseconds = request.milliseconds {
                request.fireAt = request.fireAt.advanced(by: milliseconds)
                // The clock ends before a later one.
                if request.fireAt <= .end { insert(request) }
            }
            step.touch(.appState(address))
            deliver(request, "is due, as scheduled", on: device, in: &world, &step)
        }
    }

    /// Shows a notification, or what the device's state leaves of it.
    private mutating func deliver(
        _ request: LocalRequest, _ reason: String, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) {
        let push = request.push
        step.touch(.appNow(address))
        world.counters.notification += 1
        var arrival = Arrival(
            push, sequence: world.counters.notification, id: request.id, at: world.now)
        arrival.isLocal = true
        let row = step.changes.count
        step.report(arrival.fact(.added, request.id, reason, .localSchedule))
        let decision = decide(about: push, on: device, at: world.now)
        announce(&arrival, decision, on: device, &step)
        let state = present(&arrival, decision, on: device, in: &world, &step)
        step.changes.insert(.notification(arrival.row(of: address, state: state)), at: row)
    }
}
