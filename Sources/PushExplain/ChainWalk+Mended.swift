import PushModel
import PushPayload
import PushSimulation

/// The faults that are mended by now: a push that was sent earlier stays as it was.
extension ChainWalk {
    /// The link as it is now: a cure that was carried out since the push gives way to the next one.
    func present(_ link: ChainLink) -> ChainLink {
        guard row != nil, link.isTrouble, let cause = link.cause,
            isMended(cause) || isExtensionMended(link)
        else { return link }
        var link = link
        let isTapped = [.delegateMissing, .responseHandlerMissing].contains(cause)
        link.cure = "it is mended by now: send the push again" + (isTapped ? ", and tap it" : "")
        return link
    }

    /// Whether the fault is gone from the world as it is now.
    private func isMended(_ cause: Cause) -> Bool {
        guard let app = currentApp, app.state != .uninstalled else { return false }
        let settings = app.settings
        switch cause {
        case .focus: return !device.status.focus || settings.isAllowedInFocus
        case .focusFilter: return settings.focusFilter.isEmpty
        case .muteSwitch: return !device.status.mute
        case .permissionDenied, .permissionNotAsked, .provisional:
            return app.permission.status == .authorized
        case .settingsSwitch: return app.permission.turnedOff.isEmpty
        case .timeSensitiveRefused: return app.permission.timeSensitive
        case .previewHidden: return !device.status.hidesPreviews
        case .entitlementMissing: return isEntitled(app)
        case .delegateMissing: return settings.hasDelegate
        case .responseHandlerMissing: return settings.handlesResponses
        case .customEventsOff: return settings.tracksCustomEvents
        case .willPresentOptions: return returnsAll(settings)
        default: return false
        }
    }

    /// Whether the extension, or what it loads, has been put right.
    private func isExtensionMended(_ link: ChainLink) -> Bool {
        guard let app = currentApp, app.state != .uninstalled, let then = self.app?.settings else {
            return false
        }
        let now = app.settings
        switch (link.cause, link.basis) {
        case (.extensionFailed, Basis(.extensionMemory)):
            return now.serviceExtensionMegabytes < then.serviceExtensionMegabytes
        case (.extensionFailed, Basis(.extensionTimeout)):
            return now.serviceExtensionMilliseconds < then.serviceExtensionMilliseconds
        case (.extensionFailed, Basis(.extensionNoText)): return !now.serviceExtensionClearsText
        case (.extensionFailed, Basis(.extensionKeys)): return !now.serviceExtensionNeedsAllKeys
        case (.imageKeyUnread, _):
            return payload.map { App.firstText(now.imageKeys, $0.root) != nil } ?? false
        default: return false
        }
    }

    private func isEntitled(_ app: App) -> Bool {
        payload?.aps.interruptionLevel == .critical || payload?.aps.sound?.critical == true
            ? app.settings.criticalEntitlement && app.permission.critical
            : app.settings.timeSensitiveEntitlement
    }

    /// Whether `willPresent` returns the option that the question is about.
    private func returnsAll(_ settings: AppSettings) -> Bool {
        switch subject.symptom {
        case .sound: settings.willPresent.contains(.sound)
        case .badge: settings.willPresent.contains(.badge)
        default: settings.willPresent.contains(.banner) && settings.willPresent.contains(.list)
        }
    }
}
