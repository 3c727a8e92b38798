import PushModel

/// The changes made to a store since it was last read, in order.
///
/// Rows need not be in their tables before they are read; most scripts read few, and a replay none.
/// The log is bytes. An ephemeral store's log is in memory, with earlier parts in a file without a
/// name; a workspace's log holds the running command, and each commit takes it over.
final class PendingLog {
    /// The size in memory, in bytes, at which it is written out.
    private let limit: Int
    /// Writes the part in memory; a part that is written out ends its memory of the last token.
    private var encoder: RecordEncoder
    /// The parts written out: each holds whole records of an encoder of its own.
    ///
    /// Consecutive in the file, from offset 0; after a failed `drain` the first may already be
    /// gone.
    private var written: [Range<Int64>] = []
    /// Created when the first part is written out; gone once all parts are drained.
    private var file: TemporaryFile?
    /// Facts of the running command, encoded, until its line is appended.
    private let facts = RecordBuffer(capacity: 1024)
    /// The number of facts in `facts`, which a line must name before them.
    private var factCount = 0
    /// The number of records at the beginning of the log that have been taken already.
    ///
    /// More than zero only after a `drain` that failed: the next one skips as many in the first
    /// part.
    private var taken = 0
    /// The events and calls in the log; nil before it is asked for them.
    private var chronicle: Chronicle?
    /// Whether the log, or its chronicle, goes back to the beginning of an empty store.
    ///
    /// Once false it stays so; history is then answered from the database.
    private var isWhole: Bool
    /// Whether records have moved from the log to the tables.
    private var isDrained = false

    /// Makes an empty log.
    ///
    /// - Parameters:
    ///   - limit: the size in memory, in bytes, at which it is written out.
    ///   - isWhole: whether the store is as empty as the log.
    init(limit: Int = 1 << 18, isWhole: Bool = false) {
        self.limit = limit
        self.isWhole = isWhole
        encoder = RecordEncoder(RecordBuffer(capacity: 1 << 12))
    }

    /// Copies a log without its waiting facts; nil if that would be expensive.
    ///
    /// A log with a part in its file, with more than 16 KB, or with a drain that failed, is too
    /// much.
    convenience init?(copyOf other: PendingLog) {
        guard other.written.isEmpty, other.taken == 0, other.memory.count <= 1 << 14 else {
            return nil
        }
        self.init(limit: other.limit, isWhole: other.isWhole)
        chronicle = other.chronicle.map(Chronicle.init(copyOf:))
        memory.append(other.memory.bytes)
        encoder = RecordEncoder(memory, lastToken: other.encoder.lastToken)
    }

    private var memory: RecordBuffer { encoder.buffer }

    var isEmpty: Bool { memory.count == 0 && written.isEmpty }

    /// Whether facts wait for their line.
    var hasFacts: Bool { factCount > 0 }

    /// Adds a change; a fact waits for the line of its command.
    ///
    /// Throws only if the log must be written out and cannot be; the change is in it all the same.
    @inline(__always)
    func append(_ change: Change) throws(StoreError) {
        if case .fact(let fact) = change {
            RecordEncoder.encode(fact, to: facts)
            factCount += 1
            chronicle?.follow(fact)
            return
        }
        guard let chronicle else {
            encoder.encode(change)
            return try writeOut()
        }
        let (start, token) = (memory.count, encoder.lastToken)
        encoder.encode(change)
        chronicle.follow(
            change, start..<memory.count, body: encoder.eventBody,
            tokens: (token, encoder.lastToken))
        try writeOut()
    }

    /// Adds a line of the journal, with the facts that waited for it.
    func appendLine(at: Tick, device: String, text: String, status: Int) throws(StoreError) {
        let start = memory.count
        encoder.encode(
            at: at, device: device, text: text, status: status, facts: facts, count: factCount)
        chronicle?.followLine(start..<memory.count, facts: factCount)
        forgetFacts()
        try writeOut()
    }

    /// Adds a whole document, as JSON.
    func append(
        _ document: DocumentKey, _ body: UnsafeBufferPointer<UInt8>
    ) throws(StoreError) {
        encoder.encode(document, body)
        try writeOut()
    }

    /// The bytes in memory: all there are if the limit is never reached.
    var bytes: UnsafeRawBufferPointer { memory.bytes }

    /// Drops everything except the facts that wait for their line.
    func removeAll() {
        written.removeAll()
        file = nil
        taken = 0
        startAnew()
    }

    /// Drops the facts of a command that failed, and nothing else.
    func forgetFacts() {
        facts.removeAll()
        factCount = 0
        chronicle?.forgetFacts()
    }

    /// Moves the part in memory to the file once it reaches the limit.
    ///
    /// A failure leaves it in memory: the next append tries again.
    private func writeOut() throws(StoreError) {
        guard memory.count >= limit else { return }
        let file = try opened()
        let start = written.last?.upperBound ?? 0
        try file.write(memory.bytes, at: start)
        chronicle?.read(memory.bytes)
        written.append(start..<start + Int64(memory.count))
        startAnew()
    }

    /// Returns the file for parts, created at the first need.
    private func opened() throws(StoreError) -> TemporaryFile {
        if let file { return file }
        let made = try TemporaryFile(name: "ephemeral workspace")
        file = made
        return made
    }

    /// Empties the part in memory.
    ///
    /// A new encoder begins, since the part must be readable by itself.
    private func startAnew() {
        let buffer = encoder.buffer
        chronicle?.startAnew(after: buffer.bytes)
        buffer.removeAll()
        encoder = RecordEncoder(buffer)
    }

    /// Passes every record to `body` and empties the log.
    ///
    /// After an error the log keeps the record that failed and all after it.
    ///
    /// Records that `body` took are not passed again by the next call. Facts that wait for their
    /// line stay.
    func drain(_ body: (PendingRecord) throws(StoreError) -> Void) throws(StoreError) {
        chronicle?.read(memory.bytes)
        if chronicle == nil { isWhole = false }
        isDrained = true
        while let part = written.first, let file {
            try read(part, of: file) { bytes throws(StoreError) in try take(bytes, body) }
            written.removeFirst()
        }
        file = nil
        try take(memory.bytes, body)
        startAnew()
    }

    /// Reads a part into memory for as long as `body` runs.
    private func read(
        _ part: Range<Int64>, of file: TemporaryFile,
        _ body: (UnsafeRawBufferPointer) throws(StoreError) -> Void
    ) throws(StoreError) {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: part.count, alignment: 16)
        defer { bytes.deallocate() }
        try file.read(bytes, at: part.lowerBound)
        try body(UnsafeRawBufferPointer(bytes))
    }

    /// Returns the events and calls since the store was empty; nil if the log does not go back that
    /// far, or there are too many.
    ///
    /// The first call reads the whole log; from then on what is added is noted as it comes.
    func history() throws(StoreError) -> Chronicle? {
        guard isWhole else { return nil }
        let read = chronicle ?? Chronicle()
        if chronicle == nil, let file {
            for part in written {
                try self.read(part, of: file) {
                    read.read($0)
                    read.startAnew(after: $0)
                }
            }
        }
        read.read(memory.bytes)
        guard !read.isFull else {
            forgetHistory()
            return nil
        }
        chronicle = read
        return read
    }

    /// The log from the beginning of the store, if it is small and entirely in memory.
    var wholeBytes: UnsafeRawBufferPointer? {
        let isAll = isWhole && written.isEmpty && taken == 0 && !isDrained
        return isAll && memory.count <= Self.smallLog ? memory.bytes : nil
    }

    /// The size in bytes up to which reading the log is faster than creating a database.
    private static let smallLog = 1 << 16

    /// Forgets the history, because the store will hold something else.
    func forgetHistory() {
        chronicle = nil
        isWhole = false
    }

    /// Passes the records of one part that were not taken yet, and counts them, so that an error in
    /// the middle can be continued from.
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
