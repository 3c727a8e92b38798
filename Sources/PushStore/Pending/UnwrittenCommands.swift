import PushModel

/// Kept commands whose rows cannot be written, because the file is not as it was when they ran.
struct UnwrittenCommands: Equatable {
    /// Their slots, in order.
    private(set) var slots: [Int64] = []
    /// The reason for the first of them.
    private var reason = ""

    mutating func add(_ slot: Int64, _ error: StoreError) {
        if slots.isEmpty { reason = error.engineMessage ?? error.message }
        slots.append(slot)
    }

    /// A sentence that names each of them; nil if there is none.
    var fault: String? {
        guard let first = slots.first else { return nil }
        guard slots.count > 1 else {
            return "the kept command \(first) cannot be applied: \(reason)"
        }
        let numbers = slots.map(String.init)
        return "the kept commands \(numbers.dropLast().joined(separator: ", ")) and "
            + "\(numbers[numbers.count - 1]) cannot be applied; \(first): \(reason)"
    }

    /// Returns what keeps a file's kept commands from being applied; nil if nothing does.
    ///
    /// They are applied to a private copy, which is only made if there are any.
    static func fault(in connection: Connection) throws(StoreError) -> String? {
        guard try connection.integer("SELECT count(*) FROM pending WHERE slot = 0") == 1 else {
            return "its table `pending` lacks its first row"
        }
        let missing = try connection.integer(
            """
            SELECT coalesce(max(slot), 0) - count(*) FROM pending WHERE slot > 0
              AND round = (SELECT round FROM pending WHERE slot = 0)
            """)
        guard missing == 0 else {
            return "its table `pending` lacks \(missing == 1 ? "a row" : "\(missing) rows")"
        }
        guard try connection.integer(DeviceStore.keepsCommands) == 1 else { return nil }
        let copy = try Connection(path: "", .ephemeral, name: connection.name)
        try copy.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
        try copy.copy(from: connection)
        return try copy.transaction { () throws(StoreError) in
            try DeviceStore(copy, isMended: true).writeKeptSingly()
        }.fault
    }
}

extension DeviceStore {
    /// Writes the rows of each kept command that can be written, forgets the others, and starts a
    /// new round.
    ///
    /// Must run in a transaction. Slower than `settle`, which writes all of them or none: one
    /// command that does not fit must not take the others with it.
    ///
    /// - Returns: the others.
    func writeKeptSingly() throws(StoreError) -> UnwrittenCommands {
        let base = try base
        let round = try round()
        let slots = try base.prepare(
            "SELECT slot FROM pending WHERE slot > 0 AND round = ? ORDER BY slot"
        ).bind(round).rows { $0.integer(0) }
        var unwritten = UnwrittenCommands()
        for slot in slots {
            try base.execute("SAVEPOINT kept")
            do throws(StoreError) { try writeKept(slot, base) } catch {
                guard error.code != .full else { throw error }
                try base.execute("ROLLBACK TO kept")
                unwritten.add(slot, error)
                forgetFacts()
                (lastStatement, lastDropped) = (nil, nil)
            }
            try base.execute("RELEASE kept")
        }
        try beginRound(after: round)
        return unwritten
    }

    private func writeKept(_ slot: Int64, _ base: Connection) throws(StoreError) {
        let kept = try base.statement("SELECT record FROM pending WHERE slot = ?").bind(slot)
        defer { kept.reset() }
        guard try kept.step() else { return }
        var documents: [DocumentKey: [UInt8]] = [:]
        try writeRecords(kept.borrowedBytes(0), &documents, base)
        for (key, body) in documents.sorted(by: { $0.key < $1.key }) { try write(key, body) }
    }
}
