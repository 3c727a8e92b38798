import CSQLite
import Glibc

/// A damaged file, opened so that SQLite reads of it what it can.
final class SalvageSource {
    let connection: Connection
    private let copy: String?

    /// The first bytes of a database of ours up to its settings: SQLite's mark, pages of 4096
    /// bytes, a log (2, 2), and the fractions that never change.
    private static let head =
        Array("SQLite format 3\u{0}".utf8) + [0x10, 0x00, 2, 2, 0, 64, 32, 32]

    /// Opens a file; nil where not even its list of tables can be read.
    init?(_ path: String) throws(StoreError) {
        if let opened = try? Self.open(path) {
            connection = opened
            copy = nil
            return
        }
        // Its first bytes may be all that is wrong: a copy gets those that they must have been.
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/pushsh-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        let folder = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        do {
            try Self.copy(path, to: "\(folder)/copy.db", head: Self.head)
            if access(path + "-wal", F_OK) == 0 {
                try Self.copy(path + "-wal", to: "\(folder)/copy.db-wal", head: [])
            }
            connection = try Self.open("\(folder)/copy.db")
            copy = folder
        } catch {
            try? Incoming.remove(folder)
            if error.code == .full { throw error }
            return nil
        }
    }

    deinit {
        if let copy { try? Incoming.remove(copy) }
    }

    private static func open(_ path: String) throws(StoreError) -> Connection {
        let connection = try Connection(path: path, .readWrite)
        // Only so does SQLite read a file that is shorter than its header says.
        pushsh_sqlite3_db_config(connection.handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
        try connection.execute("PRAGMA writable_schema = ON; PRAGMA query_only = ON")
        _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
        return connection
    }

    private static func copy(
        _ path: String, to target: String, head: [UInt8]
    ) throws(StoreError) {
        let source = try PlainFile(reading: path)
        let file = try PlainFile(writing: target)
        try file.write(head)
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 8)
        defer { piece.deallocate() }
        var offset = Int64(head.count)
        while true {
            let count = try source.read(at: offset, into: piece)
            guard count > 0 else { return }
            try file.write(UnsafeRawBufferPointer(rebasing: piece[..<count]))
            offset += Int64(count)
        }
    }
}
