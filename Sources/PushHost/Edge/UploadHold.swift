import Glibc

/// Tells other processes that this one sends the events of a workspace; ends with the process at
/// the latest.
///
/// The mark is an advisory lock on the directory itself. It needs no file, and SQLite, whose locks
/// are on its files, is not affected by it.
final class UploadHold {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Takes the mark; nil if another process has it.
    ///
    /// A system without such locks keeps nobody out: the warehouse recognises records that are sent
    /// twice by their uuids.
    static func take(_ directory: String) -> UploadHold? {
        lock(UploadHold(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)))
    }

    /// Takes the mark that a file represents, creating the file if necessary.
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
