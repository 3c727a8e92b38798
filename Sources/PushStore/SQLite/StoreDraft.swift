import CSQLite
import Glibc

/// A file in the making, under a name that says which process makes it.
struct StoreDraft {
    /// The path of the draft.
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

    /// A file beside it, for what is made on the way.
    var part: String { path + Self.part }

    private static let part = "-part"

    /// Removes the file beside it.
    func removePart() {
        unlink(part)
        unlink(part + "-journal")
    }

    /// Gives the file its name; false when another process made one of that name first, unless
    /// that one is to be replaced.
    func giveName(replacing: Bool = false) throws(StoreError) -> Bool {
        if replacing {
            guard rename(path, target) == 0 else {
                throw StoreError(.cannotOpen, "cannot make `\(target)`: \(systemText(errno))")
            }
            return true
        }
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
        let logs = ["-wal", "-shm", "-journal"]
        for suffix in [""] + logs + [part, part + "-journal"] { unlink(path + suffix) }
    }

    /// Removes what processes left that were killed while they made a file.
    static func removeAbandoned(of target: String) {
        let folder = Folder.of(target)
        let name =
            target.lastIndex(of: "/").map { target[target.index(after: $0)...] } ?? target[...]
        for file in Folder.names(in: folder) ?? [] {
            // Beside a draft is what was made on its way; either may be left alone.
            let words = file.split(separator: ".", omittingEmptySubsequences: false)
            guard file.hasPrefix(name + "."), words.count > 2,
                let last = words.last, last == "new" || last.hasPrefix("new-"),
                words.dropLast(2).joined(separator: ".") == name,
                let maker = pid_t(words[words.count - 2]), maker > 0,
                kill(maker, 0) != 0, errno == ESRCH
            else { continue }
            remove("\(folder)/\(name).\(maker)\(ending)")
        }
    }
}
