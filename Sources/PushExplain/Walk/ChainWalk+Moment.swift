import PushModel
import PushSimulation
import PushText

/// The time at which the push in question was sent, and the state at that time.
extension ChainWalk {
    /// Whether the app reported a fact before the push came, or with it.
    func isEarlier(_ entry: TimedFact) -> Bool {
        guard let moment else { return true }
        guard moment.place > 0, entry.place > 0 else { return entry.at <= moment.at }
        return entry.place <= moment.place
    }

    /// Finds the time at which the push came, APNs kept or lost it, or nobody followed it; the
    /// statement orders events within one instant.
    func findMoment() -> (at: Tick, place: Int64)? {
        if let row { return (row.arrivedAt, evidence.facts.first?.place ?? 0) }
        if let push = unfollowedPush { return (push.at, push.place) }
        if isPushMissing, let refusedPush { return (refusedPush.at, 0) }
        guard subject.needsPush, let id = subject.id ?? keptID else { return nil }
        let reports = evidence.appFacts.filter { entry in
            switch entry.fact.occurrence {
            case .stored?: entry.fact.subject.isExactly(id)
            case .lost(_, let lost, _)?: lost.isExactly(id)
            default: false
            }
        }
        // What APNs had kept was sent earlier than it was lost.
        let kept = reports.last.flatMap { last in
            guard case .lost(let loss, _, _)? = last.fact.occurrence, !loss.isAtOnce else {
                return last
            }
            return reports.last { if case .stored? = $0.fact.occurrence { true } else { false } }
        }
        return (kept ?? reports.first).map { ($0.at, $0.place) }
    }

    /// Returns the app's settings after some of its facts were reported and before the others.
    ///
    /// Facts of older versions name no app: a key whose newest fact has another value than the
    /// app's is left alone.
    func settings(of app: App, _ isEarlier: (TimedFact) -> Bool) -> AppSettings {
        let changes = evidence.appFacts.compactMap { entry -> (String, String, Bool)? in
            guard case .chosen(.setting(let key, let value))? = entry.fact.occurrence else {
                return nil
            }
            return (key, value, isEarlier(entry))
        }
        var then = app.settings
        for (key, _, isBefore) in changes where !isBefore {
            guard let setting = AppSetting.all.first(where: { $0.key == key }),
                changes.last(where: { $0.0 == key })?.1 == setting.text(app.settings)
            else { continue }
            let before = changes.last { $0.0 == key && $0.2 }?.1
            let profile = AppSettings(
                profile: app.settings.profile, bundleID: app.address.bundleID)
            // The profile's value may have been changed before all that is known.
            guard before != nil || evidence.hasEveryChoice else { continue }
            _ = setting.read(before ?? setting.text(profile), into: &then)
        }
        return then
    }

    /// Returns the switches of Settings that were off after some of the app's facts were reported.
    func switchesOff(of app: App, _ isEarlier: (TimedFact) -> Bool) -> [PermissionSwitch] {
        PermissionSwitch.allCases.filter { control in
            let isOff = app.permission.turnedOff.contains(control)
            let turns = evidence.appFacts.compactMap { entry -> (isOn: Bool, isBefore: Bool)? in
                guard case .chosen(.turned(control, let isOn))? = entry.fact.occurrence else {
                    return nil
                }
                return (isOn, isEarlier(entry))
            }
            // Facts of older versions name no app: one that left another state than the app's is
            // another app's.
            guard turns.contains(where: { !$0.isBefore }), turns.last?.isOn == !isOff else {
                return isOff
            }
            return turns.last(where: \.isBefore)?.isOn == false
        }
    }

    /// Whether the app, which is gone, was there when the push was sent.
    var wasDeletedSince: Bool {
        let deletion = evidence.appFacts.last {
            $0.fact.verb == .app && $0.fact.rule == .appUninstall
        }
        return deletion.map { !isEarlier($0) } ?? false
    }

    /// Whether the push in question is not the last arrival, but one that came to APNs after it:
    /// the newest of all, or the newest with an ID that was sent again.
    func hasNewer(than row: NotificationRow) -> Bool {
        if subject.asksForRefusal, row.state == .refused || !evidence.refusals.isEmpty {
            return row.state != .refused || hasRefused(after: row)
        }
        if subject.asksForPast, !subject.asksForRefusal { return false }
        if isStored(after: row) || hasLost(after: row) { return true }
        return subject.event == nil && hasRefused(after: row) && !isOtherTarget(than: row)
    }

    /// Whether a question that a push answers which was to be seen passes over background pushes.
    func passesSilent(_ row: NotificationRow) -> Bool {
        subject.asksForShown && subject.concerns(row)
    }

    /// Whether a fact is about the app in question; older facts name none, which leaves no doubt
    /// where there is no other.
    func isOwn(_ fact: Fact) -> Bool {
        fact.app.map { $0 == app?.address } ?? Self.isAlone(in: world)
    }

    /// Whether a fact may be about the app in question, where no ID leads to it: of those that name
    /// none, what is long ago may just as well be another's.
    func mayBeOwn(_ entry: TimedFact) -> Bool {
        isOwn(entry.fact)
            || entry.fact.app == nil && (entry.place == 0 || entry.place >= evidence.recentPlace)
    }

    /// Whether there is no other app.
    private static func isAlone(in world: World) -> Bool {
        world.devices.count == 1 && world.device.apps.count <= 1
    }

    /// Whether a push to the app was lost on its way after the newest one came.
    private func hasLost(after row: NotificationRow) -> Bool {
        let last = evidence.appFacts.last { entry in
            guard case .lost(let loss, let id, let addressee)? = entry.fact.occurrence,
                entry.fact.app ?? row.app == row.app,
                !(addressee?.isSilent == true && passesSilent(row))
            else { return false }
            if let wanted = subject.id { return id.isExactly(wanted) }
            return (entry.fact.app != nil || Self.isAlone(in: world))
                && (loss.isAtOnce || loss == .expired || loss == .outlived)
        }
        guard let last else { return false }
        let place = evidence.facts.first?.place ?? 0
        guard place > 0, last.place > 0 else { return last.at > row.arrivedAt }
        return last.place > place
    }

    /// Whether a push was refused after the newest one came.
    private func hasRefused(after row: NotificationRow) -> Bool {
        let last = evidence.refusals.last {
            subject.canMean($0) && !($0.isSilent && passesSilent(row))
        }
        return last.map {
            $0.arrivals.map { $0 >= row.sequence } ?? ($0.at > row.arrivedAt)
        } ?? false
    }
}
