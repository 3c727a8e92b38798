import Glibc

/// Says to other processes that this one sends the events of a workspace; ends with the process at
/// the latest.
///
/// The mark is an advisory lock on the directory itself, which needs no file, and which SQLite,
/// whose locks are on its files, knows nothing of.
final class UploadHold {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Takes the mark; nil if another process has it.
    ///
    /// A system without such locks keeps nobody out: by the uuids, the warehouse recognises records
    /// that are sent twice.
    static func take(_ directory: String) -> UploadHold? {
        lock(UploadHold(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)))
    }

    /// Takes the mark that a file stands for, which is made where it is missing.
    static func take(file path: String) -> UploadHold? {
        lock(UploadHold(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)))
    }

    private static func lock(_ hold: UploadHold) -> UploadHold? {
        guard hold.descriptor >= 0, flock(hold.descriptor, LOCK_EX | LOCK_NB) != 0 else {
            return hold
        }
        return errno == EWOULDBLOCK ? nil : hold
    }
}
