import PushModel
import PushPayload
import PushText

/// The actions of the app itself and of its user on Live Activities.
extension App {
    mutating func reduce(
        _ action: ActivityAction, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        switch action {
        case .start(let request): try start(request, on: device, in: &world, &step)
        case .update(let id, let content, let staleAfter):
            guard isRunning else { throw notRunning }
            let place = try activity(id)
            try checkSize(of: content, activities.all[place])
            activities.all[place].content = content
            activities.all[place].state = .active
            activities.all[place].staleAt = staleAfter.map { world.now.advanced(by: $0) }
            report(.updated, activities.all[place], "updates", &step)
        case .end(let id, let content, let removal):
            guard isRunning else { throw notRunning }
            let place = try activity(id)
            if let content {
                try checkSize(of: content, activities.all[place])
                activities.all[place].content = content
            }
            end(place, at: world.now, by: .activityDismissal, &step)
            remove(place, removal, at: world.now, &step)
        case .dismiss(let id):
            let place = try visibleActivity(id)
            retireToken(of: activities.all[place], "the user dismissed it", world.now, &step)
            let gone = activities.all.remove(at: place)
            step.touch(.appState(address))
            step.report(
                Fact(
                    .live, gone.id, "the user swipes it away, which ends it",
                    rule: .activityDismissal, .activity(.dismissed, gone.id), of: address))
        }
    }

    private mutating func start(
        _ request: ActivityRequest, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) throws(Refusal) {
        guard isRunning else { throw notRunning }
        try checkAuthorization(request, on: device)
        if let channel = request.channel, let fault = fault(ofChannel: channel, in: world) {
            throw Refusal(
                .activityRefused, "the Live Activity fails to start: \(fault)",
                hint: "`channel create` makes one, `channel list` lists them")
        }
        var activity = newActivity(
            request.attributesType, request.attributes, request.content, at: world.now)
        activity.relevance = request.relevance
        activity.staleAt = request.staleAfter.map { world.now.advanced(by: $0) }
        let isConnected = device.isOnline && world.network.mode != .off
        begin(
            &activity, channel: request.channel,
            untold: isConnected ? nil : "there is no network, and the token comes from APNs",
            in: &world, &step)
    }

    /// Refuses a state that is larger than ActivityKit takes (A-ACTIVITY): `update` and `end` throw
    /// nothing then, and what iOS shows is not documented by Apple.
    private func checkSize(of content: JSON, _ activity: Activity) throws(Refusal) {
        let size = content.text.utf8.count
        guard size <= Activity.contentLimit else {
            throw Refusal(
                .activityRefused,
                "`\(activity.id)` is not changed: its state would have \(size) bytes, wanted at "
                    + "most \(Activity.contentLimit)",
                hint: "ActivityKit throws no error here; what is shown is not documented by Apple")
        }
    }

    /// The errors that `Activity.request` throws (`ActivityAuthorizationError`).
    private func checkAuthorization(
        _ request: ActivityRequest, on device: DeviceStatus
    ) throws(Refusal) {
        func refusal(_ name: String, _ text: String, hint: String? = nil) -> Refusal {
            Refusal(
                .activityRefused, "ActivityAuthorizationError.\(name): \(text)", hint: hint)
        }
        guard settings.supportsActivities else {
            throw refusal(
                "unsupported", "the app's Info.plist has no NSSupportsLiveActivities",
                hint: "`app set activities on`")
        }
        let needed = request.channel == nil ? Self.activityVersion : Self.channelVersion
        guard !(Version(device.os) < Version(needed)) else {
            throw refusal("unsupported", "it needs iOS \(needed), the device has \(device.os)")
        }
        guard !permission.turnedOff.contains(.liveActivities) else {
            throw refusal(
                "denied", "the user turned Live Activities off for the app",
                hint: "`permission switch live-activities on`")
        }
        guard state == .foreground else {
            throw refusal(
                "visibility", "the app is in the background, where only a push can start one",
                hint: "`app foreground`")
        }
        let size = request.attributes.text.utf8.count + request.content.text.utf8.count
        guard size <= PushType.liveactivity.payloadLimit else {
            throw refusal(
                "attributesTooLarge", "attributes and state have \(size) bytes, wanted 4096")
        }
        guard activities.all.count(where: \.isRunning) < Activity.limit else {
            throw refusal(
                "targetMaximumExceeded", "the app has \(Activity.limit) already",
                hint: "`activity end`")
        }
    }

    /// The first iOS version with Live Activities.
    package static let activityVersion = "16.1"
    /// The first iOS version that can start them by push.
    package static let startVersion = "17.2"
    /// The first iOS version with broadcast channels.
    package static let channelVersion = "18.0"

    mutating func newActivity(
        _ type: String, _ attributes: JSON, _ content: JSON, at now: Tick
    ) -> Activity {
        activities.count += 1
        return Activity(
            id: "live-\(activities.count)", attributesType: type, attributes: attributes,
            content: content, startedAt: now)
    }

    /// Puts one on the screen, together with the token or channel that updates it.
    ///
    /// `untold` is why the app cannot learn the token now, as a clause; it then gets one later, see
    /// `observeTokens`.
    mutating func begin(
        _ activity: inout Activity, channel: String?, untold: String?,
        in world: inout Surroundings, _ step: inout Step, notification: Int64? = nil
    ) {
        activity.channel = channel
        let hasToken = channel == nil && settings.hasAPNsEntitlement
        if hasToken, untold == nil {
            activity.token = TokenText.deviceToken(&world.random)
        }
        activities.all.append(activity)
        step.result("activity", .string(activity.id))
        report(
            .started, activity, "starts", &step, notification: notification,
            rule: notification == nil ? .activityVisibility : .activityStart)
        if let token = activity.token {
            step.result("token", .string(token))
            keep(
                TokenRow.activity, token, settings.apnsEnvironment, .issued, activity.id,
                world.now, &step)
        } else if hasToken, let untold {
            step.report(
                Fact(
                    .held, activity.id, "pushTokenUpdates: " + untold, rule: .activityToken,
                    notification: notification))
        }
        if let channel {
            step.report(
                Fact(
                    .kept, activity.id, "is subscribed to the channel \(channel)",
                    rule: .activityChannel, notification: notification))
            awaitNewest(of: channel, in: world, &step)
        }
    }

    /// Why the app cannot subscribe to a channel, as a clause; nil if it can (A-LIVE).
    func fault(ofChannel id: String, in world: Surroundings) -> String? {
        guard Base64.plain.isWhole(id) else { return "the channel `\(id)` is not Base64" }
        let named = world.channels.filter { $0.id == id && $0.bundleID == address.bundleID }
        guard let channel = named.first else { return "the app has no channel `\(id)`" }
        guard !channel.isIn(settings.apnsEnvironment) else { return nil }
        return "the channel `\(id)` is in \(channel.environment), and the app is not"
    }

    /// Sends a new subscriber the newest message of a channel that keeps it.
    private mutating func awaitNewest(
        of channel: String, in world: Surroundings, _ step: inout Step
    ) {
        guard
            let found = world.channels.first(where: { $0.id == channel }),
            found.bundleID == address.bundleID, found.isIn(settings.apnsEnvironment),
            let newest = found.stored, newest.expiresAt > world.now
        else { return }
        activities.stored.removeAll { $0.push.activity == newest.push.activity }
        activities.stored.append(newest)
        step.report(
            Fact(
                .held, newest.push.id ?? "", "at APNs: the newest message of the channel",
                rule: .channelStorage, .stored(on: address.device), of: address))
    }

    /// Gives the app the token of a Live Activity, with which its server updates it.
    func tellToken(of activity: Activity, _ step: inout Step, notification: Int64? = nil) {
        guard let token = activity.token else { return }
        step.report(
            Fact(
                .token, activity.id, TokenText.short(token) + ": pushTokenUpdates",
                rule: .activityToken, notification: notification, of: address))
    }

    /// Gives the app the tokens of those that started when it could not learn them.
    mutating func observeTokens(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        guard isRunning, settings.hasAPNsEntitlement, device.isOnline, world.network.mode != .off
        else { return }
        for place in activities.all.indices {
            let activity = activities.all[place]
            guard activity.isRunning, activity.token == nil, activity.channel == nil else {
                continue
            }
            let token = TokenText.deviceToken(&world.random)
            activities.all[place].token = token
            step.touch(.appState(address))
            tellToken(of: activities.all[place], &step)
            keep(
                TokenRow.activity, token, settings.apnsEnvironment, .issued, activity.id,
                world.now, &step)
        }
    }

    /// The reason why the app has no token that starts Live Activities; nil if it has one.
    public func absenceOfStartToken(on device: DeviceStatus) -> String? {
        guard activities.startToken == nil else { return nil }
        if Version(device.os) < Version(Self.startVersion) {
            return "pushes start Live Activities from iOS \(Self.startVersion) on, this is iOS "
                + device.os
        }
        if !settings.supportsActivities {
            return "the app has no Live Activities (`app set activities on`)"
        }
        return "the app gets it at its next launch"
    }

    /// Gives an app with Live Activities the token that starts them, when it launches.
    mutating func observeStartToken(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        guard settings.supportsActivities, settings.hasAPNsEntitlement,
            !(Version(device.os) < Version(Self.startVersion)), activities.startToken == nil,
            device.isOnline, world.network.mode != .off
        else { return }
        let token = TokenText.deviceToken(&world.random)
        activities.startToken = token
        step.touch(.appState(address))
        keep(
            TokenRow.activityStart, token, settings.apnsEnvironment, .issued,
            "pushToStartTokenUpdates", world.now, &step)
        step.report(
            Fact(
                .token, "activity", TokenText.short(token) + ": pushToStartTokenUpdates",
                rule: .activityToken, of: address))
    }
}

extension App {
    /// Reports the present content of a Live Activity.
    func report(
        _ event: Occurrence.ActivityEvent, _ activity: Activity, _ verb: String,
        _ step: inout Step, notification: Int64? = nil, rule: RuleID = .activityVisibility
    ) {
        step.touch(.appState(address))
        step.report(
            Fact(
                .live, activity.id, "\(verb) \(activity.attributesType): \(activity.content.text)",
                rule: rule, notification: notification, .activity(event, activity.id),
                of: address))
        if event == .started { tellToken(of: activity, &step, notification: notification) }
    }

    /// The index of a running one, by its name; nil = the newest.
    func activity(_ id: String?) throws(Refusal) -> Int {
        let place = try visibleActivity(id, isRunning: true)
        guard activities.all[place].isRunning else {
            throw Refusal(.noActivity, "`\(activities.all[place].id)` has ended")
        }
        return place
    }

    private func visibleActivity(_ id: String?, isRunning: Bool = false) throws(Refusal) -> Int {
        let found =
            if let id { activities.all.firstIndex { $0.id.isExactly(id) } } else {
                activities.all.lastIndex { !isRunning || $0.isRunning }
            }
        guard let found else {
            throw Refusal(
                .noActivity,
                id.map { "there is no Live Activity `\($0)`" } ?? "there is no Live Activity",
                hint: activities.all.isEmpty
                    ? "`activity start TYPE` starts one" : "`activity list` lists them")
        }
        return found
    }

    /// Ends one, which invalidates its token.
    mutating func end(
        _ place: Int, at now: Tick, by rule: RuleID, _ step: inout Step, notification: Int64? = nil
    ) {
        retireToken(of: activities.all[place], "the Live Activity ended", now, &step)
        activities.all[place].state = .ended
        activities.all[place].staleAt = nil
        activities.all[place].removedAt = now.advanced(by: Activity.lingering)
        step.touch(.appState(address))
        step.report(
            Fact(
                .live, activities.all[place].id, "ends: \(activities.all[place].content.text)",
                rule: rule, notification: notification,
                .activity(.ended, activities.all[place].id), of: address))
    }

    /// Removes all of them, whose user turned Live Activities off for the app.
    mutating func removeActivities(at now: Tick, _ step: inout Step) {
        for activity in activities.all {
            retireToken(of: activity, "the user turned Live Activities off", now, &step)
            // One that is over leaves the Lock Screen only, and keeps the cause of its end.
            step.report(
                activity.isRunning
                    ? Fact(
                        .live, activity.id, "ends: Live Activities are off for the app",
                        rule: .activitySwitch, .activity(.dismissed, activity.id), of: address)
                    : Fact(
                        .removed, activity.id, "leaves the Lock Screen", rule: .activitySwitch))
        }
        activities.all = []
    }

    private func retireToken(
        of activity: Activity, _ reason: String, _ now: Tick, _ step: inout Step
    ) {
        guard activity.isRunning, let token = activity.token else { return }
        keep(
            TokenRow.activity, token, settings.apnsEnvironment, .retired, reason, now, &step)
    }

    /// Drops ActivityKit's tokens of another APNs environment, as the device token is; the launch
    /// gets new ones.
    mutating func replaceActivityTokens(
        of environment: String, _ reason: String, _ now: Tick, _ step: inout Step
    ) {
        if let token = activities.startToken {
            activities.startToken = nil
            keep(TokenRow.activityStart, token, environment, .replaced, reason, now, &step)
        }
        for place in activities.all.indices where activities.all[place].isRunning {
            guard let token = activities.all[place].token else { continue }
            activities.all[place].token = nil
            keep(TokenRow.activity, token, environment, .replaced, reason, now, &step)
        }
        step.touch(.appState(address))
    }

    /// Removes an ended one from the Lock Screen, now or later.
    mutating func remove(
        _ place: Int, _ removal: ActivityRemoval, at now: Tick, _ step: inout Step,
        notification: Int64? = nil
    ) {
        var wait = Activity.lingering
        switch removal {
        case .standard: break
        case .immediate: wait = 0
        case .after(let milliseconds): wait = min(wait, max(0, milliseconds))
        }
        let activity = activities.all[place]
        guard wait > 0 else {
            activities.all.remove(at: place)
            step.report(
                Fact(
                    .removed, activity.id, "leaves the Lock Screen at once",
                    rule: .activityDismissal, notification: notification))
            return
        }
        let time = now.advanced(by: wait)
        activities.all[place].removedAt = time
        step.report(
            Fact(
                .kept, activity.id,
                "stays on the Lock Screen until \(InstantText.format(time.milliseconds))",
                rule: .activityDismissal, notification: notification))
    }

    /// Forgets all Live Activities with their tokens, as deleting the app does.
    mutating func forgetActivities(_ reason: String, at now: Tick, _ step: inout Step) {
        for activity in activities.all {
            retireToken(of: activity, reason, now, &step)
        }
        if let token = activities.startToken {
            keep(
                TokenRow.activityStart, token, settings.apnsEnvironment, .retired, reason, now,
                &step)
        }
        let count = activities.count
        activities = ActivityService()
        activities.count = count
    }

    /// Makes the changes that are due: content is outdated, the system ends one, or removes it.
    mutating func passActivities(at now: Tick, _ step: inout Step) {
        for activity in activities.all where activity.due <= now {
            guard let place = activities.all.firstIndex(where: { $0.id == activity.id }) else {
                continue
            }
            step.touch(.appState(address))
            if !activity.isRunning {
                activities.all.remove(at: place)
                step.report(
                    Fact(
                        .removed, activity.id, "leaves the Lock Screen", rule: .activityDismissal))
            } else if activity.startedAt.advanced(by: Activity.lifetime) <= now {
                end(place, at: now, by: .activityLife, &step)
                remove(place, .standard, at: now, &step)
            } else {
                outdate(place, "nothing newer arrived before its stale-date", &step)
            }
        }
    }

    /// Marks one as stale whose content came with a stale-date that had passed already.
    mutating func outdateAtOnce(_ id: String, at now: Tick, _ step: inout Step) {
        guard let place = activities.all.firstIndex(where: { $0.id == id }),
            activities.all[place].isOutdated(at: now)
        else { return }
        outdate(place, "its stale-date had passed when the push arrived", &step)
    }

    private mutating func outdate(_ place: Int, _ reason: String, _ step: inout Step) {
        activities.all[place].state = .stale
        let id = activities.all[place].id
        step.report(
            Fact(
                .live, id, "is stale: \(reason)", rule: .activityStale, .activity(.stale, id),
                of: address))
    }
}

extension TokenRow {
    /// The kind of the token that updates one Live Activity.
    public static let activity = "activity"
    /// The kind of the token that starts Live Activities.
    public static let activityStart = "activity-start"
}
