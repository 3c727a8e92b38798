/// The complaint about a push that came all the same.
enum Complaint: Equatable {
    case late, gone
    /// It is still there, and should have gone away.
    case stays
    /// It is another one than before.
    case changed
    /// It is the same number as before, and should be a greater one.
    case sameNumber
    /// It is one number that neither rises nor goes away.
    case stuck

    /// Reads one of the words that people use, in English or Japanese; nil if it names none.
    init?(word: String) {
        let word = word.lowercased()
        if Self.lateWords.contains(word) || ["遅い", "遅延", "遅れ"].contains(where: word.contains) {
            self = .late
        } else if Self.goneWords.contains(word)
            || ["消えた", "消える", "消えて", "残らない", "残りません"].contains(where: word.contains)
        {
            self = .gone
        } else if Self.stayWords.contains(word)
            || ["消えない", "消えません", "消せない", "残る", "残って", "残った"].contains(where: word.contains)
        {
            self = .stays
        } else {
            return nil
        }
    }

    /// Reads the words of a question about a symptom; nil if they say nothing of the kind.
    ///
    /// "It does not go away" is no complaint that it is gone, and only the badge is expected to go
    /// away by itself.
    init?(_ words: [WhyWord], of symptom: Symptom?) {
        let plain = words.map { $0.plain.lowercased() }
        if symptom == .badge, let found = Self.ofBadge(plain) {
            self = found
            return
        }
        if symptom == .token, Self.saysThatItChanged(words) {
            self = .changed
            return
        }
        if symptom == .banner, Self.saysThatOneIsLeft(plain) {
            self = .gone
            return
        }
        for index in plain.indices {
            guard let found = Self(word: plain[index]), found != .stays,
                found != .gone || !Self.isNegated(index, in: plain)
            else { continue }
            self = found
            return
        }
        return nil
    }

    /// Whether the words say that one of several notifications is there: `only one of two`.
    private static func saysThatOneIsLeft(_ plain: [String]) -> Bool {
        let isOne = zip(plain, plain.dropFirst()).contains { word, next in
            word == "only" && ["one", "1"].contains(next)
        }
        let others: Set<String> = ["left", "two", "2", "three", "3", "several", "both", "of"]
        return isOne && !others.isDisjoint(with: plain)
    }

    /// The complaint about the number on the icon: that it does not rise, or does not go away.
    private static func ofBadge(_ plain: [String]) -> Complaint? {
        let rises = plain.indices.filter { index in
            Self.rises.contains(plain[index])
                || ["増え", "加算"].contains(where: plain[index].contains)
        }
        if rises.contains(where: { isNegated($0, in: plain) }) { return .sameNumber }
        if saysThatItIsStuck(plain) { return .stuck }
        if saysThatItStays(plain) { return .stays }
        return !rises.isEmpty || !Set(plain).isDisjoint(with: ["always", "same"])
            ? .sameNumber : nil
    }

    /// Whether the words say that one number is there all the time: `stays at 1`, 1のまま.
    private static func saysThatItIsStuck(_ plain: [String]) -> Bool {
        let hasNumber = plain.contains { word in
            // The ID of a push has digits as well.
            (word.allSatisfy(\.isNumber) || !word.utf8.allSatisfy { $0 < 0x80 })
                && word.contains { $0.isNumber && $0 != "0" && $0 != "０" }
        }
        guard hasNumber else { return false }
        return saysThatItStays(plain)
            || plain.contains { word in
                ["のまま", "変わらない", "変わりません", "固定"].contains(where: word.contains)
            }
    }

    /// Whether the words say that something is still there: it stays, or does not go away.
    private static func saysThatItStays(_ plain: [String]) -> Bool {
        if plain.contains(where: { Self(word: $0) == .stays || kept.contains($0) }) { return true }
        if plain.contains("still"), denials.isDisjoint(with: plain) { return true }
        return plain.indices.contains { index in
            (removals.contains(plain[index]) || Self(word: plain[index]) == .gone)
                && isNegated(index, in: plain)
        }
    }

    /// Whether the words say of a token that it is another one: by a verb, or by an adjective in
    /// front of it if nothing else is wrong with the new one.
    private static func saysThatItChanged(_ words: [WhyWord]) -> Bool {
        let plain = words.map { $0.plain.lowercased() }
        let isToken = { (word: String) in word == "token" || word == "tokens" }
        return plain.indices.contains { index in
            let isNext = index + 1 < plain.count && isToken(plain[index + 1])
            if others.contains(plain[index]) { return isNext && !words.contains(where: \.isFault) }
            if changes.contains(plain[index]) {
                return plain.contains(where: isToken) && !isNegated(index, in: plain)
            }
            return ["変わ", "変更", "更新"].contains(where: plain[index].contains)
        }
    }

    /// Whether one of the three words before a verb denies it.
    private static func isNegated(_ index: Int, in plain: [String]) -> Bool {
        plain[max(0, index - 3)..<index].contains(where: negations.contains)
    }

    private static let lateWords: Set<String> = [
        "late", "later", "delay", "delayed", "delays", "slow", "slowly",
    ]
    private static let goneWords: Set<String> = [
        "gone", "disappear", "disappears", "disappeared", "vanish", "vanishes", "vanished",
        // The calls by which an app does it.
        "removealldeliverednotifications", "removedeliverednotifications",
    ]
    private static let stayWords: Set<String> = [
        "stay", "stays", "stayed", "staying", "remain", "remains", "remained", "persists",
    ]
    /// Words that say of a badge that it stays, and mean something else of other symptoms.
    private static let kept: Set<String> = ["stuck", "keep", "keeps", "kept"]
    /// The verbs of which a badge that stays is denied, and the number it should have.
    private static let removals: Set<String> = [
        "away", "clear", "clears", "cleared", "remove", "removes", "removed", "reset", "resets",
        "decrease", "decreases", "decreased", "drop", "drops", "down", "zero", "0",
    ]
    /// The verbs for a number that becomes greater.
    private static let rises: Set<String> = [
        "increase", "increases", "increased", "increasing", "increment", "increments",
        "incremented", "incrementing", "accumulate", "accumulates", "add", "adds", "rise", "rises",
    ]
    /// The verbs by which a token becomes another one, and the adjectives for it.
    private static let changes: Set<String> = [
        "change", "changes", "changed", "changing", "rotate", "rotates", "rotated", "rotating",
        "regenerated", "regenerates", "refreshed", "refreshes", "differs",
    ]
    private static let others: Set<String> = ["new", "another", "different", "other"]
    /// Whether the words say that something is not there.
    static func denies(_ plain: [String]) -> Bool {
        !denials.isDisjoint(with: plain)
            || plain.contains { word in denyingEndings.contains(where: word.hasSuffix) }
    }

    /// The endings by which a Japanese sentence denies its verb.
    static let denyingEndings = ["ない", "ません", "なし", "無い"]

    /// Words by which a question denies something.
    static let denials = negations.union(lacks)
    private static let negations: Set<String> = [
        "not", "never", "doesnt", "dont", "didnt", "wont", "isnt", "wasnt", "cant", "cannot",
        "couldnt", "hasnt",
    ]
    private static let lacks: Set<String> = ["no", "without", "missing", "nothing"]
}
