import Glibc
import PushModel
import PushText

extension Workspace {
    /// Reads a workspace that cannot be written into a private one, which accepts no changes.
    ///
    /// On a read-only or full disk SQLite cannot create the files that it shares with other
    /// processes. The content is copied: a database whose log is empty from its place, one with a
    /// log through a copy among the temporary files.
    ///
    /// `reason` is why it cannot be written; commands that change something fail with it. Throws
    /// `reason` if it cannot be read either, or is of another version.
    public static func reading(
        _ directory: String, because reason: StoreError
    ) throws(StoreError) -> Workspace {
        let directory = directory.hasPrefix("file:") ? "./" + directory : directory
        // Incoming content must be put in place first, which means writing.
        guard access("\(directory)/incoming", F_OK) != 0 else { throw reason }
        do throws(StoreError) {
            let connection = try openEphemeral()
            try Copied("\(directory)/device.db", .device).give(to: connection, as: "main")
            let omitted = try readWarehouse("\(directory)/warehouse", into: connection)
            // Commands that a killed script deferred become rows of the copy.
            _ = try DeviceStore(connection)
            try connection.execute("BEGIN")
            let workspace = Workspace.ephemeral()
            try workspace.adopt(connection)
            workspace.isRestored = true
            workspace.omission = omitted
            workspace.readPlace = directory
            workspace.refusal = StoreError(.readOnly, reason.message, hint: reason.hint)
            try workspace.device.refusal = workspace.refusal
            return workspace
        } catch { throw reason }
    }

    /// Copies the databases that can be read, as many as a private workspace holds.
    ///
    /// - Returns: a sentence about the others; nil if there are none.
    private static func readWarehouse(
        _ folder: String, into connection: Connection
    ) throws(StoreError) -> String? {
        let all = (Folder.names(in: folder) ?? []).filter { $0.hasSuffix(".db") }
            .map { String($0.dropLast(3)) }.filter(WarehouseName.isDatabase).sorted()
        // The one that apps upload to would be missed first.
        let isDefault = { (name: String) in name == Warehouse.defaultDatabase }
        let names = all.filter(isDefault) + all.filter { !isDefault($0) }
        var read = 0
        var omitted: [String] = []
        for name in names {
            guard read < attachLimit else {
                omitted.append("`\(name)` (\(attachLimit) databases are read at most)")
                continue
            }
            do throws(StoreError) {
                let copied = try Copied("\(folder)/\(name).db", .warehouse)
                try connection.attachEphemeral(name)
                do throws(StoreError) { try copied.give(to: connection, as: name) } catch {
                    try connection.execute("DETACH \(WarehouseName.quoted(name))")
                    throw error
                }
                read += 1
            } catch {
                // A process that is writing now will soon have finished.
                if error.code == .busy { throw error }
                omitted.append("`\(name)` (\(error.message))")
            }
        }
        return omitted.isEmpty
            ? nil : "these databases are left out: " + omitted.joined(separator: ", ")
    }

    /// The reason why the workspace can only be read; nil if it accepts changes.
    public var writeRefusal: StoreError? { refusal }

    /// Refuses if the workspace can only be read.
    public func requireWritable() throws(StoreError) {
        if let refusal { throw refusal }
    }
}

/// A database that can be read although nothing can be written next to it.
struct Copied {
    /// The files or their copies, opened for reading; the content is checked to be of this version.
    let connection: Connection
    /// Whether it is a copy among the temporary files, which have already lost their names.
    private let isCopy: Bool
    /// The original, of which errors speak.
    private let path: String
    /// The files' lengths and last changes when reading began.
    ///
    /// An original that is read in place is compared with it again after reading.
    private let before: [Int]

    /// Opens a database, in place if its log is empty, else as a copy.
    ///
    /// Throws `.busy` if someone wrote meanwhile, `.damaged` if its log is, and `.newer` for a file
    /// that is damaged, of another kind or of another version: nothing can be migrated where
    /// nothing can be written.
    init(_ path: String, _ schema: Schema) throws(StoreError) {
        self.path = path
        try LogFile.refuseDamage(of: path)
        before = Self.state(path)
        var status = stat()
        isCopy = stat(path + "-wal", &status) == 0 && status.st_size > 0
        var folder: String?
        // SQLite has the files open once it has read; without names they go with the process, even
        // if it is killed.
        defer { if let folder { try? Folder.remove(folder) } }
        if isCopy {
            let made = try Self.makeFolder()
            folder = made
            let copy = "\(made)/copy.db"
            // Without SQLite, which would write next to the original.
            for ending in ["", "-wal"] { try PlainFile.copy(path + ending, to: copy + ending) }
            // The two files match only if nobody wrote between their copies.
            try Self.requireUnchanged(path, since: before)
            connection = try Connection(path: copy, .readWrite, name: path)
        } else {
            connection = try Connection(path: path, .unchanging, name: path)
        }
        guard StoreFile.isWhole(connection),
            try connection.integer("PRAGMA application_id") == schema.applicationID,
            try connection.integer("PRAGMA user_version") == schema.version
        else { throw StoreError(.newer, "`\(path)` is not of this version", file: path) }
    }

    /// Returns the lengths and last changes of a database and its log.
    ///
    /// A missing file contributes nothing, so its appearance changes the list's length.
    private static func state(_ path: String) -> [Int] {
        var found: [Int] = []
        for ending in ["", "-wal"] {
            var status = stat()
            guard stat(path + ending, &status) == 0 else { continue }
            found += [status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        }
        return found
    }

    /// Copies the content, then refuses with `.busy` if the original changed under it: pages of two
    /// moments would be mixed.
    func give(to target: Connection, as name: String) throws(StoreError) {
        try target.copy(name, from: connection)
        if !isCopy { try Self.requireUnchanged(path, since: before) }
    }

    private static func requireUnchanged(
        _ path: String, since before: [Int]
    ) throws(StoreError) {
        guard state(path) == before else {
            throw StoreError(.busy, "`\(path)` was written while it was read", file: path)
        }
    }

    /// Makes a folder for the copies in TMPDIR, for this user only, after clearing away what killed
    /// processes left there.
    private static func makeFolder() throws(StoreError) -> String {
        let place = TemporaryPlace.directory(getenv("TMPDIR"))
        removeAbandoned(in: place)
        var template = Array((place + "/\(prefix)\(getpid())-XXXXXX").utf8CString)
        let isMade = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { mkdtemp($0) != nil } ?? false
        }
        guard isMade else {
            throw StoreError(.cannotOpen, "cannot make `\(place)/…`: \(systemText(errno))")
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static let prefix = "pushsh-reading-"

    /// Removes what was left by processes that were killed while copying.
    private static func removeAbandoned(in place: String) {
        for name in Folder.names(in: place) ?? [] where name.hasPrefix(prefix) {
            let words = name.dropFirst(prefix.utf8.count).split(separator: "-")
            guard words.count == 2, Folder.hasEnded(words[0]) else { continue }
            let folder = "\(place)/\(name)"
            var status = stat()
            // Others also write there: nothing is removed through a link, and nothing of theirs.
            guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
                status.st_uid == geteuid()
            else { continue }
            try? Folder.remove(folder)
        }
    }
}
