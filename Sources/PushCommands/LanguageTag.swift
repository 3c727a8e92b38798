import PushText

/// The tags that name a language: `en`, `ja-JP`, `zh-Hant`.
enum LanguageTag {
    /// The form of a tag, as messages state it; whether a language has it is not checked.
    static let grammar = "a tag such as `en`, `pt-BR` or `zh-Hant`"
    /// The form of a folder's name: besides tags there is `Base.lproj`.
    static let folderGrammar = "letters, digits and `-`, 35 at most"

    /// Reads a language tag of RFC 5646; nil if the text is not one.
    ///
    /// A language has two or three letters: the registry holds none of the longer ones that the
    /// standard leaves room for.
    static func read(_ text: String) -> String? {
        let parts = text.utf8.split(separator: Ascii.minus, omittingEmptySubsequences: false)
        let isTag =
            (2...3).contains(parts[0].count) && !parts[0].contains(where: Ascii.isDigit)
            && parts.allSatisfy { (1...8).contains($0.count) }
        return isTag ? readFolder(text) : nil
    }

    /// Reads the name of an `.lproj` folder; nil if the text is not one.
    static func readFolder(_ text: String) -> String? {
        let isName =
            (1...35).contains(text.utf8.count)
            && text.utf8.allSatisfy { Ascii.isAlphanumeric($0) || $0 == Ascii.minus }
        return isName ? text : nil
    }
}
