import CSQLite

/// `trino_often(n)`: whether this place of the statement was reached more than `n` times.
///
/// The number is kept with the running statement, and separately for each place of its text.
enum CallCounter {
    /// A statement that is reset starts again from zero.
    ///
    /// NULL if there is no memory for the number.
    static func install(on handle: OpaquePointer) {
        sqlite3_create_function_v2(
            handle, "trino_often", 1, SQLITE_UTF8 | SQLITE_INNOCUOUS, nil,
            { call, _, values in
                guard let values, let count = CallCounter.count(call) else { return }
                count.pointee += 1
                sqlite3_result_int(call, count.pointee > sqlite3_value_int64(values[0]) ? 1 : 0)
            }, nil, nil, nil)
    }

    /// Returns the number of the place; nil if there is no memory for it.
    private static func count(_ call: OpaquePointer?) -> UnsafeMutablePointer<Int64>? {
        if let known = sqlite3_get_auxdata(call, 0) {
            return known.assumingMemoryBound(to: Int64.self)
        }
        let new = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
        new.initialize(to: 0)
        sqlite3_set_auxdata(call, 0, new, { $0?.deallocate() })
        return sqlite3_get_auxdata(call, 0)?.assumingMemoryBound(to: Int64.self)
    }
}
