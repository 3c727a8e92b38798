import PushModel
import PushText

/// The phone's side of a workspace: a command's changes, written in one transaction.
///
/// Confined to the thread of its session. A command calls `begin`, any number of `apply`, `save`
/// and `delete`, then `journal` and `commit`; the file is unchanged until `commit` returns.
public final class DeviceStore {
    /// The database; nil until an ephemeral store is first read.
    private var opened: Connection?
    /// Whether it is one long transaction: no other process can see it, and nothing survives.
    let isEphemeral: Bool
    /// SQLite's `data_version` at the last transaction: another number means that another process
    /// has committed since.
    ///
    /// It is a counter of this connection, and cannot be compared across connections.
    private var knownVersion: Int64
    /// The version of the file that `hasFreshNews` saw last.
    private var followedVersion: Int64?
    /// Whether a commit waits until the disk has it.
    var survivesLossOfPower = false
    /// The reason why it accepts no commands; nil if it does.
    var refusal: StoreError?
    /// The log of an ephemeral store's unwritten rows, or of a deferring store's current command.
    let pending: PendingLog
    /// Whether a workspace keeps a command as one row until something reads.
    var defersRows = false
    /// The row for the next command; nil before it is known.
    var pendingPlace: PendingPlace?
    /// The size of the commands kept since their rows were last written, in bytes.
    var keptBytes = 0
    /// The place at the end of the last transaction; rollback returns to it.
    var keptPlace: PendingPlace?
    /// Whether another process's script may have deferred rows, which must be written first.
    private var mayFollowOthers = false
    /// The rows for readers while the disk has no room for those of kept commands; nil otherwise.
    var standIn: StandIn?
    /// Notifications whose rows are still to be written; nil unless `pending` is being written out.
    var gathered: GatheredNotifications?
    /// The facts of the running command, as the contents of a JSON array.
    var pendingFacts = ByteWriter(capacity: 1024)
    /// The notifications that they are about.
    var pendingSubjects: [Int64] = []
    /// Events whose rows are still to be written; nil unless `pending` is being written out.
    var gatheredEvents: GatheredEvents?
    /// The event that was dropped last, then the oldest.
    var lastDropped: (app: AppAddress, sequence: Int64)?
    /// The sequence of the journal's newest line, nil before it is known.
    var lastStatement: Int64?
    /// The sequence of the newest event of an ephemeral store, nil before it is known.
    private var lastEvent: Int64?

    /// Makes the store of a file.
    ///
    /// Writes what a killed script deferred, so opening may take a transaction; `.busy` if another
    /// process holds the lock for too long. On a full disk it fails, or the commands stay as they
    /// are if the disk `mayBeFull`.
    ///
    /// One that `isMended` leaves them to `writeKeptSingly`.
    init(
        _ connection: Connection, mayBeFull: Bool = false, isMended: Bool = false
    ) throws(StoreError) {
        opened = connection
        isEphemeral = false
        pending = PendingLog(limit: .max)
        knownVersion = try connection.integer("PRAGMA data_version")
        guard !isMended else { return }
        // A killed script left them.
        do throws(StoreError) { try writePendingCommands() } catch {
            guard mayBeFull, error.code == .full else { throw error }
            mayFollowOthers = true
        }
    }

    /// Makes a private store over a database that holds something, or over none.
    ///
    /// The connection must be inside its long transaction, and `pending` must continue where its
    /// tables end. A store without a database and without a log is known to be empty, and answers
    /// so without asking.
    init(ephemeral connection: Connection?, pending: PendingLog? = nil) {
        opened = connection
        isEphemeral = true
        let pending = pending ?? PendingLog(isWhole: connection == nil)
        self.pending = pending
        knownVersion = 0
        // A database that was never opened holds nothing but pending changes.
        if connection == nil && pending.isEmpty {
            lastStatement = 0
            lastEvent = 0
        }
    }

    /// Returns a private copy that needs no database yet; nil if there is one, or much to copy.
    ///
    /// The tests of a script each start from such a copy: sixteen kilobytes of log at most, instead
    /// of a database.
    func copyBeforeOpening() -> DeviceStore? {
        guard opened == nil, let log = PendingLog(copyOf: pending) else { return nil }
        let copy = DeviceStore(ephemeral: nil, pending: log)
        copy.lastStatement = lastStatement
        copy.lastEvent = lastEvent
        return copy
    }

    /// Whether a database has been needed so far.
    var hasDatabase: Bool { opened != nil }

    /// The database with all changes so far; only for reading, as it may be a copy.
    ///
    /// Every access writes what is pending, so a statement must not be kept across commands in
    /// order to save it.
    var connection: Connection {
        get throws(StoreError) {
            if let copy = try settledOrCopied() { return copy }
            return try base
        }
    }

    /// The database as it is; only for writing.
    ///
    /// Reading from it would miss what is pending. An ephemeral store makes its database here, at
    /// the first need.
    var base: Connection {
        get throws(StoreError) {
            if let opened { return opened }
            let made = try Workspace.openEphemeralDevice()
            opened = made
            return made
        }
    }

    /// Writes pending changes; to be called before anything reads.
    ///
    /// May be called inside a command's transaction or between two; a failure leaves the rest
    /// pending.
    func settle() throws(StoreError) {
        guard isEphemeral else { return try writePendingCommands() }
        guard !pending.isEmpty else { return }
        lastStatement = nil
        try pending.drain { record throws(StoreError) in try write(record) }
    }

    /// Whether changes go to the log first.
    private var isDeferring: Bool { isEphemeral || defersRows }

    /// Writes changes of the running command.
    public func apply(_ changes: [Change]) throws(StoreError) {
        guard isDeferring else {
            for index in changes.indices { try write(changes[index]) }
            return
        }
        // An element of an array is copied when it is passed on; one of a buffer is not.
        try changes.withUnsafeBufferPointer { changes throws(StoreError) in
            for index in changes.indices { try deferred(changes[index]) }
        }
    }

    /// Writes one change of the running command.
    public func apply(_ change: Change) throws(StoreError) {
        if isDeferring { try deferred(change) } else { try write(change) }
    }

    /// Keeps the newest event's sequence up to date, which the world asks for after each command.
    ///
    /// Inlined, since the change would be copied for a call.
    @inline(__always)
    private func deferred(_ change: Change) throws(StoreError) {
        if case .event(let queued, _) = change {
            lastEvent = lastEvent.map { max($0, queued.sequence) }
        }
        try pending.append(change)
    }

    /// Returns the sequence of the newest event; zero if there is none.
    ///
    /// Only an ephemeral store may remember it: elsewhere other processes add events too.
    public func lastEventSequence() throws(StoreError) -> Int64 {
        if let lastEvent { return lastEvent }
        let found = try connection.integer("SELECT max(sequence) FROM events")
        if isEphemeral { lastEvent = found }
        return found
    }

    /// Returns the sequence of the journal's newest line; 0 if it has none.
    ///
    /// Lines of deferred commands count: a workspace writes them first, an ephemeral store counts
    /// along.
    public func newestLine() throws(StoreError) -> Int64 {
        if isEphemeral, let lastStatement { return lastStatement }
        let found = try connection.statement(Self.newestStatement).firstNumber()
        if isEphemeral { lastStatement = found }
        return found
    }

    /// Whether another process has written since the last transaction, without starting one.
    ///
    /// A commit of this process does not count; neither does any write to an ephemeral store.
    public func hasNews() throws(StoreError) -> Bool {
        guard !isEphemeral, let opened else { return false }
        return try opened.integer("PRAGMA data_version") != knownVersion
    }

    /// Whether another process has written since the last transaction or the last call, for
    /// observers between transactions.
    ///
    /// A change is reported once, and is still news for the next `begin`.
    public func hasFreshNews() throws(StoreError) -> Bool {
        guard !isEphemeral, let opened else { return false }
        let version = try opened.integer("PRAGMA data_version")
        defer { followedVersion = version }
        return version != followedVersion && version != knownVersion
    }

    /// Begins the transaction of a command; returns true if another process has written since the
    /// last one, so that everything must be read again.
    ///
    /// Waits for another writer up to the busy time-out, then throws `busy`.
    ///
    /// Throws `.gone` if the file was deleted or replaced, and the store's `refusal` if it only
    /// reads. No transaction is open after an error. A store that writes rows also writes the
    /// commands that another process's script deferred, so that it reads the world as that one left
    /// it.
    public func begin() throws(StoreError) -> Bool {
        if let refusal { throw refusal }
        guard !isEphemeral else { return false }
        let base = try base
        try base.statement("BEGIN IMMEDIATE").run()
        let version: Int64
        do throws(StoreError) {
            try requirePresent()
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

    /// Refuses if the file was deleted, moved or replaced since it was opened.
    func requirePresent() throws(StoreError) {
        guard !isEphemeral, let opened, opened.hasMoved("main") else { return }
        throw StoreError(
            .gone, "`\(opened.name)` is gone: the workspace was deleted or replaced",
            hint: "restart pushsh")
    }

    /// Makes the command's changes permanent: they survive a kill from here on.
    ///
    /// A command may commit what it acknowledged and go on: its facts wait for its line in the
    /// journal. An ephemeral store, whose commands need no journal, gives them a line without text.
    ///
    /// An error rolls everything back, except one of the disk after the commit: with
    /// `survivesLossOfPower` this returns only once the log is synced, and if the sync fails, the
    /// command is reported as failed although its rows are there.
    public func commit() throws(StoreError) {
        if isEphemeral {
            guard pending.hasFacts else { return }
            return try journal(at: Tick(milliseconds: 0), device: "", text: "", status: 0)
        }
        do {
            try keepPendingCommand()
            try base.statement("COMMIT").run()
            // The row is there, even if the disk has not synced it: its place is taken.
            keptPlace = pendingPlace
            if survivesLossOfPower { try base.awaitDisk() }
        } catch {
            rollback()
            throw error
        }
        pending.removeAll()
        if !defersRows { mayFollowOthers = false }
    }

    /// Undoes what was written since `begin`; an ephemeral store keeps it.
    ///
    /// Safe to call when no transaction is open. The place for the next kept command is again that
    /// of the last commit, or a gap would hide the rows behind it.
    public func rollback() {
        pending.forgetFacts()
        guard !isEphemeral else { return }
        pending.removeAll()
        lastDropped = nil
        lastStatement = nil
        pendingPlace = keptPlace
        forgetFacts()
        opened?.rollback()
    }

    /// Writes the command's line into the journal, with the facts that were applied before it.
    ///
    /// The text must hold no secrets; the caller has removed them. Call once for each command,
    /// before `commit`.
    public func journal(
        at: Tick, device: String, text: String, status: Int
    ) throws(StoreError) {
        guard isDeferring else { return try writeLine(at, device, text, status) }
        try pending.appendLine(at: at, device: device, text: text, status: status)
        lastStatement = lastStatement.map { $0 + 1 }
    }

    /// Writes the line with the facts kept so far, and forgets them.
    ///
    /// Numbers continue from the newest line, in whichever process it was written: the write lock
    /// is held.
    func writeLine(
        _ at: Tick, _ device: String, _ text: String, _ status: Int
    ) throws(StoreError) {
        let base = try base
        let last = try newestStatement(base)
        let insert = try base.statement("INSERT INTO journal VALUES(?, ?, ?, ?, ?, ?)")
            .bind(last + 1).bind(at.milliseconds).bind(device).bind(text).bind(Int64(status))
        if pendingFacts.count == 0 {
            try insert.bindNull().run()
        } else {
            pendingFacts.append(Ascii.closeBracket)
            try insert.bind(text: pendingFacts.bytes).run()
        }
        // A command that lets weeks pass may have facts about a hundred thousand notifications.
        pendingSubjects.sort()
        var written: Int64?
        for subject in pendingSubjects where subject != written {
            written = subject
            // A line that was lost may have left its subjects.
            try base.statement("INSERT OR IGNORE INTO fact_subjects VALUES(?, ?)")
                .bind(subject).bind(last + 1).run()
        }
        lastStatement = last + 1
        forgetFacts()
    }

    /// The number is cached between commands; `begin` drops it if another process has written.
    private func newestStatement(_ base: Connection) throws(StoreError) -> Int64 {
        if let lastStatement { return lastStatement }
        return try base.statement(Self.newestStatement).firstNumber()
    }

    /// Asks for the newest line; where the last lines were lost, `repair` has left the number of
    /// the last one as one of `lasting`.
    static let newestStatement: StaticString = """
        SELECT max(coalesce((SELECT max(sequence) FROM journal), 0), coalesce(
          (SELECT max(statement) FROM fact_subjects WHERE notification = 0), 0)) AS statement
        """

    func forgetFacts() {
        pendingFacts.removeAll()
        pendingSubjects.removeAll(keepingCapacity: true)
    }

    /// Writes a whole document, replacing the one with the same key.
    ///
    /// The document is whole: it needs none of the changes that still wait, so an ephemeral store,
    /// which keeps no documents in its log, writes it at once.
    ///
    /// The body is the UTF-8 of its JSON, and need not outlive the call.
    public func save(
        document: DocumentKey, _ body: UnsafeBufferPointer<UInt8>
    ) throws(StoreError) {
        if defersRows { return try pending.append(document, body) }
        try write(document, [UInt8](body))
    }

    /// Writes a whole document, replacing the one with the same key.
    public func save(document: DocumentKey, _ body: JSON) throws(StoreError) {
        try body.withText { text throws(StoreError) in try save(document: document, text) }
    }

    /// The bytes must be JSON; views read them with `json_extract`.
    func write(_ document: DocumentKey, _ body: [UInt8]) throws(StoreError) {
        try base.statement("INSERT OR REPLACE INTO documents VALUES(?, ?, ?)")
            .bind(document.kind).bind(document.key).bind(text: body).run()
    }

    /// Removes a document; a missing one is not an error.
    ///
    /// Pending records are written first: a document of theirs would come back.
    public func delete(document: DocumentKey) throws(StoreError) {
        try settle()
        try base.statement("DELETE FROM documents WHERE kind = ? AND key = ?")
            .bind(document.kind).bind(document.key).run()
    }

    /// Replaces the content by another database's; the store must then be opened again.
    ///
    /// The log's history no longer fits and is dropped. The old content is gone when this returns;
    /// an error leaves it, since SQLite copies in one transaction. `isWanted` is asked in it.
    ///
    /// - Returns: false if it is not wanted.
    func replace(
        by other: Connection, if isWanted: () throws(StoreError) -> Bool
    ) throws(StoreError) -> Bool {
        pending.forgetHistory()
        return try base.copy(from: other, if: isWanted)
    }

    /// Whether the last database of the warehouse was deleted at some time.
    ///
    /// The note is kept on the device's side, because the warehouse then has no file to keep it in.
    func warehouseWasEmptied() throws(StoreError) -> Bool {
        try connection.statement("SELECT EXISTS(SELECT 1 FROM settings WHERE key = ?)")
            .bind(Self.emptied).firstInteger() == 1
    }

    /// Notes that the last database of the warehouse is being deleted.
    func noteEmptiedWarehouse() throws(StoreError) {
        try settle()
        try base.statement("INSERT OR REPLACE INTO settings VALUES(?, 'yes')")
            .bind(Self.emptied).run()
    }

    /// The setting that says so.
    private static let emptied = "warehouse_emptied"
}
