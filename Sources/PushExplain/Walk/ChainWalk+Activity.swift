import PushModel
import PushPayload
import PushSimulation
import PushText

/// The links of a push to a Live Activity, which shows no notification and tracks nothing.
extension ChainWalk {
    /// Whether the push in question is for a Live Activity.
    var isActivity: Bool {
        row?.isForActivity == true || storedPush?.push.isForActivity == true
    }

    /// Whether the push is for a Live Activity by its payload, and was sent as another kind.
    var isActivityMistyped: Bool {
        guard let row, row.pushType != PushType.liveactivity.rawValue else { return false }
        return payload?.isLiveActivity == true
    }

    /// The fault of a push for a Live Activity that was sent as another kind.
    var mistypedActivity: String {
        "it is for a Live Activity, and was sent with push type `\(row?.pushType ?? "")`"
    }

    /// The remedy for it, at the gateway that it was sent through.
    var mistypedActivityCure: String {
        guard !isByFCM else {
            return "put the Live Activity's token into `apns.live_activity_token` (`activity "
                + "tokens` lists it), and leave `apns-push-type` out"
        }
        let topic = (row?.app.bundleID ?? "") + ".push-type.liveactivity"
        return "send it to the Live Activity's own token (`activity tokens` lists it) with "
            + "`apns-push-type: liveactivity` and `apns-topic: \(topic)`; here with "
            + "`--type liveactivity`"
    }

    /// The refusal of such a push to the token of a Live Activity; nil if there was none.
    var refusalForType: Fact? {
        guard isActivityMistyped, row?.state == .refused else { return nil }
        return fact {
            if case .refused(_, .ordinaryTokenForActivity) = $0 { true } else { false }
        }
    }

    /// Reports that APNs refused such a push to the token of a Live Activity.
    mutating func refusedForItsType(_ refusal: Fact) {
        broken(
            .gateway, .activityWrongType, "\(reason(refusal)); \(mistypedActivity)",
            Basis(refusal.rule), cure: mistypedActivityCure, reason: mistypedActivity)
    }

    /// The answer about a Live Activity that such a push did not change; nil for another push.
    var mistypedAnswer: Explanation.Answer? {
        guard isActivityMistyped, row?.state != .refused else { return nil }
        return no(
            .activity, mistypedActivity, .activityWrongType, .activityUpdate,
            cure: mistypedActivityCure)
    }

    /// The answer about a push that is for no Live Activity; nil if it is for one.
    var notificationAnswer: Explanation.Answer? {
        guard subject.id != nil, let row, !isActivity, !isActivityMistyped else { return nil }
        return no(
            .activity, "\(row.id) is a notification, which is for no Live Activity",
            .activityWrongType, .activityUpdate,
            cure: "send `event` and `content-state` to a Live Activity's own token "
                + "(`activity tokens` lists it)")
    }

    /// Whether a Live Activity is shown, and the push in question should have changed it.
    var isOfShownActivity: Bool {
        // Of a push that APNs dropped nothing else is known.
        let isMeant = isActivity ? payload?.aps.event != .start : row == nil && lostPush != nil
        return isMeant && currentApp?.activities.all.contains(where: \.isRunning) == true
    }

    /// The command that starts a Live Activity of a type that the app has.
    var activityStart: String {
        let own = currentApp?.activities.all.last?.attributesType
        let known = currentApp?.settings.activityTypes ?? []
        let type = own.flatMap { known.isEmpty || known.contains($0) ? $0 : nil } ?? known.first
        return "`activity start \(type?.asWord ?? "TYPE")`"
    }

    /// Skips the addresses: ActivityKit's tokens need neither a permission nor a registration.
    mutating func walkActivityAddresses() {
        skipped(.permission, .activitySupport, "a Live Activity needs none")
        for stage in [ChainLink.Stage.deviceToken, .registrationToken] {
            skipped(stage, .activityToken, "ActivityKit's own tokens are used")
        }
    }

    /// Adds the display: the change on the screen, or the reason why there is none.
    mutating func walkActivityDisplay() {
        if let fact = fact(saying: { if case .activity = $0 { true } else { false } }) {
            if subject.symptom == .activity, subject.id == nil || !isEnd(fact),
                let end = activityEnd(of: subject.id == nil ? nil : name(of: fact))
            {
                activityOver(end, again: ActivityObstacle.over.cure)
            } else if subject.id == nil, subject.symptom == .activity,
                case .activity(_, let name)? = fact.occurrence,
                let shown = currentApp?.activities.all.first(where: { $0.id.isExactly(name) }),
                shown.state == .stale
            {
                stale(shown, "\(fact.subject) \(fact.text)")
            } else {
                ok(.display, changedSince(fact) ?? "\(fact.subject) \(fact.text)", fact.rule)
                if let textlessAlert { note(textlessAlert) }
            }
        } else if let end = endBeforePush {
            activityOver(end, again: ActivityObstacle.over.cure)
        } else if let fact = fact(saying: Self.isUnchanged),
            case .activityUnchanged(let obstacle)? = fact.occurrence
        {
            unchanged(obstacle, fact)
        } else {
            pending(.display, .activityUpdate)
        }
    }

    /// Whether a push ended its Live Activity, as it was told to.
    private func isEnd(_ fact: Fact) -> Bool {
        if case .activity(.ended, _)? = fact.occurrence { true } else { false }
    }

    /// The effect of a push on a Live Activity that shows something else by now; nil without.
    private func changedSince(_ fact: Fact) -> String? {
        guard subject.id != nil, !isEnd(fact),
            case .activity(let event, let name)? = fact.occurrence,
            let now = currentApp?.activities.all.first(where: { $0.id.isExactly(name) }),
            let own = payload?.root["aps"]?["content-state"],
            own != now.content || now.state == .ended
        else { return nil }
        let change = event == .started ? "started \(name) with" : "changed \(name) to"
        return "\(self.name) \(change) \(own.text); "
            + (now.state == .ended ? "it has ended since, with" : "now it shows")
            + " \(now.content.text)"
    }

    /// Adds the reason why a push changed no Live Activity.
    private mutating func unchanged(_ obstacle: ActivityObstacle, _ fact: Fact) {
        var cure = obstacle.cure(starting: toFront + activityStart)
        if obstacle == .unaddressed, fact.rule == .activityChannel {
            cure = channelCure
        } else if obstacle == .unaddressed, let app = currentApp {
            if let fault = app.launchFault(on: device.status) {
                return doesNotLaunch(
                    .display, reason(fact), app,
                    fault == .noScenes ? .sceneRequired : .firebaseException)
            }
            cure =
                beforeStartToken(app) + cure
                + (app.isRunning ? "`app kill`, then `app launch`" : "`app launch`")
        }
        var found = reason(fact)
        if obstacle == .incomplete, let misspelt = misspeltActivityKey {
            found += ": \(misspelt.found)"
            cure = misspelt.cure
        }
        broken(
            .display, obstacle.explanation, found, Basis(fact.rule), cure: cure,
            reason: obstacle == .missing ? "no Live Activity matches the push" : nil)
    }

    /// The channel that the newest Live Activity on the screen is subscribed to; nil if it has a
    /// token.
    private var shownChannel: String? {
        currentApp?.activities.all.last(where: \.isRunning)?.channel
    }

    /// The remedy for a push to the token of another kind: of the app, or of a Live Activity.
    var otherTokenCure: String {
        guard isActivity else {
            return "send it to the app's device token: `tokens export --format apns` lists it"
        }
        return shownChannel == nil
            ? "send it to the Live Activity's own token: `activity tokens` lists it" : channelCure
    }

    /// The remedy for a push to a Live Activity that is subscribed to a channel, which may be
    /// deleted.
    private var channelCure: String {
        guard let channel = shownChannel else { return ActivityObstacle.over.cure }
        guard world.surroundings.channels.contains(where: { $0.id == channel }) else {
            return "its channel is deleted, so nothing reaches it: `channel create`, and start "
                + "another one with that ID: " + toFront + "`activity start TYPE --channel ID`"
        }
        return "send it to the channel: `receive FILE --channel \(channel)`"
    }

    /// The steps that an app needs before a launch brings it a token of ActivityKit, in front of
    /// the launch; empty if it lacks nothing.
    func beforeStartToken(_ app: App) -> String {
        (app.settings.hasAPNsEntitlement
            ? "" : "add the Push Notifications capability: `app set entitlement.aps on`; ")
            + (isOffline ? online + "; " : "")
    }

    /// The ID of the Live Activity that a push changed.
    private func name(of fact: Fact) -> String? {
        guard case .activity(_, let name)? = fact.occurrence else { return nil }
        return name
    }

    private static func isUnchanged(_ occurrence: Occurrence) -> Bool {
        if case .activityUnchanged = occurrence { true } else { false }
    }

    /// Skips the stages that follow the display of a notification.
    mutating func skipBehindActivity(_ stages: [ChainLink.Stage]) {
        for stage in stages {
            skipped(stage, .activityUpdate, "a Live Activity is not a notification")
        }
    }
}

/// The words of `why` for what kept a push from a Live Activity.
extension ActivityObstacle {
    /// The cause that `why` names.
    var explanation: Cause {
        switch self {
        case .unsupported: .activityUnsupported
        case .turnedOff: .activityTurnedOff
        case .systemTooOld: .activitySystemTooOld
        case .incomplete: .activityIncomplete
        case .unknownType: .activityUnknownType
        case .undecodable: .activityUndecodable
        case .wrongToken: .activityWrongToken
        case .unaddressed: .activityUnaddressed
        case .missing: .activityMissing
        case .over: .activityOver
        case .outdated: .activityOutdated
        case .contentAhead: .activityContentAhead
        case .budget: .activityBudget
        case .startBudget: .activityStartBudget
        case .tooMany: .activityTooMany
        case .noChannel: .activityNoChannel
        }
    }

    /// The remedy for the obstacle, where no type of the app's is known.
    var cure: String { cure(starting: "`activity start TYPE`") }

    /// The remedy for the obstacle; `start` is the command that starts another Live Activity.
    func cure(starting start: String) -> String {
        switch self {
        case .unsupported:
            "add NSSupportsLiveActivities to the app's Info.plist: `app set activities on`"
        case .turnedOff:
            "the user allows them in Settings: `permission switch live-activities on`"
        case .systemTooOld: "send it to devices with a newer iOS: `device add newer --os 18.0`"
        case .incomplete: "send the keys that it names; `lint` checks them"
        case .unknownType:
            "send the name of the app's struct, letter by letter: activities.types in `app show`"
        case .undecodable:
            "send an object with every key of the app's ContentState, spelt as in its code"
        case .wrongToken:
            "start with the push-to-start token, update with the Live Activity's own: "
                + "`activity tokens` lists them"
        case .unaddressed:
            "run the app, whose code sends the token on: "
        case .missing: "start one first: \(start), or a push with `event` `start`"
        case .over: "start another one; this one's token is dead, too"
        case .outdated: "send the current time, in seconds, as `timestamp`"
        case .contentAhead:
            "end it and start another, `activity end` and \(start), and let the "
                + "sender of that content send the current time, in seconds, as `timestamp`"
        case .budget:
            "send what can wait with `--priority 5`, or `app set activities.frequent on`"
        case .startBudget:
            "start fewer, and update the running ones; an hour later it can start again"
        case .tooMany: "end one first: `activity end`"
        case .noChannel:
            "create one for the app in its environment, `channel create`, and send that ID"
        }
    }
}
