import PushModel
import PushText

extension DeviceStore {
    /// Returns the oldest queued events of an app after a sequence.
    ///
    /// Reads the partial index of queued events, whose cost does not grow with the history.
    public func queuedEvents(
        app: AppAddress, after sequence: Int64 = 0, limit: Int
    ) throws(StoreError) -> [QueuedEvent] {
        try connection.select(
            QueuedEvent.self,
            """
            FROM events WHERE state = 'queued' AND device = ? AND app = ? AND sequence > ?
            ORDER BY sequence LIMIT ?
            """
        ).bind(app.device).bind(app.bundleID).bind(sequence).bind(Int64(limit))
            .rows(QueuedEvent.read)
    }

    /// Returns the oldest queued events of an app after a sequence, in these ranges if there are
    /// any.
    public func queuedEvents(
        app: AppAddress, after sequence: Int64, limit: Int, within ranges: [ClosedRange<Int64>]?
    ) throws(StoreError) -> [QueuedEvent] {
        guard let ranges else { return try queuedEvents(app: app, after: sequence, limit: limit) }
        var events: [QueuedEvent] = []
        for range in ranges where range.upperBound > sequence && events.count < limit {
            let found = try queuedEvents(
                app: app, after: max(sequence, range.lowerBound - 1),
                limit: limit - events.count)
            events += found.prefix { range.contains($0.sequence) }
        }
        return events
    }

    /// Returns the types of the events after a sequence, in the order of tracking; a type of a
    /// later version is refused, as everywhere that reads events.
    public func eventTypes(after sequence: Int64) throws(StoreError) -> [Event.Kind] {
        if let history = try pending.history() { return history.types(after: sequence) }
        return try connection.statement(
            "SELECT type FROM events WHERE sequence > ? ORDER BY sequence"
        ).bind(sequence).rows { row throws(StoreError) -> Event.Kind in
            try row.named(0, "an event of the type")
        }
    }

    /// Returns the newest event of a type after a sequence.
    ///
    /// Answered from the log's chronicle while that holds the whole history, so that a script
    /// without SQL needs no database.
    public func lastEvent(
        _ kind: Event.Kind, after sequence: Int64 = 0
    ) throws(StoreError) -> QueuedEvent? {
        if let history = try pending.history() {
            return history.event(kind, after: sequence, in: pending.bytes)
        }
        return try connection.select(
            QueuedEvent.self,
            "FROM events WHERE sequence > ? AND type = ? ORDER BY sequence DESC LIMIT 1"
        ).bind(sequence).bind(kind.rawValue).rows(QueuedEvent.read).first
    }

    /// Returns all uploads, oldest first, without their receipts.
    public func allUploads() throws(StoreError) -> [UploadRow] {
        try connection.select(UploadRow.self, "FROM uploads ORDER BY sequence").rows(UploadRow.read)
    }

    /// Returns the newest uploads with their receipts, oldest first.
    ///
    /// Each one needs a second statement for its receipts, so `count` should be small.
    public func uploads(last count: Int) throws(StoreError) -> [UploadRow] {
        try uploads(
            connection.select(UploadRow.self, "FROM uploads ORDER BY sequence DESC LIMIT ?")
                .bind(Int64(count)))
    }

    /// Returns the newest uploads of an app and those with some numbers, oldest first.
    func uploads(
        of app: AppAddress, last count: Int, and numbers: [Int64]
    ) throws(StoreError) -> [UploadRow] {
        let wanted = JSON.array(numbers.map { .int64($0) }).text
        return try uploads(
            connection.select(
                UploadRow.self,
                """
                FROM uploads WHERE sequence IN (SELECT sequence FROM uploads
                  WHERE device = ? AND app = ? ORDER BY sequence DESC LIMIT ?)
                  OR sequence IN (SELECT value FROM json_each(?))
                ORDER BY sequence DESC
                """
            ).bind(app.device).bind(app.bundleID).bind(Int64(count)).bind(wanted))
    }

    /// Reads uploads, the newest first, and returns them with their receipts, oldest first.
    private func uploads(_ statement: Statement) throws(StoreError) -> [UploadRow] {
        var uploads = try statement.rows(UploadRow.read)
        uploads.reverse()
        for index in uploads.indices {
            uploads[index].receipts = try receipts(upload: uploads[index].sequence)
        }
        return uploads
    }

    /// Returns the service's answer to each event of an upload, by position.
    public func receipts(upload: Int64) throws(StoreError) -> [UploadReceipt] {
        let statement = try connection.statement(
            "SELECT event, count, error FROM receipt_runs WHERE upload = ? ORDER BY position")
        var receipts: [UploadReceipt] = []
        try statement.bind(upload).each { row throws(StoreError) in
            let first = try row.number(0)
            let error = row.textOrNil(2)
            for offset in 0..<(try row.number(1, in: 0...WrittenNumbers.longestRun)) {
                receipts.append(UploadReceipt(event: first + offset, error: error))
            }
        }
        return receipts
    }
}

extension DeviceStore {
    /// Whether the embedded service ever stored an event of this device side; a note says that the
    /// answer came from elsewhere.
    func hasEmbeddedUploads() throws(StoreError) -> Bool {
        try connection.integer(
            """
            SELECT EXISTS(SELECT 1 FROM uploads
              WHERE endpoint = 'embedded' AND accepted > 0 AND note = '')
            """) != 0
    }

    /// Returns the databases in which the embedded service stored uploads, ordered by name, each
    /// with the number of events.
    func embeddedDatabases() throws(StoreError) -> [(name: String, events: Int64)] {
        try connection.statement(
            """
            SELECT "database", sum(accepted) FROM uploads
            WHERE endpoint = 'embedded' AND accepted > 0 AND note = '' GROUP BY 1 ORDER BY 1
            """
        ).rows { ($0.text(0), $0.integer(1)) }
    }
}
