import PushModel

/// Makes the rows that were saved from a damaged device's file agree with each other.
///
/// A lost page takes rows to which others refer, or the document that counts them. Later commands
/// would give their numbers again, and fail at what is left of them.
struct DeviceMending {
    /// The new file, with everything that could be copied.
    let target: Connection

    /// Applies kept commands, counts on from the greatest numbers, and removes what refers to
    /// nothing.
    ///
    /// - Returns: the kept commands that could not be applied.
    func run() throws(StoreError) -> UnwrittenCommands {
        if try target.integer("SELECT count(*) FROM pending WHERE slot = 0") == 0 {
            try target.prepare("INSERT INTO pending VALUES(0, ?, x'')").bind(try lostRound()).run()
        }
        let unwritten = try DeviceStore(target, isMended: true).writeKeptSingly()
        try removeSubjects()
        // Without a counter, the orphans tell the next world how far it had been counted.
        if try raiseCounters() { try removeOrphans() }
        return unwritten
    }

    /// Returns the number of the round where its row is lost: the greatest of the commands', unless
    /// their rows were written already; then they are leftovers, and the next one has begun.
    private func lostRound() throws(StoreError) -> Int64 {
        let last = try target.integer("SELECT coalesce(max(round), 0) FROM pending")
        let kept = try target.statement(
            "SELECT record FROM pending WHERE slot > 0 AND round = ? ORDER BY slot"
        ).bind(last)
        defer { kept.reset() }
        while try kept.step() {
            var decoder = RecordDecoder(kept.borrowedBytes(0))
            while let record = decoder.next() {
                let row: (table: String, sequence: Int64)
                switch record {
                case .change(.notification(let found)): row = ("notifications", found.sequence)
                case .change(.event(let queued, app: _)): row = ("events", queued.sequence)
                default: continue
                }
                let count = try target.prepare(
                    "SELECT count(*) FROM \(row.table) WHERE sequence = ?"
                ).bind(row.sequence).firstInteger()
                return count == 0 ? last : last + 1
            }
        }
        return last + 1
    }

    /// Raises the world's counters to the greatest numbers of rows, or of what names them.
    ///
    /// - Returns: false if the document that counts is lost.
    private func raiseCounters() throws(StoreError) -> Bool {
        let used = try UsedNumbers(in: target, isTraced: true)
        // An older version counts in the document `world`.
        let counting = try target.integer(
            "SELECT count(*) FROM documents WHERE json_type(body, '$.counters') = 'object'")
        guard counting > 0 else { return false }
        for (name, number) in [
            ("notification", used.notification), ("event", used.event), ("upload", used.upload),
        ] {
            try target.prepare(
                """
                UPDATE documents SET body = json_set(body, '$.counters.\(name)', ?1)
                WHERE json_type(body, '$.counters') = 'object'
                  AND CAST(coalesce(json_extract(body, '$.counters.\(name)'), 0) AS INTEGER) < ?1
                """
            ).bind(number).run()
        }
        return true
    }

    /// Removes the rows that belong to rows which are lost.
    private func removeOrphans() throws(StoreError) {
        try target.execute(
            """
            DELETE FROM places WHERE notification NOT IN (SELECT sequence FROM notifications);
            DELETE FROM receipt_runs WHERE upload NOT IN (SELECT sequence FROM uploads)
            """)
    }

    /// Removes the subjects of lines which are lost, except the number of the last of these.
    private func removeSubjects() throws(StoreError) {
        try target.execute(
            """
            INSERT OR IGNORE INTO fact_subjects
              SELECT \(DeviceStore.lasting), last
              FROM (SELECT max(statement) AS last FROM fact_subjects)
              WHERE last > (SELECT coalesce(max(sequence), 0) FROM journal);
            DELETE FROM fact_subjects WHERE statement NOT IN (SELECT sequence FROM journal)
              AND (notification, statement) <> (SELECT \(DeviceStore.lasting), max(statement)
                FROM fact_subjects WHERE notification = \(DeviceStore.lasting));
            """)
    }
}
