/// The results of a pure function for the arguments seen lately.
///
/// The last argument is compared first, since a statement passes the same one for each row.
struct Memo<Key: Hashable, Value> {
    private let limit = 256
    private var last: (key: Key, value: Value)?
    private var values: [Key: Value] = [:]

    /// Finds the value of a key, making it if it was not seen lately.
    mutating func value<Failure: Error>(
        for key: Key, make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if let last, last.key == key { return last.value }
        let value: Value
        if let known = values[key] {
            value = known
        } else {
            value = try make()
            if values.count >= limit { values.removeAll(keepingCapacity: true) }
            values[key] = value
        }
        last = (key, value)
        return value
    }
}
