import PushExplain
import PushModel
import PushPayload
import PushText

/// The search of the warehouse on behalf of `why`.
extension Warehouse {
    /// Looks for an event that a service acknowledged, if it was the embedded one.
    ///
    /// Its `uuid` is not a column, so it is found by its fields.
    ///
    /// It counts every row with the same fields: events that differ only in their uuid look the
    /// same. `at` is the second in which it was uploaded; nil if that is unknown.
    func storage(
        of event: Event, database: String, table: String, at: Int64? = nil
    ) throws(StoreError) -> EventRecord.Storage {
        guard let found = try self.database(database) else { return .noDatabase }
        guard let rows = try found.table(table) else { return .noTable }
        let search = RowSearch(event, rows.columns)
        let missing = search.missing
        let query = try found.connection.prepare(
            "SELECT count(*) FROM \(found.place).\(WarehouseName.quoted(table)) "
                + search.condition)
        search.bind(to: query)
        let copies = Int(try query.firstInteger() ?? 0)
        if copies == 0, try found.hasRemoved(recordOf: event.time, from: rows.id) {
            return .removed(
                rule: try found.retention(), expireDays: try found.expiries()[rows.id])
        }
        if copies == 0, let at, let created = try found.creation(of: rows.id, after: at) {
            return .newTable(created: created)
        }
        return copies > 0 && !missing.isEmpty ? .noColumns(missing) : .copies(copies)
    }

    /// The columns that have the campaign in the row of an event; nil without a row, or if neither
    /// has.
    func campaignColumn(
        of event: Event, database: String, table: String
    ) throws(StoreError) -> CampaignColumn? {
        guard let found = try self.database(database), let rows = try found.table(table) else {
            return nil
        }
        let search = RowSearch(event, rows.columns)
        let columns = [CampaignColumn.campaignID, .tdCampaignID].filter {
            rows.columns.contains($0.rawValue)
        }
        guard !columns.isEmpty else { return nil }
        let counts = columns.map { "count(\(WarehouseName.quoted($0.rawValue)))" }
        let query = try found.connection.prepare(
            "SELECT \(counts.joined(separator: ", ")) FROM \(found.place)."
                + WarehouseName.quoted(table) + " " + search.condition)
        search.bind(to: query)
        let written =
            try query.rows { row in
                columns.indices.filter { row.integer(Int32($0)) > 0 }.map { columns[$0] }
            }.first ?? []
        return written.count > 1 ? .both : written.first
    }
}

/// The search for the rows of an event in a table, by its fields.
private struct RowSearch {
    /// The fields for which the table has no columns.
    let missing: [String]
    /// The WHERE clause, with places for what `bind` binds.
    let condition: String
    private let time: Int64
    private let values: [String]

    init(_ event: Event, _ columns: [String]) {
        var fields: [(name: String, value: String)] = [("type", event.kind.rawValue)]
        // A row with a value that the event lacks is another event's.
        var empty = ["message_id", "user_id", "value"]
        func has(_ name: String, _ value: String?) {
            guard let value else { return }
            fields.append((name, value))
            empty.removeAll { $0 == name }
        }
        has("message_id", event.messageID)
        has("user_id", event.userID)
        has("value", event.value)
        if let token = event.fcmToken { fields.append(("fcm_token", token)) }
        missing = fields.map(\.name).filter { !columns.contains($0) }
        let known = fields.filter { columns.contains($0.name) }
        condition =
            "WHERE time = ?" + known.map { " AND \(WarehouseName.quoted($0.name)) = ?" }.joined()
            + empty.filter { columns.contains($0) }.map {
                " AND \(WarehouseName.quoted($0)) IS NULL"
            }.joined()
        time = event.time
        values = known.map(\.value)
    }

    func bind(to query: Statement) {
        query.bind(time)
        for value in values { query.bind(value) }
    }
}

extension Warehouse {
    /// Whether a search of a table takes long.
    fileprivate func isLarge(_ table: String, in database: String) throws(StoreError) -> Bool {
        guard let found = try self.database(database), try found.table(table) != nil else {
            return false
        }
        let last = try found.connection.prepare(
            "SELECT max(\(try found.rowNumber(of: table))) FROM "
                + "\(found.place).\(WarehouseName.quoted(table))"
        ).firstInteger()
        return last ?? 0 > 100_000
    }
}

extension Warehouse {
    /// The rows of a message in a table, counted by the type of event.
    fileprivate func rows(
        of id: String, in table: String, of database: String
    ) throws(StoreError) -> [(type: String, count: Int)] {
        guard let found = try self.database(database), let known = try found.table(table),
            known.columns.contains("message_id"), known.columns.contains("type")
        else { return [] }
        let query = try found.connection.prepare(
            "SELECT type, count(*) FROM \(found.place).\(WarehouseName.quoted(table)) "
                + "WHERE message_id = ? AND type IS NOT NULL GROUP BY type ORDER BY type")
        query.bind(id)
        return try query.rows { (type: $0.text(0), count: Int($0.integer(1))) }
    }
}

extension Workspace {
    /// The number of events that `why` looks up in large tables, whose rows have no index by their
    /// fields; the newest are looked up first.
    private static var lookups: Int { 10 }

    /// Gathers what is known about a notification or an event, on the phone's side and in the
    /// embedded warehouse.
    ///
    /// Throws SQLite's error if it cannot be read.
    public func evidence(
        for subject: WhySubject, app: AppAddress
    ) throws(StoreError) -> Evidence {
        var evidence = try device.evidence(for: subject, app: app)
        var count = 0
        for index in evidence.events.indices.reversed() {
            let record = evidence.events[index]
            guard let upload = Self.upload(of: record, in: evidence) else { continue }
            if count >= Self.lookups {
                guard try !warehouse.isLarge(upload.table, in: upload.database) else { continue }
            }
            count += 1
            evidence.events[index].storage = try warehouse.storage(
                of: record.queued.event, database: upload.database, table: upload.table,
                at: upload.at.unixSeconds)
            guard subject.asksForCampaign else { continue }
            evidence.events[index].campaignColumn = try warehouse.campaignColumn(
                of: record.queued.event, database: upload.database, table: upload.table)
        }
        for index in evidence.events.indices {
            guard case .copies(let count)? = evidence.events[index].storage, count > 1 else {
                continue
            }
            // Events that are equal except for their uuid have a row each, whichever app sent them.
            let record = evidence.events[index]
            let others = try device.acknowledged(like: record.queued.event)
            evidence.events[index].storage = .copies(max(1, count - others))
        }
        try addStrangeRows(to: &evidence, about: subject)
        if subject.asksForCopies, let row = evidence.notification {
            evidence.otherSenders = try device.senders(
                ofEvents: subject.event, about: row.id, besides: row.app)
        }
        return evidence
    }

    /// Adds the rows of which nobody here tracked the event: of the messages whose events are in
    /// question, or of one whose push never came.
    private func addStrangeRows(
        to evidence: inout Evidence, about subject: WhySubject
    ) throws(StoreError) {
        var ids: [String] = []
        if subject.asksForCopies {
            for record in evidence.events.reversed() where ids.count < Self.lookups {
                guard let id = record.queued.event.messageID, !ids.contains(id) else { continue }
                ids.append(id)
            }
        } else if let id = subject.id, evidence.notification == nil {
            ids = [id]
        }
        let tables = Set(evidence.uploads.map { [$0.database, $0.table] })
        for table in tables.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            guard try !warehouse.isLarge(table[1], in: table[0]) else { continue }
            for id in ids {
                let rows = try warehouse.rows(of: id, in: table[1], of: table[0])
                for (type, count) in rows
                where subject.event.map({ $0.rawValue == type }) ?? true {
                    let known = try device.tracked(type, of: id)
                    guard count > known else { continue }
                    evidence.strangeRows.append(
                        StrangeRows(
                            id: id, type: type, count: count, known: known,
                            table: table.joined(separator: ".")))
                }
            }
        }
    }

    /// Returns the upload that brought an event, as far as the app knows; for one that still waits,
    /// or was dropped, another phone's, or the last that has a receipt for it or no answer at all,
    /// and may have stored it.
    private static func upload(of record: EventRecord, in evidence: Evidence) -> UploadRow? {
        switch record.state {
        case .uploaded: evidence.upload(of: record)
        case .queued, .dropped:
            record.copy
                ?? evidence.uploads.last {
                    $0.status == nil && $0.at.unixSeconds >= record.queued.event.time
                        || $0.stored(record.queued.sequence)
                }
        default: nil
        }
    }
}
