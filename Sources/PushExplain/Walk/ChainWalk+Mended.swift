import PushModel
import PushPayload
import PushSimulation

/// Faults that have been fixed since: a push that was sent earlier stays as it was.
extension ChainWalk {
    /// Returns the link as it is now: once a cure has been carried out, the next one is due.
    ///
    /// Only the cure changes: the push in question stays as it was. A cure whose fault is gone
    /// becomes "it is fixed now", with how to try again.
    func present(_ link: ChainLink) -> ChainLink {
        guard link.isTrouble, let cause = link.cause else { return link }
        var link = link
        if isLocal, row != nil, let cure = localCure(of: cause) { link.cure = cure }
        if currentApp?.state == .uninstalled {
            link.cure = cureOfDeleted(link, cause)
            return link
        }
        if let url = refusedURL, isLinkMended(cause, url) {
            // Only a new process is given a link with its connection options.
            let isCold = cause == .connectionOptionsUnread && currentApp?.isRunning == true
            let next = obstacleOfLink
            // Only its ID opens it as the push's own link.
            let opened = (isByHand ? url : id ?? url).asWord
            link.cure =
                next.map { "it is fixed now; next: \($0.reason ?? $0.found): \($0.cure ?? "")" }
                ?? "it is fixed now: \(isCold ? "`app kill`, then " : "")`open \(opened)`"
                + (isByHand || obstacleAgain != nil ? "" : ", or \(again), and tap it")
        } else if let url = refusedURL, let next = nextObstacle(of: url, after: cause) {
            link.cure = "it is fixed now; next: \(next.found): \(next.cure ?? "")"
        } else if row != nil, isMended(cause, link) || isExtensionMended(link) {
            link.cure =
                cause == .previewHidden && row?.state.isOver != true
                ? cureOfShownPreview : cureOfMended(link, cause)
        } else if row != nil, let mended = link.mended, let next = nextAgain(mended, link.cure) {
            link.cure = next
        }
        return link
    }

    /// The remedy for an app that has been deleted since: nothing of it works before it is back.
    ///
    /// Those that lead to a token begin with that by themselves. What is lost with the app's
    /// data, and what Treasure Data has, needs no app.
    private func cureOfDeleted(_ link: ChainLink, _ cause: Cause) -> String? {
        let isComplete: [Cause] = [
            .appNotInstalled, .notSubscribed, .notScheduled, .activityUnaddressed,
        ]
        let needsNone: [ChainLink.Stage] = [
            .deviceToken, .registrationToken, .queue, .upload, .warehouse,
        ]
        guard var cure = link.cure, !isComplete.contains(cause), !needsNone.contains(link.stage)
        else { return link.cure }
        // The device keeps its own settings, and drops those that the user made for the app.
        let ofDevice: [Cause] = [
            .focus, .muteSwitch, .heldForSummary, .previewHidden, .deviceLocked,
        ]
        if row != nil, ofDevice.contains(cause), isMended(cause, link) { cure = again }
        let ask =
            currentApp?.settings.asksPermissionAtLaunch == false ? " and `permission ask`" : ""
        return "the app is deleted: first " + (isOffline ? online + ", " : "")
            + "\(installing), then `app launch`\(ask); then: \(cure)"
    }

    /// The remedy once the fault is gone: to send the push again, unless it would meet another one.
    ///
    /// A fault that needs its cure again is not gone, whatever its settings are.
    private func cureOfMended(_ link: ChainLink, _ cause: Cause) -> String? {
        if let next = nextAgain("it is fixed now", link.cure) { return next }
        return "it is fixed now: \(again)" + (answerAgain(link, cause).map { ", and \($0)" } ?? "")
    }

    /// The remedy once iOS shows the text of a preview that it hid, and the text may be wrong.
    private var cureOfShownPreview: String {
        guard subject.symptom == .text, let wrongText else {
            return "it is fixed now: iOS shows the text"
        }
        let behind = present(wrongText.link)
        return "iOS shows the text now; next: \(behind.reason ?? behind.found)"
            + (behind.cure.map { ": " + $0 } ?? "")
    }

    /// The act that the user has to repeat with the push that is sent again; nil for none.
    private func answerAgain(_ link: ChainLink, _ cause: Cause) -> String? {
        let isUnheard = [.delegateMissing, .responseHandlerMissing].contains(cause)
        if isUnheard, wasPressed { return "press its button" }
        if subject.event == .dismiss { return "dismiss it" }
        let endsAtStart = [.firebaseException, .scenesMissing].contains(cause)
        let isOfTap = isUnheard || endsAtStart && link.stage == .tap
        return isOfTap || needsTap ? "tap it" : nil
    }

    /// The remedy for the next obstacle of the push, behind the words that the first is gone; nil
    /// if there is none, and `cure` itself if it is due again.
    private func nextAgain(_ mended: String, _ cure: String?) -> String? {
        guard let next = obstacleAgain, let due = next.cure else { return nil }
        // Nothing waits until it is sent, so to wait for the summary alone would never end.
        if next.cause == .heldForSummary { return "\(mended): \(again), and wait for the summary" }
        return due == cure ? due : "\(mended); next: \(next.reason ?? next.found): \(due)"
    }

    /// The obstacle behind a link that opens now, for a question about its event or the whole way:
    /// that nothing would be tracked, or uploaded; nil if there is none.
    private var obstacleOfLink: ChainLink? {
        let isWhole = subject.event == nil && subject.symptom == nil
        guard subject.event != nil || isWhole, let app = currentApp else { return nil }
        guard app.settings.usesTreasureData else {
            return isWhole
                ? nil
                : ChainLink(
                    .event, .broken, "the app tracks no event: it does not use Treasure Data",
                    Basis(.trackerSetup), cause: .notTracking, cure: trackingCure)
        }
        return trackerFailure(app.settings) ?? nextUploadFault
    }

    /// Whether `open` can try a link again that was refused, or reached no code of the app.
    private func isLinkMended(_ cause: Cause, _ url: String) -> Bool {
        guard let app = currentApp, opensNow(url) else { return false }
        switch cause {
        case .linkNotAllowed, .schemeNotRegistered, .unknownScheme, .linkHandlerMissing:
            return true
        case .connectionOptionsUnread: return app.settings.readsConnectionOptions
        case .openURLContextsMissing: return app.settings.implementsOpenURLContexts
        case .userActivityUnread: return app.settings.continuesUserActivity
        case .associationRefused: return app.isConfirmed(byTheSiteOf: url)
        default: return false
        }
    }

    /// The words for sending it once more.
    var again: String {
        if let pushBehind { return "send \(pushBehind) again" }
        return isLocal ? "schedule it again: `\(schedule())`" : "send the push again"
    }

    /// The link that the question is about.
    private var refusedURL: String? { row?.link ?? evidence.links.last?.url }

    /// Whether the app as it is now would open a link.
    private func opensNow(_ url: String) -> Bool {
        guard let app = currentApp, app.state != .uninstalled,
            let link = Link(url)
        else { return false }
        if case .refused = Self.destination(of: link, for: app.settings, urlReading) {
            return false
        }
        return true
    }

    /// Whether the fault is gone from the world as it is now.
    ///
    /// False for causes whose cure does not show in the world: a push cannot be shortened
    /// afterwards.
    func isMended(_ cause: Cause, _ link: ChainLink) -> Bool {
        guard let app = currentApp else { return false }
        let settings = app.settings
        let effect = effectAtFault(link)
        if lostCritical?.cause == cause { return isLevelAllowed(cause) }
        switch cause {
        case .focus: return !device.status.focus || settings.isAllowedInFocus
        case .focusFilter:
            return settings.focusFilter.isEmpty || !device.status.focus
                || payload?.aps.filterCriteria.map(settings.focusFilter.contains) == true
        case .muteSwitch: return !device.status.mute
        case .permissionDenied, .permissionNotAsked:
            return app.permission.status == .authorized && (isLocal || app.launchToRegister == nil)
        case .provisional: return app.permission.status == .authorized || isListed(app, link)
        case .alertsOff: return app.permission.alerts
        case .settingsSwitch:
            return !app.permission.turnedOff.contains(switchAtFault(effect, link))
                || isListed(app, link)
                || effect != .sound && effect != .badge && isPlaced(app, link)
        case .authorizationOption where link.basis == Basis(.authorizationOption):
            return settings.authorizationOptions.contains(Self.option(of: effect))
        case .heldForSummary: return device.status.summary.isEmpty
        case .timeSensitiveRefused, .entitlementMissing: return isLevelAllowed(cause)
        case .previewHidden: return !device.status.hidesPreviews
        case .localisationMissing: return isLocalised(settings)
        case .soundMissing: return isSoundMended(app)
        case .completionMissing: return settings.fetchCompletion == .inTime
        case .delegateMissing: return settings.hasDelegate
        case .responseHandlerMissing: return settings.handlesResponses
        case .customEventsOff: return settings.tracksCustomEvents
        case .willPresentOptions: return Self.returnsAll(settings, effect)
        case .notPresented: return Self.isPresentedInFront(settings, link.basis, effect)
        case .notWoken: return !isStillHeld && isWakeable(app, link.basis)
        case .activityUnsupported: return settings.supportsActivities
        case .activityTurnedOff: return !app.permission.turnedOff.contains(.liveActivities)
        case .activityUnknownType:
            return settings.activityTypes.isEmpty
                || payload?.root["aps"]?["attributes-type"]?.stringValue.map {
                    settings.activityTypes.contains($0)
                } == true
        case .activityMissing, .activityUnaddressed: return isAddressed(cause, app.activities)
        case .activityBudget: return app.mayUpdateActivities(at: world.surroundings.now)
        case .activityStartBudget: return app.mayStartActivities(at: world.surroundings.now)
        case .firebaseException, .scenesMissing: return isStartMended(cause, app)
        case .notTracking: return settings.usesTreasureData
        case .dismissNotRegistered: return takesDismissal(settings)
        // The app's sender adds these by itself.
        case .mutableContentMissing: return payloadAgain?.aps.mutableContent == true
        case .categoryMissing: return payloadAgain?.aps.category != nil
        case .deviceLocked: return !device.status.isLocked
        // What stands behind them is found when the push is played again.
        case .extensionMissing where link.stage == .event && link.basis != Basis(.protectedData):
            return settings.hasServiceExtension
        case .extensionTooNew where link.stage == .event: return !extensionIsTooNew
        case .extensionMissing, .noCodeRuns, .extensionTooNew:
            return link.stage == .event
                ? tracksDelivery(settings, link) : hasExtensionForImage(settings)
        default: return false
        }
    }

    /// Whether what ended the app at its start is gone.
    private func isStartMended(_ cause: Cause, _ app: App) -> Bool {
        cause == .scenesMissing
            ? app.launchFault(on: device.status) != .noScenes : app.firebaseException == nil
    }

    /// Whether there is a Live Activity for such a push by now, or a token for its sender.
    private func isAddressed(_ cause: Cause, _ activities: ActivityService) -> Bool {
        if cause == .activityMissing { return activities.all.contains(where: \.isRunning) }
        return payload?.aps.event == .start
            ? activities.startToken != nil
            : activities.all.contains { $0.isRunning && $0.token != nil }
    }

    /// Whether the app has the sound by now, and may play it as a critical one if it is to be one.
    private func isSoundMended(_ app: App) -> Bool {
        app.settings.plays(payload?.aps.sound?.name)
            && (lostCritical == nil || app.criticalObstacle == nil)
    }

    /// Whether the level that the push asks for is allowed by now, if this was the obstacle.
    func isLevelAllowed(_ cause: Cause) -> Bool {
        guard let app = currentApp, app.state != .uninstalled else { return false }
        if lostCritical?.cause == cause { return app.criticalObstacle == nil }
        switch cause {
        case .timeSensitiveRefused: return app.permission.timeSensitive
        case .entitlementMissing: return app.settings.timeSensitiveEntitlement
        default: return false
        }
    }

    /// Whether code of the app would track the delivery of such a push.
    private func tracksDelivery(_ settings: AppSettings, _ link: ChainLink) -> Bool {
        if link.basis == Basis(.protectedData) { return !device.status.isBeforeFirstUnlock }
        return settings.hasServiceExtension && settings.serviceExtensionTracksDelivery
            && !extensionIsTooNew && payloadAgain?.aps.mutableContent == true
    }

    /// Whether there is an extension that reads an image of the push, if it names one.
    private func hasExtensionForImage(_ settings: AppSettings) -> Bool {
        guard settings.hasServiceExtension, !extensionIsTooNew, let payload = payloadAgain,
            payload.aps.mutableContent
        else {
            return false
        }
        let known = settings.imageKeys + App.knownImageKeys
        return App.firstText(known, payload.root) == nil
            || App.firstText(settings.imageKeys, payload.root) != nil
    }

    /// Whether the obstacle that kept the app asleep is gone.
    private func isWakeable(_ app: App, _ basis: Basis) -> Bool {
        switch basis {
        case Basis(.forceQuit): app.state != .forceQuit
        case Basis(.backgroundMode): app.settings.backgroundModeRemote
        case Basis(.beforeFirstUnlock): !device.status.isBeforeFirstUnlock
        case Basis(.backgroundCallback): app.settings.hasRemoteNotificationCallback
        case Basis(.backgroundHeld): isHoldOver
        default: false
        }
    }

    /// The sound or badge that a link is about; nil, or another symptom, where it is about the
    /// notification itself.
    ///
    /// A question about the sound may end at the display, because nothing was shown at all.
    private func effectAtFault(_ link: ChainLink) -> Symptom? {
        link == self.link(.display) ? missingEffect : subject.symptom ?? missingEffect
    }

    /// Whether the question is about a banner that left nothing behind.
    private var isUnlisted: Bool { subject.complaint == .gone || row?.state == .over }

    /// Whether Notification Center would now take what no place in front took.
    private func isListed(_ app: App, _ link: ChainLink) -> Bool {
        link == self.link(.display) && wasAsked && fact(saying: .notShown) != nil
            && app.settings.willPresent.contains(.list)
            && !app.permission.turnedOff.contains(.notificationCenter)
    }

    /// Whether the screen as it is now would take what no place took away from the front.
    private func isPlaced(_ app: App, _ link: ChainLink) -> Bool {
        link == self.link(.display) && !wasAsked && fact(saying: .notShown) != nil
            && !isOnlyListed(app)
            && !app.permission.turnedOff.contains(device.status.isLocked ? .lockScreen : .banners)
    }

    /// The switch of Settings that a link names.
    private func switchAtFault(_ effect: Symptom?, _ link: ChainLink) -> PermissionSwitch {
        switch effect {
        case _ where isUnlisted && link != self.link(.display): .notificationCenter
        case .sound: .sounds
        case .badge: .badges
        default: row?.state == .hidden ? switchToAllow : switchOfPlace
        }
    }

    /// The option of `requestAuthorization` that an effect needs.
    private static func option(of effect: Symptom?) -> AppSettings.AuthorizationOption {
        switch effect {
        case .sound: .sound
        case .badge: .badge
        default: .alert
        }
    }

    /// Whether the app's delegate now shows what it is given in the foreground.
    private static func isPresentedInFront(
        _ settings: AppSettings, _ basis: Basis, _ effect: Symptom?
    ) -> Bool {
        switch basis {
        case Basis(.foregroundNoDelegate): settings.hasDelegate
        case Basis(.foregroundNoWillPresent): settings.implementsWillPresent
        case Basis(.foregroundWillPresent): returnsAll(settings, effect)
        default: false
        }
    }

    /// Whether the app registers the category that the push names for dismissals.
    private func takesDismissal(_ settings: AppSettings) -> Bool {
        guard let name = payloadAgain?.aps.category else { return false }
        return settings.categories.contains { $0.id == name && $0.customDismiss }
    }

    /// Whether the extension, or what it loads, has been put right.
    private func isExtensionMended(_ link: ChainLink) -> Bool {
        guard let app = currentApp, app.state != .uninstalled, let then = self.app?.settings else {
            return false
        }
        let now = app.settings
        switch (link.cause, link.basis) {
        case (.extensionFailed, Basis(.extensionMemory)),
            (.extensionFailed, _) where link.stage == .event:
            return now.serviceExtensionMegabytes <= Occurrence.ExtensionFailure.megabytes
        case (.extensionFailed, Basis(.extensionTimeout)):
            return now.serviceExtensionMilliseconds < then.serviceExtensionMilliseconds
                || subject.symptom == .text && now.serviceExtensionAnswersExpiry
                    && !then.serviceExtensionAnswersExpiry
                || hasLostTexts && loadsImage(app)
        case (.extensionFailed, Basis(.extensionNoText)): return !now.serviceExtensionClearsText
        case (.extensionFailed, Basis(.extensionKeys)):
            return app.missingKeys(in: payload?.root ?? .null) == nil
        case (.imageNotHTTPS, _):
            if fact(saying: { $0.isRedirectedAttachment }) != nil { return loadsImage(app) }
            return imageThen.map(now.requestsAttachment) ?? false
        case (.imageUnreachable, _), (.imageTooLarge, _), (.imageType, _): return loadsImage(app)
        // A notification that came late for its image had it; only a lost one shows a change.
        case (.imageTimeout, _): return link.status == .broken && loadsImage(app)
        case (.imageKeyUnread, _):
            return now.hasServiceExtension && payloadAgain?.aps.mutableContent == true
                && payload.map { App.firstText(now.imageKeys, $0.root) != nil } ?? false
        default: return false
        }
    }

    /// Whether the extension would attach the push's image now.
    private func loadsImage(_ app: App) -> Bool {
        guard app.settings.hasServiceExtension, let url = imageThen else { return false }
        return app.attaches(url, on: device.status, in: world.surroundings)
    }

    /// The URL that the extension read when the push came; it may read another key by now, which is
    /// an obstacle of its own.
    private var imageThen: String? {
        payload.flatMap { App.firstText(app?.settings.imageKeys ?? [], $0.root) }
    }

    /// Whether `willPresent` returns the options that an effect, or the notification, needs.
    private static func returnsAll(_ settings: AppSettings, _ effect: Symptom?) -> Bool {
        switch effect {
        case .sound: settings.willPresent.contains(.sound)
        case .badge: settings.willPresent.contains(.badge)
        default: settings.willPresent.contains(.banner) && settings.willPresent.contains(.list)
        }
    }
}

extension Occurrence {
    /// Whether a file was not attached, since its server redirects to http.
    fileprivate var isRedirectedAttachment: Bool {
        if case .notAttached(.some) = self { true } else { false }
    }
}
