import PushText

/// A store for the records that an ingest service accepted: Treasure Data's tables, or their
/// stand-in.
///
/// The host's warehouse implements it; the embedded services call it.
public protocol RecordSink: AnyObject {
    /// Stores records in a table, all in one transaction, and answers by position.
    ///
    /// `records` are objects; `uuids` is as long and names each of them, nil if the sender gave
    /// none. `receivedAt`, in Unix seconds, becomes the `time` of a record that has none.
    func insert(
        database: String, table: String, records: [JSON], uuids: [String?], receivedAt: Int64
    ) throws(RecordSinkError) -> [RecordOutcome]

    /// Runs `body` so that all or nothing of what it inserts is stored.
    func together(_ body: () throws(RecordSinkError) -> Void) throws(RecordSinkError)
}

extension RecordSink {
    /// Runs `body`, whose insertions are independent of each other.
    public func together(
        _ body: () throws(RecordSinkError) -> Void
    ) throws(RecordSinkError) { try body() }
}

/// The outcome for one record.
public enum RecordOutcome: Equatable, Sendable {
    case stored
    /// Its uuid was stored before; a repeating sender gets the answer for success again.
    case duplicate
    /// It cannot be stored; `name` is the error's name in a receipt.
    case refused(name: String, message: String)
}

/// The reason why a whole batch could not be stored.
public enum RecordSinkError: Error, Equatable, Sendable {
    case noDatabase(String)
    case noTable(String, database: String)
    /// A name that is invalid for a database or table.
    case badName(String)
    /// The storage failed; the sender may try again.
    case unavailable(String)
}
