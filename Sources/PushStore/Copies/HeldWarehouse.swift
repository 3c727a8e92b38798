import Glibc

/// A warehouse that is about to become that of a copy: nobody else can write into the databases
/// that it has until `bringBack`, or until this is forgotten.
final class HeldWarehouse {
    private let directory: String
    private let folder: String
    private let busyMilliseconds: Int32
    /// The databases of both.
    private var replaced: [StartedCopy] = []
    /// Those of the copy alone, by name.
    private var added: [String] = []
    /// Those that the copy lacks.
    private var removed: [WarehouseDatabase] = []
    /// Whether there is neither a warehouse nor a copy of one.
    private let isNothing: Bool

    /// Waits for writers as long as connections do.
    init(
        _ directory: String, from folder: String, busyMilliseconds: Int32
    ) throws(StoreError) {
        self.directory = directory
        self.folder = folder
        self.busyMilliseconds = busyMilliseconds
        let names = try WarehousePlace.directory(folder, busyMilliseconds: 0).names()
        let place = WarehousePlace.directory(directory, busyMilliseconds: busyMilliseconds)
        isNothing = names.isEmpty && access(directory, F_OK) != 0
        let known = isNothing ? [] : try place.names()
        for name in names {
            guard known.contains(name) else {
                added.append(name)
                continue
            }
            replaced.append(try started(name))
        }
        for name in known where !names.contains(name) {
            let database = try place.open(name)
            try database.transaction(inGroup: true) {}
            removed.append(database)
        }
    }

    private func started(_ name: String) throws(StoreError) -> StartedCopy {
        try StartedCopy(
            to: try StoreFile.open(
                WarehousePlace.file(name, in: directory), .warehouse,
                busyMilliseconds: busyMilliseconds),
            from: try Connection(path: WarehousePlace.file(name, in: folder), .readWrite))
    }

    /// Replaces, makes and deletes the databases, each in one step.
    ///
    /// A fresh warehouse creates its first database by itself, so a deletion notes nothing.
    func bringBack() throws(StoreError) {
        guard !isNothing else { return }
        try StoreFile.makeDirectory(directory)
        for copy in replaced { try copy.complete() }
        for name in added { try started(name).complete() }
        let place = WarehousePlace.directory(directory, busyMilliseconds: busyMilliseconds)
        for database in removed { try place.delete(database) }
    }
}
