import CSQLite

/// SQLite's own settings, which hold for the process and only before its first use.
enum SQLiteLibrary {
    /// Puts the meter of queries below SQLite and turns off SQLite's own count of its memory, which
    /// takes a lock at every allocation; to be asked for before anything of SQLite is called.
    ///
    /// False when SQLite was in use before: then queries have no limit of memory.
    @discardableResult
    static func prepare() -> Bool { isPrepared }

    private static let isPrepared =
        HeapMeter.install() && pushsh_sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK
}
