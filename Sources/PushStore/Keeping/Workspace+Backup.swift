import CSQLite
import Glibc

/// One database of a workspace, as it is to be copied.
private struct BackupSource {
    /// The member's name, as `BackupContents.File` has it.
    var name: String
    /// A connection whose read transaction, if it has one, keeps the moment.
    var connection: Connection
    /// The database on that connection, such as `main`.
    var place: String
}

/// A backup: one file with the whole workspace, as of one moment.
extension Workspace {
    /// Writes everything into one file, while other processes may continue to write.
    ///
    /// The device's side and each database of the warehouse are from one moment: none of them can
    /// be written while reading of all of them begins. Not included are the prompt's history, the
    /// steps of `undo`, snapshots and the gateways' keys.
    ///
    /// Until the rename of the draft `path` has its old content, or none. A killed process leaves a
    /// draft beside it, which the next backup of the same name removes.
    ///
    /// - Parameters:
    ///   - path: the file; it gets its name once it is complete and on disk, not before.
    ///   - replaces: whether an existing file may be replaced.
    ///   - time: the workspace's clock, in Unix seconds.
    ///   - digest: makes the digest that detects damage.
    /// - Returns: the contents of the file.
    /// - Throws: `.constraint` if there is a file that may not be replaced, `.damaged` for a
    ///   database that `restore` would refuse, `.busy` if other processes kept writing, `.full`
    ///   without room for the file and for a copy of the largest database beside it.
    public func backUp(
        to path: String, replaces: Bool, at time: Int64,
        digest: @escaping () -> RunningDigest
    ) throws(StoreError) -> BackupContents {
        try Self.requireFree(path, replacing: replaces)
        StoreDraft.removeAbandoned(of: path)
        let draft = try StoreDraft(of: path)
        defer { draft.remove() }
        let sources = try snapshotSources()
        defer { for source in sources { source.connection.rollback() } }
        var contents = BackupContents(at: time, files: [])
        for source in sources {
            let version = try version(of: source)
            contents.files.append(.init(name: source.name, schema: version, bytes: 0))
        }
        let file = try PlainFile(writing: draft.path, name: path)
        var archive = ArchiveWriter(file, time: time, digest: digest)
        try archive.add(BackupContents.head, contents.headText)
        for (index, source) in sources.enumerated() {
            try Self.copy(source, to: draft.part, of: path)
            if let directory {
                try Self.requireSound(
                    draft.part, of: source.name, in: directory, whole: "the backup")
            } else {
                try Self.mark(draft.part, source.name)
            }
            contents.files[index].bytes = try archive.add(source.name, contentOf: draft.part)
            draft.removePart()
        }
        try archive.finish()
        contents.bytes = file.size
        try file.sync()
        guard try draft.giveName(replacing: replaces) else { throw Self.fileExists(path) }
        PlainFile.syncNames(in: Folder.of(path))
        return contents
    }

    /// Refuses a path that is taken.
    ///
    /// The answer may be out of date when the file is renamed; without `replaces` the rename checks
    /// again.
    private static func requireFree(_ path: String, replacing replaces: Bool) throws(StoreError) {
        let occupant = PathOccupant(at: path)
        guard occupant != .nothing else { return }
        guard replaces else { throw fileExists(path) }
        guard occupant == .file else {
            throw StoreError(
                .constraint, "`\(path)` is not a regular file, and nothing else is replaced",
                file: path)
        }
    }

    private static func fileExists(_ path: String) -> StoreError {
        StoreError(
            .constraint, "`\(path)` already exists", file: path, hint: "`--force` replaces it")
    }

    /// Returns the version of a database's tables; a private one has those of this program.
    private func version(of source: BackupSource) throws(StoreError) -> Int64 {
        guard directory != nil else {
            return BackupContents.schema(of: source.name)?.version ?? 0
        }
        return try source.connection.integer("PRAGMA user_version")
    }

    /// Refuses a fresh copy of a workspace's database that could not be brought back; `whole` names
    /// what the copy is part of.
    ///
    /// SQLite copies pages without reading what is on them.
    static func requireSound(
        _ copy: String, of name: String, in directory: String, whole: String
    ) throws(StoreError) {
        let file = "\(directory)/\(name)"
        let fault: String?
        do throws(StoreError) {
            let connection = try Connection(path: copy, .unchanging, name: file)
            fault = try faults(of: connection, schema(of: name)).first
        } catch {
            // Another version has changed it meanwhile, which brings it back as well.
            if error.code == .newer { return }
            guard [.damaged, .notDatabase].contains(error.code) else { throw error }
            throw StoreError(
                .damaged, "\(whole) would not be whole: \(error.message)", file: file)
        }
        guard let fault else { return }
        throw StoreError(
            .damaged, "\(whole) would not be whole: `\(file)` is damaged: \(fault)", file: file)
    }

    /// Writes the file type into a copy of a private database, since only files need it.
    ///
    /// Without these numbers `restore` would take it for a foreign file.
    private static func mark(_ path: String, _ name: String) throws(StoreError) {
        guard let schema = BackupContents.schema(of: name) else { return }
        try Connection(path: path, .readWrite).execute(
            """
            PRAGMA synchronous = OFF; PRAGMA application_id = \(schema.applicationID);
            PRAGMA user_version = \(schema.version)
            """)
    }

    /// Copies one database into a file of its own, whose pages then go into the archive.
    private static func copy(
        _ source: BackupSource, to path: String, of file: String
    ) throws(StoreError) {
        // SQLite would make it readable for others.
        _ = try PlainFile(writing: path, name: file)
        let copy = try Connection(path: path, .readWrite, name: file)
        try copy.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
        try copy.copy(from: source.connection, source.place)
    }

    /// Returns the databases, each ready to be read as of one moment of all of them.
    ///
    /// On disk each source is a connection of its own inside a read transaction, which the caller
    /// ends. The moment is fixed while all write locks are held; copying takes place after their
    /// release. On a full disk a private copy may take the place of the device's file.
    private func snapshotSources() throws(StoreError) -> [BackupSource] {
        guard let directory else {
            if let omission {
                throw StoreError(
                    .limit, "the backup would not be whole: \(omission)",
                    hint: "make it where the workspace can be written")
            }
            let copy = try fork()
            var sources = [
                BackupSource(
                    name: BackupContents.device, connection: try copy.device.connection,
                    place: "main")
            ]
            for (name, connection, place) in try copy.warehouse.sources() {
                sources.append(
                    BackupSource(
                        name: "warehouse/\(name).db", connection: connection, place: place))
            }
            // A private store is one long transaction, whose writes cannot be copied.
            for source in sources where source.connection.isInTransaction {
                try source.connection.execute("COMMIT")
            }
            return sources
        }
        let copy = try device.settledOrCopied()
        var files = [(name: BackupContents.device, writer: try device.base)]
        // A fresh warehouse has a database, as it would in a private workspace.
        if try loss == nil {
            for (name, connection, _) in try warehouse.sources() {
                files.append(("warehouse/\(name).db", connection))
            }
        }
        var readers: [BackupSource] = []
        for file in files {
            let reader =
                if let copy, file.name == BackupContents.device { copy } else {
                    try Connection(
                        path: "\(directory)/\(file.name)", .readOnly,
                        busyMilliseconds: busyMilliseconds)
                }
            readers.append(BackupSource(name: file.name, connection: reader, place: "main"))
        }
        var isCurrent = true
        try Self.whileNobodyWrites(files.map(\.writer)) { () throws(StoreError) in
            if let copy { isCurrent = try device.isCurrent(copy) }
            guard isCurrent else { return }
            // Nobody writes into the copy.
            for reader in readers where reader.connection !== copy {
                try reader.connection.execute("BEGIN")
                _ = try reader.connection.integer("SELECT count(*) FROM sqlite_schema")
            }
        }
        // Another process has written since the copy was made.
        return isCurrent ? readers : try snapshotSources()
    }

    /// Runs `body` while this process has the right to write every one of some databases.
    ///
    /// Processes that write several lock them in different orders, so one that finds a database
    /// busy releases the others and starts again.
    ///
    /// It gives up after twice the busy time-out, counted in its own waits of 50 ms.
    private static func whileNobodyWrites(
        _ connections: [Connection], _ body: () throws(StoreError) -> Void
    ) throws(StoreError) {
        let patience: Int32 = 50
        defer {
            for connection in connections {
                connection.rollback()
                sqlite3_busy_timeout(connection.handle, connection.busyMilliseconds)
            }
        }
        var waited: Int32 = 0
        while true {
            do {
                for connection in connections {
                    sqlite3_busy_timeout(connection.handle, patience)
                    try connection.statement("BEGIN IMMEDIATE").run()
                }
                break
            } catch {
                for connection in connections { connection.rollback() }
                waited += patience
                let limit = connections.first?.busyMilliseconds ?? 0
                guard error.code == .busy, waited < 2 * limit else { throw error }
            }
        }
        try body()
    }
}
