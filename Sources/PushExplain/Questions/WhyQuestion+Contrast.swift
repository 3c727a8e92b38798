/// The clauses of a question: what works is only told beside what is missing.
extension WhyQuestion {
    /// Leaves out what a clause says is there, if another one misses something: `the sound plays
    /// but no banner` is about the banner, and so is `only the sound plays`.
    static func chooseMissing(_ names: inout [Name], in words: [WhyWord]) {
        let clauses = clauses(of: words)
        let isComplaint = clauses.map { clause in
            Complaint.denies(words[clause].map { $0.plain.lowercased() })
                || words[clause].contains {
                    $0.isFault && !tellsPresence.contains($0.plain.lowercased())
                }
        }
        func isMissed(_ name: Name) -> Bool {
            clauses.firstIndex { $0.contains(name.place) }.map { isComplaint[$0] } ?? true
        }
        func isSeen(_ name: Name) -> Bool {
            name.subject.symptom.map(Symptom.observed.contains) ?? false
        }
        let misses = names.contains { isMissed($0) && $0.subject.symptom != nil }
        if misses {
            names.removeAll { !isMissed($0) && isSeen($0) }
        } else if !isComplaint.contains(true),
            let sound = names.firstIndex(where: {
                $0.subject.symptom == .sound && isAlone($0.place, in: words)
            })
        {
            names[sound].subject = WhySubject(symptom: .banner)
        }
    }

    /// Words for a fault that say in another clause what is there: `only the badge changes`.
    private static let tellsPresence: Set<String> = ["it", "change", "changes", "changed"]

    /// The clauses, each with the word that ends it.
    private static func clauses(of words: [WhyWord]) -> [Range<Int>] {
        var ends: [Int] = []
        for place in words.indices.dropLast() {
            let next = words[place + 1].plain.lowercased()
            let isEnd =
                [",", ";", "、", "，"].contains(where: words[place].typed.hasSuffix)
                || Symptom.endsClause(words[place].plain)
                || contrasts.contains(next)
                || next == "and" && place + 2 < words.count
                    && Complaint.denials.contains(words[place + 2].plain.lowercased())
            if isEnd { ends.append(place + 1) }
        }
        return zip([0] + ends, ends + [words.count]).map { $0..<$1 }
    }

    /// Whether it is said to be all there is: `only the sound`.
    private static func isAlone(_ place: Int, in words: [WhyWord]) -> Bool {
        words[max(0, place - 2)..<place].contains {
            ["only", "just"].contains($0.plain.lowercased())
        }
    }

    /// Words that begin a clause which says the contrary.
    private static let contrasts: Set<String> = [
        "but", "though", "although", "however", "whereas",
    ]
}
