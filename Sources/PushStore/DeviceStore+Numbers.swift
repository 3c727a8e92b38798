import PushModel

/// The numbers that rows have, which outlive the document that counts them.
extension DeviceStore {
    /// Returns the greatest numbers of rows.
    ///
    /// With `isTraced`, where the world's document is lost, whole tables are read; otherwise it
    /// takes six look-ups.
    public func usedNumbers(isTraced: Bool) throws(StoreError) -> UsedNumbers {
        try UsedNumbers(in: connection, isTraced: isTraced)
    }

    /// Returns the number of events in an app's queue, by its rows.
    public func queuedCount(of app: AppAddress) throws(StoreError) -> Int {
        let count = try connection.statement(
            "SELECT count(*) FROM events WHERE state = 'queued' AND device = ? AND app = ?"
        ).bind(app.device).bind(app.bundleID).firstInteger()
        return Int(count ?? 0)
    }
}

extension UsedNumbers {
    /// The greatest number that a row of ours can have: a damaged page may hold any, and nothing
    /// could follow the last of all.
    static let limit: Int64 = 1 << 53

    /// Reads the numbers of a device's file, of rows and of those that other rows name.
    init(in connection: Connection, isTraced: Bool) throws(StoreError) {
        self.init()
        func number(_ sql: StaticString) throws(StoreError) -> Int64 {
            try Self.number(sql, in: connection)
        }
        notification = max(
            try number("SELECT max(sequence) FROM notifications WHERE sequence <= ?"),
            try number("SELECT max(notification) FROM places WHERE notification <= ?"),
            try number("SELECT max(notification) FROM fact_subjects WHERE notification <= ?"))
        event = try number("SELECT max(sequence) FROM events WHERE sequence <= ?")
        upload = max(
            try number("SELECT max(sequence) FROM uploads WHERE sequence <= ?"),
            try number("SELECT max(upload) FROM receipt_runs WHERE upload <= ?"))
        if isTraced { try trace(connection) }
    }

    /// Returns the number that a statement finds up to the limit, its parameter; 0 for none.
    private static func number(
        _ sql: StaticString, in connection: Connection
    ) throws(StoreError) -> Int64 {
        try connection.statement(sql).bind(limit).firstInteger() ?? 0
    }

    /// Reads whole tables: what only one column tells is found in no other way.
    private mutating func trace(_ connection: Connection) throws(StoreError) {
        event = max(
            event,
            try Self.number(
                """
                SELECT max(event + count - 1) FROM receipt_runs
                WHERE event BETWEEN 1 AND ?1 AND count BETWEEN 1 AND ?1
                """, in: connection))
        upload = max(
            upload,
            try Self.number(
                "SELECT max(upload) FROM events WHERE upload <= ?", in: connection))
        var trace = Trace()
        trace.generatedID = try connection.integer(
            """
            SELECT max(CAST(substr(id, 3) AS INTEGER)) FROM notifications
            WHERE id GLOB 'm-[0-9]*' AND length(id) BETWEEN 8 AND 17
            """)
        trace.statement = try connection.integer(DeviceStore.newestStatement)
        // The year 9999 is the last that a clock of ours shows.
        let latest = try connection.integer(
            """
            SELECT max(at) FROM (
              SELECT max(at_ms) AS at FROM journal WHERE at_ms < 253402300800000
              UNION ALL
              SELECT max(changed_ms) FROM notifications WHERE changed_ms < 253402300800000
              UNION ALL SELECT max(time) * 1000 FROM events WHERE time < 253402300800)
            """)
        if latest > 0 { trace.latest = Tick(milliseconds: latest) }
        self.trace = trace
    }
}
