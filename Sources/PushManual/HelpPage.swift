import PushCommands
import PushText

/// The text of `help` and `--help`, rendered from the tables of commands and options.
///
/// No line is wider than the width asked for, unless a single word or an example's line is.
///
/// Each function returns a whole page that ends with a newline. The text is the same on a terminal
/// and in a pipe but for its width, so tests compare it as it is.
public enum HelpPage {
    /// The width if none is known.
    public static let defaultWidth = 80
    /// The widest page: longer lines are hard to read.
    private static let widest = 100
    /// The narrowest page: most names of commands still fit into a line.
    static let narrowest = 20

    /// Renders `help`: every command by category, with its summary.
    public static func overview(width: Int = defaultWidth) -> String {
        var page = Columns(width: bounded(width))
        let names = CommandEntry.all.map { DisplayWidth.of($0.name) }.max() ?? 0
        page.heading("Start here")
        for (name, purpose) in firstSteps { page.row(name, purpose, head: names) }
        page.blank()
        for category in Command.Category.allCases {
            let entries = CommandEntry.entries(of: category)
            guard !entries.isEmpty else { continue }
            page.heading(category.rawValue)
            for entry in entries { page.row(entry.name, entry.command.summary, head: names) }
            page.blank()
        }
        page.paragraph(
            """
            `help COMMAND` explains a command, `help CODE` an error, `help KEY` a setting or a key \
            of the payload, `help NAME` a reason of APNs or FCM, a rule, its source or an event; \
            `help errors` lists the codes, `help WORD` the commands that mention a word, `help \
            sql` the SQL functions; `man psh` describes the language.
            """)
        return page.text
    }

    /// The commands that a beginner needs, in the order of need.
    ///
    /// The texts differ from the summaries of the commands: here they say when to use one.
    private static let firstSteps = [
        ("tutorial", "A few minutes at the prompt: one push from send to SQL, then by symptom."),
        ("status", "Shows the current state on one screen."),
        ("app launch", "Opens the app; it registers and gets its tokens."),
        ("receive FILE", "Delivers a push; `receive <<JSON` takes it from the prompt."),
        ("try FILE", "Shows what a push would do in every state of the app."),
        ("why", "Says where the newest push or an event got lost, and how to fix it."),
        ("undo", "Undoes the last entry."),
    ]

    /// Renders `help TOPIC`: a command, the commands that share a first word, an error's code, a
    /// word of the language, a setting, a name that output prints, or the pages that mention any
    /// other word.
    ///
    /// - Throws: `unknown_command`, with a suggestion if one is near.
    ///
    /// Names that a command has come first, then what output prints, and a search last. A word that
    /// is nearly a name is not searched for: it was mistyped.
    public static func topic(
        _ words: String, functions: [FunctionEntry] = [], width: Int = defaultWidth
    ) throws(UsageError) -> String {
        let name = words.split(separator: " ").joined(separator: " ")
        if let entry = CommandEntry.named(name) {
            let page = page(of: entry, width: bounded(width))
            // `open` and `dismiss` are commands and events.
            let events = HelpName.named(name).filter(\.isEvent)
            guard !events.isEmpty else { return page }
            return page + "\n" + HelpName.page(events, width: bounded(width))
        }
        let members = CommandEntry.all.filter { $0.group == name }
        if !members.isEmpty { return group(name, members, width: bounded(width)) }
        if let error = ErrorGuide.entry(name) { return page(of: error, width: bounded(width)) }
        if let topic = LanguageTopic.named(name) { return topic.page(width: bounded(width)) }
        // Words that people also use for something else lead to both, such as `app badge`.
        let isAlsoCommand = CommandEntry.all.contains { $0.name.hasSuffix(" " + name) }
        if ForeignWord.hint(on: name) == nil, !isAlsoCommand, let part = LanguageTopic.part(name) {
            return part.page(width: bounded(width))
        }
        if let page = SettingEntry.page(on: name, width: bounded(width)) { return page }
        let names = HelpName.named(name)
        if let first = names.first {
            let page = HelpName.page(names, width: bounded(width))
            let others = HelpSearch(first.name).page(width: bounded(width), isExplained: true)
            // A rule may be named like its source.
            let cited = evidence(on: name, width: bounded(width)).map { "\n" + $0 } ?? ""
            return page + cited + (others ?? "")
        }
        if let page = evidence(on: name, width: bounded(width)) { return page }
        if let page = self.functions(functions, named: name, width: width) { return page }
        if let hint = environmentHint(on: name) {
            throw UsageError(
                .unknownCommand, "no help on `\(VisibleText.escape(name))`", hint: hint)
        }
        if let meant = HelpName.meant(by: name) {
            throw UsageError(
                .unknownCommand, "no help on `\(VisibleText.escape(name))`",
                hint: Suggestion.question(meant))
        }
        if let page = HelpSearch(name).page(width: bounded(width)) { return page }
        let arguments = name.split(separator: " ").map {
            Argument(String($0), at: Span(start: 0, end: 0))
        }
        let found: Command
        do throws(UsageError) {
            found = try CommandTable.find(arguments).0
        } catch {
            // The place is that of the words after `help`, which only the caller knows.
            throw UsageError(error.code, error.message, hint: error.hint)
        }
        throw UsageError(
            .unknownCommand, "unknown command `\(VisibleText.escape(name))`",
            hint: "see `help \(found.name)`")
    }

    /// Renders `--help`: the usage of the process, and its options.
    public static func usage(width: Int = defaultWidth) -> String {
        var page = Columns(width: bounded(width))
        page.paragraph("pushsh: a \(Release.summary).")
        page.blank()
        for (index, line) in synopsis.enumerated() {
            page.line((index == 0 ? "usage: " : "       ") + line)
        }
        let shown = ProcessOption.all.filter { !$0.isHidden }
        for group in ProcessOption.Group.allCases {
            page.blank()
            page.heading(group.rawValue)
            for option in shown where option.group == group {
                page.row(option.forms, option.spec.explanation, head: 24)
            }
        }
        page.blank()
        page.paragraph("`pushsh -c help` lists the commands, `man pushsh` explains the rest.")
        return page.text
    }

    /// Renders `--version`.
    public static let version = "pushsh \(Release.version)\n"

    /// The ways of calling the process.
    ///
    /// pushsh(1) writes the same three forms with macros: a change of one must be made in both.
    static let synopsis = [
        "pushsh [OPTION…] [SCRIPT…] [-- ARGUMENT…]",
        "pushsh [OPTION…] -f FILE [ARGUMENT…]",
        "pushsh [OPTION…] -c TEXT [ARGUMENT…]",
    ]

    /// Returns a width between the narrowest and the widest.
    ///
    /// The caller passes the width of the terminal, which may be zero in a pipe or a thousand on a
    /// wide screen.
    private static func bounded(_ width: Int) -> Int { min(max(width, narrowest), widest) }

    /// Renders a command: form, summary, parameters, examples, errors, settings, and what to read
    /// next.
    ///
    /// `width` must be within the bounds already; each section that would be empty is left out with
    /// its heading.
    static func page(of entry: CommandEntry, width: Int) -> String {
        let command = entry.command
        var page = Columns(width: width)
        let parts = [command.name] + (command.positionals + command.options).map(\.synopsis)
        page.line(parts.map(Columns.whole).joined(separator: " "), hanging: 4)
        page.blank()
        page.paragraph(command.summary)
        if !command.discussion.isEmpty {
            page.blank()
            page.paragraph(command.discussion)
        }
        if !entry.aliases.isEmpty {
            page.blank()
            page.paragraph("Also written \(Suggestion.list(entry.aliases)).")
        }
        parameters(of: command, &page)
        for example in command.examples {
            page.blank()
            page.line(entry.caption(of: example), hanging: 4)
            page.literal(example.script)
        }
        errors(of: command, &page)
        SettingEntry.add(SettingEntry.entries(of: command), &page)
        if !entry.seeAlso.isEmpty {
            page.blank()
            let names = entry.seeAlso.map(Columns.whole).joined(separator: ", ")
            page.line("See also: " + names, hanging: 4)
        }
        return page.text
    }

    /// Adds the command's parameters, first those by place.
    ///
    /// Heads are aligned over both kinds, as people look for a name and not for its kind.
    private static func parameters(of command: Command, _ page: inout Columns) {
        let parameters = command.positionals + command.options
        guard !parameters.isEmpty else { return }
        page.blank()
        page.heading("Parameters")
        let head = parameters.map { DisplayWidth.of($0.heading) }.max() ?? 0
        for parameter in parameters {
            page.row(parameter.heading, parameter.explanation, head: head)
        }
    }

    /// Adds the refusals that the command promises, with their meanings.
    ///
    /// The order is that of the command's entry in the table.
    private static func errors(of command: Command, _ page: inout Columns) {
        guard !command.errors.isEmpty else { return }
        page.blank()
        page.heading("Errors")
        let head = command.errors.map(\.rawValue.utf8.count).max() ?? 0
        for code in command.errors {
            page.row(code.rawValue, ErrorGuide.entry(code.rawValue)?.meaning ?? "", head: head)
        }
    }

    /// Renders the commands that share a first word.
    ///
    /// The names come in the order of the table, as on the overview.
    private static func group(_ name: String, _ members: [CommandEntry], width: Int) -> String {
        var page = Columns(width: width)
        page.line("\(name): \(members.count.counted("command", "commands"))")
        page.blank()
        let head = members.map { DisplayWidth.of($0.name) }.max() ?? 0
        for member in members { page.row(member.name, member.command.summary, head: head) }
        page.blank()
        page.paragraph("`help \(members[0].name)` explains one of them.")
        return page.text
    }

    /// Renders an error's code: meaning, cure, a script that fails with it, and the commands that
    /// do.
    private static func page(of error: ErrorEntry, width: Int) -> String {
        var page = Columns(width: width)
        page.line(error.code)
        page.blank()
        page.paragraph(error.meaning)
        if !error.cure.isEmpty { page.paragraph(error.cure) }
        if let example = ErrorGuide.example(of: error.code) {
            page.blank()
            page.heading("Example")
            page.literal(example)
        }
        let raising = CommandEntry.all.filter { entry in
            entry.command.errors.contains { $0.rawValue == error.code }
        }
        if !raising.isEmpty {
            page.blank()
            let names = raising.map { Columns.whole($0.name) }.joined(separator: ", ")
            page.line("Raised by: " + names, hanging: 4)
        }
        return page.text
    }
}
