import CSQLite
import PushModel

/// Runs the text of queries on one connection.
///
/// It belongs to one workspace, and must go before its connection does.
final class QueryRunner {
    let connection: Connection
    /// The connection, if it is a copy that stands in for the device's file; else nil.
    let copy: Connection?
    /// A connection beside it that lists tables of databases which are not attached; nil until one
    /// is needed.
    var lister: Connection?
    private let gate: QueryGate
    let functions: FunctionTable
    /// Recent texts of one statement, prepared: scripts repeat their queries.
    private var prepared: [(text: String, statement: Statement)] = []
    /// The number of texts that are kept; the oldest is dropped first.
    private static let preparedLimit = 32
    /// The counts of SQLite for the last statement that ran.
    private(set) var work = QueryWork()
    /// The number of bytes that the running query has returned so far.
    private var answered = 0
    /// The value of that at the last check whether to go on.
    private var checked = 0

    init(_ connection: Connection, copy: Connection? = nil) {
        self.connection = connection
        self.copy = copy
        gate = QueryGate(connection)
        functions = FunctionTable(connection.handle)
        functions.context.mustStop = { [weak gate] in gate?.mustStop() ?? true }
        functions.context.isStopping = { [weak gate] in gate?.isStopping ?? true }
        BoundedText.install(on: connection.handle)
        QueryLimits.set(on: connection.handle)
    }

    /// Runs the statements of a text one after the other.
    ///
    /// Rows of statements before one that fails have reached the sink.
    ///
    /// - Throws: `.denied`, `.interrupted`, `.timedOut`, `.tooLarge` and `.sql`, with the text and,
    ///   where it is known, the place.
    func run(
        _ text: String, _ options: QueryOptions, into sink: RowSink
    ) throws(StoreError) {
        guard let database = options.database else { return try runHere(text, options, into: sink) }
        let scope = try QueryScope(connection, database)
        defer { scope.close() }
        try runHere(text, options, into: sink)
    }

    /// Runs a text within the limits of memory, time and permission.
    private func runHere(
        _ text: String, _ options: QueryOptions, into sink: RowSink
    ) throws(StoreError) {
        guard text.utf8.count <= QueryLimits.textLimit else {
            throw StoreError(
                .tooLarge, "the query has \(text.utf8.count) bytes, wanted at most 1 MB")
        }
        if let zero = text.utf8.firstIndex(of: 0) {
            let offset = text.utf8.distance(from: text.utf8.startIndex, to: zero)
            throw StoreError(
                .sql, "found a zero byte in the query", sql: text, offset: offset)
        }
        do {
            answered = 0
            checked = 0
            try HeapMeter.limited(to: QueryLimits.heapLimit) { () throws(StoreError) in
                try gate.open(options) { () throws(StoreError) in
                    if let known = prepared.first(where: { $0.text.isExactly(text) }) {
                        return try stream(known.statement, options, into: sink)
                    }
                    try runAll(text, options, into: sink)
                }
            }
        } catch {
            throw explained(error, text)
        }
    }

    /// Prepares each statement when the one before it has run, since that may be what it depends
    /// on.
    private func runAll(
        _ text: String, _ options: QueryOptions, into sink: RowSink
    ) throws(StoreError) {
        let bytes = Array(text.utf8CString)
        var start = 0
        var count = 0
        while true {
            let (statement, end) = try prepare(bytes, from: start, text)
            guard let statement else { break }
            count += 1
            try stream(statement, options, into: sink)
            let isWhole = count == 1 && bytes[end...].allSatisfy { $0 == 0 }
            if isWhole { keep(statement, text) }
            start = end
        }
        guard count > 0 else {
            throw StoreError(.sql, "found no statement, wanted SQL such as `SELECT 1`", sql: text)
        }
    }

    /// Prepares the next statement; nil if only space and comments are left.
    private func prepare(
        _ bytes: [CChar], from start: Int, _ text: String
    ) throws(StoreError) -> (Statement?, end: Int) {
        var made: OpaquePointer?
        var end = start
        let result = bytes.withUnsafeBufferPointer { buffer -> Int32 in
            guard let base = buffer.baseAddress else { return SQLITE_MISUSE }
            var position = start
            var result = SQLITE_OK
            // A comment alone, or a lone semicolon, prepares to nothing.
            while made == nil && result == SQLITE_OK && base[position] != 0 {
                var tail: UnsafePointer<CChar>?
                let count = Int32(buffer.count - position)
                result = sqlite3_prepare_v3(
                    connection.handle, base + position, count, 0, &made, &tail)
                end = position
                position = tail.map { $0 - base } ?? buffer.count - 1
                if result == SQLITE_OK { end = position }
            }
            return result
        }
        guard result == SQLITE_OK else {
            var error = connection.error(result, sql: text)
            error.offset = error.offset.map { $0 + end }
            throw error
        }
        return (made.map { Statement($0, of: connection) }, end)
    }

    private func keep(_ statement: Statement, _ text: String) {
        if prepared.count == Self.preparedLimit { prepared.removeFirst() }
        prepared.append((text, statement))
    }

    /// Runs one statement and passes its rows on until the sink has enough.
    private func stream(
        _ statement: Statement, _ options: QueryOptions, into sink: RowSink
    ) throws(StoreError) {
        guard sqlite3_stmt_readonly(statement.handle) != 0 else {
            throw StoreError(.denied, "`query` only reads")
        }
        if let name = sqlite3_bind_parameter_name(statement.handle, 1) {
            throw StoreError(
                .sql, "found the parameter `\(String(cString: name))`, wanted a value")
        }
        guard sqlite3_bind_parameter_count(statement.handle) == 0 else {
            throw StoreError(.sql, "found the parameter `?`, wanted a value")
        }
        functions.beginStatement(options)
        defer {
            work = QueryWork(statement.handle)
            statement.reset()
        }
        // The first step may re-prepare the text, with columns added since.
        var hasRow = try step(statement)
        let count = Int32(statement.columnCount)
        guard count > 0 else { return }
        sink.columns((0..<Int(count)).map(statement.columnName))
        while hasRow {
            var cells: [Cell] = []
            cells.reserveCapacity(Int(count))
            answered += QueryLimits.rowSize
            for index in 0..<count {
                cells.append(statement.cell(index))
                answered += cells[Int(index)].size
                guard answered <= options.answerLimit else { throw Self.overfull(options) }
            }
            guard sink.row(cells) else { break }
            // Few steps can make large values, which take longer to draw than the steps.
            if answered &- checked >= QueryLimits.bytesBetweenChecks {
                checked = answered
                guard !gate.mustStop() else { throw StoreError(.interrupted, "interrupted") }
            }
            hasRow = try step(statement)
        }
        sink.end()
    }

    private func step(_ statement: Statement) throws(StoreError) -> Bool {
        let hasRow = try statement.step()
        if let failure = functions.context.orderFailure {
            throw StoreError(.sql, failure.message)
        }
        return hasRow
    }

    /// The remedies are those that keep the answer from being held whole.
    private static func overfull(_ options: QueryOptions) -> StoreError {
        StoreError(
            .tooLarge, "the answer has more than \(options.answerLimit >> 20) MB",
            hint: "add LIMIT, count and group in SQL, or let `.output FILE` take it")
    }

    /// Shortens a message: it repeats a name of the text, which may be a megabyte long.
    private static func clipped(_ message: String) -> String {
        message.utf8.count <= 300 ? message : message.prefix(200) + "…"
    }

    /// Returns the error with the gate's reason, or with a name that was probably meant.
    ///
    /// The gate's reason comes first: SQLite only says that it was interrupted or not authorised.
    private func explained(_ error: StoreError, _ text: String) -> StoreError {
        if let reason = gate.reason {
            return StoreError(reason.code, reason.message, sql: text, offset: error.offset)
        }
        var error = error
        error.sql = text
        if error.message == String(cString: sqlite3_errstr(SQLITE_NOMEM)) {
            error.message = "the query needs more than \(QueryLimits.heapLimit >> 20) MB of memory"
        }
        if error.code == .sql {
            let names = NameHint(connection)
            error.hint =
                TrinoHints.hint(forSQL: text, error: error.message) ?? names.hint(error.message)
            error.offset = error.offset ?? NameHint.offset(of: error.message, in: text)
        }
        error.message = Self.clipped(error.message)
        return error
    }
}

/// The limits of a query on SQLite's parser and machine.
public enum QueryLimits {
    /// The longest text, in bytes: Treasure Data takes 1,000,000 characters.
    static let textLimit = 1 << 20
    /// The longest text or blob that an expression may produce.
    static let valueLimit: Int32 = 64 << 20
    /// The most memory that SQLite may take for a query, in bytes: a few of the longest values.
    static let heapLimit = 512 << 20
    /// The largest answer, in bytes, if the caller holds all of it.
    public static let answerLimit = 256 << 20
    /// The number of bytes returned between two checks whether to go on.
    static let bytesBetweenChecks = 1 << 20
    /// The memory that a row takes in addition to its values, in bytes.
    static let rowSize = 48

    /// Sets SQLite's limits for every statement of a connection.
    ///
    /// The number of attached databases is SQLite's own.
    static func set(on handle: OpaquePointer) {
        for (limit, value) in [
            (SQLITE_LIMIT_LENGTH, valueLimit), (SQLITE_LIMIT_SQL_LENGTH, Int32(textLimit) + 1),
            (SQLITE_LIMIT_EXPR_DEPTH, 1000), (SQLITE_LIMIT_COMPOUND_SELECT, 500),
            (SQLITE_LIMIT_VDBE_OP, 10_000_000), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000),
        ] {
            sqlite3_limit(handle, limit, value)
        }
    }
}

extension Cell {
    /// The size of a value in an answer, in bytes.
    fileprivate var size: Int {
        switch self {
        case .null, .integer, .real, .boolean: 8
        case .text(let text), .json(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        }
    }
}
