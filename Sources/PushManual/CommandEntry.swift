import PushCommands
import PushText

/// A command as help and manual show it: once, with the other names that do the same.
///
/// Commands count as one if they agree in category, summary and parameters. The table keeps them
/// apart, since the language finds them by name.
struct CommandEntry {
    /// The command under the name that is shown first.
    let command: Command
    /// Other names of the same command: `.quit` and `exit` for `quit`.
    let aliases: [String]

    /// The name that is shown first, by which the tables of other pages refer to the entry.
    var name: String { command.name }
    var names: [String] { [name] + aliases }

    /// Every entry, in the order of the table.
    ///
    /// Computed once: `help` looks through all entries several times for one topic.
    static let all: [CommandEntry] = {
        var entries: [(shown: Command, others: [String])] = []
        for command in CommandTable.all {
            if let place = entries.firstIndex(where: { isSame($0.shown, command) }) {
                entries[place].others.append(command.name)
            } else {
                entries.append((command, []))
            }
        }
        return entries.map { CommandEntry(command: $0.shown, aliases: $0.others) }
    }()

    /// The entries of a category, in the order of the table.
    static func entries(of category: Command.Category) -> [CommandEntry] {
        all.filter { $0.command.category == category }
    }

    /// Returns the entry of a command by any of its names.
    static func named(_ name: String) -> CommandEntry? {
        all.first { $0.names.contains(name) }
    }

    /// The first word of a two-word name, as in `app launch`.
    ///
    /// Nil for names of one word, so `app` itself would be no member of its own group.
    var group: String? {
        let words = name.split(separator: " ")
        return words.count == 2 ? String(words[0]) : nil
    }

    /// The names worth reading next: those that the text mentions, the group, then others that
    /// serve the same requirement; at most eight.
    var seeAlso: [String] {
        let text = command.summary + " " + command.discussion
        var found = Prose(text).codes.filter { code in
            CommandEntry.named(code) != nil && !names.contains(code)
        }
        let fellows = CommandEntry.entries(of: command.category).filter { $0.name != name }
        if let group { found += fellows.filter { $0.group == group }.map(\.name) }
        if group == nil {
            found += fellows.filter { other in
                other.name.hasPrefix(name + " ")
                    || other.command.serves.contains { command.serves.contains($0) }
            }.map(\.name)
        }
        var seen: [String] = []
        for name in found where !seen.contains(name) && seen.count < 8 { seen.append(name) }
        return seen
    }

    /// Returns the line above an example, without repeating the command's summary.
    func caption(of example: Command.Example) -> String {
        example.caption == command.summary ? "Example:" : "Example: \(example.caption)"
    }

    /// Whether two commands differ in their names alone, as `quit` and `exit` do.
    ///
    /// Names of two words are never joined: a command and its like in another group would share a
    /// page.
    private static func isSame(_ one: Command, _ other: Command) -> Bool {
        one.category == other.category && one.summary == other.summary
            && one.parameters.map(\.synopsis) == other.parameters.map(\.synopsis)
            && !one.name.contains(" ")
    }
}

/// Parameters as every rendering of the table shows them.
extension ParameterSpec {
    /// The parameter as a list of parameters heads it: `ID`, `--action NAME`, `--all`.
    var heading: String {
        switch role {
        case .positional(_, let isRepeating): placeholder + (isRepeating ? "…" : "")
        case .option: "--\(name) \(placeholder)"
        case .flag: "--\(name)"
        }
    }

    /// The summary, and the accepted values if neither summary nor placeholder gives them.
    var explanation: String {
        guard let accepted, !summary.contains(accepted) else { return summary }
        return "\(summary) Takes \(accepted)."
    }

    /// A description of the accepted values; nil if any is accepted, or if the placeholder says it.
    ///
    /// The general words, such as a text, say no more than the placeholder, so they are left out.
    private var accepted: String? {
        guard !["", "a word", "a text", "a file", "statements", "a tag like `@td`"].contains(wants)
        else {
            return nil
        }
        guard let choices = closedChoices else { return wants }
        if choices.joined(separator: "|") == placeholder { return nil }
        if choices.allSatisfy({ summary.contains("`\($0)`") }) { return nil }
        let quoted = choices.map { "`\($0)`" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first }
        return "\(quoted.dropLast().joined(separator: ", ")) or \(last)"
    }
}
