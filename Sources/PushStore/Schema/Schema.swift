/// The tables of a kind of file: the steps that lead from an empty file to the newest version.
///
/// Files of a newer version are refused, and older ones are migrated when they are opened; there is
/// no way back.
struct Schema: Sendable {
    /// Identifies the files of this kind, in the header's `application_id`.
    let applicationID: Int64
    /// The size of a page in bytes: a commit writes each page that it touched.
    let pageSize: Int
    /// The steps: step n leads from version n to n + 1; a released step never changes.
    let steps: [String]

    /// The newest version, kept in the header's `user_version`.
    var version: Int64 { Int64(steps.count) }

    /// Creates the whole schema in an empty database.
    ///
    /// Not a transaction by itself. Throws if a table of the schema exists already.
    func create(on connection: Connection) throws(StoreError) {
        try connection.execute("PRAGMA application_id = \(applicationID)")
        for step in steps { try connection.execute(step) }
        try connection.execute("PRAGMA user_version = \(version)")
    }

    /// Returns the tables of a version, with the statements that SQLite keeps of them; those of the
    /// newest if there is no such version.
    func tables(ofVersion version: Int64) throws(StoreError) -> [(name: String, sql: String)] {
        let made = try Connection(path: "", .ephemeral)
        let count = (1...self.version).contains(version) ? Int(version) : steps.count
        for step in steps.prefix(count) { try made.execute(step) }
        return try made.prepare(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).rows { ($0.text(0), $0.text(1)) }
    }

    /// Migrates an existing database to the newest version, or refuses it.
    ///
    /// All steps are one transaction: a kill leaves the old version or the newest.
    ///
    /// - Throws: as `version(of:)`.
    func migrate(_ connection: Connection) throws(StoreError) {
        guard try version(of: connection) < version else { return }
        try connection.transaction { () throws(StoreError) in
            // Another process may have done it while this one waited for the lock.
            let old = try version(of: connection)
            for step in steps[Int(old)...] { try connection.execute(step) }
            try connection.execute("PRAGMA user_version = \(version)")
        }
    }

    /// Returns how a database of the newest version differs from this program's tables; nil if it
    /// does not.
    ///
    /// Compares the statements that made them, letter by letter, and ignores what the database has
    /// in addition. It needs no reading of rows.
    func difference(from connection: Connection) throws(StoreError) -> String? {
        let list = "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
        let sound = try Connection(path: "", .ephemeral, name: connection.name)
        try create(on: sound)
        func texts(_ connection: Connection) throws(StoreError) -> [(String, String)] {
            try connection.prepare(list).rows { ($0.text(0), $0.text(1)) }
        }
        let found = try texts(connection)
        for (name, text) in try texts(sound) where !found.contains(where: { $0 == (name, text) }) {
            return "its table list does not have `\(name)` as pushsh makes it"
        }
        return nil
    }

    /// Returns the version of a database of this kind, by its header.
    ///
    /// - Throws: `.foreign` for a file of another kind, `.newer` for one of a later version,
    ///   `.damaged` for an impossible version, and for a header that says anything else of the very
    ///   tables that the newest version has.
    func version(of connection: Connection) throws(StoreError) -> Int64 {
        let kind = try connection.integer("PRAGMA application_id")
        let found = try connection.integer("PRAGMA user_version")
        if kind == applicationID, found == version { return version }
        if (try? isNewest(connection)) == true {
            // Another process may have taken the last step since.
            if kind == applicationID, try connection.integer("PRAGMA user_version") == version {
                return version
            }
            throw StoreError(
                .damaged,
                "`\(connection.name)` is damaged: its tables are those of schema \(version), and "
                    + "its header says that it is another file", file: connection.name)
        }
        guard kind == applicationID else {
            // SQLite counts no page in a file that ends within its first one's header.
            guard try connection.integer("PRAGMA page_count") > 0 else {
                throw StoreError(
                    .damaged, "`\(connection.name)` is damaged: it ends within its header",
                    file: connection.name)
            }
            throw StoreError(
                .foreign,
                "`\(connection.name)` is a database, but not of a pushsh workspace",
                file: connection.name)
        }
        guard found <= version else {
            throw StoreError(
                .newer,
                "`\(connection.name)` was written by a newer pushsh: it has schema \(found), "
                    + "wanted at most \(version)", file: connection.name)
        }
        guard found >= 0 else {
            throw StoreError(
                .damaged, "`\(connection.name)` is damaged: its schema is \(found)",
                file: connection.name)
        }
        return found
    }

    /// Whether a database has this version's tables and, apart from records, no others: a later
    /// version has more.
    private func isNewest(_ connection: Connection) throws(StoreError) -> Bool {
        guard try difference(from: connection) == nil else { return false }
        let sound = try Connection(path: "", .ephemeral, name: connection.name)
        try create(on: sound)
        let list = "SELECT tbl_name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
        func tables(_ connection: Connection) throws(StoreError) -> [String] {
            let names = try connection.prepare(list).rows { $0.text(0) }
            return self.applicationID == Self.warehouse.applicationID
                ? names.filter { !WarehouseName.isTable($0) } : names
        }
        return try tables(connection).count == tables(sound).count
    }
}
