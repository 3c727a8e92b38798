import CSQLite
import PushModel

/// A prepared statement: bind the parameters in order, then run it or step through its rows.
///
/// Every parameter is bound again for every run. Text is copied into a buffer of the statement and
/// bound from there, which spares SQLite's own allocation for each value.
///
/// Not for use while its own rows are still being read: there is one position. The connection must
/// outlive it.
final class Statement {
    let handle: OpaquePointer
    private unowned let connection: Connection
    /// The number of parameters that must be bound before each run.
    private let parameterCount: Int32
    /// The number of parameters bound since the last reset.
    private var bound: Int32 = 0
    /// The first error of a binding, which the next step throws.
    private var failure: Int32 = SQLITE_OK
    /// The number of bytes of `scratch` that bound texts take.
    private var used = 0
    private let scratch: UnsafeMutableRawPointer
    /// The texts that `repeatedText` read last, by their columns.
    private var lastTexts: [String?] = []

    /// The size of the buffer in bytes, for all texts of one run.
    private static let scratchSize = 2048
    /// Tells SQLite to copy the bytes, for those that do not fit into the statement's own buffer.
    nonisolated(unsafe) private static let copied = unsafeBitCast(
        -1, to: sqlite3_destructor_type.self)

    init(_ handle: OpaquePointer, of connection: Connection) {
        self.handle = handle
        self.connection = connection
        parameterCount = sqlite3_bind_parameter_count(handle)
        scratch = .allocate(byteCount: Self.scratchSize, alignment: 1)
    }

    deinit {
        sqlite3_finalize(handle)
        scratch.deallocate()
    }

    /// Binds the next parameter.
    @discardableResult @inline(__always)
    func bind(_ value: Int64) -> Statement {
        bound += 1
        note(sqlite3_bind_int64(handle, bound, value))
        return self
    }

    /// Binds the next parameter, NULL for nil.
    @discardableResult @inline(__always)
    func bind(_ value: Int64?) -> Statement {
        guard let value else { return bindNull() }
        return bind(value)
    }

    /// Binds the next parameter.
    @discardableResult
    func bind(_ value: Double) -> Statement {
        bound += 1
        note(sqlite3_bind_double(handle, bound, value))
        return self
    }

    /// Binds the next parameter to NULL.
    @discardableResult
    func bindNull() -> Statement {
        bound += 1
        note(sqlite3_bind_null(handle, bound))
        return self
    }

    /// Binds the next parameter, NULL for nil.
    @discardableResult
    func bind(_ text: String?) -> Statement {
        guard let text else { return bindNull() }
        return bind(text)
    }

    /// Binds the next parameter.
    @discardableResult
    func bind(_ text: String) -> Statement {
        var text = text
        text.withUTF8 { write(text: $0) }
        return self
    }

    /// Binds the next parameter to UTF-8 bytes, as text.
    @discardableResult
    func bind(text bytes: [UInt8]) -> Statement {
        bytes.withUnsafeBufferPointer { bind(text: $0) }
    }

    /// Binds the next parameter to UTF-8 bytes, as text; they are copied.
    @discardableResult
    func bind(text bytes: UnsafeBufferPointer<UInt8>) -> Statement {
        write(text: bytes)
        return self
    }

    private func write(text bytes: UnsafeBufferPointer<UInt8>) {
        bound += 1
        let count = bytes.count
        guard count > 0, let base = bytes.baseAddress else {
            // A null pointer would bind NULL, and an empty text is not NULL.
            return note(sqlite3_bind_text(handle, bound, "", 0, Self.copied))
        }
        guard count <= Self.scratchSize - used else {
            let size = sqlite3_uint64(count)
            return base.withMemoryRebound(to: CChar.self, capacity: count) {
                note(
                    sqlite3_bind_text64(
                        handle, bound, $0, size, Self.copied, UInt8(SQLITE_UTF8)))
            }
        }
        let place = scratch + used
        place.copyMemory(from: base, byteCount: count)
        used += count
        note(
            sqlite3_bind_text(
                handle, bound, place.assumingMemoryBound(to: CChar.self), Int32(count), nil))
    }

    /// Binds the next parameter to bytes that stay in place until the statement has run.
    ///
    /// They are not copied, so the statement must be run before they move.
    @discardableResult
    func bind(inPlace bytes: UnsafeRawBufferPointer) -> Statement {
        bound += 1
        note(
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(handle, bound, 0)
                : sqlite3_bind_blob64(
                    handle, bound, bytes.baseAddress, sqlite3_uint64(bytes.count), nil))
        return self
    }

    /// Binds the next parameter to a value of any kind.
    ///
    /// JSON is stored as text, and a Boolean as 0 or 1.
    @discardableResult
    func bind(_ cell: Cell) -> Statement {
        switch cell {
        case .null: return bindNull()
        case .integer(let value): return bind(value)
        case .real(let value): return bind(value)
        case .text(let value), .json(let value): return bind(value)
        case .boolean(let value): return bind(Int64(value ? 1 : 0))
        case .blob(let bytes):
            bound += 1
            note(
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(handle, bound, 0)
                    : sqlite3_bind_blob(handle, bound, bytes, Int32(bytes.count), Self.copied))
            return self
        }
    }

    /// Keeps only the first error, so that binding needs no `try`.
    @inline(__always)
    private func note(_ result: Int32) {
        if result != SQLITE_OK && failure == SQLITE_OK { failure = result }
    }

    /// Runs the statement to its end and prepares it for the next run.
    ///
    /// - Throws: SQLite's error, or that of a binding; the statement is then ready for the next
    ///   run.
    func run() throws(StoreError) {
        while try step() {}
        reset()
    }

    /// Steps to the next row; false at the end.
    ///
    /// An error resets the statement.
    func step() throws(StoreError) -> Bool {
        assert(bound == parameterCount, "bound \(bound) of \(parameterCount): \(sql)")
        if failure == SQLITE_OK {
            let result = sqlite3_step(handle)
            if result == SQLITE_ROW { return true }
            if result == SQLITE_DONE { return false }
            failure = result
        }
        let error = connection.error(failure, sql: sql)
        reset()
        throw error
    }

    /// Calls `body` at every row, and prepares the statement for the next run.
    ///
    /// The statement is reset even if `body` throws.
    func each(_ body: (Statement) throws(StoreError) -> Void) throws(StoreError) {
        defer { reset() }
        while try step() { try body(self) }
    }

    /// Returns the values that `read` makes from the rows.
    func rows<Row>(
        _ read: (Statement) throws(StoreError) -> Row
    ) throws(StoreError) -> [Row] {
        var found: [Row] = []
        try each { row throws(StoreError) in found.append(try read(row)) }
        return found
    }

    /// Returns the first column of the first row as an integer; nil if there is no row or it is
    /// NULL.
    func firstInteger() throws(StoreError) -> Int64? {
        defer { reset() }
        return try step() ? integerOrNil(0) : nil
    }

    /// Ends the run, so that no lock is held, and makes ready to bind again.
    ///
    /// SQLite keeps the old bindings, some of which point into memory that is no longer valid: a
    /// step must not follow before all of them are bound again.
    func reset() {
        sqlite3_reset(handle)
        bound = 0
        used = 0
        failure = SQLITE_OK
    }

    /// The name of the database that it reads.
    var file: String { connection.name }

    /// The text from which it was made.
    var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }
}

extension Statement {
    var columnCount: Int { Int(sqlite3_column_count(handle)) }

    /// The name as the SQL has it or SQLite makes it; empty for a column that does not exist.
    func columnName(_ index: Int) -> String {
        sqlite3_column_name(handle, Int32(index)).map { String(cString: $0) } ?? ""
    }

    /// Zero for NULL; a text counts by the digits with which it begins.
    func integer(_ index: Int32) -> Int64 { sqlite3_column_int64(handle, index) }

    /// Nil only for NULL.
    func integerOrNil(_ index: Int32) -> Int64? {
        sqlite3_column_type(handle, index) == SQLITE_NULL ? nil : integer(index)
    }

    /// Whether the value is stored as text.
    func isText(_ index: Int32) -> Bool { sqlite3_column_type(handle, index) == SQLITE_TEXT }

    /// Empty for NULL; any other value is turned into text.
    ///
    /// Invalid UTF-8 is repaired.
    func text(_ index: Int32) -> String {
        guard let start = sqlite3_column_text(handle, index) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, index))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func textOrNil(_ index: Int32) -> String? {
        sqlite3_column_type(handle, index) == SQLITE_NULL ? nil : text(index)
    }

    /// The same, for a column whose value is often that of the row before: such a text is shared.
    func repeatedText(_ index: Int32) -> String? {
        guard let start = sqlite3_column_text(handle, index) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, index))
        let place = Int(index)
        if place < lastTexts.count, let last = lastTexts[place], last.utf8.count == count {
            let found = UnsafeRawBufferPointer(start: start, count: count)
            let isSame = last.utf8.withContiguousStorageIfAvailable {
                UnsafeRawBufferPointer($0).hasSameBytes(as: found)
            }
            if isSame == true { return last }
        }
        while lastTexts.count <= place { lastTexts.append(nil) }
        let text = text(index)
        lastTexts[place] = text
        return text
    }

    /// The bytes of a blob or text, copied; none for NULL.
    func bytes(_ index: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, index) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, index))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Returns the bytes of a value, valid until the statement moves on.
    func borrowedBytes(_ index: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, index)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
    }

    /// Returns the value as SQLite stores it.
    func cell(_ index: Int32) -> Cell {
        switch sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: .integer(integer(index))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, index))
        case SQLITE_TEXT: .text(text(index))
        case SQLITE_BLOB: .blob(bytes(index))
        default: .null
        }
    }
}
