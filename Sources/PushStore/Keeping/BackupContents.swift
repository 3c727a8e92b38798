import PushText

/// The contents of a backup: its databases, and its time.
public struct BackupContents: Equatable, Sendable {
    /// A database in it.
    public struct File: Equatable, Sendable {
        /// `device.db`, or `warehouse/NAME.db`.
        public var name: String
        /// The version of its tables.
        public var schema: Int64
        /// Its size.
        public var bytes: Int64
    }

    /// Its time by the workspace's clock, in Unix seconds.
    public var at: Int64
    /// The databases, the device's first.
    public var files: [File]

    /// The size of the backup file in bytes.
    public internal(set) var bytes: Int64 = 0

    /// The names of the databases of the warehouse.
    public var databases: [String] { files.compactMap { Self.database(of: $0.name) } }

    /// The version of the backup format that this program writes, and the newest that it reads.
    ///
    /// A change that older programs cannot read needs a new number.
    static let format = 1
    /// The member that identifies the archive.
    static let head = "backup.json"
    static let device = "device.db"

    /// Returns the warehouse database whose file has a name; nil for any other file.
    ///
    /// A name that would leave the folder is not one: the file may come from anyone.
    static func database(of name: String) -> String? {
        guard name.hasPrefix("warehouse/"), name.hasSuffix(".db") else { return nil }
        let database = String(name.dropFirst(10).dropLast(3))
        return WarehouseName.isDatabase(database) ? database : nil
    }

    /// Returns the schema of a file by its name; nil if a workspace has no such file.
    ///
    /// Only names that pass here are ever written to disk.
    static func schema(of name: String) -> Schema? {
        if name == device { return .device }
        return database(of: name) == nil ? nil : .warehouse
    }

    /// The member that comes first.
    ///
    /// JSON on one line: the format, the time, and each file with the version of its tables.
    var headText: [UInt8] {
        let head: JSON = [
            "format": .int(Self.format), "at": .string(InstantText.format(at * 1000)),
            "files": .array(files.map { ["name": .string($0.name), "schema": .int64($0.schema)] }),
        ]
        return Array((head.text + "\n").utf8)
    }

    /// Reads the member that comes first, and looks for each file that it names.
    ///
    /// Digests are not checked here, so that listing a large backup stays cheap; `restore` checks
    /// them.
    ///
    /// - Throws: `.foreign` for an archive of something else, `.newer` for one of a newer program,
    ///   `.damaged` if something is missing.
    init(_ archive: ArchiveReader) throws(StoreError) {
        let path = archive.file.name
        guard let first = archive.members.first, first.name == Self.head else {
            throw ArchiveReader.foreign(path)
        }
        guard let head = try? JSONParser.parse(try archive.content(of: first)),
            let format = head["format"]?.intValue, let files = head["files"],
            case .array(let list) = files,
            let at = head["at"]?.stringValue.flatMap(InstantText.parse)
        else { throw archive.damaged("its first part is not what `backup` writes") }
        guard format <= Self.format else {
            throw StoreError(
                .newer,
                "`\(path)` was written by a newer pushsh: it has format \(format), "
                    + "wanted at most \(Self.format)", file: path)
        }
        guard archive.members.last?.name == ArchiveWriter.digests else {
            throw archive.damaged("it ends early")
        }
        self.at = at / 1000
        bytes = archive.file.size
        self.files = []
        for entry in list {
            guard let name = entry["name"]?.stringValue, Self.schema(of: name) != nil,
                let schema = entry["schema"]?.intValue,
                let member = archive.members.first(where: { $0.name == name }),
                !self.files.contains(where: { $0.name == name })
            else { throw archive.damaged("a file that it names is not in it") }
            self.files.append(File(name: name, schema: Int64(schema), bytes: member.size))
        }
        guard self.files.first?.name == Self.device,
            self.files.count + 2 == archive.members.count
        else { throw archive.damaged("it contains other files than it lists") }
    }

    init(at: Int64, files: [File]) {
        self.at = at
        self.files = files
    }
}
