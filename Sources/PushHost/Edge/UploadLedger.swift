import Glibc
import PushRuntime
import PushText

/// The workspace's record of its uploads: `uploads.json`, always replaced as a whole.
///
/// It is on disk before the service is asked to do anything that must be remembered. It is not in
/// the warehouse, whose files go back in time with `undo` and `restore`: what is at Treasure Data
/// stays there.
final class UploadLedger {
    /// An unfinished bulk import.
    struct Session: Equatable {
        /// Its name at the service.
        var name: String
        /// The number of the last row that belongs to it.
        var bound: Int64
        /// The number of the last row in a part that the service has.
        var sent: Int64
        /// The parts that the service has.
        var parts = 0
        /// The records in them.
        var records = 0
        /// Whether the commit may have been requested.
        var isCommitting = false
    }

    /// The progress of one table towards one target at one site.
    ///
    /// A table is known by its number, so one that was renamed and comes back continues.
    struct Entry: Equatable {
        var site: String
        var source: String
        var target: String
        /// The number of the table in its database, and its creation time.
        var table: Int64
        var createdAt: Int64?
        /// The number of the last row that is stored there.
        var through: Int64 = 0
        /// The digest of that row.
        var mark = ""
        var session: Session?
        /// Finished bulk imports that the service has not deleted yet.
        var leftovers: [String] = []

        /// The site in the one spelling that all others mean: scheme and host in lower case,
        /// and no port where it is the usual one.
        private var place: String {
            let host = site.firstRange(of: "://")?.upperBound ?? site.startIndex
            let end = site[host...].firstIndex(of: "/") ?? site.endIndex
            var origin = site[..<end].lowercased()
            for (scheme, port) in [("https:", ":443"), ("http:", ":80")]
            where origin.hasPrefix(scheme) && origin.hasSuffix(port) {
                origin.removeLast(port.utf8.count)
            }
            return origin + site[end...]
        }

        /// The database that the table is in.
        private var database: Substring { source.prefix { $0 != "." } }

        /// Whether it is about the same table, whatever its name is now, and the same target.
        func isOfSameTable(as other: Entry) -> Bool {
            place == other.place && target == other.target && database == other.database
                && table == other.table && createdAt == other.createdAt
        }

        /// Whether it is about a table that has, or had, the same name, and the same target.
        func isOfSameName(as other: Entry) -> Bool {
            place == other.place && target == other.target && source == other.source
        }
    }

    private let path: String
    private(set) var entries: [Entry] = []

    /// Reads the note of a workspace.
    init(in directory: String?) throws(Failure) {
        path = (directory ?? "") + "/uploads.json"
        guard directory != nil, access(path, F_OK) == 0 else { return }
        let bytes = try Files.readRegular(path)
        let json = try? JSONParser.parse(bytes)
        let read = json?["uploads"]?.arrayValue?.map(Entry.init)
        guard let read, !read.contains(nil) else {
            throw Failure(
                outside: .workspaceCorrupt, "`\(path)` is not a valid record of uploads",
                hint: "without the file everything is uploaded again; compare the counts first")
        }
        for case let entry? in read { merge(entry) }
    }

    /// Adds an entry of the file: older versions kept one for each spelling of a site, of which the
    /// furthest counts.
    private func merge(_ entry: Entry) {
        guard let index = entries.firstIndex(where: entry.isOfSameTable) else {
            return entries.append(entry)
        }
        if entry.through > entries[index].through { entries[index] = entry }
    }

    /// Records a table's progress; it is on disk when this returns.
    func note(_ entry: Entry) throws(Failure) {
        if let index = entries.firstIndex(where: entry.isOfSameTable) {
            guard entries[index] != entry else { return }
            entries[index] = entry
        } else {
            entries.append(entry)
        }
        let json: JSON = ["uploads": .array(entries.map(\.json))]
        try write(Array((json.text + "\n").utf8))
    }

    private func write(_ bytes: [UInt8]) throws(Failure) {
        let draft = path + ".new"
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw Files.unwritable(path) }
        let isWritten = Files.writeAll(bytes, to: file) && fsync(file) == 0
        let number = errno
        close(file)
        guard isWritten, rename(draft, path) == 0 else {
            if !isWritten { errno = number }
            let error = Files.unwritable(path)
            unlink(draft)
            throw error
        }
        let folder = open(String(path.dropLast("/uploads.json".utf8.count)), O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}

extension UploadLedger.Entry {
    fileprivate init?(_ json: JSON) {
        guard let site = json["site"]?.stringValue, let source = json["table"]?.stringValue,
            let target = json["to"]?.stringValue, let table = json["id"]?.intValue,
            let through = json["through"]?.intValue, let mark = json["mark"]?.stringValue
        else { return nil }
        self.init(site: site, source: source, target: target, table: Int64(table))
        createdAt = json["made"]?.intValue.map { Int64($0) }
        self.through = Int64(through)
        self.mark = mark
        leftovers = json["leftovers"]?.arrayValue?.compactMap(\.stringValue) ?? []
        guard let open = json["session"], open != .null else { return }
        guard let name = open["name"]?.stringValue, let bound = open["bound"]?.intValue,
            let sent = open["sent"]?.intValue, let parts = open["parts"]?.intValue,
            let records = open["records"]?.intValue
        else { return nil }
        session = .init(
            name: name, bound: Int64(bound), sent: Int64(sent), parts: parts, records: records,
            isCommitting: open["committing"] == .bool(true))
    }

    fileprivate var json: JSON {
        let open = session.map { session -> JSON in
            [
                "name": .string(session.name), "bound": .int64(session.bound),
                "sent": .int64(session.sent), "parts": .int(session.parts),
                "records": .int(session.records), "committing": .bool(session.isCommitting),
            ]
        }
        return [
            "site": .string(site), "table": .string(source), "to": .string(target),
            "id": .int64(table), "made": createdAt.map { .int64($0) } ?? .null,
            "through": .int64(through), "mark": .string(mark),
            "leftovers": .array(leftovers.map { .string($0) }), "session": open ?? .null,
        ]
    }
}
