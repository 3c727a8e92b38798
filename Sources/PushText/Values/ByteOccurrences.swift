extension UnsafeBufferPointer<UInt8> {
    /// Finds where bytes occur at or after an index, overlapping ones too: at most so many places.
    ///
    /// The time is bounded by both lengths, not by their product (Knuth, Morris and Pratt): no byte
    /// is looked at again from the start of the part. An empty part is found nowhere.
    package func occurrences(
        of part: UnsafeBufferPointer<UInt8>, from start: Int = 0, upTo limit: Int
    ) -> [Int] {
        guard !part.isEmpty, start + part.count <= count else { return [] }
        let borders = part.borders
        var found: [Int] = []
        var length = 0
        for index in start..<count {
            while length > 0, self[index] != part[length] { length = borders[length - 1] }
            if self[index] == part[length] { length += 1 }
            guard length == part.count else { continue }
            found.append(index + 1 - part.count)
            if found.count == limit { break }
            length = borders[length - 1]
        }
        return found
    }

    /// For each beginning of the bytes, the length of the longest shorter one that it ends with.
    private var borders: [Int] {
        var borders = [0]
        borders.reserveCapacity(count)
        var length = 0
        for index in 1..<count {
            while length > 0, self[index] != self[length] { length = borders[length - 1] }
            if self[index] == self[length] { length += 1 }
            borders.append(length)
        }
        return borders
    }
}
