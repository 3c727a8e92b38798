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

    /// An uploaded file, and what was found in it.
    ///
    /// Its records are read again when they are stored: they take many times its memory.
    struct Part {
        var name: String
        var packed: [UInt8]
        /// The records that it brings; none if it cannot be read.
        var validRecords = 0
        /// Its uncompressed size in bytes, and its number of values.
        var size = ImportSize()
        var isReadable = true
        var faulty = FaultyRecords()
        var messages: [String] = []
        var longNumbers: [String] = []
        var farTime: Int64?
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
    /// The records that the commit leaves out, since no table can store them.
    var faulty = FaultyRecords()
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
        for remark in Self.remarks(messages, longNumbers, farTime) {
            session[remark.key] = remark.value
        }
        return session
    }

    /// The messages and the note, if there are any; Treasure Data itself sends neither.
    fileprivate static func remarks(
        _ messages: [String], _ longNumbers: [String], _ farTime: Int64?
    ) -> [JSON.Member] {
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
    static let messageLimit = 20

    /// Adds a message, unless there are many already.
    mutating func say(_ message: String) {
        if messages.count < Self.messageLimit { messages.append(message) }
    }

    /// The uncompressed size of all parts and the number of their values.
    var size: ImportSize { parts.reduce(into: ImportSize()) { $0.add($1.size) } }

    /// Sums up what was found in the parts.
    mutating func check(_ codec: ImportCodec) {
        var faulty = FaultyGatherer(codec)
        (messages, longNumbers, farTime) = ([], [], nil)
        for part in parts {
            for message in part.messages { say(message) }
            faulty.add(part.faulty)
            longNumbers += part.longNumbers
            farTime = farTime ?? part.farTime
        }
        self.faulty = faulty.records
        validRecords = parts.reduce(0) { $0 + $1.validRecords }
        readableParts = parts.count(where: \.isReadable)
        unreadableParts = parts.count - readableParts
    }

    /// The bytes that it holds.
    fileprivate var heldBytes: Int { parts.reduce(faulty.packed.count) { $0 + $1.heldBytes } }
}

extension BulkImport.Part {
    /// The bytes that it holds.
    var heldBytes: Int { packed.count + faulty.packed.count }

    /// Its messages and the note, if there are any.
    var remarks: [JSON.Member] { BulkImport.remarks(messages, longNumbers, farTime) }

    /// Reads a part, whose faults are messages.
    ///
    /// - Throws: 413 if it contains too much.
    init(_ name: String, _ packed: [UInt8], _ codec: ImportCodec) throws(ServiceRefusal) {
        (self.name, self.packed) = (name, packed)
        let title = "part `\(visible(name))`"
        let file = ImportFile(packed, codec)
        size = ImportSize(bytes: file.byteCount, values: file.valueCount)
        if let refusal = file.refusal {
            guard refusal.status != 413 else { throw refusal }
            isReadable = false
            messages = ["\(title): \(refusal.message)"]
            return
        }
        validRecords = file.records.count
        var faulty = FaultyGatherer(codec)
        for fault in file.faulty { faulty.add(fault.record) }
        self.faulty = faulty.records
        messages = file.faulty.prefix(BulkImport.messageLimit).map { "\(title), \($0.message)" }
        longNumbers = file.longNumbers
        farTime = file.farTime
    }
}

/// The size of imported files in memory.
struct ImportSize {
    /// The maximum for a bulk import: its own uploads have at most 500,000 records.
    static let limit = ImportSize(bytes: 512 << 20, values: 25_000_000)

    /// The uncompressed size in bytes.
    var bytes = 0
    /// The number of values, with those inside others and without keys.
    var values = 0

    mutating func add(_ other: ImportSize) {
        bytes += other.bytes
        values += other.values
    }

    /// Throws 413 if it is beyond the limit for a bulk import.
    func requireFit() throws(ServiceRefusal) {
        let found =
            bytes > Self.limit.bytes
            ? "\(Self.limit.bytes) bytes unpacked"
            : values > Self.limit.values ? "\(Self.limit.values) values" : nil
        guard let found else { return }
        throw ServiceRefusal(
            status: 413,
            message: "the parts of the bulk import have over \(found): "
                + "commit it, and go on with another")
    }
}

/// Records that are left out, for their sender to look at.
struct FaultyRecords {
    var count = 0
    /// The records as the answer has them, as far as they are kept.
    var packed: [UInt8] = []
}

/// Gathers records that are left out; beyond a size they are only counted.
struct FaultyGatherer {
    /// The maximum size of the records that are kept, in bytes of MessagePack.
    static let limit = ImportFile.limit

    private let codec: ImportCodec
    private var count = 0
    private var bytes: [UInt8] = []
    private var isFull = false

    init(_ codec: ImportCodec) { self.codec = codec }

    mutating func add(_ record: JSON) {
        count += 1
        guard !isFull else { return }
        let end = bytes.count
        MessagePack.write(record, to: &bytes)
        isFull = bytes.count > Self.limit
        if isFull { bytes.removeSubrange(end...) }
    }

    mutating func add(_ records: FaultyRecords) {
        count += records.count
        guard !isFull, !records.packed.isEmpty else { return }
        let room = Self.limit - bytes.count
        guard let found = try? codec.unpack(records.packed, room) else {
            isFull = true
            return
        }
        bytes += found
    }

    var records: FaultyRecords {
        FaultyRecords(count: count, packed: count == 0 ? [] : codec.pack(bytes))
    }
}

/// The bulk imports of a run of the service.
struct BulkImports {
    /// The maximum number of sessions remembered; beyond it the client has to delete one.
    static let limit = 100
    /// The maximum size of all uploaded parts and error records in bytes.
    static let partBytes = 256 << 20

    private(set) var sessions: [BulkImport] = []

    /// The size of all uploaded parts and error records in bytes.
    var uploadedBytes: Int { sessions.reduce(0) { $0 + $1.heldBytes } }

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
