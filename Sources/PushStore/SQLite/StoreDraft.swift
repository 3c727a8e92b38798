import CSQLite
import Glibc

/// A file in the making, under a name that says which process makes it.
struct StoreDraft {
    /// Where it is made.
    let path: String
    private let target: String

    private static let ending = ".new"

    /// Makes an empty file for what is to be called `target`, readable for its owner alone.
    init(of target: String) throws(StoreError) {
        self.target = target
        path = "\(target).\(getpid())\(Self.ending)"
        unlink(path)
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(.cannotOpen, "cannot make `\(target)`: \(systemText(errno))")
        }
        close(descriptor)
    }

    /// Gives the file its name; false when another process made one of that name first.
    func giveName() throws(StoreError) -> Bool {
        var number = csqlite_rename_new(path, target)
        if number == EINVAL || number == ENOSYS {
            // Some file systems cannot rename so; there a killed process may leave both names.
            number = link(path, target) == 0 ? 0 : errno
        }
        guard number == 0 || number == EEXIST else {
            throw StoreError(.cannotOpen, "cannot make `\(target)`: \(systemText(number))")
        }
        return number == 0
    }

    /// Removes what is left of it.
    func remove() { Self.remove(path) }

    private static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }

    /// Removes what processes left that were killed while they made a file.
    static func removeAbandoned(of target: String) {
        let folder = Folder.of(target)
        for file in Folder.names(in: folder) ?? [] {
            let path = "\(folder)/\(file)"
            guard path.hasPrefix(target + "."), path.hasSuffix(ending),
                let maker = pid_t(
                    path.dropFirst(target.utf8.count + 1).dropLast(ending.utf8.count)), maker > 0,
                kill(maker, 0) != 0, errno == ESRCH
            else { continue }
            remove(path)
        }
    }
}
