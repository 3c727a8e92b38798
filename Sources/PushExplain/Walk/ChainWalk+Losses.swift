import PushModel
import PushSimulation

/// Events that were lost once: what stops events now comes first.
extension ChainWalk {
    /// Returns the events that a question about all of them concerns.
    ///
    /// Earlier losses are left out and named by notes, once something newer waits or has arrived.
    mutating func currentEvents(_ app: App, _ records: [EventRecord]) -> [EventRecord] {
        let losses = records.map { loss(of: $0, app) }
        let rest = records.indices.filter { losses[$0] == nil }.map { records[$0] }
        guard !rest.isEmpty, rest.count < records.count else { return records }
        if !isStuck(app, rest),
            records.indices.contains(where: {
                losses[$0] != nil
                    && isRecent(records[$0], rest)
            })
        {
            return records
        }
        var told: [String] = []
        for case let loss? in losses where !told.contains(loss) { told.append(loss) }
        let limit = 3
        for loss in told.prefix(limit) { note("earlier events: \(loss)") }
        let untold = losses.count { $0.map { !told.prefix(limit).contains($0) } ?? false }
        if untold > 0 {
            let atLeast = records.count < Evidence.limit ? "" : "at least "
            note("and \(atLeast)\(untold) more \(untold == 1 ? "was" : "were") lost earlier")
        }
        return rest
    }

    /// The permanent loss of an event, or how its stored form differs from the one sent.
    private func loss(of record: EventRecord, _ app: App) -> String? {
        guard record.state != .queued else { return nil }
        var trial = self
        trial.links = []
        trial.walkQueue([record])
        trial.walkUpload(app, [record])
        trial.walkWarehouse(app, [record])
        return trial.links.first { $0.status == .broken }?.found
    }

    /// Whether the waiting events cannot be uploaded in the present state.
    private func isStuck(_ app: App, _ records: [EventRecord]) -> Bool {
        var trial = self
        trial.links = []
        trial.walkUpload(app, records)
        return trial.links.contains { $0.status == .broken }
    }

    /// Whether nothing after a loss shows that it is over.
    private func isRecent(_ lost: EventRecord, _ rest: [EventRecord]) -> Bool {
        guard let newest = rest.last else { return true }
        if newest.queued.sequence < lost.queued.sequence { return true }
        if let upload = lost.upload { return upload >= newest.upload ?? .max }
        // A queue that is still full continues to lose new events.
        let limit = world.surroundings.config.effectiveQueueLimit
        return lost.state == .dropped && !isDeleted(lost)
            && max(rest.count { $0.state == .queued }, currentApp?.queue.count ?? 0) >= limit
    }

    /// Whether an event was deleted with the app's data.
    private func isDeleted(_ record: EventRecord) -> Bool {
        deletion(of: record) != nil
    }

    /// The report that the queue was deleted in which an event waited; nil if nothing deleted it.
    func deletion(of record: EventRecord) -> TimedFact? {
        let tracked = report(of: record)
        return evidence.appFacts.first { entry in
            guard entry.fact.occurrence == .queueDeleted else { return false }
            if let tracked, tracked.place > 0, entry.place > 0 {
                return entry.place > tracked.place
            }
            return entry.at.unixSeconds >= record.queued.event.time
        }
    }

    /// Whether a full queue dropped events after an event was tracked, and before another report.
    func wasFull(since record: EventRecord, until end: TimedFact) -> Bool {
        let tracked = report(of: record)
        return evidence.appFacts.contains { entry in
            entry.fact.rule == .queueOverflow && Self.isBefore(entry, end)
                && (tracked.map { Self.isBefore($0, entry) }
                    ?? (entry.at.unixSeconds >= record.queued.event.time))
        }
    }

    /// The report that an event was tracked: the first of its kind in its second.
    private func report(of record: EventRecord) -> TimedFact? {
        let event = record.queued.event
        return (evidence.facts + evidence.appFacts).first {
            $0.fact.verb == .tracked && $0.fact.subject == event.kind.rawValue
                && $0.at.unixSeconds == event.time
        }
    }
}
