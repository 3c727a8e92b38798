import CSQLite

extension Connection {
    /// Replaces a database of this connection by the content of another connection's.
    ///
    /// In one step, so that no writer comes between; neither connection may have written in an open
    /// transaction. The target's old content is replaced in one transaction of its own.
    func copy(
        _ place: String = "main", from source: Connection, _ sourcePlace: String = "main"
    ) throws(StoreError) {
        guard let backup = sqlite3_backup_init(handle, place, source.handle, sourcePlace) else {
            throw error(sqlite3_errcode(handle))
        }
        let step = sqlite3_backup_step(backup, -1)
        let finish = sqlite3_backup_finish(backup)
        // Only the step reports an error of the source.
        guard step == SQLITE_DONE, finish == SQLITE_OK else {
            throw error(step == SQLITE_DONE ? finish : step)
        }
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
