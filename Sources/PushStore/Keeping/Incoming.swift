import CSQLite
import Glibc

/// New content of a workspace, complete and checked, in a folder next to what it replaces.
///
/// From the moment the folder has its name, the new content counts: whichever process opens the
/// workspace puts it in place first, so a killed process is followed by one that completes its
/// work. The folder loses its name once everything is in place.
///
/// The states of a workspace's directory: `incoming.PID.new` is being gathered and counts for
/// nothing; `incoming` counts; `incoming.PID.old` has been put in place and is being removed.
struct Incoming {
    /// The way in which its files are put in place.
    enum Manner: String {
        /// They are all that the workspace has: other databases are removed.
        case whole
        /// Each replaces a damaged one, which is put aside; the others stay.
        case mended
    }

    /// The workspace's directory.
    private let directory: String
    /// The time to wait for a process that writes a database which is to be filled.
    private let busyMilliseconds: Int32

    private static let name = "incoming"
    /// The file in the folder with the manner and the number, such as `whole 1`.
    private static let plan = "plan"
    /// The name of the folder for damaged files.
    static let aside = "damaged"

    /// The files that belong to a database, in the order in which they are put aside.
    private static let suffixes = ["", "-wal", "-shm"]

    private init(_ directory: String, busyMilliseconds: Int32) {
        self.directory = directory
        self.busyMilliseconds = busyMilliseconds
    }

    /// Creates the folder for gathering new content, under a name that identifies the process.
    ///
    /// A folder that this process left there before is removed; several drafts at once are not
    /// possible.
    static func draft(in directory: String) throws(StoreError) -> String {
        removeAbandoned(in: directory)
        let draft = "\(directory)/\(name).\(getpid()).new"
        try? Folder.remove(draft)
        try StoreFile.makeDirectory(draft)
        return draft
    }

    /// Removes what was left by processes that were killed while gathering or clearing away.
    ///
    /// A number that another process has got since keeps its folder until that one ends too.
    private static func removeAbandoned(in directory: String) {
        for entry in Folder.names(in: directory) ?? [] {
            let parts = entry.split(separator: ".")
            guard parts.count == 3, parts[0] == name, parts[2] == "new" || parts[2] == "old",
                Folder.hasEnded(parts[1])
            else { continue }
            try? Folder.remove("\(directory)/\(entry)")
        }
    }

    /// Makes the gathered content the content of the workspace.
    ///
    /// Nothing in this process may have the workspace open.
    ///
    /// Until the rename of the folder a failure changes nothing; after it the work is completed
    /// here or by whichever process opens the workspace next.
    ///
    /// - Parameters:
    ///   - draft: the folder with the gathered content.
    ///   - manner: the way in which the files are put in place.
    ///   - directory: the workspace's directory.
    ///   - busyMilliseconds: the time to wait for other processes.
    /// - Returns: the folder for damaged files.
    /// - Throws: `.full` if the disk has no room for it, and the workspace is unchanged; `.busy` if
    ///   another process holds the folder or a database for too long.
    @discardableResult
    static func take(
        _ draft: String, _ manner: Manner, in directory: String, busyMilliseconds: Int32
    ) throws(StoreError) -> String {
        let number = freeNumber(in: directory)
        let incoming = Incoming(directory, busyMilliseconds: busyMilliseconds)
        if manner == .whole { try incoming.checkRoom(for: draft) }
        let plan = try PlainFile(writing: "\(draft)/\(Self.plan)")
        let lines = ["\(manner.rawValue) \(number)"] + (try incoming.databases(in: draft))
        try plan.write(Array(lines.joined(separator: "\n").utf8))
        try plan.sync()
        PlainFile.syncNames(in: draft)
        try Folder.hold(directory) { () throws(StoreError) in
            // A file that nobody put in place yet would be mistaken for one of these.
            try incoming.finishHeld()
            guard rename(draft, incoming.folder) == 0 else {
                throw StoreError(
                    .io, "cannot name `\(incoming.folder)`: \(systemText(errno))",
                    file: incoming.folder)
            }
            PlainFile.syncNames(in: directory)
            try incoming.finishHeld()
        }
        return "\(directory)/\(aside)/\(number)"
    }

    /// Completes an exchange in which a process was killed.
    ///
    /// Called whenever a workspace is opened, and costs one look for the folder if there is none.
    static func finish(in directory: String, busyMilliseconds: Int32) throws(StoreError) {
        let incoming = Incoming(directory, busyMilliseconds: busyMilliseconds)
        guard access(incoming.folder, F_OK) == 0 else { return }
        try Folder.hold(directory) { () throws(StoreError) in try incoming.finishHeld() }
    }

    /// The folder whose existence says that its content counts.
    private var folder: String { "\(directory)/\(Self.name)" }

    /// Puts the folder's files in place and removes its name; the folder's lock must be held.
    ///
    /// A repetition after a kill copies again what is filled, while files that were exchanged have
    /// left the folder.
    private func finishHeld() throws(StoreError) {
        guard let (manner, number, planned) = try plan() else { return }
        let files = try databases(in: folder)
        for file in files + Self.history(in: folder) {
            try StoreFile.makeDirectory(Folder.of("\(directory)/\(file)"))
            switch manner {
            case .whole: try fill(file, number)
            case .mended: try exchange(file, number)
            }
        }
        if manner == .whole {
            // Those that an earlier process exchanged have left the folder, and belong to it.
            let wanted = planned.isEmpty ? files : planned
            for file in try databases(in: directory) where !wanted.contains(file) {
                // The device's file lies in the folder that is held already.
                try StoreFile.delete("\(directory)/\(file)", isHeld: file == BackupContents.device)
            }
        }
        PlainFile.syncNames(in: directory)
        PlainFile.syncNames(in: "\(directory)/warehouse")
        let old = "\(directory)/\(Self.name).\(getpid()).old"
        guard rename(folder, old) == 0 else {
            throw StoreError(.io, "cannot rename `\(folder)`: \(systemText(errno))", file: folder)
        }
        PlainFile.syncNames(in: directory)
        // Anything left of it is cleared away by the next process that gathers.
        try? Folder.remove(old)
    }

    /// Returns how to put the folder's files in place, the number under which damaged ones are put
    /// aside, and the databases that the content had at first; nil if there is no folder.
    ///
    /// The plan of an older version names no databases.
    ///
    /// - Throws: `.damaged` for a plan that says something else; nothing is touched then.
    private func plan() throws(StoreError) -> (Manner, Int, [String])? {
        guard access(folder, F_OK) == 0 else { return nil }
        let file = try PlainFile(reading: "\(folder)/\(Self.plan)")
        var bytes = [UInt8](repeating: 0, count: Int(clamping: file.size))
        let read = try file.read(at: 0, into: &bytes)
        let text = String(decoding: bytes[..<read], as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 2, let manner = Manner(rawValue: String(words[0])),
            let number = Int(words[1])
        else {
            throw StoreError(
                .damaged, "`\(file.name)` is damaged: it says `\(text)`", file: file.name)
        }
        return (manner, number, Array(lines.dropFirst()))
    }

    /// The databases below a folder, as paths in a workspace.
    ///
    /// The device's comes first. Names that a warehouse cannot have are not listed.
    private func databases(in folder: String) throws(StoreError) -> [String] {
        let device = BackupContents.device
        let first = access("\(folder)/\(device)", F_OK) == 0 ? [device] : []
        let place = WarehousePlace.directory("\(folder)/warehouse", busyMilliseconds: 0)
        return first + (try place.names().map { "warehouse/\($0).db" })
    }

    /// The prompt's history, which only `repair` puts there.
    private static func history(in folder: String) -> [String] {
        access("\(folder)/history", F_OK) == 0 ? ["history"] : []
    }

    /// Replaces a file's content in place, as one transaction.
    ///
    /// Other processes that have it open see the new content from their next command on. A file
    /// that cannot be opened is put aside.
    ///
    /// A history is not replaced by a backup, which has none.
    private func fill(_ file: String, _ number: Int) throws(StoreError) {
        guard let schema = BackupContents.schema(of: file) else { return }
        let live: Connection
        do {
            live = try StoreFile.open(
                "\(directory)/\(file)", schema, busyMilliseconds: busyMilliseconds)
        } catch {
            // A foreign file, or one of a newer version, must not hold up what is whole.
            let isUnfit = [.damaged, .notDatabase, .empty, .foreign, .newer].contains(error.code)
            guard isUnfit || Folder.isDirectory("\(directory)/\(file)") else { throw error }
            return try exchange(file, number)
        }
        // The folder is removed once everything is in place: then it must be on disk.
        try live.execute("PRAGMA synchronous = FULL")
        try live.copy(from: try Connection(path: "\(folder)/\(file)", .readWrite))
        try live.execute("PRAGMA wal_checkpoint(PASSIVE)")
    }

    /// Puts a file in the place of one that is put aside.
    ///
    /// Its log goes with it, or the new file would be read with the old log. A kill between the
    /// renames leaves no file under the name until the work is completed.
    private func exchange(_ file: String, _ number: Int) throws(StoreError) {
        let target = "\(directory)/\(file)"
        let aside = "\(directory)/\(Self.aside)/\(number)/\(file)"
        for suffix in Self.suffixes where access(target + suffix, F_OK) == 0 {
            try StoreFile.makeDirectory(Folder.of(aside))
            guard rename(target + suffix, aside + suffix) == 0 else {
                throw StoreError(
                    .io, "cannot rename `\(target + suffix)`: \(systemText(errno))",
                    file: target + suffix)
            }
        }
        guard rename("\(folder)/\(file)", target) == 0 else {
            throw StoreError(.io, "cannot make `\(target)`: \(systemText(errno))", file: target)
        }
    }

    /// Returns the first number under which nothing was put aside.
    ///
    /// It is taken before the lock: two processes at once may get the same one.
    private static func freeNumber(in directory: String) -> Int {
        var number = 1
        while access("\(directory)/\(aside)/\(number)", F_OK) == 0 { number += 1 }
        return number
    }

    /// Refuses content for which the disk has no room: its pages go through the logs first.
    ///
    /// A file system that does not tell its free space lets everything pass.
    private func checkRoom(for draft: String) throws(StoreError) {
        var needed: Int64 = 0
        for file in try databases(in: draft) {
            let size = Self.size("\(draft)/\(file)")
            needed += size + max(0, size - Self.size("\(directory)/\(file)"))
        }
        var room = statvfs()
        guard statvfs(directory, &room) == 0 else { return }
        let free = Int64(clamping: room.f_bavail) * Int64(clamping: room.f_frsize)
        guard free < needed else { return }
        throw StoreError(
            .full,
            "the disk has \(free >> 20) MB left, wanted \((needed >> 20) + 1) MB to put the "
                + "backup in place")
    }

    /// Zero for a file that does not exist.
    private static func size(_ path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }
}
