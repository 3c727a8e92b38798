/// A checksum of bytes that arrive piece by piece, so that damage to them is noticed: SHA-256
/// in the program.
public struct RunningDigest {
    let add: (UnsafeRawBufferPointer) -> Void
    let finish: () -> [UInt8]

    /// Makes a digest of what takes the pieces and what ends it.
    public init(
        add: @escaping (UnsafeRawBufferPointer) -> Void, finish: @escaping () -> [UInt8]
    ) {
        self.add = add
        self.finish = finish
    }
}

/// Writes an archive as `tar` reads it (POSIX.1-2017, pax), and the digests of its members last.
///
/// The list of digests is what `sha256sum -c` takes. It also ends the archive: one that was cut has
/// none.
struct ArchiveWriter {
    /// The member that lists the digests.
    static let digests = "SHA256SUMS"
    static let blockSize = 512
    /// How much is copied at a time.
    static let pieceSize = 1 << 20

    private let file: PlainFile
    /// When the members were last changed, in Unix seconds.
    private let time: Int64
    private let makeDigest: () -> RunningDigest
    private var lines = ""

    init(_ file: PlainFile, time: Int64, digest: @escaping () -> RunningDigest) {
        self.file = file
        self.time = time
        makeDigest = digest
    }

    /// Adds a member of a few bytes.
    mutating func add(_ name: String, _ bytes: [UInt8]) throws(StoreError) {
        let digest = makeDigest()
        try writeHead(name, size: Int64(bytes.count))
        bytes.withUnsafeBytes { digest.add($0) }
        try file.write(bytes)
        try pad(Int64(bytes.count))
        note(digest, name)
    }

    /// Adds a member out of a file.
    ///
    /// - Returns: its size in bytes.
    mutating func add(_ name: String, contentOf path: String) throws(StoreError) -> Int64 {
        let source = try PlainFile(reading: path)
        let size = source.size
        let digest = makeDigest()
        try writeHead(name, size: size)
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 8)
        defer { piece.deallocate() }
        var offset: Int64 = 0
        while offset < size {
            let count = try source.read(at: offset, into: piece)
            guard count > 0 else {
                throw StoreError(.io, "cannot read `\(path)`: it became shorter")
            }
            let bytes = UnsafeRawBufferPointer(rebasing: piece[..<count])
            digest.add(bytes)
            try file.write(bytes)
            offset += Int64(count)
        }
        try pad(size)
        note(digest, name)
        return size
    }

    /// Ends the archive.
    mutating func finish() throws(StoreError) {
        let list = Array(lines.utf8)
        try writeHead(Self.digests, size: Int64(list.count))
        try file.write(list)
        try pad(Int64(list.count))
        try file.write([UInt8](repeating: 0, count: 2 * Self.blockSize))
    }

    private mutating func note(_ digest: RunningDigest, _ name: String) {
        lines += ArchiveHead.hexadecimal(digest.finish()) + "  \(name)\n"
    }

    private func writeHead(_ name: String, size: Int64) throws(StoreError) {
        if name.utf8.count > ArchiveHead.nameLimit {
            let record = ArchiveHead.record("path", name)
            try file.write(
                ArchiveHead(
                    name: "long-name", kind: ArchiveHead.extended, size: Int64(record.count)
                ).bytes(time: time))
            try file.write(record)
            try pad(Int64(record.count))
        }
        let short = String(decoding: name.utf8.prefix(ArchiveHead.nameLimit), as: UTF8.self)
        try file.write(
            ArchiveHead(name: short, kind: ArchiveHead.file, size: size).bytes(time: time))
    }

    private func pad(_ size: Int64) throws(StoreError) {
        let over = Int(size % Int64(Self.blockSize))
        guard over > 0 else { return }
        try file.write([UInt8](repeating: 0, count: Self.blockSize - over))
    }
}
