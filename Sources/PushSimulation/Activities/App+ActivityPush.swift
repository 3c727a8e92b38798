import PushModel
import PushPayload
import PushText

/// The effects of a push on a Live Activity.
extension App {
    /// The reason why a push does not change any.
    private struct Fault: Error {
        var obstacle: ActivityObstacle
        var text: String
        var rule: RuleID

        init(_ obstacle: ActivityObstacle, _ text: String, _ rule: RuleID) {
            self.obstacle = obstacle
            self.text = text
            self.rule = rule
        }
    }

    /// The values of a push that changes a Live Activity, gathered once.
    private struct ActivityPush {
        let arrival: Arrival
        let content: JSON?
        let timestamp: Double
        let now: Tick
    }

    /// The address of a push to a Live Activity that names none: the token that its sender would
    /// use.
    ///
    /// That is a running one's, as long as there is one; else the sender has that of the last.
    func activityAddress(for event: APS.Event?) -> ActivityAddress? {
        if event == .start { return activities.startToken.map { .token($0) } }
        let running = activities.all.filter(\.isRunning)
        let last = (running.isEmpty ? activities.all : running).last { $0.token != nil }
        return last?.token.map { .token($0) }
    }

    /// Lets a push change a Live Activity; returns the row's state.
    mutating func changeActivity(
        _ arrival: Arrival, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) -> NotificationRow.State {
        let aps = arrival.aps
        do throws(Fault) {
            try checkSupport(device)
            guard let event = aps.event else {
                throw Fault(
                    .incomplete, "`aps` has no `event` that is `start`, `update` or `end`",
                    .activityUpdate)
            }
            guard let timestamp = aps.timestamp else {
                throw Fault(
                    .incomplete, arrival.misfit(.timestamp) ?? "`aps` has no `timestamp`",
                    .activityUpdate)
            }
            if let date = arrival.misfitDate { throw Fault(.incomplete, date, .activityUpdate) }
            try checkContent(arrival, event)
            let push = ActivityPush(
                arrival: arrival, content: aps.contentState, timestamp: timestamp, now: world.now)
            if event == .start {
                try start(push, on: device, in: &world, &step)
            } else {
                try change(push, event, on: device, &step)
            }
            for (text, rule) in arrival.unread {
                step.report(
                    arrival.fact(.note, "", "\(arrival.id): \(text), and is not read", rule))
            }
            noteSize(of: aps.contentState, arrival, &step)
            let time = ActivityTime(seconds: timestamp, now: world.now)
            if time.isAhead {
                step.report(
                    arrival.fact(
                        .note, "",
                        "\(arrival.id): its `timestamp` is ahead of the clock, \(time.text): what "
                            + "comes with the present time changes nothing", .activityOrder))
            }
            return .live
        } catch {
            step.report(
                arrival.fact(
                    .not, "live", "\(arrival.id): \(error.text)", error.rule,
                    .activityUnchanged(error.obstacle)))
            return .hidden
        }
    }

    private func checkSupport(_ device: DeviceStatus) throws(Fault) {
        guard settings.supportsActivities else {
            throw Fault(
                .unsupported, "the app's Info.plist has no NSSupportsLiveActivities",
                .activitySupport)
        }
        guard !permission.turnedOff.contains(.liveActivities) else {
            throw Fault(
                .turnedOff, "the user turned Live Activities off for the app", .activitySupport)
        }
    }

    /// A state is decoded as it is; the app's type determines the required keys.
    private func checkContent(_ arrival: Arrival, _ event: APS.Event) throws(Fault) {
        if let misfit = arrival.undecodable(event) {
            throw Fault(.undecodable, misfit + ", so it cannot be decoded", .activityDecoding)
        }
        guard let content = arrival.aps.contentState else { return }
        let lacking = settings.activityStateKeys.filter { content[$0] == nil }
        guard let key = lacking.first else { return }
        throw Fault(
            .undecodable, "`content-state` has no `\(key)`, which the app's ContentState needs",
            .activityDecoding)
    }

    /// Notes a state that only a broadcast has room for (A-ACTIVITY).
    private func noteSize(of content: JSON?, _ arrival: Arrival, _ step: inout Step) {
        guard let size = content?.text.utf8.count, size > Activity.contentLimit else { return }
        step.report(
            arrival.fact(
                .note, "",
                "\(arrival.id): its `content-state` has \(size) bytes, and Apple allows "
                    + "\(Activity.contentLimit); what iOS shows then is not documented by Apple",
                .activityUpdate))
    }

    private mutating func start(
        _ push: ActivityPush, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) throws(Fault) {
        let aps = push.arrival.aps
        let channel = push.arrival.push.payload.root["aps"]?["input-push-channel"]?.stringValue
        try checkStart(push, channel, on: device)
        if let channel, let fault = fault(ofChannel: channel, in: world) {
            throw Fault(.noChannel, "`input-push-channel`: " + fault, .activityChannel)
        }
        guard push.arrival.push.activity != nil || activities.startToken != nil else {
            throw Fault(.unaddressed, unaddressed(on: device), .activityToken)
        }
        guard
            ActivityService.charge(
                &activities.starts, ActivityService.hourlyStarts, at: push.now)
        else {
            throw Fault(
                .startBudget,
                "push-to-start budget exceeded: \(ActivityService.hourlyStarts) started within the "
                    + "hour", .activityStartBudget)
        }
        var activity = newActivity(
            aps.attributesType ?? "", aps.attributes ?? [:], push.content ?? [:], at: push.now)
        take(push, &activity)
        begin(
            &activity, channel: channel, untold: untold(on: device), in: &world, &step,
            notification: push.arrival.sequence)
        alert(push.arrival, activity, on: device, &step)
        outdateAtOnce(activity.id, at: push.now, &step)
        wakeForActivity(push.arrival, on: device, in: &world, &step)
    }

    /// Why the app has no push-to-start token.
    private func unaddressed(on device: DeviceStatus) -> String {
        let none = "the app has no push-to-start token yet"
        guard settings.hasAPNsEntitlement else {
            return none + ": it lacks the aps-environment entitlement"
        }
        if launchFault(on: device) != nil { return none + ": the app does not launch" }
        return none + (wasLaunched ? ": it is issued at launch, online" : ": it was never opened")
    }

    private func checkStart(
        _ push: ActivityPush, _ channel: String?, on device: DeviceStatus
    ) throws(Fault) {
        let needed = channel == nil ? Self.startVersion : Self.channelVersion
        guard !(Version(device.os) < Version(needed)) else {
            let what = channel == nil ? "a start by push" : "`input-push-channel`"
            throw Fault(
                .systemTooOld, "\(what) needs iOS \(needed), and the device has \(device.os)",
                channel == nil ? .activityStart : .activityChannel)
        }
        switch push.arrival.push.activity {
        case .channel: throw Fault(.wrongToken, "a channel cannot start one", .activityChannel)
        case .token(let token) where token != activities.startToken:
            throw Fault(
                .wrongToken, "a start goes to the push-to-start token, and this is a different one",
                .activityStart)
        case .token, .unissued, nil: break
        }
        let aps = push.arrival.aps
        let lacking: [APSKey] = [
            aps.attributesType == nil ? .attributesType : nil,
            aps.attributes == nil ? .attributes : nil,
            push.content == nil ? .contentState : nil, aps.alert == nil ? .alert : nil,
        ].compactMap { $0 }
        guard lacking.isEmpty else {
            let misfit = lacking.lazy.compactMap { push.arrival.misfit($0) }.first
            throw Fault(
                .incomplete,
                misfit ?? "a start needs "
                    + lacking.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                    + ", and the payload has none", .activityStart)
        }
        guard
            settings.activityTypes.isEmpty
                || settings.activityTypes.contains(aps.attributesType ?? "")
        else {
            throw Fault(
                .unknownType,
                "the app has no attributes of the type `\(aps.attributesType ?? "")`",
                .activityDecoding)
        }
        guard activities.all.count(where: \.isRunning) < Activity.limit else {
            throw Fault(
                .tooMany, "the app has \(Activity.limit) Live Activities already", .activityLimit)
        }
    }

    /// Applies the values that any push may change besides the state.
    private func take(_ push: ActivityPush, _ activity: inout Activity) {
        let aps = push.arrival.aps
        if let content = push.content { activity.content = content }
        activity.timestamp = push.timestamp
        activity.state = .active
        activity.staleAt = aps.staleDate.map(Tick.init(unixSeconds:))
        if let score = aps.relevanceScore { activity.relevance = score }
    }

    /// Updates or ends the Live Activities that the push is for.
    private mutating func change(
        _ push: ActivityPush, _ event: APS.Event, on device: DeviceStatus, _ step: inout Step
    ) throws(Fault) {
        guard event == .end || push.content != nil else {
            throw Fault(
                .incomplete, "an update needs `content-state`, and the payload has none",
                .activityUpdate)
        }
        let places = try meant(by: push)
        let isNow = (push.arrival.push.priority ?? 10) == 10
        let limit = activityUpdateLimit
        guard
            !isNow || event == .end
                || ActivityService.charge(&activities.updates, limit, at: push.now)
        else {
            throw Fault(
                .budget,
                "\(limit) pushes of priority 10 within the hour, and the budget is used up",
                .activityBudget)
        }
        for id in places {
            guard let place = activities.all.firstIndex(where: { $0.id == id }) else { continue }
            take(push, &activities.all[place])
            if event == .update {
                report(
                    .updated, activities.all[place], "shows", &step,
                    notification: push.arrival.sequence, rule: .activityUpdate)
                alert(push.arrival, activities.all[place], on: device, &step)
                outdateAtOnce(id, at: push.now, &step)
            } else {
                end(push, place, on: device, &step)
            }
        }
    }

    private mutating func end(
        _ push: ActivityPush, _ place: Int, on device: DeviceStatus, _ step: inout Step
    ) {
        let sequence = push.arrival.sequence
        end(place, at: push.now, by: .activityUpdate, &step, notification: sequence)
        alert(push.arrival, activities.all[place], on: device, &step)
        let removal = push.arrival.aps.dismissalDate.map { seconds -> ActivityRemoval in
            let date = Tick(unixSeconds: seconds)
            guard date > push.now else { return .immediate }
            return .after(date.milliseconds - push.now.milliseconds)
        }
        remove(place, removal ?? .standard, at: push.now, &step, notification: sequence)
    }

    /// The names of those to update or end, except any that already show something newer.
    private func meant(by push: ActivityPush) throws(Fault) -> [String] {
        let found: [Activity]
        switch push.arrival.push.activity {
        case .channel(let channel): found = activities.all.filter { $0.channel == channel }
        case .token(let token):
            guard token != activities.startToken else {
                throw Fault(
                    .wrongToken,
                    "an update goes to the Live Activity's own token, and this is the "
                        + "push-to-start token",
                    .activityUpdate)
            }
            found = activities.all.filter { $0.token == token }
        case .unissued: found = []
        case nil:
            found = activities.all.suffix(1)
            if let only = found.first, only.isRunning, only.token == nil {
                throw unaddressed(only)
            }
        }
        guard !found.isEmpty else {
            throw Fault(
                .missing, "the app has no Live Activity that it could be for", .activityUpdate)
        }
        let running = found.filter(\.isRunning)
        guard !running.isEmpty else {
            throw Fault(.over, "the Live Activity has ended", .activityUpdate)
        }
        let older = running.filter { $0.timestamp ?? push.timestamp <= push.timestamp }
        guard !older.isEmpty else { throw outdated(push, running) }
        // A stored message is sent to later subscribers, and tells the others nothing new.
        let unaware = older.filter {
            $0.timestamp != push.timestamp || $0.content != push.content
        }
        return (unaware.isEmpty ? older : unaware).map(\.id)
    }

    /// The fault of a push to a Live Activity that has no token, or whose token nobody knows.
    private func unaddressed(_ only: Activity) -> Fault {
        guard only.channel == nil else {
            return Fault(
                .unaddressed,
                "`\(only.id)` is subscribed to a channel, and has no token of its own",
                .activityChannel)
        }
        return Fault(
            .unaddressed,
            "nobody has the token of `\(only.id)`: "
                + (settings.hasAPNsEntitlement
                    ? "the app has not learnt it yet"
                    : "the app lacks the aps-environment entitlement"),
            .activityToken)
    }

    /// The fault of a push that is older than what is shown: its own, or that of the push before.
    private func outdated(_ push: ActivityPush, _ running: [Activity]) -> Fault {
        let shown = running.compactMap(\.timestamp).min() ?? push.timestamp
        let time = ActivityTime(seconds: shown, now: push.now)
        guard time.isAhead, !ActivityTime(seconds: push.timestamp, now: push.now).isAhead else {
            return Fault(
                .outdated, "its `timestamp` is older than the current content's", .activityOrder)
        }
        return Fault(
            .contentAhead,
            "the `timestamp` of the content shown is ahead of the clock, \(time.text)",
            .activityOrder)
    }

    /// An alert lights up the screen; it is not a separate notification.
    private func alert(
        _ arrival: Arrival, _ activity: Activity, on device: DeviceStatus, _ step: inout Step
    ) {
        guard let alert = arrival.push.payload.root["aps"]?["alert"] else { return }
        let texts = ["title", "body"].compactMap { key -> String? in
            let value = alert[key]
            return value?.stringValue ?? value?["loc-key"]?.stringValue
        }
        guard !texts.isEmpty else {
            if let found = arrival.textlessAlert {
                step.report(
                    arrival.fact(
                        .note, "",
                        "\(arrival.id): \(found): whether it lights the screen is not documented "
                            + "by Apple", .activityAlert))
            }
            return
        }
        step.report(
            arrival.fact(
                .live, activity.id, "lights the screen: \"\(texts.joined(separator: " · "))\"",
                .activityAlert))
        reportSilence(of: arrival, on: device, &step)
    }

    /// Reports the mute switch, which silences an alert that has a sound (A-CRIT), and whatever may
    /// silence it: Apple says nothing of a Focus, or of a sound that the app may not play.
    private func reportSilence(
        of arrival: Arrival, on device: DeviceStatus, _ step: inout Step
    ) {
        let sound = arrival.push.payload.root["aps"]?["alert"]?["sound"]?.stringValue
        guard sound?.isEmpty == false else { return }
        if device.mute {
            step.report(arrival.notPlayed(.muteSwitch))
            return
        }
        let doubt =
            device.focus && !settings.isAllowedInFocus
            ? Reason(.focus, "a Focus is on") : refusal(of: .sounds)
        guard let doubt else { return }
        step.report(
            arrival.fact(
                .note, "",
                "\(arrival.id): \(doubt.text); whether that silences the alert of a Live Activity "
                    + "is not documented by Apple", doubt.rule))
    }

    /// iOS starts the app in the background so that it can send the new token to its server.
    private mutating func wakeForActivity(
        _ arrival: Arrival, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        guard untold(on: device) == nil else { return }
        _ = startForPush(arrival.sequence, on: device, in: &world, &step)
    }

    /// Why no code of the app runs that could send a new token to its server; nil if iOS starts it.
    private func untold(on device: DeviceStatus) -> String? {
        let later = ", so it learns the token at its next launch (not documented by Apple)"
        if state == .forceQuit { return "the user has force-quit the app" + later }
        return device.isBeforeFirstUnlock ? "no app runs before the first unlock" + later : nil
    }
}

extension Tick {
    /// The instant of a number of UNIX seconds, as in payloads; a number out of range becomes the
    /// last possible instant.
    init(unixSeconds seconds: Double) {
        let milliseconds = (seconds * 1000).rounded(.down)
        guard milliseconds < 9.0e18 else {
            self.init(milliseconds: .max)
            return
        }
        self.init(milliseconds: milliseconds > -9.0e18 ? Int64(milliseconds) : .min)
    }
}
