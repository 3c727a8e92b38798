import PushCommands

extension LanguageTopic {
    /// The page that `help` shows.
    ///
    /// The pages of `expect` and `let` also list what a query finds, since the two share the
    /// grammar of queries.
    func page(width: Int) -> String {
        var page = Columns(width: width)
        page.line(form, hanging: 4)
        page.blank()
        page.paragraph(summary + " It is a word of the language; `man psh` describes all of it.")
        if name == "expect" || name == "let" {
            Self.list("What QUERY finds", LanguageWord.queries, in: &page)
        }
        if name == "expect" { Self.list("What PREDICATE asks", LanguageWord.predicates, in: &page) }
        return page.text
    }

    /// Adds words of the language with their summaries.
    private static func list(_ title: String, _ words: [LanguageWord], in page: inout Columns) {
        page.blank()
        page.heading(title)
        let head = words.map { $0.name.count }.max() ?? 0
        for word in words { page.row(word.name, word.summary, head: head) }
    }
}
