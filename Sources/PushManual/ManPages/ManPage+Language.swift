extension ManPage {
    static func languageOverview(_ page: inout Mdoc) {
        page.raw(".Sh DESCRIPTION")
        page.prose(
            """
            A line of a script is exactly what one types at the prompt of pushsh. Plain words \
            drive the simulated world (`receive`, `tap`, `flush`); words that begin with a dot \
            drive the shell itself (`.mode`, `.record start`, `.read`), so that the two can never \
            collide. The commands are described in pushsh-commands(7); this page describes \
            everything around them.

            A script is UTF-8 text with a statement a line, and no line is continued on the next. \
            A byte-order mark is allowed at its start, and `#!` on its first line. Empty lines \
            mean nothing. There are no functions, no conditional loops and no arithmetic: every \
            script ends.
            """)
        page.literal(
            """
            psh 2                        # the language's version, optional
            clock set 2025-12-14T09:00:00+09:00
            app launch
            receive {"aps": {"alert": "Sale"}, "message_id": "promo-1"}
            expect shown == [promo-1]
            """)
        page.prose(
            """
            `psh` with the version of the language can stand first. There are two, which differ \
            in their SQL alone: the queries of a script that says `psh 1` are in SQLite's \
            dialect, those of every other in Trino's. Each file that is included or read has its \
            own version, and what is typed at the prompt has the newest.
            """)
    }

    static func words(_ page: inout Mdoc) {
        page.raw(".Sh WORDS")
        page.prose(
            """
            Words are separated by blanks. What a word means follows from how it begins and is \
            quoted:
            """)
        tagged(
            &page,
            [
                (
                    "# comment",
                    "A comment, at the start of a word only: `https://x/#top` is a word."
                ),
                ("'text'", "The text as it is; two quotes in it stand for one."),
                (
                    "\"text\"",
                    "Text with the escapes `\\n`, `\\r`, `\\t`, `\\\"`, `\\\\`, `\\$` and "
                        + "`\\u{1F514}`, and with variables. Any other escape is an error."
                ),
                (
                    "${name}",
                    "The value of a variable, in bare words, double quotes and here-documents. "
                        + "The result is never split or expanded again. A variable without a "
                        + "value is an error, never an empty text."
                ),
                (
                    "@path",
                    "As a whole word: the contents of a file. The path is relative to the script."
                ),
                (
                    "<<TAG",
                    "A here-document: the lines below, up to one that holds only TAG. As much "
                        + "indentation as that line has is removed from every line. Variables are "
                        + "expanded, unless the tag is quoted: `<<'TAG'`."
                ),
                (
                    "<<JSON",
                    "A here-document that is checked to be JSON before anything runs. In its "
                        + "strings, the values of variables are escaped as JSON asks."
                ),
            ])
        page.prose(
            """
            A command's own name cannot come from a variable, so that every script can be checked \
            before it runs. A quote may run over the end of a line. At the prompt, an unfinished \
            quote, here-document or block goes on below. A word that begins with a dash is an \
            option of its command, unless it is quoted, a negative number, or behind `--`.
            """)
    }

    static func commandsAndOutcomes(_ page: inout Mdoc) {
        page.raw(".Sh COMMANDS AND WHAT THEY MUST DO")
        page.prose(
            """
            A command must succeed, or its test fails. A mark in front says otherwise:
            """)
        tagged(
            &page,
            [
                ("!command", "It must fail."),
                ("!code command", "It must fail with that code: `!already_handled tap msg-1`."),
                ("? command", "It may fail."),
                ("@NAME command", "It runs on another device, as if `device use` stood around it."),
            ])
        page.prose(
            """
            Besides its text, every command yields a JSON value, which `$` stands for in the next \
            query. `let name = QUERY` keeps the value of a query, or a quoted text, in a variable.
            """)
        page.literal(
            """
            tap msg-1
            let first = event open $.time
            query "SELECT count(*) AS n FROM events WHERE time >= ${first}"
            expect $[0].n == 2
            """)
    }

    static func goldenLines(_ page: inout Mdoc) {
        page.raw(".Sh GOLDEN LINES")
        page.prose(
            """
            Lines that begin with a bar tell what the command above them prints. Without any, \
            its output is not checked; with one, all of that stream is.
            """)
        tagged(
            &page,
            [
                ("| text", "A line on standard output."),
                ("|2 text", "A line on standard error."),
                ("|...", "Any number of lines, or none."),
                ("[..]", "Within a line: any text."),
                ("[UUID]", "Within a line: a UUID."),
                ("[TIME]", "Within a line: a time of day, or a date with one, as RFC 3339 has it."),
                ("[TOKEN]", "Within a line: a token, whole or shortened."),
                ("[[]", "Within a line: a bracket, where it would begin one of these."),
            ])
    }

    static func expectations(_ page: inout Mdoc) {
        page.raw(".Sh EXPECTATIONS")
        page.raw(
            ".D1 Ic expect Oo Cm within Ar DURATION Oc Ar QUERY Oo Cm not Oc Oo Cm unordered Oc "
                + "Ar PREDICATE Op Ar VALUE")
        page.paragraph()
        page.prose(
            """
            With `within`, the expectation has that long to come true, on the virtual clock: \
            `expect within 5m queue == 0`. It is looked at every second for a minute, then every \
            minute, and whenever something happens by itself. The queries are:
            """)
        tagged(&page, queries)
    }

    /// Every query, with its result.
    static let queries: [(String, String)] = [
        ("$.path", "A part of the last command's value: `$.items[0].id`, `$[-1]`, `$.\"a key\"`."),
        ("sql \"SELECT …\"", "The rows of a query; a single value stands for itself."),
        ("var name", "A variable."),
        ("error.code", "The code of the last command's failure."),
        ("error.message", "Its message."),
        ("output", "The text the last command printed."),
        ("status", "`ok` or `failed`, of the last command."),
        ("count QUERY", "How many elements, rows or characters the query has."),
        ("events", "The types of the events tracked in this test, in order."),
        ("event TYPE", "The last event of a type; `event open $.user_id` is one of its fields."),
        ("queue", "How many events wait to be uploaded."),
        ("badge", "The number on the app's icon."),
        ("screen", "The screen the app shows."),
        ("shown", "The message IDs on display, the newest first."),
        ("callbacks", "The delegate methods that were called in this test, in order."),
        ("token", "The registration token."),
        ("user", "Who is logged in."),
    ]

    static func predicates(_ page: inout Mdoc) {
        page.prose("The predicates are:")
        tagged(&page, predicateTexts)
        page.prose(
            """
            A value is a word, a number, `true`, `false`, `null`, a here-document, or a list in \
            brackets: `[open, link_open]`. Rows are lists in a list. `unordered`, before `==` or \
            `!=`, compares lists as sets.
            """)
    }

    /// Every predicate, with its condition.
    static let predicateTexts: [(String, String)] = [
        ("==", "The two are equal; objects compare by key, numbers by value."),
        ("!=", "They are not."),
        ("<", "The query's value is less."),
        ("<=", "It is at most the value."),
        (">", "It is greater."),
        (">=", "It is at least the value."),
        ("contains", "The text holds the text, the list the element, or the object the key."),
        ("startsWith", "The text starts so."),
        ("endsWith", "The text ends so."),
        ("matches", "The text holds a match of `/pattern/`; `/pattern/i` ignores case."),
        ("exists", "There is a value at all."),
        ("empty", "There is none, or it has no element."),
    ]

    /// Adds a list of typed words, each with its meaning.
    static func tagged(_ page: inout Mdoc, _ rows: [(String, String)]) {
        page.raw(".Bl -tag -width \"error.message\"")
        for (head, text) in rows {
            page.macro("It Ic", head)
            page.prose(text, naming: .options)
        }
        page.raw(".El")
    }
}
