import CSQLite
import PushText

/// GLOB over whole texts: SQLite's own stops at the first NUL, and a warehouse may hold some.
enum WholeGlob {
    /// The context is kept by SQLite until the function is removed with its connection.
    static func install(on handle: OpaquePointer, _ context: SQLContext) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        sqlite3_create_function_v2(
            handle, "glob", 2, flags, Unmanaged.passRetained(context).toOpaque(),
            { call, _, values in
                guard let values, let pattern = WholeGlob.bytes(values[0]),
                    let text = WholeGlob.bytes(values[1]), let data = sqlite3_user_data(call)
                else { return }
                let context = Unmanaged<SQLContext>.fromOpaque(data).takeUnretainedValue()
                do throws(SQLFunctionError) {
                    let isFound = try WholeGlob.matches(text[...], pattern[...], context)
                    sqlite3_result_int(call, isFound ? 1 : 0)
                } catch {
                    sqlite3_result_error(call, error.message, -1)
                }
            }, nil, nil, { $0.map { Unmanaged<SQLContext>.fromOpaque($0).release() } })
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private static func bytes(_ value: OpaquePointer?) -> Bytes? {
        guard let start = sqlite3_value_text(value) else { return nil }
        return Bytes(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    /// Whether a whole text matches a pattern; a star that failed is tried one letter on.
    ///
    /// Only the last star is retried: an earlier one that took more would match nothing else. Time
    /// is bounded by the lengths' product, and counted as work.
    private static func matches(
        _ text: Slice<Bytes>, _ pattern: Slice<Bytes>, _ context: SQLContext
    ) throws(SQLFunctionError) -> Bool {
        var (text, pattern) = (text, pattern)
        var retry: (text: Slice<Bytes>, pattern: Slice<Bytes>)?
        while true {
            if pattern.first == star {
                pattern = pattern.dropFirst()
                if pattern.isEmpty { return true }
                retry = (text, pattern)
            } else if pattern.isEmpty ? text.isEmpty : step(&text, &pattern) {
                if pattern.isEmpty, text.isEmpty { return true }
            } else {
                guard var last = retry, !last.text.isEmpty else { return false }
                try context.spend(last.pattern.count - pattern.count + 1)
                _ = letter(&last.text)
                retry = last
                (text, pattern) = last
            }
        }
    }

    private static let star = UInt8(ascii: "*")

    /// Takes one letter of the text and its counterpart; false if they do not match.
    private static func step(_ text: inout Slice<Bytes>, _ pattern: inout Slice<Bytes>) -> Bool {
        guard let first = text.first else { return false }
        switch pattern[pattern.startIndex] {
        case UInt8(ascii: "?"):
            pattern = pattern.dropFirst()
            _ = letter(&text)
            return true
        case UInt8(ascii: "["):
            pattern = pattern.dropFirst()
            return isInClass(letter(&text), &pattern)
        case let wanted:
            pattern = pattern.dropFirst()
            text = text.dropFirst()
            return wanted == first
        }
    }

    /// Takes the bytes of one code point.
    private static func letter(_ text: inout Slice<Bytes>) -> UInt32 {
        var word = UInt32(text[text.startIndex])
        text = text.dropFirst()
        guard word >= 0xc0 else { return word }
        while let next = text.first, next & 0xc0 == 0x80 {
            word = word << 8 | UInt32(next)
            text = text.dropFirst()
        }
        return word
    }

    /// Reads a class such as `[a-z]` or `[^*]` up to its bracket.
    private static func isInClass(_ given: UInt32, _ pattern: inout Slice<Bytes>) -> Bool {
        let isInverted = pattern.first == UInt8(ascii: "^")
        if isInverted { pattern = pattern.dropFirst() }
        var isFound = false
        var isFirst = true
        while let next = pattern.first {
            if next == UInt8(ascii: "]"), !isFirst {
                pattern = pattern.dropFirst()
                return isFound != isInverted
            }
            isFirst = false
            let low = letter(&pattern)
            var high = low
            if pattern.first == Ascii.minus, let end = pattern.dropFirst().first,
                end != UInt8(ascii: "]")
            {
                pattern = pattern.dropFirst()
                high = letter(&pattern)
            }
            if low <= given, given <= high { isFound = true }
        }
        return false
    }
}
