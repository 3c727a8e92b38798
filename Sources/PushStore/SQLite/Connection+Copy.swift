import CSQLite

extension Connection {
    /// Replaces a database of this connection by the content of another connection's.
    func copy(
        _ place: String = "main", from source: Connection, _ sourcePlace: String = "main"
    ) throws(StoreError) {
        _ = try copy(place, from: source, sourcePlace) { true }
    }

    /// The same if it is wanted.
    ///
    /// In one step, so that no writer comes between; neither connection may have written in an open
    /// transaction. The target's old content is replaced in one transaction of its own.
    ///
    /// `isWanted` is asked once that transaction has begun, so that nobody else can write any more;
    /// it must read the target by another connection.
    ///
    /// - Returns: false if it is not wanted: nothing was changed.
    func copy(
        _ place: String = "main", from source: Connection, _ sourcePlace: String = "main",
        if isWanted: () throws(StoreError) -> Bool
    ) throws(StoreError) -> Bool {
        let copy = try StartedCopy(to: self, place, from: source, sourcePlace)
        guard try isWanted() else { return false }
        try copy.complete()
        return true
    }

    /// Runs `body` while an ephemeral connection's long transaction is closed.
    ///
    /// SQLite neither attaches nor copies a database that an open transaction has written.
    ///
    /// What the transaction has written is committed, and cannot be rolled back afterwards. A new
    /// one is open in the end even if `body` fails.
    func outsideTransaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        guard isInTransaction else { return try body() }
        try execute("COMMIT")
        do {
            try body()
        } catch {
            try execute("BEGIN")
            throw error
        }
        try execute("BEGIN")
    }

    /// Attaches a private database under a name.
    ///
    /// It has no journal: a statement that fails midway leaves its part.
    func attachEphemeral(_ name: String) throws(StoreError) {
        let quoted = WarehouseName.quoted(name)
        try outsideTransaction { () throws(StoreError) in
            try execute(
                """
                ATTACH '' AS \(quoted); PRAGMA \(quoted).journal_mode = OFF;
                PRAGMA \(quoted).synchronous = OFF; PRAGMA \(quoted).cache_size = -4000
                """)
        }
    }
}

/// The replacement of a database by the content of another, which has begun: nobody else can write
/// to it until this is complete, or forgotten.
///
/// Neither connection may be used meanwhile.
final class StartedCopy {
    private let target: Connection
    private let source: Connection
    private var backup: OpaquePointer?

    /// Begins the transaction of the target, and waits for a writer as long as its connection does.
    init(
        to target: Connection, _ place: String = "main", from source: Connection,
        _ sourcePlace: String = "main"
    ) throws(StoreError) {
        self.target = target
        self.source = source
        backup = sqlite3_backup_init(target.handle, place, source.handle, sourcePlace)
        guard backup != nil else { throw target.error(sqlite3_errcode(target.handle)) }
        // A step of no pages only begins the transaction.
        let step = sqlite3_backup_step(backup, 0)
        guard step == SQLITE_OK || step == SQLITE_DONE else {
            finish()
            throw target.error(step)
        }
    }

    /// Replaces the content, and ends the transaction.
    func complete() throws(StoreError) {
        let step = sqlite3_backup_step(backup, -1)
        let finish = finish()
        // Only the step reports an error of the source.
        guard step == SQLITE_DONE, finish == SQLITE_OK else {
            throw target.error(step == SQLITE_DONE ? finish : step)
        }
    }

    @discardableResult
    private func finish() -> Int32 {
        defer { backup = nil }
        return sqlite3_backup_finish(backup)
    }

    deinit { finish() }
}
