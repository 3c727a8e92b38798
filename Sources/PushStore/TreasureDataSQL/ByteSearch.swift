import Glibc

extension UnsafeBufferPointer<UInt8> {
    /// Finds where bytes first occur at or after an index.
    func firstOccurrence(of part: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
        guard start + part.count <= count else { return nil }
        guard let base = baseAddress, let needle = part.baseAddress, part.count > 0 else {
            return start
        }
        var index = start
        let last = count - part.count
        while index <= last,
            let found = memchr(base + index, Int32(needle[0]), last - index + 1)
        {
            index = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            if memcmp(base + index, needle, part.count) == 0 { return index }
            index += 1
        }
        return nil
    }

    /// Finds where the bytes of a literal first occur at or after an index.
    func firstOccurrence(of part: StaticString, from start: Int = 0) -> Int? {
        firstOccurrence(
            of: UnsafeBufferPointer(start: part.utf8Start, count: part.utf8CodeUnitCount),
            from: start)
    }
}
