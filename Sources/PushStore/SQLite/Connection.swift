import CSQLite

/// One connection to SQLite, confined to the thread that uses it.
///
/// Statements of the program are kept prepared, by the address of their text; SQL must therefore be
/// a `StaticString`, or the caller keeps the statement.
final class Connection {
    /// The way of opening a file.
    enum Access {
        /// A private database that spills to an unlinked file: nothing on disk has a name.
        case ephemeral
        /// An existing file.
        case readWrite
        /// An existing file, for reading only.
        case readOnly
        /// An existing file that nobody changes meanwhile, next to which nothing can be written.
        case unchanging
        /// A file that may be created.
        case create
    }

    let handle: OpaquePointer
    /// Kept for its clock, which queries set.
    let fileSystem: FileSystem
    /// The name in messages: the path of the file.
    let name: String
    /// The time that a writer waits for another, in milliseconds.
    let busyMilliseconds: Int32
    /// Prepared statements by the address of their text, which is unique and constant in a program.
    private var cache: [UnsafePointer<UInt8>: Statement] = [:]
    /// Prepared statements whose columns follow from a type of rows.
    private var rowCache: [RowStatement: Statement] = [:]

    private struct RowStatement: Hashable {
        /// The address of the text besides the columns.
        let text: UnsafePointer<UInt8>
        let row: ObjectIdentifier
    }

    /// Opens a database; `name` is used in messages.
    ///
    /// The content is not read yet: a file that is no database is noticed by the first statement.
    ///
    /// - Throws: `.cannotOpen`.
    init(
        path: String, _ access: Access, name: String? = nil, busyMilliseconds: Int32 = 5000
    ) throws(StoreError) {
        self.name = name ?? path
        SQLiteLibrary.prepare()
        self.busyMilliseconds = busyMilliseconds
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_PRIVATECACHE
        switch access {
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .unchanging: flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .ephemeral, .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
        var opened: OpaquePointer?
        let file =
            switch access {
            case .ephemeral: ""
            case .unchanging: "file:\(Self.escaped(path))?immutable=1"
            case .readWrite, .readOnly, .create: path
            }
        let fileSystem = FileSystem()
        let result = sqlite3_open_v2(file, &opened, flags, fileSystem.name)
        guard let opened, result == SQLITE_OK else {
            let text = String(cString: sqlite3_errstr(result))
            sqlite3_close_v2(opened)
            throw StoreError(.cannotOpen, "cannot open `\(self.name)`: \(text)", file: self.name)
        }
        handle = opened
        self.fileSystem = fileSystem
        sqlite3_busy_timeout(handle, busyMilliseconds)
        // No SQL may write the schema's own table, or pages behind SQLite's back.
        pushsh_sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        _ = csqlite_keep_columns(handle)
    }

    /// Returns a path as SQLite reads it in a URI.
    private static func escaped(_ path: String) -> String {
        path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
    }

    /// Whether the file itself and its name are on disk.
    ///
    /// Set by `awaitDisk`; a connection to a file that has been synced begins without knowing it.
    var isOnDisk = false

    deinit {
        cache.removeAll()
        rowCache.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Returns the statement for a text of the program, prepared once.
    ///
    /// The caller must have finished with it before asking for the same text again: there is one
    /// for each text.
    ///
    /// - Throws: `.damaged` if the text does not fit the database.
    func statement(_ sql: StaticString) throws(StoreError) -> Statement {
        if let statement = cache[sql.utf8Start] { return statement }
        let statement = try prepareOwn(sql.description)
        cache[sql.utf8Start] = statement
        return statement
    }

    /// Returns the statement for a text of the program about a type of rows, prepared once; `whole`
    /// completes the text by the row's columns.
    func statement(
        _ text: StaticString, of row: Any.Type, _ whole: () -> String
    ) throws(StoreError) -> Statement {
        let key = RowStatement(text: text.utf8Start, row: ObjectIdentifier(row))
        if let statement = rowCache[key] { return statement }
        let statement = try prepareOwn(whole())
        rowCache[key] = statement
        return statement
    }

    /// Prepares a text of the program: it is right, so where it does not fit, the database lacks
    /// something that this program creates.
    private func prepareOwn(_ sql: String) throws(StoreError) -> Statement {
        do { return try prepare(sql) } catch {
            guard error.code == .sql else { throw error }
            throw StoreError(.damaged, "`\(name)` is damaged: \(error.message)", file: name)
        }
    }

    /// Prepares a statement that the caller keeps.
    ///
    /// - Throws: `.sql` and others with the text and, if SQLite knows it, the byte that is wrong.
    func prepare(_ sql: String) throws(StoreError) -> Statement {
        var made: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let result = sqlite3_prepare_v3(handle, sql, -1, flags, &made, nil)
        guard let made, result == SQLITE_OK else { throw error(result, sql: sql) }
        return Statement(made, of: self)
    }

    /// Runs statements without parameters whose rows do not matter.
    ///
    /// Statements before the one that fails have run.
    func execute(_ sql: String) throws(StoreError) {
        let result = sqlite3_exec(handle, sql, nil, nil, nil)
        guard result == SQLITE_OK else { throw error(result, sql: sql) }
    }

    /// Returns the integer result of a statement without parameters; zero if there is none.
    func integer(_ sql: StaticString) throws(StoreError) -> Int64 {
        try statement(sql).firstInteger() ?? 0
    }

    /// Runs `body` in a transaction that holds the write lock from its start.
    ///
    /// It cannot be nested. `.busy` is thrown before `body` runs, if another process writes for
    /// longer than the busy time-out.
    func transaction<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try statement("BEGIN IMMEDIATE").run()
        do {
            let result = try body()
            try statement("COMMIT").run()
            return result
        } catch {
            rollback()
            throw error
        }
    }

    /// Abandons the open transaction, if there is one.
    ///
    /// Its own errors are ignored: there is nothing left to do about them.
    func rollback() {
        // Some errors roll back by themselves, and a second ROLLBACK would hide the first error.
        guard sqlite3_get_autocommit(handle) == 0 else { return }
        _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
    }

    /// The number of rows that the last writing statement changed.
    var changes: Int32 { sqlite3_changes(handle) }

    /// Returns the first fault of the database, read to its end; nil if it is sound.
    func firstFault() throws(StoreError) -> String? {
        try faults(limit: 1).first
    }

    /// Returns the first faults that an integrity check of the whole database finds, and one of
    /// its list of unused pages if there is no other.
    ///
    /// Takes time in proportion to the file. SQLite's own error is thrown if the check cannot even
    /// begin.
    func faults(limit: Int) throws(StoreError) -> [String] {
        let found = try prepare("PRAGMA integrity_check(\(limit))").rows { $0.text(0) }
        guard found == ["ok"] else { return found.map(Self.fault) }
        return try FreePages.fault(of: self).map { [$0] } ?? []
    }

    /// Returns a finding in words about the file: SQLite names databases that nobody knows, and its
    /// own functions.
    static func fault(_ finding: String) -> String {
        let lines = finding.split(separator: "\n").filter { !$0.hasPrefix("*** in database") }
        guard let line = lines.first else { return "its pages do not fit together" }
        for start in ["Page ", "On tree page ", "On page ", "Tree "] where line.hasPrefix(start) {
            let number = line.dropFirst(start.count).prefix { $0.isNumber }
            if !number.isEmpty { return "page \(number) is not as it was written" }
        }
        return lines.joined(separator: "; ")
    }

    /// Whether a database's file was renamed or removed, or another file has its name now.
    ///
    /// For files only. It costs a call of the operating system.
    func hasMoved(_ place: String) -> Bool {
        var answer: Int32 = 0
        let result = sqlite3_file_control(handle, place, SQLITE_FCNTL_HAS_MOVED, &answer)
        return result == SQLITE_OK && answer != 0
    }

    /// False after an error that made SQLite roll back by itself.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
}
