import PushModel
import PushSimulation
import PushText

/// A push that left no row: APNs keeps it or dropped it, or it was refused before it had one.
///
/// One app may have all three at once, and a question without an ID means the newest of them. So
/// does a question about an ID under which several were sent.
extension ChainWalk {
    /// The fate of such a push.
    enum Unarrived {
        case stored(StoredPush)
        case lost(Occurrence.Loss, Fact)
        case refused(RefusedPush)
    }

    /// A push that APNs accepted, with the report of what became of it.
    private struct Kept {
        var fate: Unarrived
        var at: Tick
        /// The place of the report in the history; 0 if unknown.
        var place: Int64

        /// Whether the report is newer than another; within one instant the statement decides.
        func isLater(than other: Kept) -> Bool {
            place > 0 && other.place > 0 ? place > other.place : at > other.at
        }
    }

    /// The push that waits at APNs; nil if it is not the one in question.
    var storedPush: StoredPush? {
        if case .stored(let push)? = unarrived { push } else { nil }
    }

    /// The loss of a push that APNs did not keep, with its fact; nil if it is not the one in
    /// question.
    var lostPush: (Occurrence.Loss, Fact)? {
        if case .lost(let loss, let fact)? = unarrived { (loss, fact) } else { nil }
    }

    /// The refusal of the push in question; nil if it was accepted, or is not known.
    var refusedPush: RefusedPush? {
        if case .refused(let push)? = unarrived { push } else { nil }
    }

    /// The refusal of the push in question for the token of another target; nil if there was none.
    ///
    /// A sender gives one ID to all targets of a message.
    private var otherTarget: RefusedPush? {
        guard subject.id != nil else { return nil }
        return evidence.refusals.last { subject.canMean($0) && $0.refusal.isOfOneTarget }
    }

    /// Whether the push of a row was refused since for its token, which hides no delivery.
    func isOtherTarget(than row: NotificationRow) -> Bool {
        guard row.state != .refused, subject.id?.isExactly(row.id) == true else { return false }
        return evidence.refusals.last(where: subject.canMean)?.refusal.isOfOneTarget == true
    }

    /// Notes what became of the push in question for another of its targets, or when it was sent
    /// before: `row` is what arrived with its ID.
    mutating func noteOtherTarget(_ arrived: NotificationRow?) {
        if let refused = evidence.refusedTarget, row?.state != .refused {
            note("a target of `\(id ?? name)` was refused: \(refused.reason(about: id ?? name))")
        }
        if row.map({ $0.state != .refused }) ?? isKept, let refused = otherTarget {
            note(
                "a target of `\(subject.id ?? name)` was refused: \(refused.refusal.message)"
                    + (refused.refusal.hint.map { "; \($0)" } ?? ""))
        } else if row == nil, refusedPush != nil, isPushMissing, let arrived,
            arrived.state != .refused, subject.id?.isExactly(arrived.id) == true
        {
            note(
                "a push with the ID `\(arrived.id)` came to `\(arrived.app.device)` before, and is "
                    + "now \(arrived.state.rawValue); this is about the one that was refused since")
        }
    }

    /// Notes that an earlier push to the app had the ID as well, or that a local notification with
    /// it is due.
    mutating func noteNamesake() {
        if row != nil, let scheduled {
            let time = InstantText.format(scheduled.fireAt.milliseconds)
            note("a local notification `\(scheduled.id)` is scheduled for \(time) as well")
        }
        guard let id, row != nil,
            evidence.namesakePlace != nil || fact(ofRules: [.sameMessageID], [.note]) != nil
        else { return }
        note(
            "an earlier push had the ID `\(id)` as well"
                + (subject.asksForCopies && !expectedEvents.isEmpty
                    ? ", with events of its own" : "; this is about the newest"))
    }

    /// The ID of a push that APNs accepted, but that has not arrived.
    var keptID: String? {
        if let storedPush { return storedPush.push.id }
        guard case .lost(_, let id, _)? = lostPush?.1.occurrence else { return nil }
        return id
    }

    /// Whether APNs accepted the push for the app, but it has not arrived.
    var isKept: Bool { storedPush != nil || lostPush != nil }

    /// Whether it is about a push that a gateway accepted, and that has not arrived.
    var isOfUnarrived: Bool {
        row == nil && refusedPush == nil && (keptID != nil || unfollowedPush != nil)
    }

    /// Whether no device was to get the push: nobody was in its audience, or it was refused for
    /// another reason than that a device lacks its app.
    var reachedNobody: Bool {
        if let unfollowedPush { return !unfollowedPush.isFollowed }
        return refusedPush.map { !$0.isSentOut && !$0.refusal.isOfMissingApp } ?? false
    }

    /// Finds the push in question among those that left no row.
    func findUnarrived() -> Unarrived? {
        guard row == nil, subject.needsPush else { return nil }
        let refused = evidence.refusals.last(where: subject.canMean)
        if subject.asksForRefusal, let refused { return .refused(refused) }
        guard let kept = newestKept else { return refused.map(Unarrived.refused) }
        return refused.map { isOver($0, kept) ? kept.fate : .refused($0) } ?? kept.fate
    }

    /// Whether the push that was refused has been sent again since, and was accepted.
    private func isOver(_ refused: RefusedPush, _ kept: Kept) -> Bool {
        if subject.id != nil, refused.refusal.isOfOneTarget { return true }
        if let place = refused.place, kept.place > 0 { return kept.place > place }
        return subject.id == nil ? kept.at > refused.at : kept.at >= refused.at
    }

    /// Whether a push that left no row, and that the question can mean, was sent after a report.
    func wasSent(after entry: TimedFact) -> Bool {
        if let kept = newestKept, kept.place > 0, entry.place > 0, kept.place > entry.place {
            return true
        }
        let refused = evidence.refusals.last(where: subject.canMean)
        return refused.map { !isLater(entry, than: $0) } ?? false
    }

    /// The newest push that the question can mean which APNs keeps or dropped.
    ///
    /// The statement that drops one for another reports both, and means the one that is kept.
    private var newestKept: Kept? {
        let lost = newestLost
        guard let stored = newestStored else { return lost }
        return lost.map { $0.isLater(than: stored) ? $0 : stored } ?? stored
    }

    private var newestLost: Kept? {
        for entry in evidence.appFacts.reversed() {
            if case .lost(let loss, let lost, _)? = entry.fact.occurrence, !loss.isOfLocal,
                id?.isExactly(lost) ?? mayBeOwn(entry)
            {
                return Kept(fate: .lost(loss, entry.fact), at: entry.at, place: entry.place)
            }
        }
        return nil
    }

    private var newestStored: Kept? {
        guard let app else { return nil }
        // A question about a Live Activity is not about an alert that waits.
        let alert = subject.id == nil && subject.symptom == .activity ? nil : app.stored
        var newest: Kept?
        for stored in ([alert].compactMap(\.self) + app.activities.stored.reversed())
        where subject.canMean(stored.push.id) {
            let report = evidence.appFacts.last {
                $0.fact.occurrence?.isStored(on: device.name) == true && mayBeOwn($0)
                    && stored.push.id?.isExactly($0.fact.subject) == true
            }
            let kept = Kept(
                fate: .stored(stored), at: report?.at ?? stored.storedAt,
                place: report?.place ?? 0)
            if newest.map(kept.isLater) ?? true { newest = kept }
        }
        return newest
    }

    /// The push that APNs keeps for a device token which has died meanwhile; nil if it is alive.
    var strandedPush: StoredPush? {
        guard let app, app.tokens.deviceToken == nil, let stored = app.stored,
            stored == storedPush
        else { return nil }
        return stored
    }

    /// Reports that a push at APNs will reach nobody, as its token is dead.
    mutating func stranded(_ stored: StoredPush) {
        let isDeleted = app?.state == .uninstalled
        let died = evidence.tokens.last { $0.kind == "device" && $0.change.isUnknownToAPNs }
        broken(
            .deviceToken, isDeleted ? .appNotInstalled : .notRegistered,
            "\(stored.push.id ?? "the push") waits at APNs for a device token that is dead"
                + (died.map { ": \($0.reason)" } ?? ""),
            Basis(.unregistered),
            cure: onlineFirst
                + (isDeleted ? installing + ", then " : permitted)
                + "`app launch`, then send the push again")
    }

    /// Whether APNs keeps a push that it took after another one came.
    func isStored(after row: NotificationRow) -> Bool {
        guard let stored = newestStored else { return false }
        if case .stored(let push) = stored.fate, push.push.isDataOnly, passesSilent(row) {
            return false
        }
        let place = evidence.facts.first?.place ?? 0
        return place > 0 && stored.place > 0 ? stored.place > place : stored.at >= row.arrivedAt
    }
}

extension Refusal {
    /// Whether a device has no such app: then the push is about that device.
    public var isOfMissingApp: Bool { code == .notInstalled }
}

extension Occurrence.Loss {
    /// Whether it is a local notification that the app could not schedule: no push is lost.
    var isOfLocal: Bool { [.overLimit, .notAllowed, .exception].contains(self) }

    /// Whether APNs dropped the push when it was sent, and had not kept it before.
    var isAtOnce: Bool { [.notStored, .offline, .asleep].contains(self) }
}
