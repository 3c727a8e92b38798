import CSQLite
import Glibc
import PushModel

/// Whole copies of a workspace: device side and warehouse, without the history of the prompt.
///
/// A workspace on disk keeps them in folders next to its databases, so that they outlive the
/// process; a private one keeps them in memory. Not for use between `begin` and `commit`.
extension Workspace {
    /// Keeps a copy of everything; one with the same name is replaced.
    ///
    /// The copy gets its name by one rename once it is whole; a snapshot is also on disk by then,
    /// while a step of `undo`, which each command takes, may be lost with the power. A copy of the
    /// same name is removed just before: a kill between the two leaves neither, and a draft that
    /// begins with a dot, which the next copy of the kind removes. A snapshot also gets the sums
    /// of its databases, by which a changed byte is noticed.
    ///
    /// - Throws: `.io` if it cannot be written, `.damaged` for a snapshot that could not be brought
    ///   back, and `.misuse` for a name that is no folder's: a copy of the same name stays.
    public func keepCopy(
        _ kind: CopyKind, _ name: String, note: String
    ) throws(StoreError) {
        try Self.requireName(name)
        guard let directory else {
            let copy = try fork()
            privateCopies[kind, default: []].removeAll { $0.entry.name == name }
            privateCopies[kind, default: []].append((CopyEntry(name: name, note: note), copy))
            return
        }
        let folder = "\(directory)/\(kind.rawValue)"
        let draft = "\(folder)/.\(getpid()).new"
        Self.sweepCopies(folder)
        try? Folder.remove(draft)
        try StoreFile.makeDirectory(draft)
        try Self.copy(try device.connection, "main", to: "\(draft)/device.db")
        if access("\(directory)/warehouse", F_OK) == 0 {
            try StoreFile.makeDirectory("\(draft)/warehouse")
            for (name, source, place) in try warehouse.sources() {
                try Self.copy(source, place, to: "\(draft)/warehouse/\(name).db")
            }
        }
        try Self.write(note, to: "\(draft)/note")
        if kind == .snapshots {
            let files = try Self.files(in: draft)
            do throws(StoreError) {
                for file in files {
                    try Self.requireSound(
                        "\(draft)/\(file)", of: file, in: directory, whole: "the snapshot")
                }
            } catch {
                try? Folder.remove(draft)
                throw error
            }
            try CopySums.write(in: draft, files)
            try Self.awaitDisk(draft)
        }
        try dropCopy(kind, name)
        guard rename(draft, "\(folder)/\(name)") == 0 else {
            throw StoreError(
                .io, "cannot keep a copy in `\(folder)`: \(systemText(errno))", file: folder)
        }
        if kind == .snapshots { try Folder.awaitDisk(folder) }
    }

    /// Replaces the note of a copy.
    ///
    /// A copy that does not exist is not an error. The note is replaced whole or not at all.
    public func annotateCopy(_ kind: CopyKind, _ name: String, note: String) throws(StoreError) {
        guard let directory else {
            guard let place = privateCopies[kind]?.firstIndex(where: { $0.entry.name == name })
            else { return }
            privateCopies[kind]?[place].entry.note = note
            return
        }
        let folder = "\(directory)/\(kind.rawValue)/\(name)"
        guard access(folder, F_OK) == 0 else { return }
        try Self.write(note, to: folder + "/note.new")
        rename(folder + "/note.new", folder + "/note")
    }

    /// Returns the copies of a kind, ordered by name on disk and by creation in memory.
    ///
    /// A folder without a readable note is left out, such as one whose removal was interrupted. A
    /// workspace that can only be read has those of its directory.
    public func copies(_ kind: CopyKind) -> [CopyEntry] {
        guard let directory = directory ?? readPlace else {
            return privateCopies[kind]?.map(\.entry) ?? []
        }
        let folder = "\(directory)/\(kind.rawValue)"
        return Self.names(in: folder).compactMap { name in
            guard let note = Self.text(of: "\(folder)/\(name)/note") else { return nil }
            return CopyEntry(name: name, note: note)
        }
    }

    /// Drops a copy; a missing one is not an error.
    ///
    /// Its name goes first, so that no kill leaves a part of it that looks like a whole copy.
    /// Throws `.misuse` for a name that is no folder's.
    public func dropCopy(_ kind: CopyKind, _ name: String) throws(StoreError) {
        try Self.requireName(name)
        guard let directory else {
            privateCopies[kind]?.removeAll { $0.entry.name == name }
            return
        }
        let folder = "\(directory)/\(kind.rawValue)"
        let old = "\(folder)/.\(getpid()).old"
        try? Folder.remove(old)
        let isRenamed = rename("\(folder)/\(name)", old) == 0
        try Folder.remove(isRenamed ? old : "\(folder)/\(name)")
    }

    /// Refuses a name that is no folder's: with an empty one, all copies would be removed.
    private static func requireName(_ name: String) throws(StoreError) {
        guard !name.isEmpty, name != ".", name != "..", !name.contains("/") else {
            throw StoreError(.misuse, "a copy needs a name that is a folder's, found `\(name)`")
        }
    }

    /// The size of a copy in bytes; 0 for a private workspace, whose copies share memory.
    ///
    /// Read from the live files: what the next copy will take. Logs are left out.
    public var copySize: Int64 {
        guard let directory else { return 0 }
        var files = ["\(directory)/device.db"]
        let warehouse = "\(directory)/warehouse"
        files += Self.names(in: warehouse).filter { $0.hasSuffix(".db") }.map {
            "\(warehouse)/\($0)"
        }
        return files.reduce(0) { total, file in
            var status = stat()
            return stat(file, &status) == 0 ? total + Int64(status.st_size) : total
        }
    }

    /// Writes one database into a new file.
    ///
    /// It is not synced here: only a snapshot waits for the disk, once it is whole.
    private static func copy(
        _ source: Connection, _ place: String, to file: String
    ) throws(StoreError) {
        // SQLite would make it readable for others.
        try write("", to: file)
        let copy = try Connection(path: file, .create)
        try copy.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
        try source.outsideTransaction { () throws(StoreError) in
            try copy.copy(from: source, place)
        }
    }

    /// Waits until the disk has a folder's files, and those of the folders in it.
    private static func awaitDisk(_ folder: String) throws(StoreError) {
        for name in names(in: folder) {
            let path = "\(folder)/\(name)"
            if Folder.isDirectory(path) {
                try awaitDisk(path)
            } else {
                try Folder.awaitDisk(file: path)
            }
        }
        try Folder.awaitDisk(folder)
    }

    /// Removes what killed processes left in a folder of copies: a draft, or a copy on its way out.
    ///
    /// A number that another process has got since keeps its draft until that one ends too.
    static func sweepCopies(_ folder: String) {
        for name in Folder.names(in: folder) ?? [] where name.hasPrefix(".") {
            let words = name.split(separator: ".")
            guard words.count == 2, words[1] == "new" || words[1] == "old",
                Folder.hasEnded(words[0])
            else { continue }
            try? Folder.remove("\(folder)/\(name)")
        }
    }

    /// Removes what killed processes left in all folders of copies of a workspace.
    static func sweepCopies(of directory: String) {
        for kind in CopyKind.allCases { sweepCopies("\(directory)/\(kind.rawValue)") }
    }

    /// Names that begin with a dot are drafts.
    static func names(in folder: String) -> [String] {
        (Folder.names(in: folder) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Writes a small file, for its owner only, without waiting for the disk.
    static func write(_ text: String, to file: String) throws(StoreError) {
        let descriptor = Glibc.open(
            file, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(.io, "cannot write `\(file)`: \(systemText(errno))", file: file)
        }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw StoreError(.io, "cannot write `\(file)`: \(systemText(errno))", file: file)
        }
    }

    /// Reads a note or a list of sums; nil for a file that cannot be read.
    static func text(of file: String) -> String? {
        guard let plain = try? PlainFile(reading: file) else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(plain.size))
        guard let count = try? plain.read(at: 0, into: &bytes) else { return nil }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
