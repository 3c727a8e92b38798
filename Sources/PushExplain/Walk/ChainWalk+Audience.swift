import PushModel
import PushSimulation
import PushText

/// A message that a gateway accepted although the app was not subscribed to what it names: a topic,
/// a condition or a channel.
extension ChainWalk {
    /// A message that did not reach the app, with the time when it was sent.
    struct UnfollowedPush {
        let audience: Occurrence.Audience
        let id: String
        let at: Tick
        let place: Int64
        /// Whether it reached other apps.
        let isFollowed: Bool

        var isForActivities: Bool { if case .channel = audience { true } else { false } }
    }

    /// Finds the message in question if the app was not in its audience: by its ID, else the last
    /// one when no push came, waited, was lost or was refused after it.
    func findUnfollowedPush() -> UnfollowedPush? {
        guard subject.needsPush, !isLocal, row == nil || subject.id == nil,
            !subject.asksForRefusal || evidence.refusals.isEmpty
        else { return nil }
        for entry in evidence.appFacts.reversed() {
            guard let push = UnfollowedPush(entry) else {
                if subject.id == nil, isNewPush(entry) { return nil }
                continue
            }
            if let wanted = subject.id {
                guard wanted.isExactly(push.id) else { continue }
            } else {
                // An event of a push that came says more than a message that did not.
                guard subject.event == nil || row == nil, isMeant(push),
                    row.map({ isLater(entry, than: $0) }) ?? true,
                    evidence.refusals.last.map({ isLater(entry, than: $0) }) ?? true
                else { return nil }
            }
            let isOutside = currentApp.map {
                Self.isOutside($0, push, on: device, evidence, in: world)
            }
            let isMissing = row?.id.isExactly(push.id) != true
            return (!push.isFollowed || isOutside == true) && isMissing ? push : nil
        }
        return nil
    }

    /// Whether a question without an ID can be about a message that the app did not get, rather
    /// than about the last push that it got.
    private func isMeant(_ push: UnfollowedPush) -> Bool {
        if push.isFollowed, push.isForActivities != (subject.symptom == .activity) { return false }
        guard row != nil else { return true }
        // Who misses the picture or the sound has seen the notification.
        return push.isFollowed
            ? subject.symptom == .banner && isPresented
            : [nil, .banner, .activity, .tap, .link].contains(subject.symptom)
    }

    /// Notes which other device or app got the push in question.
    mutating func noteReceiver() {
        guard let receiver else { return }
        let (owner, command) =
            receiver.device == device.name
            ? (receiver.bundleID, "app launch") : (receiver.device, "device use")
        note("`\(owner)` got it: `\(command) \(owner)`, then `why \(name)`")
    }

    /// Whether a fact reports another push for the device: APNs keeps it, or dropped it at once.
    private func isNewPush(_ entry: TimedFact) -> Bool {
        switch entry.fact.occurrence {
        case .stored(let name)?: name ?? device.name == device.name
        case .lost(.offline, _, let addressee)?, .lost(.asleep, _, let addressee)?,
            .lost(.notStored, _, let addressee)?:
            addressee?.device ?? device.name == device.name
        default: false
        }
    }

    /// The app that got a push which the current one of the asked device did not get: this is not
    /// in the audience, or APNs keeps the push for it, or dropped it; nil if nothing of that is
    /// known.
    static func receiver(
        besides asked: Device, _ subject: WhySubject, _ evidence: Evidence, in world: World
    ) -> AppAddress? {
        guard subject.needsPush, let id = subject.id, let row = evidence.notification,
            asked.apps.indices.contains(asked.currentApp)
        else { return nil }
        let app = asked.apps[asked.currentApp]
        guard row.app != app.address else { return nil }
        if app.stored?.push.id?.isExactly(id) == true
            || evidence.appFacts.contains(where: { isLoss(of: id, for: app.address, $0.fact) })
        {
            return row.app
        }
        let push = evidence.appFacts.lazy.reversed().compactMap(UnfollowedPush.init)
            .first { $0.id.isExactly(id) }
        guard let push, push.isFollowed, row.app.device != asked.name,
            isOutside(app, push, on: asked, evidence, in: world)
        else { return nil }
        return row.app
    }

    /// Whether a message was sent after a push came; a script's clock may stand still meanwhile.
    private func isLater(_ entry: TimedFact, than row: NotificationRow) -> Bool {
        let place = evidence.facts.first?.place ?? 0
        guard place > 0, entry.place > 0 else { return entry.at > row.arrivedAt }
        return entry.place > place
    }

    /// Whether a fact was reported after a push was refused.
    func isLater(_ entry: TimedFact, than refused: RefusedPush) -> Bool {
        guard let place = refused.place, entry.place > 0 else { return entry.at > refused.at }
        return entry.place > place
    }

    /// Reports a message that nobody got, or only others.
    mutating func notFollowed(_ push: UnfollowedPush) {
        let found: String
        let cure: String
        switch push.audience {
        case .topic(let name):
            found =
                (push.isFollowed
                    ? "FCM sent it to the topic `\(name)`, to which `\(device.name)` was not "
                        + "subscribed"
                    : "FCM accepted it, but no installation was subscribed to the topic `\(name)`")
                + (hadTokenThen
                    ? ""
                    : push.isFollowed
                        ? ": it had no registration token yet"
                        : ": `\(device.name)` had no registration token yet")
            cure = self.cure(for: push, topic: name)
            noteLostSubscription(to: name)
        case .condition(let text):
            let mismatch = mismatch(with: text)
            found =
                (push.isFollowed
                    ? "FCM sent it to the installations that match \(text), and `\(device.name)` "
                        + "did not"
                    : "FCM accepted it, but no installation matched the condition \(text)")
                + (mismatch.map { ": " + $0 } ?? "")
            cure = self.cure(forCondition: text)
            noteOrder(of: text)
        case .channel(let id):
            found =
                push.isFollowed
                ? "APNs sent it to the channel, to which no Live Activity of `\(device.name)` was "
                    + "subscribed"
                : "APNs accepted it, but no Live Activity was subscribed to the channel"
            cure = self.cure(for: push, channel: id)
        }
        let rule = push.isForActivities ? RuleID.activityChannel : .fcmTopic
        broken(.gateway, .notSubscribed, found, Basis(rule), cure: cure)
    }

    /// Whether FCM had given the app a token by the time of the message, or that is not known.
    private var hadTokenThen: Bool {
        guard let now = currentApp, let project = now.settings.firebase else { return true }
        let issued = evidence.appFacts.first {
            $0.fact.verb == .token && $0.fact.subject == "registration" && isOwn($0.fact)
        }
        return issued.map(isEarlier) ?? (now.tokens.cached(project.senderID) != nil)
    }

    /// Notes that an earlier installation of the app had subscribed to a topic.
    private mutating func noteLostSubscription(to topic: String) {
        guard let app, let project = app.settings.firebase,
            !app.isSubscribed(to: topic, of: project.senderID),
            app.tokens.subscriptions.contains(where: {
                $0.topic == topic && $0.senderID == project.senderID
            })
        else { return }
        note("an earlier installation of the app had subscribed, and that ended with it")
    }

    /// The command that lets a push to a channel reach a Live Activity.
    private func cure(for push: UnfollowedPush, channel id: String) -> String {
        let isKept = world.surroundings.channels.contains {
            $0.id == id && $0.keeps(push.id, at: world.surroundings.now)
        }
        let start =
            toFront + activityStart.dropLast() + " --channel \(id.asWord)`"
            + (isKept ? ": APNs keeps it for new subscribers" : ", then send it again")
        guard Version(device.os) < Version(App.channelVersion) else { return start }
        return "channels need iOS \(App.channelVersion), and `\(device.name)` has \(device.os): "
            + "`device add newer --os \(App.channelVersion)`, the app on it, and there \(start)"
    }

    /// The command that subscribes the app to a topic, after what the SDK's call needs.
    private func subscribing(to topic: String) -> String {
        afterSetup("`topic subscribe \(topic.asWord)`")
    }

    /// Commands about topics, after what the SDK's calls need.
    func afterSetup(_ command: String) -> String {
        guard let now = currentApp else { return command }
        if now.settings.firebase == nil {
            return "add Firebase to the app: `app import FILE` reads its GoogleService-Info.plist; "
                + "then `app launch` and \(command)"
        }
        return now.state == .uninstalled
            ? onlineFirst + installing + ", `app launch`, then \(command)"
            : inApp(now, command)
    }

    /// The command that lets a message to a topic reach the app.
    private func cure(for push: UnfollowedPush, topic: String) -> String {
        guard let app, let project = app.settings.firebase,
            app.isSubscribed(to: topic, of: project.senderID)
        else {
            if let cure = cureForKept([.init(topic, subscribes: true)]) { return cure }
            let other = app?.tokens.subscriptions.map(\.topic).first {
                $0 != topic && $0.lowercased() == topic.lowercased()
            }
            return (other.map { "send it to `\($0)`, letter by letter; or " } ?? "")
                + subscribing(to: topic) + ", then send it again"
        }
        let isOlder = app.tokens.subscriptions.contains {
            $0.topic == topic && $0.senderID == project.senderID && $0.since < push.at
        }
        return isOlder
            ? "the app is subscribed in another project: send from `\(project.projectID)`"
            : "the app is subscribed now: send it again"
    }
}

extension ChainWalk {
    /// Whether an app shares the project or the bundle ID of a message's audience without being
    /// in it: the message has left no trace on its device.
    private static func isOutside(
        _ app: App, _ push: UnfollowedPush, on device: Device, _ evidence: Evidence,
        in world: World
    ) -> Bool {
        guard app.state != .uninstalled, app.stored?.push.id?.isExactly(push.id) != true,
            !app.activities.stored.contains(where: { $0.push.id?.isExactly(push.id) == true }),
            !evidence.appFacts.contains(where: { isLoss(of: push.id, for: app.address, $0.fact) })
        else { return false }
        let others = world.devices.flatMap(\.apps).filter { $0.address.device != device.name }
        if push.isForActivities {
            return app.activities.all.contains(where: \.isRunning)
                && others.contains { $0.address.bundleID == app.address.bundleID }
        }
        guard let sender = app.settings.firebase?.senderID,
            others.contains(where: { $0.settings.firebase?.senderID == sender })
        else { return false }
        guard case .topic(let name) = push.audience else { return true }
        // Who had subscribed before was in it, and the trace of the message is gone.
        return !app.tokens.subscriptions.contains {
            $0.topic == name && $0.senderID == sender && $0.since < push.at
                && $0.installationID == app.tokens.installationID
        }
    }

    /// Whether a fact reports that a push for an app was dropped.
    ///
    /// Older rows name no app, and a device only where APNs dropped it at once.
    private static func isLoss(of id: String, for app: AppAddress, _ fact: Fact) -> Bool {
        guard case .lost(_, let lost, let addressee)? = fact.occurrence, lost.isExactly(id) else {
            return false
        }
        return fact.app.map { $0 == app } ?? (addressee?.device == app.device)
    }
}

extension ChainWalk.UnfollowedPush {
    /// Reads the report of a message to an audience; nil for another fact.
    fileprivate init?(_ entry: TimedFact) {
        switch entry.fact.occurrence {
        case .unfollowed(let audience, let id)?:
            self.init(
                audience: audience, id: id, at: entry.at, place: entry.place, isFollowed: false)
        case .selected(let audience, let id)?:
            self.init(
                audience: audience, id: id, at: entry.at, place: entry.place, isFollowed: true)
        default: return nil
        }
    }
}
