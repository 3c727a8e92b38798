/// A member of an object, with its place in a text or without one.
@usableFromInline package protocol JSONKeyed {
    /// The key, with its escapes resolved.
    var key: String { get }
}

extension Array where Element: JSONKeyed {
    /// Returns the index of the last member with a key.
    ///
    /// An index, since a search that returns members copies each of them; the length alone rules
    /// out most keys.
    @inlinable package func lastIndex(named key: String) -> Int? {
        let length = key.utf8.count
        var index = count
        while index > 0 {
            index -= 1
            if self[index].key.utf8.count == length, self[index].key.isExactly(key) {
                return index
            }
        }
        return nil
    }
}
