import CSQLite
import Glibc

/// The guard between the text of a query and the database: it permits only reading.
///
/// The gate is installed once on a connection and stays: installing an authorizer makes SQLite
/// discard every prepared statement. While it is shut (no query runs) it permits everything,
/// because on an ephemeral workspace the session's own statements use the same connection.
final class QueryGate {
    /// The permissions and limits of the running query; nil while none runs.
    private(set) var options: QueryOptions?
    /// The reason why the query was stopped, as a sentence, once it was.
    private(set) var reason: StoreError?
    /// In seconds of a clock that nobody can set.
    private var deadline = 0
    private let connection: Connection
    private var handle: OpaquePointer { connection.handle }

    /// The number of SQLite's machine steps between two checks whether to go on.
    private static let stepsBetweenChecks: Int32 = 2000

    init(_ connection: Connection) {
        self.connection = connection
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_set_authorizer(
            handle,
            { context, action, first, second, _, _ in
                guard let context else { return SQLITE_DENY }
                return Unmanaged<QueryGate>.fromOpaque(context).takeUnretainedValue()
                    .decide(action, first, second)
            }, context)
    }

    deinit {
        sqlite3_set_authorizer(handle, nil, nil)
        sqlite3_progress_handler(handle, 0, nil, nil)
    }

    /// Lets a query run under its options, with only reading permitted.
    ///
    /// Queries do not nest. The reason of the last one stays until the next begins.
    func open<Result>(
        _ options: QueryOptions, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        self.options = options
        reason = nil
        deadline = Self.seconds() + max(0, options.secondsLimit)
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_progress_handler(
            handle, Self.stepsBetweenChecks,
            { context in
                guard let context else { return 1 }
                return Unmanaged<QueryGate>.fromOpaque(context).takeUnretainedValue().mustStop()
                    ? 1 : 0
            }, context)
        connection.fileSystem.setClock(options.now)
        defer {
            self.options = nil
            connection.fileSystem.setClock(nil)
            sqlite3_progress_handler(handle, 0, nil, nil)
        }
        return try body()
    }

    /// Whether the running query must end; then `reason` says why.
    ///
    /// Called by SQLite between steps and by functions that run for long; once true, it stays so.
    func mustStop() -> Bool {
        guard let options else { return false }
        if options.isInterrupted() {
            reason = StoreError(.interrupted, "query interrupted")
        } else if Self.seconds() >= deadline {
            let limit = options.secondsLimit
            reason = StoreError(.timedOut, "query stopped: it ran longer than \(limit) s")
        }
        return reason != nil
    }

    /// Whether the running query has been told to end.
    var isStopping: Bool { reason != nil }

    private static func seconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec
    }

    /// SQLite's question about one action while it prepares a statement.
    private func decide(
        _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
    ) -> Int32 {
        guard options != nil else { return SQLITE_OK }
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return SQLITE_OK
        case SQLITE_FUNCTION:
            let name = second.map { String(cString: $0) } ?? ""
            if QueryFunctions.isAllowed(name) { return SQLITE_OK }
            if options?.dialect == .trino, TrinoRuntime.isFunction(name) { return SQLITE_OK }
            return deny("the function `\(name)` is not available in a query")
        case SQLITE_PRAGMA:
            let name = first.map { String(cString: $0) } ?? ""
            if Self.pragmas.contains(name.lowercased()) { return SQLITE_OK }
            return deny("`PRAGMA \(name)` is not available in a query")
        default:
            let table = first.map { String(cString: $0) } ?? ""
            // SQLite asks this when it declares its own table-valued functions. SQL that asks for
            // it is stopped twice: by defensive mode, and by the read-only check.
            if action == SQLITE_UPDATE && table == "sqlite_master" { return SQLITE_OK }
            return deny("`query` only reads, found \(Self.verb(action, table))")
        }
    }

    /// Keeps the first reason: SQLite's own message names neither the action nor the table.
    private func deny(_ message: String) -> Int32 {
        if reason == nil { reason = StoreError(.denied, message) }
        return SQLITE_DENY
    }

    /// Those that describe tables; the others change settings or read what a query has no business
    /// with.
    private static let pragmas = [
        "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
    ]

    /// Returns the word of SQL for a refused action.
    private static func verb(_ action: Int32, _ table: String) -> String {
        let isSchema = table == "sqlite_master" || table == "sqlite_temp_master"
        return switch action {
        // Creating and dropping begin with a row of the schema.
        case SQLITE_INSERT where isSchema: "`CREATE`"
        case SQLITE_DELETE where isSchema: "`DROP`"
        case SQLITE_INSERT: "`INSERT`"
        case SQLITE_UPDATE: "`UPDATE`"
        case SQLITE_DELETE: "`DELETE`"
        case SQLITE_ALTER_TABLE: "`ALTER TABLE`"
        case SQLITE_ATTACH: "`ATTACH`"
        case SQLITE_DETACH: "`DETACH`"
        case SQLITE_TRANSACTION: "a transaction"
        case SQLITE_SAVEPOINT: "`SAVEPOINT`"
        case SQLITE_REINDEX: "`REINDEX`"
        case SQLITE_ANALYZE: "`ANALYZE`"
        case SQLITE_DROP_INDEX, SQLITE_DROP_TABLE, SQLITE_DROP_TRIGGER, SQLITE_DROP_VIEW,
            SQLITE_DROP_TEMP_INDEX, SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_TEMP_TRIGGER,
            SQLITE_DROP_TEMP_VIEW, SQLITE_DROP_VTABLE:
            "`DROP`"
        default: "`CREATE`"
        }
    }
}
