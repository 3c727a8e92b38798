import PushExplain
import PushModel
import PushText

/// The queries with which `why` searches the history.
extension DeviceStore {
    /// Gathers what is known about a notification, or about an event that was expected.
    ///
    /// - Parameters:
    ///   - subject: the subject of the question to `why`.
    ///   - app: the app whose history is searched.
    ///   - limit: the maximum number of entries in each list.
    /// - Returns: the evidence, which may be empty.
    /// - Throws: SQLite's error if the history cannot be read.
    public func evidence(
        for subject: WhySubject, app: AppAddress, limit: Int = Evidence.limit
    ) throws(StoreError) -> Evidence {
        if let bytes = pending.wholeBytes {
            return LogEvidence(bytes).evidence(for: subject, app: app, limit: limit)
        }
        var evidence = Evidence()
        var app = app
        if let id = subject.id {
            // The same ID may have come to several devices: the one in question takes precedence.
            let own = try notification(id: id, app: app)
            evidence.notification = try own == nil ? notification(id: id) : own
        } else if subject.needsPush {
            evidence.notification = try newestNotification(of: app, for: subject)
        }
        if let row = evidence.notification {
            evidence.facts = try timedFacts(notification: row.sequence)
            if subject.id != nil, let twin = try twin(of: row) {
                evidence.add(twin: twin, try timedFacts(notification: twin.sequence))
            }
        }
        if let row = evidence.notification { try gatherRows(of: row, subject, limit, &evidence) }
        if !subject.needsPush {
            evidence.owner = evidence.notification?.app
            app = evidence.owner ?? app
            evidence.notification = nil
            // The oldest ones that wait are uploaded first, however many came after them.
            evidence.events = try waitingEvents(of: app, limit)
            let known = Set(evidence.events.map(\.queued.sequence))
            evidence.events += try events("1", [], of: app, limit)
                .filter { !known.contains($0.queued.sequence) }
            evidence.events.sort { $0.queued.sequence < $1.queued.sequence }
        }
        try gatherFacts(for: subject, app, limit, &evidence)
        let last = try subject.symptom == .link ? lastLink(of: app) : nil
        if evidence.turn(to: last, for: subject) {
            evidence.events = try events(
                "message_id IS NULL AND type IN ('link_open', 'deeplink_open')", [], of: app, 1)
            evidence.keepEventsOfLink()
        } else if let kind = subject.event,
            !subject.needsPush || evidence.notification == nil
        {
            evidence.events = try events("type = ?", [kind.rawValue], of: app, 1)
        }
        evidence.userless = try userlessEvent(of: app, for: subject, evidence)
        evidence.uploads = try uploads(
            of: evidence.notification?.app ?? app, last: limit,
            and: evidence.events.compactMap(\.upload))
        try addCopies(to: &evidence, besides: evidence.notification?.app ?? app)
        // An ID may lead to a push for another device than the one in question.
        evidence.tokens = try tokens(app: app)
        if let other = evidence.notification?.app, other != app {
            evidence.tokens += try tokens(app: other)
        }
        return evidence
    }

    /// Gathers the links and events of a push, without those of an earlier one with its ID.
    private func gatherRows(
        of row: NotificationRow, _ subject: WhySubject, _ limit: Int, _ evidence: inout Evidence
    ) throws(StoreError) {
        evidence.links = try links(of: row, limit)
        evidence.events = try events(of: row, for: subject, limit)
        guard let namesake = try namesake(of: row) else { return }
        evidence.leaveOut(namesake: try timedFacts(notification: namesake), for: subject)
    }

    /// Gathers the facts that belong to no notification: recent ones, and those that last.
    private func gatherFacts(
        for subject: WhySubject, _ app: AppAddress, _ limit: Int, _ evidence: inout Evidence
    ) throws(StoreError) {
        evidence.appFacts = try timedFactsOfApp(last: limit)
        let oldest = evidence.oldestPlace
        evidence.recentPlace = oldest
        let unsearched = try statementCount() - Int64(Evidence.searched)
        var older = try lastingFacts(from: unsearched + 1, upTo: oldest)
        // A message may have come to other apps than the one in question.
        if let id = subject.id, evidence.notification?.app != app {
            older = try timedFacts(naming: id, upTo: min(oldest, unsearched)) + older
        }
        evidence.add(older: older)
        evidence.hasEveryChoice = unsearched <= 0
        if evidence.concernsActivities(subject) {
            evidence.activityFacts = try activityFacts(
                of: evidence.notification?.app ?? app, last: limit,
                besides: evidence.notification?.sequence)
        }
    }

    /// Finds what the newest pushes to an app's Live Activities did to them, besides one push.
    private func activityFacts(
        of app: AppAddress, last count: Int, besides push: Int64?
    ) throws(StoreError) -> [TimedFact] {
        try connection.statement(
            """
            SELECT verb, subject, text, rule, f.notification, at_ms, occurrence, f.statement
            FROM (SELECT sequence FROM notifications
              WHERE device = ? AND app = ? AND push_type = 'liveactivity' AND sequence <> ?
              ORDER BY sequence DESC LIMIT ?) AS n
              JOIN fact_subjects AS s ON s.notification = n.sequence
              JOIN recorded_facts AS f
                ON f.statement = s.statement AND f.notification = n.sequence
            WHERE instr(occurrence, 'activity:') = 1
            ORDER BY f.statement, f.key
            """
        ).bind(app.device).bind(app.bundleID).bind(push ?? 0).bind(Int64(count))
            .rows(TimedFact.init(row:))
    }

    /// Finds the facts about one push by `fact_subjects`, without reading the rest of the journal.
    private func timedFacts(notification: Int64) throws(StoreError) -> [TimedFact] {
        try connection.statement(
            """
            SELECT verb, subject, text, rule, f.notification, at_ms, occurrence, f.statement
            FROM fact_subjects AS s JOIN recorded_facts AS f ON f.statement = s.statement
            WHERE s.notification = ? AND f.notification = s.notification
            ORDER BY f.statement, f.key
            """
        ).bind(notification).rows(TimedFact.init(row:))
    }

    /// Returns facts that are not about a notification: registration, permission, tokens.
    ///
    /// `count` limits both the lines that are looked at and the facts that are returned; a line
    /// without facts does not count.
    private func timedFactsOfApp(last count: Int) throws(StoreError) -> [TimedFact] {
        try connection.statement(
            """
            SELECT verb, subject, text, rule, notification, at_ms, occurrence, statement
            FROM (SELECT sequence FROM journal WHERE facts IS NOT NULL
              ORDER BY sequence DESC LIMIT ?1) AS j
              JOIN recorded_facts AS f ON f.statement = j.sequence
            WHERE notification IS NULL
            ORDER BY statement DESC, f.key DESC LIMIT ?1
            """
        ).bind(Int64(count)).rows(TimedFact.init(row:)).reversed()
    }

    /// Returns the facts that last, of the statements between two places.
    ///
    /// Their codes begin with a mark (`Fact.codeMark`), and `fact_subjects` has the lines that hold
    /// one, so that a long history is not read. Lines before the first mark may be those of an
    /// older version, which wrote none, and are parsed. The query finds at least what lasts, and
    /// `Evidence.lasts` decides. What older versions wrote without an occurrence is not found.
    private func lastingFacts(
        from first: Int64, upTo last: Int64
    ) throws(StoreError) -> [TimedFact] {
        let marked = try connection.statement(
            """
            SELECT s.statement
            FROM fact_subjects AS s JOIN recorded_facts AS f ON f.statement = s.statement
            WHERE s.notification = ? AND instr(occurrence, '@') = 1
            ORDER BY s.statement LIMIT 1
            """
        ).bind(Self.lasting).firstInteger()
        return try connection.statement(
            """
            SELECT verb, subject, text, rule, notification, at_ms, occurrence, statement
            FROM (SELECT sequence FROM journal WHERE sequence BETWEEN ?1 AND ?2
              UNION SELECT statement FROM fact_subjects
              WHERE notification = ?4 AND statement BETWEEN ?1 AND ?3) AS j
              JOIN recorded_facts AS f ON f.statement = j.sequence
            WHERE notification IS NULL AND (occurrence IS NOT NULL
              OR verb IN ('login', 'screen', 'token', 'upload')
              OR verb = 'tracked' AND subject = 'token_register'
              OR rule IN ('app-uninstall', 'badge-by-app', 'local-schedule'))
            ORDER BY statement, f.key
            """
        ).bind(first).bind(min(last, (marked ?? .max) - 1)).bind(last).bind(Self.lasting)
            .rows(TimedFact.init(row:)).filter { Evidence.lasts($0.fact) }
    }

    private func statementCount() throws(StoreError) -> Int64 {
        try connection.statement("SELECT max(sequence) FROM journal").firstInteger() ?? 0
    }

    /// Returns the facts about a push that left no row, such as one that APNs dropped, by its ID.
    ///
    /// The journal is first searched as text for the ID as JSON writes it, which costs no parsing
    /// of lines that cannot match; the occurrence's code, which ends with the ID, then decides.
    private func timedFacts(
        naming id: String, upTo place: Int64
    ) throws(StoreError) -> [TimedFact] {
        let ending = ":" + id
        let written = JSON.string(ending).text.dropFirst().dropLast()
        return try connection.statement(
            """
            SELECT verb, subject, text, rule, notification, at_ms, occurrence, statement
            FROM (SELECT sequence FROM journal WHERE sequence <= ?1
              AND instr(facts, ?2) > 0) AS j
              JOIN recorded_facts AS f ON f.statement = j.sequence
            WHERE notification IS NULL
            ORDER BY statement, f.key
            """
        ).bind(place).bind(String(written))
            .rows { row throws(StoreError) in
                row.text(6).endsExactly(with: ending) ? try TimedFact(row: row) : nil
            }
            .compactMap { $0 }
    }

    /// Returns the newest links of a push, oldest first.
    private func links(
        of row: NotificationRow, _ limit: Int
    ) throws(StoreError) -> [LinkRow] {
        try connection.select(
            LinkRow.self,
            """
            FROM links WHERE notification = ? AND device = ? AND app = ?
            ORDER BY sequence DESC LIMIT ?
            """
        ).bind(row.id).bind(row.app.device).bind(row.app.bundleID).bind(Int64(limit))
            .rows(LinkRow.read).reversed()
    }

    /// The sequence of the newest earlier notification with the ID of one in the same app; nil if
    /// there is none.
    private func namesake(of row: NotificationRow) throws(StoreError) -> Int64? {
        try connection.statement(
            """
            SELECT sequence FROM notifications
            WHERE id = ? AND device = ? AND app = ? AND sequence < ?
            ORDER BY sequence DESC LIMIT 1
            """
        ).bind(row.id).bind(row.app.device).bind(row.app.bundleID).bind(row.sequence)
            .firstInteger()
    }

    /// Returns the newest events of a push; of the type in question if others crowd it out.
    private func events(
        of row: NotificationRow, for subject: WhySubject, _ limit: Int
    ) throws(StoreError) -> [EventRecord] {
        let all = try events("message_id = ?", [row.id], of: row.app, limit)
        guard all.count == limit, let kind = subject.event else { return all }
        return try events(
            "message_id = ? AND type = ?", [row.id, kind.rawValue], of: row.app, limit)
    }

    /// Returns the newest event in question that has no user; nil if the question is not about
    /// users, or about events of one type.
    private func userlessEvent(
        of app: AppAddress, for subject: WhySubject, _ evidence: Evidence
    ) throws(StoreError) -> EventRecord? {
        guard subject.asksForUser, subject.event == nil, evidence.namesakePlace == nil else {
            return nil
        }
        guard let row = evidence.notification else {
            return subject.needsPush ? nil : try events("user_id IS NULL", [], of: app, 1).last
        }
        return try events("message_id = ? AND user_id IS NULL", [row.id], of: row.app, 1).last
    }

    /// Returns the newest events of an app that meet a condition with some parameters, oldest
    /// first.
    private func events(
        _ condition: StaticString, _ values: [String], of app: AppAddress, _ limit: Int
    ) throws(StoreError) -> [EventRecord] {
        let statement = try connection.prepare(
            EventRecord.selection(
                """
                FROM events WHERE \(condition) AND device = ? AND app = ?
                ORDER BY sequence DESC LIMIT ?
                """))
        for value in values { statement.bind(value) }
        return try statement.bind(app.device).bind(app.bundleID).bind(Int64(limit))
            .rows(EventRecord.read).reversed()
    }

    /// Returns the oldest events of an app that wait to be uploaded.
    private func waitingEvents(
        of app: AppAddress, _ limit: Int
    ) throws(StoreError) -> [EventRecord] {
        try connection.select(
            EventRecord.self,
            """
            FROM events WHERE device = ? AND app = ? AND state = 'queued'
            ORDER BY sequence LIMIT ?
            """
        ).bind(app.device).bind(app.bundleID).bind(Int64(limit)).rows(EventRecord.read)
    }

    /// Returns the number of other events that a service acknowledged and that have an event's
    /// fields; one with its uuid is the same event, which a backup brought to another phone.
    ///
    /// Their campaigns are not compared, as the search of the warehouse does not compare them.
    func acknowledged(like event: Event) throws(StoreError) -> Int {
        if let bytes = pending.wholeBytes { return LogEvidence(bytes).acknowledged(like: event) }
        let count = try connection.statement(
            """
            SELECT count(DISTINCT uuid) FROM events
            WHERE state = 'uploaded' AND type = ?1 AND time = ?2
              AND message_id IS ?3 AND user_id IS ?4 AND value IS ?5
              AND (?6 IS NULL OR fcm_token = ?6) AND uuid <> ?7
            """
        ).bind(event.kind.rawValue).bind(event.time).bind(event.messageID).bind(event.userID)
            .bind(event.value).bind(event.fcmToken).bind(event.uuid).firstInteger()
        return Int(count ?? 0)
    }

    /// Returns the number of events of a message that apps tracked, of a type as the column has it.
    func tracked(_ type: String, of id: String) throws(StoreError) -> Int {
        if let bytes = pending.wholeBytes { return LogEvidence(bytes).tracked(type, of: id) }
        let count = try connection.statement(
            "SELECT count(DISTINCT uuid) FROM events WHERE message_id = ? AND type = ?"
        ).bind(id).bind(type).firstInteger()
        return Int(count ?? 0)
    }

    /// Returns the apps, besides one, of which a service acknowledged events of a message: of one
    /// kind, or of any.
    ///
    /// Those that a backup copied from the one are its own.
    func senders(
        ofEvents kind: Event.Kind?, about id: String, besides app: AppAddress
    ) throws(StoreError) -> [AppAddress] {
        if let bytes = pending.wholeBytes {
            return LogEvidence(bytes).senders(ofEvents: kind, about: id, besides: app)
        }
        return try connection.statement(
            """
            SELECT device, app FROM events
            WHERE message_id = ?1 AND state = 'uploaded' AND (?2 IS NULL OR type = ?2)
              AND NOT (device = ?3 AND app = ?4)
              AND uuid NOT IN (
                SELECT uuid FROM events WHERE message_id = ?1 AND device = ?3 AND app = ?4)
            GROUP BY device, app ORDER BY min(sequence) LIMIT ?5
            """
        ).bind(id).bind(kind?.rawValue).bind(app.device).bind(app.bundleID)
            .bind(Int64(Evidence.limit))
            .rows { AppAddress(device: $0.text(0), bundleID: $0.text(1)) }
    }

    /// Adds the uploads by which another phone brought events that wait here, or were dropped.
    ///
    /// Events have no index by their uuids, so they are only searched if another phone has uploaded
    /// at all.
    private func addCopies(
        to evidence: inout Evidence, besides app: AppAddress
    ) throws(StoreError) {
        let wanted = evidence.unsentUUIDs
        guard !wanted.isEmpty,
            try connection.statement("SELECT EXISTS(SELECT 1 FROM uploads WHERE device <> ?)")
                .bind(app.device).firstInteger() == 1
        else { return }
        let found = try connection.statement(
            """
            SELECT uuid, max(upload) FROM events
            WHERE state = 'uploaded' AND uuid IN (SELECT value FROM json_each(?)) GROUP BY uuid
            """
        ).bind(JSON.array(wanted.map(JSON.string)).text)
            .rows { (uuid: $0.text(0), upload: $0.integer(1)) }
        // No app has an empty name, so that only the numbers count.
        let rows = try uploads(
            of: AppAddress(device: "", bundleID: ""), last: 0, and: found.map(\.upload))
        evidence.addCopies { uuid in
            let number = found.first { $0.uuid == uuid }?.upload
            return rows.first { $0.sequence == number }
        }
    }

    /// Returns the newest notification of an app that a question without an ID can be about.
    private func newestNotification(
        of app: AppAddress, for subject: WhySubject
    ) throws(StoreError) -> NotificationRow? {
        // Most questions are about the newest of all.
        let newest = try notifications(app: app, limit: 1).first
        guard let newest, !subject.concerns(newest), subject.mayMeanOlder else {
            return newest.flatMap { subject.concerns($0) ? $0 : nil }
        }
        var limit = 100
        while true {
            let rows = try notifications(app: app, limit: limit)
            if let found = rows.first(where: subject.concerns) { return found }
            guard rows.count == limit else { return subject.fallsBack ? newest : nil }
            limit *= 10
        }
    }
}

extension TimedFact {
    /// Reads `verb, subject, text, rule, notification, at_ms, occurrence, statement`.
    init(row: Statement) throws(StoreError) {
        self.init(
            Fact(row: row), at: Tick(milliseconds: try row.number(5)), place: try row.number(7))
    }
}
