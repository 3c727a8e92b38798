extension Suggestion {
    /// The question whether a name was meant, as hints ask it.
    package static func question(_ name: String) -> String { "did you mean `" + name + "`?" }

    /// The question whether the candidate nearest to a word was meant; nil if none is near.
    package static func hint(_ word: String, among candidates: [String]) -> String? {
        nearest(word, candidates).map(question)
    }
}
