import Glibc
import PushModel

extension Workspace {
    /// Reads a workspace that cannot be written into a private one, which takes no changes.
    ///
    /// On a read-only or full disk SQLite cannot make the files that it shares with other
    /// processes. What is there is copied: a database whose log is empty from where it is, one with
    /// a log through a copy among the temporary files.
    ///
    /// - Parameter reason: why it cannot be written; commands that change something are told.
    /// - Throws: `reason` where it cannot be read either, or is of another version.
    public static func reading(
        _ directory: String, because reason: StoreError
    ) throws(StoreError) -> Workspace {
        let directory = directory.hasPrefix("file:") ? "./" + directory : directory
        // What waits in it has to be put in place first, which is writing.
        guard access("\(directory)/incoming", F_OK) != 0 else { throw reason }
        do throws(StoreError) {
            let connection = try openEphemeral()
            try Copied("\(directory)/device.db", .device).give(to: connection, as: "main")
            let folder = "\(directory)/warehouse"
            let files = Folder.names(in: folder) ?? []
            for file in files.sorted() where file.hasSuffix(".db") {
                let name = String(file.dropLast(3))
                guard WarehouseName.isDatabase(name) else { continue }
                try connection.attachEphemeral(name)
                try Copied("\(folder)/\(file)", .warehouse).give(to: connection, as: name)
            }
            // What a killed script put off becomes rows of the copy.
            _ = try DeviceStore(connection)
            try connection.execute("BEGIN")
            let workspace = Workspace.ephemeral()
            workspace.adopt(connection)
            workspace.isRestored = true
            workspace.refusal = StoreError(.readOnly, reason.message, hint: reason.hint)
            try workspace.device.refusal = workspace.refusal
            return workspace
        } catch { throw reason }
    }

    /// Refuses where the workspace can only be read.
    public func requireWritable() throws(StoreError) {
        if let refusal { throw refusal }
    }

    /// Whether the workspace can only be read.
    public var isReadOnly: Bool { refusal != nil }
}

/// A database that can be read where nothing can be written beside it.
private struct Copied {
    private let connection: Connection
    /// The temporary folder of a database that has a log; it goes when the rows are copied.
    private var folder: String?
    private let path: String
    /// The files' lengths and last changes when the reading began.
    private let before: [Int]

    init(_ path: String, _ schema: Schema) throws(StoreError) {
        self.path = path
        before = Self.state(path)
        var status = stat()
        let hasLog = stat(path + "-wal", &status) == 0 && status.st_size > 0
        if hasLog {
            let folder = try Self.makeFolder()
            self.folder = folder
            let copy = "\(folder)/copy.db"
            do throws(StoreError) {
                for ending in ["", "-wal"] { try Self.copy(path + ending, to: copy + ending) }
                // The two files fit each other only where nobody wrote between their copies.
                try Self.requireUnchanged(path, since: before)
                connection = try Connection(path: copy, .readWrite, name: path)
            } catch {
                Self.remove(folder)
                throw error
            }
        } else {
            connection = try Connection(path: path, .unchanging, name: path)
        }
        do throws(StoreError) {
            guard StoreFile.isWhole(connection),
                try connection.integer("PRAGMA application_id") == schema.applicationID,
                try connection.integer("PRAGMA user_version") == schema.version
            else { throw StoreError(.newer, "`\(path)` is not of this version") }
        } catch {
            if let folder { Self.remove(folder) }
            throw error
        }
    }

    /// The lengths and the last changes of a database and its log.
    private static func state(_ path: String) -> [Int] {
        var found: [Int] = []
        for ending in ["", "-wal"] {
            var status = stat()
            guard stat(path + ending, &status) == 0 else { continue }
            found += [status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        }
        return found
    }

    func give(to target: Connection, as name: String) throws(StoreError) {
        defer { if let folder { Self.remove(folder) } }
        try target.copy(name, from: connection)
        if folder == nil { try Self.requireUnchanged(path, since: before) }
    }

    private static func requireUnchanged(
        _ path: String, since before: [Int]
    ) throws(StoreError) {
        guard state(path) == before else {
            throw StoreError(.busy, "`\(path)` was written while it was read")
        }
    }

    private static func makeFolder() throws(StoreError) -> String {
        let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((place + "/pushsh-reading-XXXXXX").utf8CString)
        let isMade = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { mkdtemp($0) != nil } ?? false
        }
        guard isMade else {
            throw StoreError(.cannotOpen, "cannot make `\(place)/…`: \(systemText(errno))")
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func copy(_ path: String, to target: String) throws(StoreError) {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else {
            throw StoreError(.cannotOpen, "cannot open `\(path)`: \(systemText(errno))")
        }
        defer { close(source) }
        let file = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw StoreError(.cannotOpen, "cannot make `\(target)`: \(systemText(errno))")
        }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(source, &buffer, buffer.count)
            if count == 0 { return }
            var written = 0
            while count > written {
                let wrote = buffer.withUnsafeBytes {
                    write(file, $0.baseAddress?.advanced(by: written), count - written)
                }
                guard wrote > 0 else { break }
                written += wrote
            }
            guard count > 0, written == count else {
                throw StoreError(.io, "cannot copy `\(path)`: \(systemText(errno))")
            }
        }
    }

    private static func remove(_ folder: String) {
        for name in Folder.names(in: folder) ?? [] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }
}
