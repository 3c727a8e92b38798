import CSQLite
import Glibc

/// Opens the files of a workspace, and makes those that are missing.
enum StoreFile {
    /// Opens a file for reading and writing, at the newest version of its schema.
    static func open(
        _ path: String, _ schema: Schema, busyMilliseconds: Int32
    ) throws(StoreError) -> Connection {
        if try !exists(path) { try create(path, schema) }
        let connection = try Connection(
            path: path, .readWrite, busyMilliseconds: busyMilliseconds)
        // Without spilling, nothing is written before its commit: `FrameBuffer` relies on it.
        try connection.execute("PRAGMA cache_spill = OFF")
        try schema.migrate(connection)
        guard sqlite3_db_readonly(connection.handle, "main") == 0 else {
            throw connection.error(SQLITE_READONLY)
        }
        // A killed process loses nothing under NORMAL: what was written is the kernel's. Only a
        // power failure can take the last commands, and never half of one.
        try connection.execute(
            """
            PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000;
            PRAGMA wal_autocheckpoint = \((16 << 20) / schema.pageSize)
            """)
        return connection
    }

    /// Whether there is a file; throws for one that cannot be a database of a workspace.
    static func exists(_ path: String) throws(StoreError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let number = errno
            if number == ENOENT { return false }
            throw StoreError(.cannotOpen, "cannot open `\(path)`: \(systemText(number))")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.cannotOpen, "cannot open `\(path)`: it is not a regular file")
        }
        guard status.st_size > 0 else {
            throw StoreError(.empty, "`\(path)` is empty, wanted a database of a pushsh workspace")
        }
        return true
    }

    /// Makes a file under another name and gives it its own at the end, so that a process that is
    /// killed here leaves no half-made file, and two that start together make one.
    static func create(_ path: String, _ schema: Schema) throws(StoreError) {
        let draft = "\(path).\(getpid()).new"
        unlink(draft)
        let descriptor = Glibc.open(draft, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(.cannotOpen, "cannot make `\(path)`: \(systemText(errno))")
        }
        close(descriptor)
        defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) } }
        try fill(draft, schema, name: path)
        guard link(draft, path) == 0 || errno == EEXIST else {
            throw StoreError(.cannotOpen, "cannot make `\(path)`: \(systemText(errno))")
        }
    }

    private static func fill(
        _ draft: String, _ schema: Schema, name: String
    ) throws(StoreError) {
        let connection = try Connection(path: draft, .readWrite, name: name)
        try connection.execute(
            """
            PRAGMA page_size = \(schema.pageSize); PRAGMA synchronous = OFF;
            PRAGMA journal_mode = MEMORY
            """)
        try connection.transaction { () throws(StoreError) in try schema.create(on: connection) }
        try connection.execute("PRAGMA journal_mode = WAL")
    }

    /// Makes a directory, and those above it that are missing, for its owner alone.
    static func makeDirectory(_ path: String) throws(StoreError) {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw StoreError(
                    .cannotOpen, "`\(path)` is not a directory, wanted that of a workspace")
            }
            return
        }
        guard errno == ENOENT else { throw cannotMake(path, errno) }
        if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex {
            let parent = String(path[..<slash])
            if parent != path { try makeDirectory(parent) }
        }
        // Another process may make it between the question and here.
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw cannotMake(path, errno) }
    }

    private static func cannotMake(_ path: String, _ number: Int32) -> StoreError {
        StoreError(
            number == EROFS ? .readOnly : .cannotOpen,
            "cannot make the workspace `\(path)`: \(systemText(number))")
    }
}
