import PushText

/// The commands of the shell itself: help, formats, recordings and reports.
///
/// Except for `.read`, which runs other statements, none of them reaches the world.
extension CommandTable {
    /// The forms in which rows are printed.
    public static let modes = [
        "table", "box", "line", "json", "jsonl", "csv", "tsv", "markdown",
    ]

    private static let topic = Parameter<String>.word(
        "command", "COMMAND",
        "A command, a setting, a function, `sql`, or a name that the output prints.",
        isRepeating: true, completion: .command)
    private static let mode = Parameter<String>.choice(
        "mode", "MODE", modes, "The format of rows.", isRequired: false)
    private static let state = Parameter<String>.choice(
        "state", "on|off", ["on", "off"], "The new state.")
    private static let file = Parameter<String>.word(
        "file", "FILE", "A file.", isRequired: true, completion: .file)
    private static let optionalFile = Parameter<String>.word(
        "file", "FILE", "A file; defaults to the terminal.", completion: .file)
    private static let recording = Parameter<String>.word(
        "file", "FILE", "The script to write.", isRequired: true, completion: .file)
    private static let replace = Parameter<Bool>.flag(
        "replace", "Replaces the file if it exists.")
    private static let page = Parameter<String>.word(
        "file", "FILE", "The page to write, such as `report.html`.", isRequired: true,
        completion: .file)
    private static let count = Parameter<Int>.positional(
        "count", "N", "How many entries.", wants: "a whole number from 1 to 1000000",
        read: { Int(digits: $0).flatMap { (1...1_000_000).contains($0) ? $0 : nil } })
    private static let table = Parameter<String>.word("table", "TABLE", "A table's name.")

    static let shellCommands: [Command] =
        helpCommands + [
            Command(
                ".mode", .shell, "Shows or sets the format in which rows are printed.",
                discussion: """
                    In `json` and `jsonl` every command prints its value instead of its lines: \
                    indented in `json`; in `jsonl` on one line, or one line per item of a list. In \
                    `csv` a control character, but for a tab or a line end, is shown as a symbol \
                    such as `␀`, and a mark that reorders text is written as `\\u{202E}`; JSON, \
                    in a field of `csv` too, keeps all text exactly. In `tsv` a tab is written as \
                    `\\t`, line ends as `\\n` and `\\r`, a backslash as two, and the other marks \
                    as `\\e` or `\\u{202E}`; null is empty, like an empty text.

                    A column that repeats a name gets a number in JSON: the second `a` is `a_2`.

                    Each line of `jsonl` is JSON by itself. What is not about the world is an \
                    object with a `type`: `help` has the page as its `text`, a `history` line an \
                    entry, `mode` the form, `record` and `report` the `file`, and `tutorial` the \
                    step to do. `.schema` prints objects as `tables` does. Commands that set \
                    something print nothing. At the prompt, all these stay text for people. \
                    `serve` prints its ports as one object, then each of its lines as the `text` \
                    of a `told`; `left_out` counts `lines` that nobody read in time. The result of \
                    a script's test is a `test`, and the end of a run with tests a `summary`, \
                    unless `--format` is given. Errors and warnings are text, on standard error.
                    """,
                parameters: [mode.spec],
                examples: [
                    .init("Rows as JSON.", ".mode json\nquery 'SELECT 1 AS one'")
                ], serves: ["SH-01"]
            ) { .shell(.mode($0[mode])) },
            Command(
                ".timer", .shell, "Prints how long each command took.",
                parameters: [state.spec],
                examples: [.init("Off is the default.", ".timer off")], serves: ["SH-01"]
            ) { .shell(.timer($0[state] == "on")) },
            Command(
                ".output", .shell, "Sends the output of later commands to a file; it replaces one.",
                parameters: [optionalFile.spec],
                examples: [.init("Back to the terminal.", ".output")], serves: ["SH-01"]
            ) { .shell(.output($0[optionalFile])) },
            Command(
                ".read", .shell, "Runs the statements of a script.", parameters: [file.spec],
                examples: [], serves: ["SH-01"]
            ) { .shell(.read($0.need(file))) },
            Command(
                ".record start", .shell, "Records what is typed, and its output, as a script.",
                discussion: """
                    The script replays on its own in an empty directory: it starts with the seed, \
                    the clock and everything done before in the workspace. Each statement is \
                    written as soon as it has run, so nothing is lost if the shell is killed.
                    """,
                parameters: [recording.spec, replace.spec], examples: [], serves: ["SH-03"]
            ) { .shell(.record(.start($0.need(recording), replaces: $0[replace] ?? false))) },
            Command(
                ".record stop", .shell, "Ends the recording.", examples: [], serves: ["SH-03"]
            ) { _ in .shell(.record(.stop)) },
            Command(
                "report", .shell, "Writes what was done here as a page to read and share.",
                discussion: """
                    The page shows each push on its way from the sender to the warehouse, with the \
                    steps, the phone after each of them, payloads, requests and what `why` says. \
                    It is a single HTML file, which replaces an older one. At the prompt it covers \
                    the last 400 commands; in a script, the commands before it. `--report \
                    html=FILE` writes such a page for every test of a run.
                    """,
                parameters: [page.spec], examples: [], serves: ["TD-14"]
            ) {
                // As the option of the process is written, too.
                let file = $0.need(page)
                return .shell(
                    .report(file.hasPrefix("html=") ? String(file.dropFirst("html=".count)) : file))
            },
            Command(
                ".history", .shell, "Lists the latest history entries.",
                parameters: [count.spec], examples: [.init("None in a script.", ".history")],
                serves: ["SH-01"]
            ) { .shell(.history($0[count] ?? 20)) },
            Command(
                ".tables", .shell, "Lists the tables that SQL can read.",
                examples: [.init("The same as `tables`.", ".tables")], serves: ["SH-01"]
            ) { _ in .inspect(.tables) },
            Command(
                ".schema", .shell, "Shows the columns of all tables, or of one.",
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
                    name, .shell, "Leaves the shell.", examples: [.init("Leave.", name)],
                    serves: ["SH-01"]
                ) { _ in .shell(.quit) }
            }
    }
}
