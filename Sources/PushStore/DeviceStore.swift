import PushPayload
import PushSimulation

/// The phone's side of a workspace: what a command changed, written in one transaction.
///
/// Confined to the thread of its session. A command calls `begin`, any number of `apply`, `save`
/// and `delete`, then `journal` and `commit`; until `commit` returns, nothing of it is in the file.
public final class DeviceStore {
    let connection: Connection
    /// An ephemeral store is one long transaction: no other process can see it, nothing survives.
    let isEphemeral: Bool
    private var knownVersion: Int64
    /// The facts of the command that runs, as the inside of a JSON array.
    var pendingFacts: [UInt8] = []
    /// The notifications that they are about.
    var pendingSubjects: [Int64] = []
    /// Events of an app whose drop is still to be marked; ephemeral stores only.
    var pendingDrops: (app: AppAddress, count: Int)?
    private var documentBuffer: [UInt8] = []
    /// The sequence of the journal's newest line, nil before it is known.
    private var lastStatement: Int64?

    init(_ connection: Connection, isEphemeral: Bool) throws(StoreError) {
        self.connection = connection
        self.isEphemeral = isEphemeral
        knownVersion = isEphemeral ? 0 : try connection.integer("PRAGMA data_version")
    }

    /// Opens the transaction of a command; true when another process wrote since the last one, so
    /// that what was read before is to be read again.
    ///
    /// Waits for another writer up to the busy time-out, then throws `busy`.
    public func begin() throws(StoreError) -> Bool {
        guard !isEphemeral else { return false }
        try connection.statement("BEGIN IMMEDIATE").run()
        let version: Int64
        do {
            version = try connection.integer("PRAGMA data_version")
        } catch {
            connection.rollback()
            throw error
        }
        guard version != knownVersion else { return false }
        knownVersion = version
        lastStatement = nil
        return true
    }

    /// Makes the command's changes last: a process that is killed after this keeps them.
    ///
    /// A command may commit what it acknowledged and go on: its facts wait for its line in the
    /// journal. An ephemeral store, whose commands need no journal, gives them a line without text.
    public func commit() throws(StoreError) {
        if isEphemeral {
            guard !pendingFacts.isEmpty else { return }
            return try journal(at: Tick(milliseconds: 0), device: "", text: "", status: 0)
        }
        do {
            try connection.statement("COMMIT").run()
        } catch {
            rollback()
            throw error
        }
    }

    /// Takes back what was written since `begin`; an ephemeral store keeps it.
    public func rollback() {
        lastStatement = nil
        forgetFacts()
        guard !isEphemeral else { return }
        connection.rollback()
    }

    /// Writes the command's line into the journal, with the facts that were applied before it.
    public func journal(
        at: Tick, device: String, text: String, status: Int
    ) throws(StoreError) {
        let last = try newestStatement()
        let insert = try connection.statement("INSERT INTO journal VALUES(?, ?, ?, ?, ?, ?)")
            .bind(last + 1).bind(at.milliseconds).bind(device).bind(text).bind(Int64(status))
        if pendingFacts.isEmpty {
            try insert.bindNull().run()
        } else {
            pendingFacts.append(UInt8(ascii: "]"))
            try insert.bind(text: pendingFacts).run()
        }
        for subject in pendingSubjects {
            try connection.statement("INSERT INTO fact_subjects VALUES(?, ?)")
                .bind(subject).bind(last + 1).run()
        }
        lastStatement = last + 1
        forgetFacts()
    }

    private func newestStatement() throws(StoreError) -> Int64 {
        if let lastStatement { return lastStatement }
        return try connection.integer("SELECT max(sequence) FROM journal")
    }

    private func forgetFacts() {
        pendingFacts.removeAll(keepingCapacity: true)
        pendingSubjects.removeAll(keepingCapacity: true)
    }

    /// Writes a document whole, in the place of the one with the same key.
    public func save(document: DocumentKey, _ body: JSON) throws(StoreError) {
        documentBuffer.removeAll(keepingCapacity: true)
        body.write(to: &documentBuffer)
        try connection.statement("INSERT OR REPLACE INTO documents VALUES(?, ?, ?)")
            .bind(document.kind).bind(document.key).bind(text: documentBuffer).run()
    }

    /// Removes a document; one that is not there is no error.
    public func delete(document: DocumentKey) throws(StoreError) {
        try connection.statement("DELETE FROM documents WHERE kind = ? AND key = ?")
            .bind(document.kind).bind(document.key).run()
    }

    /// Sets a setting, or removes it.
    public func set(_ key: String, to value: String?) throws(StoreError) {
        guard let value else {
            return try connection.statement("DELETE FROM settings WHERE key = ?").bind(key).run()
        }
        try connection.statement("INSERT OR REPLACE INTO settings VALUES(?, ?)")
            .bind(key).bind(value).run()
    }
}
