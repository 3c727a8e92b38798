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
        guard isWhole(connection) else { throw connection.error(SQLITE_CORRUPT) }
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
            PRAGMA wal_autocheckpoint = \((32 << 20) / schema.pageSize)
            """)
        return connection
    }

    /// Whether a file that was just opened is as long as its header says.
    ///
    /// SQLite reads what a cut took from the last page as zeros. The file is read through SQLite's
    /// own descriptor, since closing another one would release its locks. A log that is missing
    /// after the header was read tells that all the pages the header counts were written.
    private static func isWhole(_ connection: Connection) -> Bool {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let found = sqlite3_file_control(
            connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard found == SQLITE_OK, let file, let methods = file.pointee.pMethods,
            let read = methods.pointee.xRead, let measure = methods.pointee.xFileSize
        else { return true }
        var header = [UInt8](repeating: 0, count: 100)
        // What is no database, or too short for a header, is told by the first statement.
        guard read(file, &header, 100, 0) == SQLITE_OK, header.starts(with: "SQLite format 3".utf8)
        else { return true }
        var status = stat()
        guard stat(connection.name + "-wal", &status) != 0 || status.st_size == 0 else {
            return true
        }
        var size: Int64 = 0
        guard measure(file, &size) == SQLITE_OK else { return true }
        let page = Int64(header[16]) << 8 | Int64(header[17])
        let pages = header[28..<32].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return size >= (page == 1 ? 65_536 : page) * pages
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
