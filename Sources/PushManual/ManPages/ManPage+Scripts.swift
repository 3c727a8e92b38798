import PushCommands
import PushLanguage
import PushText

extension ManPage {
    static func blocks(_ page: inout Mdoc) {
        page.raw(".Sh TESTS AND LOOPS")
        page.prose("A block ends with a line that holds only `end`.")
        tagged(
            &page,
            [
                (
                    "test \"title\" @tag …",
                    "A test case. It starts from the state behind `setup`, with the clock and "
                        + "the seed set back, and leaves nothing to the next one. Its first "
                        + "failure ends it; the other tests run all the same."
                ),
                ("setup", "Statements that run before each test of the script; one at most."),
                ("teardown", "Statements that run after each test, failed or not; one at most."),
                ("for x in a b c", "Runs the statements with `${x}` set to each word in turn."),
                ("for i in 1..5", "Runs them with each number of a range."),
                ("repeat N", "Runs them N times."),
            ])
        page.prose(
            """
            A script without `test` is one test. A loop around a `test` makes one test of each \
            round; a title that does not name the loop's variable gets its value added. A test \
            cannot stand inside a test, `setup` or `teardown`:
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
            A statement outside tests runs where it stands, and the tests behind it start from \
            the state it leaves. When it fails, the tests behind it are skipped and the run \
            fails. `--shuffle` changes the order of tests that stand between two such \
            statements. A run counts the tests that its files declare; when a report lacks one \
            of them, the run fails.
            """)
    }

    static func includesAndGuards(_ page: inout Mdoc) {
        page.raw(".Sh INCLUDES AND GUARDS")
        page.prose(
            """
            `include "steps.psh"` runs another script at its place; the path is relative to the \
            including script. What the other script may use is passed by name, and what it \
            captured comes back under a name:
            """)
        page.literal(
            """
            include "login.psh" with user=cust-001 as session
            expect user == ${session.id}
            """)
        page.prose(
            """
            Outside tests, `include` also brings the file's tests in. They run after the `setup` \
            of the including file and then that of their own, and see their own file's \
            variables. A test cannot include a file that has tests. `.read` runs a file and its \
            tests in the same way, with the variables of the reading script, but not its `setup`.
            """)
        page.prose(
            """
            A guard in front of a statement runs it only where a condition holds, or, with `!`, \
            where it does not:
            """)
        tagged(
            &page,
            [
                ("[tty]", "Somebody sits at a terminal."),
                ("[network:real]", "Requests go out on the wire; `simulated` and `off` likewise."),
                ("[profile:td]", "The current app is of that profile."),
            ])
    }

    static func running(_ page: inout Mdoc) {
        page.raw(".Sh HOW SCRIPTS RUN")
        page.prose(
            """
            The whole script is read first: includes are resolved, and names and options of \
            commands are checked. Where anything is wrong, nothing runs, and the exit status is \
            2. `--check` stops there.

            A script starts in a fresh workspace that is gone when it ends, at \
            2026-01-01T00:00:00Z on a virtual clock, from seed 1, with the simulated network, in \
            UTC and with 80 columns, unless it is told otherwise. The clock moves when \
            `clock set` or `clock advance` says so, and by the waits of the simulation itself, \
            such as those between two tries of an upload; no real time passes. Nothing else is \
            left to chance, so that equal scripts give equal bytes.
            """)
    }

    static func blessAndRecord(_ page: inout Mdoc) {
        page.raw(".Sh BLESSING AND RECORDING")
        page.prose(
            """
            `--bless` writes what commands print now into the golden lines that no longer hold, \
            and into the JSON here-documents of failing expectations. Comments, indentation and \
            redactions that still match stay; the file is replaced in one step, and the \
            difference is printed. `--bless=check` writes nothing and fails where something \
            would change.

            `.record start` begins to write what is typed into a script, with its output as \
            golden lines, the seed, the moves of the clock, and what came from outside as \
            statements and stubs; `.record stop` ends it. The script replays alone, on any \
            machine. Values that differ from run to run become redactions, secrets become \
            variables. What `undo` or `snapshot go` took back leaves the script: it stays there \
            as comments, and the script replays to what is there, chance included.
            """)
    }

    static func stubs(_ page: inout Mdoc) {
        page.raw(".Sh STUBS")
        page.prose(
            """
            With `network simulated`, embedded services answer. A stub plants another answer; \
            `times=N` limits how often it is given. Of several that fit, the one planted first \
            answers.
            """)
        tagged(
            &page,
            [
                (
                    "stub ingest status=503",
                    "The upload is answered so; `retry-after=30` adds that header, and "
                        + "`file=@answer.json` is the answer's body."
                ),
                (
                    "stub ingest delay=5s",
                    "The service's own answer is late; with `status=`, `receipts` and "
                        + "`drop-response`, that one is. After `network.timeout` it is too late: "
                        + "what was sent is stored, and the app sees a time-out."
                ),
                ("stub ingest timeout", "No answer comes; `reset` breaks the connection."),
                ("stub ingest drop-response", "The events are stored, but the answer is lost."),
                (
                    "stub ingest receipts fail=3,7 error=NAME",
                    "The third and seventh event of a request are refused with that error."
                ),
                (
                    "stub \"https://cdn.example.com/*\" status=404",
                    "A download is answered so; `size=12MB`, `delay=31s`, `type=text/html`, "
                        + "`file=@banner.png` and `timeout` shape it."
                ),
                (
                    "stub apns reason=Unregistered",
                    "APNs refuses every push; `token=` limits it to device tokens that begin "
                        + "so, `topic=` to an app. `timeout` and `reset` leave it without an "
                        + "answer; on the wire `delay=5s`, `slow=5s`, `retry-after=60` and "
                        + "`goaway` shape the answer, and `connection=` chooses."
                ),
                (
                    "stub fcm error=UNAVAILABLE",
                    "FCM refuses every message; UNAVAILABLE, INTERNAL, UNSPECIFIED_ERROR and "
                        + "QUOTA_EXCEEDED fail the registration of a token, too. `timeout`, "
                        + "`reset`, `delay=`, `slow=` and `retry-after=` are as for APNs; "
                        + "`topic=` is a topic's name."
                ),
            ])
        page.prose("`stub list` shows them, `stub clear` removes them.")
    }

    static func grammar(_ page: inout Mdoc) {
        page.raw(".Sh GRAMMAR")
        page.literal(
            #"""
            script  = [ "#!" rest NL ] { line } ;
            line    = blank | comment | golden | stmt ;
            golden  = { WS } "|" ( "..." | [ "2" ] [ " " text ] ) NL ;
            stmt    = { WS } { guard } [ prefix ] ( block | simple ) ;
            guard   = "[" [ "!" ] name [ ":" text ] "]" WS ;
            prefix  = "!" [ code WS ] | "?" WS ;
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
            command = ( name | "." name ) { WS arg } ;
            arg     = word | heredoc | "@" path ;
            word    = part { part } ;
            part    = bare | "'" { nosq | "''" } "'"
                    | '"' { nodq | esc | var } '"' | var ;
            var     = "${" name { "." name } "}" ;
            heredoc = "<<" ( tag | "'" tag "'" ) ;
            value   = word | number | "true" | "false" | "null" | list
                    | heredoc | "/" pattern "/" [ "i" ] ;
            list    = "[" [ value { "," value } ] "]" ;
            """#)
        page.prose(
            """
            Names are letters, digits, `_` and `-`; a code holds an underscore or a capital, or \
            begins with a digit. A duration is written `90s`, `5m`, `1h30m`, `7d` or `250ms`.

            A script has at most \(Source.maximumLength >> 20) MB, a line or word \
            \(Source.maximumLine >> 20) MB; blocks nest \(Parser.maximumNesting) deep, lists 16, \
            and a loop runs 100,000,000 times at most.
            """)
    }

    static func languageDiagnostics(_ page: inout Mdoc) {
        page.raw(".Sh DIAGNOSTICS")
        page.prose(
            """
            These are the codes of errors in a script's text. They are found before anything \
            runs, \(Parser.maximumErrors) at most at a time. The codes of failing commands are \
            in pushsh-commands(7).
            """)
        diagnostics(ErrorGuide.syntax, &page)
    }
}
