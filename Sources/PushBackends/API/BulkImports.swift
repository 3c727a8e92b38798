import PushModel
import PushText

/// A bulk import: parts are uploaded, checked together, and stored together.
///
/// A session goes from `uploading` through `ready` to `committed`, as td-client-python's
/// `bulk_import_model.py` expects. `perform` checks the parts at once, so nobody sees `performing`;
/// `upload_frozen` keeps parts from being changed.
struct BulkImport {
    /// The progress of a bulk import.
    enum Status: String {
        case uploading, ready, committed
    }

    /// An uploaded file.
    struct Part {
        var name: String
        var packed: [UInt8]
    }

    let name: String
    let database: String
    let table: String
    /// The number of the table that had the name when the session was created.
    let tableNumber: Int64
    var status = Status.uploading
    var isFrozen = false
    var parts: [Part] = []
    /// The job that checked the parts.
    var job: Int?
    /// The records that the commit stores.
    var records: [JSON] = []
    /// The records that it leaves out, since no table can store them.
    var faulty: [JSON] = []
    /// The faults of the first of them, and of the parts that cannot be read.
    var messages: [String] = []
    /// The keys whose numbers are kept as text.
    var longNumbers: [String] = []
    /// The first time of a record that cannot be meant in seconds; nil if none has one.
    var farTime: Int64?
    /// The number of records that are stored, or will be.
    var validRecords = 0
    var readableParts = 0
    var unreadableParts = 0

    /// The session as clients read it.
    var json: JSON {
        var session: JSON = [
            "name": .string(name), "database": .string(database), "table": .string(table),
            "status": .string(status.rawValue), "upload_frozen": .bool(isFrozen),
            "job_id": job.map { .string(String($0)) } ?? .null,
            "valid_records": .int(validRecords), "error_records": .int(faulty.count),
            "valid_parts": .int(readableParts), "error_parts": .int(unreadableParts),
        ]
        for remark in remarks { session[remark.key] = remark.value }
        return session
    }

    /// The messages and the note, if there are any; Treasure Data itself sends neither.
    var remarks: [JSON.Member] {
        var remarks: [JSON.Member] = []
        if !messages.isEmpty {
            let texts = messages.map(JSON.string)
            remarks.append(.init(key: "error_messages", value: .array(texts)))
        }
        if let note = RecordNote.text(longNumbers, farTime: farTime) {
            remarks.append(.init(key: "note", value: .string(note)))
        }
        return remarks
    }

    /// The maximum number of messages.
    private static let messageLimit = 20

    /// Adds a message, unless there are many already.
    mutating func say(_ message: String) {
        if messages.count < Self.messageLimit { messages.append(message) }
    }

    /// Takes over the readable records of a part, and counts the others.
    ///
    /// - Throws: 413 if it contains too much.
    mutating func take(_ part: Part, _ codec: ImportCodec) throws(ServiceRefusal) {
        let name = "part `\(visible(part.name))`"
        do throws(ServiceRefusal) {
            let file = try ImportFile(part.packed, codec)
            records += file.records
            faulty += file.faulty.map(\.record)
            for fault in file.faulty.prefix(Self.messageLimit) { say("\(name), \(fault.message)") }
            longNumbers += file.longNumbers
            farTime = farTime ?? file.farTime
            readableParts += 1
        } catch {
            guard error.status != 413 else { throw error }
            say("\(name): \(error.message)")
            unreadableParts += 1
        }
        validRecords = records.count
    }
}

/// The bulk imports of a run of the service.
struct BulkImports {
    /// The maximum number of sessions remembered; beyond it the client has to delete one.
    static let limit = 100
    /// The maximum size of all uploaded parts in bytes.
    static let partBytes = 256 << 20

    private(set) var sessions: [BulkImport] = []

    /// The size of all uploaded parts in bytes.
    var uploadedBytes: Int {
        sessions.reduce(0) { $0 + $1.parts.reduce(0) { $0 + $1.packed.count } }
    }

    mutating func add(_ session: BulkImport) throws(ServiceRefusal) {
        guard !sessions.contains(where: { $0.name == session.name }) else {
            throw ServiceRefusal(.exists("bulk import `\(visible(session.name))`"))
        }
        guard sessions.count < Self.limit else {
            throw ServiceRefusal(status: 429, message: "\(Self.limit) bulk imports are kept")
        }
        sessions.append(session)
    }

    func index(_ name: String) throws(ServiceRefusal) -> Int {
        guard let index = sessions.firstIndex(where: { $0.name == name }) else {
            throw ServiceRefusal(.missing("no bulk import `\(visible(name))`"))
        }
        return index
    }

    /// Changes a session; a refusal leaves it as it was.
    mutating func change<Result>(
        _ name: String, _ body: (inout BulkImport) throws(ServiceRefusal) -> Result
    ) throws(ServiceRefusal) -> Result {
        let index = try index(name)
        var session = sessions[index]
        let result = try body(&session)
        sessions[index] = session
        return result
    }

    mutating func delete(_ name: String) throws(ServiceRefusal) {
        sessions.remove(at: try index(name))
    }
}
