import Glibc

/// The place of a warehouse's databases: files in a directory, or parts of one connection.
enum WarehousePlace {
    case directory(String, busyMilliseconds: Int32)
    case attached(to: Connection)

    /// Returns the databases, ordered by name.
    func names() throws(StoreError) -> [String] {
        switch self {
        case .directory(let path, _): try Self.files(in: path)
        case .attached(let connection):
            try connection.statement(
                """
                SELECT name FROM pragma_database_list
                WHERE name NOT IN ('main', 'temp') ORDER BY name
                """
            ).rows { $0.text(0) }
        }
    }

    /// Removes what is left of databases whose deletion was interrupted.
    ///
    /// Only logs are left, since a deletion removes the name first.
    func tidy() {
        if case .directory(let path, _) = self { StoreFile.removeStrayLogs(in: path) }
    }

    /// Opens an existing database.
    ///
    /// - Throws: `.missing` if it is gone, and the reasons of `StoreFile`.
    func open(_ name: String) throws(StoreError) -> WarehouseDatabase {
        switch self {
        case .directory(let path, let busyMilliseconds):
            let file = Self.file(name, in: path)
            // The process that lists the names may be slower than the one that deletes.
            guard try StoreFile.exists(file) else { throw Self.deleted(name) }
            let connection = try StoreFile.openMade(
                file, .warehouse, busyMilliseconds: busyMilliseconds)
            return try WarehouseDatabase(name, connection, isEphemeral: false)
        case .attached(let connection):
            return try WarehouseDatabase(name, connection, isEphemeral: true)
        }
    }

    /// Creates a database that holds from the start what `content` puts into it.
    ///
    /// On disk the file gets its name once the content is in it. In a private workspace an error of
    /// `content` leaves the database half made.
    ///
    /// - Returns: whether it was created here, rather than by another process at the same time.
    func create(
        _ name: String, awaitsDisk: Bool = false,
        content: (WarehouseDatabase) throws(StoreError) -> Void
    ) throws(StoreError) -> Bool {
        switch self {
        case .directory(let path, _):
            try StoreFile.makeDirectory(path)
            if awaitsDisk { try Folder.awaitDisk(Folder.of(path)) }
            let file = Self.file(name, in: path)
            return try StoreFile.create(file, .warehouse, awaitsDisk: awaitsDisk) {
                (connection) throws(StoreError) in
                try content(try WarehouseDatabase(name, connection, isEphemeral: false))
            }
        case .attached(let connection):
            try connection.attachEphemeral(name)
            try connection.execute(Schema.warehouse(attachedAs: name))
            try content(try open(name))
            return true
        }
    }

    /// Deletes a database, its name and its content.
    ///
    /// The write lock is held meanwhile: a writer that waited for it finds the file gone, and a
    /// later one finds no name.
    ///
    /// `.busy` if another process writes it for longer than the busy time-out.
    func delete(_ database: WarehouseDatabase) throws(StoreError) {
        switch self {
        case .directory(let path, _):
            let file = Self.file(database.name, in: path)
            try database.transaction { () throws(StoreError) in try StoreFile.delete(file) }
            // The name must not come back after a loss of power.
            if database.awaitsDisk { try Folder.awaitDisk(path) }
        case .attached(let connection):
            let quoted = WarehouseName.quoted(database.name)
            try connection.outsideTransaction { () throws(StoreError) in
                try connection.execute("DETACH \(quoted)")
            }
        }
    }

    /// Deletes a database that cannot be used, and so cannot be locked either: its file if that is
    /// damaged, or an empty folder in its place.
    ///
    /// - Throws: `reason`, why it cannot be used, for anything else.
    func deleteUnusable(_ name: String, because reason: StoreError) throws(StoreError) {
        guard case .directory(let path, _) = self else { throw reason }
        let file = Self.file(name, in: path)
        switch PathOccupant(at: file) {
        case .file where [.damaged, .notDatabase, .empty].contains(reason.code):
            try StoreFile.delete(file)
        case .folder:
            guard rmdir(file) != 0 else { return }
            throw StoreError(
                .cannotOpen, "cannot delete `\(file)`: it is a folder that is not empty",
                file: file,
                hint: "pushsh did not make it: move it elsewhere")
        default: throw reason
        }
    }

    /// Returns the error for a writer whose database was deleted in the meantime.
    static func deleted(_ name: String) -> StoreError {
        StoreError(.missing, "the database `\(name)` was deleted")
    }

    /// Returns the file of a database.
    static func file(_ name: String, in directory: String) -> String { "\(directory)/\(name).db" }

    /// Files with other names are not databases of the warehouse; they are left alone.
    private static func files(in path: String) throws(StoreError) -> [String] {
        guard let files = Folder.names(in: path) else {
            let number = errno
            if number == ENOENT { return [] }
            throw StoreError(
                .cannotOpen, "cannot read `\(path)`: \(systemText(number))", file: path)
        }
        return files.filter { $0.hasSuffix(".db") }.map { String($0.dropLast(3)) }
            .filter(WarehouseName.isDatabase).sorted()
    }
}
