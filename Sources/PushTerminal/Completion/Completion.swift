/// The possible continuations of the word at the cursor.
public struct Completion: Equatable, Sendable {
    /// One word that fits, with a few words about it.
    public struct Candidate: Equatable, Sendable {
        /// The word that replaces the one at the cursor.
        public var text: String
        /// The meaning of the word; empty to show the text alone.
        public var description: String

        /// Makes a candidate; an empty description shows the text alone.
        public init(_ text: String, _ description: String = "") {
            self.text = text
            self.description = description
        }
    }

    /// The UTF-8 offset from which the text up to the cursor is replaced.
    public var replaceFrom: Int
    /// The words that fit, in the order of their listing.
    public var candidates: [Candidate]
    /// Whether a space follows the word once it is the only one that fits.
    public var appendSpace: Bool

    /// Makes a completion.
    public init(replaceFrom: Int, candidates: [Candidate], appendSpace: Bool = true) {
        self.replaceFrom = replaceFrom
        self.candidates = candidates
        self.appendSpace = appendSpace
    }

    /// The text that all candidates begin with.
    var commonPrefix: String {
        guard var shared = candidates.first.map({ Array($0.text.unicodeScalars) }) else {
            return ""
        }
        for candidate in candidates.dropFirst() {
            var count = 0
            for (mine, theirs) in zip(shared, candidate.text.unicodeScalars) {
                guard mine == theirs else { break }
                count += 1
            }
            shared.removeSubrange(count...)
        }
        return UTF32Text.string(shared.lazy.map(\.value))
    }
}
