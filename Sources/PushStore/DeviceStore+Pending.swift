import PushModel
import PushText

/// The commands of a script, which a workspace keeps as one row each until something reads.
///
/// A command changes a dozen pages of tables and indexes, and its commit would write them all,
/// although a script reads few of them. So each command is a row of the table `pending`, in the
/// form of the ephemeral store's log and in a transaction of its own. The real rows are written
/// together: before anything reads the workspace, when many commands have gathered, and when the
/// script ends. After a kill, whichever process opens the workspace next writes them.
extension DeviceStore {
    /// The number of commands that gather before their rows are written.
    ///
    /// It is also the number of slots that the table ever has: the file does not grow with the
    /// script. Two of them share a page, and the pages of all fit in SQLite's cache; with twice as
    /// many each command read its page from the log again.
    static var pendingLimit: Int64 { 2048 }
    /// The size of gathered commands in bytes above which their rows are written: one command of a
    /// server brings as many pushes as wait.
    private static var pendingBytes: Int { 4 << 20 }

    /// Begins or ends keeping commands as one row each; an ephemeral store always defers rows.
    ///
    /// Not for use between `begin` and `commit`. Ending it writes the rows; if that fails, it has
    /// not ended.
    public func deferRows(_ isOn: Bool) throws(StoreError) {
        guard !isEphemeral, isOn != defersRows else { return }
        if isOn || pendingPlace == nil {
            try writePendingCommands()
            defersRows = isOn
            return
        }
        try ownTransaction { base throws(StoreError) in
            try writeGathered(base)
            try base.statement("DELETE FROM pending WHERE slot > 0").run()
        }
        defersRows = false
    }

    /// Keeps what the command in progress has done so far, as a part of its transaction.
    ///
    /// Beyond either limit the rows are written now, those of earlier commands included, in this
    /// command's transaction: its commit is then a long one. Until that commit a kill loses only
    /// the command in progress.
    func keepPendingCommand() throws(StoreError) {
        guard !pending.isEmpty else { return }
        let place = try nextPlace()
        keptBytes += pending.bytes.count
        guard place.slot <= Self.pendingLimit, keptBytes <= Self.pendingBytes else {
            return try writePendingCommands()
        }
        try base.statement("INSERT OR REPLACE INTO pending VALUES(?, ?, ?)")
            .bind(place.slot).bind(place.round).bind(inPlace: pending.bytes).run()
        pendingPlace = PendingPlace(slot: place.slot + 1, round: place.round)
    }

    /// Returns the row for the next command.
    ///
    /// The place is read from the table only after another process has written, or at the start;
    /// between commands of one process it is known.
    private func nextPlace() throws(StoreError) -> PendingPlace {
        if let pendingPlace { return pendingPlace }
        let round = try round()
        let last = try base.statement("SELECT max(slot) FROM pending WHERE round = ?")
            .bind(round).firstInteger()
        return PendingPlace(slot: (last ?? 0) + 1, round: round)
    }

    /// Returns the number of the current round, from row 0, which every version creates with the
    /// table.
    ///
    /// Throws `.damaged` if it is gone: without it old rows would pass for new commands.
    func round() throws(StoreError) -> Int64 {
        let base = try base
        let first = try base.statement("SELECT round FROM pending WHERE slot = 0")
        defer { first.reset() }
        guard try first.step() else {
            throw StoreError(
                .damaged, "`\(base.name)` is damaged: the first row of its table `pending` is gone")
        }
        return try first.number(0)
    }

    /// Asks whether commands of any process wait to become rows.
    static let keepsCommands: StaticString = """
        SELECT EXISTS(SELECT 1 FROM pending WHERE slot = 1
          AND round = (SELECT round FROM pending WHERE slot = 0))
        """

    /// Writes the rows of kept commands, of whichever process, and of the command in progress; in
    /// its transaction if there is one.
    ///
    /// Safe to call at any time; does nothing if there is nothing to write. Rows and round change
    /// in one transaction, so a command that was kept becomes rows exactly once, even if a process
    /// is killed here and another one repeats it.
    func writePendingCommands() throws(StoreError) {
        let base = try base
        let isKept = try base.integer(Self.keepsCommands) == 1
        guard isKept || !pending.isEmpty else { return }
        guard !base.isInTransaction else { return try writeGathered(base) }
        try ownTransaction { base throws(StoreError) in try writeGathered(base) }
    }

    /// Runs a transaction between two commands.
    ///
    /// If it fails, the next command takes the place that the last committed one left.
    private func ownTransaction(
        _ body: (Connection) throws(StoreError) -> Void
    ) throws(StoreError) {
        let base = try base
        do {
            try base.transaction { () throws(StoreError) in try body(base) }
        } catch {
            pendingPlace = keptPlace
            throw error
        }
        keptPlace = pendingPlace
    }

    /// Turns rows of `pending` and then the log in memory into real rows, and starts a new round.
    ///
    /// Must run in a transaction. The order within each kind is kept, but between kinds it is not:
    /// notifications, documents and events that wait are written last, once each.
    private func writeGathered(_ base: Connection) throws(StoreError) {
        // The facts of the command in progress wait for its own line.
        var waitingFacts = ByteWriter(capacity: 1024)
        var waitingSubjects: [Int64] = []
        swap(&waitingFacts, &pendingFacts)
        swap(&waitingSubjects, &pendingSubjects)
        keptBytes = 0
        gathered = GatheredNotifications()
        gatheredEvents = GatheredEvents()
        defer {
            gathered = nil
            gatheredEvents = nil
            swap(&waitingFacts, &pendingFacts)
            swap(&waitingSubjects, &pendingSubjects)
        }
        lastStatement = nil
        lastDropped = nil
        var documents: [DocumentKey: [UInt8]] = [:]
        let round = try round()
        let kept = try base.statement(
            "SELECT round, record FROM pending WHERE slot > 0 ORDER BY slot")
        defer { kept.reset() }
        while try kept.step(), kept.integer(0) == round {
            try writeRecords(kept.borrowedBytes(1), &documents, base)
        }
        try beginRound(after: round)
        try pending.drain { record throws(StoreError) in try write(record, &documents) }
        try writeGatheredNotifications()
        for (key, body) in documents.sorted(by: { $0.key < $1.key }) { try write(key, body) }
        try writeGatheredEvents()
    }

    /// Begins the round after one whose commands have become rows.
    func beginRound(after round: Int64) throws(StoreError) {
        try base.statement("UPDATE pending SET round = round + 1 WHERE slot = 0").run()
        pendingPlace = PendingPlace(slot: 1, round: round + 1)
    }

    /// Writes the records of one kept command.
    ///
    /// Lines, which are most of it, are read without copying their texts. Throws `.newer` for a
    /// record that a later version wrote, and `.damaged` for bytes that no version wrote; the
    /// transaction is rolled back then, and the commands stay in `pending`.
    func writeRecords(
        _ bytes: UnsafeRawBufferPointer, _ documents: inout [DocumentKey: [UInt8]],
        _ base: Connection
    ) throws(StoreError) {
        var decoder = RecordDecoder(bytes)
        while let kind = decoder.nextKind() {
            if kind == .line || kind == .plainLine {
                let line = decoder.lineHead()
                decoder.forEachFact(hasOccurrences: kind == .line) { keep($0) }
                if decoder.isIntact { try write(line) }
            } else {
                let record = decoder.record(kind)
                if decoder.isIntact { try write(record, &documents) }
            }
        }
        if let refusal = decoder.refusal { throw refusal }
        guard !decoder.isTorn else {
            throw StoreError(
                .damaged,
                "`\(base.name)` is damaged: a command in its table `pending` cannot be read")
        }
    }

    /// Writes records; of a document that many commands wrote, only the last version.
    private func write(
        _ record: PendingRecord, _ documents: inout [DocumentKey: [UInt8]]
    ) throws(StoreError) {
        if case .document(let key, let body) = record {
            documents[key] = body
        } else {
            try write(record)
        }
    }

    /// Writes a record of a log in which a document need not be held back.
    func write(_ record: PendingRecord) throws(StoreError) {
        switch record {
        case .change(let change): try write(change)
        case .document(let key, let body): try write(key, body)
        case .line(let line):
            for fact in line.facts { keep(fact) }
            try write(line)
        }
    }

    /// Writes a line, with the facts that were kept for it.
    private func write(_ line: PendingLine) throws(StoreError) {
        try writeLine(line.at, line.device, line.text, Int(line.status))
    }
}

/// The place of a kept command: a row of `pending`.
struct PendingPlace: Equatable {
    /// The row's key, from 1; 0 is the row with the number of the round.
    var slot: Int64
    /// The round that it belongs to.
    ///
    /// A row with an older number is a leftover.
    var round: Int64
}
