import CSQLite

/// The statements that keep the uuids of stored records, prepared at their first use.
///
/// They are kept by their text, since an attached database has its name in them.
final class BatchStatements {
    /// The records that one request stored, by their uuids.
    struct Batch {
        /// The key of its row, in the order of arrival.
        var sequence: Int64
        /// The time of reception, in Unix seconds.
        var receivedAt: Int64
        /// The number that the sender gave the upload; nil if it gives none.
        var upload: Int64?
        /// Without duplicates, in the order of the request; nil for a record without a uuid.
        var uuids: [String?]
    }

    private let connection: Connection
    private let place: String
    /// A handful, so a scan is enough.
    private var kept: [(key: String, statement: Statement)] = []

    init(_ connection: Connection, _ place: String) {
        self.connection = connection
        self.place = place
    }

    /// Returns the statement for a text with the database's prefix between its two halves.
    private func statement(_ before: String, _ after: String) throws(StoreError) -> Statement {
        let key = before + after
        if let found = kept.first(where: { $0.key == key }) { return found.statement }
        let made = try connection.prepare("\(before) \(place).\(after)")
        kept.append((key, made))
        return made
    }

    /// Adds a batch and returns its key.
    ///
    /// `uuids` has one on each line; an empty line is a record without one.
    func insert(
        _ uuids: [UInt8], table: Int64, at now: Int64, upload: Int64?
    ) throws(StoreError) -> Int64 {
        try statement("INSERT INTO", "\"pushsh-batches\" VALUES(NULL, ?, ?, ?, ?)")
            .bind(table).bind(now).bind(text: uuids).bind(upload).run()
        return sqlite3_last_insert_rowid(connection.handle)
    }

    /// Records the time of the last write to a table.
    func touch(table: Int64, at now: Int64) throws(StoreError) {
        try statement("UPDATE", "\"pushsh-tables\" SET updated_at = ? WHERE id = ?")
            .bind(now).bind(table).run()
    }

    func delete(_ sequence: Int64) throws(StoreError) {
        try statement("DELETE FROM", "\"pushsh-batches\" WHERE sequence = ?").bind(sequence).run()
    }

    /// Returns the batches of a table, oldest first: at most those of the window, and the last
    /// upload's.
    func batches(table: Int64) throws(StoreError) -> [Batch] {
        try statement(
            "SELECT sequence, received_at, uuids, upload FROM",
            "\"pushsh-batches\" WHERE table_id = ? ORDER BY sequence"
        ).bind(table).rows { row in
            Batch(
                sequence: row.integer(0), receivedAt: row.integer(1), upload: row.integerOrNil(3),
                uuids: row.bytes(2).split(
                    separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
                ).dropLast().map {
                    $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self)
                })
        }
    }

    /// Looks among the uuids kept for `exact` alone.
    func isKnown(_ uuid: String, table: Int64) throws(StoreError) -> Bool {
        try statement("SELECT 1 FROM", "\"pushsh-uuids\" WHERE table_id = ? AND uuid = ?")
            .bind(table).bind(uuid).firstInteger() != nil
    }

    /// Keeps a uuid for good; a known one is not an error.
    func remember(_ uuid: String, table: Int64) throws(StoreError) {
        try statement("INSERT OR IGNORE INTO", "\"pushsh-uuids\" VALUES(?, ?)")
            .bind(table).bind(uuid).run()
    }
}
