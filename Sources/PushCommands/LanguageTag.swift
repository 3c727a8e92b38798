import PushText

/// The tags that name a language: `en`, `ja-JP`, `zh-Hant`.
enum LanguageTag {
    /// The form of a tag, as messages state it; which language it names is not checked.
    static let grammar = "letters, digits and `-`, 35 at most"

    /// Reads a language tag; nil if the text is not one.
    static func read(_ text: String) -> String? {
        let isTag =
            (1...35).contains(text.utf8.count)
            && text.utf8.allSatisfy { Ascii.isAlphanumeric($0) || $0 == Ascii.minus }
        return isTag ? text : nil
    }
}
