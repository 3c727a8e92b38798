/// A checksum of bytes that arrive in pieces, so that damage to them is noticed: SHA-256 in the
/// program.
public struct RunningDigest {
    /// Called for each piece, in order.
    let add: (UnsafeRawBufferPointer) -> Void
    /// Called once, after the last piece; returns the digest's bytes.
    let finish: () -> [UInt8]

    /// Makes a digest from a function for the pieces and one for the end.
    public init(
        add: @escaping (UnsafeRawBufferPointer) -> Void, finish: @escaping () -> [UInt8]
    ) {
        self.add = add
        self.finish = finish
    }
}

/// Writes an archive for `tar` (POSIX.1-2017, pax), with the digests of its members last.
///
/// The list of digests is input for `sha256sum -c`. It also ends the archive: a truncated one has
/// none.
struct ArchiveWriter {
    /// The member with the list of digests.
    static let digests = "SHA256SUMS"
    static let blockSize = 512
    /// The number of bytes copied at a time.
    static let pieceSize = 1 << 20

    private let file: PlainFile
    /// The modification time of the members, in Unix seconds.
    private let time: Int64
    private let makeDigest: () -> RunningDigest
    /// The list of digests so far, in the form of `sha256sum`.
    private var lines = ""

    init(_ file: PlainFile, time: Int64, digest: @escaping () -> RunningDigest) {
        self.file = file
        self.time = time
        makeDigest = digest
    }

    /// Adds a member of a few bytes.
    ///
    /// The bytes are in the archive when this returns, but not yet on disk.
    mutating func add(_ name: String, _ bytes: [UInt8]) throws(StoreError) {
        let digest = makeDigest()
        try writeHead(name, size: Int64(bytes.count))
        bytes.withUnsafeBytes { digest.add($0) }
        try file.write(bytes)
        try pad(Int64(bytes.count))
        note(digest, name)
    }

    /// Adds a member from a file.
    ///
    /// The size goes into the head before the content, so the file must not change meanwhile.
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
                throw StoreError(.io, "cannot read `\(path)`: it became shorter", file: path)
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
    ///
    /// Writes the digests as the last member, then two blocks of zeros, as `tar` wants.
    mutating func finish() throws(StoreError) {
        let list = Array(lines.utf8)
        try writeHead(Self.digests, size: Int64(list.count))
        try file.write(list)
        try pad(Int64(list.count))
        try file.write([UInt8](repeating: 0, count: 2 * Self.blockSize))
    }

    /// Adds a line of the list, with two blanks between digest and name.
    private mutating func note(_ digest: RunningDigest, _ name: String) {
        lines += ArchiveHead.hexadecimal(digest.finish()) + "  \(name)\n"
    }

    /// A name beyond 100 bytes gets an extended header of its own first.
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

    /// Fills the last block of a content with zeros.
    private func pad(_ size: Int64) throws(StoreError) {
        let over = Int(size % Int64(Self.blockSize))
        guard over > 0 else { return }
        try file.write([UInt8](repeating: 0, count: Self.blockSize - over))
    }
}
