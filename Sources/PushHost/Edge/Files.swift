import Glibc
import PushRuntime
import PushStore

/// Files, read whole and replaced atomically.
///
/// Each failure names the path as it was given, and has a code that scripts match.
enum Files {
    /// The size above which files are refused.
    static let sizeLimit = 256 << 20

    /// The directory for relative paths; empty if it was deleted.
    static var workingDirectory: String {
        let found = getcwd(nil, 0)
        defer { free(found) }
        return found.map { String(cString: $0) } ?? ""
    }

    /// Returns the bytes of a file, or of standard input for `-`.
    ///
    /// Throws `file_not_found`, or `file_unreadable` for any other reason, among them a directory,
    /// more than 256 MB, and a pipe that gives nothing, or that nobody opens for writing, until
    /// `mustStop` says so.
    static func read(
        _ path: String, mustStop: () -> Bool = { false }
    ) throws(Failure) -> [UInt8] {
        if path == "-" { return try readStandardInput(mustStop: mustStop) }
        let (descriptor, kind) = try openReading(path)
        defer { close(descriptor) }
        if kind == S_IFDIR {
            throw Failure(outside: .fileUnreadable, "cannot read `\(path)`: it is a directory")
        }
        return try readAll(descriptor, "`\(path)`", mustStop: mustStop)
    }

    /// Returns the bytes of a regular file, which a pipe or a device is not: one that pushsh itself
    /// wrote, so that nothing waits for a writer.
    static func readRegular(_ path: String) throws(Failure) -> [UInt8] {
        let (descriptor, kind) = try openReading(path)
        defer { close(descriptor) }
        guard kind == S_IFREG else {
            throw Failure(
                outside: .fileUnreadable, "cannot read `\(path)`: it is not a regular file")
        }
        return try readAll(descriptor, "`\(path)`")
    }

    /// Opens a file, and returns its kind with the descriptor.
    ///
    /// Opening a pipe without a writer would wait; what comes from one is waited for later.
    private static func openReading(
        _ path: String
    ) throws(Failure) -> (descriptor: Int32, kind: mode_t) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0 else {
            let reason = errno
            if reason == ENXIO, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK {
                throw Failure(outside: .fileUnreadable, "cannot read `\(path)`: it is a socket")
            }
            errno = reason
            throw unreadable(path)
        }
        let isKnown = fstat(descriptor, &status) == 0
        return (descriptor, isKnown ? status.st_mode & S_IFMT : 0)
    }

    /// The hint on a path that begins as a login shell's home directory does; nil for others.
    ///
    /// In a script the path follows the script's folder.
    static func hint(on path: String) -> String? {
        guard path == "~" || path.hasPrefix("~/") || path.contains("/~/") else { return nil }
        return "`~` is not expanded; write the whole path, as TAB does at the prompt"
    }

    /// The text of a file of keys, which only its owner may read.
    static func ownersAlone(_ path: String) throws(Failure) -> String {
        String(decoding: try secretBytes(path), as: UTF8.self)
    }

    /// The bytes of a file of keys, which only its owner may read.
    static func secretBytes(_ path: String) throws(Failure) -> [UInt8] {
        let (descriptor, kind) = try openReading(path)
        defer { close(descriptor) }
        var status = stat()
        guard kind == S_IFREG, fstat(descriptor, &status) == 0 else {
            throw Failure(
                .invalidKeys, "`\(path)` is not a regular file")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw Failure(
                .invalidKeys, "others can read `\(path)`",
                hint: "`chmod 600` it")
        }
        return try readAll(descriptor, "`\(path)`")
    }

    /// Returns standard input to its end.
    static func readStandardInput(
        mustStop: () -> Bool = { false }
    ) throws(Failure) -> [UInt8] {
        try readAll(0, "standard input", mustStop: mustStop)
    }

    /// Reads a descriptor to its end; `name` stands for it in messages.
    static func readAll(
        _ descriptor: Int32, _ name: String, mustStop: () -> Bool = { false }
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_size > 0, status.st_size <= sizeLimit {
            bytes.reserveCapacity(Int(status.st_size) + 1)
        }
        let mayWait = status.st_mode & S_IFMT != S_IFREG
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if mayWait, !waits(for: descriptor, mustStop: mustStop) {
                throw Failure(outside: .fileUnreadable, "cannot read \(name): interrupted")
            }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR || mayWait && errno == EAGAIN { continue }
            guard count >= 0 else {
                throw Failure(outside: .fileUnreadable, "cannot read \(name): \(text(errno))")
            }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[0..<count])
            guard bytes.count <= sizeLimit else {
                throw Failure(outside: .fileUnreadable, "\(name) is larger than 256 MB")
            }
        }
    }

    /// Waits for a terminal or a pipe, whose writer may take any time; false if reading must end.
    private static func waits(for descriptor: Int32, mustStop: () -> Bool) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        repeat {
            if mustStop() { return false }
        } while poll(&wanted, 1, 50) == 0 || (wanted.revents == 0 && errno == EINTR)
        return true
    }

    /// Replaces a file atomically; a device or a pipe is written to.
    ///
    /// A symbolic link stays, and the file it leads to is replaced.
    ///
    /// `/dev/fd/N` is a file that the caller opened, which nothing may replace.
    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        if path.hasPrefix("/dev/fd/"), let descriptor = Int32(path.dropFirst(8)) {
            guard writeAll(bytes, to: descriptor) else { throw unwritable(path) }
            return
        }
        let target = try refuseStore(path)
        var status = stat()
        let isThere = stat(path, &status) == 0
        guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
            try writeInto(path, bytes)
            return
        }
        try replace(
            target, with: bytes, mode: isThere ? status.st_mode & 0o7777 : 0o644,
            named: path)
    }

    /// Returns the place at which a file or a folder is made that a path names: a symbolic link
    /// stays, and what it leads to is made or replaced, as with the shell's `>`.
    ///
    /// A link to anything else, such as `/dev/stdout`, is returned as it is.
    static func target(of path: String) -> String {
        var found = path
        var status = stat()
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        // As many links as the system follows.
        for _ in 0..<40 {
            let count = readlink(found, &bytes, bytes.count)
            guard count > 0 else { return found }
            let isThere = stat(found, &status) == 0
            guard !isThere || [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
                return path
            }
            let next = String(
                decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            found = next.hasPrefix("/") ? next : Folder.of(found) + "/" + next
        }
        return path
    }

    /// Throws what `write` would, without touching the file; where there is none, none is left.
    static func tryWriting(to path: String) throws(Failure) {
        if path.hasPrefix("/dev/fd/"), let descriptor = Int32(path.dropFirst(8)) {
            guard fcntl(descriptor, F_GETFL) >= 0 else { throw unwritable(path) }
            return
        }
        let target = try refuseStore(path)
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            // Opening a pipe would wait for its reader.
            let isDirectory = status.st_mode & S_IFMT == S_IFDIR
            if isDirectory { errno = EISDIR }
            guard !isDirectory, access(path, W_OK) == 0 else { throw unwritable(path) }
            return
        }
        let draft = openDraft(target)
        guard draft.descriptor >= 0 else { throw unwritable(path) }
        close(draft.descriptor)
        unlink(draft.path)
    }

    /// Returns the real path of a file; of one that does not exist, that of its folder with its
    /// name.
    static func realPath(of path: String) -> String {
        func resolved(_ path: String) -> String? {
            let found = realpath(path, nil)
            defer { free(found) }
            return found.map { String(cString: $0) }
        }
        if let found = resolved(path) { return found }
        guard let slash = path.lastIndex(of: "/") else {
            return resolved(".").map { $0 + "/" + path } ?? path
        }
        return resolved(String(path[...slash])).map { $0 + path[slash...] } ?? path
    }

    /// Writes a new file next to the old one and renames it, so that a reader sees one or the
    /// other.
    private static func replace(
        _ path: String, with bytes: [UInt8], mode: mode_t, named name: String
    ) throws(Failure) {
        let draft = openDraft(path)
        guard draft.descriptor >= 0 else { throw unwritable(name) }
        let isWritten =
            setMode(mode, of: draft.descriptor) && writeAll(bytes, to: draft.descriptor)
            && sync(draft.descriptor)
        var reason = errno
        close(draft.descriptor)
        if isWritten, rename(draft.path, path) == 0 { return }
        if isWritten { reason = errno }
        unlink(draft.path)
        errno = reason
        throw unwritable(name)
    }

    /// Opens a new file next to another, which only its owner can read; a negative descriptor says
    /// that there is none.
    ///
    /// Nobody knows its name before, so that no symbolic link can lead elsewhere.
    private static func openDraft(_ path: String) -> (descriptor: Int32, path: String) {
        var template = Array((path + ".pushsh-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let bytes = template.dropLast().map { UInt8(bitPattern: $0) }
        return (descriptor, String(decoding: bytes, as: UTF8.self))
    }

    /// Gives a file its mode; false, with `errno` set, if others could read or write it against
    /// that.
    ///
    /// Some file systems have the same mode for every file.
    private static func setMode(_ mode: mode_t, of descriptor: Int32) -> Bool {
        if fchmod(descriptor, mode) == 0 { return true }
        let reason = errno
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        errno = reason
        return isKnown && status.st_mode & 0o066 & ~mode == 0
    }

    /// Waits until the disk has a file; false, with `errno` set, on failure.
    ///
    /// Some file systems cannot sync a file, and need not.
    static func sync(_ descriptor: Int32) -> Bool { fsync(descriptor) == 0 || errno == EINVAL }

    /// Writes a file that only its owner can read, replacing an existing one.
    static func writeSecret(_ bytes: [UInt8], to path: String) throws(Failure) {
        try replace(path, with: bytes, mode: 0o600, named: path)
    }

    /// Creates an empty file; an existing one stays as it is.
    static func create(_ path: String) throws(Failure) {
        try refuseStore(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor < 0 else {
            close(descriptor)
            return
        }
        guard errno == EEXIST else { throw unwritable(path) }
        throw Failure(
            .fileExists, "`\(path)` already exists", hint: "`--replace` replaces it")
    }

    /// Appends to a file, creating it if necessary.
    static func append(_ bytes: [UInt8], to path: String) throws(Failure) {
        try refuseStore(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw unwritable(path) }
        defer { close(descriptor) }
        guard writeAll(bytes, to: descriptor) else { throw unwritable(path) }
    }

    /// Writes into something that cannot be replaced, such as a device or a pipe.
    private static func writeInto(_ path: String, _ bytes: [UInt8]) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unwritable(path) }
        defer { close(descriptor) }
        guard writeAll(bytes, to: descriptor) else { throw unwritable(path) }
    }

    /// Writes everything; returns false, with `errno` set, on failure.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    }

    /// As `writeAll` of an array.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = Glibc.write(
                descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN {
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                Glibc.poll(&poll, 1, -1)
                continue
            }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    /// The failure to open a path for reading, by the system's last error.
    private static func unreadable(_ path: String) -> Failure {
        let reason = errno
        return Failure(
            outside: reason == ENOENT ? .fileNotFound : .fileUnreadable,
            "cannot read `\(path)`: \(text(reason))", hint: hint(on: path))
    }

    /// The failure to write a path, by the system's last error.
    static func unwritable(_ path: String) -> Failure {
        Failure(
            outside: .fileUnwritable, "cannot write `\(path)`: \(text(errno))",
            hint: hint(on: path))
    }

    /// Returns the system's text on an error number, in lower case as messages have it.
    static func text(_ number: Int32) -> String {
        strerror(number).map { String(cString: $0).lowercased() } ?? "error \(number)"
    }
}
