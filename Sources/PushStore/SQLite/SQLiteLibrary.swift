import CSQLite

/// SQLite's own settings, which hold for the process and only before its first use.
enum SQLiteLibrary {
    /// Installs the meter of queries below SQLite and turns off SQLite's own count of its memory,
    /// which takes a lock at every allocation; to be called before any use of SQLite.
    ///
    /// False if SQLite was in use before: then queries have no memory limit.
    @discardableResult
    static func prepare() -> Bool { isPrepared }

    private static let isPrepared =
        HeapMeter.install() && pushsh_sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK
}
