import PushModel

/// The lines typed at the prompt, kept next to the workspace for its owner only.
///
/// Secrets must be removed before a text gets here.
public final class TypedHistory {
    /// The maximum number of entries.
    public static let limit = 100_000
    private let connection: Connection
    /// SQLite's `data_version` at the last question; 0 before the first, which is never answered
    /// yes.
    private var knownVersion: Int64 = 0

    /// A history that cannot set its checkpoint still works, so that failure is ignored.
    init(_ connection: Connection) {
        self.connection = connection
        // Entries are short and many: the log is written back long before it outgrows the file.
        try? connection.execute("PRAGMA wal_autocheckpoint = 256")
    }

    /// Opens the history in a file of its own, which is created if necessary.
    ///
    /// Waits one second for another process: a prompt must not hang because of its history.
    public static func open(_ path: String) throws(StoreError) -> TypedHistory {
        TypedHistory(try StoreFile.open(path, .history, busyMilliseconds: 1000))
    }

    /// Whether another process has added entries since the last call.
    ///
    /// An unreadable file has no news: the prompt goes on with what it has.
    public func hasNews() -> Bool {
        guard let version = try? connection.integer("PRAGMA data_version") else { return false }
        defer { knownVersion = version }
        return version != knownVersion && knownVersion != 0
    }

    /// Adds an entry, unless it is empty or equals the newest; the oldest beyond the limit are
    /// removed.
    ///
    /// One transaction; `.busy` if another prompt holds the file for longer than the busy time-out.
    public func append(_ text: String, at: Tick) throws(StoreError) {
        guard !text.isEmpty, try recent(limit: 1) != [text] else { return }
        try connection.transaction { () throws(StoreError) in
            try connection.statement("INSERT INTO entries VALUES(NULL, ?, ?)")
                .bind(at.milliseconds).bind(text).run()
            try connection.statement(
                "DELETE FROM entries WHERE sequence <= (SELECT max(sequence) FROM entries) - ?"
            ).bind(Int64(Self.limit)).run()
        }
    }

    /// Returns the newest entries, oldest first.
    public func recent(limit: Int = limit) throws(StoreError) -> [String] {
        try connection.statement("SELECT text FROM entries ORDER BY sequence DESC LIMIT ?")
            .bind(Int64(limit)).rows { $0.text(0) }.reversed()
    }

    /// Returns entries that contain a text, newest first, each once.
    ///
    /// Compares bytes, so letters of different case differ. Reads the whole history.
    public func search(_ part: String, limit: Int) throws(StoreError) -> [String] {
        try connection.statement(
            """
            SELECT text FROM entries WHERE instr(text, ?) > 0
            GROUP BY text ORDER BY max(sequence) DESC LIMIT ?
            """
        ).bind(part).bind(Int64(limit)).rows { $0.text(0) }
    }
}

extension Schema {
    /// The entries alone; sequences grow, and those removed at the limit are the lowest.
    static let history = Schema(
        applicationID: 0x7073_6873, pageSize: 4096,
        steps: [
            """
            CREATE TABLE entries(
              sequence INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, text TEXT NOT NULL)
            """
        ])
}
