import PushText

/// The one list of commands, from which parser, help, manual, completion and hints are made.
///
/// A test compares the generated documents with it, and runs every example.
public enum CommandTable {
    /// Every command, in the order help and manual show them.
    public static let all: [Command] =
        appCommands + userCommands + tokenCommands + ncmbCommands + deviceCommands
        + pushCommands + [send]
        + localCommands + activityCommands + channelCommands + encryptionCommands + explainCommands
        + dataCommands + keepCommands + credentialCommands + senderCommands + warehouseCommands
        + worldCommands + copyCommands
        + tutorialCommands
        + shellCommands

    /// A command, and whether others begin with its name; shared, since a command is large.
    private final class Entry: Sendable {
        let command: Command
        let isGroup: Bool

        init(command: Command, isGroup: Bool) {
            self.command = command
            self.isGroup = isGroup
        }
    }

    /// Commands by name, and the first words of two-word names.
    private static let index: (byName: [String: Entry], groups: Set<String>) = {
        var byName: [String: Entry] = [:]
        var groups: Set<String> = []
        for command in all {
            let words = command.name.split(separator: " ")
            if words.count == 2 { groups.insert(String(words[0])) }
        }
        for command in all {
            byName[command.name] = Entry(command: command, isGroup: groups.contains(command.name))
        }
        return (byName, groups)
    }()

    /// The first words of two-word names, such as `app` and `clock`.
    public static var groups: Set<String> { index.groups }

    /// A command by its whole name.
    public static func named(_ name: String) -> Command? { index.byName[name]?.command }

    /// Finds the command that the words name; returns it with the number of words in its name.
    ///
    /// - Throws: `unknown_command`, with a suggestion where one is near.
    public static func find(_ words: [Argument]) throws(UsageError) -> (Command, Int) {
        let (entry, count) = try entry(of: words)
        return (entry.command, count)
    }

    /// Returns the command and the number of words in its name: two words win over one.
    private static func entry(of words: [Argument]) throws(UsageError) -> (Entry, Int) {
        guard let first = words.first, let name = first.text else {
            throw UsageError(
                .unknownCommand, "a command's name cannot come from a variable",
                at: words.first?.span)
        }
        let alone = index.byName[name]
        if let alone, !alone.isGroup { return (alone, 1) }
        if index.groups.contains(name), words.count > 1, words[1].kind != .file,
            let second = words[1].text, let both = index.byName[name + " " + second]
        {
            return (both, 2)
        }
        if let alone { return (alone, 1) }
        throw unknown(name, words)
    }

    /// Turns the words of a statement into an instruction.
    ///
    /// A variable in the words must have been expanded before.
    public static func lower(_ words: [Argument]) throws(UsageError) -> Instruction {
        let (entry, count) = try entry(of: words)
        return try entry.command.lower(Arguments(words[count...], of: entry.command))
    }

    /// Checks the words of a statement without running it: names, options, and values that are
    /// already known.
    ///
    /// A second word from a variable, as in `app ${state}`, is checked only when it runs.
    public static func check(_ words: [Argument]) throws(UsageError) {
        if words.count > 1, words[1].text == nil, let first = words[0].text,
            index.groups.contains(first)
        {
            return
        }
        let (command, count) = try find(words)
        let arguments = try Arguments(words[count...], of: command)
        // If every word is known, lowering finds faults that no single value shows.
        if arguments.isKnown { _ = try command.lower(arguments) }
    }

    /// The places of the words `@path` that stand for the contents of a file; none if the words
    /// cannot be lowered whatever the files hold.
    public static func contentWords(_ words: [Argument]) -> [Span] {
        guard let (command, count) = try? find(words) else { return [] }
        return (try? Arguments(words[count...], of: command))?.contents ?? []
    }

    /// Whether an option has the words hashed, so that no message may repeat one.
    public static func isPersonal(_ words: [Argument]) -> Bool {
        guard let (command, count) = try? find(words) else { return false }
        return command.isPersonal(words[count...])
    }

    /// The error for words that name no command, with the best guess at what was meant.
    private static func unknown(_ name: String, _ words: [Argument]) -> UsageError {
        if [.json, .hereDocument].contains(words.first?.kind) {
            return UsageError(
                .unknownCommand, "expected a command, found JSON", at: words.first?.span,
                hint: "write `receive` or `lint` in front of it")
        }
        let shown = VisibleText.escape(name)
        let isForeign = ForeignWord.hint(on: name) != nil
        let habit = isForeign ? nil : ShellHabit.hint(among: words.prefix(3))
        if index.groups.contains(name) {
            let seconds = all.compactMap { command -> String? in
                let words = command.name.split(separator: " ")
                return words.count == 2 && words[0] == name ? String(words[1]) : nil
            }
            let isLong = seconds.count > Suggestion.maximumChoices
            guard words.count > 1, words[1].kind != .file, let second = words[1].text else {
                return UsageError(
                    .missingArgument,
                    "`\(shown)` needs " + (seconds.count > 2 ? "one of " : "")
                        + Suggestion.list(seconds),
                    at: words.first?.span, hint: isLong ? "`help \(shown)` lists them" : nil)
            }
            let near =
                ShellHabit.command(name, second) ?? made(of: [name, second])
                ?? Suggestion.nearest(second, seconds)
                .map { "\(name) \($0)" }
            return UsageError(
                .unknownCommand, "unknown command `\(shown) \(VisibleText.escape(second))`",
                at: words[1].span,
                hint: habit ?? near.map(Suggestion.question)
                    ?? (isLong
                        ? "`help \(name)` lists the commands of `\(name)`"
                        : "`\(name)` takes \(Suggestion.list(seconds))"))
        }
        if let narrow = WideText.narrow(name) {
            return UsageError(
                .unknownCommand, "unknown command `\(shown)`", at: words.first?.span,
                hint: "it has full-width letters or blanks; in half-width ones it is "
                    + "`\(VisibleText.escape(narrow))`")
        }
        if let plain = WideText.plain(name) {
            return UsageError(
                .unknownCommand, "unknown command `\(shown)`", at: words.first?.span,
                hint: "it has a no-break space, which is not a blank; with one it is "
                    + "`\(VisibleText.escape(plain))`")
        }
        if let topic = LanguageTopic.named(name) {
            return UsageError(
                .unknownCommand, "unknown command `\(shown)`", at: words.first?.span,
                hint: "`\(topic.name)` is a word of the language: `help \(topic.name)`")
        }
        return UsageError(
            .unknownCommand, "unknown command `\(shown)`", at: words.first?.span,
            hint: habit ?? hint(on: name) ?? "`help` lists the commands")
    }

    /// The command of two words that begins with a command's name, and whose second word is nearly
    /// the one given; nil if there is none.
    static func longer(than name: String, nearly second: String) -> String? {
        let longer = all.map(\.name).filter { $0.hasPrefix(name + " ") }
        return Suggestion.nearest(second, longer.map { String($0.dropFirst(name.count + 1)) })
            .map { name + " " + $0 }
    }

    /// The one command whose name contains all of these words, as `device restart` means
    /// `app restart-device`; nil if there is none, or more than one.
    private static func made(of words: [String]) -> String? {
        let found = all.map(\.name).filter { name in
            let parts = name.split { $0 == " " || $0 == "-" }
            return words.allSatisfy { word in parts.contains { $0 == word } }
        }
        return found.count == 1 ? found[0] : nil
    }

    /// A guess at the command that an unknown word means: a word from other tools, the second word
    /// of a command alone, or a misspelt name.
    private static func hint(on name: String) -> String? {
        if let hint = ShellHabit.hint(onFirst: name) ?? ForeignWord.hint(on: name) { return hint }
        let whole = all.map(\.name).filter { $0 == "." + name || $0.hasSuffix(" " + name) }
        if !whole.isEmpty { return "did you mean \(Suggestion.list(whole))?" }
        if let command = made(of: [name]) { return Suggestion.question(command) }
        let commands = index.groups.sorted() + all.map(\.name).filter { !$0.contains(" ") }
        let names = LanguageTopic.all.map(\.name) + commands
        if let near = Suggestion.nearest(name, names) { return Suggestion.question(near) }
        // A second word alone may also be misspelt; in short words one letter proves nothing.
        guard name.unicodeScalars.count > 4 else { return nil }
        let longer = all.map(\.name).filter { $0.contains(" ") }
        let seconds = longer.map { String($0.drop { $0 != " " }.dropFirst()) }
        guard let near = Suggestion.nearest(name, seconds, limit: 1) else { return nil }
        let meant = zip(longer, seconds).filter { $0.1 == near }.map(\.0)
        return "did you mean \(Suggestion.list(meant))?"
    }
}
