/// The letters that are several where case is ignored: `ß` is `ss`, and `ﬁ` is `fi`.
///
/// Which they are is Unicode's `CaseFolding.txt`, status F; where they count is as Joni 2.1.46 has
/// it, which Trino's regular expressions are.
enum RegexFolds {
    /// Most letters of which any may be part of another; more have too many spellings.
    private static let lengthLimit = 10

    /// Where letters with a full folding are.
    private static let blocks: [ClosedRange<UInt32>] = [
        0xdf...0xdf, 0x130...0x130, 0x149...0x149, 0x1f0...0x1f0, 0x390...0x390, 0x3b0...0x3b0,
        0x587...0x587, 0x1e96...0x1e9e, 0x1f50...0x1ffc, 0xfb00...0xfb06, 0xfb13...0xfb17,
    ]

    /// Each letter's several, and the letters of which several are the folding.
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

    /// The several letters that a letter is.
    static func letters(of letter: UInt32) -> [UInt32]? {
        letter < 0x80 ? nil : table.several[letter]
    }

    /// A run of letters with all the spellings that match it; nil where those are too many.
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

    /// What a class matches beside one character: the several letters that one of it is.
    ///
    /// A class that is repeated without end takes them one by one, if it has them.
    static func others(of set: RegexProgram.ScalarSet, isEndless: Bool) -> [RegexNode] {
        // A `\w` outside of brackets is one character.
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
