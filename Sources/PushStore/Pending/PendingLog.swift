import PushSimulation

/// What a store was told since someone last looked at it, in order.
///
/// Rows need not be in their tables before they are read; most scripts read few, and a replay none.
/// The log is bytes. An ephemeral store's lie in memory, those before the last in a file without a
/// name; the log of a workspace holds the command that runs, and each commit takes it over.
final class PendingLog {
    /// Bytes in memory before they are written out.
    private let limit: Int
    private var encoder: RecordEncoder
    /// The parts that were written out: each holds whole records of an encoder of its own.
    private var written: [Range<Int64>] = []
    private var file: TemporaryFile?
    private let facts = RecordBuffer(capacity: 1024)
    private var factCount = 0
    /// How many records at the beginning of the log have been taken already.
    private var taken = 0

    init(limit: Int = 1 << 18) {
        self.limit = limit
        encoder = RecordEncoder(RecordBuffer(capacity: 1 << 12))
    }

    /// A copy of a log, its waiting facts excepted; nil where that would be work.
    convenience init?(copyOf other: PendingLog) {
        guard other.written.isEmpty, other.taken == 0, other.memory.count <= 1 << 14 else {
            return nil
        }
        self.init(limit: other.limit)
        memory.append(other.memory.bytes)
        encoder = RecordEncoder(memory, lastToken: other.encoder.lastToken)
    }

    private var memory: RecordBuffer { encoder.buffer }

    var isEmpty: Bool { memory.count == 0 && written.isEmpty }

    /// Whether facts wait for their line.
    var hasFacts: Bool { factCount > 0 }

    /// Adds a change; a fact waits for the line of its command.
    func append(_ change: Change) throws(StoreError) {
        if case .fact(let fact) = change {
            RecordEncoder.encode(fact, to: facts)
            factCount += 1
            return
        }
        encoder.encode(change)
        try writeOut()
    }

    /// Adds a line of the journal, with the facts that waited for it.
    func appendLine(at: Tick, device: String, text: String, status: Int) throws(StoreError) {
        encoder.encode(
            at: at, device: device, text: text, status: status, facts: facts, count: factCount)
        forgetFacts()
        try writeOut()
    }

    /// Adds a document whole, as JSON.
    func append(_ document: DocumentKey, _ body: [UInt8]) throws(StoreError) {
        encoder.encode(document, body)
        try writeOut()
    }

    /// The bytes in memory: all there are where the limit is never reached.
    var bytes: UnsafeRawBufferPointer { memory.bytes }

    /// Forgets all but the facts that wait for their line.
    func removeAll() {
        written.removeAll()
        file = nil
        taken = 0
        startAnew()
    }

    func forgetFacts() {
        facts.removeAll()
        factCount = 0
    }

    private func writeOut() throws(StoreError) {
        guard memory.count >= limit else { return }
        let file = try opened()
        let start = written.last?.upperBound ?? 0
        try file.write(memory.bytes, at: start)
        written.append(start..<start + Int64(memory.count))
        startAnew()
    }

    private func opened() throws(StoreError) -> TemporaryFile {
        if let file { return file }
        let made = try TemporaryFile(name: "ephemeral workspace")
        file = made
        return made
    }

    private func startAnew() {
        let buffer = encoder.buffer
        buffer.removeAll()
        encoder = RecordEncoder(buffer)
    }

    /// Hands every record to `body` and empties the log.
    ///
    /// After an error the log keeps the record that failed and all behind it.
    func drain(_ body: (PendingRecord) throws(StoreError) -> Void) throws(StoreError) {
        while let part = written.first, let file {
            let bytes = UnsafeMutableRawBufferPointer.allocate(
                byteCount: part.count, alignment: 16)
            defer { bytes.deallocate() }
            try file.read(bytes, at: part.lowerBound)
            try take(UnsafeRawBufferPointer(bytes), body)
            written.removeFirst()
        }
        file = nil
        try take(memory.bytes, body)
        startAnew()
    }

    private func take(
        _ bytes: UnsafeRawBufferPointer, _ body: (PendingRecord) throws(StoreError) -> Void
    ) throws(StoreError) {
        var decoder = RecordDecoder(bytes)
        var number = 0
        while let record = decoder.next() {
            number += 1
            guard number > taken else { continue }
            try body(record)
            taken = number
        }
        precondition(!decoder.isTorn, "a record that nothing wrote")
        taken = 0
    }
}
