import PushCommands
import PushModel
import PushSimulation

/// Pages of `share/doc` that are generated from a table.
///
/// The pages are for readers of the repository; the program itself reads none of them.
enum MarkdownPage {
    /// The first line of each page, which tells people not to edit it.
    static let origin = "<!-- Rendered from a table; scripts/generate writes it anew. -->"

    /// The reference of commands.
    ///
    /// It has the commands in the order of help, each with the requirements that it serves.
    static var commands: String {
        var lines = [
            origin, "# The commands", "",
            "What `help` shows, on one page. A line of a script is what you type at the prompt.",
            "",
        ]
        for category in Command.Category.allCases {
            let entries = CommandEntry.entries(of: category)
            guard !entries.isEmpty else { continue }
            lines += ["## \(category.rawValue)", ""]
            for entry in entries { lines += self.lines(of: entry) }
        }
        lines += ["## Error codes", ""]
        lines += (ErrorGuide.refusals + ErrorGuide.outside + ErrorGuide.usage).map { entry in
            "- `\(entry.code)`: \(entry.meaning)" + (entry.cure.isEmpty ? "" : " \(entry.cure)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The places where rules were read, by owner.
    static var sources: String {
        var lines = [
            origin, "# Sources", "",
            "What the keys in brackets stand for, in `rules.md` and in the output of `lint`, `why` "
                + "and `help`; `help KEY` prints one. Every rule is in our own words; these are "
                + "the places where it was read.",
        ]
        for owner in CitedSource.Owner.allCases {
            lines += ["", "## \(owner.rawValue)", ""]
            if !owner.note.isEmpty { lines += [owner.note, ""] }
            lines += ["| key | what it is |", "|---|---|"]
            for source in CitedSource.all where source.owner == owner {
                lines.append("| \(source.key) | \(source.text) |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the section of a command.
    ///
    /// Ends with an empty line, on which the next section relies.
    private static func lines(of entry: CommandEntry) -> [String] {
        let command = entry.command
        var lines = ["### `\(command.name)`", ""]
        if !command.parameters.isEmpty { lines += ["    \(command.synopsis)", ""] }
        lines.append(command.summary)
        for paragraph in Prose.split(command.discussion) { lines += ["", paragraph] }
        if !entry.aliases.isEmpty {
            let names = entry.aliases.map { "`\($0)`" }.joined(separator: ", ")
            lines += ["", "Also written \(names)."]
        }
        lines.append("")
        let parameters = command.positionals + command.options
        lines += parameters.map { "- `\($0.heading)`: \($0.explanation)" }
        if !parameters.isEmpty { lines.append("") }
        let settings = SettingEntry.entries(of: command)
        if !settings.isEmpty { lines += ["The settings are:", ""] }
        lines += settings.map { "- `\($0.key)`: \($0.text)" }
        if !settings.isEmpty { lines.append("") }
        for example in command.examples {
            lines += [entry.caption(of: example), "", "```psh", example.script, "```", ""]
        }
        var notes: [String] = []
        if !command.errors.isEmpty {
            notes.append(
                "Errors: " + command.errors.map { "`\($0.rawValue)`" }.joined(separator: ", ") + "."
            )
        }
        if !command.serves.isEmpty {
            notes.append("Serves: " + command.serves.joined(separator: ", ") + ".")
        }
        return notes.isEmpty ? lines : lines + [notes.joined(separator: " "), ""]
    }

    /// The rules that the simulation follows.
    ///
    /// How sure a rule is follows from its confidence, and for a documented one from
    /// `RuleEvidence`.
    static var rules: String {
        var lines = [
            origin, "# The rules", "",
            "What the simulation takes to be true of iOS, APNs, FCM and Treasure Data. Every line",
            "that pushsh reports follows one of them; `sources.md` says what a source's key means.",
            "After `documented` and `read in its source code` comes what the source says, in our "
                + "own",
            "words.",
            "",
            "| rule | what holds | source | how sure |",
            "|---|---|---|---|",
        ]
        lines += Rule.table.map { rule in
            let source = rule.source.isEmpty ? "–" : cell(rule.source)
            return "| `\(rule.id.rawValue)` | \(cell(rule.statement)) | \(source) "
                + "| \(cell(certainty(of: rule))) |"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the cell that says how sure a rule is.
    ///
    /// Only a documented rule has a sentence of evidence; the others add their remark, which says
    /// what is uncertain.
    private static func certainty(of rule: Rule) -> String {
        switch rule.confidence {
        case .high:
            (RuleEvidence.code.contains(rule.source) ? "read in its source code" : "documented")
                + (RuleEvidence.sentence(of: rule.id).map { ": " + $0 } ?? "")
        case .medium:
            "several statements agree, or it follows from documented ones" + rule.remark
        case .low: "one statement" + rule.remark
        case .decision: "pushsh's reading"
        case .definition: "by definition"
        }
    }

    /// Returns a text as a cell of a table, in which a bar would end it.
    ///
    /// Line breaks would end the row; the tables' texts have none.
    static func cell(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
