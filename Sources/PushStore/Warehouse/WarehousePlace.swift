import Glibc

/// Where the databases of a warehouse are: files in a directory, or parts of one connection.
enum WarehousePlace {
    case directory(String, busyMilliseconds: Int32)
    case attached(to: Connection)

    /// The databases in the order of their names.
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

    /// Opens a database that is there.
    func open(_ name: String) throws(StoreError) -> WarehouseDatabase {
        switch self {
        case .directory(let path, let busyMilliseconds):
            let connection = try StoreFile.open(
                Self.file(name, in: path), .warehouse, busyMilliseconds: busyMilliseconds)
            return try WarehouseDatabase(name, connection, isEphemeral: false)
        case .attached(let connection):
            return try WarehouseDatabase(name, connection, isEphemeral: true)
        }
    }

    /// Makes a database.
    func create(_ name: String) throws(StoreError) -> WarehouseDatabase {
        switch self {
        case .directory(let path, _): try StoreFile.makeDirectory(path)
        case .attached(let connection):
            try connection.attachEphemeral(name)
            try connection.execute(Schema.warehouse(attachedAs: name))
        }
        return try open(name)
    }

    /// Removes a database, its name and its content.
    ///
    /// The write lock is held meanwhile: a writer that waited for it finds the file gone, and one
    /// that comes later finds no name.
    func delete(_ database: WarehouseDatabase) throws(StoreError) {
        switch self {
        case .directory(let path, _):
            let file = Self.file(database.name, in: path)
            try database.transaction { () throws(StoreError) in
                for suffix in ["", "-wal", "-shm"] where unlink(file + suffix) != 0 {
                    let number = errno
                    guard number == ENOENT else {
                        throw StoreError(.io, "cannot delete `\(file)`: \(systemText(number))")
                    }
                }
            }
        case .attached(let connection):
            let quoted = WarehouseName.quoted(database.name)
            try connection.outsideTransaction { () throws(StoreError) in
                try connection.execute("DETACH \(quoted)")
            }
        }
    }

    /// What a writer is told whose database was deleted in the meantime.
    static func deleted(_ name: String) -> StoreError {
        StoreError(.missing, "the database `\(name)` was deleted")
    }

    /// The file of a database.
    static func file(_ name: String, in directory: String) -> String { "\(directory)/\(name).db" }

    private static func files(in path: String) throws(StoreError) -> [String] {
        guard let directory = opendir(path) else {
            let number = errno
            if number == ENOENT { return [] }
            throw StoreError(.cannotOpen, "cannot read `\(path)`: \(systemText(number))")
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let file = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard file.hasSuffix(".db") else { continue }
            let name = String(file.dropLast(3))
            if WarehouseName.isDatabase(name) { names.append(name) }
        }
        return names.sorted()
    }
}
