import PushCommands
import PushLanguage
import PushText

extension ManPage {
    /// Adds tests and loops.
    static func blocks(_ page: inout Mdoc) {
        page.raw(".Sh TESTS AND LOOPS")
        page.prose("A block ends with a line that contains only `end`.")
        tagged(
            &page,
            [
                (
                    "test \"title\" @tag …",
                    "A test case. It starts from the state after `setup`, with clock and seed "
                        + "reset, and leaves nothing behind for the next one. Its first failure "
                        + "ends it; the other tests still run."
                ),
                (
                    "test \"title\" @only",
                    "While any test has this tag, only tests with it run, in every script of the "
                        + "run; a script without tests is left out, too."
                ),
                ("setup", "Statements that run before each test of the script; at most one block."),
                (
                    "teardown",
                    "Statements that run after each test, failed or not; at most one block."
                ),
                ("for x in a b c", "Runs the statements with `${x}` set to each word in turn."),
                ("for i in 1..5", "Runs them with each number of a range."),
                ("repeat N", "Runs them N times, at least once."),
            ])
        page.prose(
            """
            A script without `test` is one test, between its `setup` and its `teardown`. An \
            included file's `setup` and `teardown` are around its own statements. A loop around a \
            `test` makes one test per round; if the title does not use the loop's variable, its \
            value is added. A test cannot be inside a test, `setup` or `teardown`:
            """)
        page.literal(
            """
            for state in foreground background
              test "in the ${state}"
                app launch
                app ${state}
                receive coupon.json
                expect count shown == 1
              end
            end
            """)
        page.prose(
            """
            A statement outside tests runs where it is, and the tests after it start from the \
            state it leaves. If it fails, the tests after it are skipped and the run fails. \
            `--shuffle` changes the order of tests between two such statements. A run counts the \
            tests that its files declare; if one is missing from the report, the run fails. \
            `quit` ends a script, and cannot stand in a test, `setup` or `teardown`. While one \
            test has the tag `@only`, tests without it do not run, in any of the scripts.
            """)
    }

    /// Adds how scripts use others, and statements that run only in some situations.
    static func includesAndGuards(_ page: inout Mdoc) {
        page.raw(".Sh INCLUDES AND GUARDS")
        page.prose(
            """
            `include "steps.psh"` runs another script in place; the path is relative to the \
            including script. Variables for it are passed by name, and those it sets come back \
            under a name; one that the file does not use is an error:
            """)
        page.literal(
            """
            include "login.psh" with user=cust-001 as session
            expect user == ${session.id}
            """)
        page.prose(
            """
            Outside tests, `include` also adds the file's tests. They run after the including \
            file's `setup` and then their own, and see their own file's variables. A test cannot \
            include or read a file that has tests. `.read` runs a file and its tests in the same \
            way, with the reading script's variables but not its `setup`.
            """)
        page.prose(
            """
            With a guard in front, a statement runs only if a condition holds or, with `!`, only \
            if it does not:
            """)
        tagged(
            &page,
            [
                ("[tty]", "The statement is typed at the prompt of a terminal."),
                ("[network:real]", "Requests go out on the wire; `simulated` and `off` likewise."),
                ("[profile:td]", "The current app has that profile."),
            ])
    }

    /// Adds how a script is checked and run, and what each test starts from.
    static func running(_ page: inout Mdoc) {
        page.raw(".Sh HOW SCRIPTS RUN")
        page.prose(
            """
            The whole script is read first: includes are resolved, and names and options of \
            commands are checked. If anything is wrong, nothing runs, and the exit status is 2. \
            `--check` stops there.

            By default a script starts in a fresh workspace that is deleted when it ends, at \
            2026-01-01T00:00:00Z on a virtual clock, from seed 1, with the simulated network, in \
            UTC and with 80 columns. The clock moves only by `clock set`, `clock advance`, and the \
            simulation's own waits, such as those between upload attempts; no real time passes. \
            Nothing else is random, so the same script always gives the same bytes.
            """)
    }

    /// Adds how golden lines are renewed, and sessions recorded.
    static func blessAndRecord(_ page: inout Mdoc) {
        page.raw(".Sh BLESSING AND RECORDING")
        page.prose(
            """
            `--bless` replaces golden lines that no longer match, and the JSON here-documents of \
            failing expectations, with what commands print now. Comments, indentation and \
            redactions that still match stay; the file is replaced in one step, and the diff is \
            printed. Where the rounds of a loop print different lines, a redaction takes the place \
            of the text, and `[..]` that of a secret; a here-document that would hold one stays. \
            Only the scripts that are given are rewritten, not those they include. \
            `--bless=check` writes nothing and fails if something would change.

            `.record start` records what is typed as a script, with output as golden lines, the \
            seed, clock changes, and outside input as statements and stubs; `.record stop` ends \
            it. The script replays on its own, on any machine. Values that differ from run to run \
            become redactions, and secrets are left out. Statements undone by `undo` or \
            `snapshot go` are left in the script only as comments, and replaying it reaches the \
            same state, including random numbers. So are those before a `restore`, unless the \
            script writes that backup itself.
            """)
    }

    /// Adds planted answers, one form a line.
    static func stubs(_ page: inout Mdoc) {
        page.raw(".Sh STUBS")
        page.prose(
            """
            With `network simulated`, embedded services answer. A stub replaces an answer; \
            `times=N` limits how often. If several match, the newest answers, but only after older \
            ones that have `times=`.
            """)
        tagged(
            &page,
            [
                (
                    "stub ingest status=503",
                    "The upload gets that answer; `retry-after=30` adds that header, and "
                        + "`file=@answer.json` is the answer's body."
                ),
                (
                    "stub ingest delay=5s",
                    "The service's own answer is delayed, or the one given by `status=`, "
                        + "`receipts` or `drop-response`. Beyond `network.timeout` it is too "
                        + "late: the events are stored, but the app sees a time-out."
                ),
                ("stub ingest timeout", "There is no answer; `reset` breaks the connection."),
                ("stub ingest drop-response", "The events are stored, but the answer is lost."),
                (
                    "stub ingest receipts fail=3,7 error=NAME",
                    "The third and seventh event of a request are refused with that error."
                ),
                (
                    "stub \"https://cdn.example.com/*\" status=404",
                    "A download gets that answer; `size=12MB`, `delay=31s`, `type=text/html`, "
                        + "`file=@banner.png` and `timeout` are also possible."
                ),
                (
                    "stub apns reason=Unregistered",
                    "APNs refuses every push; `token=` limits this to device tokens with that "
                        + "prefix, `topic=` to an app. `timeout` and `reset` leave it without an "
                        + "answer; on the wire, `delay=5s`, `slow=5s`, `retry-after=60` and "
                        + "`goaway` shape the answer, and `connection=` selects the connection."
                ),
                (
                    "stub fcm error=UNAVAILABLE",
                    "FCM refuses every message; UNAVAILABLE, INTERNAL, UNSPECIFIED_ERROR and "
                        + "QUOTA_EXCEEDED also make token registration fail. `timeout`, `reset`, "
                        + "`delay=`, `slow=` and `retry-after=` work as for APNs; `topic=` is a "
                        + "topic's name."
                ),
            ])
        page.prose("`stub list` shows them, `stub clear` removes them.")
    }

    /// Adds the grammar of the language.
    static func grammar(_ page: inout Mdoc) {
        page.raw(".Sh GRAMMAR")
        page.literal(
            #"""
            script  = [ "#!" rest NL ] { line } ;
            line    = blank | comment | golden | stmt ;
            golden  = { WS } "|" [ "2" ] ( "..." | [ " " text ] ) NL ;
            stmt    = { WS } { guard } [ prefix ] ( block | simple ) ;
            guard   = "[" [ "!" ] name [ ":" text ] "]" WS ;
            prefix  = "!" { WS } [ code WS ] | "?" WS ;
            block   = ( test | "setup" NL | "teardown" NL | for | repeat )
                      { line } { WS } "end" NL ;
            test    = "test" WS word { WS "@" name } NL ;
            for     = "for" WS name WS "in" WS
                      ( int ".." int | word { WS word } ) NL ;
            repeat  = "repeat" WS int NL ;
            simple  = ( "psh" WS int | include | let | expect | command )
                      [ WS comment ] NL { here-document body } ;
            include = "include" WS word [ WS "with" { WS name "=" word } ]
                      [ WS "as" WS name ] ;
            let     = "let" WS name WS "=" WS ( query | quoted ) ;
            expect  = "expect" [ WS "within" WS duration ] WS query
                      [ WS "not" ] [ WS "unordered" ] WS predicate [ WS value ] ;
            command = [ "@" name WS ] ( name | "." name ) { WS arg } ;
            arg     = word | heredoc | object | "@" path ;
            word    = part { part } ;
            part    = bare | "'" { nosq | "''" } "'"
                    | '"' { nodq | esc | var } '"' | var ;
            var     = "${" name { "." name } "}" ;
            heredoc = "<<" ( tag | "'" tag "'" ) ;
            object  = "{" JSON "}" ;
            value   = word | number | "true" | "false" | "null" | list
                    | heredoc | "/" pattern "/" [ "i" ] ;
            list    = "[" [ value { "," value } ] "]" ;
            """#)
        page.prose(
            """
            Names consist of the letters A to Z and a to z, digits, `_` and `-`, tags of \
            here-documents of the same without `-`; a code contains an underscore or a capital \
            letter, or begins with a digit. A duration is written `90s`, `5m`, `1h30m`, `7d` or \
            `250ms`.

            A script has at most \(Source.maximumLength >> 20) MB, a line or word \
            \(Source.maximumLine >> 20) MB; blocks nest \(Parser.maximumNesting) deep, lists and \
            includes 16, a loop runs at most 100,000,000 times, and a file declares at most \
            1,000,000 tests, in all rounds of its loops.
            """)
    }

    /// Adds the codes of errors in a text, from their table.
    static func languageDiagnostics(_ page: inout Mdoc) {
        page.raw(".Sh DIAGNOSTICS")
        page.prose(
            """
            These are the codes of errors in a script's text. They are found before anything runs, \
            at most \(Parser.maximumErrors) at a time; `--check --mode json` names them. The codes \
            of failing commands are in pushsh-commands(7).
            """)
        diagnostics(ErrorGuide.syntax, &page)
    }
}
