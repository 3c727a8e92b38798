import PushModel
import PushText

/// The phone's side of a workspace: what a command changed, written in one transaction.
///
/// Confined to the thread of its session. A command calls `begin`, any number of `apply`, `save`
/// and `delete`, then `journal` and `commit`; the file is unchanged until `commit` returns.
public final class DeviceStore {
    /// The database; nil before an ephemeral store is looked at for the first time.
    private var opened: Connection?
    /// An ephemeral store is one long transaction: no other process can see it, nothing survives.
    let isEphemeral: Bool
    private var knownVersion: Int64
    /// The version of the file that `hasFreshNews` met last.
    private var followedVersion: Int64?
    /// Whether a commit waits until the disk has it.
    var survivesLossOfPower = false
    /// Why it takes no commands; nil = it does.
    var refusal: StoreError?
    /// The log of an ephemeral store's unwritten rows, or of a deferring store's current command.
    let pending: PendingLog
    /// Whether a workspace keeps a command as one row until somebody looks.
    var defersRows = false
    /// The row in which the next command is kept; nil before it is known.
    var pendingPlace: PendingPlace?
    /// How many bytes of commands were kept since their rows were last written.
    var keptBytes = 0
    /// The place at the end of the last transaction; rollback returns to it.
    var keptPlace: PendingPlace?
    /// Whether another process's script may have put rows off, which come before what is written.
    private var mayFollowOthers = false
    /// Whether rows that were put off are being written.
    var isSettling = false
    /// Notifications whose rows are still to be written; nil unless `pending` is being written out.
    var gathered: GatheredNotifications?
    /// The facts of the command that runs, as the inside of a JSON array.
    var pendingFacts: [UInt8] = []
    /// The notifications that they are about.
    var pendingSubjects: [Int64] = []
    /// Events of an app whose drop is still to be marked, while rows that were put off are written.
    var pendingDrops: (app: AppAddress, count: Int)?
    /// The event that was dropped last, which was the oldest then.
    var lastDropped: (app: AppAddress, sequence: Int64)?
    private var documentBuffer: [UInt8] = []
    /// The sequence of the journal's newest line, nil before it is known.
    var lastStatement: Int64?
    /// The sequence of the newest event of an ephemeral store, nil before it is known.
    private var lastEvent: Int64?

    /// The store of a file.
    init(_ connection: Connection) throws(StoreError) {
        opened = connection
        isEphemeral = false
        pending = PendingLog(limit: .max)
        knownVersion = try connection.integer("PRAGMA data_version")
        // A script that was killed left them.
        try writePendingCommands()
    }

    /// A private store over a database that holds something, or over none.
    init(ephemeral connection: Connection?, pending: PendingLog? = nil) {
        opened = connection
        isEphemeral = true
        let pending = pending ?? PendingLog(isWhole: connection == nil)
        self.pending = pending
        knownVersion = 0
        // A database that was never opened holds nothing but what is pending.
        if connection == nil && pending.isEmpty {
            lastStatement = 0
            lastEvent = 0
        }
    }

    /// A private copy that needs no database yet; nil if there is one, or much to copy.
    func copyBeforeOpening() -> DeviceStore? {
        guard opened == nil, let log = PendingLog(copyOf: pending) else { return nil }
        let copy = DeviceStore(ephemeral: nil, pending: log)
        copy.lastStatement = lastStatement
        copy.lastEvent = lastEvent
        return copy
    }

    /// Whether a database was needed so far.
    var hasDatabase: Bool { opened != nil }

    /// The database with everything in it that the store was told.
    var connection: Connection {
        get throws(StoreError) {
            try settle()
            return try base
        }
    }

    /// The database as it is; only what writes may use it.
    var base: Connection {
        get throws(StoreError) {
            if let opened { return opened }
            let made = try Workspace.openEphemeralDevice()
            opened = made
            return made
        }
    }

    /// Writes what the store was told; to be called before anything looks at it.
    func settle() throws(StoreError) {
        guard isEphemeral else { return try writePendingCommands() }
        guard !pending.isEmpty else { return }
        lastStatement = nil
        isSettling = true
        defer { isSettling = false }
        try pending.drain { record throws(StoreError) in try write(record) }
        try settleDrops()
    }

    /// Whether changes go to the log first.
    private var isDeferring: Bool { isEphemeral || defersRows }

    /// Writes changes of the command that runs.
    public func apply(_ changes: [Change]) throws(StoreError) {
        guard isDeferring else {
            for index in changes.indices { try write(changes[index]) }
            return
        }
        // An element of an array is copied before it is handed on, and that of a buffer is not.
        try changes.withUnsafeBufferPointer { changes throws(StoreError) in
            for index in changes.indices { try deferred(changes[index]) }
        }
    }

    /// Writes one change of the command that runs.
    public func apply(_ change: Change) throws(StoreError) {
        if isDeferring { try deferred(change) } else { try write(change) }
    }

    private func deferred(_ change: Change) throws(StoreError) {
        if case .event(let queued, _) = change {
            lastEvent = lastEvent.map { max($0, queued.sequence) }
        }
        try pending.append(change)
    }

    /// The sequence of the newest event; zero when there is none.
    public func lastEventSequence() throws(StoreError) -> Int64 {
        if let lastEvent { return lastEvent }
        let found = try connection.integer("SELECT max(sequence) FROM events")
        if isEphemeral { lastEvent = found }
        return found
    }

    /// The sequence of the journal's newest line; 0 when it has none.
    public func newestLine() throws(StoreError) -> Int64 {
        if isEphemeral, let lastStatement { return lastStatement }
        let found = try connection.integer("SELECT max(sequence) FROM journal")
        if isEphemeral { lastStatement = found }
        return found
    }

    /// Whether another process wrote since the last transaction, without taking part.
    public func hasNews() throws(StoreError) -> Bool {
        guard !isEphemeral, let opened else { return false }
        return try opened.integer("PRAGMA data_version") != knownVersion
    }

    /// Whether another process wrote since the last transaction, or since this was asked
    /// last: for what follows others between transactions.
    public func hasFreshNews() throws(StoreError) -> Bool {
        guard !isEphemeral, let opened else { return false }
        let version = try opened.integer("PRAGMA data_version")
        defer { followedVersion = version }
        return version != followedVersion && version != knownVersion
    }

    /// Opens the transaction of a command; true when another process wrote since the last one, so
    /// that what was read before is to be read again.
    ///
    /// Waits for another writer up to the busy time-out, then throws `busy`.
    public func begin() throws(StoreError) -> Bool {
        if let refusal { throw refusal }
        guard !isEphemeral else { return false }
        let base = try base
        try base.statement("BEGIN IMMEDIATE").run()
        let version: Int64
        do throws(StoreError) {
            guard !base.hasMoved("main") else {
                throw StoreError(
                    .missing, "`\(base.name)` is gone: the workspace was deleted or replaced",
                    hint: "start pushsh anew")
            }
            version = try base.integer("PRAGMA data_version")
        } catch {
            base.rollback()
            throw error
        }
        let isNews = version != knownVersion
        if isNews {
            knownVersion = version
            lastStatement = nil
            pendingPlace = nil
            keptPlace = nil
            mayFollowOthers = true
        }
        if mayFollowOthers && !defersRows {
            do {
                try writePendingCommands()
            } catch {
                base.rollback()
                throw error
            }
        }
        return isNews
    }

    /// Makes the command's changes last: a process that is killed after this keeps them.
    ///
    /// A command may commit what it acknowledged and go on: its facts wait for its line in the
    /// journal. An ephemeral store, whose commands need no journal, gives them a line without text.
    public func commit() throws(StoreError) {
        if isEphemeral {
            guard pending.hasFacts else { return }
            return try journal(at: Tick(milliseconds: 0), device: "", text: "", status: 0)
        }
        do {
            try keepPendingCommand()
            try base.statement("COMMIT").run()
            if survivesLossOfPower { try base.awaitDisk() }
        } catch {
            rollback()
            throw error
        }
        pending.removeAll()
        keptPlace = pendingPlace
        if !defersRows { mayFollowOthers = false }
    }

    /// Takes back what was written since `begin`; an ephemeral store keeps it.
    public func rollback() {
        pending.forgetFacts()
        guard !isEphemeral else { return }
        pending.removeAll()
        pendingDrops = nil
        lastDropped = nil
        lastStatement = nil
        pendingPlace = keptPlace
        forgetFacts()
        opened?.rollback()
    }

    /// Writes the command's line into the journal, with the facts that were applied before it.
    public func journal(
        at: Tick, device: String, text: String, status: Int
    ) throws(StoreError) {
        guard isDeferring else { return try writeLine(at, device, text, status) }
        try pending.appendLine(at: at, device: device, text: text, status: status)
        lastStatement = lastStatement.map { $0 + 1 }
    }

    func writeLine(
        _ at: Tick, _ device: String, _ text: String, _ status: Int
    ) throws(StoreError) {
        let base = try base
        let last = try newestStatement(base)
        let insert = try base.statement("INSERT INTO journal VALUES(?, ?, ?, ?, ?, ?)")
            .bind(last + 1).bind(at.milliseconds).bind(device).bind(text).bind(Int64(status))
        if pendingFacts.isEmpty {
            try insert.bindNull().run()
        } else {
            pendingFacts.append(UInt8(ascii: "]"))
            try insert.bind(text: pendingFacts).run()
        }
        for subject in pendingSubjects {
            try base.statement("INSERT INTO fact_subjects VALUES(?, ?)")
                .bind(subject).bind(last + 1).run()
        }
        lastStatement = last + 1
        forgetFacts()
    }

    private func newestStatement(_ base: Connection) throws(StoreError) -> Int64 {
        if let lastStatement { return lastStatement }
        return try base.integer("SELECT max(sequence) FROM journal")
    }

    private func forgetFacts() {
        pendingFacts.removeAll(keepingCapacity: true)
        pendingSubjects.removeAll(keepingCapacity: true)
    }

    /// Writes a document whole, in the place of the one with the same key.
    public func save(document: DocumentKey, _ body: JSON) throws(StoreError) {
        documentBuffer.removeAll(keepingCapacity: true)
        body.write(to: &documentBuffer)
        if defersRows { return try pending.append(document, documentBuffer) }
        try write(document, documentBuffer)
    }

    func write(_ document: DocumentKey, _ body: [UInt8]) throws(StoreError) {
        try base.statement("INSERT OR REPLACE INTO documents VALUES(?, ?, ?)")
            .bind(document.kind).bind(document.key).bind(text: body).run()
    }

    /// Removes a document; one that is not there is no error.
    public func delete(document: DocumentKey) throws(StoreError) {
        try connection.statement("DELETE FROM documents WHERE kind = ? AND key = ?")
            .bind(document.kind).bind(document.key).run()
    }

    /// Makes the store what another database of a workspace holds; it is to be opened anew then.
    func replace(by other: Connection) throws(StoreError) {
        pending.forgetHistory()
        try base.copy(from: other)
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
