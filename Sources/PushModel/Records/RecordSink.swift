import PushText

/// The store of records that an ingest service accepted: Treasure Data's tables, or their stand-in.
public protocol RecordSink: AnyObject {
    /// Stores records in a table, all in one transaction, and answers by position.
    ///
    /// `records` are objects; `uuids` names each of them, nil where the sender gave none, and is as
    /// long. `receivedAt`, in Unix seconds, becomes the `time` of a record that has none.
    func insert(
        database: String, table: String, records: [JSON], uuids: [String?], receivedAt: Int64
    ) throws(RecordSinkError) -> [RecordOutcome]
}

/// The fate of one record.
public enum RecordOutcome: Equatable, Sendable {
    case stored
    /// Its uuid was stored before; a sender that repeats itself gets the answer for success again.
    case duplicate
    /// It cannot be stored; `name` is the error's name in a receipt.
    case refused(name: String, message: String)
}

/// Why a whole batch could not be stored.
public enum RecordSinkError: Error, Equatable, Sendable {
    case noDatabase(String)
    case noTable(String, database: String)
    /// A name that no database or table can have.
    case badName(String)
    /// The storage failed; the sender may try again.
    case unavailable(String)
}
