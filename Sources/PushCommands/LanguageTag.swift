/// The tags that name a language: `en`, `ja-JP`, `zh-Hant`.
enum LanguageTag {
    /// The form of a tag, as messages state it; which language it names is not checked.
    static let grammar = "letters, digits and `-`, 35 at most"

    /// Reads a language tag; nil if the text is not one.
    static func read(_ text: String) -> String? {
        let isTag =
            (1...35).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
                    || $0 == 45
            }
        return isTag ? text : nil
    }
}
