import CSQLite
import Glibc

/// Opens the files of a workspace, and creates missing ones.
enum StoreFile {
    /// Opens a file for reading and writing, at the newest version of its schema; a missing one is
    /// created.
    ///
    /// - Throws: `.empty`, `.foreign`, `.newer`, `.damaged`, `.notDatabase`, `.readOnly` and
    ///   `.cannotOpen`, by which callers choose what to offer.
    static func open(
        _ path: String, _ schema: Schema, busyMilliseconds: Int32
    ) throws(StoreError) -> Connection {
        if try !exists(path) { try create(path, schema) }
        return try openMade(path, schema, busyMilliseconds: busyMilliseconds)
    }

    /// Opens an existing file.
    ///
    /// The log is written back into the file once it has 32 MB.
    static func openMade(
        _ path: String, _ schema: Schema, busyMilliseconds: Int32
    ) throws(StoreError) -> Connection {
        // SQLite would create a log that is as read-only as the file, and meet it ever after.
        guard access(path, W_OK) == 0 || errno == ENOENT else {
            if errno == EROFS {
                throw StoreError(
                    .cannotOpen, "cannot open `\(path)`: \(systemText(EROFS))", file: path)
            }
            throw StoreError(.readOnly, "cannot write `\(path)`: it is read-only", file: path)
        }
        try LogFile.refuseDamage(of: path)
        let connection = try Connection(
            path: path, .readWrite, busyMilliseconds: busyMilliseconds)
        guard isWhole(connection) else { throw connection.error(SQLITE_CORRUPT) }
        // Without spilling, nothing is written before its commit: `FrameBuffer` relies on it.
        try connection.execute("PRAGMA cache_spill = OFF")
        try schema.migrate(connection)
        guard sqlite3_db_readonly(connection.handle, "main") == 0 else {
            throw connection.error(SQLITE_READONLY)
        }
        // A killed process loses nothing under NORMAL: what was written is in the kernel. Only a
        // power failure can take the last commands, and never half of one.
        try connection.execute(
            """
            PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000;
            PRAGMA wal_autocheckpoint = \((32 << 20) / schema.pageSize)
            """)
        return connection
    }

    /// Whether a file that was just opened is as long as its header says, and that header has only
    /// values that one of ours can have.
    ///
    /// SQLite reads the missing part of a truncated page as zeros. The file is read through
    /// SQLite's own descriptor, since closing another one would release its locks. If the log is
    /// missing after the header was read, all the pages that the header counts have been written.
    static func isWhole(_ connection: Connection) -> Bool {
        isWhole("main", at: connection.name, of: connection)
    }

    /// The same for one of a connection's databases, by its name there and its path.
    static func isWhole(_ database: String, at path: String, of connection: Connection) -> Bool {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let found = sqlite3_file_control(
            connection.handle, database, SQLITE_FCNTL_FILE_POINTER, &file)
        guard found == SQLITE_OK, let file, let methods = file.pointee.pMethods,
            let read = methods.pointee.xRead, let measure = methods.pointee.xFileSize
        else { return true }
        var header = [UInt8](repeating: 0, count: FileHead.size)
        // If the file is not a database, or is too short for a header, the first statement reports
        // it.
        guard read(file, &header, Int32(FileHead.size), 0) == SQLITE_OK else { return true }
        let head = FileHead(header)
        guard head.isDatabase else { return true }
        guard head.isSound || !head.isOurs else { return false }
        var status = stat()
        guard stat(path + "-wal", &status) != 0 || status.st_size == 0 else {
            return true
        }
        var size: Int64 = 0
        guard measure(file, &size) == SQLITE_OK else { return true }
        return size >= head.pageSize * head.pageCount
    }

    /// Whether a file exists; throws for one that cannot be a database of a workspace.
    ///
    /// Follows links. A file of length 0 is refused, because SQLite would take it for a new
    /// database.
    static func exists(_ path: String) throws(StoreError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let number = errno
            if number == ENOENT { return false }
            throw StoreError(
                .cannotOpen, "cannot open `\(path)`: \(systemText(number))", file: path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(
                .cannotOpen, "cannot open `\(path)`: it is not a regular file", file: path)
        }
        guard status.st_size > 0 else {
            throw StoreError(
                .empty, "`\(path)` is empty, wanted a database of a pushsh workspace", file: path)
        }
        return true
    }

    /// Throws if something else than a file has the name of a database, or of a file that SQLite
    /// keeps with it: reading a pipe would wait for its writer.
    static func refuseOthers(_ path: String) throws(StoreError) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            var status = stat()
            guard stat(path + ending, &status) == 0, status.st_mode & S_IFMT != S_IFREG else {
                continue
            }
            throw StoreError(
                .cannotOpen, "cannot open `\(path)\(ending)`: it is not a regular file",
                file: path)
        }
    }

    /// Creates a file under another name and renames it at the end, so that a killed process leaves
    /// no unfinished file, and two that start together create one.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - schema: the schema of its tables.
    ///   - awaitsDisk: whether to wait until the disk has the file and its name.
    ///   - content: the file's content from the start.
    /// - Returns: whether this process created it, rather than another one at the same time.
    /// - Throws: why it cannot be created.
    @discardableResult
    static func create(
        _ path: String, _ schema: Schema, awaitsDisk: Bool = false,
        content: (Connection) throws(StoreError) -> Void = { _ in }
    ) throws(StoreError) -> Bool {
        StoreDraft.removeAbandoned(of: path)
        let draft = try StoreDraft(of: path)
        defer { draft.remove() }
        try fill(draft.path, schema, name: path, content)
        try removeStrayLog(of: path)
        // The content first: a name must not lead to a file that is not written yet.
        if awaitsDisk { try Folder.awaitDisk(file: draft.path) }
        let isMade = try draft.giveName()
        if awaitsDisk { try Folder.awaitDisk(Folder.of(path)) }
        return isMade
    }

    /// Removes the log of a file that no longer exists: with a new file of the same name it would
    /// bring the old records back.
    ///
    /// The lock keeps a process from giving a new file this name in between.
    private static func removeStrayLog(of path: String) throws(StoreError) {
        guard access(path + "-wal", F_OK) == 0 else { return }
        try Folder.hold(Folder.of(path)) { () throws(StoreError) in
            // Another process may have created the file meanwhile, and then the log is that file's.
            guard access(path, F_OK) != 0 else { return }
            try remove(path, ["-shm", "-wal"])
        }
    }

    /// Removes the logs in a folder whose files no longer exist; what cannot be removed is left to
    /// the process that creates such a file.
    static func removeStrayLogs(in folder: String) {
        let ending = "-wal"
        let names = Folder.names(in: folder) ?? []
        for name in names where name.hasSuffix(ending) {
            let file = String(name.dropLast(ending.utf8.count))
            if !names.contains(file) { try? removeStrayLog(of: "\(folder)/\(file)") }
        }
    }

    /// Removes a file with its log, the name first: if a process is killed in between, the log is
    /// left, and is removed when a file of that name is created.
    ///
    /// `isHeld` says that this process holds the file's folder, for which it would otherwise wait
    /// in vain. Connections that have it open notice by `hasMoved`.
    static func delete(_ path: String, isHeld: Bool = false) throws(StoreError) {
        let suffixes = ["", "-shm", "-wal"]
        if isHeld { return try remove(path, suffixes) }
        try Folder.hold(Folder.of(path)) { () throws(StoreError) in try remove(path, suffixes) }
    }

    /// Removes files in this order; a missing one is not an error.
    private static func remove(_ path: String, _ suffixes: [String]) throws(StoreError) {
        for suffix in suffixes where unlink(path + suffix) != 0 {
            let number = errno
            guard number == ENOENT else {
                throw StoreError(.io, "cannot delete `\(path)`: \(systemText(number))", file: path)
            }
        }
    }

    /// Makes the tables and the content in one transaction, without syncing: `create` does that if
    /// asked.
    private static func fill(
        _ draft: String, _ schema: Schema, name: String,
        _ content: (Connection) throws(StoreError) -> Void
    ) throws(StoreError) {
        let connection = try Connection(path: draft, .readWrite, name: name)
        try connection.execute(
            """
            PRAGMA page_size = \(schema.pageSize); PRAGMA synchronous = OFF;
            PRAGMA journal_mode = MEMORY
            """)
        try connection.transaction { () throws(StoreError) in
            try schema.create(on: connection)
            try content(connection)
        }
        try connection.execute("PRAGMA journal_mode = WAL")
    }

    /// Creates a directory and its missing parents, for its owner only.
    ///
    /// - Throws: `.cannotOpen` if something else has the name, `.readOnly` on a read-only disk.
    static func makeDirectory(_ path: String) throws(StoreError) {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw StoreError(
                    .cannotOpen, "`\(path)` is not a directory, wanted that of a workspace",
                    file: path)
            }
            return
        }
        guard errno == ENOENT else { throw cannotMake(path, errno) }
        if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex {
            let parent = String(path[..<slash])
            if parent != path { try makeDirectory(parent) }
        }
        // Another process may create it between the check and here.
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw cannotMake(path, errno) }
    }

    /// The reason is the system's.
    private static func cannotMake(_ path: String, _ number: Int32) -> StoreError {
        StoreError(
            number == EROFS ? .readOnly : .cannotOpen,
            "cannot make the workspace `\(path)`: \(systemText(number))")
    }
}
