/// Reads an archive that `ArchiveWriter` wrote: its contents, and each member with its digest.
struct ArchiveReader {
    /// A member and the place of its bytes.
    struct Member: Equatable {
        var name: String
        /// The offset of its first byte in the archive.
        var offset: Int64
        var size: Int64
    }

    let file: PlainFile
    /// The members in the order of the file, without extended headers.
    private(set) var members: [Member] = []
    /// Far more than a workspace has databases; a file that exceeds it was made to.
    private static let memberLimit = 20_000

    /// Opens an archive and lists its members; only its headers are read.
    ///
    /// It reads on until a block of zeros. What follows is ignored, as by `tar`.
    ///
    /// - Throws: `.missing` and `.cannotOpen` if there is none, `.foreign` for a file of another
    ///   kind, `.damaged` for one that ends early or has wrong headers.
    init(_ path: String) throws(StoreError) {
        file = try PlainFile(reading: path)
        var offset: Int64 = 0
        var longName: String?
        while true {
            let block = try bytes(at: offset, count: ArchiveWriter.blockSize)
            if !members.isEmpty, block.count == ArchiveWriter.blockSize,
                block.allSatisfy({ $0 == 0 })
            {
                break
            }
            guard let head = ArchiveHead(block) else {
                guard !members.isEmpty else { throw Self.foreign(path) }
                throw damaged(
                    block.count < ArchiveWriter.blockSize
                        ? "it ends early" : "the head of its part \(members.count + 1) is wrong")
            }
            offset += Int64(ArchiveWriter.blockSize)
            guard head.size <= file.size - offset else { throw damaged("it ends early") }
            if head.kind == ArchiveHead.extended, head.size <= 1 << 16 {
                longName = ArchiveHead.path(in: try bytes(at: offset, count: Int(head.size)))
            } else {
                guard members.count < Self.memberLimit else { throw damaged("it has no end") }
                members.append(
                    Member(name: longName ?? head.name, offset: offset, size: head.size))
                longName = nil
            }
            let block64 = Int64(ArchiveWriter.blockSize)
            offset += (head.size + block64 - 1) / block64 * block64
        }
    }

    /// Returns a member's bytes, which are few.
    ///
    /// At most 16 MB are read, so that a false size takes no memory.
    func content(of member: Member) throws(StoreError) -> [UInt8] {
        try bytes(at: member.offset, count: Int(min(member.size, 16 << 20)))
    }

    /// Reads a member to its end, passes on its pieces and returns its digest.
    ///
    /// - Throws: `.damaged` if the file ends before the member does; `take` has had the pieces by
    ///   then.
    func read(
        _ member: Member, digest: RunningDigest,
        _ take: (UnsafeRawBufferPointer) throws(StoreError) -> Void
    ) throws(StoreError) -> [UInt8] {
        let piece = UnsafeMutableRawBufferPointer.allocate(
            byteCount: ArchiveWriter.pieceSize, alignment: 8)
        defer { piece.deallocate() }
        var done: Int64 = 0
        while done < member.size {
            let wanted = Int(min(Int64(piece.count), member.size - done))
            let part = UnsafeMutableRawBufferPointer(rebasing: piece[..<wanted])
            guard try file.read(at: member.offset + done, into: part) == wanted else {
                throw damaged("it ends early")
            }
            let bytes = UnsafeRawBufferPointer(part)
            digest.add(bytes)
            try take(bytes)
            done += Int64(wanted)
        }
        return digest.finish()
    }

    /// Returns fewer bytes at the end of the file.
    private func bytes(at offset: Int64, count: Int) throws(StoreError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, count), alignment: 8)
        defer { buffer.deallocate() }
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
        let read = try file.read(at: offset, into: part)
        return Array(buffer[..<read])
    }

    /// Returns the error for an archive with something wrong in it.
    func damaged(_ reason: String) -> StoreError {
        StoreError(.damaged, "`\(file.name)` is damaged: \(reason)", file: file.name)
    }

    /// Returns the error for a file that is not a backup.
    static func foreign(_ path: String) -> StoreError {
        StoreError(
            .foreign,
            "`\(path)` is not a backup of a pushsh workspace, wanted a file that `backup` wrote",
            file: path)
    }
}
