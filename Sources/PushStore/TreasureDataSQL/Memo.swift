import PushText

/// The results of a pure function for recent arguments.
///
/// The last argument is compared first, since a statement passes the same one for each row.
struct Memo<Key: Hashable, Value> {
    private let limit: Int
    private var last: (key: Key, value: Value)?
    /// Emptied as a whole when it is full, which costs less than tracking what was used last.
    private var values: [Key: Value] = [:]

    /// Creates an empty memo, which is cleared when it would exceed its limit.
    init(limit: Int = 256) { self.limit = limit }

    /// Returns the value of a key, computing it if it is not in the memo.
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

extension Memo where Key == ExactText {
    /// Returns the value of a text, computing it if it is not in the memo: a pattern with a letter
    /// composed in another way is another pattern.
    mutating func value<Failure: Error>(
        for text: String, make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try value(for: ExactText(text), make: make)
    }
}
