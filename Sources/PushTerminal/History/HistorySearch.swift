/// An incremental search through the history, from the newest entry to the oldest.
///
/// A query in lower case matches either case, for ASCII letters. If no entry contains the query as
/// it stands, entries match that have its characters with others in between.
struct HistorySearch {
    private(set) var query: [UInt32] = []
    /// The index of the found entry; the number of entries before anything is found.
    private(set) var index: Int
    private(set) var hasFailed = false
    /// Whether the found entry has the query's characters only with others between them.
    private var isScattered = false
    /// The results for the shorter queries, shortest first, as long as only typing led here.
    private var earlier: [Found] = []

    /// The result of a search for one query.
    private struct Found {
        let index: Int
        let hasFailed: Bool
        let isScattered: Bool
    }

    /// The maximum length of a query in code points.
    static let limit = 256

    /// Begins after the newest entry.
    init(count: Int) {
        index = count
    }

    /// The query as text.
    var text: String { UTF32Text.string(query) }

    /// Adds to the query; an entry that still matches stays.
    mutating func extend(_ point: UInt32, in entries: [String]) {
        guard query.count < Self.limit else { return }
        if let last = query.last, let joined = Composition.compose(last, point) {
            query[query.count - 1] = joined
            earlier = []
            (hasFailed, isScattered) = (false, false)
        } else {
            if earlier.count == query.count {
                earlier.append(
                    Found(index: index, hasFailed: hasFailed, isScattered: isScattered))
            }
            query.append(point)
            // An entry that contains the longer query contains the shorter one.
            if earlier.count == query.count, hasFailed { return }
        }
        find(from: min(index, entries.count - 1), step: -1, in: entries)
    }

    /// Removes the query's last code point and searches again; false if there is none.
    mutating func shorten(in entries: [String]) -> Bool {
        guard query.popLast() != nil else { return false }
        if earlier.count > query.count {
            let found = earlier[query.count]
            earlier.removeSubrange(query.count...)
            (index, hasFailed, isScattered) = (found.index, found.hasFailed, found.isScattered)
            return true
        }
        index = entries.count
        (hasFailed, isScattered) = (false, false)
        if !query.isEmpty { find(from: entries.count - 1, step: -1, in: entries) }
        return true
    }

    /// Goes to the next older match, or newer with a step of 1, skipping equal entries.
    mutating func again(step: Int, in entries: [String]) {
        guard !query.isEmpty else { return }
        let current = entries.indices.contains(index) ? entries[index] : nil
        earlier = []
        isScattered = false
        find(from: index + step, step: step, in: entries, other: current)
        isScattered = false
    }

    private mutating func find(
        from start: Int, step: Int, in entries: [String], other: String? = nil
    ) {
        let needle = HistoryNeedle(text)
        var found: Int?
        if !isScattered {
            found = Self.first(from: start, step: step, in: entries, other: other, needle.isIn)
        }
        if found == nil {
            isScattered = true
            found = Self.first(
                from: start, step: step, in: entries, other: other, needle.isScatteredIn)
        }
        if let found { index = found }
        hasFailed = found == nil
    }

    private static func first(
        from start: Int, step: Int, in entries: [String], other: String?,
        _ fits: (String) -> Bool
    ) -> Int? {
        var candidate = start
        while entries.indices.contains(candidate) {
            let entry = entries[candidate]
            if fits(entry), other.map({ !entry.isExactly($0) }) ?? true { return candidate }
            candidate += step
        }
        return nil
    }

    /// Returns the range of the query in an entry, in code points; nil if it does not occur.
    func match(in entry: String) -> Range<Int>? {
        let ignoresCase = !query.contains { (0x41...0x5A).contains($0) }
        let points = UTF32Text.points(entry).map { ignoresCase ? Self.lowered($0) : $0 }
        guard !query.isEmpty, points.count >= query.count else { return nil }
        for start in 0...(points.count - query.count)
        where points[start..<(start + query.count)].elementsEqual(query) {
            return start..<(start + query.count)
        }
        return nil
    }

    private static func lowered(_ point: UInt32) -> UInt32 {
        (0x41...0x5A).contains(point) ? point + 0x20 : point
    }
}

/// A text to search for in many entries, without copying any.
struct HistoryNeedle {
    private let bytes: [UInt8]
    private let ignoresCase: Bool

    init(_ query: String) {
        bytes = Array(query.utf8)
        ignoresCase = !bytes.contains { (0x41...0x5A).contains($0) }
    }

    /// Whether an entry contains the query as it stands.
    func isIn(_ entry: String) -> Bool {
        lend(entry) { text in
            guard let first = bytes.first else { return true }
            var start = 0
            while start + bytes.count <= text.count {
                if folded(text[start]) == first, matches(text, at: start) { return true }
                start += 1
            }
            return false
        }
    }

    /// Whether an entry has the query's characters in order, with others between them.
    func isScatteredIn(_ entry: String) -> Bool {
        lend(entry) { text in
            var wanted = 0
            for byte in text where wanted < bytes.count && folded(byte) == bytes[wanted] {
                wanted += 1
            }
            return wanted == bytes.count
        }
    }

    private func matches(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        for offset in bytes.indices where folded(text[start + offset]) != bytes[offset] {
            return false
        }
        return true
    }

    @inline(__always)
    private func folded(_ byte: UInt8) -> UInt8 {
        ignoresCase && byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
    }

    private func lend(_ entry: String, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        if let found = entry.utf8.withContiguousStorageIfAvailable(body) { return found }
        return Array(entry.utf8).withUnsafeBufferPointer(body)
    }
}
