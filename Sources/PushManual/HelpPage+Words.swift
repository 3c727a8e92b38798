import PushCommands
import PushText

/// The pages of `help` on what output prints besides names: sources, first words, codes.
extension HelpPage {
    /// Renders the page on a source's key, a printed word, or `errors`; nil for anything else.
    ///
    /// The first kind that has the name wins. A source is skipped if people from other shells type
    /// its name and mean a command; `ForeignWord` then has the better answer.
    static func evidence(on name: String, width: Int) -> String? {
        var page = Columns(width: width)
        let sources = CitedSource.named(name)
        if let word = PrintedWord.named(name) {
            page.line("\(word.word): a word that output prints")
            page.blank()
            page.paragraph(word.meaning)
        } else if ["errors", "codes"].contains(name) {
            addCodes(&page)
        } else if !sources.isEmpty, ForeignWord.hint(on: name) == nil {
            for source in sources {
                page.line("\(source.key): a source of rules (\(source.owner.rawValue))", hanging: 4)
                page.blank()
                page.paragraph(source.text)
                if !source.owner.note.isEmpty { page.paragraph(source.owner.note) }
            }
        } else {
            return nil
        }
        return page.text
    }

    /// Names the page that explains a variable of the environment; nil for any other name.
    ///
    /// The manual alone has the meanings, so that they are written once.
    static func environmentHint(on name: String) -> String? {
        // The names of proxies are in small letters, and curl also reads most in capitals.
        environment.contains { $0 == name || $0.uppercased() == name }
            ? "`man pushsh` explains the environment" : nil
    }

    /// The variables of the environment that pushsh(1) explains, from its section ENVIRONMENT.
    static var environment: [String] {
        var page = Mdoc(title: "pushsh", section: 1, summary: "")
        ManPage.environment(&page)
        let head = ".It Ev "
        return page.lines.filter { $0.hasPrefix(head) }.flatMap { line in
            line.dropFirst(head.count).split { $0 == " " || $0 == "," }.map(String.init)
        }
    }

    /// Adds every code of a failure by kind, each with its meaning.
    private static func addCodes(_ page: inout Columns) {
        let kinds = [
            ("The simulation refuses the command", ErrorGuide.refusals),
            ("Something outside the simulation fails", ErrorGuide.outside),
            ("The words do not fit the command", ErrorGuide.usage),
            ("The script cannot be read", ErrorGuide.syntax),
        ]
        let head = kinds.flatMap(\.1).map(\.code.utf8.count).max() ?? 0
        for (title, entries) in kinds {
            page.heading(title)
            for entry in entries { page.row(entry.code, entry.meaning, head: head) }
            page.blank()
        }
        page.paragraph("`help CODE` says what to do about one.")
    }
}
