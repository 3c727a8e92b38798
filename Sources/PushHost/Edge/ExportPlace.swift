import Glibc
import PushCrypto
import PushRuntime
import PushStore
import PushText

/// The destination of an export: a file or a directory that has a temporary name until it is
/// complete.
///
/// The object removes its draft when it goes, so that only `finish` leaves something behind.
final class ExportPlace {
    /// The place of the export, to which a link may lead.
    private let path: String
    /// The path as it was given, for messages.
    private let given: String
    /// The temporary name, next to the final one and with this process's number.
    private let draft: String
    private let isDirectory: Bool
    private let isPacked: Bool
    private let ending: String
    private let replaces: Bool
    /// The tables after which an export names its files.
    private let tables: Set<String>
    /// The folders made in the directory.
    private var made: Set<String> = []
    /// The open file; -1 if there is none.
    private var descriptor: Int32 = -1
    /// The compression of the open file; nil if it is not compressed.
    private var packer: GzipWriter?
    /// The number of bytes written.
    private(set) var bytes: Int64 = 0
    /// The reason why something could not be written.
    private(set) var failure: Failure?

    /// Begins an export to a path; refuses a path that something else occupies.
    ///
    /// `isPacked` says whether whole files are compressed with gzip, and `ending` is the extension
    /// of files in a directory, such as `.parquet`. `tables` are those of the warehouse: a
    /// directory with a file of another name is none of an export.
    init(
        _ path: String, isDirectory: Bool, isPacked: Bool, ending: String, replaces: Bool,
        tables: Set<String> = []
    ) throws(Failure) {
        given = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let path = try Files.refuseStore(given)
        self.path = path
        self.isDirectory = isDirectory
        self.isPacked = isPacked
        self.ending = ending
        self.replaces = replaces
        self.tables = tables
        draft = "\(path).\(getpid()).new"
        try requirePlace()
        Self.removeAbandoned(of: path)
        Self.remove(draft)
        guard !isDirectory || mkdir(draft, 0o755) == 0 else { throw Files.unwritable(given) }
    }

    /// Refuses a path that something occupies, unless that is to be replaced.
    private func requirePlace() throws(Failure) {
        let occupant = PathOccupant(at: path)
        guard occupant != .nothing else { return }
        guard replaces else { throw occupied }
        guard isDirectory ? occupant == .folder && isExport(path) : occupant == .file
        else {
            throw Failure(
                .fileExists,
                "`\(given)` is not an earlier export of this kind, and nothing else is replaced")
        }
    }

    private var occupied: Failure {
        Failure(.fileExists, "`\(given)` already exists", hint: "`--force` replaces it")
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        Self.remove(draft)
    }

    /// Discards the open file, whose rows are written again.
    ///
    /// - Parameter bytes: the number of bytes written before those rows.
    func goBack(to bytes: Int64) {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        packer = nil
        self.bytes = bytes
    }

    /// Begins a file in the directory, or the only one.
    ///
    /// Returns the function that writes to it, which is false after a failure; nil if the file
    /// cannot be made. Folders of the name are made as needed.
    func open(_ name: String?) -> (([UInt8]) -> Bool)? {
        var file = draft
        if let name {
            let folders = name.split(separator: "/").dropLast()
            for folder in folders {
                file += "/\(folder)"
                if made.insert(file).inserted { mkdir(file, 0o755) }
            }
            file = "\(draft)/\(name)"
        }
        // A file that is begun anew is another one, and a link that somebody planted is not
        // followed.
        unlink(file)
        descriptor = Glibc.open(
            file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            failure = Files.unwritable(given)
            return nil
        }
        packer = isPacked ? GzipWriter() : nil
        return { [unowned self] in write(packer?.add($0) ?? $0) }
    }

    /// Returns the name of the file for a table and a day in the directory; `part` counts the files
    /// of that day from zero.
    func name(table: String?, day: String?, part: Int = 0) -> String {
        var parts = table.map { [$0] } ?? []
        // The name that engines read as "no value".
        if let day { parts.append("dt=" + (day.isEmpty ? "__HIVE_DEFAULT_PARTITION__" : day)) }
        guard day != nil else { return (table ?? "part-00000") + ending }
        return parts.joined(separator: "/") + "/part-" + InstantText.padded(part, 5) + ending
    }

    /// Writes a piece, and counts its bytes; false after a failure, which is kept.
    private func write(_ piece: [UInt8]) -> Bool {
        guard Files.writeAll(piece, to: descriptor) else {
            failure = Files.unwritable(given)
            return false
        }
        bytes += Int64(piece.count)
        return true
    }

    /// Ends the open file and syncs it to disk.
    func end() -> Bool {
        if let packer, !write(packer.finish()) { return false }
        packer = nil
        guard Files.sync(descriptor), close(descriptor) == 0 else {
            failure = Files.unwritable(given)
            return false
        }
        descriptor = -1
        return true
    }

    /// Gives the export its final name; only with `replaces` does an earlier one lose it.
    ///
    /// The exchange of two names is one step where the system has it; elsewhere the earlier export
    /// has another name for a moment.
    func finish() throws(Failure) {
        if isDirectory {
            for folder in made.union([draft]) { try? Folder.awaitDisk(folder) }
        }
        // Something may have come there meanwhile.
        try requirePlace()
        if !replaces {
            let number = Folder.giveNewName(draft, path)
            guard number != EEXIST else { throw occupied }
            errno = number
            guard number == 0 else { throw Files.unwritable(given) }
        } else if isDirectory, Folder.exchange(draft, path) {
            Self.remove(draft)
        } else if isDirectory {
            let old = "\(path).\(getpid()).old"
            Self.remove(old)
            rename(path, old)
            guard rename(draft, path) == 0 else {
                let error = Files.unwritable(given)
                rename(old, path)
                throw error
            }
            Self.remove(old)
        } else {
            guard rename(draft, path) == 0 else { throw Files.unwritable(given) }
        }
        // The files are on the disk; where a folder cannot be read, its names follow in time.
        try? Folder.awaitDisk(Folder.of(path))
    }

    /// Whether a directory holds only what an export writes: a file for each table, or folders of
    /// days, which may be in a folder for each table.
    private func isExport(_ path: String) -> Bool {
        Self.allEntries(of: path) { entry, name, isFolder in
            guard isFolder else {
                let stem = Self.stem(of: name)
                return stem.map { tables.contains($0) || Self.isPart($0) } ?? false
            }
            return Self.isDay(entry, name)
                || Self.allEntries(of: entry) { $2 && Self.isDay($0, $1) }
        }
    }

    /// Whether a directory is one of a day, with the parts of its rows.
    private static func isDay(_ path: String, _ name: String) -> Bool {
        name.hasPrefix("dt=")
            && allEntries(of: path) { !$2 && stem(of: $1).map(isPart) ?? false }
    }

    private static func isPart(_ stem: String) -> Bool {
        stem.hasPrefix("part-") && stem.utf8.count >= 10 && stem.dropFirst(5).isDigits
    }

    /// The name of an exported file without its ending; nil if no export ends a name so.
    private static func stem(of name: String) -> String? {
        let endings = [".parquet", ".csv", ".jsonl", ".csv.gz", ".jsonl.gz"]
        return endings.first(where: name.hasSuffix).map { String(name.dropLast($0.utf8.count)) }
    }

    /// Whether something holds of each entry of a directory: its path, its name, and whether it is
    /// a directory itself.
    private static func allEntries(
        of path: String, _ holds: (_ path: String, _ name: String, _ isFolder: Bool) -> Bool
    ) -> Bool {
        (Folder.names(in: path) ?? []).allSatisfy { name in
            var status = stat()
            let entry = "\(path)/\(name)"
            guard lstat(entry, &status) == 0 else { return false }
            return holds(entry, name, status.st_mode & S_IFMT == S_IFDIR)
        }
    }

    /// Removes what was left by processes that were killed while exporting to a path.
    private static func removeAbandoned(of path: String) {
        let folder = Folder.of(path)
        let name = Folder.name(in: path)
        var status = stat()
        for entry in Folder.names(in: folder) ?? [] where entry.hasPrefix(name + ".") {
            let words = entry.dropFirst(name.utf8.count + 1).split(separator: ".")
            guard words.count == 2,
                // Where names cannot be exchanged, a kill can leave the earlier export alone.
                words[1] == "new" || words[1] == "old" && lstat(path, &status) == 0,
                Folder.hasEnded(words[0])
            else { continue }
            remove("\(folder)/\(entry)")
        }
    }

    /// Removes a file or a directory; nothing if there is none.
    private static func remove(_ path: String) {
        if unlink(path) != 0 { try? Folder.remove(path) }
    }
}
