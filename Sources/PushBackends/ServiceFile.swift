import Glibc
import PushText

/// An open file without a name, which is removed when its last user releases it.
public final class ServiceStorage: Sendable {
    /// The open file; it stays open as long as this object.
    public let descriptor: Int32

    /// Takes over an open descriptor.
    public init(descriptor: Int32) { self.descriptor = descriptor }

    /// Makes an empty file below `TMPDIR`, or in `/tmp`; child processes do not inherit it.
    ///
    /// It is removed however the process ends. Fails with the directory and the system's reason.
    public static func temporary() throws(Fault) -> ServiceStorage {
        try make(in: TemporaryPlace.directory(getenv("TMPDIR")))
    }

    /// Makes an empty file in memory, for what a full disk does not take.
    static func inMemory() throws(Fault) -> ServiceStorage { try make(in: "/dev/shm") }

    private static func make(in directory: String) throws(Fault) -> ServiceStorage {
        var template = Array("\(directory)/pushsh-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            let reason = strerror(errno).map { String(cString: $0).lowercased() } ?? "no reason"
            throw Fault("cannot make a file in `\(directory)`: \(reason)")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        return ServiceStorage(descriptor: descriptor)
    }

    deinit { close(descriptor) }
}

/// A part of a file as the body of a response.
public struct ServiceFile: Equatable, Sendable {
    /// The file.
    public var storage: ServiceStorage
    /// The start of the part, in bytes.
    public var offset: Int
    /// Its length in bytes.
    public var count: Int

    /// Names a part of a file.
    public init(_ storage: ServiceStorage, offset: Int = 0, count: Int) {
        self.storage = storage
        self.offset = offset
        self.count = count
    }

    /// Reads at most `count` bytes at a place; nil if that fails.
    public func read(at place: Int, count: Int) -> [UInt8]? {
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            repeat {
                result = pread(storage.descriptor, buffer.baseAddress, count, off_t(place))
            } while result < 0 && errno == EINTR
            filled = max(0, result)
        }
        return result < 0 ? nil : bytes
    }

    /// Parts are equal if they are the same part of the same file.
    public static func == (left: ServiceFile, right: ServiceFile) -> Bool {
        left.storage === right.storage && left.offset == right.offset && left.count == right.count
    }
}
