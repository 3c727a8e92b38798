/// LIKE of SHOW, on names that are known at translation time.
///
/// Queries do not come here: their LIKE becomes GLOB or `trino_like`. SHOW has no ESCAPE, so every
/// `%` and `_` is a wildcard.
enum LikePattern {
    /// Whether a whole name matches a pattern.
    ///
    /// Only the last `%` is ever widened: whatever an earlier one took too much of, the last can
    /// take too. So a hostile pattern costs at most its length times the name's.
    static func matches(_ text: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
        var (place, index) = (0, 0)
        var retry: (place: Int, index: Int)?
        while place < text.count {
            if index < pattern.count, pattern[index] == "%" {
                index += 1
                retry = (place, index)
            } else if index < pattern.count,
                pattern[index] == "_" || pattern[index] == text[place]
            {
                place += 1
                index += 1
            } else if let last = retry {
                place = last.place + 1
                index = last.index
                retry = (place, index)
            } else {
                return false
            }
        }
        return pattern[index...].allSatisfy { $0 == "%" }
    }
}
