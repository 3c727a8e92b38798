/// Guesses which existing word was meant by one that does not exist.
public enum Suggestion {
    /// The most choices that a list names.
    package static let maximumChoices = 6

    /// Finds the one candidate that is clearly nearest to a word; nil if none is, or several are.
    ///
    /// Insertions, deletions, replacements and swaps of neighbours count one each, and a change of
    /// case nothing. Words of fewer than six letters differ by one of them at most, and those of
    /// fewer than four not by a letter in another's place, which makes `foo` of `for`.
    public static func nearest(_ word: String, _ candidates: [String], limit: Int = 2) -> String? {
        only(of: near(word, candidates, limit: limit), to: word)
    }

    /// Whether a word is as near to a candidate, or to several.
    package static func isNear(_ word: String, _ candidates: [String]) -> Bool {
        !near(word, candidates, limit: 2).isEmpty
    }

    private static func near(_ word: String, _ candidates: [String], limit: Int) -> [String] {
        best(folded(word), candidates, folded, but: word) { count in
            min(limit, count < 6 ? 1 : limit)
        }
    }

    /// Finds the name of a key, value or document that was probably meant; nil for short words,
    /// which two edits can turn into almost anything.
    ///
    /// Letter case counts, as it does in these names.
    package static func nearestName(to word: String, among names: [String]) -> String? {
        let letters = scalars(word)
        let allowed = letters.count < 4 ? 0 : letters.count < 6 ? 1 : 2
        return only(of: best(letters, names, scalars, but: word) { _ in allowed }, to: word)
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

    /// The nearest candidates; `allowed` is the number of edits for words of which the shorter one
    /// has so many letters, without the signs in front.
    private static func best(
        _ letters: [UInt32], _ candidates: [String], _ read: (String) -> [UInt32],
        but word: String, _ allowed: (Int) -> Int
    ) -> [String] {
        // A digit in another's place is another number, not a slip.
        guard letters.count <= 100, letters.contains(where: { !(0x30...0x39).contains($0) })
        else { return [] }
        var best: (edits: Int, weight: Int, candidates: [String]) = (.max, .max, [])
        for candidate in candidates where candidate != word {
            let other = read(candidate)
            let count = min(length(letters), length(other))
            let allowed = allowed(count)
            guard abs(other.count - letters.count) <= allowed else { continue }
            let edits = distance(letters, other)
            // A candidate that shares no letter with the typed word was not meant.
            guard edits < max(letters.count, other.count), edits <= min(allowed, best.edits)
            else { continue }
            let weight = distance(letters, other, replacement: 2)
            guard count >= 4 || weight <= allowed else { continue }
            if (edits, weight) < (best.edits, best.weight) { best = (edits, weight, []) }
            guard (edits, weight) == (best.edits, best.weight),
                !best.candidates.contains(candidate)
            else { continue }
            best.candidates.append(candidate)
        }
        return best.candidates
    }

    /// The one of several candidates that begins as the word does, or the only one.
    private static func only(of candidates: [String], to word: String) -> String? {
        guard candidates.count > 1 else { return candidates.first }
        func start(_ text: String) -> UInt32? { folded(text).first { !isSign($0) } }
        let alike = candidates.filter { start($0) == start(word) }
        return alike.count == 1 ? alike[0] : nil
    }

    /// The number of letters behind the dashes and dots with which options and commands begin.
    private static func length(_ letters: [UInt32]) -> Int {
        letters.count - letters.prefix(while: isSign).count
    }

    private static func isSign(_ letter: UInt32) -> Bool { letter == 0x2D || letter == 0x2E }

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

    /// Counts the edits that turn one word into another; a change of case is none.
    static func edits(from word: String, to other: String) -> Int {
        distance(folded(word), folded(other))
    }

    /// Counts the edits between two words (optimal string alignment).
    private static func distance(
        _ left: [UInt32], _ right: [UInt32], replacement: Int = 1
    ) -> Int {
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1] + [Int](repeating: 0, count: right.count)
            for column in right.indices {
                let cost = left[row] == right[column] ? 0 : replacement
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
