import PushCommands

extension ManPage {
    /// Adds the forms of a call.
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

    /// Adds what the process does, and its options from their table.
    static func processDescription(_ page: inout Mdoc) {
        page.raw(".Sh DESCRIPTION")
        page.block(
            #"""
            .Nm
            simulates the whole path of a mobile push on one machine, without any account:
            a provider sends, APNs or FCM delivers, an iPhone shows it or not, the app reacts,
            and its events are queued, uploaded, and end up as rows in a warehouse that you
            query with SQL.
            Everything that happens is printed as a line, and
            .Ic why
            names the rule behind it.
            .Pp
            Without a script, on a terminal, it prompts:
            """#)
        page.literal(session)
        page.block(
            #"""
            .Pp
            The same lines in a file are a script, and
            .Nm
            .Fl f Ar FILE
            runs it on a virtual clock, from a seed, in its own workspace: the same input gives
            the same bytes, in any process and on any machine.
            Standard input that is not a terminal is also a script.
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
            Options come before operands.
            With
            .Fl c
            or
            .Fl f ,
            the script reads the operands as
            .Ql ${1} ,
            .Ql ${2} ,
            and so on; otherwise they are scripts, up to a
            .Ql \-\-
            behind the first.
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

    /// Adds an option with its forms, as `--help` has them, and its discussion.
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

    /// Adds the keys and habits of the prompt.
    static func promptDescription(_ page: inout Mdoc) {
        page.block(
            #"""
            .Ss The prompt
            The prompt shows the device, the state of its app, who is logged in, and how many
            events are waiting.
            It has the keys of libedit, which
            .Pa ~/.editrc
            can change, and these:
            .Bl -tag -width "Up, Down"
            .It Ic TAB
            Completes commands, options, message IDs, files and SQL words.
            In a list of completions, press it again, or use the arrows, PageUp and PageDown, to
            move; Enter takes the word, Esc leaves the entry as it was.
            .It Ic Right , \(haF
            Accepts the dimmed suggestion after the cursor; Alt\-f accepts one word.
            .It Ic Up , Down
            Walk through the history, as whole statements: first entries that begin with what is
            typed, then entries that contain it; those of this workspace come first, then all
            others.
            In an entry of several lines they move by lines once the cursor has been moved.
            Alt\-< goes to the oldest.
            .It Ic \(haR
            Searches the history, including Japanese text.
            If no entry contains the text, entries with its characters in that order match.
            .It Ic Alt\-\&.
            Inserts the last word of the previous entry; press it again for earlier entries.
            .It Ic \(haW , \(haU , \(haK , Alt\-d
            Kill a word, the line up to the cursor, the rest of the line, or the next word;
            \(haY yanks the last text killed, and Alt\-y after it the text killed before that.
            .It Ic \(ha_ , Alt\-/
            Undo and redo typing.
            .It Ic Enter
            Runs the statement, or starts a new line while a quote, here-document or block is
            open; Alt\-Enter always starts a new line.
            .It Ic \(haC
            Discards what is typed, or stops the running command.
            .It Ic \(haD
            Exits, on an empty line.
            .It Ic \(haX\(haE
            Opens the entry in an editor.
            .It Ic \(haZ
            Suspends the shell.
            .El
            .Pp
            An entry that begins with a blank or contains a secret is not kept in the history.
            """#)
    }

    /// Adds the variables of the environment that the process reads.
    static func environment(_ page: inout Mdoc) {
        page.block(
            #"""
            .Sh ENVIRONMENT
            .Bl -tag -width XDG_CONFIG_HOME
            .It Ev CI
            If not empty,
            .Fl \-bless
            refuses to run, and a script with the tag
            .Ql @only
            fails.
            .It Ev CLICOLOR
            If
            .Ql 0 ,
            nothing is coloured, unless
            .Ev CLICOLOR_FORCE
            asks for it.
            .It Ev CLICOLOR_FORCE
            If neither empty nor
            .Ql 0 ,
            output is coloured even into a pipe.
            .It Ev COLORFGBG , PUSHSH_BACKGROUND
            If the first ends in 7 or 15, or the second is
            .Ql light ,
            the prompt uses colours that are readable on white;
            .Ql dark
            keeps the usual ones.
            Both need a terminal of 256 colours, as
            .Ev TERM
            or
            .Ev COLORTERM
            says.
            .It Ev COLORTERM
            If set, the terminal is taken to have 256 colours.
            .It Ev EDITOR , VISUAL
            The editor for
            .Ic \(haX\(haE ;
            .Ev VISUAL
            wins, and the default is vi.
            .It Ev EDITRC
            The file of the prompt's keys;
            .Pa ~/.editrc
            if unset or empty.
            .It Ev GITHUB_STEP_SUMMARY
            The file to which
            .Fl \-format Cm github
            adds its summary.
            .It Ev HOME
            The home directory, which has the startup file and the default workspace.
            .It Ev http_proxy , https_proxy , all_proxy , no_proxy
            The proxies of requests on the real network, as curl has them.
            """#)
        laterVariables(&page)
    }

    /// Adds the variables from N on, which end the list.
    private static func laterVariables(_ page: inout Mdoc) {
        page.block(
            #"""
            .It Ev LESS
            The options of
            .Ql less
            as a pager;
            .Ql FRX
            if unset.
            .It Ev NCMB_APPLICATION_KEY , NCMB_CLIENT_KEY
            The keys that
            .Ic ncmb key environment
            chooses.
            .It Ev NO_COLOR
            If not empty, nothing is coloured.
            It overrides
            .Ev CLICOLOR_FORCE .
            .It Ev PAGER
            The pager for
            .Ic help
            at the prompt, if the text is longer than the screen;
            .Ql less
            if unset or empty.
            .It Ev TD_WRITE_KEY , TD_API_KEY
            The keys of the account, unless
            .Ic config
            names other places for them.
            .It Ev TERM
            If unset,
            .Ql dumb
            or
            .Ql emacs ,
            there is no line editing, and no colour unless CLICOLOR_FORCE asks for it.
            .It Ev TMPDIR
            The directory of temporary files, among them those of private workspaces;
            .Pa /tmp
            if unset or empty.
            .It Ev TZ
            The time zone in which the prompt prints times.
            Scripts, recordings, and JSON are in UTC.
            .It Ev XDG_CONFIG_HOME
            The directory of the startup file;
            .Pa ~/.config
            if unset or empty.
            .It Ev XDG_STATE_HOME
            The directory of the default workspace;
            .Pa ~/.local/state
            if unset or empty, and none without a home directory.
            .El
            .Pp
            Scripts are not affected by the locale, the time zone or the width of the terminal.
            """#)
    }

    /// Adds the files that it reads and writes.
    static func files(_ page: inout Mdoc) {
        page.block(
            #"""
            .Sh FILES
            .Bl -tag -width Ds
            .It Pa $XDG_CONFIG_HOME/pushsh/rc.psh
            The startup file: statements that run before the first prompt.
            An error in it is reported, and the prompt starts anyway.
            .It Pa $XDG_STATE_HOME/pushsh/default/
            The workspace of the prompt, unless
            .Fl \-workspace
            or
            .Fl \-ephemeral
            says otherwise.
            .It Pa $XDG_STATE_HOME/pushsh/last-run/
            Which tests of each script failed last time, for
            .Fl \-rerun .
            .It Pa share/pushsh/schemas/report.json
            The JSON Schema of a JSON report.
            .It Pa device.db
            In a workspace: the phone's side in SQLite.
            Devices, apps, tokens with their history, notifications, the event queue, uploads.
            .It Pa warehouse/ Ns Ar database Ns Pa .db
            In a workspace: Treasure Data's side, one file per database.
            .It Pa device.db\-wal , Pa device.db\-shm
            Beside each database while it is open, and after a crash: part of it.
            .It Pa gateway-ca.pem , Pa gateway-ca.key
            In a workspace: the certificate authority of the gateways, and its private key, readable
            only by its owner.
            Whoever has the key can answer in the place of any server for programs that trust the
            certificate: leave it out of a copy for somebody else.
            .It Pa history
            In a workspace: what was typed, readable only by its owner.
            .It Pa restored
            In a workspace: which statements the copies ended with that
            .Ic snapshot go ,
            .Ic undo
            and
            .Ic restore
            put in place of its content.
            .It Pa $XDG_STATE_HOME/pushsh/history
            What was typed in any workspace, for
            .Ic \(haR
            and the arrow keys; readable only by its owner.
            .It Pa uploads.json
            In a workspace: the progress of
            .Ic upload
            by site and table;
            .Pa uploads.lock
            prevents two at once.
            .It Pa snapshots/ , Pa undo/ , Pa redo/
            In a workspace: whole copies of it, one directory each.
            .It Pa bringing-back
            In a workspace, while a copy is being restored: its path, so that whichever process
            opens the workspace next completes what was interrupted.
            .El
            """#)
        durability(&page)
    }

    /// Adds what survives a crash, a power failure and a full disk.
    private static func durability(_ page: inout Mdoc) {
        page.block(
            #"""
            .Pp
            A command is one transaction on
            .Pa device.db .
            Only a long one is kept part by part: a flush batch by batch, and a clock that moves far
            every few thousand lines.
            After a crash at any moment, the workspace is as it was before or after the command, or
            such a part.
            What was acknowledged survives the end of the process, however it ends.
            The system writes it to disk a little later: after a power failure, the commands and
            uploaded records of the last seconds may be missing, but never half of one.
            After
            .Ql config workspace.durability power ,
            a command, or an answer of
            .Ic serve ,
            completes only once the disk has confirmed what it acknowledges, so that nothing
            acknowledged is lost in a power failure either.
            A disk that confirms too early can still lose it.
            The setting costs one disk sync per command, and in
            .Ic serve
            one for everything stored together.
            Several processes may share a workspace.
            .Pp
            On a disk that is full or read-only, a workspace is read into a private copy: commands
            that only read work, also
            .Ic serve Fl \-api
            and
            .Fl \-trino ,
            and those that would change something are refused.
            Where the folder of temporary files is full, too, these two keep results of up to 1 MB
            in memory, refuse larger ones, and take plain HTTP alone if the workspace has no
            authority yet.
            """#)
    }

    /// Adds the exit statuses.
    static func exitStatus(_ page: inout Mdoc) {
        page.block(
            #"""
            .Sh EXIT STATUS
            .Bl -tag -width Ds
            .It 0
            Everything passed.
            .It 1
            A command or a check failed, no test was selected,
            .Fl \-bless Ns = Ns Cm check
            found something to change, or
            .Fl \-mutate
            found a change that no test noticed.
            .It 2
            The arguments or a script are wrong; nothing has run.
            .It 3
            A workspace, a file or the network failed, or a time limit was reached.
            .It 4
            A bug in
            .Nm
            itself; please report it.
            .El
            .Pp
            When interrupted by
            .Ic \(haC ,
            .Nm
            cleans up and dies of SIGINT, so that a shell loop around it stops as well.
            Scripts and
            .Fl -jsonl
            do the same for SIGTERM and SIGHUP.
            Reports are written: the test that was running failed, and those behind it are skipped.
            None of these waits for a reader of the output who has taken nothing for half a second.
            At
            .Ic serve ,
            .Ic \(haC
            only closes the ports; a script goes on with its next statement.
            A SIGTERM or SIGHUP there ends the run.
            If
            .Ic serve
            was the last statement, the status is 0; otherwise the first statement or test
            that is left fails, those behind it are skipped, reports say so, and
            .Nm
            dies of the signal.
            .Pp
            An empty part of
            .Fl \-shard ,
            and
            .Fl \-rerun Cm failed
            with nothing to repeat, are not failures.
            """#)
    }

    /// Adds the form of a message, with an example.
    static func processDiagnostics(_ page: inout Mdoc) {
        page.raw(".Sh DIAGNOSTICS")
        page.prose(
            """
            An error gives its location, shows the line with a caret under the word at fault, and \
            says what was found and what was expected. If the remedy is certain, a hint follows:
            """)
        page.literal(diagnostic)
        page.prose(
            """
            A failed command has a code, which a script can expect (`!not_installed app launch`) \
            and `help` explains (`help not_installed`). The codes of commands are listed in \
            pushsh-commands(7), those of the language in psh(5). Messages go to standard error, \
            results to standard output. Text from outside, such as a notification's title, is \
            printed with control characters made visible.
            """)
    }

    /// Adds what the simulation cannot tell.
    static func caveats(_ page: inout Mdoc) {
        page.raw(".Sh CAVEATS")
        page.prose(
            """
            The simulation is based on what Apple, Google and Treasure Data document, on the \
            source code of their SDKs, and on what developers have observed. Where a behaviour is \
            not documented, the output says so; `share/doc/rules.md` lists every rule with its \
            source and how certain it is.

            A push that the simulation delivers may still be delayed or dropped by the real \
            services, which guarantee nothing. Answers without a `stub`, such as the size of an \
            image, are assumed, and marked as such.

            iOS is simulated, Android is not. Of iOS, calendar and location triggers of local \
            notifications are not simulated, and neither are communication notifications \
            (`INSendMessageIntent`).
            """)
    }
}
