import PushCommands
import PushText

/// Finds the help pages that mention a word, for people who know the question but no command.
///
/// Words match at their beginning, in any letter case; all of them must occur on a page. Japanese
/// words are looked up by their English equivalents.
///
/// The search is the last resort of `help`: it runs over all pages, and names at most sixteen of
/// them.
struct HelpSearch {
    /// The most commands, and the most settings, that a page names.
    static let maximumRows = 8

    /// The words to look for, in lower case.
    private let words: [String]
    /// The topic as typed.
    ///
    /// Shown to the user; the search itself works with `words`, which may be translated.
    private let topic: String

    /// Looks for pages that have all words of a topic.
    init(_ topic: String) {
        self.topic = topic
        words = Self.words(of: JapaneseWord.translated(topic) ?? topic)
    }

    /// Returns the page of results; nil if there are none, or if a similar command was meant.
    ///
    /// With `isExplained` the page goes below one that explains the word itself.
    func page(width: Int, isExplained: Bool = false) -> String? {
        // Shorter words are on every second page, and a name nearly typed right was meant.
        let first = topic.prefix { $0 != " " }
        guard !words.isEmpty, words.allSatisfy({ $0.utf8.count > 2 }),
            CommandTable.named(String(first)) == nil, !CommandTable.groups.contains(String(first)),
            WideText.narrow(topic) == nil, isWordOfSummaries || !isNearlyACommand(topic)
        else { return nil }
        let commands = self.commands
        let settings = self.settings
        guard !commands.isEmpty || !settings.isEmpty else { return nil }
        var page = Columns(width: width)
        if !isExplained {
            page.paragraph("No command is called `\(VisibleText.escape(topic))`.")
        }
        if let hint = ForeignWord.hint(on: topic) {
            page.blank()
            page.paragraph(hint + ".")
        }
        add("These mention it", commands, &page)
        add("Settings that mention it", settings, &page)
        page.blank()
        page.paragraph("`help \((commands.first ?? settings[0]).name)` explains the first of them.")
        return page.text
    }

    /// The commands whose summary mentions it, then those whose page does.
    ///
    /// Names that begin with a dot, such as `.mode`, are left out.
    private var commands: [Row] {
        let entries = CommandEntry.all.filter { !$0.name.hasPrefix(".") }
        let near = entries.filter { mentions([$0.name, $0.command.summary]) }
        let far = entries.filter { entry in
            let command = entry.command
            return !near.contains { $0.name == entry.name }
                && mentions(
                    [entry.name, command.summary, command.discussion]
                        + command.parameters.flatMap { [$0.name, $0.summary] }
                        + command.examples.map(\.caption))
        }
        return (near + far).map { ($0.name, $0.command.summary) }
    }

    /// The settings whose key or meaning mentions it.
    private var settings: [Row] {
        CommandTable.all.flatMap { command in
            SettingEntry.entries(of: command).filter { mentions([$0.key, $0.text]) }
                .map { ($0.key, $0.text) }
        }
    }

    /// Whether texts contain every word, at the beginning of one of theirs, or without its `s`.
    ///
    /// A word longer than three letters also matches without its `s`, so that `tokens` finds
    /// `token`.
    private func mentions(_ texts: [String]) -> Bool {
        let found = texts.flatMap(Self.words)
        return words.allSatisfy { word in
            let stem = word.count > 3 && word.hasSuffix("s") ? word.dropLast() : word[...]
            return found.contains { $0.hasPrefix(stem) }
        }
    }

    /// A text's words in lower case; `nse.image-keys` has three.
    private static func words(of text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// Whether a summary contains the words as typed, so that they were not meant as a command.
    ///
    /// A word such as `push` is near a command's name and still a proper topic.
    private var isWordOfSummaries: Bool {
        let found = Set(CommandEntry.all.flatMap { Self.words(of: $0.command.summary) })
        return words.allSatisfy(found.contains)
    }

    /// Whether the topic is probably a mistyped command.
    private func isNearlyACommand(_ topic: String) -> Bool {
        let names = CommandTable.groups.sorted() + CommandTable.all.map(\.name)
        return Suggestion.isNear(topic, names)
    }

    /// Adds the first rows under a title, and how many more there are.
    private func add(_ title: String, _ rows: [Row], _ page: inout Columns) {
        guard !rows.isEmpty else { return }
        page.blank()
        page.heading(title)
        let shown = rows.prefix(Self.maximumRows)
        let head = shown.map { DisplayWidth.of($0.name) }.max() ?? 0
        for row in shown { page.row(row.name, row.text, head: head) }
        if rows.count > shown.count { page.literal("and \(rows.count - shown.count) more") }
    }

    /// The name of a page with its summary.
    private typealias Row = (name: String, text: String)
}
