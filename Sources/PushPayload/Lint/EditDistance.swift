import PushText

/// Finds the name that was probably meant.
public enum EditDistance {
    /// Returns the nearest of the names within two edits, the first of equals; nil for short words,
    /// which two edits can turn into almost anything.
    public static func nearest(to word: String, among names: [String]) -> String? {
        let allowed = word.utf8.count < 4 ? 0 : word.utf8.count < 6 ? 1 : 2
        guard allowed > 0, word.utf8.count <= 64 else { return nil }
        var best: (name: String, distance: Int)?
        for name in names where abs(name.utf8.count - word.utf8.count) <= allowed {
            let distance = between(Array(word.utf8), Array(name.utf8))
            if distance > 0, distance <= allowed, distance < best?.distance ?? .max {
                best = (name, distance)
            }
        }
        return best?.name
    }

    /// Returns the number of bytes to insert, remove, change or swap with their neighbour.
    ///
    /// The restricted Damerau-Levenshtein distance, of which only three rows are kept. A swap
    /// counts as one edit, as it is one slip of the hand.
    static func between(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }

    /// Returns the name that differs only in letter case, hyphens and underscores.
    public static func respelled(_ word: String, among names: [String]) -> String? {
        guard word.utf8.count <= 64 else { return nil }
        let plain = letters(word)
        return names.first { $0 != word && letters($0) == plain }
    }

    /// The word without hyphens and underscores, with ASCII letters in lower case; two spellings of
    /// one name become equal.
    private static func letters(_ word: String) -> [UInt8] {
        word.utf8.compactMap { byte in
            switch byte {
            case Ascii.minus, 0x5F: nil
            default: Ascii.lower(byte)
            }
        }
    }
}
