import CSQLite
import PushText

/// Replacements for SQLite functions whose time is unbounded: SQLite asks whether to go on between
/// two steps, but not inside a function.
final class BoundedText {
    /// The widest column that `printf` fills.
    static let widthLimit: Int64 = 1_000_000

    /// The connection on which SQLite's own `printf` is called; opened at its first use.
    private var plain: OpaquePointer?
    private var statements: [Int32: OpaquePointer] = [:]

    /// Replaces SQLite's own functions, for the life of a connection.
    static func install(on handle: OpaquePointer) {
        let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC
        for name in ["printf", "format"] {
            let bound = Unmanaged.passRetained(BoundedText())
            sqlite3_create_function_v2(
                handle, name, -1, flags, bound.toOpaque(),
                { call, count, values in
                    guard let data = sqlite3_user_data(call) else { return }
                    Unmanaged<BoundedText>.fromOpaque(data).takeUnretainedValue()
                        .printf(call, count, values)
                }, nil, nil, { $0.map { Unmanaged<BoundedText>.fromOpaque($0).release() } })
        }
        sqlite3_create_function_v2(handle, "instr", 2, flags, nil, findText, nil, nil, nil)
        sqlite3_create_function_v2(handle, "replace", 3, flags, nil, replaceText, nil, nil, nil)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(plain)
    }

    /// Checks the widths, then lets SQLite's own function format, by a statement on a connection of
    /// its own.
    ///
    /// NULL for a format that is NULL or missing.
    private func printf(
        _ call: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard count > 0, let values, let format = sqlite3_value_text(values[0]) else {
            return sqlite3_result_null(call)
        }
        let bytes = UnsafeBufferPointer(start: format, count: Int(sqlite3_value_bytes(values[0])))
        let arguments = (1..<max(1, Int(count))).map { sqlite3_value_int64(values[$0]) }
        if let width = Self.widest(bytes, arguments), width > Self.widthLimit {
            let text = "printf: found a width of \(width), wanted at most \(Self.widthLimit)"
            return sqlite3_result_error(call, text, -1)
        }
        guard let statement = statement(count) else { return sqlite3_result_error_nomem(call) }
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for index in 0..<count { sqlite3_bind_value(statement, index + 1, values[Int(index)]) }
        let result = sqlite3_step(statement)
        guard result == SQLITE_ROW else { return sqlite3_result_error_code(call, result) }
        sqlite3_result_value(call, sqlite3_column_value(statement, 0))
    }

    /// Returns the statement for so many arguments, prepared once; nil if there is no memory.
    private func statement(_ count: Int32) -> OpaquePointer? {
        if let known = statements[count] { return known }
        if plain == nil {
            guard sqlite3_open_v2(":memory:", &plain, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK
            else {
                return nil
            }
            sqlite3_limit(plain, SQLITE_LIMIT_LENGTH, QueryLimits.valueLimit)
        }
        let marks = (0..<count).map { _ in "?" }.joined(separator: ",")
        var made: OpaquePointer?
        sqlite3_prepare_v2(plain, "SELECT printf(\(marks))", -1, &made, nil)
        statements[count] = made
        return made
    }

    /// Returns the largest width or precision that a format asks for, in it or by an argument for
    /// `*`.
    ///
    /// Numbers are cut at 2^40, far beyond the limit, so that none overflows. A negative width,
    /// which means alignment to the left, counts by its size.
    static func widest(_ format: UnsafeBufferPointer<UInt8>, _ arguments: [Int64]) -> Int64? {
        var widest: Int64?
        var argument = 0
        var index = 0
        func note(_ width: Int64) {
            let size = width == .min ? .max : abs(width)
            widest = max(widest ?? 0, size)
        }
        while index < format.count {
            guard format[index] == UInt8(ascii: "%") else {
                index += 1
                continue
            }
            index += 1
            var number: Int64 = 0
            while index < format.count {
                let byte = format[index]
                if Ascii.isDigit(byte) {
                    number = min(number * 10 + Int64(byte - 48), 1 << 40)
                    note(number)
                } else if byte == UInt8(ascii: "*") {
                    if argument < arguments.count { note(arguments[argument]) }
                    argument += 1
                } else if byte == UInt8(ascii: ".") {
                    number = 0
                } else if !"-+ #!,l".utf8.contains(byte) {
                    break
                }
                index += 1
            }
            guard index < format.count else { break }
            if format[index] != UInt8(ascii: "%"), format[index] != UInt8(ascii: "n") {
                argument += 1
            }
            index += 1
        }
        return widest
    }
}

/// Returns the bytes of a value: a blob's own, and the text of any other.
private func bytes(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
    let isBlob = sqlite3_value_type(value) == SQLITE_BLOB
    let start =
        isBlob
        ? sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self) : sqlite3_value_text(value)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
}

/// `instr(text, part)`: the position of the part, from 1, in characters; 0 if it does not occur.
///
/// NULL if either is NULL. Characters are counted unless both are blobs, as SQLite's `instr` does.
private func findText(
    _ call: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard let values else { return }
    let types = (sqlite3_value_type(values[0]), sqlite3_value_type(values[1]))
    guard types.0 != SQLITE_NULL, types.1 != SQLITE_NULL else { return sqlite3_result_null(call) }
    let isBinary = types.0 == SQLITE_BLOB && types.1 == SQLITE_BLOB
    let text = bytes(values[0])
    guard let place = text.firstOccurrence(of: bytes(values[1])) else {
        return sqlite3_result_int64(call, 0)
    }
    // Bytes inside a character of UTF-8 begin with the bits 10.
    let before =
        isBinary ? place : text[..<place].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    sqlite3_result_int64(call, Int64(before) + 1)
}

/// `replace(text, part, other)`: the text with every occurrence of the part replaced.
///
/// NULL if an argument is NULL, and the text itself if the part is empty, as SQLite has it.
private func replaceText(
    _ call: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard let values else { return }
    for index in 0..<3 where sqlite3_value_type(values[index]) == SQLITE_NULL {
        return sqlite3_result_null(call)
    }
    guard let start = sqlite3_value_text(values[0]), let found = sqlite3_value_text(values[1]),
        let put = sqlite3_value_text(values[2])
    else { return sqlite3_result_null(call) }
    let text = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(values[0])))
    let part = UnsafeBufferPointer(start: found, count: Int(sqlite3_value_bytes(values[1])))
    let other = UnsafeBufferPointer(start: put, count: Int(sqlite3_value_bytes(values[2])))
    guard part.count > 0 else { return sqlite3_result_value(call, values[0]) }
    var result: [UInt8] = []
    var index = 0
    while let next = text.firstOccurrence(of: part, from: index) {
        result += text[index..<next]
        result += other
        index = next + part.count
        guard result.count <= Int(QueryLimits.valueLimit) else {
            return sqlite3_result_error_toobig(call)
        }
    }
    guard index > 0 else { return sqlite3_result_value(call, values[0]) }
    result += text[index...]
    result.withUnsafeBytes { bytes in
        sqlite3_result_text64(
            call, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            sqlite3_uint64(bytes.count),
            copied, UInt8(SQLITE_UTF8))
    }
}

nonisolated(unsafe) private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
