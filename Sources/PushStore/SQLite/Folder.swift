import CSQLite
import Glibc

/// Operations on a folder as a whole.
package enum Folder {
    /// The milliseconds that one process waits for another: names change quickly.
    private static let patience = 5000
    /// The milliseconds between two attempts.
    private static let pause = 5

    /// Returns the folder of a file.
    package static func of(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the last name of a path.
    package static func name(in path: String) -> Substring {
        path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    }

    /// Whether a part of a draft's name is the number of a process that has ended, so that nobody
    /// completes the draft any more.
    ///
    /// A number that another process has got since counts as alive.
    package static func hasEnded(_ process: Substring) -> Bool {
        guard let number = pid_t(process), number > 0 else { return false }
        return kill(number, 0) != 0 && errno == ESRCH
    }

    /// Returns the names in a folder, in no order; nil if it cannot be read, for which `errno` has
    /// the reason.
    ///
    /// Names that are not UTF-8 are repaired, and then lead to no file.
    package static func names(in path: String) -> [String]? {
        guard let directory = opendir(path) else { return nil }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Removes a folder of ours with everything in it.
    ///
    /// A missing folder is not an error. Links in it are removed, not followed. It goes file by
    /// file, so a kill leaves the rest.
    package static func remove(_ path: String) throws(StoreError) {
        for name in names(in: path) ?? [] {
            let entry = "\(path)/\(name)"
            if unlink(entry) != 0, errno == EISDIR || errno == EPERM { try remove(entry) }
        }
        guard rmdir(path) == 0 || errno == ENOENT else {
            throw StoreError(.io, "cannot remove `\(path)`: \(systemText(errno))", file: path)
        }
    }

    /// Exchanges the names of two folders in one step, so that no process finds neither.
    ///
    /// - Returns: false if one is missing, or if the file system cannot do it.
    package static func exchange(_ one: String, _ other: String) -> Bool {
        csqlite_exchange(one, other) == 0
    }

    /// Gives a file or a folder a name that nothing has.
    ///
    /// On a file system that cannot do it in one step, a file has both names if the program is
    /// killed meanwhile.
    ///
    /// - Returns: 0, or the number of the error: `EEXIST` if something has the name.
    package static func giveNewName(_ old: String, _ new: String) -> Int32 {
        let number = csqlite_rename_new(old, new)
        guard number == EINVAL || number == ENOSYS else { return number }
        // A folder replaces none that has anything in it.
        let isMoved = isDirectory(old) ? rename(old, new) == 0 : link(old, new) == 0
        return isMoved ? 0 : errno == ENOTEMPTY ? EEXIST : errno
    }

    /// Whether a path leads to a folder.
    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Waits until the disk has the names in a folder, so that a loss of power neither removes nor
    /// restores any.
    ///
    /// - Throws: `.io` with the system's reason.
    package static func awaitDisk(_ path: String) throws(StoreError) {
        try awaitDisk(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }

    /// Waits until the disk has the content of a file that nobody else writes.
    static func awaitDisk(file path: String) throws(StoreError) {
        try awaitDisk(path, O_RDONLY | O_CLOEXEC)
    }

    private static func awaitDisk(_ path: String, _ flags: Int32) throws(StoreError) {
        let descriptor = open(path, flags)
        // Some file systems cannot sync a folder, and need not.
        guard descriptor >= 0, fsync(descriptor) == 0 || errno == EINVAL else {
            let text = systemText(errno)
            if descriptor >= 0 { close(descriptor) }
            throw StoreError(.io, "cannot bring `\(path)` to the disk: \(text)", file: path)
        }
        close(descriptor)
    }

    /// Runs `body` while no other process changes the names of a folder's files.
    ///
    /// The lock is on the folder itself, which needs no file of its own. Systems without such locks
    /// keep nobody out.
    ///
    /// The lock ends with the process, so a kill leaves none behind. It is not re-entrant: `body`
    /// must not hold the same folder again, or it waits for itself until `.busy`.
    ///
    /// - Throws: `.busy` if another process keeps it for seconds.
    static func hold<Result>(
        _ folder: String, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw StoreError(
                .cannotOpen, "cannot open `\(folder)`: \(systemText(errno))", file: folder)
        }
        defer { close(descriptor) }
        var waited = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
            guard waited < patience else {
                throw StoreError(
                    .busy, "workspace is busy: another pushsh has `\(folder)` for itself",
                    file: folder)
            }
            usleep(UInt32(pause * 1000))
            waited += pause
        }
        return try body()
    }
}
