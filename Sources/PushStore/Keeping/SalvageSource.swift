import CSQLite
import Glibc
import PushText

/// A damaged file, opened so that SQLite reads as much of it as it can.
final class SalvageSource {
    /// Reads only, by `query_only`.
    private(set) var connection: Connection
    private let path: String
    /// The folder of a copy with another beginning, removed at the end; nil if the file itself is
    /// open.
    private var copy: String?
    /// The leaves to which nothing leads; nil until `mendRoots` has looked for them.
    private(set) var orphans: OrphanPages?
    /// The pages whose newest content is lost with a frame of the log; nil if more may be lost.
    let lostPages: Set<Int64>?

    /// Opens a file; nil if not even its list of tables can be read.
    ///
    /// The file itself is never written: `query_only` holds, and a new beginning goes into a copy
    /// in TMPDIR, which needs as much room as the file.
    ///
    /// - Throws: `.full` if there is none for the copy.
    init?(_ path: String) throws(StoreError) {
        self.path = path
        if try LogFile.fault(of: path) != nil {
            // SQLite would read it to the fault only, and delete it afterwards.
            guard let (opened, folder, lost) = try Self.openWhole(path) else { return nil }
            connection = opened
            copy = folder
            lostPages = lost
            return
        }
        lostPages = []
        // With a wrong byte in its head SQLite opens it too, and reads other rows.
        if let head = Self.mendedHead(of: path),
            let (opened, folder) = try Self.openCopy(of: path, head: head)
        {
            connection = opened
            copy = folder
            return
        }
        if let opened = try? Self.open(path) {
            connection = opened
            copy = nil
            return
        }
        // Only its first bytes, or its first page, may be wrong: a copy gets those that they must
        // have been.
        var heads = [SchemaPage.head]
        if let page = try? SchemaPage.bytes(of: path) { heads.append(page) }
        for head in heads {
            guard let (opened, folder) = try Self.openCopy(of: path, head: head) else { continue }
            connection = opened
            copy = folder
            return
        }
        return nil
    }

    /// Opens a copy with all commits of a damaged log in it, or with those before the damage if
    /// that cannot be read; nil if neither can.
    private static func openWhole(
        _ path: String
    ) throws(StoreError) -> (Connection, folder: String, lost: Set<Int64>?)? {
        let folder = try makeFolder()
        do throws(StoreError) {
            let copied = "\(folder)/copy.db"
            try PlainFile.copy(path, to: copied)
            let lost = try LogFile(of: path)?.apply(to: copied)
            return (try open(copied), folder, lost ?? nil)
        } catch {
            try? Folder.remove(folder)
            if error.code == .full { throw error }
        }
        return try openCopy(of: path, head: []).map { ($0.0, $0.folder, nil) }
    }

    /// Returns the head that the file must have had; nil if it has it, or has none at all.
    private static func mendedHead(of path: String) -> [UInt8]? {
        var status = stat()
        let hasLog = stat(path + "-wal", &status) == 0 && status.st_size > 0
        guard stat(path, &status) == 0, let head = try? FileHead(of: path) else { return nil }
        let mended = head.mended(size: hasLog ? nil : Int64(status.st_size))
        return mended == head.bytes ? nil : mended
    }

    /// Opens a copy that begins with other bytes; nil if it cannot be read either.
    private static func openCopy(
        of path: String, head: [UInt8]
    ) throws(StoreError) -> (Connection, folder: String)? {
        let folder = try makeFolder()
        do {
            try PlainFile.copy(path, to: "\(folder)/copy.db", behind: head)
            if access(path + "-wal", F_OK) == 0 {
                try PlainFile.copy(path + "-wal", to: "\(folder)/copy.db-wal")
            }
            let opened = try open("\(folder)/copy.db")
            if head.count > FileHead.size { try checkPages(of: opened) }
            return (opened, folder)
        } catch {
            try? Folder.remove(folder)
            if error.code == .full { throw error }
            return nil
        }
    }

    /// Makes a folder in TMPDIR, for this user only.
    private static func makeFolder() throws(StoreError) -> String {
        let parent = TemporaryPlace.directory(getenv("TMPDIR"))
        var template = Array("\(parent)/pushsh-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StoreError(.cannotOpen, "cannot make `\(parent)/…`: \(systemText(errno))")
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Refuses a recovered list that includes a page of an older one: it names pages that now
    /// belong to other tables.
    private static func checkPages(of connection: Connection) throws(StoreError) {
        let isShared = try connection.prepare("PRAGMA quick_check(1000)").rows { $0.text(0) }
            .contains { $0.contains("2nd reference to page") }
        guard !isShared else {
            throw StoreError(
                .damaged, "tables of `\(connection.name)` share a page", file: connection.name)
        }
    }

    deinit {
        if let copy { try? Folder.remove(copy) }
    }

    /// Reads on from a copy whose list of tables has other entries; from what was open before if
    /// that cannot be made.
    ///
    /// - Throws: `.full` if there is no room for the copy.
    func correct(_ corrections: [SchemaMending.Correction]) throws(StoreError) {
        guard !corrections.isEmpty else { return }
        try change { (writer) throws(StoreError) in
            let update = try writer.prepare(
                """
                UPDATE sqlite_schema SET type = 'table', name = ?1, tbl_name = ?1, sql = ?
                WHERE rowid = ?
                """)
            for entry in corrections {
                try update.bind(entry.name).bind(entry.sql).bind(entry.row).run()
            }
        }
    }

    /// Reads on from a copy in which every table begins on its own page, where the list of tables
    /// names another.
    ///
    /// - Returns: a sentence about each such entry, and about leaves to which nothing leads.
    /// - Throws: `.full` if there is no room for the copy.
    func mendRoots() throws(StoreError) -> [String] {
        var status = stat()
        // The pages are read without the log, which must be empty.
        if copy != nil || stat(path + "-wal", &status) == 0 && status.st_size > 0 {
            try change { (writer) throws(StoreError) in
                try writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            }
        }
        let file = copy.map { $0 + "/copy.db" } ?? path
        do throws(StoreError) {
            guard let mending = try RootMending(connection, path: file) else { return [] }
            let corrections = try mending.corrections()
            orphans = try OrphanPages(mending, claimed: mending.claimed(corrections))
            if !corrections.isEmpty {
                try change { (writer) throws(StoreError) in
                    let update = try writer.prepare(
                        "UPDATE sqlite_schema SET rootpage = ? WHERE rowid = ?")
                    for entry in corrections { try update.bind(entry.root).bind(entry.row).run() }
                }
            }
            return corrections.map(\.fault) + (orphans?.faults ?? [])
        } catch {
            if error.code == .full { throw error }
            return []
        }
    }

    /// Changes a copy, and reads on from it; from what was open before if that fails.
    private func change(
        _ body: (Connection) throws(StoreError) -> Void
    ) throws(StoreError) {
        if copy == nil {
            guard let (opened, folder) = try Self.openCopy(of: path, head: []) else { return }
            connection = opened
            copy = folder
        }
        guard let file = copy.map({ $0 + "/copy.db" }) else { return }
        do throws(StoreError) {
            let writer = try Connection(path: file, .readWrite)
            pushsh_sqlite3_db_config(writer.handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
            // Any other statement would fail first at the list that is to be corrected.
            try writer.execute("PRAGMA writable_schema = ON; PRAGMA synchronous = OFF")
            try body(writer)
            connection = try Self.open(file)
        } catch {
            if error.code == .full { throw error }
        }
    }

    /// Opens a file for reading, and refuses one that lists no tables.
    private static func open(_ path: String) throws(StoreError) -> Connection {
        let connection = try Connection(path: path, .readWrite)
        // Only with this does SQLite read a file that is shorter than its header says.
        pushsh_sqlite3_db_config(connection.handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
        try connection.execute("PRAGMA writable_schema = ON; PRAGMA query_only = ON")
        guard try connection.integer("SELECT count(*) FROM sqlite_schema") > 0 else {
            throw StoreError(.damaged, "`\(path)` lists no tables", file: path)
        }
        return connection
    }
}
