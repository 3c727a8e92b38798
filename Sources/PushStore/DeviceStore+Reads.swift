import PushModel
import PushPayload
import PushText

/// One line of the journal: a command that was acknowledged.
public struct JournalRow: Equatable, Sendable {
    /// The order of commands in this workspace, from 1.
    public var sequence: Int64
    /// The world's clock when it began.
    public var at: Tick
    /// The device to which it was given.
    public var device: String
    /// The command as it was typed, without secrets.
    public var text: String
    /// Its exit status.
    public var status: Int
}

extension DeviceStore {
    /// Returns the documents of the world, ordered by key: all but the refused pushes.
    ///
    /// Called once at the start of a session, which then keeps the world in memory. Throws
    /// `.damaged` with the document's key for a body that is not JSON.
    public func documents() throws(StoreError) -> [(DocumentKey, JSON)] {
        let connection = try connection
        let found = try connection.statement(
            "SELECT kind, key, body FROM documents WHERE kind <> ? ORDER BY kind, key"
        ).bind(DocumentKey.refusal)
        return try found.rows { row throws(StoreError) in
            let key = DocumentKey(row.text(0), row.text(1))
            return (key, try parse(row.bytes(2), key, of: connection.name))
        }
    }

    /// Returns the documents that hold refused pushes, in no order that means anything.
    ///
    /// There are few: the session reuses their keys, so that the oldest is replaced.
    public func refusals() throws(StoreError) -> [JSON] {
        let connection = try connection
        return try connection.statement("SELECT key, body FROM documents WHERE kind = ?")
            .bind(DocumentKey.refusal).rows { row throws(StoreError) in
                try parse(row.bytes(1), .refusal(row.integer(0)), of: connection.name)
            }
    }

    private func parse(
        _ body: [UInt8], _ key: DocumentKey, of name: String
    ) throws(StoreError) -> JSON {
        let fault: String
        do throws(JSONError) {
            let json = try JSONParser.parse(body)
            guard let found = key.fault(ofNumbersIn: json) else { return json }
            fault = found
        } catch {
            fault = key.fault(error)
        }
        throw StoreError(.damaged, "`\(name)` is damaged: \(fault)", file: name)
    }

    /// The newest notification with an ID.
    ///
    /// The same ID may have come to several devices, and to one device again.
    public func notification(id: String) throws(StoreError) -> NotificationRow? {
        try connection.select(
            PlacedNotification.self,
            """
            FROM notifications LEFT JOIN places ON places.notification = sequence
            WHERE id = ? ORDER BY sequence DESC LIMIT 1
            """
        ).bind(id).rows(PlacedNotification.read).first?.row
    }

    /// An app's newest notification with an ID.
    ///
    /// An ID that came twice leads to the later one, which is the one people see.
    public func notification(id: String, app: AppAddress) throws(StoreError) -> NotificationRow? {
        try notification(id: id, app: app, besides: -1)
    }

    /// The newest notification with the ID of another one in the same app, which was refused if
    /// that one was not, and was not if that one was; nil if there is none.
    func twin(of row: NotificationRow) throws(StoreError) -> NotificationRow? {
        try notification(id: row.id, app: row.app, besides: row.state == .refused ? 1 : 0)
    }

    /// An app's newest notification with an ID, without those that were refused for 1, and without
    /// all others for 0.
    private func notification(
        id: String, app: AppAddress, besides refused: Int64
    ) throws(StoreError) -> NotificationRow? {
        try connection.select(
            PlacedNotification.self,
            """
            FROM notifications LEFT JOIN places ON places.notification = sequence
            WHERE id = ? AND device = ? AND app = ? AND (state = 'refused') <> ?
            ORDER BY sequence DESC LIMIT 1
            """
        ).bind(id).bind(app.device).bind(app.bundleID).bind(refused)
            .rows(PlacedNotification.read).first?.row
    }

    /// The ID of the newest notification that FCM sent with a number, which is in its payload.
    public func pushID(ofFCMMessage number: String) throws(StoreError) -> String? {
        try connection.statement(
            """
            SELECT id, payload FROM notifications WHERE instr(payload, ?) > 0
            ORDER BY sequence DESC
            """
        ).bind(JSON.string(number).text).rows { ($0.text(0), $0.text(1)) }
            .first { _, payload in
                JSONText.parse(payload)?["gcm.message_id"]?.stringValue == number
            }?.0
    }

    /// The ID of the newest notification of a campaign, its app, and how many that app has; nil if
    /// there is none.
    ///
    /// It is the given app's; only where that has none, the newest of any.
    public func campaign(
        _ id: String, app: AppAddress?
    ) throws(StoreError) -> (newest: String, count: Int, owner: AppAddress)? {
        try connection.statement(
            """
            SELECT id, count(*) OVER (PARTITION BY device, app), device, app FROM notifications
            WHERE campaign_id = ?
            ORDER BY device = ? AND app = ? DESC, sequence DESC LIMIT 1
            """
        ).bind(id).bind(app?.device).bind(app?.bundleID)
            .rows {
                let owner = AppAddress(device: $0.text(2), bundleID: $0.text(3))
                return (newest: $0.text(0), count: Int($0.integer(1)), owner: owner)
            }.first
    }

    /// Returns the newest notifications of an app, newest first; in every state if none is named.
    ///
    /// The states are passed as one JSON array, since the statement's text must not depend on them.
    public func notifications(
        app: AppAddress, states: [NotificationRow.State] = [], limit: Int
    ) throws(StoreError) -> [NotificationRow] {
        let wanted = JSON.array(states.map { .string($0.rawValue) }).text
        return try connection.select(
            PlacedNotification.self,
            """
            FROM notifications LEFT JOIN places ON places.notification = sequence
            WHERE device = ? AND app = ?
              AND (? OR state IN (SELECT value FROM json_each(?)))
            ORDER BY sequence DESC LIMIT ?
            """
        ).bind(app.device).bind(app.bundleID).bind(Int64(states.isEmpty ? 1 : 0))
            .bind(wanted).bind(Int64(limit)).rows(PlacedNotification.read).map(\.row)
    }

    /// Returns the newest notifications of an app that still wait for the user, newest first.
    ///
    /// The condition is that of the index, so that opening a workspace costs only what waits.
    public func waitingNotifications(
        app: AppAddress, limit: Int
    ) throws(StoreError) -> [NotificationRow] {
        try connection.select(
            PlacedNotification.self,
            """
            FROM notifications INDEXED BY notifications_waiting
              LEFT JOIN places ON places.notification = sequence
            WHERE device = ? AND app = ? AND (state = 'shown' OR state = 'listed' OR state = 'held')
            ORDER BY sequence DESC LIMIT ?
            """
        ).bind(app.device).bind(app.bundleID).bind(Int64(limit)).rows(PlacedNotification.read).map(
            \.row)
    }

    /// Returns the moments in the life of an app's tokens, oldest first.
    public func tokens(app: AppAddress) throws(StoreError) -> [TokenRow] {
        try connection.select(
            TokenRow.self, "FROM tokens WHERE device = ? AND app = ? ORDER BY sequence"
        ).bind(app.device).bind(app.bundleID).rows(TokenRow.read)
    }

    /// Returns the links that were opened or refused, oldest first.
    public func allLinks() throws(StoreError) -> [LinkRow] {
        try connection.select(LinkRow.self, "FROM links ORDER BY sequence").rows(LinkRow.read)
    }

    /// Returns the last link that an app opened or refused; nil without one.
    func lastLink(of app: AppAddress) throws(StoreError) -> LinkRow? {
        try connection.select(
            LinkRow.self, "FROM links WHERE device = ? AND app = ? ORDER BY sequence DESC LIMIT 1"
        ).bind(app.device).bind(app.bundleID).rows(LinkRow.read).first
    }

    /// Returns the journal from a sequence on, oldest first.
    ///
    /// Ephemeral stores and scripts that defer rows write them first; `limit` bounds memory, since
    /// a journal is as long as its workspace is old.
    public func journal(
        from sequence: Int64, limit: Int = .max
    ) throws(StoreError) -> [JournalRow] {
        try connection.statement(
            """
            SELECT sequence, at_ms, device, text, status FROM journal
            WHERE sequence >= ? ORDER BY sequence LIMIT ?
            """
        ).bind(sequence).bind(Int64(limit)).rows { row throws(StoreError) in
            JournalRow(
                sequence: try row.number(0), at: Tick(milliseconds: try row.number(1)),
                device: row.text(2), text: row.text(3), status: Int(try row.number(4)))
        }
    }
}

extension Fact {
    /// Reads a row, in which the time precedes the code.
    init(row: Statement) {
        self.init(
            PendingFact(
                verb: row.text(0), subject: row.text(1), text: row.text(2), rule: row.text(3),
                notification: row.integerOrNil(4), code: row.textOrNil(6) ?? ""))
    }

    /// Makes a fact; one whose verb or rule this version does not know keeps its text as a note.
    init(_ kept: PendingFact) {
        let parts = kept.code.isEmpty ? (app: nil, occurrence: nil) : Fact.parts(of: kept.code)
        self.init(
            Verb(rawValue: kept.verb) ?? .note, kept.subject, kept.text,
            rule: RuleID(rawValue: kept.rule) ?? .command, notification: kept.notification,
            parts.occurrence, of: parts.app)
        complete(kept.code)
    }
}

extension DeviceStore {
    /// Returns the names that the commands after a journal line called, in order.
    ///
    /// A call is a fact with the verb `called`, whose subject is the method's name.
    public func calls(after statement: Int64) throws(StoreError) -> [String] {
        if let history = try pending.history() { return history.calls(after: statement) }
        return try connection.statement(
            """
            SELECT f.value ->> 1 FROM journal AS j, json_each(j.facts) AS f
            WHERE j.sequence > ? AND f.value ->> 0 = ? ORDER BY j.sequence, f.key
            """
        ).bind(statement).bind(Fact.Verb.called.rawValue).rows { $0.text(0) }
    }
}
