import Glibc

/// A file in the making, under a name that identifies the process.
///
/// The name is `TARGET.PID.new`, so that one process can have one draft of each file.
struct StoreDraft {
    /// The path of the draft.
    let path: String
    private let target: String

    private static let ending = ".new"

    /// Creates an empty file for a future `target`, which only its owner can read.
    ///
    /// A draft that this process left earlier is replaced. Throws `.cannotOpen`.
    init(of target: String) throws(StoreError) {
        self.target = target
        path = "\(target).\(getpid())\(Self.ending)"
        unlink(path)
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(
                .cannotOpen, "cannot make `\(target)`: \(systemText(errno))", file: target)
        }
        close(descriptor)
    }

    /// The path of an intermediate file next to it.
    var part: String { path + Self.part }

    private static let part = "-part"

    /// Removes the intermediate file.
    func removePart() {
        unlink(part)
        unlink(part + "-journal")
    }

    /// Gives the file its name; false if another process created one of that name first, unless
    /// that one may be replaced.
    ///
    /// No other process ever sees a part of the file under `target`. A false answer leaves the
    /// draft.
    func giveName(replacing: Bool = false) throws(StoreError) -> Bool {
        if replacing {
            guard rename(path, target) == 0 else {
                throw StoreError(
                    .cannotOpen, "cannot make `\(target)`: \(systemText(errno))", file: target)
            }
            return true
        }
        let number = Folder.giveNewName(path, target)
        guard number == 0 || number == EEXIST else {
            throw StoreError(
                .cannotOpen, "cannot make `\(target)`: \(systemText(number))", file: target)
        }
        return number == 0
    }

    /// Removes the draft.
    ///
    /// Harmless once the file has its name.
    func remove() { Self.remove(path) }

    private static func remove(_ path: String) {
        let logs = ["-wal", "-shm", "-journal"]
        for suffix in [""] + logs + [part, part + "-journal"] { unlink(path + suffix) }
    }

    /// Removes the drafts of processes that were killed.
    ///
    /// Failures are ignored: the next process tries again.
    static func removeAbandoned(of target: String) {
        let folder = Folder.of(target)
        let name = Folder.name(in: target)
        for file in Folder.names(in: folder) ?? [] {
            // A draft and its intermediate file may each be left alone.
            let words = file.split(separator: ".", omittingEmptySubsequences: false)
            guard file.hasPrefix(name + "."), words.count > 2,
                let last = words.last, last == "new" || last.hasPrefix("new-"),
                words.dropLast(2).joined(separator: ".") == name,
                Folder.hasEnded(words[words.count - 2])
            else { continue }
            remove("\(folder)/\(name).\(words[words.count - 2])\(ending)")
        }
    }
}
