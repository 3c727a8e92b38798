import PushModel
import PushPayload
import PushSimulation
import PushText

/// The device: whether it took the push, and whether the app ran for it.
extension ChainWalk {
    /// Adds the device: reached, and awake, and the app run if the push asks for that.
    ///
    /// A push that APNs keeps breaks here, since the device is what it waits for. An app that does
    /// not launch breaks here only until the user has answered the notification; after that the tap
    /// fails.
    mutating func walkDevice() {
        if row == nil, let scheduled {
            let time = InstantText.format(scheduled.fireAt.milliseconds)
            let left = scheduled.fireAt.milliseconds - world.surroundings.now.milliseconds
            waiting(
                .device, .scheduledLater, "`\(scheduled.id)` is scheduled for \(time)",
                .localSchedule,
                cure: "wait for it: `clock advance \(max(1, (left + 999) / 1000))s`")
        } else if let stored = storedPush, !device.status.isOnline {
            let id = stored.push.id ?? "the push"
            broken(
                .device, .deviceOffline, "`\(device.name)` is offline; \(id) waits at APNs",
                Basis(.storeAndForward), cure: "`device online`")
        } else if let stored = storedPush, device.status.isAsleep(for: stored.push) {
            let id = stored.push.id ?? "the push"
            broken(
                .device, .deviceAsleep,
                "`\(device.name)` is locked, and priority 1 does not wake it; \(id) waits at APNs",
                Basis(.powerPriority),
                cure: "`device unlock`, or send it with priority "
                    + Self.wakingPriority(of: stored.push.effectiveType))
        } else if let app, let launchFailure, !wasAnswered {
            doesNotLaunch(
                .device, "the app is not woken: it does not launch", app, launchFailure.rule)
        } else if fact(saying: .completionMissed) != nil {
            quiet(
                .device, .completionMissing,
                "the app ran, but did not call fetchCompletionHandler within its 30 s",
                .fetchCompletion,
                cure: "call it in time: `app set remote-callback.completion in-time`",
                reason: "the app ran, but iOS ended or suspended it before it was done")
        } else if let fact = wakeFailure, !concernsWaking || isKeptByDisplay {
            ok(.device, "`\(device.name)` received it", .storeAndForward)
            let found = wakeFinding(fact)
            note(
                found.opening + found.text
                    + (id.map { "; `why \($0.asWord) wake` says more" } ?? ""))
        } else if let fact = wakeFailure {
            stayedAsleep(fact)
        } else if let unread = unreadWake, concernsWaking {
            broken(
                .device, .notWoken, unread.found, Basis(.backgroundWake), cure: unread.cure,
                opening: Self.notWoken)
        } else if isDiscarded {
            pending(.device, .permissionDenied)
        } else if let row, row.state != .refused {
            let isSilent = row.state == .silent
            ok(
                .device,
                "`\(device.name)` received it" + (wasCalledBack ? ", and the app ran" : "")
                    + (wakeDelay.map { ", after iOS held it back \($0.time)" } ?? ""),
                isSilent ? fact(.called)?.rule ?? .backgroundWake : .storeAndForward)
        } else if isStopped {
            pending(.device, .storeAndForward)
        } else {
            pending(.device, .storeAndForward, device.status.isOnline ? "online" : "offline")
        }
    }

    /// The priority at which APNs does not wait for a locked device: a background push never has 10
    /// (A-SEND).
    static func wakingPriority(of type: String) -> String { type == "background" ? "5" : "10" }

    /// The report that the app ended when the push, or the user's answer to it, was to start it.
    var launchFailure: Fact? { fact(ofRules: [.sceneRequired, .firebaseException], [.failed]) }

    /// Whether the user has answered the notification.
    var wasAnswered: Bool { row?.state == .tapped || row?.state == .dismissed }

    /// The report that the app did not run for a push with content-available, shown or not.
    private var wakeFailure: Fact? {
        guard payload?.aps.contentAvailable == true, fact(.woke) == nil, !wasCalledBack else {
            return nil
        }
        return fact { occurrence in
            switch occurrence {
            case .notWoken, .wakeHeld: true
            default: Self.isLoss(occurrence)
            }
        }
    }

    /// Whether the question is about the whole chain, or about what only an app that was woken
    /// does.
    ///
    /// Only code that runs tracks a delivery, and its way into the warehouse begins there. What the
    /// user sees, taps and opens needs no app that was woken before.
    private var concernsWaking: Bool {
        let needsCode: [Symptom?] = [nil, .delivery, .upload, .warehouse]
        return subject.asksForWake || needsCode.contains(subject.symptom)
            || subject.event == .delivery
    }

    /// Whether it was to be seen and the display kept it away, which has nothing to do with waking
    /// the app.
    private var isKeptByDisplay: Bool {
        guard row?.pushType == PushType.alert.rawValue, !subject.asksForWake,
            subject.symptom == nil, subject.event != .delivery
        else { return false }
        var trial = self
        trial.walkDisplay()
        return trial.links.last { $0.stage == .display }?.status == .broken
    }

    /// Whether `didReceiveRemoteNotification` was called for the push.
    var wasCalledBack: Bool { fact(saying: .called(.remoteNotification)) != nil }

    /// The start of every finding about an app that did not run.
    static let notWoken = "the app is not woken: "

    /// Adds that the app did not run for the push.
    ///
    /// A push that iOS still holds waits for what keeps it now, which may not be what kept it
    /// first.
    private mutating func stayedAsleep(_ fact: Fact) {
        let now = reasonToHold
        if isStillHeld, now == nil {
            return broken(
                .device, .notWoken,
                "nothing holds the push back any more, and iOS is about to deliver it",
                Basis(.backgroundWake), cure: "wait for it: `clock advance 1s`",
                opening: Self.notWoken)
        }
        let found = wakeFinding(fact)
        broken(
            .device, .notWoken, found.text, Basis(now?.rule ?? fact.rule),
            cure: now.map { wakeCure($0.rule) } ?? wakeCure(fact), opening: found.opening)
        if let now, now.rule != fact.rule { note("when it came, \(pastReason(of: fact))") }
    }

    /// Whether iOS still holds the push: then opening the app delivers it, and a newer one takes
    /// its place.
    var isStillHeld: Bool {
        guard let row, let background = currentApp?.background else { return false }
        return background.held != nil && background.heldSequence == row.sequence
    }

    /// The reason why iOS still holds the push; nil if it does not.
    private var reasonToHold: Reason? {
        isStillHeld
            ? currentApp?.holdReason(on: device.status, at: world.surroundings.now) : nil
    }

    /// The reason why iOS held a push when it came, as a sentence about that time.
    func pastReason(of held: Fact) -> String {
        switch held.rule {
        case .backgroundThrottled: return "the app had had its background pushes for the hour"
        case .backgroundBudget: return "the device had used up its budget for the day"
        case .beforeFirstUnlock:
            return "`\(device.name)` had not been unlocked since its restart"
        default:
            guard case .wakeHeld(let lowPower, let refreshOff)? = held.occurrence else {
                return "iOS did not wake the app"
            }
            return lowPower
                ? "Low Power Mode was on"
                : refreshOff ? "Background App Refresh was off" : "iOS did not wake the app"
        }
    }

    /// The finding about an app that did not run, and its start.
    private func wakeFinding(_ fact: Fact) -> (opening: String, text: String) {
        if let now = reasonToHold { return (Self.notWoken, now.text) }
        // The line of a push that iOS holds is the whole sentence.
        if case .wakeHeld? = fact.occurrence { return ("", reason(fact)) }
        if Self.isLoss(fact.occurrence), let held {
            return ("", reason(held) + "; " + reason(fact))
        }
        return (Self.notWoken, reason(fact))
    }

    /// Whether a push that iOS held is lost: a newer one took its place, or the process ended.
    private static func isLoss(_ occurrence: Occurrence?) -> Bool {
        guard case .lost(let loss, _, _)? = occurrence else { return false }
        return loss == .superseded || loss == .discarded
    }

    /// The report that iOS held the push back instead of running the app.
    private var held: Fact? {
        fact { if case .wakeHeld = $0 { true } else { false } }
    }

    /// The remedy for a push that iOS held and then gave up: what held it comes first, and the push
    /// is lost for good.
    private var lossCure: String {
        guard let held, currentApp?.state != .forceQuit else {
            return "send it again; `app launch` lets the app run"
        }
        let cure =
            switch held.rule {
            case .backgroundThrottled: "open the app: `app launch`, or \(Self.fewerWakes)"
            case .backgroundRefreshOff: wakingSwitches
            default: wakeCure(held)
            }
        return cure + ", then send the push again"
    }

    /// Whether what held the push until it was lost is over by now.
    var isHoldOver: Bool {
        guard fact(saying: { Self.isLoss($0) }) != nil, let held else { return false }
        if currentApp?.state == .foreground { return true }
        return switch held.rule {
        case .beforeFirstUnlock: !device.status.isBeforeFirstUnlock
        case .backgroundRefreshOff: device.status.wakesApps
        default: false
        }
    }

    /// The commands that let iOS run apps in the background again.
    private var wakingSwitches: String {
        [
            device.status.lowPower ? "`device low-power off`" : nil,
            device.status.backgroundRefresh ? nil : "`device background-refresh on`",
        ].compactMap { $0 }.joined(separator: " and ")
    }

    /// The remedy that Apple names where background pushes are throttled (A-BG, A-TROUB).
    static let fewerWakes =
        "send no more than two or three an hour; a debugger lifts the limit, so tests with one do "
        + "not show it"

    /// The remedy for the rule by which iOS did not run the app.
    private func wakeCure(_ fact: Fact) -> String {
        Self.isLoss(fact.occurrence) ? lossCure : wakeCure(fact.rule)
    }

    /// The remedy for a rule by which iOS does not run the app.
    private func wakeCure(_ rule: RuleID) -> String {
        switch rule {
        case .forceQuit: return "the user opens the app (`app launch`) or restarts the device"
        case .backgroundMode:
            return "add Background Modes, Remote notifications: `app set background-mode on`"
        case .backgroundRefreshOff where !device.status.wakesApps:
            return wakingSwitches + ", or open the app"
        case .beforeFirstUnlock: return "unlock the device: `device unlock`"
        case .backgroundCallback:
            return "implement didReceiveRemoteNotification: `app set remote-callback on`"
        case .backgroundThrottled:
            return "open the app: `app launch`; \(Self.fewerWakes)"
        case .pushTypeMismatch: return "send it with `--type background --priority 5`"
        default: return "open the app: `app launch`"
        }
    }
}
