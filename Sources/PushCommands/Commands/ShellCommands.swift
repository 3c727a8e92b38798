import PushText

extension CommandTable {
    /// The forms in which rows are printed.
    public static let modes = [
        "table", "box", "line", "json", "jsonl", "csv", "tsv", "markdown",
    ]

    private static let topic = Parameter<String>.word(
        "command", "COMMAND",
        "A command, an error's code, a setting, a word of the language, `sql`, or its function.",
        isRepeating: true, completion: .command)
    private static let mode = Parameter<String>.choice(
        "mode", "MODE", modes, "The form of rows.", isRequired: false)
    private static let state = Parameter<String>.choice(
        "state", "on|off", ["on", "off"], "The new state.")
    private static let file = Parameter<String>.word(
        "file", "FILE", "A file.", isRequired: true, completion: .file)
    private static let optionalFile = Parameter<String>.word(
        "file", "FILE", "A file; the terminal again when not given.", completion: .file)
    private static let recording = Parameter<String>.word(
        "file", "FILE", "The script to write.", isRequired: true, completion: .file)
    private static let replace = Parameter<Bool>.flag(
        "replace", "Writes the file anew if it exists.")
    private static let page = Parameter<String>.word(
        "file", "FILE", "The page to write, as `report.html`.", isRequired: true,
        completion: .file)
    private static let count = Parameter<Int>.positional(
        "count", "N", "How many entries.", wants: "a whole number from 1",
        read: { Int($0).flatMap { (1...1_000_000).contains($0) ? $0 : nil } })
    private static let table = Parameter<String>.word("table", "TABLE", "A table's name.")

    static let shellCommands: [Command] =
        helpCommands + [
            Command(
                ".mode", .shell, "Shows or sets the form in which rows are printed.",
                discussion: """
                    In `json` and `jsonl` every command prints its value in place of its lines: \
                    set out in `json`, and in `jsonl` on one line, a list with an item a line. \
                    Help and the other dotted words stay text. In `csv` a control character is \
                    shown as its picture, as `␀`; JSON keeps every text exactly.
                    """,
                parameters: [mode.spec],
                examples: [
                    .init("Rows as JSON.", ".mode json\nquery 'SELECT 1 AS one'")
                ], serves: ["SH-01"]
            ) { .shell(.mode($0[mode])) },
            Command(
                ".timer", .shell, "Says after each command how long it took.",
                parameters: [state.spec],
                examples: [.init("Off is the default.", ".timer off")], serves: ["SH-01"]
            ) { .shell(.timer($0[state] == "on")) },
            Command(
                ".output", .shell, "Sends the output of later commands to a file.",
                parameters: [optionalFile.spec],
                examples: [.init("Back to the terminal.", ".output")], serves: ["SH-01"]
            ) { .shell(.output($0[optionalFile])) },
            Command(
                ".read", .shell, "Runs the statements of a script.", parameters: [file.spec],
                examples: [], serves: ["SH-01"]
            ) { .shell(.read($0.need(file))) },
            Command(
                ".record start", .shell, "Writes what is typed, and its output, as a script.",
                discussion: """
                    The script replays alone, in an empty directory: it starts with the seed, the \
                    clock and everything done before in the workspace. Each statement is written \
                    when it has run, so that nothing is lost when the shell is killed.
                    """,
                parameters: [recording.spec, replace.spec], examples: [], serves: ["SH-03"]
            ) { .shell(.record(.start($0.need(recording), replaces: $0[replace] ?? false))) },
            Command(
                ".record stop", .shell, "Ends the recording.", examples: [], serves: ["SH-03"]
            ) { _ in .shell(.record(.stop)) },
            Command(
                "report", .shell, "Writes what was done here as a page to look at and pass on.",
                discussion: """
                    The page draws each push on its way from the sender to the warehouse, with \
                    the steps, the phone after each of them, payloads, requests and what `why` \
                    says. It is one file that needs no network. At the prompt it holds the last \
                    400 commands; in a script, the commands before it. `--report html=FILE` \
                    writes such a page of every test of a run.
                    """,
                parameters: [page.spec], examples: [], serves: ["TD-14"]
            ) { .shell(.report($0.need(page))) },
            Command(
                ".history", .shell, "Lists the last entries of the history.",
                parameters: [count.spec], examples: [.init("None in a script.", ".history")],
                serves: ["SH-01"]
            ) { .shell(.history($0[count] ?? 20)) },
            Command(
                ".tables", .shell, "Lists the tables that SQL can read.",
                examples: [.init("The same as `tables`.", ".tables")], serves: ["SH-01"]
            ) { _ in .inspect(.tables) },
            Command(
                ".schema", .shell, "Shows the columns of the tables, or of one.",
                parameters: [table.spec],
                examples: [.init("One table.", ".schema mobile.push_events")], serves: ["SH-01"]
            ) { .shell(.schema($0[table])) },
        ]

    /// `help` and `quit` work with and without the dot.
    private static var helpCommands: [Command] {
        ["help", ".help"].map { name in
            Command(
                name, .shell, "Lists the commands, or explains one.", parameters: [topic.spec],
                examples: [.init("One command.", name + " tap")], serves: ["SH-04"]
            ) {
                // `@phone` is not a file here: help is asked about the sign itself.
                let words = $0.allArguments(topic).compactMap { word in
                    word.text.map { word.kind == .file ? "@" + $0 : $0 }
                }
                return .shell(.help(words.isEmpty ? nil : words.joined(separator: " ")))
            }
        }
            + ["exit", ".exit", "quit", ".quit"].map { name in
                Command(
                    name, .shell, "Leaves the shell.", examples: [.init("Good-bye.", name)],
                    serves: ["SH-01"]
                ) { _ in .shell(.quit) }
            }
    }
}
