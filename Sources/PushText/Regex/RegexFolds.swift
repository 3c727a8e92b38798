/// The letters that equal several others when case is ignored: `ß` is `ss`, `ﬁ` is `fi`.
///
/// The list is Unicode's `CaseFolding.txt`, status F; they apply where they do in Joni 2.1.46,
/// Trino's regular expression engine.
enum RegexFolds {
    /// The longest run of letters that may be part of a folding; longer runs have too many
    /// spellings.
    private static let lengthLimit = 10

    /// The ranges that contain letters with a full folding.
    private static let blocks: [ClosedRange<UInt32>] = [
        0xdf...0xdf, 0x130...0x130, 0x149...0x149, 0x1f0...0x1f0, 0x390...0x390, 0x3b0...0x3b0,
        0x587...0x587, 0x1e96...0x1e9e, 0x1f50...0x1ffc, 0xfb00...0xfb06, 0xfb13...0xfb17,
    ]

    /// The folding of each letter, and the letters for each folding.
    private static let table: (several: [UInt32: [UInt32]], one: [[UInt32]: [UInt32]]) = {
        var several: [UInt32: [UInt32]] = [:]
        var one: [[UInt32]: [UInt32]] = [:]
        for letter in blocks.joined() {
            guard let scalar = Unicode.Scalar(letter) else { continue }
            let small = scalar.properties.lowercaseMapping.unicodeScalars
            let capitals = small.flatMap { $0.properties.uppercaseMapping.unicodeScalars }
            let letters = capitals.map { CaseForms.folded($0.value) }
            guard letters.count > 1 || small.count > 1 else { continue }
            let folding = letters.count > 1 ? letters : small.map { CaseForms.folded($0.value) }
            several[letter] = folding
            let form = CaseForms.folded(letter)
            if one[folding]?.contains(form) != true { one[folding, default: []].append(form) }
        }
        return (several, one)
    }()

    /// Returns the several letters that a letter folds to.
    static func letters(of letter: UInt32) -> [UInt32]? {
        letter < 0x80 ? nil : table.several[letter]
    }

    /// Returns a run of letters with all the spellings that match it; nil if there are too many.
    static func nodes(_ letters: [UInt32]) -> [RegexNode]? {
        var nodes: [RegexNode] = []
        var start = 0
        while start < letters.count {
            var (end, reached) = (start + 1, start)
            while reached < end {
                for length in [2, 3] where reached + length <= letters.count {
                    let part = Array(letters[reached..<(reached + length)])
                    if table.one[part] != nil { end = max(end, reached + length) }
                }
                reached += 1
            }
            guard end - start <= lengthLimit else { return nil }
            let ways = spellings(letters[start..<end]).map { way -> RegexNode in
                way.count == 1 ? .scalar(way[0]) : .sequence(way.map { .scalar($0) })
            }
            nodes.append(ways.count == 1 ? ways[0] : .alternatives(ways))
            start = end
        }
        return nodes
    }

    private static func spellings(_ letters: ArraySlice<UInt32>) -> [[UInt32]] {
        guard let first = letters.first else { return [[]] }
        var all = spellings(letters.dropFirst()).map { [first] + $0 }
        for length in [2, 3] where length <= letters.count {
            for letter in table.one[Array(letters.prefix(length))] ?? [] {
                all += spellings(letters.dropFirst(length)).map { [letter] + $0 }
            }
        }
        return all
    }

    /// Returns what a class matches apart from one character: the foldings of its letters.
    ///
    /// A class that repeats without end takes them one by one, if it contains them.
    static func others(of set: RegexProgram.ScalarSet, isEndless: Bool) -> [RegexNode] {
        // A `\w` outside brackets is one character.
        guard !set.isNegated, set.kinds.isEmpty else { return [] }
        var nodes: [RegexNode] = []
        var seen: Set<[UInt32]> = []
        for (letter, letters) in table.several.sorted(by: { $0.key < $1.key }) {
            guard set.containsFolded(letter), seen.insert(letters).inserted else { continue }
            if isEndless, letters.allSatisfy({ set.containsFolded($0) }) { continue }
            nodes.append(.sequence(letters.map { .scalar($0) }))
        }
        return nodes
    }
}
