/// A table of values by name, for names that are looked up with each payload.
///
/// An enumeration's own `init(rawValue:)` compares the text with every case through the standard
/// library's string comparison, which cost a tenth of a push. Here only names of the same length
/// are compared, and most texts share their length with at most one name.
public struct NameTable<Value: Sendable>: Sendable {
    /// The names and values, by the length of the name in UTF-8.
    @usableFromInline let byLength: [[(name: String, value: Value)]]

    /// Creates a table; of equal names the first one is found.
    public init(_ entries: [(String, Value)]) {
        let longest = entries.map(\.0.utf8.count).max() ?? 0
        var table = [[(name: String, value: Value)]](repeating: [], count: longest + 1)
        for (name, value) in entries { table[name.utf8.count].append((name, value)) }
        byLength = table
    }

    /// The value of a name; nil if the table lacks it.
    @inlinable public subscript(name: String) -> Value? {
        let length = name.utf8.count
        guard length < byLength.count else { return nil }
        let entries = byLength[length]
        // By index, since handing out each entry copies it.
        for index in entries.indices where entries[index].name == name {
            return entries[index].value
        }
        return nil
    }
}
