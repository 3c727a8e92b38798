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
        guard let backup = sqlite3_backup_init(handle, place, source.handle, sourcePlace) else {
            throw error(sqlite3_errcode(handle))
        }
        // A step of no pages only begins the transaction.
        var step = sqlite3_backup_step(backup, 0)
        do throws(StoreError) {
            if step == SQLITE_OK, try !isWanted() {
                sqlite3_backup_finish(backup)
                return false
            }
        } catch {
            sqlite3_backup_finish(backup)
            throw error
        }
        if step == SQLITE_OK { step = sqlite3_backup_step(backup, -1) }
        let finish = sqlite3_backup_finish(backup)
        // Only the step reports an error of the source.
        guard step == SQLITE_DONE, finish == SQLITE_OK else {
            throw error(step == SQLITE_DONE ? finish : step)
        }
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
