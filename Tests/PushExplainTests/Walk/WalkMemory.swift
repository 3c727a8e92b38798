import PushModel

@testable import PushExplain
@testable import PushSimulation

/// The newest of what a walk left behind, as the store would answer `why` from it.
///
/// Bounded, so that a walk of a million steps needs no more than a short one.
struct WalkMemory {
    private var notifications: [NotificationRow] = []
    private var facts: [TimedFact] = []
    private var events: [EventRecord] = []
    private var uploads: [UploadRow] = []
    private var links: [LinkRow] = []
    private var tokens: [TokenRow] = []

    /// Keeps a change that the world made.
    mutating func keep(_ change: Change, at now: Tick) {
        switch change {
        case .notification(let row): Self.append(row, to: &notifications, limit: 40)
        case .notificationState(let sequence, let state, _):
            let index = notifications.lastIndex { $0.sequence == sequence }
            if let index { notifications[index].state = state }
        case .event(let queued, _): Self.append(EventRecord(queued), to: &events, limit: 200)
        case .eventState(let sequences, let state, let upload):
            for index in events.indices where sequences.contains(events[index].queued.sequence) {
                events[index].state = state
                events[index].upload = upload
            }
        case .dropOldestEvents: break
        case .token(let row): Self.append(row, to: &tokens, limit: 40)
        case .upload(let row): Self.append(row, to: &uploads, limit: 40)
        case .link(let row): Self.append(row, to: &links, limit: 40)
        case .fact(let fact): Self.append(TimedFact(fact, at: now), to: &facts, limit: 400)
        }
    }

    private static func append<Row>(_ row: Row, to rows: inout [Row], limit: Int) {
        rows.append(row)
        // Not with every row: moving the rest would cost more than the walk itself.
        if rows.count >= 2 * limit { rows.removeFirst(limit) }
    }

    /// A message ID of the newest notifications, counted from the newest.
    func id(_ back: Int) -> String? {
        notifications.isEmpty ? nil : notifications[max(0, notifications.count - 1 - back)].id
    }

    /// What the session's queries would find.
    func evidence(_ subject: WhySubject) -> Evidence {
        var evidence = Evidence()
        evidence.notification = notifications.last { row in
            subject.id.map { row.id == $0 } ?? true
        }
        if !subject.needsPush { evidence.notification = nil }
        let row = evidence.notification
        evidence.facts = facts.filter { row != nil && $0.fact.notification == row?.sequence }
        evidence.appFacts = facts.filter { $0.fact.notification == nil }.suffix(100)
        evidence.tokens = tokens
        evidence.links = links.filter { $0.notification == row?.id }
        evidence.events =
            subject.needsPush
            ? events.filter { $0.queued.event.messageID == row?.id }
            : events.filter { $0.queued.event.kind == .tokenRegister }.suffix(1)
        evidence.uploads = uploads
        return evidence
    }
}
