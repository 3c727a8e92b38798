import PushText

extension ProcessOption {
    /// Every option, in the order help lists them; the manual sorts them.
    public static let all = input + world + tests + output + information

    /// The first option that fits.
    ///
    /// Each part of the table is made only when the search reaches it: nearly every start names an
    /// option or two of the first part, and the whole table costs a seventh of a start.
    static func first(where fits: (ProcessOption) -> Bool) -> ProcessOption? {
        input.first(where: fits) ?? world.first(where: fits) ?? tests.first(where: fits)
            ?? output.first(where: fits) ?? information.first(where: fits)
    }

    /// The operands, as the manual and completions show them.
    public static let operands: [ParameterSpec] = [
        Parameter<String>.word(
            "script", "SCRIPT", "A script to run; `-` is standard input.", isRepeating: true,
            completion: .file
        ).spec,
        Parameter<String>.word(
            "argument", "ARGUMENT",
            "Passed to scripts as `${1}`, `${2}` …, after `-c`, `-f` or `--`.",
            isRepeating: true, completion: .file
        ).spec,
    ]

    /// An option that takes a tag, with or without its sign.
    private static func tag(_ name: String, _ summary: String) -> Parameter<String> {
        .option(
            name, "@TAG", summary, wants: "a tag like `@td`",
            read: { text in
                let tag = text.hasPrefix("@") ? String(text.dropFirst()) : text
                let isName = tag.utf8.allSatisfy {
                    Ascii.isWord($0) || $0 == Ascii.minus
                }
                return isName && !tag.isEmpty ? tag : nil
            })
    }

    /// The input that is run: scripts, a text, standard input, or a prompt.
    private static let input: [ProcessOption] = [
        .taking(
            .text(
                "file", "FILE", "Runs a script; `-` is standard input.", wants: "a file",
                completion: .file),
            .input, letter: "f", isRepeating: true,
            excludes: ["command", "interactive", "jsonl", "merge", "watch"],
            """
            If given several times, the scripts run in that order, each in a fresh world. Words \
            after the options are passed to them as `${1}`, `${2}` …, as a first line \
            `#!/usr/bin/env -S pushsh -f` needs.
            """
        ) { $0.scripts.append($1) },
        .taking(
            .option(
                "command", "TEXT", "Runs the statements of TEXT.", wants: "statements",
                read: { $0 }),
            .input, letter: "c",
            excludes: ["file", "interactive", "jsonl", "merge", "watch"],
            "A newline in TEXT ends a statement, as in a script."
        ) { $0.text = $1 },
        .flag(
            "interactive", .input, letter: "i",
            "Starts the prompt, even if standard input is not a terminal.",
            excludes: ["file", "command", "check", "jsonl", "list", "merge", "mutate", "watch"],
            "Takes no script; run one with `.read FILE` at the prompt."
        ) { $0.isInteractive = true },
        .flag(
            "jsonl", .input, "Answers control protocol requests, one per line.",
            excludes: [
                "file", "command", "interactive", "check", "list", "mutate", "watch", "merge",
            ],
            """
            For programs that run pushsh as a child process: requests come on standard input, \
            answers go to standard output, and the process exits at the end of the input.
            """
        ) { $0.answersLines = true },
        .flag(
            "check", .input, "Checks scripts without running them.",
            excludes: ["bless", "interactive", "jsonl", "list", "merge", "mutate", "report"],
            """
            Parses the whole file, resolves includes, and checks the names and options of \
            commands. Nothing runs, and no workspace is opened. With `--mode json` or `jsonl`, \
            errors go to standard output as JSON.
            """
        ) { $0.isCheck = true },
        .flag(
            "list", .input, "Lists the tests in scripts without running them.",
            excludes: ["check", "bless", "interactive", "jsonl", "merge", "mutate", "report"],
            """
            Each line has file and line, title and tags. Options that select tests apply. The \
            tests of a file that `.read` names are listed as the file is now; only a run knows \
            those of a file whose name is in a variable. With `--mode json` or `jsonl` the list is \
            JSON.
            """
        ) { $0.isList = true },
        .flag(
            "mutate", .input,
            "Runs scripts with one change at a time, and lists changes that no test notices.",
            excludes: [
                "check", "list", "merge", "watch", "bless", "interactive", "jsonl", "workspace",
                "report", "format",
            ],
            """
            Each command, `let` and `include` is left out once, and each expectation is negated \
            once; a statement whose guard keeps it from running runs instead. If every test still \
            passes, nothing checks that statement. A command with golden lines, or with `!`, is \
            its own check. A comment `# unnoticed: reason`, after the statement or alone above it, \
            explains a change that nothing can notice. Options that select tests apply. Files that \
            the statements write are written to a place of their own, and removed. The exit \
            status is 1 if a change was neither noticed nor explained. `--jobs` sets how many run \
            at a time, by default one per processor; `--mode json` and `jsonl` are for tools.
            """
        ) { $0.isMutation = true },
        .flag(
            "watch", .input, "Runs scripts, and reruns them when a file they use changes.",
            excludes: [
                "file", "command", "jsonl", "merge", "mutate", "bless", "interactive",
            ],
            """
            The scripts follow the options. Included scripts and files named in statements are \
            watched, too; only the affected scripts run again. ^C ends it.
            """
        ) { $0.isWatch = true },
        .flag(
            "merge", .input, "Merges several reports into one.",
            excludes: [
                "file", "command", "check", "jsonl", "list", "mutate", "watch", "interactive",
                "bless",
            ],
            """
            The operands are JSON reports, such as those of the parts of a run (`--shard`). They \
            are reported as if they were one run, and `--report` writes the result; a missing part \
            is an error.
            """
        ) { $0.isMerge = true },
    ]

    /// The place of the state, and the clock of a run.
    private static let world: [ProcessOption] = [
        .taking(
            .text(
                "workspace", "DIR", "Keeps the state in a directory.", wants: "a directory",
                completion: .file),
            .world, excludes: ["ephemeral", "mutate"],
            """
            The directory is created if missing. Without this option, the prompt uses \
            `$XDG_STATE_HOME/pushsh/default`, and scripts are ephemeral.
            """
        ) { $0.workspace = $1 },
        .flag(
            "ephemeral", .world, "Starts from a fresh workspace that is deleted at exit.",
            excludes: ["workspace"],
            "This is the default for scripts, unless `--workspace` is given."
        ) { $0.isEphemeral = true },
        .flag(
            "real-time", .world, "Runs scripts on the system's clock instead of the virtual one.",
            "Such a run is not repeatable: times and waits are real."
        ) { $0.usesRealTime = true },
        .flag(
            "no-rc", .world, "Does not read the startup file.",
            "Only the prompt reads it anyway."
        ) { $0.readsStartupFile = false },
    ]

    /// Which tests run, in which order, and how often.
    private static let tests: [ProcessOption] = [
        .taking(
            tag("only", "Runs only the tests that have the tag."), .tests, isRepeating: true,
            """
            If given several times, one of the tags is enough. It is an error if no test is left. \
            A file without tests counts as one test without tags.
            """
        ) { $0.onlyTags.append($1) },
        .taking(
            tag("skip", "Skips the tests that have the tag."), .tests, isRepeating: true
        ) { $0.skippedTags.append($1) },
        .taking(
            .text(
                "filter", "PATTERN",
                "Runs only the tests whose title matches PATTERN, a regular expression.",
                wants: "a regular expression"), .tests,
            "Case is ignored."
        ) { $0.filter = $1 },
        .taking(
            .number(
                "from", "LINE", "Starts at the first test or statement on or after LINE.",
                in: 1...100_000_000), .tests,
            "In a script with tests, the statements outside tests above LINE run as well."
        ) { $0.firstLine = $1 },
        .taking(
            .option(
                "rerun", "failed", "Runs only the tests that failed last time.",
                wants: "`failed`", completion: .choice(["failed"]),
                read: { $0 == "failed" ? true : nil }), .tests,
            """
            All of a script runs if no earlier run of it is known, or if a statement outside its \
            tests failed.
            """
        ) { $0.rerunsFailed = $1 },
        .taking(
            .number(
                "jobs", "N", "Runs up to N scripts, or tests of one script, at a time.", in: 1...256
            ),
            .tests,
            """
            Each runs in its own process, and the output is the same as without this option. With \
            several scripts, the tests of one script run one after the other; with one script, \
            they also do so if `--workspace` is given. Tests that run at the same time must not \
            write the same file.
            """
        ) { $0.jobs = $1 },
        .taking(
            .option(
                "shard", "I/N", "Runs part I of N of the tests.",
                wants: "a part like `2/5`", read: { Shard($0) }), .tests,
            """
            A test's title decides its part, so it stays there when other tests are added or \
            removed. A part may be empty. `--merge` combines the JSON reports of all parts, and \
            refuses them if their scripts, what `.read` ran outside tests, arguments or choices \
            of tests differ, by digests that each report has. `s.psh` and `./s.psh` are the same \
            script.
            """
        ) { $0.shard = $1 },
        .taking(
            .number("slowest", "N", "Lists the N slowest tests at the end.", in: 1...10_000),
            .tests
        ) { $0.slowest = $1 },
        .taking(
            .option(
                "shuffle", "SEED", "Runs the tests in a random order derived from SEED.",
                wants: "a whole number from 0 to \(UInt64.max)", read: { UInt64(digits: $0) }),
            .tests
        ) { $0.shuffleSeed = $1 },
        .taking(
            .option(
                "timeout", "DURATION", "Stops a test that takes longer in real time.",
                wants: "a duration like `90s` or `5m`",
                read: { DurationText.parse($0).flatMap { $0 > 0 ? $0 : nil } }), .tests,
            "A script or an included file that is a pipe is waited for no longer than that either."
        ) { $0.timeout = $1 },
        .flag(
            "keep-going", .tests, "Continues with the next statement after a failure.",
            excludes: ["fail-fast"],
            "Without it, the first failure ends its test, and the run continues with the next "
                + "test. A failed statement outside tests still skips the tests after it."
        ) { $0.afterFailure = .nextStatement },
        .flag(
            "fail-fast", .tests, "Ends the run at the first failure.", excludes: ["keep-going"],
            "Reports list the remaining tests as skipped."
        ) { $0.afterFailure = .stop },
        .taking(
            .option(
                "bless", "check", "Rewrites golden lines that no longer match.", wants: "`check`",
                completion: .choice(["check"]),
                read: { $0.isEmpty ? .rewrite : $0 == "check" ? .check : nil }),
            .tests, optionally: true, excludes: ["check", "list", "merge", "mutate", "watch"],
            """
            Only golden lines and JSON here-documents of failing expectations change; comments, \
            indentation and redactions that still match stay. Included files stay as they are. \
            The diff is printed. With `--bless=check` nothing is written, and the exit status is 1 \
            if something would be. `--bless` refuses to run if `CI` is set.
            """
        ) { (options: inout ProcessOptions, bless: ProcessOptions.Bless) in options.bless = bless },
    ]

    /// Reports and the form of what is printed.
    private static let output: [ProcessOption] = [
        .taking(
            .option(
                "mode", "MODE", "Sets the format of rows, like `.mode`.",
                wants: Suggestion.enumeration(CommandTable.modes),
                completion: .choice(CommandTable.modes),
                read: { CommandTable.modes.contains($0) ? $0 : nil }), .output,
            "The default is `table`. In `json` and `jsonl` every command prints its value. "
                + "`help .mode` describes the lines of `jsonl`."
        ) { $0.mode = $1 },
        .taking(
            .choice("format", "FORMAT", "Sets the format of the test report on standard output."),
            .output, excludes: ["mutate"],
            """
            The default is `human`; `tap` is TAP version 14; `github` prints GitHub Actions \
            annotations and adds a summary to the file named by `$GITHUB_STEP_SUMMARY`. Lines of \
            output that GitHub would take for commands get a blank into their `::` or `##[`.
            """
        ) { (options: inout ProcessOptions, format: ProcessOptions.Format) in
            options.format = format
        },
        .taking(
            .option(
                "report", "KIND=FILE", "Also writes a report to a file.",
                wants: "`junit=FILE`, `json=FILE` or `html=FILE`",
                completion: .choice(ProcessOptions.Report.Kind.allCases.map { "\($0.rawValue)=" }),
                read: { ProcessOptions.Report($0) }), .output, isRepeating: true,
            excludes: ["check", "list", "mutate"],
            "`-` is standard output; everything else is then printed to standard error. Secrets "
                + "are redacted, as everywhere."
        ) { $0.reports.append($1) },
        .flag(
            "keep-steps", .output, "Adds the steps of each test to a JSON report.",
            "These are the steps shown in the HTML report."
        ) { $0.keepsSteps = true },
        .taking(
            .option(
                "report-times", "off", "Omits real times from reports.", wants: "`off`",
                completion: .choice(["off"]), read: { $0 == "off" ? false : nil }), .output,
            "Identical runs then give identical files."
        ) { $0.reportsTimes = $1 },
    ]

    /// Texts that are printed instead of running anything.
    private static let information: [ProcessOption] = [
        .flag("help", .information, letter: "h", "Prints the options and exits.") {
            $0.action = .help
        },
        .flag("version", .information, letter: "V", "Prints the version and exits.") {
            $0.action = .version
        },
        .taking(
            .text(
                "generate", "DIR", "Writes the files rendered from the command table.",
                wants: "a directory"), .information, isHidden: true
        ) { $0.action = .generate($1) },
        .taking(
            .number("parent", "PID", "Ends with that process.", in: 1...Int(Int32.max)),
            .information, isHidden: true
        ) { $0.parent = $1 },
    ]
}
