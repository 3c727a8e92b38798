/// An incremental search through the history, from the newest entry to the oldest.
///
/// A query in small letters matches either case, as far as ASCII goes.
struct HistorySearch {
    private(set) var query: [UInt32] = []
    /// The index of the entry found; the number of entries before anything is.
    private(set) var index: Int
    private(set) var hasFailed = false

    /// The most code points of a query.
    static let limit = 256

    /// Begins behind the newest entry.
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
        } else {
            query.append(point)
        }
        find(from: min(index, entries.count - 1), step: -1, in: entries)
    }

    /// Takes the last code point off the query and searches anew; false when there is none.
    mutating func shorten(in entries: [String]) -> Bool {
        guard query.popLast() != nil else { return false }
        index = entries.count
        hasFailed = false
        if !query.isEmpty { find(from: entries.count - 1, step: -1, in: entries) }
        return true
    }

    /// Goes to the next older match, or newer with a step of 1, passing equal entries.
    mutating func again(step: Int, in entries: [String]) {
        guard !query.isEmpty else { return }
        let current = entries.indices.contains(index) ? entries[index] : nil
        find(from: index + step, step: step, in: entries, other: current)
    }

    private mutating func find(
        from start: Int, step: Int, in entries: [String], other: String? = nil
    ) {
        let ignoresCase = !query.contains { (0x41...0x5A).contains($0) }
        let wanted = Self.folded(text, ignoresCase)
        var candidate = start
        while entries.indices.contains(candidate) {
            let entry = entries[candidate]
            if other.map({ !entry.isExactly($0) }) ?? true,
                Self.contains(Self.folded(entry, ignoresCase), wanted)
            {
                index = candidate
                hasFailed = false
                return
            }
            candidate += step
        }
        hasFailed = true
    }

    /// Where the query stands in an entry, in code points.
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

    private static func folded(_ text: String, _ ignoresCase: Bool) -> [UInt8] {
        ignoresCase
            ? text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 } : Array(text.utf8)
    }

    private static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard let first = wanted.first else { return true }
        guard bytes.count >= wanted.count else { return false }
        var start = 0
        while start <= bytes.count - wanted.count {
            if bytes[start] == first
                && bytes[start..<(start + wanted.count)].elementsEqual(wanted)
            {
                return true
            }
            start += 1
        }
        return false
    }
}
