import CSQLite
import Glibc
import Synchronization

/// Gathers the frames of one commit and writes them to the write-ahead log at once.
///
/// SQLite writes a frame as a header of 24 bytes and a page; the header of a commit's last frame
/// holds the size of the database, every other header zero there. Frames are held back from the
/// first to that last one, so that an error of the one write is an error of the commit. Connections
/// that use this have spilling turned off: no frame is written before its commit, and nothing is
/// held back when a write lock is released.
struct FrameBuffer {
    /// `SQLITE_IOERR_WRITE`, a macro that is not imported.
    static let ioErrorWrite = SQLITE_IOERR | (3 << 8)
    private static let frameHeadSize = 24
    /// The number of bytes held at most, but for one frame; a larger commit is written in several
    /// parts.
    private static let limit = 1 << 20
    /// The buffer size: SQLite's file system accepts less than 128 KB in one call, which exceeds
    /// the longest page.
    private static let writeSize = 1 << 16

    /// Must come first: SQLite takes the buffer for a file of its own.
    private var base: sqlite3_file
    /// The real file, in the memory behind the buffer.
    private let under: UnsafeMutablePointer<sqlite3_file>
    /// The frames that are held back; kept between commits, freed when the file is closed.
    private var held: UnsafeMutableRawPointer?
    private var capacity = 0
    /// The offset in the log of the first byte that is held.
    private var start: Int64 = 0
    /// The number of bytes that are held.
    private var count = 0
    /// The offset of the next frame if it follows the last one; -1 before the first.
    private var next: Int64 = -1
    /// The last header named the database's size, so that the page after it ends the commit.
    private var endsCommit = false

    /// The space it takes before the real file's own, aligned for it.
    static let headSize = (MemoryLayout<FrameBuffer>.size + 15) & ~15

    /// Makes a buffer at the start of a file's memory, and returns the place of the real file.
    static func install(
        in file: UnsafeMutablePointer<sqlite3_file>
    ) -> UnsafeMutablePointer<sqlite3_file> {
        let memory = UnsafeMutableRawPointer(file)
        let under = (memory + headSize).assumingMemoryBound(to: sqlite3_file.self)
        under.pointee.pMethods = nil
        memory.initializeMemory(
            as: FrameBuffer.self,
            to: FrameBuffer(base: sqlite3_file(pMethods: UnsafePointer(methods)), under: under))
        return under
    }

    private init(base: sqlite3_file, under: UnsafeMutablePointer<sqlite3_file>) {
        self.base = base
        self.under = under
    }

    private typealias File = UnsafeMutablePointer<sqlite3_file>?

    private static func of(_ file: File) -> UnsafeMutablePointer<FrameBuffer>? {
        file.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: FrameBuffer.self) }
    }

    private var real: sqlite3_io_methods? { under.pointee.pMethods?.pointee }

    /// Holds back a frame's header and page, and writes all of them with the page that ends the
    /// commit.
    ///
    /// A write elsewhere, such as the log's own header, goes straight through, after what is held.
    private mutating func write(
        _ bytes: UnsafeRawPointer, _ size: Int, at offset: Int64
    ) -> Int32 {
        if count > 0 && offset != start + Int64(count) {
            let result = flush()
            guard result == SQLITE_OK else { return result }
        }
        let isHead = size == Self.frameHeadSize
        guard count > 0 || (isHead && offset == next) else {
            return writeThrough(bytes, size, at: offset)
        }
        if count == 0 { start = offset }
        hold(bytes, size)
        if isHead {
            endsCommit = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self) != 0
            return SQLITE_OK
        }
        return endsCommit || count > Self.limit ? flush() : SQLITE_OK
    }

    /// Writes at once, and notes where the next frame can begin.
    private mutating func writeThrough(
        _ bytes: UnsafeRawPointer, _ size: Int, at offset: Int64
    ) -> Int32 {
        // After the log's own header, and after a page, the next frame can begin.
        next = size == Self.frameHeadSize ? -1 : offset + Int64(size)
        return writeNow(bytes, size, at: offset)
    }

    /// The reason for the system's last refusal of a write, which SQLite forgets when a commit
    /// fails.
    static let refusal = Atomic<Int32>(0)

    /// Calls the real file, and remembers the reason of a refusal.
    private func writeNow(_ bytes: UnsafeRawPointer, _ size: Int, at offset: Int64) -> Int32 {
        let result = real?.xWrite?(under, bytes, Int32(size), offset) ?? Self.ioErrorWrite
        if result != SQLITE_OK { Self.refusal.store(errno, ordering: .relaxed) }
        return result
    }

    /// Appends bytes to those that are held, at least doubling the memory when it is full.
    private mutating func hold(_ bytes: UnsafeRawPointer, _ size: Int) {
        if count + size > capacity {
            let grown = max(capacity * 2, count + size, 1 << 16)
            let place = UnsafeMutableRawPointer.allocate(byteCount: grown, alignment: 16)
            if let held {
                place.copyMemory(from: held, byteCount: count)
                held.deallocate()
            }
            held = place
            capacity = grown
        }
        held.map { ($0 + count).copyMemory(from: bytes, byteCount: size) }
        count += size
    }

    /// Writes what is held.
    ///
    /// After an error nothing is held any more: the commit has failed.
    private mutating func flush() -> Int32 {
        guard count > 0, let held else { return SQLITE_OK }
        let size = count
        count = 0
        endsCommit = false
        next = -1
        var done = 0
        while done < size {
            let part = min(size - done, Self.writeSize)
            let offset = start + Int64(done)
            let result = writeNow(held + done, part, at: offset)
            guard result == SQLITE_OK else { return result }
            done += part
        }
        next = start + Int64(size)
        return SQLITE_OK
    }

    /// Flushes what a call must see, then makes the call on the real file.
    private static func passing(
        _ file: File,
        _ call: (sqlite3_io_methods, UnsafeMutablePointer<sqlite3_file>) -> Int32?
    ) -> Int32 {
        guard let buffer = of(file), let real = buffer.pointee.real else { return SQLITE_IOERR }
        let result = buffer.pointee.flush()
        guard result == SQLITE_OK else { return result }
        return call(real, buffer.pointee.under) ?? SQLITE_IOERR
    }

    /// One table for all buffers, made at the first use.
    ///
    /// Version 1 has no shared memory, which SQLite uses on the database's file and not on the
    /// log's.
    nonisolated(unsafe) private static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        methods.initialize(to: sqlite3_io_methods())
        methods.pointee.iVersion = 1
        methods.pointee.xClose = { file in
            guard let buffer = FrameBuffer.of(file) else { return SQLITE_OK }
            buffer.pointee.held?.deallocate()
            buffer.pointee.held = nil
            return buffer.pointee.real?.xClose?(buffer.pointee.under) ?? SQLITE_OK
        }
        methods.pointee.xWrite = { file, bytes, size, offset in
            guard let buffer = FrameBuffer.of(file), let bytes else {
                return FrameBuffer.ioErrorWrite
            }
            return buffer.pointee.write(bytes, Int(size), at: offset)
        }
        methods.pointee.xRead = { file, bytes, size, offset in
            FrameBuffer.passing(file) { $0.xRead?($1, bytes, size, offset) }
        }
        methods.pointee.xTruncate = { file, size in
            FrameBuffer.of(file)?.pointee.next = -1
            return FrameBuffer.passing(file) { $0.xTruncate?($1, size) }
        }
        methods.pointee.xSync = { file, flags in
            FrameBuffer.passing(file) { $0.xSync?($1, flags) }
        }
        methods.pointee.xFileSize = { file, size in
            FrameBuffer.passing(file) { $0.xFileSize?($1, size) }
        }
        methods.pointee.xLock = { file, level in
            FrameBuffer.passing(file) { $0.xLock?($1, level) }
        }
        methods.pointee.xUnlock = { file, level in
            FrameBuffer.passing(file) { $0.xUnlock?($1, level) }
        }
        methods.pointee.xCheckReservedLock = { file, answer in
            FrameBuffer.passing(file) { $0.xCheckReservedLock?($1, answer) }
        }
        methods.pointee.xFileControl = { file, operation, argument in
            FrameBuffer.passing(file) { $0.xFileControl?($1, operation, argument) }
        }
        methods.pointee.xSectorSize = { file in
            FrameBuffer.passing(file) { $0.xSectorSize?($1) }
        }
        methods.pointee.xDeviceCharacteristics = { file in
            guard let buffer = FrameBuffer.of(file) else { return 0 }
            return buffer.pointee.real?.xDeviceCharacteristics?(buffer.pointee.under) ?? 0
        }
        return methods
    }()
}
