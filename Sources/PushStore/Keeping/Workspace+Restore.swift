import CSQLite
import Glibc
import PushText

/// Restores the content of a backup.
extension Workspace {
    /// Replaces the workspace's content by a backup's.
    ///
    /// The whole file is checked before anything is touched, and the old content stays until the
    /// new is complete next to it, checked and on disk. A killed process leaves one or the other,
    /// never a mixture.
    ///
    /// - Parameters:
    ///   - path: a file that `backUp` wrote.
    ///   - digest: makes the digest that detects damage.
    /// - Returns: the workspace's content now.
    /// - Throws: `.damaged`, `.foreign` and `.newer` for a file that cannot be restored.
    public func restore(
        from path: String, digest: @escaping () -> RunningDigest
    ) throws(StoreError) -> BackupContents {
        let archive = try ArchiveReader(path)
        let contents = try BackupContents(archive)
        guard let place = directory ?? rescued else {
            let folder = try Self.temporaryFolder()
            defer { try? Folder.remove(folder) }
            try Self.unpack(archive, contents, into: folder, digest)
            become(try Self.privateCopy(of: contents, in: folder))
            isRestored = true
            return contents
        }
        let draft = try Incoming.draft(in: place)
        defer { try? Folder.remove(draft) }
        try Self.unpack(archive, contents, into: draft, digest)
        closeAll()
        try Incoming.take(draft, .whole, in: place, busyMilliseconds: busyMilliseconds)
        return contents
    }

    /// Writes the files of a backup into a folder, checks each, and migrates it to this version.
    ///
    /// The list of digests is the last member and has none of its own. A file without a line there
    /// is refused, so damage to the list is noticed too.
    private static func unpack(
        _ archive: ArchiveReader, _ contents: BackupContents, into folder: String,
        _ digest: () -> RunningDigest
    ) throws(StoreError) {
        guard let last = archive.members.last else { return }
        let sums = String(decoding: try archive.content(of: last), as: UTF8.self)
        let known = Set(sums.split(separator: "\n").map(String.init))
        for member in archive.members.dropLast() {
            let isFile = member.name != BackupContents.head
            let target = "\(folder)/\(member.name)"
            if isFile { try StoreFile.makeDirectory(Folder.of(target)) }
            let file = isFile ? try PlainFile(writing: target) : nil
            let sum = try archive.read(member, digest: digest()) { bytes throws(StoreError) in
                try file?.write(bytes)
            }
            guard known.contains("\(ArchiveHead.hexadecimal(sum))  \(member.name)") else {
                throw archive.damaged("`\(member.name)` in it is not what was written")
            }
        }
        for file in contents.files {
            let name = "\(archive.file.name): \(file.name)"
            guard let schema = BackupContents.schema(of: file.name) else { continue }
            try check("\(folder)/\(file.name)", schema, name: name)
            PlainFile.syncNames(in: Folder.of("\(folder)/\(file.name)"))
        }
    }

    /// Refuses a database that is damaged, foreign or of a newer version, and migrates an older
    /// one; the result is on disk afterwards.
    ///
    /// Its log is emptied, since only the file itself is moved or copied afterwards.
    private static func check(
        _ path: String, _ schema: Schema, name: String
    ) throws(StoreError) {
        let connection = try Connection(path: path, .readWrite, name: name)
        try connection.execute("PRAGMA journal_mode = WAL")
        try schema.migrate(connection)
        if let finding = try connection.firstFault() {
            throw StoreError(.damaged, "`\(name)` is damaged: \(finding)", file: name)
        }
        try connection.execute("PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// For this user only; the caller removes it.
    private static func temporaryFolder() throws(StoreError) -> String {
        let parent = TemporaryPlace.directory(getenv("TMPDIR"))
        var template = Array("\(parent)/pushsh-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StoreError(
                .cannotOpen, "cannot create a directory in `\(parent)`: \(systemText(errno))")
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Makes a private workspace with the databases of a folder.
    ///
    /// - Throws: `.limit` for more databases than a private workspace can attach.
    private static func privateCopy(
        of contents: BackupContents, in folder: String
    ) throws(StoreError) -> Workspace {
        let copy = Workspace.ephemeral()
        try requireRoom(for: contents.databases.count)
        let connection = try openEphemeral()
        try connection.copy(from: try Connection(path: "\(folder)/device.db", .readWrite))
        for name in contents.databases {
            try connection.attachEphemeral(name)
            try connection.copy(
                name, from: try Connection(path: "\(folder)/warehouse/\(name).db", .readWrite))
        }
        try connection.execute("BEGIN")
        try copy.adopt(connection)
        return copy
    }
}
