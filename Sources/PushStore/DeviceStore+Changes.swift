import PushModel
import PushText

extension DeviceStore {
    /// Writes one change into the database.
    ///
    /// Runs inside the command's transaction, or inside the one that turns kept commands into rows;
    /// in the latter, notifications and events wait in `gathered` and `gatheredEvents` for their
    /// final state. A fact has no row of its own: it goes into the journal with its command's line.
    func write(_ change: Change) throws(StoreError) {
        switch change {
        case .fact(let fact): keep(fact)
        case .notification(let row): try gather(row)
        case .notificationState(let sequence, let state, let at):
            if gathered?.change(sequence, to: state, at: at) == true { return }
            try base.statement(
                "UPDATE notifications SET state = ?, changed_ms = ? WHERE sequence = ?"
            ).bind(state.rawValue).bind(at.milliseconds).bind(sequence).run()
        case .event(let event, let app): try add(event, app)
        case .eventState(let sequences, let state, let upload):
            try writeGatheredEvents()
            try mark(sequences, state, upload)
        case .dropOldestEvents(let count, let app): try dropOldest(count, app)
        case .token(let row): try insert(row)
        case .upload(let row): try insert(row)
        case .link(let row): try insert(row)
        }
    }

    /// Facts take the long way through a record: command by command or out of a log, one function
    /// then writes the JSON of the journal.
    private func keep(_ fact: Fact) {
        keepEncoded { RecordEncoder.encode(fact, to: $0) }
    }

    func keep(_ fact: PendingFact) {
        keepEncoded { RecordEncoder.encode(fact, to: $0) }
    }

    /// Encodes a fact and keeps it at once: `FactBytes` points into the buffer, which ends with
    /// this call.
    private func keepEncoded(_ encode: (RecordBuffer) -> Void) {
        let buffer = RecordBuffer(capacity: 1 << 10)
        encode(buffer)
        var decoder = RecordDecoder(buffer.bytes)
        keep(decoder.fact(hasOccurrence: true))
    }

    /// The number by which `fact_subjects` names the lines whose facts may last; notifications have
    /// numbers from 1.
    static let lasting: Int64 = 0

    /// Keeps a fact for the command's line in the journal.
    ///
    /// A fact that happened after the command's start has its own time after the rest, and one with
    /// a code (`Fact.code`) has that after the time.
    ///
    /// The array is `[verb, subject, text, rule, notification, time, code]`; the views
    /// `facts` and `recorded_facts` read it by position, so an element may be added only at its
    /// end. The closing bracket of the whole list is written with the line. A notification that is
    /// named is noted for `fact_subjects`, by which `why` finds the line, and so is a code that
    /// begins with `Fact.codeMark`.
    func keep(_ fact: FactBytes) {
        pendingFacts.append(pendingFacts.count == 0 ? "[[" : ",[")
        JSON.write(string: fact.verb, into: &pendingFacts)
        pendingFacts.append(Ascii.comma)
        JSON.write(string: fact.subject, into: &pendingFacts)
        pendingFacts.append(Ascii.comma)
        JSON.write(string: fact.text, into: &pendingFacts)
        pendingFacts.append(Ascii.comma)
        JSON.write(string: fact.rule, into: &pendingFacts)
        pendingFacts.append(Ascii.comma)
        if let number = fact.notification {
            pendingFacts.append(decimal: number)
        } else {
            pendingFacts.append("null")
        }
        if let at = fact.at {
            pendingFacts.append(Ascii.comma)
            pendingFacts.append(decimal: at)
        } else if !fact.code.isEmpty {
            pendingFacts.append(",null")
        }
        if !fact.code.isEmpty {
            pendingFacts.append(Ascii.comma)
            JSON.write(string: fact.code, into: &pendingFacts)
            if fact.code.first == Ascii.at { pendingSubjects.append(Self.lasting) }
        }
        pendingFacts.append(Ascii.closeBracket)
        if let number = fact.notification, number != pendingSubjects.last {
            pendingSubjects.append(number)
        }
    }

    /// Writes a notification's row, or holds it until its state is final.
    ///
    /// Without `gathered` the row is written at once, as changed at its arrival.
    private func gather(_ row: NotificationRow) throws(StoreError) {
        guard let full = gathered?.add(row) else {
            return try insert(row, changedAt: row.arrivedAt)
        }
        for entry in full { try insert(entry.row, changedAt: entry.changedAt) }
    }

    /// Writes the notifications on hold.
    ///
    /// Must follow the last change of the log: a row that is written before a later change of its
    /// state keeps the old state.
    func writeGatheredNotifications() throws(StoreError) {
        for entry in gathered?.takeAll() ?? [] {
            try insert(entry.row, changedAt: entry.changedAt)
        }
    }

    /// Writes the row, and one in `places` only if there is something to put there: most pushes of
    /// a server have none.
    private func insert(_ row: NotificationRow, changedAt: Tick) throws(StoreError) {
        let base = try base
        let insert = try base.insert(NotificationRow.self, besides: ["changed_ms"])
        try row.bind(to: insert.bind(changedAt.milliseconds)).run()
        guard row.place != nil || row.attachment != nil || row.level != nil else { return }
        let place = try base.insert(NotificationPlace.self, besides: ["notification"])
        try NotificationPlace(row: row).bind(to: place.bind(row.sequence)).run()
    }

    /// Writes an event's row, or holds it for a while: it may be dropped soon.
    ///
    /// The buffer is emptied before it overflows, not after, so that its drops are counted against
    /// events that were there when they happened.
    private func add(_ queued: QueuedEvent, _ app: AppAddress) throws(StoreError) {
        guard gatheredEvents != nil else { return try insert(queued, app, .queued) }
        if gatheredEvents?.isFull == true { try writeGatheredEvents() }
        gatheredEvents?.add(queued, app)
    }

    /// Writes the events on hold, and marks those that were dropped; to be called before anything
    /// reads the queue.
    ///
    /// The drops come first and take the oldest: rows of the table, then events that still wait
    /// here. Ends with an empty buffer, still gathering.
    func writeGatheredEvents() throws(StoreError) {
        guard var events = gatheredEvents else { return }
        gatheredEvents = GatheredEvents()
        for (app, count) in events.drops {
            let marked = try mark(dropped: count, app)
            events.markDropped(count - marked, app)
        }
        for entry in events.entries {
            try insert(entry.queued, entry.app, entry.isDropped ? .dropped : .queued)
        }
    }

    /// The upload is NULL: an event gets one with its state `uploaded` or `poisoned`.
    private func insert(
        _ queued: QueuedEvent, _ app: AppAddress, _ state: EventState
    ) throws(StoreError) {
        let insert = try base.insert(QueuedEvent.self, besides: ["device", "app", "state"])
            .bind(app.device).bind(app.bundleID).bind(state.rawValue)
        try queued.bind(to: insert).run()
    }

    /// Marks events; neighbours in the queue are marked by one statement.
    ///
    /// `OR FAIL` spares SQLite a copy of every page in case the statement fails midway: the whole
    /// command is rolled back then.
    private func mark(
        _ sequences: [Int64], _ state: EventState, _ upload: Int64?
    ) throws(StoreError) {
        let update = try base.statement(
            "UPDATE OR FAIL events SET state = ?, upload = ? WHERE sequence BETWEEN ? AND ?")
        var index = 0
        while index < sequences.count {
            let first = sequences[index]
            var last = first
            index += 1
            while index < sequences.count && sequences[index] == last &+ 1 {
                last = sequences[index]
                index += 1
            }
            try update.bind(state.rawValue).bind(upload).bind(first).bind(last).run()
        }
    }

    /// Drops the oldest events, as a full queue does for each new one.
    ///
    /// While events are gathered the drop is only counted, in O(1); the rows follow in one
    /// statement.
    private func dropOldest(_ count: Int, _ app: AppAddress) throws(StoreError) {
        if gatheredEvents != nil {
            gatheredEvents?.drop(count, app)
        } else if count == 1 {
            try markOldestDropped(app)
        } else {
            _ = try mark(dropped: count, app)
        }
    }

    /// Marks the oldest queued events of an app as dropped.
    ///
    /// - Returns: their number, which may be smaller.
    private func mark(dropped count: Int, _ app: AppAddress) throws(StoreError) -> Int {
        let base = try base
        try base.statement(
            """
            UPDATE OR FAIL events SET state = 'dropped' WHERE sequence IN (
              SELECT sequence FROM events
              WHERE state = 'queued' AND device = ? AND app = ? ORDER BY sequence LIMIT ?)
            """
        ).bind(app.device).bind(app.bundleID).bind(Int64(max(0, count))).run()
        return Int(base.changes)
    }

    /// Drops the single oldest event, as a full queue does for each new one.
    ///
    /// By its key SQLite changes the row without a statement journal, at a third of the cost. The
    /// oldest event is usually the one after the last dropped, since events never return to the
    /// queue.
    private func markOldestDropped(_ app: AppAddress) throws(StoreError) {
        if let last = lastDropped, last.app == app {
            try base.statement(
                """
                UPDATE events SET state = 'dropped'
                WHERE sequence = ? AND state = 'queued' AND device = ? AND app = ?
                """
            ).bind(last.sequence + 1).bind(app.device).bind(app.bundleID).run()
            if try base.changes > 0 {
                lastDropped = (app, last.sequence + 1)
                return
            }
        }
        let oldest = try base.statement(
            """
            SELECT sequence FROM events
            WHERE state = 'queued' AND device = ? AND app = ? ORDER BY sequence LIMIT 1
            """
        ).bind(app.device).bind(app.bundleID).firstInteger()
        guard let oldest else { return }
        try base.statement("UPDATE events SET state = 'dropped' WHERE sequence = ?")
            .bind(oldest).run()
        lastDropped = (app, oldest)
    }

    /// Appends; the history of a token is never changed, so that `why` can go back in it.
    private func insert(_ row: TokenRow) throws(StoreError) {
        try row.bind(to: base.insert(TokenRow.self)).run()
    }

    /// Appends; `notification` is the ID of the push whose tap opened the link, if there was one.
    private func insert(_ row: LinkRow) throws(StoreError) {
        try row.bind(to: base.insert(LinkRow.self)).run()
    }

    /// Writes the attempt and the service's answer to each of its events, in two tables.
    private func insert(_ row: UploadRow) throws(StoreError) {
        try row.bind(to: base.insert(UploadRow.self)).run()
        try insert(row.receipts, upload: row.sequence)
    }

    /// Inserts receipts; neighbours with the same outcome share a row, which the view `receipts`
    /// unfolds.
    ///
    /// A run ends where the outcome changes or a sequence is missing; `position` counts events of
    /// the upload from 0.
    private func insert(_ receipts: [UploadReceipt], upload: Int64) throws(StoreError) {
        let insert = try base.statement("INSERT INTO receipt_runs VALUES(?, ?, ?, ?, ?)")
        var start = 0
        while start < receipts.count {
            let first = receipts[start]
            var end = start + 1
            while end < receipts.count && receipts[end].error == first.error
                && receipts[end].event == first.event &+ Int64(end - start)
            {
                end += 1
            }
            try insert.bind(upload).bind(Int64(start)).bind(first.event).bind(Int64(end - start))
                .bind(first.error).run()
            start = end
        }
    }
}
