import Glibc

/// Whole small files, read with plain system calls.
enum SmallFile {
    /// The most bytes that are read; a zone file has a few thousand.
    static let limit = 1 << 20

    /// Reads a regular file, or returns nil if it cannot be read or is too large.
    static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= limit
        else { return nil }
        var count = 0
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
            while count < size, let base = buffer.baseAddress {
                let got = Glibc.read(descriptor, base + count, size - count)
                guard got > 0 else { break }
                count += got
            }
            initialized = count
        }
        return count == size ? bytes : nil
    }
}
