/// Guesses which existing word was meant by one that does not exist.
public enum Suggestion {
    /// The most choices that a list names.
    static let maximumChoices = 6

    /// Finds the candidate nearest to a word; the first if several are equally near.
    ///
    /// Insertions, deletions, replacements and swaps of neighbours count one each. For words of
    /// four characters or fewer the distance is at most 1, and a change of case counts nothing.
    public static func nearest(_ word: String, _ candidates: [String], limit: Int = 2) -> String? {
        best(folded(word), candidates, folded, but: word) { count in
            min(limit, count <= 4 ? 1 : limit)
        }
    }

    /// Finds the name of a key, value or document that was probably meant; nil for short words,
    /// which two edits can turn into almost anything.
    ///
    /// Letter case counts, as it does in these names.
    package static func nearestName(to word: String, among names: [String]) -> String? {
        let letters = scalars(word)
        let allowed = letters.count < 4 ? 0 : letters.count < 6 ? 1 : 2
        return best(letters, names, scalars, but: word) { _ in allowed }
    }

    /// Finds the name that differs only in letter case, hyphens and underscores.
    package static func respelled(_ word: String, among names: [String]) -> String? {
        guard word.utf8.count <= 64 else { return nil }
        let plain = plain(word)
        return names.first { $0 != word && Self.plain($0) == plain }
    }

    /// Finds the name that a word spells in another way, or else the nearest one.
    package static func meant(by word: String, among names: [String]) -> String? {
        respelled(word, among: names) ?? nearestName(to: word, among: names)
    }

    /// The first of the nearest candidates; `allowed` is the number of edits for words of which the
    /// shorter one has so many letters.
    private static func best(
        _ letters: [UInt32], _ candidates: [String], _ read: (String) -> [UInt32],
        but word: String, _ allowed: (Int) -> Int
    ) -> String? {
        guard !letters.isEmpty, letters.count <= 100 else { return nil }
        var best: (distance: Int, candidate: String)?
        for candidate in candidates where candidate != word {
            let other = read(candidate)
            let allowed = allowed(min(letters.count, other.count))
            guard abs(other.count - letters.count) <= allowed else { continue }
            let distance = distance(letters, other)
            // A candidate that shares no letter with the typed word was not meant.
            guard distance < max(letters.count, other.count) else { continue }
            if distance <= allowed, distance < best?.distance ?? Int.max {
                best = (distance, candidate)
            }
        }
        return best?.candidate
    }

    /// Lists choices as a sentence does: `a`, `b` or `c`; at most six, then how many more.
    public static func list(_ choices: [String]) -> String {
        let named = min(choices.count, maximumChoices)
        var list = ""
        for index in 0..<named {
            if index > 0 { list += index == choices.count - 1 ? " or " : ", " }
            list += quoted(choices[index])
        }
        if choices.count > named { list += " or " + String(choices.count - named) + " more" }
        return list
    }

    /// Lists all choices, with commas between them.
    ///
    /// The lists of options are made at every start. The library's `joined` would look through
    /// the program's protocol conformances for it, which takes longer than the rest of the start.
    public static func enumeration(_ choices: [String]) -> String {
        var list = ""
        for choice in choices {
            if !list.isEmpty { list += ", " }
            list += quoted(choice)
        }
        return list
    }

    private static func quoted(_ choice: String) -> String { "`" + choice + "`" }

    /// The word without hyphens and underscores, with ASCII letters in lower case; two spellings of
    /// one name become equal.
    private static func plain(_ word: String) -> [UInt8] {
        word.utf8.compactMap { byte in
            switch byte {
            case Ascii.minus, 0x5F: nil
            default: Ascii.lower(byte)
            }
        }
    }

    private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    private static func folded(_ text: String) -> [UInt32] {
        text.unicodeScalars.map { scalar in
            (0x41...0x5A).contains(scalar.value) ? scalar.value + 32 : scalar.value
        }
    }

    /// Counts the edits between two words (optimal string alignment).
    private static func distance(_ left: [UInt32], _ right: [UInt32]) -> Int {
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1] + [Int](repeating: 0, count: right.count)
            for column in right.indices {
                let cost = left[row] == right[column] ? 0 : 1
                var least = min(last[column + 1] + 1, current[column] + 1, last[column] + cost)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current[column + 1] = least
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
