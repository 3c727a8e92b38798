import PushModel
import PushPayload
import PushText

extension ArrivalDecision {
    /// Decides whether the app runs for a push; `isForCode` = it has content-available.
    func wake(
        _ app: App, _ device: DeviceStatus, isForCode: Bool, type: String, hasInteraction: Bool,
        isLow: Bool, now: Tick
    ) -> Wake {
        guard type == "alert" || type == "background" else { return .no }
        if app.state == .foreground {
            return foregroundWake(
                app, isForCode: isForCode, isMismatched: type == "alert" && !hasInteraction)
        }
        guard isForCode else { return .no }
        if let reason = Self.obstacle(app, type: type, hasInteraction: hasInteraction) {
            return .discarded(reason)
        }
        if let reason = Self.pause(app, device, isLow: isLow, now: now) { return .held(reason) }
        return .callback(.backgroundWake, isCharged: isLow)
    }

    /// In the foreground the app gets any push that is not presented, or has content-available.
    private func foregroundWake(_ app: App, isForCode: Bool, isMismatched: Bool) -> Wake {
        guard app.settings.hasRemoteNotificationCallback else {
            return isForCode ? .discarded(Self.noCallback) : .no
        }
        if isForCode {
            if isMismatched { return .discarded(Self.mismatch) }
            return .callback(.foregroundWake, isCharged: false)
        }
        guard hasText else { return .no }
        let mayShow =
            app.permission.status == .authorized || app.permission.status == .provisional
        if mayShow, app.settings.hasDelegate, app.settings.implementsWillPresent { return .no }
        return .callback(.foregroundSilentDelivery, isCharged: false)
    }

    private static let noCallback = Reason(
        .backgroundCallback, "the app does not implement didReceiveRemoteNotification")

    private static let mismatch = Reason(
        .pushTypeMismatch, "push type alert without an alert does not wake the app")

    /// The reason why the app is never woken for the push; nil if it can be.
    static func obstacle(
        _ app: App, type: String, hasInteraction: Bool
    ) -> Reason? {
        guard app.settings.backgroundModeRemote else {
            return Reason(
                .backgroundMode, "the app lacks the background mode Remote notifications")
        }
        guard app.settings.hasRemoteNotificationCallback else {
            return noCallback
        }
        guard app.state != .forceQuit else {
            return Reason(.forceQuit, "the user swiped the app away")
        }
        if type == "alert", !hasInteraction {
            return mismatch
        }
        return nil
    }

    /// The reason why the app is not woken now; `isLow` = iOS throttles background and priority 5.
    static func pause(
        _ app: App, _ device: DeviceStatus, isLow: Bool, now: Tick
    ) -> Reason? {
        guard !device.isBeforeFirstUnlock else {
            return Reason(
                .beforeFirstUnlock, "the device has not been unlocked since it restarted")
        }
        guard device.wakesApps else {
            let causes = [
                device.lowPower ? "Low Power Mode is on" : nil,
                device.backgroundRefresh ? nil : "Background App Refresh is off",
            ]
            return Reason(
                .backgroundRefreshOff, causes.compactMap { $0 }.joined(separator: " and "))
        }
        guard isLow else { return nil }
        if app.background.reopens > now {
            return Reason(
                .backgroundThrottled,
                "iOS has already delivered three background pushes within the hour")
        }
        if device.wakes.reopens > now {
            return Reason(.backgroundBudget, "the device's budget for the day is used up")
        }
        return nil
    }
}
