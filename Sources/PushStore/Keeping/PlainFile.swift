import Glibc

/// A file that is read or written as bytes, and closed with this object.
final class PlainFile {
    /// Negative if opening failed: `deinit` also runs then.
    private let descriptor: Int32
    /// The file's name in messages.
    let name: String

    /// Opens a file for reading; anything but a regular file is refused.
    ///
    /// - Throws: `.missing` if there is none, `.cannotOpen` for anything else that is not to be
    ///   read.
    init(reading path: String) throws(StoreError) {
        name = path
        // Opening a pipe without a writer would block.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let number = errno
            throw StoreError(
                number == ENOENT ? .missing : .cannotOpen,
                "cannot read `\(path)`: \(systemText(number))", file: path)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(
                .cannotOpen, "cannot read `\(path)`: it is not a regular file", file: path)
        }
    }

    /// Creates a file that only its owner can read, or empties an existing one; `name` is used in
    /// messages.
    ///
    /// - Throws: `.full`, `.readOnly` or `.io`, by the system's reason.
    init(writing path: String, name: String? = nil) throws(StoreError) {
        self.name = name ?? path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.unwritable(self.name, errno) }
    }

    /// Opens a file that something else wrote, in order to change or sync it.
    init(syncing path: String) throws(StoreError) {
        name = path
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unwritable(path, errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The length in bytes.
    ///
    /// Asked anew each time; 0 if the system does not tell.
    var size: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Appends bytes.
    ///
    /// Goes on after a signal and after a partial write. An error may leave a part of them in the
    /// file.
    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        var offset = 0
        while offset < bytes.count {
            let count = Glibc.write(
                descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw Self.unwritable(name, errno) }
            offset += count
        }
    }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws(StoreError) {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(StoreError) in try write(buffer) }
        }
        try result.get()
    }

    /// Writes bytes at an offset; opened with `init(syncing:)`.
    func write(_ bytes: [UInt8], at offset: Int64) throws(StoreError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { piece in
                pwrite(
                    descriptor, piece.baseAddress.map { $0 + done }, piece.count - done,
                    Int(offset) + done)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw Self.unwritable(name, errno) }
            done += count
        }
    }

    /// Gives the file a length in bytes; opened with `init(syncing:)`.
    func cut(to size: Int64) throws(StoreError) {
        guard ftruncate(descriptor, Int(size)) == 0 else { throw Self.unwritable(name, errno) }
    }

    /// Reads bytes from an offset, as many as fit or are left.
    ///
    /// Fewer bytes than fit mean the end of the file.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(StoreError)
        -> Int
    {
        var count = 0
        while count < buffer.count {
            let read = pread(
                descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count,
                Int(offset) + count)
            if read < 0 && errno == EINTR { continue }
            guard read >= 0 else {
                throw StoreError(.io, "cannot read `\(name)`: \(systemText(errno))", file: name)
            }
            if read == 0 { break }
            count += read
        }
        return count
    }

    /// Reads bytes from an offset into an array, as many as it has or are left.
    func read(at offset: Int64, into bytes: inout [UInt8]) throws(StoreError) -> Int {
        let result = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(StoreError) in try read(at: offset, into: buffer) }
        }
        return try result.get()
    }

    /// Copies a file, behind other first bytes if any are given.
    static func copy(
        _ path: String, to target: String, behind head: [UInt8] = []
    ) throws(StoreError) {
        let source = try PlainFile(reading: path)
        let file = try PlainFile(writing: target)
        try file.write(head)
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 8)
        defer { piece.deallocate() }
        var offset = Int64(head.count)
        while true {
            let count = try source.read(at: offset, into: piece)
            guard count > 0 else { return }
            try file.write(UnsafeRawBufferPointer(rebasing: piece[..<count]))
            offset += Int64(count)
        }
    }

    /// Waits until everything written is on disk.
    ///
    /// The name is not synced with it: see `syncNames`.
    func sync() throws(StoreError) {
        guard fsync(descriptor) == 0 else { throw Self.unwritable(name, errno) }
    }

    /// Returns the reason why a file cannot be written.
    static func unwritable(_ name: String, _ number: Int32) -> StoreError {
        let code: StoreError.Code =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .full
            case EROFS, EACCES, EPERM: .readOnly
            default: .io
            }
        let text = lackOfRoom(number) ?? systemText(number)
        return StoreError(code, "cannot write `\(name)`: \(text)", file: name)
    }

    /// Returns the reason for an error number that means a lack of space; nil for any other.
    static func lackOfRoom(_ number: Int32) -> String? {
        switch number {
        case ENOSPC: "the disk is full"
        case EDQUOT: "the quota of the disk is used up"
        case EFBIG: "it may not become larger (`ulimit -f` shows the limit of the process)"
        default: nil
        }
    }

    /// Waits until the names in a folder are on disk; on systems without this they get there by
    /// themselves.
    ///
    /// Failures are ignored, unlike in `Folder.awaitDisk`.
    static func syncNames(in folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
