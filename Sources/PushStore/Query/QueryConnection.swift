import Glibc

extension Workspace {
    /// Returns the connection that reads: the device's own for an ephemeral workspace, else one
    /// that was opened read-only with the files of the warehouse attached under their names.
    ///
    /// On a full disk a private copy may take the place of the device's file.
    ///
    /// The same connection is used again for the next query: prepared statements and functions
    /// stay.
    func runner(for sql: String?) throws(StoreError) -> QueryRunner {
        let names = try warehouse.databaseNames()
        guard let directory else {
            // Accessing it writes pending changes.
            let connection = try device.connection
            if let openedRunner { return openedRunner }
            let runner = QueryRunner(connection)
            openedRunner = runner
            return runner
        }
        let runner = try reader(directory)
        let visible = try Self.visible(names, sql)
        try pass(over: try attach(visible, to: runner.connection, directory), in: sql)
        return runner
    }

    /// Returns the connection for statements in Trino's dialect.
    ///
    /// Of more databases than can be attached none is: a statement's translation tells which of
    /// them it reads.
    func trinoRunner(for sql: String) throws(StoreError) -> QueryRunner {
        guard let directory, try warehouse.databaseNames().count > Self.attachLimit else {
            return try runner(for: sql)
        }
        let runner = try reader(directory)
        _ = try attach([], to: runner.connection, directory)
        return runner
    }

    /// Attaches the databases that a statement reads.
    ///
    /// - Throws: `.limit` for too many, and the reason why a file cannot be used.
    func attach(_ names: Set<String>, to runner: QueryRunner) throws(StoreError) {
        guard let directory else { return }
        guard names.count <= Self.attachLimit else { throw Self.tooMany(names.count) }
        if let unusable = try attach(names.sorted(), to: runner.connection, directory).first {
            throw unusable.reason
        }
    }

    /// Returns a connection that has a database attached, to list its tables only.
    ///
    /// It is not the one that reads, which would have to give up another database for it, and in
    /// the middle of a transaction.
    func lister(of name: String, beside runner: QueryRunner) throws(StoreError) -> Connection {
        guard let directory else { throw WarehousePlace.deleted(name) }
        let lister =
            if let opened = runner.lister { opened } else {
                try Connection(
                    path: "\(directory)/device.db", .readOnly, busyMilliseconds: busyMilliseconds)
            }
        runner.lister = lister
        if let unusable = try attach([name], to: lister, directory).first {
            throw unusable.reason
        }
        return lister
    }

    /// The runner on the device's file or its copy, opened if there is none yet.
    private func reader(_ directory: String) throws(StoreError) -> QueryRunner {
        let copy = try device.settledOrCopied()
        if let openedRunner, openedRunner.copy === copy { return openedRunner }
        openedRunner = nil
        // `query_only` stops writes that a read-only file does not, such as those of temporary
        // tables.
        let connection =
            if let copy { copy } else {
                try Connection(
                    path: "\(directory)/device.db", .readOnly, busyMilliseconds: busyMilliseconds)
            }
        try connection.execute("PRAGMA query_only = ON; PRAGMA cache_size = -8000")
        let runner = QueryRunner(connection, copy: copy)
        openedRunner = runner
        return runner
    }

    /// Returns the databases that a text may be about: SQLite attaches at most ten.
    ///
    /// With more than ten databases only those whose names occur as words of the text are attached;
    /// a word in a comment counts, which costs nothing but a place.
    private static func visible(
        _ names: [String], _ sql: String?
    ) throws(StoreError) -> [String] {
        guard names.count > attachLimit else { return names }
        guard let sql else { return Array(names.prefix(attachLimit)) }
        let named = words(of: sql, among: names)
        guard named.count <= attachLimit else { throw tooMany(named.count) }
        let standard = Warehouse.defaultDatabase
        let isMeant = names.contains(standard) && !named.contains(standard)
        return isMeant && named.count < attachLimit ? [standard] + named : named
    }

    private static func tooMany(_ count: Int) -> StoreError {
        StoreError(
            .limit,
            "a query reads at most \(attachLimit) databases, and this one names \(count)",
            hint: "split it, or `export` some of them")
    }

    /// Returns the names that are words of a text.
    static func words(of sql: String, among names: [String]) -> [String] {
        let words = sql.lowercased().utf8.split { byte in
            !(byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
                && !(byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
                && byte != UInt8(ascii: "_")
        }
        return names.filter { name in words.contains { $0.elementsEqual(name.utf8) } }
    }

    /// Calls `body` with each group of databases that can be attached at the same time.
    ///
    /// The first group also sees the device's tables. Names of another group may still be attached,
    /// so `body` must look only at those that it is given.
    func eachGroup(
        _ body: (Connection, [String]) throws(StoreError) -> Void
    ) throws(StoreError) {
        let names = try warehouse.databaseNames()
        let runner = try runner(for: nil)
        guard let directory, names.count > Self.attachLimit else {
            return try body(runner.connection, names)
        }
        for start in stride(from: 0, to: names.count, by: Self.attachLimit) {
            let group = Array(names[start...].prefix(Self.attachLimit))
            try pass(over: try attach(group, to: runner.connection, directory), in: nil)
            try body(runner.connection, group)
        }
    }

    static let attachLimit = 10

    /// Attaches what is missing.
    ///
    /// A database that was deleted, or replaced under its name, is detached first, and others only
    /// if there is no place left.
    ///
    /// - Returns: the databases whose files cannot be used, with the reasons; for one that is gone
    ///   by now, `.missing`.
    /// - Throws: any other reason why a file cannot be opened or migrated.
    private func attach(
        _ names: [String], to connection: Connection, _ directory: String
    ) throws(StoreError) -> [(name: String, reason: StoreError)] {
        var present = try connection.statement(
            "SELECT name FROM pragma_database_list WHERE name NOT IN ('main', 'temp')"
        ).rows { $0.text(0) }
        for name in present where connection.hasMoved(name) {
            try connection.execute("DETACH \(WarehouseName.quoted(name))")
            present.removeAll { $0 == name }
        }
        let missing = names.filter { !present.contains($0) }
        guard !missing.isEmpty else { return [] }
        if present.count + missing.count > Self.attachLimit {
            for name in present where !names.contains(name) {
                try connection.execute("DETACH \(WarehouseName.quoted(name))")
            }
        }
        var unusable: [(name: String, reason: StoreError)] = []
        for name in missing {
            do throws(StoreError) {
                try attach(name, to: connection, directory)
            } catch {
                // Another process may have deleted it since its name was read.
                let file = WarehousePlace.file(name, in: "\(directory)/warehouse")
                let isGone = access(file, F_OK) != 0
                guard isGone || error.isOfFile else { throw error }
                try? connection.execute("DETACH \(WarehouseName.quoted(name))")
                unusable.append((name, isGone ? WarehousePlace.deleted(name) : error))
            }
        }
        return unusable
    }

    /// Attaches a database, which is first brought to this version's schema if it is older.
    private func attach(
        _ name: String, to connection: Connection, _ directory: String
    ) throws(StoreError) {
        let file = WarehousePlace.file(name, in: "\(directory)/warehouse")
        // SQLite's message for an attached file would name the main one, which may be sound.
        let isAttached = try? attachCurrent(name, file, to: connection)
        guard isAttached != true else { return }
        // Opening it for writing migrates it, or fails with the reason.
        try? connection.execute("DETACH \(WarehouseName.quoted(name))")
        guard try StoreFile.exists(file) else { throw WarehousePlace.deleted(name) }
        _ = try StoreFile.openMade(file, .warehouse, busyMilliseconds: busyMilliseconds)
        _ = try warehouse.database(name)
        do throws(StoreError) {
            // Its user may have deleted all of its tables.
            if try attachCurrent(name, file, to: connection, mayBeEmpty: true) { return }
        } catch {
            guard error.isOfFile else { throw error }
        }
        throw StoreError(
            .damaged, "`\(file)` is damaged: its list of tables cannot be read", file: file)
    }

    /// False if the file must be migrated first, or is shorter than its header says: SQLite would
    /// read zeros for what is missing.
    ///
    /// Reads the list of tables: one that is damaged would fail statements about the others.
    private func attachCurrent(
        _ name: String, _ file: String, to connection: Connection, mayBeEmpty: Bool = false
    ) throws(StoreError) -> Bool {
        try LogFile.refuseDamage(of: file)
        try connection.prepare("ATTACH ? AS ?").bind(file).bind(name).run()
        guard StoreFile.isWhole(name, at: file, of: connection) else { return false }
        return try isCurrent(name, connection, mayBeEmpty: mayBeEmpty)
    }

    /// Compares kind and version, which a read-only connection cannot change.
    private func isCurrent(
        _ name: String, _ connection: Connection, mayBeEmpty: Bool
    ) throws(StoreError) -> Bool {
        let place = WarehouseName.quoted(name)
        let kind = try connection.prepare("PRAGMA \(place).application_id").firstInteger()
        let version = try connection.prepare("PRAGMA \(place).user_version").firstInteger()
        guard kind == Schema.warehouse.applicationID, version == Schema.warehouse.version else {
            return false
        }
        let tables = try connection.prepare(
            "SELECT EXISTS(SELECT 1 FROM \(place).\"pushsh-tables\")")
        let hasTables = try tables.firstInteger() == 1
        // An older version that was killed left its first database without a table.
        return hasTables || mayBeEmpty || name != Warehouse.defaultDatabase
    }
}
