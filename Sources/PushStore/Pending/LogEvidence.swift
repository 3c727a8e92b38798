import PushExplain
import PushModel
import PushText

/// The evidence for `why`, gathered from a log that holds the whole history.
///
/// The answers equal those of the queries in `DeviceStore.evidence`, to the row.
struct LogEvidence {
    /// Notifications by sequence, in their latest state.
    private var notifications: [Int64: NotificationRow] = [:]
    /// Events in the order of the log, in their latest state.
    private var events: [(record: EventRecord, app: AppAddress)] = []
    private var uploads: [UploadRow] = []
    private var links: [LinkRow] = []
    private var tokens: [TokenRow] = []
    /// The facts of each line that has any.
    private var lines: [[TimedFact]] = []
    /// The number of statements, including those without facts.
    private var statements: Int64 = 0

    /// Reads a log from its beginning.
    ///
    /// The log is this process's own, so a torn record is a defect and ends the process.
    init(_ bytes: UnsafeRawBufferPointer) {
        var decoder = RecordDecoder(bytes)
        var place: Int64 = 0
        while let record = decoder.next() {
            switch record {
            case .change(let change): add(change)
            case .line(let line):
                // Numbered like the journal, in which a line without facts also has a row.
                place += 1
                guard !line.facts.isEmpty else { break }
                let at = place
                lines.append(line.facts.map { TimedFact($0, lineAt: line.at, place: at) })
            case .document: break
            }
        }
        statements = place
        precondition(!decoder.isTorn, "a record that nothing wrote")
    }

    /// Applies a change as the tables would: a later record of the same sequence replaces the
    /// earlier.
    private mutating func add(_ change: Change) {
        switch change {
        case .fact: break
        case .notification(let row): notifications[row.sequence] = row
        case .notificationState(let sequence, let state, _):
            notifications[sequence]?.state = state
        case .event(let queued, let app):
            events.append((EventRecord(queued, state: .queued, upload: nil), app))
        case .eventState(let sequences, let state, let upload):
            let marked = Set(sequences)
            for index in events.indices where marked.contains(events[index].record.sequence) {
                events[index].record.state = state
                events[index].record.upload = upload
            }
        case .dropOldestEvents(let count, let app): drop(count, app)
        case .token(let row): tokens.append(row)
        case .upload(let row): uploads.append(row)
        case .link(let row): links.append(row)
        }
    }

    /// Drops the events with the lowest sequences among an app's queued ones, as the store's SQL
    /// does.
    private mutating func drop(_ count: Int, _ app: AppAddress) {
        let waiting = events.indices
            .filter { events[$0].app == app && events[$0].record.state == .queued }
            .sorted { events[$0].record.sequence < events[$1].record.sequence }
        for index in waiting.prefix(max(0, count)) { events[index].record.state = .dropped }
    }

    /// The facts about a notification.
    private func facts(of row: NotificationRow) -> [TimedFact] {
        lines.flatMap { line in line.filter { $0.fact.notification == row.sequence } }
    }

    /// Gathers what is known about a notification, or about an event that was expected.
    ///
    /// The order of its steps is that of `DeviceStore.evidence`: a change of one must be made in
    /// both.
    func evidence(for subject: WhySubject, app: AppAddress, limit: Int) -> Evidence {
        var evidence = Evidence()
        var app = app
        if let id = subject.id {
            evidence.notification =
                newest { $0.id.isExactly(id) && $0.app == app }
                ?? newest { $0.id.isExactly(id) }
        } else if subject.needsPush {
            let found = newest { $0.app == app && subject.concerns($0) }
            evidence.notification =
                found ?? (subject.fallsBack ? newest { $0.app == app } : nil)
        }
        if let row = evidence.notification {
            evidence.facts = facts(of: row)
            let twin = newest {
                subject.id != nil && $0.id.isExactly(row.id) && $0.app == row.app
                    && ($0.state == .refused) != (row.state == .refused)
            }
            if let twin { evidence.add(twin: twin, facts(of: twin)) }
        }
        if let row = evidence.notification { gatherRows(of: row, subject, limit, &evidence) }
        if !subject.needsPush {
            evidence.owner = evidence.notification?.app
            app = evidence.owner ?? app
            evidence.notification = nil
            evidence.events = waitingAndNewest(of: app, limit)
        }
        gatherFacts(for: subject, app, limit, &evidence)
        let last = subject.symptom == .link ? links.last { $0.app == app } : nil
        if evidence.turn(to: last, for: subject) {
            evidence.events = newestEvents(1) {
                [.linkOpen, .deeplinkOpen].contains($0.queued.event.kind)
                    && $0.queued.event.messageID == nil && $1 == app
            }
            evidence.keepEventsOfLink()
        } else if let kind = subject.event,
            !subject.needsPush || evidence.notification == nil
        {
            evidence.events = newestEvents(1) {
                $0.queued.event.kind == kind && $1 == app
            }
        }
        evidence.userless = userlessEvent(of: app, for: subject, evidence)
        // An ID may lead to a push for another device than the one in question.
        let addressed = evidence.notification?.app ?? app
        evidence.uploads = uploads(
            of: addressed, last: limit, and: evidence.events.compactMap(\.upload))
        evidence.addCopies(upload(bringing:))
        evidence.tokens = tokens.filter { $0.app == app }
        if addressed != app { evidence.tokens += tokens.filter { $0.app == addressed } }
        return evidence
    }

    /// Returns the events of an app that a question about all of them can be about: the oldest that
    /// wait, which are uploaded first however many came after them, and the newest.
    private func waitingAndNewest(of app: AppAddress, _ limit: Int) -> [EventRecord] {
        let waiting = events.filter { $0.app == app && $0.record.state == .queued }
            .map(\.record).sorted { $0.sequence < $1.sequence }.prefix(limit)
        let known = Set(waiting.map(\.sequence))
        let newest = newestEvents(limit) { $1 == app }.filter { !known.contains($0.sequence) }
        return (waiting + newest).sorted { $0.sequence < $1.sequence }
    }

    /// Returns the newest uploads of an app and those with some numbers, oldest first.
    private func uploads(
        of app: AppAddress, last count: Int, and numbers: [Int64]
    ) -> [UploadRow] {
        let sorted = uploads.sorted { $0.sequence < $1.sequence }
        let own = sorted.filter { $0.app == app }.suffix(count)
        let named = Set(numbers + own.map(\.sequence))
        return sorted.filter { named.contains($0.sequence) }
    }

    /// Gathers the links and events of a push, without those of an earlier one with its ID.
    private func gatherRows(
        of row: NotificationRow, _ subject: WhySubject, _ limit: Int, _ evidence: inout Evidence
    ) {
        evidence.links = links.filter {
            $0.notification?.isExactly(row.id) == true && $0.app == row.app
        }.suffix(limit)
        evidence.events = events(of: row, for: subject, limit)
        let namesake = newest {
            $0.id.isExactly(row.id) && $0.app == row.app && $0.sequence < row.sequence
        }
        if let namesake { evidence.leaveOut(namesake: facts(of: namesake), for: subject) }
    }

    /// Gathers the facts that belong to no notification: recent ones, and those that last.
    private func gatherFacts(
        for subject: WhySubject, _ app: AppAddress, _ limit: Int, _ evidence: inout Evidence
    ) {
        evidence.appFacts = Array(
            lines.suffix(limit).flatMap { line in line.filter { $0.fact.notification == nil } }
                .suffix(limit))
        let oldest = evidence.oldestPlace
        evidence.recentPlace = oldest
        let unsearched = statements - Int64(Evidence.searched)
        var older = facts(from: unsearched + 1, upTo: oldest, Evidence.lasts)
        // A message may have come to other apps than the one in question.
        if let id = subject.id, evidence.notification?.app != app {
            older =
                facts(from: 1, upTo: min(oldest, unsearched)) {
                    $0.occurrence?.code.endsExactly(with: ":" + id) == true
                } + older
        }
        evidence.add(older: older)
        evidence.hasEveryChoice = unsearched <= 0
        if evidence.concernsActivities(subject) {
            evidence.activityFacts = activityFacts(
                of: evidence.notification?.app ?? app, last: limit,
                besides: evidence.notification?.sequence)
        }
    }

    /// Finds what the newest pushes to an app's Live Activities did to them, besides one push.
    private func activityFacts(
        of app: AppAddress, last count: Int, besides push: Int64?
    ) -> [TimedFact] {
        let pushes = notifications.values
            .filter { $0.app == app && $0.isForActivity && $0.sequence != push }
            .map(\.sequence).sorted().suffix(count)
        let wanted = Set(pushes)
        return lines.joined().filter { entry in
            guard case .activity? = entry.fact.occurrence else { return false }
            return entry.fact.notification.map(wanted.contains) ?? false
        }
    }

    /// Returns the newest events of a push; of the type in question if others crowd it out.
    private func events(
        of row: NotificationRow, for subject: WhySubject, _ limit: Int
    ) -> [EventRecord] {
        func isOfPush(_ record: EventRecord, _ app: AppAddress) -> Bool {
            record.queued.event.messageID?.isExactly(row.id) == true && app == row.app
        }
        let all = newestEvents(limit, isOfPush)
        guard all.count == limit, let kind = subject.event else { return all }
        return newestEvents(limit) { isOfPush($0, $1) && $0.queued.event.kind == kind }
    }

    /// Returns the newest event in question that has no user; nil if the question is not about
    /// users, or about events of one type.
    private func userlessEvent(
        of app: AppAddress, for subject: WhySubject, _ evidence: Evidence
    ) -> EventRecord? {
        guard subject.asksForUser, subject.event == nil, evidence.namesakePlace == nil,
            evidence.notification != nil || !subject.needsPush
        else { return nil }
        let row = evidence.notification
        return newestEvents(1) { record, owner in
            let event = record.queued.event
            return event.userID == nil && owner == row?.app ?? app
                && row.map { event.messageID?.isExactly($0.id) == true } ?? true
        }.last
    }

    /// Returns the number of other events that a service acknowledged and that have an event's
    /// fields.
    func acknowledged(like event: Event) -> Int {
        let like = events.lazy.filter { entry in
            let other = entry.record.queued.event
            return entry.record.state == .uploaded && other.kind == event.kind
                && other.time == event.time && Self.areEqual(other.messageID, event.messageID)
                && Self.areEqual(other.userID, event.userID)
                && Self.areEqual(other.value, event.value)
                && (event.fcmToken == nil || other.fcmToken == event.fcmToken)
                && other.uuid != event.uuid
        }
        return Set(like.map(\.record.queued.event.uuid)).count
    }

    /// Returns the number of events of a message that apps tracked, of a type as the column has it.
    func tracked(_ type: String, of id: String) -> Int {
        let found = events.lazy.map(\.record.queued.event).filter {
            $0.kind.rawValue == type && Self.areEqual($0.messageID, id)
        }
        return Set(found.map(\.uuid)).count
    }

    /// Returns the apps, besides one, of which a service acknowledged events of a message.
    func senders(
        ofEvents kind: Event.Kind?, about id: String, besides app: AppAddress
    ) -> [AppAddress] {
        var senders: [AppAddress] = []
        let own = events.lazy.filter { $0.app == app }.map(\.record.queued.event)
        let uuids = Set(own.filter { Self.areEqual($0.messageID, id) }.map(\.uuid))
        for (record, sender) in events where sender != app && record.state == .uploaded {
            let event = record.queued.event
            guard kind.map({ $0 == event.kind }) ?? true, Self.areEqual(event.messageID, id),
                !uuids.contains(event.uuid),
                senders.count < Evidence.limit, !senders.contains(sender)
            else { continue }
            senders.append(sender)
        }
        return senders
    }

    /// Returns the last upload by which a phone brought an event with a uuid.
    private func upload(bringing uuid: String) -> UploadRow? {
        let number = events.lazy
            .filter { $0.record.state == .uploaded && $0.record.queued.event.uuid == uuid }
            .compactMap(\.record.upload).max()
        return uploads.last { $0.sequence == number }
    }

    private static func areEqual(_ first: String?, _ second: String?) -> Bool {
        first.map(ExactText.init) == second.map(ExactText.init)
    }

    /// Returns the facts of a kind that the statements between two places reported.
    private func facts(
        from first: Int64, upTo last: Int64, _ isWanted: (Fact) -> Bool
    ) -> [TimedFact] {
        lines.joined().filter { entry in
            entry.place <= last && entry.place >= first && entry.fact.notification == nil
                && isWanted(entry.fact)
        }
    }

    /// Returns the matching notification with the highest sequence.
    private func newest(_ isWanted: (NotificationRow) -> Bool) -> NotificationRow? {
        notifications.values.filter(isWanted).max { $0.sequence < $1.sequence }
    }

    /// Returns the matching events with the highest sequences, oldest first.
    private func newestEvents(
        _ limit: Int, _ isWanted: (EventRecord, AppAddress) -> Bool
    ) -> [EventRecord] {
        events.filter { isWanted($0.record, $0.app) }.map(\.record)
            .sorted { $0.sequence < $1.sequence }.suffix(limit)
    }
}

extension EventRecord {
    fileprivate var sequence: Int64 { queued.sequence }
}

extension TimedFact {
    /// Makes a fact; without a time of its own it has that of its line.
    fileprivate init(_ fact: PendingFact, lineAt: Tick, place: Int64) {
        self.init(
            Fact(fact),
            at: fact.at.map(Tick.init(milliseconds:)) ?? lineAt, place: place)
    }
}
