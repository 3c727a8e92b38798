import Glibc
import PushModel
import PushText

/// Writes bytes into a file without a name, a piece at a time.
public final class ResultSpool {
    /// The maximum size of one file in bytes; a query that finds more fails.
    public static let limit = 1 << 30
    private static let pieceSize = 1 << 18
    /// The maximum size in bytes of a result that a full disk does not take, and memory does.
    static let memoryLimit = 1 << 20

    private var storage: ServiceStorage
    private var isInMemory = false
    /// The arena that the file is part of; nil for a file of its own, and at the end.
    private var arena: ResultArena?
    /// Its offset in the file.
    private var start: Int
    private var piece: [UInt8] = []
    private(set) var count = 0

    /// Makes a part of an arena, or a file of its own, below `TMPDIR` or in `/tmp`.
    public init(in arena: ResultArena? = nil) throws(Fault) {
        if let arena, let place = try arena.begin() {
            (storage, start) = place
            self.arena = arena
        } else {
            storage = try .temporary()
            start = 0
        }
    }

    deinit { arena?.end(at: start) }

    /// Adds bytes.
    public func append(_ bytes: [UInt8]) throws(Fault) {
        piece += bytes
        if piece.count >= Self.pieceSize { try flush() }
    }

    /// Lets a caller write into the current piece.
    func append(_ write: (inout [UInt8]) -> Void) throws(Fault) {
        write(&piece)
        if piece.count >= Self.pieceSize { try flush() }
    }

    private func flush() throws(Fault) {
        guard count + piece.count <= Self.limit else {
            throw Fault("the result has more than \(Self.limit >> 20) MB")
        }
        var written = 0
        while written < piece.count {
            let place = off_t(start + count + written)
            let result = piece[written...].withUnsafeBytes {
                pwrite(storage.descriptor, $0.baseAddress, $0.count, place)
            }
            if result < 0 && errno == EINTR { continue }
            if result > 0 {
                written += result
            } else {
                try moveToMemory()
                written = 0
            }
        }
        count += piece.count
        piece.removeAll(keepingCapacity: true)
    }

    /// Goes on in memory with a small result that the disk has no room for.
    private func moveToMemory() throws(Fault) {
        guard !isInMemory, count + piece.count <= Self.memoryLimit else {
            throw Fault("the disk is full")
        }
        let file = ServiceFile(storage, offset: start, count: count)
        let memory: ServiceStorage
        if let arena { memory = try arena.moveToMemory() } else { memory = try .inMemory() }
        var place = 0
        try file.eachPiece { (bytes) throws(Fault) in
            guard pwrite(memory.descriptor, bytes, bytes.count, off_t(place)) == bytes.count else {
                throw Fault("the disk is full")
            }
            place += bytes.count
        }
        (storage, start, isInMemory) = (memory, 0, true)
    }

    /// Returns the file, once everything is in it.
    public func finish() throws(Fault) -> ServiceFile {
        try flush()
        arena?.end(at: start + count)
        arena = nil
        return ServiceFile(storage, offset: start, count: count)
    }
}

extension ServiceFile {
    /// Calls `body` with the file's bytes in the system's page cache.
    func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws(Fault) -> Result
    ) throws(Fault) -> Result {
        guard count > 0 else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        // A mapping must begin at a page.
        let lead = offset % Int(getpagesize())
        let address = mmap(
            nil, lead + count, PROT_READ, MAP_SHARED, storage.descriptor, off_t(offset - lead))
        guard let address, address != MAP_FAILED else {
            throw Fault("cannot read a result back")
        }
        defer { munmap(address, lead + count) }
        return try body(UnsafeRawBufferPointer(start: address + lead, count: count))
    }

    /// Calls `body` with the file's bytes, a piece at a time.
    public func eachPiece(
        _ body: ([UInt8]) throws(Fault) -> Void
    ) throws(Fault) {
        var place = offset
        while place < offset + count {
            let wanted = min(1 << 18, offset + count - place)
            guard let bytes = read(at: place, count: wanted), !bytes.isEmpty else {
                throw Fault("cannot read a result back")
            }
            try body(bytes)
            place += bytes.count
        }
    }
}
