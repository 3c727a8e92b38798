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
        } else if let fact = wakeFailure, isKeptByDisplay {
            ok(.device, "`\(device.name)` received it", .storeAndForward)
            note(wakeFinding(fact) + (id.map { "; `why \($0.asWord) wake` says more" } ?? ""))
        } else if let fact = wakeFailure {
            broken(
                .device, .notWoken, wakeFinding(fact), Basis(fact.rule), cure: wakeCure(fact))
        } else if let unread = unreadWake {
            broken(
                .device, .notWoken, Self.notWoken + unread.found, Basis(.backgroundWake),
                cure: unread.cure)
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
            case .notWoken, .wakeHeld, .lost(.superseded, _, _), .lost(.discarded, _, _): true
            default: false
            }
        }
    }

    /// Whether it was to be seen and the display kept it away, which has nothing to do with waking
    /// the app.
    ///
    /// Only code that runs tracks a delivery, and its way into the warehouse begins there.
    private var isKeptByDisplay: Bool {
        let needsCode: [Symptom?] = [.delivery, .upload, .warehouse]
        guard row?.pushType == PushType.alert.rawValue, !subject.asksForWake,
            !needsCode.contains(subject.symptom), subject.event != .delivery
        else { return false }
        var trial = self
        trial.walkDisplay()
        return trial.links.last { $0.stage == .display }?.status == .broken
    }

    /// Whether `didReceiveRemoteNotification` was called for the push.
    var wasCalledBack: Bool { fact(saying: .called(.remoteNotification)) != nil }

    /// The start of every finding about an app that did not run.
    static let notWoken = "the app is not woken: "

    /// The finding about an app that did not run.
    private func wakeFinding(_ fact: Fact) -> String {
        // The line of a push that iOS holds is the whole sentence.
        if case .wakeHeld? = fact.occurrence { return reason(fact) }
        if case .lost(.superseded, _, _)? = fact.occurrence, let held {
            return reason(held) + "; " + reason(fact)
        }
        return Self.notWoken + reason(fact)
    }

    /// The report that iOS held the push back instead of running the app.
    private var held: Fact? {
        fact { if case .wakeHeld = $0 { true } else { false } }
    }

    /// The remedy for a push that iOS held, and then gave up for a newer one: what held it comes
    /// first, and the push is lost for good.
    private var supersededCure: String {
        guard let held else { return "send it again; `app launch` lets the app run" }
        let isInFront = currentApp?.state == .foreground
        let cure: String
        switch held.rule {
        case .backgroundThrottled: cure = "open the app: `app launch`, or \(Self.fewerWakes)"
        case .beforeFirstUnlock where !device.status.isBeforeFirstUnlock:
            return "it is fixed now: send the push again"
        case .backgroundRefreshOff where device.status.wakesApps:
            return "it is fixed now: send the push again"
        case .backgroundRefreshOff: cure = wakingSwitches
        default: cure = wakeCure(held)
        }
        return isInFront
            ? "it is fixed now: send the push again" : cure + ", then send the push again"
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
        if case .lost(let loss, _, _)? = fact.occurrence {
            return loss == .superseded
                ? supersededCure : "send it again; `app launch` lets the app run"
        }
        switch fact.rule {
        case .forceQuit: return "the user opens the app (`app launch`) or restarts the device"
        case .backgroundMode:
            return "add Background Modes, Remote notifications: `app set background-mode on`"
        case .backgroundRefreshOff:
            guard case .wakeHeld(let lowPower, let refreshOff)? = fact.occurrence else {
                return "open the app: `app launch`"
            }
            return [
                lowPower ? "`device low-power off`" : nil,
                refreshOff ? "`device background-refresh on`" : nil,
            ].compactMap { $0 }.joined(separator: " and ") + ", or open the app"
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
