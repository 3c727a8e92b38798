import CSQLite
import Glibc

/// A file without a name, where SQLite puts its own temporary files, removed with this object.
final class TemporaryFile {
    /// The space that SQLite's file system wants for an open file.
    private let memory: UnsafeMutableRawPointer
    private let file: UnsafeMutablePointer<sqlite3_file>
    /// Copied, so that each call need not look for it.
    private let methods: sqlite3_io_methods
    /// The file's name in messages.
    private let name: String
    /// The call size: SQLite's file system accepts less than 128 KB in one call.
    private static let callSize = 1 << 16

    /// The folder is SQLite's choice: SQLITE_TMPDIR, TMPDIR, then those of the system.
    ///
    /// - Throws: `.cannotOpen` if none of them can be written.
    init(name: String) throws(StoreError) {
        self.name = name
        // Looking up a file system initialises SQLite.
        SQLiteLibrary.prepare()
        guard let view = sqlite3_vfs_find(nil), let open = view.pointee.xOpen else {
            throw StoreError(
                .cannotOpen, "cannot open `\(name)`: SQLite has no file system", file: name)
        }
        let size = Int(view.pointee.szOsFile)
        memory = .allocate(byteCount: size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        file = memory.assumingMemoryBound(to: sqlite3_file.self)
        let flags =
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE
            | SQLITE_OPEN_DELETEONCLOSE | SQLITE_OPEN_TRANSIENT_DB
        let result = open(view, nil, file, flags, nil)
        guard result == SQLITE_OK, let methods = file.pointee.pMethods?.pointee else {
            let number = errno
            memory.deallocate()
            throw StoreError(
                .cannotOpen, "cannot open `\(name)`: \(systemText(number))", file: name)
        }
        self.methods = methods
    }

    deinit {
        _ = methods.xClose?(file)
        memory.deallocate()
    }

    /// Writes all the bytes at an offset.
    ///
    /// - Throws: `.full` and `.io`; a part may have been written.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(StoreError) {
        try inParts(bytes.count) { part in
            bytes.baseAddress.flatMap {
                methods.xWrite?(
                    file, $0 + part.lowerBound, Int32(part.count),
                    offset + Int64(part.lowerBound))
            }
        }
    }

    /// Fills the bytes from an offset.
    ///
    /// - Throws: `.io`, also if the file ends before.
    func read(_ bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(StoreError) {
        try inParts(bytes.count) { part in
            bytes.baseAddress.flatMap {
                methods.xRead?(
                    file, $0 + part.lowerBound, Int32(part.count),
                    offset + Int64(part.lowerBound))
            }
        }
    }

    /// Divides a call, and stops at the first part that fails.
    private func inParts(_ count: Int, _ call: (Range<Int>) -> Int32?) throws(StoreError) {
        for start in stride(from: 0, to: count, by: Self.callSize) {
            let result = call(start..<min(count, start + Self.callSize)) ?? SQLITE_IOERR
            guard result != SQLITE_OK else { continue }
            let number = errno
            if result == SQLITE_FULL {
                throw StoreError(.full, "cannot write `\(name)`: the disk is full", file: name)
            }
            throw StoreError(
                .io, "cannot read or write `\(name)`: \(systemText(number))", file: name)
        }
    }
}
