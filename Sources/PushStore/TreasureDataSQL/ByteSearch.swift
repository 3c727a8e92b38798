import CSQLite

extension UnsafeBufferPointer<UInt8> {
    /// Finds where bytes first occur at or after an index.
    func firstOccurrence(of part: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
        guard start + part.count <= count else { return nil }
        guard let base = baseAddress, let needle = part.baseAddress, part.count > 0 else {
            return start
        }
        guard let found = csqlite_find(base + start, count - start, needle, part.count) else {
            return nil
        }
        return found - UnsafeRawPointer(base)
    }

    /// Finds where the bytes of a literal first occur at or after an index.
    func firstOccurrence(of part: StaticString, from start: Int = 0) -> Int? {
        firstOccurrence(
            of: UnsafeBufferPointer(start: part.utf8Start, count: part.utf8CodeUnitCount),
            from: start)
    }
}
