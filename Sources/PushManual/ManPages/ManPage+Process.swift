import PushCommands

extension ManPage {
    static func synopsis(_ page: inout Mdoc) {
        page.block(
            #"""
            .Sh SYNOPSIS
            .Nm
            .Op Ar option ...
            .Op Ar SCRIPT ...
            .Op Fl \- Ar ARGUMENT ...
            .Nm
            .Op Ar option ...
            .Fl f Ar FILE
            .Op Ar ARGUMENT ...
            .Nm
            .Op Ar option ...
            .Fl c Ar TEXT
            .Op Ar ARGUMENT ...
            """#)
    }

    static func processDescription(_ page: inout Mdoc) {
        page.raw(".Sh DESCRIPTION")
        page.block(
            #"""
            .Nm
            plays the whole way of a mobile push on one machine, without an account anywhere:
            a provider sends, APNs or FCM delivers, an iPhone shows or does not show, the app
            reacts, its events wait in a queue, are uploaded, and end as rows in a warehouse
            that answers SQL.
            Everything that happens is told in a line, and
            .Ic why
            names the rule behind it.
            .Pp
            Without a script, and on a terminal, it prompts:
            """#)
        page.literal(session)
        page.block(
            #"""
            .Pp
            The same lines in a file are a script, and
            .Nm
            .Fl f Ar FILE
            runs it on a virtual clock, from a seed, in a workspace of its own: equal input gives
            equal bytes, in any process and on any machine.
            Standard input that is no terminal is a script, too.
            The commands are explained in pushsh\-commands(7), the language in psh(5).
            .Pp
            The options:
            .Bl -tag -width Ds
            """#)
        for option in sortedOptions { self.option(option, &page) }
        page.block(
            #"""
            .El
            .Pp
            Options stand before operands.
            With
            .Fl c
            or
            .Fl f ,
            the operands are what the script reads as
            .Ql ${1} ,
            .Ql ${2} ,
            and so on; otherwise they are scripts, up to a
            .Ql \-\- .
            """#)
    }

    /// The options by letter, upper case first, then by name.
    static var sortedOptions: [ProcessOption] {
        func key(_ option: ProcessOption) -> String {
            guard let letter = option.letter else { return option.spec.name }
            return String(letter)
        }
        return ProcessOption.all.filter { !$0.isHidden }.sorted { one, other in
            let (left, right) = (key(one).lowercased(), key(other).lowercased())
            return left == right ? key(one) < key(other) : left < right
        }
    }

    private static func option(_ option: ProcessOption, _ page: inout Mdoc) {
        let name = Mdoc.argument("-" + option.spec.name)
        let value = Mdoc.argument(option.spec.placeholder)
        var line = ".It"
        if let letter = option.letter {
            line += " Fl \(letter)" + (option.value == .required ? " Ar \(value) ," : " ,")
        }
        line += " Fl \(name)"
        switch option.value {
        case .none: break
        case .required: line += " Ar \(value)"
        case .optional: line += " Ns Op = Ns Cm \(value)"
        }
        page.raw(line)
        page.prose(option.spec.explanation, naming: .options)
        if !option.discussion.isEmpty { page.prose(option.discussion, naming: .options) }
    }

    static func promptDescription(_ page: inout Mdoc) {
        page.block(
            #"""
            .Ss The prompt
            The prompt tells the device, the state of its app, who is logged in, and how many
            events wait.
            Its keys are those of libedit, which
            .Pa ~/.editrc
            may change, and these:
            .Bl -tag -width "Up, Down"
            .It Ic TAB
            Completes commands, options, message IDs, files and SQL words.
            Pressed again in a list of them it walks, as the arrows, PageUp and PageDown do; Enter
            takes the word, Esc leaves the entry as it was.
            .It Ic Right , \(haF
            Takes the suggestion that stands dimmed behind the cursor; Alt\-f takes one word.
            .It Ic Up , Down
            Walk through the entries that begin with what is typed, then through those that hold it
            elsewhere, as whole statements: those of
            this workspace first, then those of all others.
            Alt\-< goes to the oldest.
            .It Ic \(haR
            Searches the history, Japanese text as well.
            What no entry contains as it stands is looked for with other characters between.
            .It Ic Alt\-\&.
            Brings the last word of the entry before, and pressed again, of those before it.
            .It Ic \(haW , \(haU , \(haK , Alt\-d
            Kill a word, the line up to the cursor, its rest, the next word; \(haY brings back what
            was killed last, and Alt\-y behind it what was killed before.
            .It Ic \(ha_ , Alt\-/
            Undo and redo what was typed.
            .It Ic Enter
            Runs the statement, or goes on below it while a quote, here-document or block is
            open; Alt\-Enter always goes on.
            .It Ic \(haC
            Abandons what is typed, or the command that runs.
            .It Ic \(haD
            Leaves, on an empty line.
            .It Ic \(haX\(haE
            Opens the entry in an editor.
            .It Ic \(haZ
            Suspends the shell.
            .El
            .Pp
            An entry that begins with a blank, or that holds a secret, is not kept in the history.
            """#)
    }

    static func environment(_ page: inout Mdoc) {
        page.block(
            #"""
            .Sh ENVIRONMENT
            .Bl -tag -width XDG_CONFIG_HOME
            .It Ev CI
            When it is set,
            .Fl \-bless
            refuses to run, and a script with the tag
            .Ql @only
            does not pass.
            .It Ev CLICOLOR_FORCE
            When it is neither empty nor
            .Ql 0 ,
            output is coloured even into a pipe.
            .It Ev COLORFGBG , PUSHSH_BACKGROUND
            Where the last number of the first is 7 or 15, or the second is
            .Ql light ,
            the prompt takes colours that can be read on white;
            .Ql dark
            keeps the usual ones.
            .It Ev EDITOR , VISUAL
            The editor of
            .Ic \(haX\(haE ;
            .Ev VISUAL
            wins, and without either it is vi.
            .It Ev GITHUB_STEP_SUMMARY
            The file to which
            .Fl \-format Cm github
            adds its summary.
            .It Ev NO_COLOR
            When it is not empty, nothing is coloured.
            It wins over
            .Ev CLICOLOR_FORCE .
            .It Ev PAGER
            What
            .Ic help
            is shown with at the prompt where it is longer than the screen;
            .Ql less
            when it is unset or empty.
            .It Ev TERM
            When it is unset or
            .Ql dumb ,
            lines are read without editing, and nothing is coloured.
            .It Ev TZ
            The time zone in which the prompt prints times.
            Scripts, recordings, and JSON are in UTC.
            .It Ev XDG_CONFIG_HOME
            Where the startup file lies;
            .Pa ~/.config
            when it is unset or empty.
            .It Ev XDG_STATE_HOME
            Where the default workspace lies;
            .Pa ~/.local/state
            when it is unset or empty.
            .El
            .Pp
            Scripts are not affected by the locale, the time zone or the width of the terminal.
            """#)
    }

    static func files(_ page: inout Mdoc) {
        page.block(
            #"""
            .Sh FILES
            .Bl -tag -width Ds
            .It Pa $XDG_CONFIG_HOME/pushsh/rc.psh
            The startup file: statements that run before the first prompt.
            An error in it is told, and the prompt comes all the same.
            .It Pa $XDG_STATE_HOME/pushsh/default/
            The workspace of the prompt, unless
            .Fl \-workspace
            or
            .Fl \-ephemeral
            says otherwise.
            .It Pa $XDG_STATE_HOME/pushsh/last-run/
            Which tests of each script failed the last time, for
            .Fl \-rerun .
            .It Pa share/pushsh/schemas/report.json
            The JSON Schema of a report in JSON.
            .It Pa device.db
            In a workspace: the phone's side in SQLite.
            Devices, apps, tokens with their history, notifications, the event queue, uploads.
            .It Pa warehouse/ Ns Ar database Ns Pa .db
            In a workspace: Treasure Data's side, one file a database.
            .It Pa history
            In a workspace: what was typed, readable by its owner only.
            .It Pa uploads.json
            In a workspace: how far
            .Ic upload
            came, by site and table;
            .Pa uploads.lock
            keeps two of them apart.
            .El
            .Pp
            A command is one transaction on
            .Pa device.db .
            After a crash at any moment, the workspace is as before or as after the command.
            What was acknowledged survives the end of the process, however it comes.
            The system writes it to the disk a little later: when the power fails, the commands and
            the uploaded records of the last seconds may be missing, and never half of one.
            After
            .Ql config workspace.durability power
            a command, and an answer of
            .Ic serve ,
            comes only when the disk has said that it holds what they acknowledge, so that nothing
            acknowledged is lost with the power either.
            A disk that says so too early can still lose it.
            The setting costs the time of the disk, once for each command, and in
            .Ic serve
            once for all that is stored together.
            Several processes may share a workspace.
            .Pp
            On a disk that is full or read-only a workspace is read into a private copy: what asks
            is answered, and what would change something is refused.
            """#)
    }

    static func exitStatus(_ page: inout Mdoc) {
        page.block(
            #"""
            .Sh EXIT STATUS
            .Bl -tag -width Ds
            .It 0
            Everything passed.
            .It 1
            A command or a check failed, no test was left to run,
            .Fl \-bless Ns = Ns Cm check
            found something to change, or
            .Fl \-mutate
            a change that no test noticed.
            .It 2
            The arguments or a script are wrong; nothing has run.
            .It 3
            A workspace, a file or the network failed, or a time limit was reached.
            .It 4
            An error of
            .Nm
            itself; please report it.
            .El
            .Pp
            Interrupted by
            .Ic \(haC ,
            .Nm
            cleans up and dies of SIGINT, so that a shell's loop around it stops as well.
            """#)
    }

    static func processDiagnostics(_ page: inout Mdoc) {
        page.raw(".Sh DIAGNOSTICS")
        page.prose(
            """
            An error names its place, shows the line with a caret under the word at fault, and \
            says what was found and what was wanted. A hint follows where the remedy is certain:
            """)
        page.literal(diagnostic)
        page.prose(
            """
            A failed command carries a code, which a script may expect (`!not_installed app \
            launch`) and `help` explains (`help not_installed`). The codes of commands are listed \
            in pushsh-commands(7), those of the language in psh(5). Messages go to standard \
            error, results to standard output. Text that came from outside, such as a \
            notification's title, is printed with its control characters made visible.
            """)
    }

    static func caveats(_ page: inout Mdoc) {
        page.raw(".Sh CAVEATS")
        page.prose(
            """
            The simulation knows what Apple, Google and Treasure Data document, what their SDKs' \
            sources say, and what developers observed. Where a behaviour is not documented, the \
            line that tells it says so; `share/doc/rules.md` lists every rule with its source and \
            how sure it is.

            A push that the simulation delivers may still be delayed or dropped by the real \
            services, which promise nothing. Answers that no `stub` gave, such as the size of an \
            image, are assumed, and marked so.

            iOS is simulated, Android is not.
            """)
    }
}
