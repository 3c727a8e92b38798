/// The stem of an English word by the Snowball project's algorithm "english" (Porter 2), which
/// Lucene has and Trino's `word_stem` runs.
///
/// https://snowballstem.org/algorithms/english/stemmer.html
///
/// Letters other than lower-case `a` to `z` are left as they are, and count as consonants.
struct EnglishStemmer {
    private var word: [UInt8]
    /// The start of the region R1 of the algorithm, in bytes.
    private var r1 = 0
    /// The start of R2, which lies within R1.
    private var r2 = 0

    /// Returns the stem of a word in UTF-8.
    static func stem(_ text: String) -> String {
        let bytes = Array(text.utf8)
        if let exception = exceptions[text] { return exception }
        guard text.unicodeScalars.count > 2 else { return text }
        var stemmer = EnglishStemmer(word: bytes)
        stemmer.run()
        return String(decoding: stemmer.word, as: UTF8.self)
    }

    private init(word: [UInt8]) { self.word = word }

    private static let exceptions = [
        "skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie",
        "idly": "idl", "gently": "gentl", "ugly": "ugli", "early": "earli", "only": "onli",
        "singly": "singl", "sky": "sky", "news": "news", "howe": "howe", "atlas": "atlas",
        "cosmos": "cosmos", "bias": "bias", "andes": "andes",
    ]

    /// Words that are finished after their plural was removed.
    private static let unchanged: Set<String> = [
        "inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed",
    ]

    /// A `y` that acts as a consonant.
    private static let consonantY = UInt8(ascii: "Y")
    private static let y = UInt8(ascii: "y")

    /// The steps in the algorithm's order; each looks at what the one before has left.
    private mutating func run() {
        if word.first == UInt8(ascii: "'") { word.removeFirst() }
        let marked = markConsonants()
        findRegions()
        removePossessive()
        removePlural()
        if !Self.unchanged.contains(String(decoding: word, as: UTF8.self)) {
            removePast()
            replaceFinalY()
            shorten(Self.second, Self.secondRule)
            shorten(Self.third, Self.thirdRule)
            removeLast()
            removeFinal()
        }
        if marked { word = word.map { $0 == Self.consonantY ? Self.y : $0 } }
    }

    /// Returns whether any `y` was marked, so that most words need not be written back.
    private mutating func markConsonants() -> Bool {
        var marked = false
        for index in word.indices where word[index] == Self.y {
            guard index == 0 || Self.isVowel(word[index - 1]) else { continue }
            word[index] = Self.consonantY
            marked = true
        }
        return marked
    }

    private static func isVowel(_ byte: UInt8) -> Bool { "aeiouy".utf8.contains(byte) }

    /// Three beginnings have an R1 of their own, as the algorithm lists them.
    private mutating func findRegions() {
        let prefix = ["gener", "commun", "arsen"].first { word.starts(with: $0.utf8) }
        r1 = prefix?.utf8.count ?? region(from: 0)
        r2 = region(from: r1)
    }

    /// Returns the region after the first consonant that follows a vowel.
    private func region(from start: Int) -> Int {
        var index = start
        while index < word.count, !Self.isVowel(word[index]) { index += 1 }
        while index < word.count, Self.isVowel(word[index]) { index += 1 }
        return min(word.count, index + 1)
    }

    private func ends(_ suffix: String) -> Bool {
        let bytes = suffix.utf8
        return word.count >= bytes.count && word.suffix(bytes.count).elementsEqual(bytes)
    }

    private mutating func replace(_ suffix: String, _ new: String) {
        word.replaceSubrange((word.count - suffix.utf8.count)..., with: new.utf8)
    }

    private func isInR1(_ suffix: String) -> Bool { word.count - suffix.utf8.count >= r1 }
    private func isInR2(_ suffix: String) -> Bool { word.count - suffix.utf8.count >= r2 }

    private func hasVowel(before end: Int) -> Bool {
        end > 0 && word[..<end].contains(where: Self.isVowel)
    }

    /// Step 0.
    private mutating func removePossessive() {
        for suffix in ["'s'", "'s", "'"] where ends(suffix) {
            replace(suffix, "")
            return
        }
    }

    /// Step 1a.
    private mutating func removePlural() {
        if ends("sses") { return replace("sses", "ss") }
        if ends("ied") || ends("ies") {
            return replace("ies", word.count > 4 ? "i" : "ie")
        }
        if ends("us") || ends("ss") { return }
        if ends("s"), hasVowel(before: word.count - 2) { word.removeLast() }
    }

    /// Step 1b, after which a word may need its `e` back or lose a doubled letter.
    private mutating func removePast() {
        for suffix in ["eedly", "eed"] where ends(suffix) {
            if isInR1(suffix) { replace(suffix, "ee") }
            return
        }
        for suffix in ["ingly", "edly", "ing", "ed"] where ends(suffix) {
            guard hasVowel(before: word.count - suffix.utf8.count) else { return }
            replace(suffix, "")
            if ends("at") || ends("bl") || ends("iz") {
                word.append(UInt8(ascii: "e"))
            } else if word.count > 1, word[word.count - 1] == word[word.count - 2],
                "bdfgmnprt".utf8.contains(word[word.count - 1])
            {
                word.removeLast()
            } else if r1 >= word.count, endsInShortSyllable(word.count) {
                word.append(UInt8(ascii: "e"))
            }
            return
        }
    }

    /// Whether the text before `end` ends in a short syllable.
    private func endsInShortSyllable(_ end: Int) -> Bool {
        guard end >= 2, !Self.isVowel(word[end - 1]), Self.isVowel(word[end - 2]) else {
            return false
        }
        if end == 2 { return true }
        return !"wxY".utf8.contains(word[end - 1]) && !Self.isVowel(word[end - 3])
    }

    /// Step 1c.
    private mutating func replaceFinalY() {
        guard word.count > 2, word[word.count - 1] | 0x20 == Self.y,
            !Self.isVowel(word[word.count - 2])
        else { return }
        word[word.count - 1] = UInt8(ascii: "i")
    }
}

/// The tables of suffixes, the longest of which decides.
extension EnglishStemmer {
    private typealias Rule = (inout EnglishStemmer, String, String) -> Void

    private static let second = [
        ("ization", "ize"), ("ational", "ate"), ("fulness", "ful"), ("ousness", "ous"),
        ("iveness", "ive"), ("tional", "tion"), ("biliti", "ble"), ("lessli", "less"),
        ("entli", "ent"), ("ation", "ate"), ("alism", "al"), ("aliti", "al"), ("ousli", "ous"),
        ("iviti", "ive"), ("fulli", "ful"), ("enci", "ence"), ("anci", "ance"),
        ("abli", "able"), ("izer", "ize"), ("ator", "ate"), ("alli", "al"), ("bli", "ble"),
        ("ogi", "og"), ("li", ""),
    ]

    private static let third = [
        ("ational", "ate"), ("tional", "tion"), ("alize", "al"), ("icate", "ic"),
        ("iciti", "ic"), ("ative", ""), ("ical", "ic"), ("ness", ""), ("ful", ""),
    ]

    private static let last = [
        "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti",
        "ous", "ive", "ize", "ion", "al", "er", "ic",
    ]

    private mutating func shorten(_ table: [(String, String)], _ rule: Rule) {
        guard let (suffix, new) = table.first(where: { ends($0.0) }), isInR1(suffix) else {
            return
        }
        rule(&self, suffix, new)
    }

    private static func secondRule(_ stemmer: inout Self, _ suffix: String, _ new: String) {
        let place = stemmer.word.count - suffix.utf8.count - 1
        let before = place >= 0 ? stemmer.word[place] : 0
        if suffix == "ogi", before != UInt8(ascii: "l") { return }
        if suffix == "li", !"cdeghkmnrt".utf8.contains(before) { return }
        stemmer.replace(suffix, new)
    }

    private static func thirdRule(_ stemmer: inout Self, _ suffix: String, _ new: String) {
        if suffix == "ative", !stemmer.isInR2(suffix) { return }
        stemmer.replace(suffix, new)
    }

    /// Step 4: suffixes that go if they are in R2.
    private mutating func removeLast() {
        guard let suffix = Self.last.first(where: { ends($0) }), isInR2(suffix) else { return }
        if suffix == "ion" {
            guard word.count > 3, "st".utf8.contains(word[word.count - 4]) else { return }
        }
        replace(suffix, "")
    }

    /// Step 5.
    private mutating func removeFinal() {
        if ends("e") {
            if isInR2("e") || isInR1("e") && !endsInShortSyllable(word.count - 1) {
                word.removeLast()
            }
        } else if ends("ll"), isInR2("l") {
            word.removeLast()
        }
    }
}
